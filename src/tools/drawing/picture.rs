//! A board as SVG.

use super::BoardView;
use super::heat::{self, draw_heat, draw_percentages, percent};
use super::layout::{CELL, MARGIN, PERCENT_HEIGHT, place, span};
use super::svg::{Point, Svg};
use super::threats::{self, draw_threats};
use crate::board::Cell;
use crate::geometry::{BoardSize, Color, Square};

const STONE_RADIUS: f64 = 18.0;
/// Height of numbers on stones, and of coordinates.
const NUMBER_HEIGHT: f64 = 15.0;
const COORDINATE_HEIGHT: f64 = 11.0;
/// Height of a number on a stone that has a percentage below it.
const UPPER_NUMBER_HEIGHT: f64 = 12.0;
/// Height of one line of the legend.
const LEGEND_HEIGHT: f64 = 28.0;

const GRADIENTS: &str = "<radialGradient id=\"black\" cx=\".35\" cy=\".3\" r=\".8\"><stop offset=\"0\" \
    stop-color=\"#6b6b6b\"/><stop offset=\".6\" stop-color=\"#1d1d1d\"/><stop offset=\"1\" stop-color=\"#000\"/>\
    </radialGradient><radialGradient id=\"white\" cx=\".35\" cy=\".3\" r=\".9\"><stop offset=\"0\" \
    stop-color=\"#fff\"/><stop offset=\".7\" stop-color=\"#ececec\"/><stop offset=\"1\" stop-color=\"#bdbdbd\"/>\
    </radialGradient>";

/// Draws a board with everything in the view. The text is well-formed SVG without fonts.
///
/// # Examples
/// ```
/// use rustgomo::board::from_diagram;
/// use rustgomo::tools::drawing::{BoardView, board_svg};
///
/// let board = from_diagram(". . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . .")?;
/// assert!(board_svg(&BoardView::new(&board)).starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board_svg(view: &BoardView<'_>) -> String {
    let size = view.board.size();
    let legends = u8::from(!view.heat.is_empty()) + u8::from(!view.threats.is_empty());
    let bottom = span(size.height()) + 2.0 * MARGIN;
    let (width, height) = (span(size.width()) + 2.0 * MARGIN, bottom + LEGEND_HEIGHT * f64::from(legends));
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
    draw_threats(&mut svg, view);
    draw_legends(&mut svg, view, bottom);
    svg.finish()
}

fn draw_legends(svg: &mut Svg, view: &BoardView<'_>, bottom: f64) {
    let mut y = bottom + LEGEND_HEIGHT * 0.25;
    if !view.heat.is_empty() {
        heat::draw_legend(svg, view, y);
        y += LEGEND_HEIGHT;
    }
    if !view.threats.is_empty() {
        threats::draw_legend(svg, y);
    }
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
        draw_future_stone(svg, view, square, number);
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
    if let Some((number, color)) = view.past_number(square) {
        svg.label(&number.to_string(), center, NUMBER_HEIGHT * 0.86, ink(color));
        if view.board.last_move() == Some(square) {
            svg.circle(center, STONE_RADIUS, "fill=\"none\" stroke=\"#d8321f\" stroke-width=\"2.4\"");
        }
    } else if view.board.last_move() == Some(square) {
        svg.circle(center, STONE_RADIUS * 0.32, "fill=\"#d8321f\"");
    }
}

/// A stone of the variation: its number, and below it the win rate if the heat map has one.
fn draw_future_stone(svg: &mut Svg, view: &BoardView<'_>, square: Square, number: usize) {
    let mover = view.board.side_to_move();
    let color = if number % 2 == 1 { mover } else { mover.opponent() };
    let (x, y) = place(square);
    draw_stone(svg, (x, y), color);
    // With numbers of past moves the variation goes on counting and is told apart by a ring.
    let label = (number + view.past_moves()).to_string();
    if view.has_numbers {
        svg.circle((x, y), STONE_RADIUS - 2.0, "fill=\"none\" stroke=\"#2f8f46\" stroke-width=\"2\"");
    }
    match view.heat.iter().find(|heat| heat.square == square) {
        Some(heat) => {
            svg.label(&label, (x, y - STONE_RADIUS * 0.34), UPPER_NUMBER_HEIGHT, ink(color));
            svg.label(
                &percent(heat.win_rate),
                (x, y + STONE_RADIUS * 0.52),
                PERCENT_HEIGHT * 0.9,
                ink(color),
            );
        }
        None => svg.label(&label, (x, y), NUMBER_HEIGHT, ink(color)),
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
