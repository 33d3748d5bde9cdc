//! Victory by continuous fours.

use super::Proof;
use super::answers::replies_to_fives;
use super::memory::{Failure, Memory};
use crate::geometry::{Bitboard, Color, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::Rule;

/// What a search for a win by fours has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins.
    Win(Proof),
    /// Fours alone do not win.
    None,
    /// The budget ran out, or the search was interrupted.
    Unknown,
}

/// Nodes between two questions whether to go on.
const POLL_INTERVAL: u32 = 256;

/// Searches wins in which every move of the attacker makes a four (or a five), so that the defender has one reply at
/// most, or very few under caro. Depth-first; positions without such a win are remembered, and those where the
/// budget was too small, also from one search to the next, until [`clear`](Self::clear).
///
/// # Examples
/// ```
/// use rustgomo::{Position, Rule, board::from_diagram, threat::{VcfSolver, Verdict}};
///
/// let board = from_diagram("O . . . . .\n. X X X . .\n. . O . O .\n. . . . . .\n. . . . . .")?;
/// let mut position = Position::new(&board, Rule::Freestyle);
/// let Verdict::Win(proof) = VcfSolver::new(10).solve(&mut position, 1000, &|| false) else { panic!() };
/// assert!(proof.holds(&mut position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct VcfSolver {
    memory: Memory,
    nodes: u64,
}

impl VcfSolver {
    /// A solver that remembers up to `2 ^ memory_bits` positions, 8 bytes each.
    pub fn new(memory_bits: u32) -> Self {
        Self { memory: Memory::new(memory_bits), nodes: 0 }
    }

    /// Forgets everything: needed when the rule or the board's size changes.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Attacking moves tried so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a win for the side to move with at most `budget` attacking moves. Every few hundred of them
    /// `interrupted` is asked whether to give up.
    pub fn solve(&mut self, position: &mut Position, budget: u32, interrupted: &dyn Fn() -> bool) -> Verdict {
        let memory = &mut self.memory;
        let mut search = Search { memory, budget, spent: 0, interrupted, is_interrupted: false };
        let verdict = search.attack(position);
        self.nodes += u64::from(search.spent);
        verdict
    }
}

struct Search<'a> {
    memory: &'a mut Memory,
    budget: u32,
    spent: u32,
    interrupted: &'a dyn Fn() -> bool,
    is_interrupted: bool,
}

impl Search<'_> {
    fn attack(&mut self, position: &mut Position) -> Verdict {
        let color = position.side_to_move();
        if let Some(five) = position.attacks(color, Attack::Five).first() {
            return Verdict::Win(Proof { attack: five, replies: Vec::new() });
        }
        let moves = attacking_moves(position, color);
        if moves.is_empty() {
            return Verdict::None;
        }
        let left = self.budget - self.spent;
        match self.memory.get(position.hash()) {
            Some(Failure::Complete) => return Verdict::None,
            Some(Failure::Exhausted(budget)) if budget >= left => return Verdict::Unknown,
            Some(Failure::Exhausted(_)) | None => {}
        }
        let mut is_complete = true;
        for square in ordered(position, color, &moves) {
            if self.is_over() {
                is_complete = false;
                break;
            }
            match self.try_move(position, square) {
                Verdict::None => {}
                Verdict::Unknown => is_complete = false,
                win @ Verdict::Win(_) => return win,
            }
        }
        if is_complete {
            self.memory.insert(position.hash(), Failure::Complete);
            return Verdict::None;
        }
        if !self.is_interrupted {
            self.memory.insert(position.hash(), Failure::Exhausted(left));
        }
        Verdict::Unknown
    }

    fn try_move(&mut self, position: &mut Position, attack: Square) -> Verdict {
        let color = position.side_to_move();
        if position.is_forbidden(attack, color) {
            return Verdict::None;
        }
        self.spent += 1;
        position.play(attack);
        let verdict = self.defend(position, attack);
        position.undo();
        verdict
    }

    /// Whether all replies to the four that `attack` made lose.
    fn defend(&mut self, position: &mut Position, attack: Square) -> Verdict {
        let defender = position.side_to_move();
        if !position.attacks(defender, Attack::Five).is_empty() {
            return Verdict::None;
        }
        let mut replies = Vec::new();
        for reply in &replies_to_fives(position) {
            position.play(reply);
            let verdict = self.attack(position);
            position.undo();
            match verdict {
                Verdict::Win(next) => replies.push((reply, next)),
                other => return other,
            }
        }
        Verdict::Win(Proof { attack, replies })
    }

    fn is_over(&mut self) -> bool {
        if self.spent % POLL_INTERVAL == POLL_INTERVAL - 1 {
            self.is_interrupted |= (self.interrupted)();
        }
        self.is_interrupted || self.spent >= self.budget
    }
}

/// The moves that make a four; if the opponent threatens a five, only those that also parry it.
fn attacking_moves(position: &Position, color: Color) -> Bitboard {
    let fours = *position.attacks(color, Attack::OpenFour) | *position.attacks(color, Attack::Four);
    if fours.is_empty() || position.attacks(color.opponent(), Attack::Five).is_empty() {
        fours
    } else {
        fours & replies_to_fives(position)
    }
}

/// The moves, the most promising first.
fn ordered(position: &Position, color: Color, moves: &Bitboard) -> Vec<Square> {
    let mut list: Vec<Square> = moves.iter().collect();
    list.sort_by_key(|&square| {
        let own = position.combination(square, color);
        let other = position.combination(square, color.opponent());
        // Under renju, a suspect move of black costs the exact judgement: last among equals.
        let suspect = position.rule() == Rule::Renju && own.has(Attack::Suspect);
        (!own.has(Attack::OpenFour), -own.order() - other.order() / 4, suspect)
    });
    list
}
