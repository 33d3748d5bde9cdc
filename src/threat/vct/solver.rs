//! The VCT solver.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::dfpn::{ProofNumberSearch, VctLimits};
use super::graph::{Graph, INFINITE, NodeId, Numbers, State};
use super::win::{Replay, ThreatTree, Win};
use crate::geometry::{Color, Square};
use crate::position::Position;
use crate::threat::VcfSolver;

/// Growth of the VCF budgets when all threats are exhausted.
const BUDGET_GROWTH: u32 = 8;

/// Searches wins in which every move of the attacker threatens at least a VCF.
///
/// # Examples
/// Black has two open twos and no four, and wins by the double three where they cross.
///
/// ```
/// use rustgomo::threat::{VcfSolver, Verdict, vct::{VctLimits, VctSolver, Win}};
/// use rustgomo::{Position, Rule, StopHandle, board::from_diagram, geometry::Square};
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
/// let mut position = Position::new(&board, Rule::Freestyle);
/// let mut fours = VcfSolver::new(10);
/// assert_eq!(fours.solve(&mut position, 10_000, &StopHandle::new()), Verdict::None);
///
/// let limits = VctLimits { work: 20_000, nodes: 10_000, stop: &StopHandle::new() };
/// let Some(Win::Threat(win)) = VctSolver::new(&mut fours).solve(&mut position, &limits) else { panic!() };
/// assert_eq!(win.attack, Square::at(4, 4));
/// assert!(win.replies.is_empty(), "no reply stops both threes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct VctSolver<'a> {
    fours: &'a mut VcfSolver,
    work: u64,
    was_cut_short: bool,
}

impl<'a> VctSolver<'a> {
    /// A solver that searches VCFs with `fours`.
    pub const fn new(fours: &'a mut VcfSolver) -> Self {
        Self { fours, work: 0, was_cut_short: false }
    }

    /// Work done so far, in the unit of [`VctLimits::work`].
    pub const fn work(&self) -> u64 {
        self.work
    }

    /// Whether a limit ended the last search before its threats were exhausted.
    pub const fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// Searches a VCT of the side to move. A returned win has been replayed; `None` means that none was found
    /// within the limits.
    pub fn solve(&mut self, position: &mut Position, limits: &VctLimits) -> Option<Win> {
        let win = self.find(position, limits)?;
        let mut replay = Replay { work: limits.work, stop: limits.stop };
        (win.holds(position, &mut replay) == Some(true)).then_some(win)
    }

    /// Searches a VCT of the side to move, which is still to be replayed.
    pub(in crate::threat) fn find(&mut self, position: &mut Position, limits: &VctLimits) -> Option<Win> {
        let (graph, root) = self.search(position, position.side_to_move(), limits)?;
        let win = WinBuilder::new(&graph).build(root)?;
        Some(Arc::unwrap_or_clone(win))
    }

    /// Searches a VCT of the side that made this move last, after it: the tree begins with the move and is
    /// still to be replayed.
    pub(in crate::threat) fn find_after(
        &mut self,
        position: &mut Position,
        attack: Square,
        limits: &VctLimits,
    ) -> Option<Win> {
        let (graph, root) = self.search(position, position.side_to_move().opponent(), limits)?;
        WinBuilder::new(&graph).build_threat(attack, root).map(Win::Threat)
    }

    /// The graph with a proved root.
    fn search(
        &mut self,
        position: &mut Position,
        attacker: Color,
        limits: &VctLimits,
    ) -> Option<(Graph, NodeId)> {
        let mut search = ProofNumberSearch {
            graph: Graph::new(),
            fours: self.fours,
            attacker,
            limits,
            spent: 0,
            is_interrupted: false,
            vcf_budget_factor: 1,
            vcf_exhausted: false,
        };
        let mut root;
        loop {
            root = search.graph.find_or_add(position.hash(), Numbers { proof: 1, disproof: 1 });
            search.mid(position, root, Numbers { proof: INFINITE, disproof: INFINITE }, 0);
            let has_answer = search.graph.get(root).numbers.disproof != 0 || !search.vcf_exhausted;
            if has_answer || search.is_over() {
                break;
            }
            // No threat is left but those that longer VCF searches may find.
            search.vcf_budget_factor = search.vcf_budget_factor.saturating_mul(BUDGET_GROWTH);
            search.vcf_exhausted = false;
            search.graph = Graph::new();
        }
        self.work += u64::from(search.spent);
        let numbers = search.graph.get(root).numbers;
        // A branch that was stopped counts as failed.
        let is_doubtful = search.vcf_exhausted || limits.stop.is_stopped();
        self.was_cut_short = !numbers.is_settled() || numbers.proof != 0 && is_doubtful;
        (numbers.proof == 0).then_some((search.graph, root))
    }
}

/// Extracts the winning tree from a graph with a proved root.
struct WinBuilder<'a> {
    graph: &'a Graph,
    /// Wins already extracted, by node: transpositions share them.
    known: BTreeMap<NodeId, Arc<Win>>,
}

impl<'a> WinBuilder<'a> {
    const fn new(graph: &'a Graph) -> Self {
        Self { graph, known: BTreeMap::new() }
    }

    /// The win of a node with the attacker to move.
    fn build(&mut self, id: NodeId) -> Option<Arc<Win>> {
        if let Some(win) = self.known.get(&id) {
            return Some(Arc::clone(win));
        }
        let win = Arc::new(match &self.graph.get(id).state {
            State::Fours(proof) => Win::Fours(proof.clone()),
            State::Open { children, .. } => {
                let won = |node| self.graph.get(node).numbers.proof == 0;
                let best = children.iter().find(|child| won(child.node))?;
                Win::Threat(self.build_threat(best.square, best.node)?)
            }
            State::New | State::Failed => return None,
        });
        self.known.insert(id, Arc::clone(&win));
        Some(win)
    }
    /// The win by an attack that leads to this node, with the defender to move.
    fn build_threat(&mut self, attack: Square, id: NodeId) -> Option<ThreatTree> {
        let State::Open { follow_up: Some(follow_up), children } = &self.graph.get(id).state else {
            return None;
        };
        let replies = children.iter().map(|reply| Some((reply.square, self.build(reply.node)?)));
        Some(ThreatTree::new(attack, follow_up.clone(), replies.collect::<Option<_>>()?))
    }
}
