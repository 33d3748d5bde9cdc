//! Buckets of entries.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::TableEntry;
use super::prefetch::prefetch;

/// Entries in a bucket: 64 bytes, one cache line.
const WAYS: usize = 4;
/// Bytes of one entry.
const ENTRY_BYTES: usize = 16;
/// Entries that are looked at to estimate how full the table is.
const SAMPLE_ENTRIES: usize = 20_000;
/// Words of a bucket.
const BUCKET_WORDS: usize = WAYS * ENTRY_BYTES / size_of::<AtomicU64>();
/// Quarters of a ply that an entry loses for each search it is old, when one must go.
const AGE_PENALTY: i32 = 16;

/// The table. Its pages are asked of the system zeroed and cost nothing until touched.
#[derive(Debug)]
pub struct Table {
    /// Pairs of words: the hash XOR the data, and the data. A few words more than the buckets need.
    words: Box<[AtomicU64]>,
    /// The first word that stands at the beginning of a cache line.
    first: usize,
    buckets: usize,
    // Relaxed everywhere: a torn pair of words is recognised by the XOR, and nothing else hangs on an entry.
    generation: AtomicU8,
}

impl Table {
    /// A table of at most so many bytes, of half of them if the system does not give as many, and so on; at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let mut buckets = Self::new_size(bytes) / (WAYS * ENTRY_BYTES);
        let words: Box<[AtomicU64]> = loop {
            let count = buckets.saturating_add(1).saturating_mul(BUCKET_WORDS) - 1;
            match bytemuck::try_zeroed_slice_box(count) {
                Ok(words) => break words,
                Err(()) if buckets > 1 => buckets /= 2,
                // Not even a cache line is left.
                Err(()) => break bytemuck::zeroed_slice_box(count),
            }
        };
        let first = words.as_ptr().align_offset(WAYS * ENTRY_BYTES);
        Self { words, first: first.min(BUCKET_WORDS - 1), buckets, generation: AtomicU8::new(0) }
    }

    /// The size in bytes that a table of at most so many bytes would have: whole buckets, at least one.
    pub const fn new_size(bytes: usize) -> usize {
        const BUCKET: usize = WAYS * ENTRY_BYTES;
        if bytes < BUCKET { BUCKET } else { bytes - bytes % BUCKET }
    }

    /// Size in bytes.
    pub const fn bytes(&self) -> usize {
        self.buckets * WAYS * ENTRY_BYTES
    }

    /// Starts a new search: what is in the table now becomes old.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<TableEntry> {
        self.bucket(hash).chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            (pair[0].load(Ordering::Relaxed) ^ data == hash).then(|| TableEntry::unpack(data)).flatten()
        })
    }

    /// Asks the memory for what may be known of a position, so that [`get`](Self::get) need not wait for it.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.bucket(hash)[0]);
    }

    /// Stores an entry in place of the same position's, or else of the least valuable one in its bucket.
    #[inline]
    pub fn put(&self, hash: u64, mut entry: TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut worst = None;
        let mut worst_worth = i32::MAX;
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
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(TableEntry::packed_depth(data)) - AGE_PENALTY * i32::from(age)
            };
            if worth < worst_worth {
                worst_worth = worth;
                worst = Some(pair);
            }
        }
        if let Some([key, value]) = worst {
            let data = entry.pack(generation);
            key.store(hash ^ data, Ordering::Relaxed);
            value.store(data, Ordering::Relaxed);
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

    /// Part of the table that is in use, in thousandths, estimated by its beginning.
    pub fn permille(&self) -> usize {
        let words = self.words.get(self.first..).unwrap_or_default();
        let looked_at = words.chunks_exact(2).take(SAMPLE_ENTRIES);
        let (mut used, mut all) = (0, 0);
        for pair in looked_at {
            all += 1;
            used += usize::from(pair[1].load(Ordering::Relaxed) != 0);
        }
        used * 1000 / all.max(1)
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
    use crate::search::table::Bound;

    fn entry(depth: u8) -> TableEntry {
        let best = Some(Square::at(7, 7));
        let depth = 100 * i32::from(depth);
        TableEntry { best, score: Score::eval(5), eval: None, bound: Bound::Lower, depth, tt_pv: false }
    }

    #[test]
    fn a_table_that_the_system_cannot_give_is_smaller() {
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
    fn deep_entries_stay_and_old_ones_go() {
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
    fn a_stored_move_survives_a_result_without_one() {
        let table = Table::new(1 << 10);
        table.put(9, entry(3));
        table.put(9, TableEntry { best: None, ..entry(4) });
        assert_eq!(table.get(9), Some(entry(4)));
    }
}
