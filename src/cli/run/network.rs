//! `rustgomo network`.

use std::io;

use super::common::{ToolResult, write_json};
use crate::cli::args::network::NetworkArgs;
use crate::cli::networks::load;
use crate::tools::network::NetworkReport;

/// Runs the tool.
pub(in crate::cli) fn network(args: &NetworkArgs) -> ToolResult {
    let report = NetworkReport::new(&load(&args.file)?);
    if args.json {
        write_json(&mut io::stdout(), &report)?;
    } else {
        report.write(&mut io::stdout())?;
    }
    Ok(true)
}
