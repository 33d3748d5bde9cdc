//! Animations of pictures.

use std::collections::BTreeMap;
use std::iter;

use anyhow::{Context, Result, anyhow, bail};
use gif::{Encoder, Frame, Repeat};

use super::png::{pixmap, size_error};

/// Colours of an animation: fewer make a smaller file. One more number means that a pixel stays as it is.
const COLORS: usize = 127;

type Rgb = [u8; 3];

/// Renders SVGs of one size, each with its time on the screen in milliseconds, as a GIF that plays for ever. The
/// colours are the commonest of the last picture.
pub fn gif_from_svgs(pictures: &[(String, u16)]) -> Result<Vec<u8>> {
    let (last, _) = pictures.last().with_context(size_error)?;
    let mut before = Picture::new(last)?;
    let (size, mut palette) = ((before.width, before.height), Palette::of(&before.pixels));
    let unchanged = palette.colors.len() as u8;
    let failed = "cannot encode the picture";
    let colors = [palette.colors.as_flattened(), &[0; 3]].concat();
    let mut encoder = Encoder::new(Vec::new(), size.0, size.1, &colors).context(failed)?;
    encoder.set_repeat(Repeat::Infinite).context(failed)?;
    before.pixels.clear();
    for (svg, ms) in pictures {
        let picture = Picture::new(svg)?;
        if (picture.width, picture.height) != size {
            bail!(size_error());
        }
        let old = before.pixels.iter().map(Some).chain(iter::repeat(None));
        let pairs = picture.pixels.iter().zip(old);
        let color = |(&new, old)| if old == Some(&new) { unchanged } else { palette.nearest(new) };
        let colors: Vec<u8> = pairs.map(color).collect();
        let mut frame = cut(size.0, &colors, unchanged);
        frame.transparent = Some(unchanged);
        // In hundredths of a second.
        frame.delay = ms / 10;
        encoder.write_frame(&frame).context(failed)?;
        before = picture;
    }
    encoder.into_inner().context(failed)
}

/// A picture row by row.
struct Picture {
    width: u16,
    height: u16,
    pixels: Vec<Rgb>,
}

impl Picture {
    /// Renders an SVG on white.
    fn new(svg: &str) -> Result<Self> {
        let pixmap = pixmap(svg, 1.0)?;
        let side = |length: u32| u16::try_from(length).map_err(|_| anyhow!(size_error()));
        let opaque =
            |&[red, green, blue, alpha]: &[u8; 4]| [red, green, blue].map(|part| part + (255 - alpha));
        let (pixels, _) = pixmap.data().as_chunks();
        let (width, height) = (side(pixmap.width())?, side(pixmap.height())?);
        Ok(Self { width, height, pixels: pixels.iter().map(opaque).collect() })
    }
}

/// The colours, and which of them stands for a colour met before.
struct Palette {
    colors: Vec<Rgb>,
    known: BTreeMap<Rgb, u8>,
}

impl Palette {
    fn of(pixels: &[Rgb]) -> Self {
        let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
        for &color in pixels {
            *counts.entry(color).or_default() += 1;
        }
        let mut colors: Vec<Rgb> = counts.keys().copied().collect();
        colors.sort_by_key(|color| std::cmp::Reverse(counts[color]));
        colors.truncate(COLORS);
        Self { colors, known: BTreeMap::new() }
    }

    fn nearest(&mut self, color: Rgb) -> u8 {
        let colors = &self.colors;
        *self.known.entry(color).or_insert_with(|| {
            let distance = |index: &u8| {
                let pairs = colors[usize::from(*index)].into_iter().zip(color);
                pairs.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum::<u32>()
            };
            (0..colors.len() as u8).min_by_key(distance).unwrap_or_default()
        })
    }
}

/// The smallest rectangle with all changes.
fn cut(width: u16, pixels: &[u8], unchanged: u8) -> Frame<'static> {
    let width = usize::from(width);
    let changed: Vec<usize> = (0..pixels.len()).filter(|&at| pixels[at] != unchanged).collect();
    let (Some(first), Some(last)) = (changed.first(), changed.last()) else {
        return Frame::from_indexed_pixels(1, 1, vec![unchanged], None);
    };
    let (top, bottom) = (first / width, last / width);
    let columns = || changed.iter().map(|at| at % width);
    let (left, right) = (columns().min().unwrap_or_default(), columns().max().unwrap_or_default());
    let rows = pixels.chunks(width).take(bottom + 1).skip(top);
    let pixels: Vec<u8> = rows.flat_map(|row| &row[left..=right]).copied().collect();
    let (columns, rows) = ((right + 1 - left) as u16, (bottom + 1 - top) as u16);
    let mut frame = Frame::from_indexed_pixels(columns, rows, pixels, None);
    (frame.left, frame.top) = (left as u16, top as u16);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{BoardView, board_svg};
    use rustgomo::board::Board;
    use rustgomo::geometry::{BoardSize, Square};

    #[test]
    fn a_decoder_sees_every_picture_with_its_time() {
        let mut board = Board::new(BoardSize::new(5, 5).unwrap());
        let mut pictures = vec![(board_svg(&BoardView::new(&board)), 500)];
        for square in [Square::at(1, 1), Square::at(3, 3)] {
            board.play(square).unwrap();
            pictures.push((board_svg(&BoardView::new(&board)), 500));
        }
        // The same picture again.
        pictures.push((pictures[2].0.clone(), 3000));
        let gif = gif_from_svgs(&pictures).unwrap();
        let mut decoder = gif::Decoder::new(gif.as_slice()).unwrap();
        let palette: Vec<Rgb> = decoder.global_palette().unwrap().as_chunks().0.to_vec();
        assert!(palette.len() <= COLORS + 1);
        let width = usize::from(decoder.width());
        let mut screen = vec![[0; 3]; width * usize::from(decoder.height())];
        for (svg, ms) in &pictures {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            assert_eq!(frame.delay, ms / 10);
            for (row, pixels) in frame.buffer.chunks(usize::from(frame.width)).enumerate() {
                let start = (usize::from(frame.top) + row) * width + usize::from(frame.left);
                for (at, &color) in
                    (start..).zip(pixels).filter(|(_, color)| Some(**color) != frame.transparent)
                {
                    screen[at] = palette[usize::from(color)];
                }
            }
            let drawn = Picture::new(svg).unwrap().pixels;
            let is_far =
                |(one, other): &(&Rgb, &Rgb)| (0..3).any(|part| one[part].abs_diff(other[part]) > 40);
            let far = screen.iter().zip(&drawn).filter(is_far).count();
            assert!(far * 200 < drawn.len(), "{far} of {} pixels", drawn.len());
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
        assert!(gif_from_svgs(&[]).is_err());
    }
}
