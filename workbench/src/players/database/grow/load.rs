//! Reads the tree below a position from a database.

use rayon::prelude::*;

use super::tree::Tree;
use crate::players::analyze::Subject;
use rustgomo::database::{DatabaseError, Entry, Key, Lookup, Reader, parent_keys};

impl Tree {
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
}
