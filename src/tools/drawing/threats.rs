//! Diamonds where somebody wins: 5 for a five, 4 for an open four or two fours.

use super::layout::{CELL, MARGIN, PERCENT_HEIGHT, place};
use super::svg::{Point, Svg};
use super::{BoardView, ThreatMark};
use crate::geometry::{Color, Square};

/// From the centre of a diamond to its corners.
const ARM: f64 = CELL * 0.3;

/// The marks that nothing else covers; a five comes before a four on the same square.
pub(super) fn draw_threats(svg: &mut Svg, view: &BoardView<'_>) {
    let mut drawn = Vec::new();
    for &mark in view.threats {
        if view.number(mark.square).is_none() && !drawn.contains(&mark.square) {
            draw_mark(svg, place(mark.square), mark);
            drawn.push(mark.square);
        }
    }
}

fn draw_mark(svg: &mut Svg, (x, y): Point, mark: ThreatMark) {
    let (fill, ink) = match mark.color {
        Color::Black => ("#161616", "#ffffff"),
        Color::White => ("#fdfcf9", "#111111"),
    };
    let corners = [(x, y - ARM), (x + ARM, y), (x, y + ARM), (x - ARM, y)];
    svg.polygon(&corners, &format!("fill=\"{fill}\" stroke=\"#7a4a10\" stroke-width=\"1.6\""));
    svg.label(&mark.makes.to_string(), (x, y), PERCENT_HEIGHT, ink);
}

/// What the diamonds mean, in one line from the left border.
pub(super) fn draw_legend(svg: &mut Svg, y: f64) {
    for (index, (color, makes, words)) in
        [(Color::Black, 5, "MAKES FIVE"), (Color::White, 4, "OPEN FOUR OR TWO FOURS")].into_iter().enumerate()
    {
        let x = MARGIN + CELL * (0.4 + 4.0 * index as f64);
        draw_mark(svg, (x, y), ThreatMark { square: Square::at(0, 0), color, makes });
        let half = words.len() as f64 * PERCENT_HEIGHT * 0.46;
        svg.label(words, (x + CELL * 0.6 + half, y), PERCENT_HEIGHT, "#2b1c05");
    }
}
