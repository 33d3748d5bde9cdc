//! Commands about the program itself.

use super::call::{Reply, Row};
use crate::engine::{NAME, VERSION};

pub(super) const COMMANDS: &[Row] = &[
    ("protocol_version", |_| Ok(Reply::Text("2".to_owned()))),
    ("name", |_| Ok(Reply::Text(NAME.to_owned()))),
    ("version", |_| Ok(Reply::Text(VERSION.to_owned()))),
    ("quit", |_| Ok(Reply::Quit)),
    ("echo", |call| Ok(Reply::Text(call.arguments.join(" ")))),
    ("cputime", |call| Ok(Reply::Text(format!("{:.3}", call.gtp.thinking.as_secs_f64())))),
    ("clear_cache", |call| {
        call.context.engine.clear();
        Ok(Reply::DONE)
    }),
    ("gogui-interrupt", |_| Ok(Reply::DONE)),
];
