//! Conversion of SVG to PNG.

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Maximum width and height of a picture in pixels.
const MAX_SIDE: u16 = 8_192;

/// Renders an SVG at `scale` times its size as PNG.
pub fn png_from_svg(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).context("expected well-formed SVG")?;
    let wrong_size = || format!("expected a picture of 1 to {MAX_SIDE} pixels each way");
    let pixels = |length: f32| {
        let pixels = (length * scale).ceil();
        (pixels >= 1.0 && pixels <= f32::from(MAX_SIDE)).then_some(pixels as u32).with_context(wrong_size)
    };
    let (width, height) = (pixels(tree.size().width())?, pixels(tree.size().height())?);
    let mut pixmap = Pixmap::new(width, height).with_context(wrong_size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().context("cannot encode the picture")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::drawing::{BoardView, Heat, ThreatMark, board_svg, graph_svg};
    use rustgomo::board::Board;
    use rustgomo::eval::Score;
    use rustgomo::geometry::{BoardSize, Color, Square};
    use rustgomo::report::MoveMark;

    /// The SVG parser refuses text that is not well-formed.
    #[test]
    fn every_picture_is_well_formed_and_becomes_a_png() {
        for (width, height) in [(5, 5), (15, 15), (22, 22), (20, 15)] {
            let mut board = Board::new(BoardSize::new(width, height).unwrap());
            board.block(Square::at(0, 0)).unwrap();
            board.play(Square::at(2, 2)).unwrap();
            let (forbidden, variation) = ([Square::at(1, 1)], [Square::at(3, 3), Square::at(3, 4)]);
            let heat = [Heat { square: Square::at(4, 4), score: Score::ZERO }];
            let threats = [ThreatMark { square: Square::at(2, 4), color: Color::White, makes: 4 }];
            let view = BoardView {
                board: &board,
                forbidden: &forbidden,
                variation: &variation,
                heat: &heat,
                row: &[],
                threats: &threats,
                has_numbers: width == 22,
                caption: &[vec!["renju".to_owned(), "black to move".to_owned()], vec!["depth 9".to_owned()]],
            };
            let png = png_from_svg(&board_svg(&view), 1.0).unwrap();
            assert!(png.starts_with(b"\x89PNG"), "{width}x{height}");
        }
        let points: Vec<_> = (0..30).map(|i| (f64::from(i) / 30.0, MoveMark::Blunder)).collect();
        for count in [0, 1, 30] {
            assert!(png_from_svg(&graph_svg(&points[..count], 1), 1.0).is_ok());
        }
        let error = |svg: &str, scale| png_from_svg(svg, scale).unwrap_err().to_string();
        assert_eq!(error("<svg", 1.0), "expected well-formed SVG");
        assert_eq!(error(&graph_svg(&points, 1), 1e6), "expected a picture of 1 to 8192 pixels each way");
    }
}
