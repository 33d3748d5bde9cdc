//! Positions in which a search for a win by fours found none.

/// Bits of a slot that hold the budget; the rest is the hash.
const BUDGET_BITS: u32 = 16;
/// Budget that stands for a complete search: there is no win.
const COMPLETE: u64 = (1 << BUDGET_BITS) - 1;

/// How a search failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VcfFailure {
    /// Every attack was tried.
    Complete,
    /// So many attacking moves were not enough to say.
    Exhausted(u32),
}

/// A direct-mapped table of position hashes, each with the budget that did not suffice; a newer one replaces an older one.
#[derive(Clone, Debug)]
pub(super) struct VcfTable {
    slots: Vec<u64>,
}

impl VcfTable {
    /// A table of `2 ^ bits` slots of 8 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![0; 1 << bits] }
    }

    /// What is known of a position.
    pub(super) fn get(&self, hash: u64) -> Option<VcfFailure> {
        let word = self.slots[self.slot(hash)];
        if (word ^ hash) >> BUDGET_BITS != 0 {
            return None;
        }
        match word & COMPLETE {
            COMPLETE => Some(VcfFailure::Complete),
            budget => Some(VcfFailure::Exhausted(budget as u32)),
        }
    }

    pub(super) fn insert(&mut self, hash: u64, failure: VcfFailure) {
        let slot = self.slot(hash);
        let budget = match failure {
            VcfFailure::Complete => COMPLETE,
            VcfFailure::Exhausted(budget) => u64::from(budget).min(COMPLETE - 1),
        };
        self.slots[slot] = hash & !COMPLETE | budget;
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_remembered_with_their_budget() {
        let mut table = VcfTable::new(4);
        let hash = 0xdead_beef_0bad_cafe;
        assert_eq!(table.get(hash), None);
        table.insert(hash, VcfFailure::Exhausted(70));
        assert_eq!(table.get(hash), Some(VcfFailure::Exhausted(70)));
        assert_eq!(table.get(hash ^ 1 << 40), None);
        table.insert(hash, VcfFailure::Complete);
        assert_eq!(table.get(hash), Some(VcfFailure::Complete));
        table.insert(hash, VcfFailure::Exhausted(u32::MAX));
        assert_eq!(table.get(hash), Some(VcfFailure::Exhausted(65_534)));
    }
}
