//! Positions known to hold no win by fours.

/// A direct-mapped table of position hashes; a newer one replaces an older one.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    slots: Vec<u64>,
}

impl Memory {
    /// A table of `2 ^ bits` slots of 8 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![0; 1 << bits] }
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.slots[self.slot(hash)] == hash
    }

    pub(super) fn insert(&mut self, hash: u64) {
        let slot = self.slot(hash);
        self.slots[slot] = hash;
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }
}
