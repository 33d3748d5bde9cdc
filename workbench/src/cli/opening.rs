//! `rustgomo opening`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use super::common::{
    ToolResult, has_colors, tell, tell_interruption, with_threads, write_json, write_report,
};
use super::output::{OverwriteArgs, PictureArgs};
use crate::files::replace;
use crate::meter::NoMeter;
use crate::options::WantedVariantOptions;
use crate::players::caption::position_caption;
use crate::players::drawing::{BoardView, board_svg, write_board};
use crate::players::games::{EncodingOption, Filter, Source as GameSource};
use crate::players::opening::{
    CheckOptions, GenerateOptions, PlayOptions, Source, check, generate, play_openings,
};
use crate::players::opening_report::OpeningReport;
use crate::values;
use rustgomo::board::square_names;
use rustgomo::database::Database;
use rustgomo::geometry::BoardSize;
use rustgomo::opening::{Dialogue, write_text};
use rustgomo::rules::Rule;

#[derive(Debug, Subcommand)]
pub(super) enum OpeningTool {
    /// Generate openings: random stones, kept if neither side has a forced win or is ahead by a search.
    Generate(GenerateArgs),
    /// Check a file of openings: format, symmetric duplicates, rule, forced wins and, with --nodes, balance.
    Check(CheckArgs),
    /// Play games of the engine against itself under an opening rule such as Swap2 and report how balanced
    /// they are.
    ///
    /// The games follow from the seed.
    Play(PlayArgs),
    /// Draw an opening of a file or a shipped set.
    Show(ShowArgs),
    /// List the 26 named openings of games or a database: how often they were played, how even they are, and
    /// the replies.
    Report(ReportArgs),
}

#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    options: GenerateOptions,
    /// Threads; 0 uses all cores.
    #[arg(long, default_value_t = 0, value_parser = values::threads)]
    threads: usize,
    /// Output file [default: standard output].
    #[arg(long, short)]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Report counts and scores as JSON on standard output, with the openings unless --out is given.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct SourceArgs {
    /// File, or name of a shipped set: freestyle20, freestyle15, standard15, renju15 or caro15.
    source: String,
    #[command(flatten)]
    variant: WantedVariantOptions,
}

impl SourceArgs {
    fn open(&self) -> Result<Source> {
        Source::open(&self.source, self.variant.rule, self.variant.size)
    }
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    options: CheckOptions,
    /// Threads; 0 uses all cores.
    #[arg(long, default_value_t = 0, value_parser = values::threads)]
    threads: usize,
    /// Write the openings without problems to this file.
    #[arg(long, short)]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    options: PlayOptions,
    /// Threads; 0 uses all cores.
    #[arg(long, default_value_t = 0, value_parser = values::threads)]
    threads: usize,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Number of the opening, from 1 [default: chosen by the seed].
    #[arg(long, short)]
    number: Option<usize>,
    /// Seed of the choice without --number.
    #[arg(long, default_value_t = 1, conflicts_with = "number")]
    seed: u64,
    #[command(flatten)]
    pictures: PictureArgs,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// Game files: .psq, .sgf, .lib, .sav, .pos, .rif, lists of moves or text, or folders of them.
    #[arg(required_unless_present = "database")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    encoding: EncodingOption,
    #[command(flatten)]
    filter: Filter,
    /// List the openings of a database of analysed positions.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "encoding", "player", "year", "named", "result"])]
    database: Option<PathBuf>,
    /// Rule of the database, and of games that name none [default: renju for games of RenLib, else freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// Size of the board of the database, such as 15 or 20x15 [default: 15].
    #[arg(long, requires = "database")]
    size: Option<BoardSize>,
    /// Number of replies to list.
    #[arg(long, default_value_t = 3)]
    replies: usize,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool.
pub(super) fn opening(tool: &OpeningTool) -> ToolResult {
    match tool {
        OpeningTool::Generate(args) => generate_openings(args),
        OpeningTool::Check(args) => check_openings(args),
        OpeningTool::Play(args) => play(args),
        OpeningTool::Show(args) => show_opening(args),
        OpeningTool::Report(args) => report_openings(args),
    }
}

fn generate_openings(args: &GenerateArgs) -> ToolResult {
    let GenerateOptions { min_stones: min, max_stones: max, count, .. } = args.options;
    if min > max {
        bail!("expected --min-stones of at most --max-stones, found {min} and {max}");
    }
    args.overwrite.expect(&args.out)?;
    let made = with_threads(args.threads, |stop, meter| generate(&args.options, stop, meter))?;
    let text = write_text(&made.set);
    if let Some(path) = args.out.as_ref().filter(|_| !made.set.is_empty()) {
        replace(path, text.as_bytes())?;
    }
    if args.json {
        let mut report = serde_json::to_value(&made)?;
        report["complete"] = (made.set.len() == count).into();
        if args.out.is_none() {
            report["lines"] = text.lines().collect();
        }
        write_json(&mut io::stdout(), &report)?;
    } else if args.out.is_some() {
        made.write(&mut io::stdout())?;
    } else {
        io::stdout().write_all(text.as_bytes())?;
        made.write(&mut io::stderr())?;
    }
    Ok(made.set.len() == count)
}

fn check_openings(args: &CheckArgs) -> ToolResult {
    args.overwrite.expect_beside(&args.out, [Path::new(&args.source.source)])?;
    let source = args.source.open()?;
    let (findings, sound) =
        with_threads(args.threads, |stop, meter| check(&source, &args.options, stop, meter))?;
    if let Some(path) = args.out.as_ref().filter(|_| !sound.is_empty()) {
        replace(path, write_text(&sound).as_bytes())?;
    }
    write_report(args.json, &findings, |findings, out| findings.write(out))?;
    Ok(findings.is_fine())
}

fn play(args: &PlayArgs) -> ToolResult {
    // Boards may be too small for an opening rule.
    Dialogue::new(args.options.opening_rule, args.options.size)?;
    let report = with_threads(args.threads, |stop, meter| play_openings(&args.options, stop, meter))?;
    write_report(args.json, &report, |report, out| report.write(out))?;
    let is_complete = report.first.games() == args.options.count;
    tell_interruption(!is_complete);
    Ok(is_complete)
}

fn show_opening(args: &ShowArgs) -> ToolResult {
    args.pictures.expect([], [Path::new(&args.source.source)])?;
    let source = args.source.open()?;
    let (number, opening) = match args.number {
        Some(number) => (number, source.opening(number)?),
        None => source.choose(args.seed).context("the set is empty")?,
    };
    let board = opening.board(source.size)?;
    let mut position = position_caption(&board, source.rule);
    position.insert(1, format!("opening {number}"));
    let caption = [position];
    let view = BoardView { caption: &caption, ..BoardView::new(&board) };
    let rule = source.rule.name();
    let moves = square_names(opening.squares(source.size)?, source.size);
    let report = serde_json::json!({
        "number": number, "rule": rule, "opening": opening.to_string(), "moves": moves,
    });
    write_report(args.json, &report, |_, out| {
        writeln!(out, "{rule} opening {number}: {opening}")?;
        write_board(out, &view, has_colors())
    })?;
    args.pictures.write(&board_svg(&view))?;
    Ok(true)
}

fn report_openings(args: &ReportArgs) -> ToolResult {
    let mut is_whole = true;
    let report = if let Some(path) = &args.database {
        let database = Database::open_existing(path)?;
        let variant = (args.rule.unwrap_or(Rule::Freestyle), args.size.unwrap_or_default());
        OpeningReport::of_database(&database.reader()?, variant, args.replies)?
    } else {
        let (mut games, reader) = (Vec::new(), args.encoding.reader(args.rule));
        let source = GameSource { paths: &args.games, reader: &reader, meter: &NoMeter };
        let told = source.sound_games(&mut |_, game| args.filter.takes(game), &mut |game| {
            games.push(game);
            Ok(())
        })?;
        tell(&told);
        is_whole = told.is_whole();
        OpeningReport::of_games(&games, args.replies)
    };
    write_report(args.json, &report, |report, out| report.write(out))?;
    Ok(is_whole)
}
