//! The table: buckets of four entries with depth- and age-preferred replacement.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::TableEntry;
use super::hints::{prefetch, request_huge_pages};

/// Entries in a bucket: 64 bytes, one cache line.
const WAYS: usize = 4;
/// Bytes of one entry.
const ENTRY_BYTES: usize = 16;
/// Entries sampled for [`Table::permille`].
const SAMPLE_ENTRIES: usize = 20_000;
/// Words of a bucket.
const BUCKET_WORDS: usize = WAYS * ENTRY_BYTES / size_of::<AtomicU64>();
/// Depth, in quarters of a ply, that one generation of age counts in replacement.
const AGE_PENALTY: i32 = 16;

/// The transposition table. Its memory comes zeroed from the system and is committed on first touch.
#[derive(Debug)]
pub struct Table {
    /// Pairs of words: the hash XOR the data, and the data. A few words more than needed, for alignment.
    words: Box<[AtomicU64]>,
    /// The first word at the start of a cache line.
    first: usize,
    buckets: usize,
    // Relaxed: torn pairs of words are detected by the XOR.
    generation: AtomicU8,
}

impl Table {
    /// A table of at most `bytes`, halved until the allocation succeeds; at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let mut buckets = Self::size_for(bytes) / (WAYS * ENTRY_BYTES);
        let mut words: Box<[AtomicU64]> = loop {
            let count = buckets.saturating_add(1).saturating_mul(BUCKET_WORDS) - 1;
            match bytemuck::try_zeroed_slice_box(count) {
                Ok(words) => break words,
                Err(()) if buckets > 1 => buckets /= 2,
                // Aborts: not even a cache line can be allocated.
                Err(()) => break bytemuck::zeroed_slice_box(count),
            }
        };
        request_huge_pages(&mut words);
        let first = words.as_ptr().align_offset(WAYS * ENTRY_BYTES);
        Self { words, first: first.min(BUCKET_WORDS - 1), buckets, generation: AtomicU8::new(0) }
    }

    /// The size in bytes of a table of at most `bytes`: whole buckets, at least one.
    pub(crate) const fn size_for(bytes: usize) -> usize {
        const BUCKET: usize = WAYS * ENTRY_BYTES;
        if bytes < BUCKET { BUCKET } else { bytes - bytes % BUCKET }
    }

    /// Size in bytes.
    pub const fn bytes(&self) -> usize {
        self.buckets * WAYS * ENTRY_BYTES
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.generation.get_mut() = 0;
    }

    /// Starts a new generation of entries.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// The entry of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<TableEntry> {
        self.bucket(hash).chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            (pair[0].load(Ordering::Relaxed) ^ data == hash).then(|| TableEntry::unpack(data)).flatten()
        })
    }

    /// Prefetches the bucket of a position for [`get`](Self::get).
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(&self.bucket(hash)[0]);
    }

    /// Stores an entry, replacing that of the same position (whose move is kept if the new entry has none),
    /// else an empty one, else the one with the smallest depth minus age.
    #[inline]
    pub fn put(&self, hash: u64, mut entry: TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut worst = None;
        let mut lowest_value = i32::MAX;
        for pair in self.bucket(hash).chunks_exact(2) {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == hash {
                if entry.best.is_none() {
                    entry.best = TableEntry::unpack(data).and_then(|old| old.best);
                }
                worst = Some(pair);
                break;
            }
            let age = generation.wrapping_sub(TableEntry::packed_generation(data));
            let value = if data == 0 {
                i32::MIN
            } else {
                i32::from(TableEntry::packed_depth(data)) - AGE_PENALTY * i32::from(age)
            };
            if value < lowest_value {
                lowest_value = value;
                worst = Some(pair);
            }
        }
        if let Some([key, word]) = worst {
            let data = entry.pack(generation);
            key.store(hash ^ data, Ordering::Relaxed);
            word.store(data, Ordering::Relaxed);
        }
    }

    /// All entries with their hashes.
    pub fn entries(&self) -> impl Iterator<Item = (u64, TableEntry)> {
        let words = self.words.get(self.first..).unwrap_or_default();
        words.chunks_exact(2).filter_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            Some((pair[0].load(Ordering::Relaxed) ^ data, TableEntry::unpack(data)?))
        })
    }

    /// Estimated occupancy in thousandths, from a sample at the start of the table.
    pub(crate) fn permille(&self) -> usize {
        let words = self.words.get(self.first..).unwrap_or_default();
        let sample = words.chunks_exact(2).take(SAMPLE_ENTRIES);
        let total = sample.len();
        let used = sample.filter(|pair| pair[1].load(Ordering::Relaxed) != 0).count();
        used * 1000 / total.max(1)
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let index = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        &self.words[self.first + index * BUCKET_WORDS..][..BUCKET_WORDS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::geometry::Square;
    use crate::search::depth::Depth;
    use crate::search::table::Bound;

    fn entry(depth: u8) -> TableEntry {
        let best = Some(Square::at(7, 7));
        let depth = Depth::plies(depth.into());
        TableEntry { best, score: Score::eval(5), eval: None, bound: Bound::Lower, depth, tt_pv: false }
    }

    #[test]
    fn a_table_that_cannot_be_allocated_is_smaller() {
        // More than any machine can address.
        let table = Table::new(usize::MAX);
        assert!((64..usize::MAX / 4).contains(&table.bytes()));
        table.put(7, entry(3));
        assert_eq!(table.get(7), Some(entry(3)));
    }

    #[test]
    fn the_smallest_table_still_works() {
        let table = Table::new(0);
        assert_eq!(table.bytes(), 64);
        assert_eq!(table.get(42), None);
        table.put(42, entry(3));
        assert_eq!(table.get(42), Some(entry(3)));
    }

    #[test]
    fn deep_entries_are_kept_and_old_ones_replaced() {
        let table = Table::new(0);
        for hash in 1..=4 {
            table.put(hash, entry(hash as u8 * 2));
        }
        table.put(5, entry(1));
        assert_eq!(table.get(1), None);
        assert!(table.get(4).is_some());
        (0..3).for_each(|_| table.age());
        table.put(6, entry(1));
        assert_eq!(table.get(5), None);
        (7..11).for_each(|hash| table.put(hash, entry(hash as u8)));
        assert_eq!(table.get(4), None);
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_one() {
        let table = Table::new(1 << 10);
        table.put(9, entry(3));
        table.put(9, TableEntry { best: None, ..entry(4) });
        assert_eq!(table.get(9), Some(entry(4)));
    }
}
