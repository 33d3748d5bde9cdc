//! The manager's memory limit, divided.

/// What the process needs besides the transposition table and the threads: code, pattern tables, the network, allocator,
/// system libraries. The peak resident size of a search with the smallest table is 5.9 MiB on Linux with the network of
/// one rule, and 9.0 MiB after games of three rules. The Windows executable under wine takes 7 MiB more, measured before
/// there were networks; managers there count the pages of shared libraries, too.
const FIXED_BYTES: u64 = 16 << 20;
/// One part in so many of the limit is left free: a process over the limit loses the game, a larger table wins none.
const FREE_PART: u64 = 32;
/// Stack and tables of each search thread: 0.65 MiB were measured, rounded up.
const THREAD_BYTES: u64 = 1 << 20;
/// Table without a limit or wish.
const DEFAULT_TABLE_BYTES: u64 = 256 << 20;
/// Smallest table; below that even a short search forgets everything.
const MIN_TABLE_BYTES: u64 = 64 << 10;
/// Largest table that a limit alone leads to. A limit is no wish: larger tables pay only in searches of many minutes.
const MAX_UNASKED_BYTES: u64 = 1 << 30;
/// Largest table at all.
const MAX_TABLE_BYTES: u64 = 64 << 30;

/// Bytes for the transposition table so that the whole process stays below `max_memory` bytes (0 means no limit),
/// given a wish for the table and the number of threads. Never less than a table that works.
pub fn table_bytes(max_memory: u64, wish: Option<u64>, threads: usize) -> usize {
    let allowed = match max_memory {
        0 => u64::MAX,
        limit => limit.saturating_sub(FIXED_BYTES + THREAD_BYTES * threads as u64 + limit / FREE_PART),
    };
    let default = if max_memory == 0 { DEFAULT_TABLE_BYTES } else { MAX_UNASKED_BYTES };
    let bytes = wish.unwrap_or(default).min(allowed).clamp(MIN_TABLE_BYTES, MAX_TABLE_BYTES);
    usize::try_from(bytes).unwrap_or(usize::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_into_the_limit_together_with_the_rest() {
        for limit in [40 << 20, 350 << 20, 367_001_600, 800 << 20] {
            for threads in [1, 4] {
                let rest = FIXED_BYTES + THREAD_BYTES * threads + limit / FREE_PART;
                assert_eq!(table_bytes(limit, None, threads as usize) as u64 + rest, limit);
            }
        }
    }

    #[test]
    fn tiny_limits_give_a_small_table_and_huge_ones_a_sane_one() {
        for limit in [1, 4096, 1 << 20, 12 << 20] {
            assert_eq!(table_bytes(limit, Some(u64::MAX), MAX) as u64, MIN_TABLE_BYTES);
        }
        assert_eq!(table_bytes(0, None, 1), 256 << 20);
        assert_eq!(table_bytes(i64::MAX as u64, None, 1) as u64, MAX_UNASKED_BYTES);
        assert_eq!(table_bytes(u64::MAX, None, 1) as u64, MAX_UNASKED_BYTES);
    }

    #[test]
    fn a_wish_counts_within_the_limit_only() {
        assert_eq!(table_bytes(0, Some(32 << 20), 1), 32 << 20);
        assert!(table_bytes(100 << 20, Some(4 << 30), 1) < 100 << 20);
    }

    const MAX: usize = crate::engine::MAX_THREADS;
}
