//! `rustgomo analyze --interactive`.

use std::error::Error;
use std::io::{self, IsTerminal, Write};

use super::colors::has_colors;
use super::common::{ToolResult, write_json_line};
use crate::analyze::{
    AnalysisReport, InteractiveAnalysis, Mailbox, PositionAnalysis, SessionStyle, Subject, run_session,
};
use crate::cli::meter::on_ctrl_c;
use crate::drawing::{BoardView, write_board};

/// Moves of the best variation that are numbered on the board.
const NUMBERED: usize = 9;

/// Analyses positions as standard input asks, until its end or Ctrl-C; results go to standard output, for machines one a
/// line.
pub(super) fn analyze_on_request(mut interactive: InteractiveAnalysis, json: bool) -> ToolResult {
    let fill = |mailbox: Mailbox| {
        mailbox.read(io::BufReader::new(io::stdin()));
        on_ctrl_c(move || mailbox.break_off());
    };
    let mut show = |out: &mut dyn Write, subject: &Subject, analysis: &PositionAnalysis| {
        if json { write_machine(out, subject, analysis) } else { write_people(out, subject, analysis) }
    };
    let has_prompt = !json && io::stdin().is_terminal() && io::stdout().is_terminal();
    let style = SessionStyle { tells_lines: !json, has_prompt };
    run_session(&mut interactive, fill, &mut io::stdout(), style, &mut show)
        .map_err(Box::<dyn Error>::from)?;
    Ok(true)
}

fn write_machine(out: &mut dyn Write, subject: &Subject, analysis: &PositionAnalysis) -> io::Result<()> {
    write_json_line(out, &AnalysisReport::new(subject, analysis, &[]))
}

fn write_people(out: &mut dyn Write, subject: &Subject, analysis: &PositionAnalysis) -> io::Result<()> {
    let line = analysis.best_line();
    let variation = &line[..line.len().min(NUMBERED)];
    let (board, forbidden) = (&subject.board, &analysis.forbidden);
    let view = BoardView { forbidden, variation, ..BoardView::new(board) };
    write_board(out, &view, has_colors())?;
    analysis.write(out, subject)
}
