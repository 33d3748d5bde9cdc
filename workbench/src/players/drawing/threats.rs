//! Marks of threats: diamonds with 5 for a five, 4 for an open four or a double four.

use super::heat::has_label;
use super::layout::{CELL, PERCENT_HEIGHT, place};
use super::svg::{Point, Svg};
use super::{BoardView, ThreatMark};
use rustgomo::geometry::Color;

/// Distance of the corners of a diamond from its centre.
pub(super) const ARM: f64 = CELL * 0.3;
/// The distance for a diamond beside a number, and its offset right and up from the centre of the square.
const SMALL_ARM: f64 = CELL * 0.2;
const ASIDE: f64 = CELL * 0.36;

/// Draws the marks on top; a five hides a four on the same square. On a square with a number the mark is
/// beside it.
pub(super) fn draw_threats(svg: &mut Svg, view: &BoardView<'_>) {
    let mut drawn = Vec::new();
    for &mark in view.threats {
        if drawn.contains(&mark.square) {
            continue;
        }
        drawn.push(mark.square);
        let (x, y) = place(mark.square);
        if has_number(view, mark) {
            draw_mark(svg, (x + ASIDE, y - ASIDE), SMALL_ARM, (mark.color, mark.makes));
        } else {
            draw_mark(svg, (x, y), ARM, (mark.color, mark.makes));
        }
    }
}

fn has_number(view: &BoardView<'_>, mark: ThreatMark) -> bool {
    let is_rated = view.heat.iter().any(|heat| heat.square == mark.square && has_label(*heat, view));
    is_rated || view.number(mark.square).is_some()
}

/// A diamond in the colour of a side.
pub(super) fn draw_mark(svg: &mut Svg, (x, y): Point, arm: f64, (color, makes): (Color, u8)) {
    let (fill, ink) = match color {
        Color::Black => ("#161616", "#ffffff"),
        Color::White => ("#fdfcf9", "#111111"),
    };
    let corners = [(x, y - arm), (x + arm, y), (x, y + arm), (x - arm, y)];
    svg.polygon(&corners, &format!("fill=\"{fill}\" stroke=\"#7a4a10\" stroke-width=\"1.6\""));
    svg.label(&makes.to_string(), (x, y), PERCENT_HEIGHT * arm / ARM, ink);
}
