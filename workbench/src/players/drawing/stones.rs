//! Stones of the game and the variation, and crosses of forbidden squares.

use super::layout::STONE_RADIUS;
use super::svg::{Point, Svg};
use rustgomo::geometry::Color;

/// The colours of stones.
pub(super) const GRADIENTS: &str = "<radialGradient id=\"black\" cx=\".35\" cy=\".3\" r=\".8\"><stop offset=\"0\" \
    stop-color=\"#6b6b6b\"/><stop offset=\".6\" stop-color=\"#1d1d1d\"/><stop offset=\"1\" stop-color=\"#000\"/>\
    </radialGradient><radialGradient id=\"white\" cx=\".35\" cy=\".3\" r=\".9\"><stop offset=\"0\" \
    stop-color=\"#fff\"/><stop offset=\".7\" stop-color=\"#ececec\"/><stop offset=\"1\" stop-color=\"#bdbdbd\"/>\
    </radialGradient>";

/// Height of a one-digit number on a stone, and maximum width of a number.
const NUMBER_HEIGHT: f64 = 14.0;
const NUMBER_WIDTH: f64 = 24.0;

/// The colour of text on a stone.
const fn ink(color: Color) -> &'static str {
    match color {
        Color::Black => "#ffffff",
        Color::White => "#111111",
    }
}

/// A stone of the game.
pub(super) fn draw_stone(svg: &mut Svg, (x, y): Point, color: Color) {
    svg.circle((x + 1.5, y + 2.0), STONE_RADIUS, "fill=\"#000\" fill-opacity=\".25\"");
    let fill = match color {
        Color::Black => "fill=\"url(#black)\" stroke=\"#000\" stroke-width=\".6\"",
        Color::White => "fill=\"url(#white)\" stroke=\"#8a8a8a\" stroke-width=\".6\"",
    };
    svg.circle((x, y), STONE_RADIUS, fill);
}

/// A stone of the variation with its number: pale, flat and with a dashed edge.
pub(super) fn draw_future_stone(svg: &mut Svg, at: Point, radius: f64, (color, number): (Color, &str)) {
    let (fill, edge) = match color {
        Color::Black => ("#1d1d1d", "#000000"),
        Color::White => ("#ffffff", "#5a5a5a"),
    };
    let dash = radius * 0.26;
    let paint = format!(
        "fill=\"{fill}\" fill-opacity=\".62\" stroke=\"{edge}\" stroke-width=\"1.4\" stroke-dasharray=\"{dash:.1} {:.1}\"",
        dash * 0.7
    );
    svg.circle(at, radius, &paint);
    draw_number(svg, at, radius, (color, number));
}

/// A number on a stone, whose size decreases with the number of digits.
pub(super) fn draw_number(svg: &mut Svg, at: Point, radius: f64, (color, number): (Color, &str)) {
    let height = NUMBER_HEIGHT.min(Svg::height_within(number, NUMBER_WIDTH));
    svg.label(number, at, height * radius / STONE_RADIUS, ink(color));
}

/// A cross with arms of this length.
pub(super) fn draw_cross(svg: &mut Svg, (x, y): Point, arm: f64) {
    const RED: &str = "stroke=\"#c81e1e\" stroke-width=\"3.2\" stroke-linecap=\"round\"";
    svg.lines(&[(x - arm, y - arm), (x + arm, y + arm)], RED);
    svg.lines(&[(x - arm, y + arm), (x + arm, y - arm)], RED);
}
