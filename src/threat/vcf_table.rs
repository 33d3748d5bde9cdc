//! Table of failed VCF searches.

/// Bits of a slot for the budget; the others hold the hash.
const BUDGET_BITS: u32 = 16;
/// Budget that marks a complete search.
const COMPLETE: u64 = (1 << BUDGET_BITS) - 1;

/// How a VCF search failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VcfFailure {
    /// All attacks were tried: there is no VCF.
    Complete,
    /// A budget of this many attacking moves ran out.
    Exhausted(u32),
}

/// A direct-mapped, always-replace table of position hashes with the budget of the failed search.
#[derive(Clone, Debug)]
pub(super) struct VcfTable {
    slots: Vec<u64>,
}

impl VcfTable {
    /// A table of `2 ^ bits` slots of 8 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![0; 1 << bits] }
    }

    /// How an earlier search of a position failed.
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
    fn failures_are_stored_with_their_budget() {
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
