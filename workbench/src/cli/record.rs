//! `rustgomo record`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};

use super::common::{ToolResult, stop_on_ctrl_c, tell, with_bar, write_json, write_report};
use super::output::OverwriteArgs;
use crate::players::caption::counted;
use crate::players::games::{
    Choice, Converted, EncodingOption, Filter, Source, Told, check, convert, convert_from, merge,
};
use rustgomo::record::{CodePage, RecordFormat, RecordReader};
use rustgomo::rules::Rule;

#[derive(Debug, Subcommand)]
pub(super) enum RecordTool {
    /// Replay games under the rules: legal moves, forbidden moves, end and result.
    Check(CheckArgs),
    /// Write games in another format, with variations, comments and marks where it has them.
    Convert(ConvertArgs),
    /// Write all games of several files as one game with variations.
    Merge(MergeArgs),
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Game files, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    encoding: EncodingOption,
    /// Rule of records that name none [default: renju for RenLib, else freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// Game file, or a folder of them.
    file: PathBuf,
    /// Output file: *.sgf, *.lib (one tree), *.psq, *.sav or *.pos (a folder if there are several games), or
    /// text (*.txt). The report says what the format cannot hold.
    out: PathBuf,
    /// Convert only this game of the file, counted from 1 among those that are taken.
    #[arg(long, value_name = "NUMBER")]
    game: Option<usize>,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    output: WriteArgs,
}

#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// Game files, and at last the output file: *.sgf or *.lib. Games must have the same rule, board and
    /// set-up; names and result are kept where all agree.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: WriteArgs,
}

#[derive(Debug, Args)]
struct WriteArgs {
    #[command(flatten)]
    overwrite: OverwriteArgs,
    #[command(flatten)]
    encoding: EncodingOption,
    /// Code page of the texts that are read, where --encoding is that of the RenLib file that is written.
    #[arg(long, value_name = "NAME")]
    from_encoding: Option<CodePage>,
    /// Rule of records that name none [default: renju for RenLib, else freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool.
pub(super) fn record(tool: &RecordTool) -> ToolResult {
    match tool {
        RecordTool::Check(args) => {
            let reader = args.encoding.reader(args.rule);
            let found = with_bar(|meter| check(&args.files, &reader, meter))?;
            write_report(args.json, &found, |found, out| found.write(out))?;
            Ok(found.is_fine())
        }
        RecordTool::Convert(args) => {
            let output = &args.output;
            output.expect(&args.out, &RecordFormat::ENDINGS, slice::from_ref(&args.file))?;
            let reader = output.reader(&args.out);
            let choice = Choice::new(&args.filter, args.game);
            let stop = stop_on_ctrl_c();
            let converted = with_bar(|meter| {
                let source = Source { paths: slice::from_ref(&args.file), reader: &reader, meter };
                convert_from(&source, choice, &args.out, output.encoding.encoding, &stop)
            })?;
            tell(&converted.told);
            output.report(&converted, &args.out)?;
            Ok(converted.told.is_whole())
        }
        RecordTool::Merge(args) => {
            let (Some((out, files)), output) = (args.files.split_last(), &args.output) else {
                return Ok(false);
            };
            if files.is_empty() {
                let out = out.display();
                bail!("expected game files and an output file, found {out} only");
            }
            output.expect(out, &["sgf", "lib"], files)?;
            let (reader, mut told, mut trees) = (output.reader(out), Told::default(), Vec::new());
            for file in files {
                let read = with_bar(|meter| {
                    let source = Source { paths: slice::from_ref(file), reader: &reader, meter };
                    source.trees(&mut |_, _| true, &mut |place, tree, _| {
                        trees.push((place.path.to_owned(), place.in_file, tree));
                        Ok(())
                    })
                })?;
                tell(&read);
                told.code_page = told.code_page.or(read.code_page);
                told.notes.extend(read.notes);
            }
            let (game, left_out) = merge(&trees)?;
            let page = convert(&game, out, output.encoding.encoding, told.code_page)?;
            let lost = RecordFormat::of_name(out).lost(slice::from_ref(&game));
            let merged = Converted { games: 1, lost, page, left_out, told };
            output.report(&merged, out)?;
            Ok(merged.told.is_whole())
        }
    }
}

impl WriteArgs {
    /// Checks name and place of the output file, which must be none of those that are read.
    fn expect(&self, out: &PathBuf, endings: &'static [&'static str], read: &[PathBuf]) -> Result<()> {
        let is_known = |found: &OsStr| endings.iter().any(|known| found.eq_ignore_ascii_case(known));
        if !out.extension().map_or(endings.contains(&"txt"), is_known) {
            let endings = endings.join(" or .");
            bail!("expected a name that ends with .{endings}, found {}", out.display());
        }
        if out.as_os_str() == "-" {
            bail!("expected an output file, found -: games are not written to standard output");
        }
        if out.is_dir() {
            bail!("{} is a folder, which is not replaced: choose another name", out.display());
        }
        let is_within = |folder: &&PathBuf| {
            let [folder, out] = [*folder, out].map(|path| path.canonicalize().ok());
            folder.zip(out).is_some_and(|(folder, out)| folder.is_dir() && out.starts_with(folder))
        };
        if let Some(folder) = read.iter().find(is_within) {
            let (out, folder) = (out.display(), folder.display());
            bail!("{out} is a file of {folder}, which is read: choose another name for the output");
        }
        if !is_library(out) && self.encoding.encoding.is_some() && self.from_encoding.is_some() {
            let out = out.display();
            bail!("expected --encoding or --from-encoding for {out}, found both: only RenLib has code pages");
        }
        self.overwrite.expect_beside([out], read.iter().map(PathBuf::as_path))
    }

    /// How files are read for an output file.
    fn reader(&self, out: &Path) -> RecordReader {
        let given = if is_library(out) { None } else { self.encoding.encoding };
        RecordReader { rule: self.rule, code_page: self.from_encoding.or(given) }
    }

    /// Reports what was written and what is left out.
    fn report(&self, converted: &Converted, out: &Path) -> io::Result<()> {
        let Converted { games: count, lost, page, left_out, .. } = converted;
        let name = out.display();
        if self.json {
            let lost: BTreeMap<_, _> = lost.iter().map(|&(count, what)| (what, count)).collect();
            let report = serde_json::json!({ "games": count, "out": name.to_string(), "lost": lost, "left_out": left_out, "encoding": page.map(CodePage::name) });
            return write_json(&mut io::stdout(), &report);
        }
        writeln!(io::stdout(), "{} written to {name}", counted(*count, "game"))?;
        if let Some(page) = *page {
            let shown = if page == CodePage::UTF_8 { ", which RenLib does not show right" } else { "" };
            writeln!(io::stdout(), "texts in {page}{shown}")?;
        }
        let left_out: Vec<_> = left_out.iter().map(|(&what, &count)| (count, what)).collect();
        for (reason, kinds) in [("left out where the games differ", &left_out), ("not in this format", lost)]
        {
            let kinds: Vec<String> = kinds.iter().map(|(count, what)| format!("{what} ({count})")).collect();
            if !kinds.is_empty() {
                writeln!(io::stdout(), "{reason}: {}", kinds.join(", "))?;
            }
        }
        Ok(())
    }
}

fn is_library(path: &Path) -> bool {
    RecordFormat::of_name(path) == RecordFormat::Lib
}
