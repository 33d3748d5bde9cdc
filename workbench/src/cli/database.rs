//! `rustgomo database`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::common::{ToolResult, write_json};
use super::output::OverwriteArgs;
use crate::database::{DatabaseReport, export, import};
use crate::values;
use rustgomo::database::Database;
use rustgomo::rules::Rule;

#[derive(Debug, Args)]
#[group(required = true, multiple = true, id = "work", args = ["stats", "import", "export"])]
pub(super) struct DatabaseArgs {
    /// The database; --import creates it if it is missing or empty.
    file: PathBuf,
    /// Check the whole database and print its statistics.
    #[arg(long)]
    stats: bool,
    /// Merge a file into the database: the text format of Rapfi and Yixin-Board, or a RenLib library. Of two entries for a
    /// position the better one is kept: results before values, then the greater depth.
    #[arg(long, value_name = "FROM")]
    import: Option<PathBuf>,
    /// Export to a file: *.lib is a RenLib library of the tree from the empty board, any other name the text format of all
    /// positions.
    #[arg(long, value_name = "TO")]
    export: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Rule of a RenLib library.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    rule: Rule,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool.
pub(super) fn database(args: &DatabaseArgs) -> ToolResult {
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
