//! Numbering of pattern4s.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{Shape, ShapeQuad};

/// Number of packed shape quads.
const PACKED: usize = 1 << 16;

/// Numbers all unordered quads of shapes, the same for all rules and colours. Four dead lines have number 0.
#[derive(Debug)]
pub struct Pattern4Index {
    /// Number of the pattern4 by its packed shapes.
    numbers: [u16; PACKED],
    /// The shapes of each pattern4 by number, in ascending order.
    shapes: Vec<ShapeQuad>,
}

static NUMBERING: LazyLock<Box<Pattern4Index>> = LazyLock::new(|| Box::new(Pattern4Index::new()));

impl Pattern4Index {
    /// The numbering, computed on first use.
    pub fn get() -> &'static Self {
        &NUMBERING
    }

    fn new() -> Self {
        let mut known = BTreeMap::new();
        let mut shapes = Vec::new();
        let mut numbers = [0; PACKED];
        for (packed, number) in numbers.iter_mut().enumerate() {
            let Some(mut quad) = unpacked(packed) else { continue };
            quad.sort_unstable();
            *number = *known.entry(quad).or_insert_with(|| {
                shapes.push(quad);
                (shapes.len() - 1) as u16
            });
        }
        Self { numbers, shapes }
    }

    /// Number of the pattern4 of four shapes, packed four bits each.
    #[inline]
    pub const fn number(&self, packed: u16) -> u16 {
        self.numbers[packed as usize]
    }

    /// The shapes of all pattern4s by number, each quad in ascending order.
    pub fn shapes(&self) -> &[ShapeQuad] {
        &self.shapes
    }
}

/// Unpacks four shapes of four bits; `None` for invalid codes.
fn unpacked(packed: usize) -> Option<ShapeQuad> {
    let shape = |index: usize| Shape::ALL.get(packed >> (4 * index) & 15).copied();
    Some([shape(0)?, shape(1)?, shape(2)?, shape(3)?])
}
