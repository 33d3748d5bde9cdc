//! Writer of SVG with the shapes of boards and graphs.

use std::fmt::Write;

use super::strokes::{GLYPH_ADVANCE, GLYPH_HEIGHT, GLYPH_WIDTH, glyph};

/// A point in pixels, from the top left.
pub(super) type Point = (f64, f64);

/// An SVG document.
pub(super) struct Svg {
    text: String,
}

/// Width of strokes in units of the glyph's box.
const STROKE: f64 = 0.62;

// Writing to a string cannot fail, so the results are dropped throughout.
impl Svg {
    /// An empty picture of this size, in pixels.
    pub(super) fn new(width: f64, height: f64) -> Self {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">"
        );
        Self { text }
    }

    /// The SVG text.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// Adds raw SVG such as gradients.
    pub(super) fn definitions(&mut self, definitions: &str) {
        let _ = writeln!(self.text, "<defs>{definitions}</defs>");
    }

    /// A rectangle with round corners; `paint` are attributes such as `fill="red"`, here and below.
    pub(super) fn rectangle(&mut self, from: Point, size: Point, radius: f64, paint: &str) {
        let ((x, y), (width, height)) = (from, size);
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius:.1}\" {paint}/>"
        );
    }

    /// A circle.
    pub(super) fn circle(&mut self, center: Point, radius: f64, paint: &str) {
        let (x, y) = center;
        let _ = writeln!(self.text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {paint}/>");
    }

    /// A polyline of two or more points.
    pub(super) fn lines(&mut self, points: &[Point], paint: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.text, "<polyline points=\"{}\" fill=\"none\" {paint}/>", points.join(" "));
    }

    /// A closed shape.
    pub(super) fn polygon(&mut self, points: &[Point], paint: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.text, "<polygon points=\"{}\" {paint}/>", points.join(" "));
    }

    /// Width of a label of this height.
    pub(super) fn width_of(text: &str, height: f64) -> f64 {
        let count = f64::from(text.chars().count() as u32);
        ((count - 1.0) * GLYPH_ADVANCE + GLYPH_WIDTH) * height / GLYPH_HEIGHT
    }

    /// Height of a label of this width.
    pub(super) fn height_within(text: &str, width: f64) -> f64 {
        width / Self::width_of(text, 1.0)
    }

    /// Text of capitals, digits and a few signs, centred at a point.
    pub(super) fn label(&mut self, text: &str, center: Point, height: f64, color: &str) {
        let scale = height / GLYPH_HEIGHT;
        let (left, top) = (center.0 - Self::width_of(text, height) / 2.0, center.1 - height / 2.0);
        let _ = write!(
            self.text,
            "<g transform=\"translate({left:.2} {top:.2}) scale({scale:.3})\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"{STROKE}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        );
        for (i, character) in text.chars().enumerate() {
            let path = glyph(character);
            if !path.is_empty() {
                let x = f64::from(i as u32) * GLYPH_ADVANCE;
                let _ = write!(self.text, "<path transform=\"translate({x:.2} 0)\" d=\"{path}\"/>");
            }
        }
        self.text.push_str("</g>\n");
    }
}
