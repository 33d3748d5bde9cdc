//! Shards: parts of work that is split between machines.

use std::fmt;
use std::str::FromStr;

/// A part of some work, whose items are numbered. Shards with the same count and different indices are
/// disjoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index of the part, `0..count`.
    pub index: u64,
    /// Number of parts, from 1.
    pub count: u64,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Whether this part has the item with a number, from 0.
    pub const fn contains(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// The items below a number that this part has, in order.
    pub fn numbers(self, total: u64) -> impl Iterator<Item = u64> {
        (self.index..total).step_by(usize::try_from(self.count).unwrap_or(usize::MAX))
    }

    /// How many of the items below a number this part has.
    pub const fn share_of(self, total: u64) -> u64 {
        if total > self.index { (total - 1 - self.index) / self.count + 1 } else { 0 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Parses `K/N`: part `K` of `N`, from 1.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (part, count) = text.split_once('/')?;
            let (part, count): (u64, u64) = (part.parse().ok()?, count.parse().ok()?);
            (1..=count).contains(&part).then(|| Self { index: part - 1, count })
        };
        read().ok_or_else(|| format!("expected a part and the number of parts such as 2/10, found {text:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_and_nonsense_is_refused() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 1, count: 8 }));
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        let shard = Shard { index: 1, count: 3 };
        assert!(shard.numbers(9).eq([1, 4, 7]));
        assert!((0..9).filter(|&number| shard.contains(number)).eq([1, 4, 7]));
        assert_eq!(Shard { index: 0, count: u64::MAX }.numbers(u64::MAX).count(), 1);
        assert_eq!(Shard { index: 1, count: 8 }.to_string(), "2/8");
        for (index, total) in [(0, 0), (0, 1), (2, 2), (2, 3), (1, 8), (0, 9), (2, 10)] {
            let shard = Shard { index, count: 3 };
            let items = (0..total).filter(|&number| shard.contains(number)).count() as u64;
            assert_eq!(shard.share_of(total), items, "{shard} of {total}");
        }
        assert_eq!(Shard::WHOLE.share_of(u64::MAX), u64::MAX);
        for text in ["", "2", "0/8", "9/8", "1/0", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
