//! Commands about the program itself and its clocks.

use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::times::{Left, TimeControl};
use crate::engine::{NAME, VERSION};

pub(super) const COMMANDS: &[Row] = &[
    ("protocol_version", |_| Ok(Reply::Text("2".to_owned()))),
    ("name", |_| Ok(Reply::Text(NAME.to_owned()))),
    ("version", |_| Ok(Reply::Text(VERSION.to_owned()))),
    ("quit", |_| Ok(Reply::Quit)),
    ("echo", |call| Ok(Reply::Text(call.rest.to_owned()))),
    // The standard error stays empty: controllers merge it into the output, or never read it.
    ("echo_err", |call| Ok(Reply::Text(call.rest.to_owned()))),
    ("cputime", |call| Ok(Reply::Text(format!("{:.3}", call.gtp.thinking.as_secs_f64())))),
    ("clear_cache", |call| {
        call.context.engine.search().clear();
        Ok(Reply::DONE)
    }),
    ("get_random_seed", |call| Ok(Reply::Text(call.session().seed().to_string()))),
    ("set_random_seed", |call| {
        let seed = call.number(0)?;
        call.context.engine.set_seed(seed);
        Ok(Reply::DONE)
    }),
    ("gogui-interrupt", |_| Ok(Reply::DONE)),
    ("time_settings", settings),
    ("time_left", left),
];

const MS_PER_SECOND: f64 = 1000.0;

fn seconds(text: &str) -> Result<i64, Failure> {
    let seconds: f64 = text.parse().map_err(|_| Failure::Syntax)?;
    if seconds.is_finite() { Ok((seconds * MS_PER_SECOND) as i64) } else { Err(Failure::Syntax) }
}

fn settings(call: &mut Call) -> Result<Reply, Failure> {
    let (main_ms, period_ms) = (seconds(call.argument(0)?)?, seconds(call.argument(1)?)?);
    let stones = call.number(2)?;
    if main_ms < 0 || period_ms < 0 {
        return Err(Failure::Syntax);
    }
    let is_limited = if stones == 0 { period_ms == 0 && main_ms > 0 } else { main_ms > 0 || period_ms > 0 };
    call.gtp.times.start(is_limited.then_some(TimeControl { main_ms, period_ms, stones }));
    Ok(Reply::DONE)
}

fn left(call: &mut Call) -> Result<Reply, Failure> {
    let color = call.color(0)?;
    let (ms, stones): (_, u32) = (seconds(call.argument(1)?)?, call.number(2)?);
    call.gtp.times.set(color, Left { ms, stones: (stones > 0).then_some(stones) });
    Ok(Reply::DONE)
}
