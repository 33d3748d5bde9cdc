//! Proofs of forced wins for analysis: found by search, believed only after a replay under the rules alone.

use super::vct::{FollowUp, ThreatTree, VctSolver, Win};
use super::{Proof, VcfSolver, Verdict};
use crate::board::Board;
use crate::geometry::{BoardSize, Square};
use crate::pattern::Attack;
use crate::position::Position;
use crate::rules::{Rule, is_forbidden, move_wins};
use crate::stop::StopHandle;

pub use super::vct::VctLimits as ProofLimits;

/// Entries of the VCF table, as a power of two.
const VCF_TABLE_BITS: u32 = 18;
/// Positions that a proof search may keep on an ordinary machine, some 300 MB.
pub const MAX_POSITIONS: usize = 2_000_000;
/// Part of the work that the search for a win by fours alone may take, and the most that it takes: some two
/// seconds. A search of long threats that has time for hours is not to spend them on fours.
const VCF_SHARE: u32 = 4;
const MAX_VCF_WORK: u32 = 1_000_000;
/// Replies that a replay plays by default, some half a minute.
#[doc(hidden)]
pub const MAX_REPLIES: u64 = 5_000_000;

/// Proves wins by fours, and by threes and fours.
///
/// # Examples
/// ```
/// use rustgomo::board::from_diagram;
/// use rustgomo::threat::prove::{ProofLimits, Prover};
/// use rustgomo::{Rule, StopHandle};
///
/// let board = from_diagram(
///     ". . . . . . . . .
///      . . . . . . . . .
///      . . . . X . . . .
///      . . . . X . . . .
///      . . X X . . . . .
///      . . . . . O . . .
///      . O . . . . . . .
///      . . . . . . . O .
///      . . . O . . . . .",
/// )?;
/// let limits = ProofLimits { work: 20_000, nodes: 10_000, stop: &StopHandle::new() };
/// let win = Prover::new().prove(&board, Rule::Freestyle, &limits).unwrap();
/// assert_eq!((win.attack().x(), win.attack().y()), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prover {
    fours: VcfSolver,
    /// The rule and size of the positions in the VCF table.
    game: Option<(Rule, BoardSize)>,
    work: u64,
    was_cut_short: bool,
}

impl Default for Prover {
    fn default() -> Self {
        Self::new()
    }
}

impl Prover {
    /// A prover with an empty VCF table.
    pub fn new() -> Self {
        Self { fours: VcfSolver::new(VCF_TABLE_BITS), game: None, work: 0, was_cut_short: false }
    }

    /// Searches a win of the side to move and replays it against every legal reply under the slow rules
    /// ([`verify`]). `None` if no win was found within the limits, which says nothing about the position.
    pub fn prove(&mut self, board: &Board, rule: Rule, limits: &ProofLimits) -> Option<Win> {
        let win = self.search(board, rule, limits)?;
        self.was_cut_short = verify(board, rule, &win, &ReplayLimits::new(limits.stop)).is_err();
        (!self.was_cut_short).then_some(win)
    }

    /// Searches a win of the side to move, which is still to be replayed: the time for this may be another
    /// one.
    pub fn search(&mut self, board: &Board, rule: Rule, limits: &ProofLimits) -> Option<Win> {
        self.prepare(board, rule);
        let mut position = Position::new(board, rule);
        let before = self.fours.nodes();
        let work = (limits.work / VCF_SHARE).min(MAX_VCF_WORK);
        let verdict = self.fours.solve(&mut position, work, limits.stop);
        self.work += self.fours.nodes() - before;
        self.was_cut_short = verdict == Verdict::Unknown;
        if let Verdict::Win(proof) = verdict {
            return Some(Win::Fours(proof));
        }
        let mut solver = VctSolver::new(&mut self.fours);
        let win = solver.find(&mut position, limits);
        self.work += solver.work();
        self.was_cut_short |= solver.was_cut_short();
        win
    }

    /// Proves that the last move wins, with the other side to move: the win begins with it and is one of the
    /// position before it, replayed there as [`prove`](Self::prove) does. `None` also without a last move.
    pub fn prove_last_move(&mut self, board: &Board, rule: Rule, limits: &ProofLimits) -> Option<Win> {
        let attack = board.last_move()?;
        self.prepare(board, rule);
        let mut solver = VctSolver::new(&mut self.fours);
        let win = solver.find_after(&mut Position::new(board, rule), attack, limits);
        self.work += solver.work();
        self.was_cut_short = solver.was_cut_short();
        let win = win?;
        let mut before = board.clone();
        before.undo();
        self.was_cut_short = verify(&before, rule, &win, &ReplayLimits::new(limits.stop)).is_err();
        (!self.was_cut_short).then_some(win)
    }

    /// Clears the table if the game is another one: equal hashes are equal positions of one rule and size
    /// only.
    fn prepare(&mut self, board: &Board, rule: Rule) {
        let game = Some((rule, board.size()));
        if self.game != game {
            self.fours.clear();
            self.game = game;
        }
    }

    /// Whether a limit ended the last search, or the replay of what it found, before its threats were
    /// exhausted.
    pub const fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// Work of all searches so far, in the unit of [`ProofLimits::work`].
    pub const fn work(&self) -> u64 {
        self.work
    }
}

/// Why a win was not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unconfirmed {
    /// The moves that lead to a position in which the proof has no answer, or the attacker's move is not
    /// legal.
    Refuted(Vec<Square>),
    /// The replay was interrupted.
    Interrupted,
    /// The proof has more replies than the replay may play.
    TooLarge,
}

/// Limits of a replay. A proof whose parts are reached by many orders of moves can be far larger than the
/// search for it.
pub struct ReplayLimits<'a> {
    /// Replies to be played, a few microseconds each.
    pub replies: u64,
    /// Polled at every attack.
    pub stop: &'a StopHandle,
}

impl<'a> ReplayLimits<'a> {
    /// The limits of an ordinary replay, [`MAX_REPLIES`].
    pub const fn new(stop: &'a StopHandle) -> Self {
        Self { replies: MAX_REPLIES, stop }
    }
}

/// Plays a win against every legal reply, judged by [`rules`](crate::rules) alone: each line must end with a
/// winning row of the side to move. Shapes and threat sets only suggest where to look for winning moves.
/// Takes milliseconds for each threat of the tree.
///
/// # Errors
/// [`Unconfirmed`] with the refutation, or if a limit was reached.
pub fn verify(board: &Board, rule: Rule, win: &Win, limits: &ReplayLimits) -> Result<(), Unconfirmed> {
    let ReplayLimits { replies, stop } = *limits;
    Replay { board: board.clone(), rule, line: Vec::new(), replies, stop }.win(win)
}

/// Wins after a reply; `fives` are the squares where a five was possible before it.
type Answer<'a> = dyn Fn(&mut Replay<'_>, Square, &[Square]) -> Result<(), Unconfirmed> + 'a;

/// A position in a replay.
struct Replay<'a> {
    board: Board,
    rule: Rule,
    /// The moves so far.
    line: Vec<Square>,
    /// Replies that may still be played.
    replies: u64,
    stop: &'a StopHandle,
}

impl Replay<'_> {
    fn win(&mut self, win: &Win) -> Result<(), Unconfirmed> {
        match win {
            Win::Fours(proof) => self.fours(proof),
            Win::Threat(tree) => self.threat(tree),
        }
    }

    fn fours(&mut self, proof: &Proof) -> Result<(), Unconfirmed> {
        self.attack(proof.attack, &|replay, reply, fives| match proof.after(reply) {
            Some(next) => replay.fours(next),
            None => replay.five(fives),
        })
    }

    fn threat(&mut self, tree: &ThreatTree) -> Result<(), Unconfirmed> {
        self.attack(tree.attack, &|replay, reply, fives| match tree.after(reply) {
            Some(next) => replay.win(next),
            None => match &tree.follow_up {
                FollowUp::Five => replay.five(fives),
                FollowUp::OpenFour => replay.open_four(),
                FollowUp::Fours(proof) => replay.fours(proof),
            },
        })
    }

    /// Plays an attacking move and every legal reply; `answer` must win after each, given the squares where a
    /// five was possible before the reply.
    fn attack(&mut self, attack: Square, answer: &Answer<'_>) -> Result<(), Unconfirmed> {
        if self.stop.is_stopped() {
            return Err(Unconfirmed::Interrupted);
        }
        let attacker = self.board.side_to_move();
        if !self.board.is_empty(attack) || is_forbidden(&self.board, self.rule, attacker, attack) {
            self.line.push(attack);
            return Err(self.refuted());
        }
        if move_wins(&self.board, self.rule, attacker, attack) {
            return Ok(());
        }
        self.play(attack)?;
        let empty = *self.board.empty();
        let fives: Vec<Square> =
            empty.iter().filter(|&square| move_wins(&self.board, self.rule, attacker, square)).collect();
        if empty.is_empty() {
            return Err(self.refuted());
        }
        for reply in &empty {
            if is_forbidden(&self.board, self.rule, attacker.opponent(), reply) {
                continue;
            }
            if move_wins(&self.board, self.rule, attacker.opponent(), reply) {
                self.line.push(reply);
                return Err(self.refuted());
            }
            self.replies = self.replies.checked_sub(1).ok_or(Unconfirmed::TooLarge)?;
            self.play(reply)?;
            answer(self, reply, &fives)?;
            self.undo();
        }
        self.undo();
        Ok(())
    }

    /// Wins at once, on one of these squares if possible.
    fn five(&self, suggested: &[Square]) -> Result<(), Unconfirmed> {
        let own = self.board.side_to_move();
        let wins = |square: Square| {
            self.board.is_empty(square)
                && move_wins(&self.board, self.rule, own, square)
                && !is_forbidden(&self.board, self.rule, own, square)
        };
        let is_won = suggested.iter().copied().any(wins) || self.board.empty().iter().any(wins);
        if is_won { Ok(()) } else { Err(self.refuted()) }
    }

    /// Wins by a move that no single reply stops.
    fn open_four(&mut self) -> Result<(), Unconfirmed> {
        let position = Position::new(&self.board, self.rule);
        let refuted = self.refuted();
        for four in position.attacks(self.board.side_to_move(), Attack::OpenFour) {
            let (moves, board) = (self.line.len(), self.board.clone());
            match self.attack(four, &|replay, _, fives| replay.five(fives)) {
                Err(Unconfirmed::Refuted(_)) => {
                    self.line.truncate(moves);
                    self.board = board;
                }
                done => return done,
            }
        }
        Err(refuted)
    }

    fn play(&mut self, square: Square) -> Result<(), Unconfirmed> {
        self.line.push(square);
        self.board.play(square).map_err(|_| self.refuted())
    }

    fn undo(&mut self) {
        self.line.pop();
        self.board.undo();
    }

    fn refuted(&self) -> Unconfirmed {
        Unconfirmed::Refuted(self.line.clone())
    }
}
