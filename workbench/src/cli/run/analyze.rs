//! `rustgomo analyze`.

use std::error::Error;
use std::io;

use super::colors::has_colors;
use super::common::{ToolResult, searcher, write_json};
use super::interactive::analyze_on_request;
use crate::analyze::{
    AnalysisReport, AnalyzeOptions, InteractiveAnalysis, PositionAnalysis, Subject, agree_with_lines,
    analyze, move_scores, read_game, write_line,
};
use crate::cli::args::analyze::AnalyzeArgs;
use crate::cli::meter::interrupt_on_ctrl_c;
use crate::drawing::{BoardView, Heat, board_svg, write_board};
use crate::opening::Source;
use crate::threats::threat_marks;
use rustgomo::opening::embedded;
use rustgomo::rules::Rule;
use rustgomo::search::Progress;

/// Seconds unless told otherwise.
const DEFAULT_S: f64 = 5.0;

/// Instead of a file's name.
const STANDARD_INPUT: &str = "-";

/// Runs the tool.
pub(in crate::cli) fn analyze_position(args: &AnalyzeArgs) -> ToolResult {
    args.pictures.expect([])?;
    let subject = subject(args)?;
    let options = AnalyzeOptions { lines: args.lines, limit: args.limit.limit(DEFAULT_S)? };
    let networks = args.networks.networks()?;
    let mut searcher = searcher(&args.limit, networks.clone());
    if args.interactive {
        let reads_diagram = args.diagram.as_ref().is_some_and(|path| path.as_os_str() == STANDARD_INPUT);
        if reads_diagram {
            return Err("expected a file for --diagram, since --interactive reads standard input".into());
        }
        return analyze_on_request(InteractiveAnalysis::new(subject, searcher, options), args.json);
    }
    let interrupt = interrupt_on_ctrl_c();
    let (out, size) = (&mut io::stdout(), subject.board.size());
    let mut written = Ok(());
    let mut listener = |number: usize, progress: &Progress| {
        if !args.json && written.is_ok() {
            written = write_line(out, number, progress, size);
        }
    };
    let analysis = analyze(&mut searcher, &subject, &options, &interrupt, &mut listener);
    written?;
    let mut heat = Vec::new();
    if args.heat_nodes > 0 && (args.pictures.are_wanted() || args.json) {
        heat = move_scores(&subject, args.heat_nodes, networks, &interrupt);
        agree_with_lines(&mut heat, &analysis.first_moves());
    }
    report(args, &subject, &analysis, &heat)?;
    Ok(analysis.finished.is_some() || !analysis.variations.is_empty())
}

fn report(
    args: &AnalyzeArgs,
    subject: &Subject,
    analysis: &PositionAnalysis,
    heat: &[Heat],
) -> Result<(), Box<dyn Error>> {
    let line = analysis.best_line();
    let variation = &line[..line.len().min(args.shown)];
    let threats = if args.marks.threats && analysis.finished.is_none() {
        threat_marks(&subject.board, subject.rule)
    } else {
        Vec::new()
    };
    let caption = analysis.caption(subject);
    let view = BoardView {
        board: &subject.board,
        forbidden: &analysis.forbidden,
        variation,
        heat,
        threats: &threats,
        has_numbers: args.marks.numbers,
        caption: &caption,
    };
    let out = &mut io::stdout();
    if args.json {
        write_json(out, &AnalysisReport::new(subject, analysis, heat))?;
    } else {
        write_board(out, &view, has_colors())?;
        analysis.write(out, subject)?;
    }
    args.pictures.write(&board_svg(&view))
}

fn subject(args: &AnalyzeArgs) -> Result<Subject, Box<dyn Error>> {
    let rule = args.variant.rule.unwrap_or(Rule::Freestyle);
    let size = args.variant.size.unwrap_or_default();
    if let Some(path) = &args.diagram {
        if path.as_os_str() == STANDARD_INPUT {
            let text = io::read_to_string(io::stdin())?;
            return Ok(Subject::from_diagram(&text, "standard input", rule, args.to_move)?);
        }
        return Ok(Subject::from_diagram_file(path, rule, args.to_move)?);
    }
    if let Some(path) = &args.record {
        return Ok(Subject::from_game(&read_game(path, args.game, args.variant.rule)?, args.at_move)?);
    }
    let Some(number) = args.opening else {
        return Ok(Subject::from_moves(&args.moves.join(" "), size, rule)?);
    };
    let source = match &args.set {
        Some(name) => Source::open(name, args.variant.rule, args.variant.size)?,
        None => Source { rule, set: embedded::for_game(rule, size).read(size)? },
    };
    Ok(Subject::from_opening(&source, number)?)
}
