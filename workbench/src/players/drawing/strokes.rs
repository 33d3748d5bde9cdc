//! Letters and digits as strokes, so that pictures need no font.

/// Width of a glyph's box; strokes may touch its border.
pub(super) const GLYPH_WIDTH: f64 = 4.0;
/// Height of a glyph's box.
pub(super) const GLYPH_HEIGHT: f64 = 6.0;
/// Distance of glyphs.
pub(super) const GLYPH_ADVANCE: f64 = 5.6;

/// A character a line, and its strokes as SVG path data in a box of [`GLYPH_WIDTH`] by [`GLYPH_HEIGHT`], from
/// the top left. Descenders reach below the box.
const STROKES: &str = include_str!("strokes.txt");

/// The strokes of a character; unknown ones are blank.
pub(super) fn glyph(character: char) -> &'static str {
    STROKES.lines().find_map(|line| line.strip_prefix(character)).map_or("", str::trim_start)
}
