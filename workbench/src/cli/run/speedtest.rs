//! `rustgomo speedtest`.

use std::io;
use std::time::Duration;

use super::common::{ToolResult, write_json};
use crate::cli::args::speedtest::SpeedtestArgs;
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::search_limit::SearchLimit;
use crate::speedtest::{measure, write_table};

/// Runs the tool.
pub(in crate::cli) fn speedtest(args: &SpeedtestArgs) -> ToolResult {
    let time = Duration::try_from_secs_f64(args.time).map_err(|_| "expected --time of 0 or more")?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let powers =
        std::iter::successors(Some(1), |threads| Some(threads * 2)).take_while(|&threads| threads < cores);
    let threads =
        if args.threads.is_empty() { powers.chain([cores]).collect() } else { args.threads.clone() };
    if threads.contains(&0) {
        return Err("expected --threads of 1 or more".into());
    }
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let limit = SearchLimit { time: Some(time), ..SearchLimit::default() };
    let speeds = measure(&threads, limit, usize::from(args.memory) << 20, &interrupt, &meter);
    meter.finish();
    if args.json {
        write_json(&mut io::stdout(), &speeds)?;
    } else {
        write_table(&mut io::stdout(), &speeds)?;
    }
    Ok(speeds.len() == threads.len())
}
