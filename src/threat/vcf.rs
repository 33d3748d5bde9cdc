//! Victory by continuous fours (VCF).

use super::Proof;
use super::dead_four::{FourOutcome, builds, four_outcome};
use super::defence::replies_to_fives;
use super::vcf_table::{VcfFailure, VcfTable};
use crate::geometry::{Bitboard, Color, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::stop::StopHandle;

/// The result of a VCF search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins.
    Win(Proof),
    /// There is no VCF.
    None,
    /// The budget ran out or the search was interrupted.
    Unknown,
}

/// Changes the keys of failures of selective searches by XOR; an arbitrary constant.
const SELECTIVE_KEY: u64 = 0x5bd1_e995_7f4a_7c15;

impl Verdict {
    /// The proof of a win.
    pub(crate) fn proof(self) -> Option<Proof> {
        match self {
            Self::Win(proof) => Some(proof),
            Self::None | Self::Unknown => None,
        }
    }
}

/// Nodes between two looks at the stop.
const POLL_INTERVAL: u32 = 256;

/// Depth-first VCF search: every move of the attacker makes a four or a five, so the defender has at most one
/// reply (a few under caro). A table keeps failed positions, with the budget if that ran out, also between
/// searches, until [`clear`](Self::clear).
///
/// # Examples
/// ```
/// use rustgomo::{Position, Rule, StopHandle, board::from_diagram, threat::{VcfSolver, Verdict}};
///
/// let board = from_diagram("O . . . . .\n. X X X . .\n. . O . O .\n. . . . . .\n. . . . . .")?;
/// let mut position = Position::new(&board, Rule::Freestyle);
/// let Verdict::Win(proof) = VcfSolver::new(10).solve(&mut position, 1000, &StopHandle::new()) else { panic!() };
/// assert!(proof.holds(&mut position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct VcfSolver {
    table: VcfTable,
    /// Stack of untried moves of all plies.
    moves: Vec<RankedMove>,
    nodes: u64,
}

impl VcfSolver {
    /// A solver with a table of `2 ^ table_bits` positions, 8 bytes each.
    pub fn new(table_bits: u32) -> Self {
        Self { table: VcfTable::new(table_bits), moves: Vec::new(), nodes: 0 }
    }

    /// Clears the table; required when rule or board size change.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Attacking moves tried so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a VCF of the side to move with at most `budget` attacking moves, looking at `stop` every
    /// few hundred of them.
    pub fn solve(&mut self, position: &mut Position, budget: u32, stop: &StopHandle) -> Verdict {
        self.search(position, budget, stop, false)
    }

    /// [`solve`](Self::solve) without fours that build nothing: finds nearly all wins with half of the moves,
    /// but `None` does not exclude one.
    pub fn solve_selectively(
        &mut self,
        position: &mut Position,
        budget: u32,
        stop: &StopHandle,
    ) -> Option<Proof> {
        self.search(position, budget, stop, true).proof()
    }

    fn search(
        &mut self,
        position: &mut Position,
        budget: u32,
        stop: &StopHandle,
        is_selective: bool,
    ) -> Verdict {
        self.moves.clear();
        let (table, moves) = (&mut self.table, &mut self.moves);
        let mut search =
            VcfSearch { table, moves, is_selective, budget, spent: 0, stop, is_interrupted: false };
        let verdict = search.attack(position);
        self.nodes += u64::from(search.spent);
        verdict
    }
}

struct VcfSearch<'a> {
    table: &'a mut VcfTable,
    moves: &'a mut Vec<RankedMove>,
    /// Whether fours that build nothing are left out.
    is_selective: bool,
    budget: u32,
    spent: u32,
    stop: &'a StopHandle,
    is_interrupted: bool,
}

impl VcfSearch<'_> {
    fn attack(&mut self, position: &mut Position) -> Verdict {
        let color = position.side_to_move();
        if position.has_attack(color, Attack::Five) {
            let five = position.attacks(color, Attack::Five).first();
            return five.map_or(Verdict::None, |attack| Verdict::Win(Proof { attack, replies: Vec::new() }));
        }
        let Some(moves) = attacking_moves(position, color) else { return Verdict::None };
        let left = self.budget - self.spent;
        let hash = position.hash();
        if let Some(verdict) = self.probe(hash) {
            return verdict;
        }
        let first = self.moves.len();
        self.moves.extend(moves.iter().map(|square| RankedMove::new(position, color, square)));
        self.moves[first..].sort_unstable_by(|one, other| other.cmp(one));
        let verdict = self.try_moves(position, first);
        self.moves.truncate(first);
        match verdict {
            Verdict::None => self.table.insert(self.key(hash), VcfFailure::Complete),
            Verdict::Unknown if !self.is_interrupted => {
                self.table.insert(self.key(hash), VcfFailure::Exhausted(left));
            }
            Verdict::Unknown | Verdict::Win(_) => {}
        }
        verdict
    }

    /// The table's key of a position: what a selective search misses says nothing about a complete one.
    const fn key(&self, hash: u64) -> u64 {
        if self.is_selective { hash ^ SELECTIVE_KEY } else { hash }
    }

    /// Tries the moves on the stack above `first`.
    fn try_moves(&mut self, position: &mut Position, first: usize) -> Verdict {
        let mut is_complete = true;
        while self.moves.len() > first {
            if self.is_over() {
                return Verdict::Unknown;
            }
            let Some(chosen) = self.moves.pop() else { break };
            match self.try_move(position, chosen.square) {
                Verdict::None => {}
                Verdict::Unknown => is_complete = false,
                win @ Verdict::Win(_) => return win,
            }
        }
        if is_complete { Verdict::None } else { Verdict::Unknown }
    }

    fn try_move(&mut self, position: &mut Position, attack: Square) -> Verdict {
        let color = position.side_to_move();
        if position.is_forbidden(attack, color) {
            return Verdict::None;
        }
        self.spent += 1;
        // A four that must also stop a five is tried whatever it builds.
        let is_left_out = self.is_selective
            && !position.has_attack(color.opponent(), Attack::Five)
            && !builds(position, color, attack);
        if is_left_out {
            return Verdict::None;
        }
        match four_outcome(position, attack) {
            FourOutcome::Dead => return Verdict::None,
            FourOutcome::SingleReply(reply) => {
                let hash = position.board().hash_after_two(attack, reply);
                if self.table.get(self.key(hash)) == Some(VcfFailure::Complete) {
                    return Verdict::None;
                }
            }
            FourOutcome::Unclear => {}
        }
        position.play(attack);
        let verdict = self.defend(position, attack);
        position.undo();
        verdict
    }

    /// Searches all replies to the four made by `attack`.
    fn defend(&mut self, position: &mut Position, attack: Square) -> Verdict {
        let defender = position.side_to_move();
        if position.has_attack(defender, Attack::Five) {
            return Verdict::None;
        }
        // Allocates only once a reply loses.
        let mut replies = Vec::new();
        for reply in &replies_to_fives(position) {
            let verdict = self.known_after(position, reply).unwrap_or_else(|| {
                position.play(reply);
                let verdict = self.attack(position);
                position.undo();
                verdict
            });
            match verdict {
                Verdict::Win(next) => replies.push((reply, next)),
                other => return other,
            }
        }
        Verdict::Win(Proof { attack, replies })
    }

    /// The result of [`attack`](Self::attack) after a reply, if it is known without playing it.
    fn known_after(&self, position: &Position, reply: Square) -> Option<Verdict> {
        let attacker = position.side_to_move().opponent();
        // A defender's stone creates no fours for the attacker, except by making a forbidden one legal. Under
        // caro a stone that closes an end can turn a five's square into a four's, but then that square is
        // already among these fours.
        let mut fours = position.fours(attacker);
        fours.remove(reply);
        if fours.is_empty() && !position.has_attack(attacker, Attack::MaybeForbidden) {
            return Some(Verdict::None);
        }
        self.probe(position.board().hash_after(reply))
    }

    /// The table's result for a position, if it holds for the remaining budget.
    fn probe(&self, hash: u64) -> Option<Verdict> {
        match self.table.get(self.key(hash))? {
            VcfFailure::Complete => Some(Verdict::None),
            VcfFailure::Exhausted(budget) => (budget >= self.budget - self.spent).then_some(Verdict::Unknown),
        }
    }

    fn is_over(&mut self) -> bool {
        if self.spent % POLL_INTERVAL == POLL_INTERVAL - 1 {
            self.is_interrupted |= self.stop.is_stopped();
        }
        self.is_interrupted || self.spent >= self.budget
    }
}

/// The moves that make a four and, if the opponent threatens a five, also stop it; `None` if there are none.
fn attacking_moves(position: &Position, color: Color) -> Option<Bitboard> {
    if !position.has_attack(color, Attack::OpenFour) && !position.has_attack(color, Attack::Four) {
        return None;
    }
    let fours = position.fours(color);
    if !position.has_attack(color.opponent(), Attack::Five) {
        return Some(fours);
    }
    let replies = fours & replies_to_fives(position);
    (!replies.is_empty()).then_some(replies)
}

/// A move with its sort key: the smallest is searched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RankedMove {
    is_plain_four: bool,
    /// Negated ordering value of the move for both sides.
    order: i32,
    /// Under renju: needs the exact check for forbidden moves, so last among equals.
    maybe_forbidden: bool,
    square: Square,
}

impl RankedMove {
    fn new(position: &Position, color: Color, square: Square) -> Self {
        let own = position.pattern4(square, color);
        let other = position.pattern4(square, color.opponent());
        Self {
            is_plain_four: !own.has(Attack::OpenFour),
            order: -own.order() - other.order() / 4,
            maybe_forbidden: own.has(Attack::MaybeForbidden),
            square,
        }
    }
}
