//! What squares say of the moves on whose lines they lie.

use rustgomo::eval::network::PLACES;
use rustgomo::geometry::{BoardSize, DIRECTIONS, SQUARE_SPAN, Square};

/// Which candidates lie on the lines of which.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// For each candidate the others on its lines, and the place at which it sees them.
    others: Vec<(u16, u8)>,
    /// Where the list of each candidate ends.
    ends: Vec<usize>,
    /// For each square the number of its candidate, from 1.
    numbers: Vec<u16>,
}

impl Lines {
    /// Finds the neighbours of all candidates.
    pub(super) fn set_up(&mut self, size: BoardSize, squares: impl Iterator<Item = Square> + Clone) {
        self.numbers.clear();
        self.numbers.resize(SQUARE_SPAN, 0);
        self.others.clear();
        self.ends.clear();
        (1..).zip(squares.clone()).for_each(|(number, square)| self.numbers[square.index()] = number);
        for square in squares {
            for direction in DIRECTIONS {
                for place in 1..PLACES as i8 {
                    for other in [place, -place].into_iter().filter_map(|n| square.step(direction, n, size)) {
                        let number = self.numbers[other.index()].checked_sub(1);
                        self.others.extend(number.map(|number| (number, place as u8)));
                    }
                }
            }
            self.ends.push(self.others.len());
        }
    }

    fn lists(&self) -> impl Iterator<Item = &[(u16, u8)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.others[start..end])
    }

    /// The logit of each candidate from what every candidate says to the moves at each place.
    pub(super) fn collect(&self, said: &[[f32; PLACES]], logits: &mut Vec<f32>) {
        logits.clear();
        logits.extend(self.lists().zip(said).map(|(others, own)| {
            own[0] + others.iter().map(|&(other, place)| said[other as usize][place as usize]).sum::<f32>()
        }));
    }

    /// The gradient of what every candidate says from that of the logits.
    pub(super) fn spread(&self, slopes: &[f32]) -> Vec<[f32; PLACES]> {
        let mut said = vec![[0.0; PLACES]; slopes.len()];
        for ((number, others), &slope) in self.lists().enumerate().zip(slopes) {
            said[number][0] += slope;
            for &(other, place) in others {
                said[other as usize][place as usize] += slope;
            }
        }
        said
    }
}
