//! `rustgomo bench`.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use super::common::{ToolResult, write_json};
use crate::cli::meter::on_ctrl_c;
use rustgomo::search::bench::{measure_under, run_under};
use rustgomo::search::{Control, TimeBudget};

/// Runs the tool.
pub(in crate::cli) fn bench(depth: u32, json: bool) -> ToolResult {
    let control = Arc::new(Control::new(Instant::now(), TimeBudget::UNLIMITED));
    let stopped = Arc::clone(&control);
    on_ctrl_c(move || stopped.stop());
    if !json {
        return Ok(run_under(&control, &mut io::stdout(), depth)?);
    }
    let mut positions = Vec::new();
    let result = measure_under(&control, depth, |number, rule, nodes| {
        positions.push(serde_json::json!({ "number": number, "rule": rule.name(), "nodes": nodes }));
    });
    let report = serde_json::json!({
        "depth": depth,
        "positions": positions,
        "complete": result.is_complete,
        "nodes": result.nodes,
        "seconds": result.elapsed.as_secs_f64(),
        "nodes_per_second": result.nodes_per_second(),
    });
    write_json(&mut io::stdout(), &report)?;
    Ok(result.is_complete)
}
