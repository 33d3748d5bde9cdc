//! Transposition table entries.

use crate::eval::{MAX_PLY, Score};
use crate::geometry::Square;
use crate::search::depth::Depth;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The score is exact.
    Exact,
}

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// Best or refutation move.
    pub best: Option<Square>,
    /// Score for the side to move; wins and losses count from this position.
    pub score: Score,
    /// Static evaluation, if it was computed.
    pub eval: Option<Score>,
    /// How `score` relates to the true score.
    pub bound: Bound,
    /// Depth of the search; stored in quarters of a ply.
    pub depth: Depth,
    /// Whether the position was on a principal variation.
    pub tt_pv: bool,
}

/// Unit of the stored depth.
const DEPTH_STEP: i32 = Depth::PLY.as_hundredths() / 4;
/// Code of no move.
const NO_SQUARE: u64 = 0x3ff;

impl TableEntry {
    /// From the lowest bit: 10 move, 2 bound (1 to 3), 8 depth, 16 score, 16 evaluation (infinite for none),
    /// 8 generation, 1 PV flag, 3 unused. Never 0.
    pub(super) fn pack(self, generation: u8) -> u64 {
        let best = self.best.map_or(NO_SQUARE, |s| s.index() as u64);
        let bound = self.bound as u64 + 1;
        let word = |score: Score| u64::from(score.centi() as u16);
        best | bound << 10
            | ((self.depth.as_hundredths() / DEPTH_STEP).clamp(0, 255) as u64) << 12
            | word(self.score) << 20
            | word(self.eval.unwrap_or(Score::INFINITE)) << 36
            | u64::from(generation) << 52
            | u64::from(self.tt_pv) << 60
    }

    pub(super) fn unpack(bits: u64) -> Option<Self> {
        let bound = match bits >> 10 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = bits & NO_SQUARE;
        let score = |shift: u32| Score::from_centi((bits >> shift) as i16);
        Some(Self {
            best: (best != NO_SQUARE).then(|| Square::from_index(best as usize)),
            score: score(20),
            eval: Some(score(36)).filter(|&eval| eval != Score::INFINITE),
            bound,
            depth: Depth::hundredths(i32::from((bits >> 12) as u8) * DEPTH_STEP),
            tt_pv: bits >> 60 & 1 != 0,
        })
    }

    /// Stored depth in quarters of a ply.
    pub(super) const fn packed_depth(bits: u64) -> u8 {
        (bits >> 12) as u8
    }

    pub(super) const fn packed_generation(bits: u64) -> u8 {
        (bits >> 52) as u8
    }

    /// The score at a node `ply` plies below the root, where wins and losses count from the root.
    pub(crate) fn score_at(self, ply: usize) -> Score {
        self.score.with_plies(|plies| (plies + ply).min(2 * MAX_PLY - 1))
    }

    /// Converts a score that counts from the root to one that counts from a node `ply` plies below, for
    /// storing.
    pub(crate) fn score_from(score: Score, ply: usize) -> Score {
        score.with_plies(|plies| plies.saturating_sub(ply))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_reads_back() {
        for (i, &score) in
            [Score::ZERO, Score::win_in(9), Score::loss_in(8), Score::eval(-321)].iter().enumerate()
        {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for best in [None, Some(Square::at(0, 0)), Some(Square::at(21, 21))] {
                    let eval = (i % 2 == 0).then_some(-score);
                    let entry = TableEntry {
                        best,
                        score,
                        eval,
                        bound,
                        depth: Depth::hundredths(6375 - 25 * i as i32),
                        tt_pv: i % 3 == 0,
                    };
                    let bits = entry.pack(200);
                    assert_eq!(TableEntry::unpack(bits), Some(entry));
                    assert_eq!(TableEntry::packed_generation(bits), 200);
                    assert_eq!(TableEntry::packed_depth(bits), 255 - i as u8);
                }
            }
        }
        assert_eq!(TableEntry::unpack(0), None);
    }

    #[test]
    fn stored_wins_count_from_the_node() {
        let stored = TableEntry::score_from(Score::win_in(12), 5);
        assert_eq!(stored, Score::win_in(7));
        let entry = TableEntry {
            best: None,
            score: stored,
            eval: None,
            bound: Bound::Exact,
            depth: Depth::PLY,
            tt_pv: false,
        };
        assert_eq!(entry.score_at(3), Score::win_in(10));
    }
}
