//! `rustgomo review`.

use std::io;

use super::common::{ToolResult, searcher, write_json};
use crate::analyze::read_game;
use crate::cli::args::review::ReviewArgs;
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::cli::output::write_file;
use crate::drawing::graph_svg;
use crate::review::review;

/// Seconds for each position unless told otherwise.
const DEFAULT_S: f64 = 1.0;

/// Runs the tool.
pub(in crate::cli) fn review_game(args: &ReviewArgs) -> ToolResult {
    args.pictures.expect(&args.html)?;
    let game = read_game(&args.record, args.game, args.rule)?;
    let limit = args.limit.limit(DEFAULT_S)?;
    let mut searcher = searcher(&args.limit, args.networks.networks()?);
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let reviewed = review(&game, limit, &mut searcher, &interrupt, &meter);
    meter.finish();
    let reviewed = reviewed?;
    if args.json {
        write_json(&mut io::stdout(), &reviewed)?;
    } else {
        reviewed.write(&mut io::stdout())?;
    }
    if let Some(path) = &args.html {
        write_file(path, reviewed.page()?.as_bytes())?;
    }
    args.pictures.write(&graph_svg(&reviewed.graph()))?;
    Ok(reviewed.is_complete())
}
