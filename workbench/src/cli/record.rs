//! `rustgomo record`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::common::{ToolResult, interrupt_on_ctrl_c, write_json, write_report};
use super::output::OverwriteArgs;
use crate::games::{GamesError, check, convert, read_all};
use crate::values;
use rustgomo::rules::Rule;

/// File extensions that name a format; a file without extension is text.
const EXTENSIONS: [&str; 4] = ["txt", "sgf", "psq", "lib"];

#[derive(Debug, Subcommand)]
pub(super) enum RecordTool {
    /// Replay games under the rules: legal moves, forbidden moves, end and result.
    Check(CheckArgs),
    /// Write games in another format.
    Convert(ConvertArgs),
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Game files, or folders of .psq files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rule of records that name none.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    rule: Rule,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// Game file, or a folder of .psq files.
    file: PathBuf,
    /// Output file: *.sgf, *.psq (a folder if there are several games), *.lib (one tree), or text (*.txt). Piskvork's format
    /// (.psq) cannot store scores, comments and the length of the opening.
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Convert only this game of the file, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    game: Option<usize>,
    /// Rule of records that name none.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    rule: Rule,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool.
pub(super) fn record(tool: &RecordTool) -> ToolResult {
    match tool {
        RecordTool::Check(args) => {
            let found = check(&args.files, args.rule, &interrupt_on_ctrl_c())?;
            write_report(args.json, &found, |found, out| found.write(out))?;
            Ok(found.is_fine())
        }
        RecordTool::Convert(args) => convert_games(args),
    }
}

fn convert_games(args: &ConvertArgs) -> ToolResult {
    if !EXTENSIONS
        .iter()
        .any(|known| args.out.extension().is_none_or(|found| found.eq_ignore_ascii_case(known)))
    {
        return Err(GamesError::Format { path: args.out.clone() }.into());
    }
    args.overwrite.expect([&args.out])?;
    let mut games = read_all(&args.file, args.rule)?;
    if let Some(found) = args.game {
        let count = games.len();
        let chosen = found.checked_sub(1).and_then(|index| games.into_iter().nth(index));
        games = vec![chosen.ok_or(GamesError::Number { count, found })?];
    }
    convert(&games, &args.out)?;
    let (count, out) = (games.len(), args.out.display());
    if args.json {
        write_json(&mut io::stdout(), &serde_json::json!({ "games": count, "out": out.to_string() }))?;
    } else {
        writeln!(io::stdout(), "{count} games written to {out}")?;
    }
    Ok(true)
}
