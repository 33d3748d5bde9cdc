//! Captions of pictures of positions, and counts in reports.

use std::collections::BTreeMap;

use indicatif::HumanCount;

use rustgomo::board::Board;
use rustgomo::engine::{NAME, VERSION};
use rustgomo::eval::Score;
use rustgomo::geometry::Color;
use rustgomo::opening::NamedOpening;
use rustgomo::rules::{Outcome, Rule, outcome};
use rustgomo::search::Progress;

/// Rule and size, and the state of the game: `renju 15×15`, `black to move`.
pub fn position_caption(board: &Board, rule: Rule) -> Vec<String> {
    let size = board.size();
    let state = match outcome(board, rule) {
        Outcome::Unfinished => format!("{} to move", board.side_to_move()),
        Outcome::Win(color) => format!("{color} has won"),
        Outcome::Draw => "draw".to_owned(),
    };
    vec![format!("{rule} {}\u{d7}{}", size.width(), size.height()), state]
}

/// A number with its noun, of which the plural has an s: `1 game`, `2 games`.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Named openings with their counts in the order of their numbers: `openings: 2 D2 Keigetsu, 1 D10 Unyu`;
/// `None` for none.
pub fn openings_caption(counts: &BTreeMap<String, usize>) -> Option<String> {
    let count = |opening: NamedOpening| {
        let name = opening.to_string();
        counts.get(&name).map(|count| format!("{count} {name}"))
    };
    let openings: Vec<String> = NamedOpening::all().filter_map(count).collect();
    (!openings.is_empty()).then(|| format!("openings: {}", openings.join(", ")))
}

/// A score for the side to move: `win rate 54% (+35)`, `black wins in 11 plies (+M11)`.
pub fn score_caption(score: Score, mover: Color) -> String {
    let count = |plies: usize| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    if let Some(plies) = score.plies_to_win() {
        format!("{mover} wins in {} ({score})", count(plies))
    } else if let Some(plies) = score.plies_to_loss() {
        format!("{mover} loses in {} ({score})", count(plies))
    } else {
        // Unproven scores are not shown as 0 or 100 %.
        let percent = (score.win_rate() * 100.0).clamp(1.0, 99.0);
        format!("win rate {percent:.0}% ({:+})", score.centi())
    }
}

/// Engine, depth and nodes: `RustGomo 0.1.0`, `depth 9-14`, `20,000 nodes`.
pub fn engine_caption(progress: &Progress, nodes: u64) -> Vec<String> {
    let version = VERSION.split(' ').next().unwrap_or_default();
    let depth = format!("depth {}-{}", progress.depth, progress.seldepth);
    vec![format!("{NAME} {version}"), depth, format!("{} nodes", grouped(nodes))]
}

/// A number with thousands separators.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::parse_squares;
    use rustgomo::geometry::BoardSize;

    #[test]
    fn scores_are_told_for_the_side_to_move_and_only_proofs_are_certain() {
        let caption = |score: Score| score_caption(score, Color::White);
        assert_eq!(caption(Score::eval(35)), "win rate 54% (+35)");
        assert_eq!(caption(-Score::MAX_EVAL), "win rate 1% (-28976)");
        assert_eq!(caption(Score::win_in(1)), "white wins in 1 ply (+M1)");
        assert_eq!(caption(Score::loss_in(4)), "white loses in 4 plies (-M4)");
    }

    #[test]
    fn a_position_is_told_with_rule_size_and_turn() {
        let size = BoardSize::new(20, 15).unwrap();
        let board = Board::new(size);
        assert_eq!(position_caption(&board, Rule::ExactCaro), ["exact-caro 20\u{d7}15", "black to move"]);
        let moves = parse_squares("a1 b1 a2 b2 a3 b3 a4 b4 a5", size).unwrap();
        let board = Board::with_moves(size, moves).unwrap();
        assert_eq!(position_caption(&board, Rule::Freestyle)[1], "black has won");
    }

    #[test]
    fn nodes_are_grouped_by_three_digits() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
