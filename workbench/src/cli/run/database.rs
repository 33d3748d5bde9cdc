//! `rustgomo database`.

use std::io::{self, Write};

use super::common::{ToolResult, write_json};
use crate::cli::args::database::DatabaseArgs;
use crate::database::{DatabaseReport, export, import};
use rustgomo::database::Database;

/// Runs the tool.
pub(in crate::cli) fn database(args: &DatabaseArgs) -> ToolResult {
    args.overwrite.expect(&args.export)?;
    let opened =
        if args.import.is_some() { Database::open(&args.file) } else { Database::open_existing(&args.file) };
    let mut database = opened?;
    let imported = args.import.as_ref().map(|from| import(&database, from, args.rule)).transpose()?;
    if imported.is_some() {
        database.compact()?;
    }
    let exported = args.export.as_ref().map(|to| export(&database, to, args.rule)).transpose()?;
    let report = args.stats.then(|| DatabaseReport::new(&mut database)).transpose()?;
    let is_fine = report.as_ref().is_none_or(|report| report.damaged == 0);
    let out = &mut io::stdout();
    if args.json {
        let value = serde_json::json!({ "imported": imported, "exported": exported, "stats": report });
        write_json(out, &value)?;
        return Ok(is_fine);
    }
    if let (Some(count), Some(from)) = (imported, &args.import) {
        writeln!(out, "{count} positions read from {}", from.display())?;
    }
    if let (Some(count), Some(to)) = (exported, &args.export) {
        writeln!(out, "{count} positions written to {}", to.display())?;
    }
    if let Some(report) = report {
        report.write(out)?;
    }
    Ok(is_fine)
}
