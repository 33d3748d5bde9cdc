//! `rustgomo analyze`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::common::{
    ToolResult, has_colors, load_networks, load_networks_of, on_ctrl_c, stop_on_ctrl_c, tell, write_json,
    write_json_line,
};
use super::output::PictureArgs;
use crate::options::{DatabaseOption, NetworkOptions, WantedVariantOptions};
use crate::players::analyze::{
    AnalyzeOptions, AnalyzeReport, InteractiveAnalysis, MAX_LINES, Mailbox, PositionAnalysis, SessionStyle,
    Subject, agree_with_defence, agree_with_lines, analyze_with, move_scores, read_game, run_session,
    write_line,
};
use crate::players::drawing::{BoardView, Heat, ThreatMark, board_svg, write_board};
use crate::players::games::{EncodingOption, Filter};
use crate::players::opening::Source;
use crate::search_options::SearchOptions;
use crate::values;
use rustgomo::geometry::Color;
use rustgomo::opening::embedded;
use rustgomo::report::threats;
use rustgomo::rules::{Rule, winning_rows};
use rustgomo::search::Progress;

/// Time for each position without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// File name that means standard input.
const STANDARD_INPUT: &str = "-";

// An option that requires another one and conflicts with it names all conflicts, too, since clap does not
// check requirements of conflicting options.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line")]
pub(super) struct AnalyzeArgs {
    /// Moves of the position, such as h8 i9 j10; a1 is at the bottom left. No moves mean the empty board.
    #[arg(conflicts_with_all = ["diagram", "record", "opening"])]
    moves: Vec<String>,
    /// Read the position from a diagram, - for standard input: . empty, X black, O white, # blocked.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "opening"])]
    diagram: Option<PathBuf>,
    /// Side to move in the diagram: black or white [default: as a line such as "white to move" in it says,
    /// else inferred from the numbers of stones].
    #[arg(long, value_name = "COLOR", value_parser = values::color, requires = "diagram", conflicts_with_all = ["moves", "record", "opening"])]
    to_move: Option<Color>,
    /// Read the position from a game file: .psq, .sgf, .lib, .sav, .pos, .rif, a list of moves or text.
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    record: Option<PathBuf>,
    /// Number of the game in the file.
    #[arg(long, default_value_t = 1, requires = "record", conflicts_with_all = ["moves", "diagram", "opening"])]
    game: usize,
    /// Number of moves of the game to play [default: all but the one that ended it].
    #[arg(long, requires = "record", conflicts_with_all = ["moves", "diagram", "opening"])]
    at_move: Option<usize>,
    #[command(flatten)]
    encoding: EncodingOption,
    /// Start from the opening with this number.
    #[arg(long, value_name = "NUMBER")]
    opening: Option<usize>,
    /// Set of openings: a shipped set or a file [default: the shipped set for rule and size].
    #[arg(long, requires = "opening", conflicts_with_all = ["moves", "diagram", "record"])]
    set: Option<String>,
    #[command(flatten)]
    variant: WantedVariantOptions,
    /// Number of variations (multi-PV).
    #[arg(long, short = 'l', default_value_t = 1, value_parser = values::within(1..=MAX_LINES))]
    lines: u32,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    networks: NetworkOptions,
    /// Nodes for each move of the heat map, which pictures and JSON contain but for --interactive; 0 disables it.
    #[arg(long, default_value_t = 2_000)]
    heat_nodes: u64,
    #[command(flatten)]
    database: DatabaseOption,
    /// Write an HTML page: the board with the values of the moves, lines and proofs to click through.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    pictures: PictureArgs,
    /// Search wins by threes and fours of either side for up to this time, 10 s without a value, and print
    /// the proof: the answer to every reply, replayed under the rules. Without this option only a win that
    /// the search has found is proved.
    #[arg(long, value_name = "SECONDS", require_equals = true, num_args = 0..=1, default_missing_value = "10", value_parser = values::seconds)]
    prove: Option<Duration>,
    /// List all moves that do not lose, with the opponent's win by threes and fours against each other move.
    /// Takes up to this time, 60 s without a value.
    #[arg(long, value_name = "SECONDS", require_equals = true, num_args = 0..=1, default_missing_value = "60", value_parser = values::seconds)]
    defend: Option<Duration>,
    /// Number of moves of the best variation to draw.
    #[arg(long, default_value_t = 9)]
    shown: usize,
    /// Number the moves of the game in pictures; the numbers of the best variation follow them.
    #[arg(long)]
    numbers: bool,
    /// Mark in pictures where either side makes a five, an open four or a double four.
    #[arg(long)]
    threats: bool,
    /// Read commands such as `play i9` or `undo` from standard input after the first analysis; `help` lists
    /// them.
    #[arg(long, short = 'i', conflicts_with_all = ["html", "svg", "png"])]
    interactive: bool,
    /// Report as JSON; with --interactive one line for each position.
    #[arg(long)]
    json: bool,
}

impl AnalyzeArgs {
    /// Checks that options without a meaning are not given.
    fn expect_used(&self) -> Result<()> {
        if self.encoding.encoding.is_some() && self.record.is_none() {
            bail!("expected --record with --encoding");
        }
        let is_drawn = self.pictures.are_requested() || self.html.is_some();
        if (self.numbers || self.threats) && !is_drawn {
            bail!("expected --svg, --png or --html with --numbers and --threats, which are for pictures");
        }
        Ok(())
    }
}

/// Runs the tool.
pub(super) fn analyze_position(args: &AnalyzeArgs) -> ToolResult {
    let set = args.set.as_deref().map(Path::new);
    let read = [args.record.as_deref(), args.diagram.as_deref(), set, args.database.file()];
    args.pictures.expect(&args.html, read.into_iter().flatten().chain(args.networks.files()))?;
    args.expect_used()?;
    let subject = subject(args)?;
    let options = AnalyzeOptions {
        limits: args.search.analysis_limits(args.lines, DEFAULT_TIME),
        proof_time: args.prove,
        defence_time: args.defend,
    };
    let database = args.database.open()?;
    let networks = if args.interactive {
        load_networks(&args.networks)?
    } else {
        load_networks_of(&[subject.rule], &args.networks)?
    };
    let mut searcher = args.search.searcher(networks.clone());
    if args.interactive {
        if args.diagram.as_ref().is_some_and(|path| path.as_os_str() == STANDARD_INPUT) {
            bail!("expected a file for --diagram, since --interactive reads standard input");
        }
        let interactive = InteractiveAnalysis::new(subject, searcher, options, database);
        return analyze_interactively(interactive, args);
    }
    let stop = stop_on_ctrl_c();
    let (out, size) = (&mut io::stdout(), subject.board.size());
    // A reader may end early: files are written all the same, and the report meets the error again.
    let mut is_read = true;
    let mut listener = |number: usize, progress: &Progress| {
        is_read = is_read && !args.json && write_line(out, number, progress, size).is_ok();
    };
    let (analysis, merged) =
        analyze_with(database.as_ref(), &mut searcher, &subject, &options, &stop, &mut listener)?;
    let mut heat = Vec::new();
    if args.heat_nodes > 0 && (args.pictures.are_requested() || args.html.is_some() || args.json) {
        heat = move_scores(&subject, args.heat_nodes, networks, &stop);
        agree_with_lines(&mut heat, &analysis.first_moves());
        if let Some(defence) = &analysis.defence {
            agree_with_defence(&mut heat, defence, &subject);
        }
    }
    report(args, &subject, &analysis, &heat)?;
    merged?;
    Ok(analysis.end.is_some() || !analysis.variations.is_empty())
}

fn report(args: &AnalyzeArgs, subject: &Subject, analysis: &PositionAnalysis, heat: &[Heat]) -> Result<()> {
    let line = analysis.best_line();
    let variation = &line[..line.len().min(args.shown)];
    let threats = if args.threats && analysis.end.is_none() {
        threats(&subject.board, subject.rule).iter().filter_map(ThreatMark::of).collect()
    } else {
        Vec::new()
    };
    let caption = analysis.caption(subject);
    let row: Vec<_> = match &analysis.end {
        Some(_) => {
            winning_rows(&subject.board, subject.rule).into_iter().flat_map(|row| row.squares).collect()
        }
        None => Vec::new(),
    };
    let view = BoardView {
        board: &subject.board,
        forbidden: &analysis.forbidden,
        variation,
        heat,
        row: &row,
        threats: &threats,
        has_numbers: args.numbers,
        caption: &caption,
    };
    let out = &mut io::stdout();
    let data = || AnalyzeReport::new(subject, analysis, heat);
    // A file that cannot be written does not take the report away, and neither does a reader that ends early
    // the files.
    let files = args.pictures.write_beside(args.html.as_deref(), || data().page(), &board_svg(&view));
    let told = if args.json {
        write_json(out, &data())
    } else {
        write_board(out, &view, has_colors()).and_then(|()| analysis.write(out, subject))
    };
    files?;
    Ok(told?)
}

fn subject(args: &AnalyzeArgs) -> Result<Subject> {
    let rule = args.variant.rule.unwrap_or(Rule::Freestyle);
    let size = args.variant.size.unwrap_or_default();
    let of_file = |subject: Subject| match args.variant.size {
        Some(found) if found != subject.board.size() => {
            bail!("expected the size of the file, {}, found {found}: leave --size out", subject.board.size())
        }
        _ => Ok(subject),
    };
    if let Some(path) = &args.diagram {
        if path.as_os_str() == STANDARD_INPUT {
            let text = io::read_to_string(io::stdin())?;
            return of_file(Subject::from_diagram(&text, "standard input", rule, args.to_move)?);
        }
        return of_file(Subject::from_diagram_file(path, rule, args.to_move)?);
    }
    if let Some(path) = &args.record {
        let (game, told) = read_game(path, args.game, args.variant.rule, args.encoding, &Filter::default())?;
        tell(&told);
        return of_file(Subject::from_game(&game, args.at_move)?);
    }
    let Some(number) = args.opening else {
        return Subject::from_moves(&args.moves.join(" "), size, rule);
    };
    let source = if let Some(name) = &args.set {
        Source::open(name, args.variant.rule, args.variant.size)?
    } else {
        let set = embedded::made_for(rule, size).with_context(|| {
            format!("expected --set with a file of openings, since none are shipped for {rule} on {size}")
        })?;
        Source::open(set.name(), Some(rule), Some(size))?
    };
    Subject::from_opening(&source, number)
}

/// Analyses positions as commands from standard input ask for them, until its end or Ctrl-C.
fn analyze_interactively(mut interactive: InteractiveAnalysis, args: &AnalyzeArgs) -> ToolResult {
    let AnalyzeArgs { json, shown, .. } = *args;
    let fill = |mailbox: Mailbox| {
        mailbox.read(io::BufReader::new(io::stdin()));
        on_ctrl_c(move || mailbox.break_off());
    };
    let mut show = |out: &mut dyn Write, subject: &Subject, analysis: &PositionAnalysis| {
        if json {
            return write_json_line(out, &AnalyzeReport::new(subject, analysis, &[]));
        }
        let line = analysis.best_line();
        let variation = &line[..line.len().min(shown)];
        let view = BoardView { forbidden: &analysis.forbidden, variation, ..BoardView::new(&subject.board) };
        write_board(out, &view, has_colors())?;
        analysis.write(out, subject)
    };
    // Messages are no JSON.
    let mut tell = |out: &mut dyn Write, text: &str| {
        if json { writeln!(io::stderr(), "{text}") } else { writeln!(out, "{text}") }
    };
    let has_prompt = !json && io::stdin().is_terminal() && io::stdout().is_terminal();
    let style = SessionStyle { tells_lines: !json, has_prompt };
    run_session(&mut interactive, fill, &mut io::stdout(), style, (&mut show, &mut tell))?;
    Ok(true)
}
