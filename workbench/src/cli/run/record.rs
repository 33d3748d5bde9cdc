//! `rustgomo record`.

use std::io::{self, Write};

use super::common::{ToolResult, write_json};
use crate::cli::args::record::{CheckArgs, ConvertArgs, RecordArgs};
use crate::cli::meter::interrupt_on_ctrl_c;
use crate::games::{GamesError, check, convert, read_all};

/// Endings of names that say in which format games are written; a name without one is our text.
const ENDINGS: [&str; 4] = ["txt", "sgf", "psq", "lib"];

/// Runs the tool.
pub(in crate::cli) fn record(args: &RecordArgs) -> ToolResult {
    match args {
        RecordArgs::Check(args) => check_games(args),
        RecordArgs::Convert(args) => convert_games(args),
    }
}

fn check_games(args: &CheckArgs) -> ToolResult {
    let found = check(&args.files, args.rule.rule, &interrupt_on_ctrl_c())?;
    if args.json {
        write_json(&mut io::stdout(), &found)?;
    } else {
        found.write(&mut io::stdout())?;
    }
    Ok(found.is_fine())
}

fn convert_games(args: &ConvertArgs) -> ToolResult {
    if !ENDINGS
        .iter()
        .any(|ending| args.out.extension().is_none_or(|found| found.eq_ignore_ascii_case(ending)))
    {
        return Err(GamesError::Format { path: args.out.clone() }.into());
    }
    args.overwrite.expect([&args.out])?;
    let mut games = read_all(&args.file, args.rule.rule)?;
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
