//! Analyses as text.

use std::io::{self, Write};

use super::forced::explained;
use super::{Claim, EntryView, PositionAnalysis, Subject};
use crate::players::caption::{engine_caption, position_caption, score_caption};
use rustgomo::board::{square_name, square_names};
use rustgomo::eval::Score;
use rustgomo::geometry::BoardSize;
use rustgomo::report::ProofReport;
use rustgomo::search::{Progress, Variation};

/// Maximum number of moves written of a line during the search, and of undecided lines at its end.
const MOVES_SHOWN: usize = 12;
/// Marks a truncated line.
const CUT: &str = " ...";
/// What becomes of the replies that a proof does not show.
const OTHER_REPLIES: &str = "; replies not shown lose at once, or to the fours that are threatened";

/// Writes a line during the search: number, depth, score, win rate, nodes, time and up to twelve moves.
pub fn write_line(
    out: &mut dyn Write,
    number: usize,
    progress: &Progress,
    size: BoardSize,
) -> io::Result<()> {
    writeln!(out, "{}", line_text(number, progress, size, MOVES_SHOWN))
}

/// A line with its first `shown` moves.
fn line_text(number: usize, progress: &Progress, size: BoardSize, shown: usize) -> String {
    let depth = format!("{}-{}", progress.depth, progress.seldepth);
    let score = progress.score.to_string();
    let percent = progress.score.win_rate() * 100.0;
    let seconds = progress.elapsed.as_secs_f64();
    let moves = square_names(progress.line.iter().copied().take(shown), size).join(" ");
    let cut = if progress.line.len() > shown { CUT } else { "" };
    let nodes = progress.nodes;
    format!(
        "line {number}  depth {depth:<6} {score:>6} {percent:>5.1}%  {nodes:>10} nodes {seconds:>6.1}s  {moves}{cut}"
    )
}

impl PositionAnalysis {
    /// The lines of the caption: the position with its score, and the engine with depth and nodes.
    pub fn caption(&self, subject: &Subject) -> Vec<Vec<String>> {
        let board = &subject.board;
        let score = self.variations.first().map(|best| {
            let caption = score_caption(best.progress.score, board.side_to_move());
            if self.proofs(subject).unproved().is_some() { format!("{caption}, not proved") } else { caption }
        });
        let mut position = position_caption(board, subject.rule);
        position.extend(score);
        let engine = self.variations.first().map(|best| engine_caption(&best.progress, self.nodes()));
        [position].into_iter().chain(engine).collect()
    }

    /// Writes the result as text: the variations by rank, the proof, the forbidden squares.
    pub fn write(&self, out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
        let board = &subject.board;
        let size = board.size();
        write_heading(out, subject, self.end.is_some())?;
        if let Some(entry) = &self.entry {
            let text = EntryView::of_position(entry).to_string();
            writeln!(out, "in the database: {}", text.trim())?;
        }
        if let Some(end) = &self.end {
            return writeln!(out, "the game is over: {}", end.sentence);
        }
        for (variation, number) in self.variations.iter().zip(1..) {
            let Variation { progress, .. } = variation;
            let shown = if progress.score.is_decided() { usize::MAX } else { MOVES_SHOWN };
            let source = match (self.is_from_database(variation), self.is_refuted(variation)) {
                (true, _) => "  (database)",
                (false, true) => "  (proved to lose)",
                (false, false) => "",
            };
            writeln!(out, "{}{source}", line_text(number, progress, size, shown))?;
        }
        if self.variations.is_empty() {
            writeln!(out, "no legal move")?;
        }
        if !self.is_complete {
            writeln!(out, "interrupted")?;
        }
        self.write_proofs(out, subject)?;
        for line in self.defence.iter().flat_map(|defence| defence.explain(board)) {
            writeln!(out, "{line}")?;
        }
        if !self.forbidden.is_empty() {
            writeln!(
                out,
                "forbidden for black: {}",
                square_names(self.forbidden.iter().copied(), size).join(" ")
            )?;
        }
        Ok(())
    }

    /// Writes claimed results and proofs.
    fn write_proofs(&self, out: &mut dyn Write, subject: &Subject) -> io::Result<()> {
        let mover = subject.board.side_to_move();
        let proofs = self.proofs(subject);
        let score = self.variations.first().map(|best| best.progress.score);
        for (result, plies, claim) in [
            ("wins", score.and_then(Score::plies_to_win), proofs.unproved_win),
            ("loses", score.and_then(Score::plies_to_loss), proofs.unproved_loss),
        ] {
            let Some((plies, claim)) = plies.zip(claim) else { continue };
            let source = match claim {
                Claim::Database => "the result is from the database and was not searched here",
                Claim::Search => {
                    "found by search, which tried every reply near the stones; no proof by threes and fours was found"
                }
            };
            writeln!(out, "{mover} {result} within {plies} plies: {source}")?;
        }
        if let Some(ProofReport { winner, means, is_threat, proof, .. }) = &proofs.forced_win {
            let wins = if *is_threat { "threatens to win" } else { "wins" };
            let note = if *means == "fours" { "" } else { OTHER_REPLIES };
            writeln!(out, "{winner} {wins} by {means}{note}:")?;
            for line in explained(proof) {
                writeln!(out, "  {line}")?;
            }
        }
        if let Some(ProofReport { winner, proof, .. }) = &proofs.proof_of_loss {
            writeln!(out, "{winner} wins with the last move{OTHER_REPLIES}:")?;
            for line in explained(proof) {
                writeln!(out, "  {line}")?;
            }
        }
        match self.was_cut_short.filter(|_| self.forced.is_none() && self.loss.is_none()) {
            Some(true) => {
                writeln!(out, "no win by threes and fours was found in time: --prove=SECONDS gives more")?;
            }
            Some(false) => {
                writeln!(out, "no win by threes and fours was found: the prover has tried all its threats")?;
            }
            None => {}
        }
        Ok(())
    }
}

/// Writes rule, size and side to move, and the forbidden moves of the game.
fn write_heading(out: &mut dyn Write, subject: &Subject, is_over: bool) -> io::Result<()> {
    let (board, rule) = (&subject.board, subject.rule.name());
    let (size, mover) = (board.size(), board.side_to_move().name());
    let guess = format!(" (a guess: state it by --to-move or a line \"{mover} to move\" in the diagram)");
    let guess = if subject.is_side_guessed { guess } else { String::new() };
    let turn = if is_over { String::new() } else { format!(", {mover} to move{guess}") };
    let opening = subject.opening().map(|opening| format!(", opening {opening}")).unwrap_or_default();
    writeln!(out, "{rule} on {}x{}{opening}{turn}", size.width(), size.height())?;
    for (number, square) in subject.forbidden_moves() {
        let name = square_name(square, size);
        writeln!(
            out,
            "move {number}, {name}, was forbidden: under {rule} it lost the game; what follows supposes that it was allowed"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use rustgomo::board::from_diagram;
    use rustgomo::geometry::Square;
    use rustgomo::rules::Rule;

    #[test]
    fn the_nodes_are_those_of_the_whole_search() {
        let line = |nodes| {
            let line = vec![Square::at(0, 0)];
            let (score, elapsed) = (Score::ZERO, Duration::ZERO);
            let progress = Progress {
                depth: 3,
                seldepth: 4,
                score,
                nodes,
                vcf_moves: 0,
                elapsed,
                line,
                is_partial: false,
            };
            Variation { progress, nodes }
        };
        let analysis = PositionAnalysis {
            variations: vec![line(0), line(20_000), line(19_000)],
            is_complete: true,
            ..PositionAnalysis::default()
        };
        let board = from_diagram(&". . . . .\n".repeat(5)).unwrap();
        let subject = Subject { board, rule: Rule::Freestyle, is_side_guessed: false };
        let caption = analysis.caption(&subject);
        assert_eq!(caption[1].last().map(String::as_str), Some("20,000 nodes"), "{caption:?}");
    }
}
