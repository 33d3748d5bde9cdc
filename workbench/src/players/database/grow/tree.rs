//! The tree of known positions below the root.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

use super::node::{Node, Others};
use crate::players::analyze::{Subject, is_better};
use rustgomo::database::{DatabaseError, Entry, Key, Lookup, Reader, child_keys, parent_keys};
use rustgomo::eval::Score;

/// Percentage points in a win rate.
const POINTS: f64 = 100.0;

/// The known positions below the root; those that several moves lead to stand once.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    index: HashMap<Key, usize>,
    /// Percentage points of win rate behind the best move that count as a ply.
    gap: f64,
}

/// The root of a tree.
pub(super) const ROOT: usize = 0;

impl Tree {
    /// A tree of the root alone.
    pub(super) fn new(root: Key, entry: &Entry, gap: f64) -> Self {
        let index = HashMap::from([(root.clone(), ROOT)]);
        Self { nodes: vec![Node::new(root, entry)], index, gap }
    }

    /// The positions of a database that moves from entry to entry lead to.
    pub(super) fn load(reader: &Reader, subject: &Subject, gap: f64) -> Result<Self, DatabaseError> {
        let root = Key::of(&subject.board, subject.rule);
        let entry = reader.find(&root)?.unwrap_or_default();
        let stones = root.occupied();
        let mut tree = Self::new(root, &entry, gap);
        // Keys come in the order of the number of stones; a level is linked with the one before.
        let mut level: Vec<(Key, Entry)> = Vec::new();
        reader.for_each(&Key::prefix(subject.rule, subject.board.size()), |key, entry| {
            if key.occupied() <= stones {
                return Ok(());
            }
            if level.first().is_some_and(|(first, _)| first.occupied() < key.occupied()) {
                tree.link(&std::mem::take(&mut level));
            }
            level.push((key, entry));
            Ok(())
        })?;
        tree.link(&level);
        Ok(tree)
    }

    /// Adds the positions of a level that moves from the tree lead to.
    fn link(&mut self, level: &[(Key, Entry)]) {
        let parents = |(key, _): &(Key, Entry)| -> Vec<usize> {
            let Some((board, rule)) = key.position() else { return Vec::new() };
            let mut places: Vec<usize> =
                parent_keys(&board, rule).iter().filter_map(|key| self.find(key)).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let found: Vec<Vec<usize>> = level.par_iter().map(parents).collect();
        for ((key, entry), parents) in level.iter().zip(found) {
            for parent in parents {
                self.add(parent, key, entry);
            }
        }
    }

    /// The number of a position.
    pub(super) fn find(&self, key: &Key) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// Adds a position below another one, if it is new there; returns its number.
    pub(super) fn add(&mut self, parent: usize, key: &Key, entry: &Entry) -> usize {
        let child = self.find(key).unwrap_or_else(|| {
            let next = self.nodes.len();
            self.index.insert(key.clone(), next);
            self.nodes.push(Node::new(key.clone(), entry));
            next
        });
        self.connect(parent, child);
        child
    }

    /// Records that a move leads from one position to the other.
    fn connect(&mut self, parent: usize, child: usize) {
        if !self.nodes[parent].children.contains(&child) {
            self.nodes[parent].children.push(child);
            self.nodes[child].parents.push(parent);
        }
    }

    /// Connects a new position with all known ones that a move leads from or to.
    pub(super) fn connect_all(&mut self, place: usize) {
        let Some((board, rule)) = self.nodes[place].key.position() else { return };
        let known = |key: &Key| self.find(key);
        let parents: Vec<usize> = parent_keys(&board, rule).iter().filter_map(known).collect();
        let children: Vec<usize> =
            child_keys(&board, rule).iter().filter_map(|(_, key)| known(key)).collect();
        for parent in parents {
            self.connect(parent, place);
        }
        for child in children {
            self.connect(place, child);
        }
    }

    /// Takes over the value of a search, unless the position has a better one or one that follows from its
    /// moves. Returns whether it changed.
    pub(super) fn learn(&mut self, place: usize, (score, depth): (Score, u32)) -> bool {
        let node = &mut self.nodes[place];
        let is_better = match node.value {
            None => true,
            Some(_) if node.has_best && !score.is_decided() => false,
            Some(old) => is_better((score, depth), old),
        };
        if is_better {
            node.set(score, depth);
        }
        is_better
    }

    /// The best score of a child for the side to move, and the depth of that score.
    fn best(&self, place: usize) -> Option<(Score, u32)> {
        let values = self.nodes[place].children.iter().filter_map(|&child| self.nodes[child].value);
        values.map(|(value, depth)| (value.before_move(), depth + 1)).max()
    }

    /// The value of a position by its children; `None` if its own one stays.
    fn backed_up(&self, place: usize) -> Option<(Score, u32)> {
        let node = &self.nodes[place];
        let (score, depth) = self.best(place)?;
        if node.is_result {
            return None;
        }
        // The known moves lose: the position does if they are all, and each has a value.
        if score.plies_to_loss().is_some() {
            let is_known = |&child: &usize| self.nodes[child].value.is_some();
            let are_all = node.others == Others::None && node.children.iter().all(is_known);
            return are_all.then_some((score, depth));
        }
        let Some((own, own_depth)) = node.value else { return Some((score, depth)) };
        if score.is_decided() {
            return Some((score, depth));
        }
        let is_deep_enough = depth >= own_depth || !node.is_kept;
        let may_change = is_deep_enough && (score >= own || node.has_best);
        (may_change && (score, depth) != (own, own_depth)).then_some((score, depth))
    }

    /// Compares a position that was read with its moves: a value that does not follow from them is one of
    /// another search.
    fn compare(&mut self, place: usize) {
        let best = self.best(place).map(|(score, _)| score);
        let own = self.nodes[place].value.map(|(value, _)| value);
        let node = &mut self.nodes[place];
        node.has_best = best.is_some() && best == own;
        node.is_kept = own.is_some() && best.is_some() && !node.has_best;
    }

    /// The cost of the cheapest position to search below a position, and the child on the way: `None` is the
    /// position itself.
    fn cheapest(&self, place: usize) -> (f64, Option<usize>) {
        let node = &self.nodes[place];
        if node.is_result {
            return (f64::INFINITY, None);
        }
        let is_open = node.others == Others::Open;
        let own = |cost| if is_open { cost } else { f64::INFINITY };
        if node.children.is_empty() {
            return (own(0.0), None);
        }
        let rate = |score: Score| POINTS * score.win_rate();
        let scores = node.children.iter().filter_map(|&child| self.nodes[child].value);
        let rates: Vec<f64> = scores.map(|(value, _)| rate(value.before_move())).collect();
        let unknown = node.value.filter(|_| !node.has_best).map(|(value, _)| rate(value));
        let best = rates.iter().copied().chain(unknown).fold(0.0, f64::max);
        let worst = unknown.unwrap_or_else(|| rates.iter().copied().fold(best, f64::min));
        let step = |rate: f64| 1.0 + (best - rate).max(0.0) / self.gap;
        let mut cheapest = (own(1.0 + step(worst)), None);
        for &child in &node.children {
            let Node { value, cost, .. } = &self.nodes[child];
            let cost = cost + value.map_or(1.0, |(value, _)| step(rate(value.before_move())));
            if cost < cheapest.0 {
                cheapest = (cost, Some(child));
            }
        }
        cheapest
    }

    /// The way to the position to search next; `None` if none is left.
    pub(super) fn choose(&self) -> Option<Vec<usize>> {
        let mut way = vec![ROOT];
        let mut place = ROOT;
        if self.nodes[ROOT].cost.is_infinite() {
            return None;
        }
        while let (_, Some(child)) = self.cheapest(place) {
            way.push(child);
            place = child;
        }
        (self.nodes[place].others == Others::Open).then_some(way)
    }

    /// Backs values up to positions and all above them, and returns those whose value changed.
    pub(super) fn update(&mut self, places: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut waiting: BTreeSet<(Reverse<usize>, usize)> = BTreeSet::new();
        let entry = |nodes: &[Node], place: usize| (Reverse(nodes[place].key.occupied()), place);
        waiting.extend(places.into_iter().map(|place| entry(&self.nodes, place)));
        let mut changed = Vec::new();
        while let Some((_, place)) = waiting.pop_first() {
            changed.extend(self.back_up(place).then_some(place));
            let parents = self.nodes[place].parents.iter();
            waiting.extend(parents.map(|&parent| entry(&self.nodes, parent)));
        }
        changed
    }

    /// Backs values up in a tree that was read, and returns the positions whose value changed.
    pub(super) fn settle(&mut self) -> Vec<usize> {
        for place in 0..self.nodes.len() {
            self.compare(place);
        }
        // A child has more stones than its parent and stands behind it.
        (0..self.nodes.len()).rev().filter(|&place| self.back_up(place)).collect()
    }

    fn back_up(&mut self, place: usize) -> bool {
        let value = self.backed_up(place);
        if let Some((score, depth)) = value {
            let node = &mut self.nodes[place];
            node.set(score, depth);
            node.is_kept = false;
        }
        self.nodes[place].cost = self.cheapest(place).0;
        value.is_some()
    }
}
