//! `rustgomo opening`.

use std::error::Error;
use std::io::{self, Write};

use super::colors::has_colors;
use super::common::{ToolResult, on_threads, write_json};
use crate::caption::position_caption;
use crate::cli::args::opening::{CheckArgs, GenerateArgs, OpeningArgs, ShowArgs, SourceArgs, Swap2Args};
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::cli::output::write_file;
use crate::drawing::{BoardView, board_svg, write_board};
use crate::opening::{
    CheckOptions, GenerateOptions, JudgeOptions, PlaceOptions, Source, Swap2Options, check, generate,
    play_swap2,
};
use rustgomo::board::square_name;
use rustgomo::opening::write_text;

/// Runs the tool.
pub(in crate::cli) fn opening(args: &OpeningArgs) -> ToolResult {
    match args {
        OpeningArgs::Generate(args) => generate_openings(args),
        OpeningArgs::Check(args) => check_openings(args),
        OpeningArgs::Swap2(args) => play_openings(args),
        OpeningArgs::Show(args) => show_opening(args),
    }
}

fn generate_openings(args: &GenerateArgs) -> ToolResult {
    if args.min_stones > args.max_stones {
        let (min, max) = (args.min_stones, args.max_stones);
        return Err(format!("expected --min-stones of at most --max-stones, found {min} and {max}").into());
    }
    args.overwrite.expect(&args.out)?;
    let count = args.count.get();
    let (rule, size) = (args.variant.rule, args.variant.board.size);
    let options = GenerateOptions {
        count,
        seed: args.seed,
        place: PlaceOptions {
            rule,
            size,
            min_stones: usize::from(args.min_stones),
            max_stones: usize::from(args.max_stones),
        },
        judge: JudgeOptions { rule, nodes: args.nodes.get(), max_score: args.max_score },
    };
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let made = on_threads(args.threads.count(), || generate(&options, &interrupt, &meter))?;
    meter.finish();
    let text = write_text(&made.set);
    if let Some(path) = &args.out {
        write_file(path, text.as_bytes())?;
    }
    if args.json {
        let mut report = serde_json::to_value(made.summary())?;
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

fn open(args: &SourceArgs) -> Result<Source, Box<dyn Error>> {
    Ok(Source::open(&args.source, args.variant.rule, args.variant.size)?)
}

fn check_openings(args: &CheckArgs) -> ToolResult {
    args.overwrite.expect(&args.out)?;
    let source = open(&args.source)?;
    let options = CheckOptions { nodes: args.nodes, max_score: args.max_score };
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let findings = on_threads(args.threads.count(), || check(&source, &options, &interrupt, &meter))?;
    meter.finish();
    if let Some(path) = &args.out {
        write_file(path, write_text(&findings.sound(&source.set)?).as_bytes())?;
    }
    if args.json {
        write_json(&mut io::stdout(), &findings)?;
    } else {
        findings.write(&mut io::stdout())?;
    }
    Ok(findings.is_fine())
}

fn play_openings(args: &Swap2Args) -> ToolResult {
    let options = Swap2Options {
        rule: args.rule,
        size: args.board.size,
        games: args.count,
        seed: args.seed,
        decision_nodes: args.decision_nodes,
        move_nodes: args.nodes,
    };
    let interrupt = interrupt_on_ctrl_c();
    let meter = ProgressMeter::new();
    let report = on_threads(args.threads.count(), || play_swap2(&options, &interrupt, &meter))?;
    meter.finish();
    if args.json {
        write_json(&mut io::stdout(), &report)?;
    } else {
        report.write(&mut io::stdout())?;
    }
    Ok(report.proposer.games() == args.count)
}

fn show_opening(args: &ShowArgs) -> ToolResult {
    args.pictures.expect([])?;
    let source = open(&args.source)?;
    let (number, opening) = match args.number {
        Some(number) => (number, source.opening(number)?),
        None => source.choose(args.seed).ok_or("the set is empty")?,
    };
    let board = opening.board(source.set.size())?;
    let mut position = position_caption(&board, source.rule);
    position.insert(1, format!("opening {number}"));
    let caption = [position];
    let view = BoardView { caption: &caption, ..BoardView::new(&board) };
    let out = &mut io::stdout();
    if args.json {
        let squares = opening.squares(source.set.size())?;
        let moves: Vec<String> = squares.iter().map(|&s| square_name(s, source.set.size())).collect();
        let value = serde_json::json!({
            "number": number, "rule": source.rule.name(), "opening": opening.to_string(), "moves": moves,
        });
        write_json(out, &value)?;
    } else {
        writeln!(out, "{} opening {number}: {opening}", source.rule.name())?;
        write_board(out, &view, has_colors())?;
    }
    args.pictures.write(&board_svg(&view))?;
    Ok(true)
}
