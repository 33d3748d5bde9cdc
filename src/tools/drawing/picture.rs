//! A board as SVG.

use super::svg::{Point, Svg};
use super::{BoardView, Heat};
use crate::board::Cell;
use crate::geometry::{BoardSize, Color, Square};

/// Distance of two lines, pixels.
const CELL: f64 = 40.0;
/// From the outermost line to the edge of the picture.
const MARGIN: f64 = 44.0;
const STONE_RADIUS: f64 = 18.0;
/// Height of numbers on stones, of coordinates and of percentages.
const NUMBER_HEIGHT: f64 = 15.0;
const COORDINATE_HEIGHT: f64 = 11.0;
const PERCENT_HEIGHT: f64 = 9.0;
/// Drop of the win rate against the best move beyond which a move is as bad as can be shown.
const WORST_DROP: f64 = 0.3;

const GRADIENTS: &str = "<radialGradient id=\"black\" cx=\".35\" cy=\".3\" r=\".8\"><stop offset=\"0\" \
    stop-color=\"#6b6b6b\"/><stop offset=\".6\" stop-color=\"#1d1d1d\"/><stop offset=\"1\" stop-color=\"#000\"/>\
    </radialGradient><radialGradient id=\"white\" cx=\".35\" cy=\".3\" r=\".9\"><stop offset=\"0\" \
    stop-color=\"#fff\"/><stop offset=\".7\" stop-color=\"#ececec\"/><stop offset=\"1\" stop-color=\"#bdbdbd\"/>\
    </radialGradient>";

/// Draws a board with everything in the view. The text is well-formed SVG without fonts.
pub fn board_svg(view: &BoardView<'_>) -> String {
    let size = view.board.size();
    let (width, height) = (span(size.width()) + 2.0 * MARGIN, span(size.height()) + 2.0 * MARGIN);
    let mut svg = Svg::new(width, height);
    svg.definitions(GRADIENTS);
    svg.rectangle((0.0, 0.0), (width, height), 6.0, "fill=\"#e3b96c\"");
    draw_heat(&mut svg, view);
    draw_grid(&mut svg, size);
    draw_coordinates(&mut svg, size);
    draw_percentages(&mut svg, view);
    for square in size.squares() {
        draw_square(&mut svg, view, square);
    }
    svg.finish()
}

fn span(count: u8) -> f64 {
    CELL * f64::from(count - 1)
}

fn place(square: Square) -> Point {
    (MARGIN + CELL * f64::from(square.x()), MARGIN + CELL * f64::from(square.y()))
}

fn draw_grid(svg: &mut Svg, size: BoardSize) {
    const THIN: &str = "stroke=\"#5c3d12\" stroke-width=\"1.2\" stroke-linecap=\"square\"";
    let (right, bottom) = (MARGIN + span(size.width()), MARGIN + span(size.height()));
    for x in 0..size.width() {
        let (x, _) = place(Square::at(x, 0));
        svg.lines(&[(x, MARGIN), (x, bottom)], THIN);
    }
    for y in 0..size.height() {
        let (_, y) = place(Square::at(0, y));
        svg.lines(&[(MARGIN, y), (right, y)], THIN);
    }
    if size == BoardSize::default() {
        for (x, y) in [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)] {
            svg.circle(place(Square::at(x, y)), 4.0, "fill=\"#5c3d12\"");
        }
    }
}

fn draw_coordinates(svg: &mut Svg, size: BoardSize) {
    const COLOR: &str = "#5c3d12";
    let edge = MARGIN * 0.4;
    let (right, bottom) = (span(size.width()) + 2.0 * MARGIN, span(size.height()) + 2.0 * MARGIN);
    for x in 0..size.width() {
        let (center, _) = place(Square::at(x, 0));
        let letter = char::from(b'A' + x).to_string();
        svg.label(&letter, (center, bottom - edge), COORDINATE_HEIGHT, COLOR);
        svg.label(&letter, (center, edge), COORDINATE_HEIGHT, COLOR);
    }
    for y in 0..size.height() {
        let (_, center) = place(Square::at(0, y));
        let number = (size.height() - y).to_string();
        svg.label(&number, (edge, center), COORDINATE_HEIGHT, COLOR);
        svg.label(&number, (right - edge, center), COORDINATE_HEIGHT, COLOR);
    }
}

fn draw_square(svg: &mut Svg, view: &BoardView<'_>, square: Square) {
    let center = place(square);
    if let Some(number) = view.number(square) {
        let is_first = number % 2 == 1;
        let mover = view.board.side_to_move();
        let color = if is_first { mover } else { mover.opponent() };
        draw_stone(svg, center, color);
        svg.label(&number.to_string(), center, NUMBER_HEIGHT, ink(color));
        return;
    }
    match view.board.cell(square) {
        Cell::Black => draw_stone(svg, center, Color::Black),
        Cell::White => draw_stone(svg, center, Color::White),
        Cell::Wall => {
            let (x, y) = center;
            let half = CELL * 0.42;
            svg.rectangle((x - half, y - half), (2.0 * half, 2.0 * half), 4.0, "fill=\"#7a5a2b\"");
        }
        Cell::Empty if view.forbidden.contains(&square) => draw_cross(svg, center),
        Cell::Empty => {}
    }
    if view.board.last_move() == Some(square) {
        svg.circle(center, STONE_RADIUS * 0.32, "fill=\"#d8321f\"");
    }
}

const fn ink(color: Color) -> &'static str {
    match color {
        Color::Black => "#ffffff",
        Color::White => "#111111",
    }
}

fn draw_stone(svg: &mut Svg, center: Point, color: Color) {
    let (x, y) = center;
    svg.circle((x + 1.5, y + 2.0), STONE_RADIUS, "fill=\"#000\" fill-opacity=\".25\"");
    let fill = match color {
        Color::Black => "fill=\"url(#black)\" stroke=\"#000\" stroke-width=\".6\"",
        Color::White => "fill=\"url(#white)\" stroke=\"#8a8a8a\" stroke-width=\".6\"",
    };
    svg.circle(center, STONE_RADIUS, fill);
}

fn draw_cross(svg: &mut Svg, center: Point) {
    const RED: &str = "stroke=\"#c81e1e\" stroke-width=\"3.2\" stroke-linecap=\"round\"";
    let ((x, y), arm) = (center, CELL * 0.2);
    svg.lines(&[(x - arm, y - arm), (x + arm, y + arm)], RED);
    svg.lines(&[(x - arm, y + arm), (x + arm, y - arm)], RED);
}

/// From 0, as bad as can be shown, to 1, the best move.
fn quality(heat: Heat, view: &BoardView<'_>) -> f64 {
    let best = view.heat.iter().map(|h| h.win_rate).fold(0.0, f64::max);
    (1.0 - (best - heat.win_rate) / WORST_DROP).clamp(0.0, 1.0)
}

/// Coloured squares under the lines, from red to green.
fn draw_heat(svg: &mut Svg, view: &BoardView<'_>) {
    for &heat in view.heat {
        let quality = quality(heat, view);
        let hue = 120.0 * quality;
        let opacity = 0.12 + 0.6 * quality;
        let (red, green) = hue_to_red_green(hue);
        let paint = format!("fill=\"rgb({red},{green},40)\" fill-opacity=\"{opacity:.2}\"");
        let ((x, y), half) = (place(heat.square), CELL * 0.48);
        svg.rectangle((x - half, y - half), (2.0 * half, 2.0 * half), 5.0, &paint);
    }
}

/// A colour between red (0 degrees) and green (120).
fn hue_to_red_green(hue: f64) -> (u8, u8) {
    const STRONGEST: f64 = 210.0;
    let part = hue / 60.0;
    let channel = |value: f64| (value.clamp(0.0, 1.0) * STRONGEST) as u8;
    (channel(2.0 - part), channel(part))
}

/// Win rates in percent on the squares of the heat map that no stone of the variation covers.
fn draw_percentages(svg: &mut Svg, view: &BoardView<'_>) {
    let shown = view.heat.iter().filter(|heat| view.number(heat.square).is_none());
    for &heat in shown.filter(|&&heat| quality(heat, view) > 0.0) {
        let center = place(heat.square);
        svg.circle(center, CELL * 0.28, "fill=\"#e9cf95\" fill-opacity=\".85\"");
        svg.label(&format!("{:.0}", heat.win_rate * 100.0), center, PERCENT_HEIGHT, "#2b1c05");
    }
}
