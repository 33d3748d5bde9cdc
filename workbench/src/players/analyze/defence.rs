//! All moves that do not lose to a win by threes and fours.

use std::time::Duration;

use serde::Serialize;

use rustgomo::StopHandle;
use rustgomo::board::{Board, square_name, square_names};
use rustgomo::geometry::Square;
use rustgomo::position::Position;
use rustgomo::report::{ProofReport, Turn};
use rustgomo::rules::{Rule, is_forbidden, move_wins};
use rustgomo::threat::prove::{MAX_POSITIONS, ProofLimits, Prover, ReplayLimits, verify};
use rustgomo::threat::vct::{Replay, Win};

/// Attacking moves of the search for a proof against one move.
const WORK: u32 = 200_000;
/// Work of trying a proof against another move.
const REPLAY_WORK: u32 = 20_000;

/// Losing moves that a line of text names.
const NAMED: usize = 12;

/// A move and the opponent's proof against it, if one was found.
#[derive(Clone, Debug)]
pub struct DefendedMove {
    /// The move.
    pub square: Square,
    /// The opponent's win after it.
    pub refutation: Option<Win>,
    /// How far a win was searched.
    pub search: Searched,
}

impl DefendedMove {
    /// Upper bound of the plies to the five behind a move that loses.
    pub fn plies(&self, board: &Board, rule: Rule) -> Option<usize> {
        let win = self.refutation.as_ref()?;
        let is_five = move_wins(board, rule, board.side_to_move().opponent(), win.attack());
        Some(if is_five { 1 } else { win.plies() })
    }
}

/// How far the opponent's win after a move was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Until it was found or its threats were exhausted.
    Fully,
    /// Up to the work for one move.
    UpToLimit,
    /// Not at all, or until the time was over.
    Untested,
}

/// Every legal move of a position.
#[derive(Clone, Debug)]
pub struct Defence {
    /// The moves by square.
    pub moves: Vec<DefendedMove>,
}

/// A losing move with the proof, for JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LosingMove {
    square: String,
    /// The opponent's win behind it.
    #[serde(flatten)]
    win: ProofReport,
}

/// The result for JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DefenceReport {
    /// Whether no limit of time or work ended the search of a move.
    complete: bool,
    /// Moves that were searched and are not proved to lose.
    holds: Vec<String>,
    /// Those of them against which a win was not searched to the end.
    unsettled: Vec<String>,
    /// Moves for which there was no time.
    untested: Vec<String>,
    loses: Vec<LosingMove>,
}

/// Searches a proof against each legal move, for up to this time in all. A proof against one move is tried
/// against the next ones, and replayed under the rules wherever it is believed.
pub fn find_defence(board: &Board, rule: Rule, time: Duration, stop: &StopHandle) -> Defence {
    let stop = &stop.within(time);
    let own = board.side_to_move();
    let mut search = Refuter { rule, prover: Prover::new(), known: Vec::new(), stop };
    let legal = board.empty().iter().filter(|&square| !is_forbidden(board, rule, own, square));
    let moves = legal.map(|square| {
        let mut after = board.clone();
        if move_wins(board, rule, own, square) || after.play(square).is_err() {
            return DefendedMove { square, refutation: None, search: Searched::Fully };
        }
        let (refutation, search) = search.refute(&after);
        DefendedMove { square, refutation, search }
    });
    Defence { moves: moves.collect() }
}

struct Refuter<'a> {
    rule: Rule,
    prover: Prover,
    /// Proofs against earlier moves, the last one that was of use first.
    known: Vec<Win>,
    stop: &'a StopHandle,
}

impl Refuter<'_> {
    /// A win of the side to move, and how far it was searched.
    fn refute(&mut self, board: &Board) -> (Option<Win>, Searched) {
        if board.empty().is_empty() {
            return (None, Searched::Fully);
        }
        if self.stop.is_stopped() {
            return (None, Searched::Untested);
        }
        match self.find(board) {
            Some(win) => (Some(win), Searched::Fully),
            None if !self.prover.was_cut_short() => (None, Searched::Fully),
            None if self.stop.is_stopped() => (None, Searched::Untested),
            None => (None, Searched::UpToLimit),
        }
    }

    fn find(&mut self, board: &Board) -> Option<Win> {
        let mut position = Position::new(board, self.rule);
        let held = self.known.iter().position(|win| {
            let mut replay = Replay { work: REPLAY_WORK, stop: self.stop };
            win.holds(&mut position, &mut replay) == Some(true)
        });
        if let Some(index) = held {
            let win = self.known.remove(index);
            self.known.insert(0, win.clone());
            if verify(board, self.rule, &win, &ReplayLimits::new(self.stop)).is_ok() {
                return Some(win);
            }
        }
        let limits = ProofLimits { work: WORK, nodes: MAX_POSITIONS, stop: self.stop };
        let win = self.prover.prove(board, self.rule, &limits)?;
        self.known.insert(0, win.clone());
        Some(win)
    }
}

impl Defence {
    /// The moves that were searched and are not proved to lose.
    pub fn holding(&self) -> Vec<Square> {
        let holds = |each: &&DefendedMove| each.refutation.is_none() && each.search != Searched::Untested;
        self.moves.iter().filter(holds).map(|each| each.square).collect()
    }

    /// The moves for which there was no time.
    pub fn untested(&self) -> Vec<Square> {
        let untested = self.moves.iter().filter(|each| each.search == Searched::Untested);
        untested.map(|each| each.square).collect()
    }

    /// Whether no limit of time or work ended the search of a move.
    pub fn is_complete(&self) -> bool {
        self.moves.iter().all(|each| each.search == Searched::Fully)
    }

    /// Whether every legal move is proved to lose.
    pub fn is_lost(&self) -> bool {
        !self.moves.is_empty() && self.moves.iter().all(|each| each.refutation.is_some())
    }

    /// Whether a move is proved to lose.
    pub fn refutes(&self, square: Square) -> bool {
        self.moves.iter().any(|each| each.square == square && each.refutation.is_some())
    }

    /// The moves against which no win was found, but not searched to the end either.
    pub fn unsettled(&self) -> Vec<Square> {
        let unsettled = self.moves.iter().filter(|each| each.search == Searched::UpToLimit);
        unsettled.map(|each| each.square).collect()
    }

    pub(super) fn report(&self, board: &Board, rule: Rule) -> DefenceReport {
        let size = board.size();
        let losing = |each: &DefendedMove| {
            let win = each.refutation.as_ref()?;
            let mut after = board.clone();
            after.play(each.square).ok()?;
            let square = square_name(each.square, size);
            Some(LosingMove { square, win: ProofReport::new(win, &after, rule, Turn::Winner) })
        };
        DefenceReport {
            complete: self.is_complete(),
            holds: square_names(self.holding(), size),
            unsettled: square_names(self.unsettled(), size),
            untested: square_names(self.untested(), size),
            loses: self.moves.iter().filter_map(losing).collect(),
        }
    }

    /// The result as lines: the moves that hold, then the losing ones by the first move of the win against
    /// them.
    pub fn explain(&self, board: &Board) -> Vec<String> {
        let size = board.size();
        let mover = board.side_to_move();
        let [holding, late] = [self.holding(), self.untested()].map(|squares| square_names(squares, size));
        let mut lines = Vec::new();
        let tested = self.moves.len() - late.len();
        if holding.len() == self.moves.len() {
            lines.push(format!("no move of {} was proved to lose", mover.name()));
        } else if holding.is_empty() && late.is_empty() {
            lines.push(format!("every move of {} loses:", mover.name()));
        } else if tested > 0 {
            let are = if holding.len() == 1 { "is" } else { "are" };
            lines.push(format!(
                "of {tested} moves of {mover} {} {are} not proved to lose: {}",
                holding.len(),
                holding.join(" ")
            ));
        }
        let unsettled = square_names(self.unsettled(), size);
        if !unsettled.is_empty() {
            lines
                .push(format!("of these, no win was found within the limit against {}", unsettled.join(" ")));
        }
        if !late.is_empty() {
            lines.push(format!("there was no time for {}: --defend=SECONDS gives more", late.join(" ")));
        }
        let mut groups: Vec<(Square, Vec<&DefendedMove>)> = Vec::new();
        for each in &self.moves {
            let Some(win) = &each.refutation else { continue };
            match groups.iter_mut().find(|(attack, _)| *attack == win.attack()) {
                Some((_, group)) => group.push(each),
                None => groups.push((win.attack(), vec![each])),
            }
        }
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
        for (attack, group) in groups {
            let squares = square_names(group.iter().map(|each| each.square).take(NAMED), size);
            let more = group.len() - squares.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let longest =
                group.iter().filter_map(|each| each.refutation.as_ref()).max_by_key(|win| win.plies());
            let line = square_names(longest.map(Win::line).unwrap_or_default(), size);
            lines.push(format!(
                "  {} wins against {}{more}: {}",
                square_name(attack, size),
                squares.join(" "),
                line.join(" ")
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::from_diagram;

    #[test]
    fn only_moves_that_stop_an_open_three_hold() {
        let board = from_diagram(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . X X X . . .
             . . . . . . . . .
             . O . . . . . . .
             . . . . . . . O .
             . . . . . . . . .
             white to move",
        )
        .unwrap();
        let none = StopHandle::new();
        let defence = find_defence(&board, Rule::Freestyle, Duration::from_secs(600), &none);
        assert_eq!((defence.untested(), defence.moves.len()), (Vec::new(), 81 - 5));
        let holding = square_names(defence.holding(), board.size());
        assert_eq!(holding, ["c5", "g5"]);
        for each in defence.moves {
            let Some(win) = each.refutation else { continue };
            let mut after = board.clone();
            after.play(each.square).unwrap();
            assert!(verify(&after, Rule::Freestyle, &win, &ReplayLimits::new(&StopHandle::new())).is_ok());
        }
    }

    #[test]
    fn a_winning_move_holds_and_time_is_told() {
        let mut board = from_diagram(
            ". . . . . . . . .
             . O O O O . . . .
             . . . . . . . . .
             . . X X X X . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
        )
        .unwrap();
        let none = StopHandle::new();
        let defence = find_defence(&board, Rule::Freestyle, Duration::from_secs(600), &none);
        let mut holding = square_names(defence.holding(), board.size());
        holding.sort();
        assert_eq!(holding, ["b6", "g6"], "{:?}", defence.explain(&board));
        board.pass();
        let hasty = find_defence(&board, Rule::Freestyle, Duration::ZERO, &none);
        // Fives need no search.
        assert_eq!((hasty.holding().len(), hasty.untested().len()), (2, 81 - 8 - 2));
        assert!(!hasty.is_complete());
        let told = hasty.explain(&board);
        assert!(told[1].starts_with("there was no time for "), "{told:?}");
    }
}
