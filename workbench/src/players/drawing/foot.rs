//! Caption and legend under a board.

use super::BoardView;
use super::heat::{self, Shade, draw_shade, scale, shade};
use super::layout::{CELL, STONE_RADIUS};
use super::stones::{draw_cross, draw_future_stone};
use super::svg::{Point, Svg};
use super::threats::{ARM, draw_mark};

const HEADLINE_HEIGHT: f64 = 13.0;
const DETAIL_HEIGHT: f64 = 10.0;
const LEGEND_HEIGHT: f64 = 9.0;
/// Height of a row relative to its text.
const LEADING: f64 = 2.1;
/// Height of a row of the legend.
const LEGEND_ROW: f64 = 28.0;
/// Margin.
const INSET: f64 = 18.0;
const INK: &str = "#2b1c05";
const PALE_INK: &str = "#5c3d12";
/// Half the side of a square of the colour scale.
const SWATCH_HALF: f64 = CELL * 0.3;
/// Space between items of a row.
const SEPARATOR: &str = "·";

/// Draws an item with its left end at a point on the middle of a row.
type Draw = dyn Fn(&mut Svg, Point);

/// An item of a row.
struct Item {
    width: f64,
    /// Whether it is a separator, which is not drawn at the end of a row.
    is_separator: bool,
    draw: Box<Draw>,
}

struct Row {
    items: Vec<Item>,
    gap: f64,
    height: f64,
}

/// The rows under a board.
pub(super) struct Foot {
    rows: Vec<Row>,
}

impl Foot {
    /// Caption and legend of a view, wrapped to a width.
    pub(super) fn new(view: &BoardView<'_>, width: f64) -> Self {
        let room = width - 2.0 * INSET;
        let mut rows = Vec::new();
        for (index, line) in view.caption.iter().enumerate() {
            let (height, color) = if index == 0 { (HEADLINE_HEIGHT, INK) } else { (DETAIL_HEIGHT, PALE_INK) };
            let broken = broken(texts(line, room, height, color), height, room);
            rows.extend(broken.into_iter().map(|items| Row { items, gap: height, height: height * LEADING }));
        }
        let gap = CELL * 0.5;
        let broken = broken(legend(view), gap, room);
        rows.extend(broken.into_iter().map(|items| Row { items, gap, height: LEGEND_ROW }));
        Self { rows }
    }

    /// Height of all rows.
    pub(super) fn height(&self) -> f64 {
        let rows: f64 = self.rows.iter().map(|row| row.height).sum();
        if self.rows.is_empty() { 0.0 } else { rows + INSET / 2.0 }
    }

    /// Draws the rows below a height.
    pub(super) fn draw(&self, svg: &mut Svg, top: f64) {
        let mut y = top;
        for row in &self.rows {
            let mut x = INSET;
            for item in &row.items {
                (item.draw)(svg, (x, y + row.height / 2.0));
                x += item.width + row.gap;
            }
            y += row.height;
        }
    }
}

/// Wraps items to a width, which only single items may exceed.
fn broken(items: Vec<Item>, gap: f64, room: f64) -> Vec<Vec<Item>> {
    let mut rows: Vec<Vec<Item>> = Vec::new();
    let mut used = 0.0;
    for item in items {
        match rows.last_mut() {
            Some(row) if used + gap + item.width <= room => {
                used += gap + item.width;
                row.push(item);
            }
            _ if item.is_separator => {}
            last => {
                if let Some(row) = last {
                    row.pop_if(|end| end.is_separator);
                }
                used = item.width;
                rows.push(vec![item]);
            }
        }
    }
    rows
}

fn text(text: String, height: f64, color: &'static str) -> Item {
    let width = Svg::width_of(&text, height);
    let is_separator = text == SEPARATOR;
    let draw = move |svg: &mut Svg, (x, y): Point| svg.label(&text, (x + width / 2.0, y), height, color);
    Item { width, is_separator, draw: Box::new(draw) }
}

/// The parts of a line with separators between them; wider parts are broken into words.
fn texts(line: &[String], room: f64, height: f64, color: &'static str) -> Vec<Item> {
    let mut items = Vec::new();
    for part in line {
        if !items.is_empty() {
            items.push(text(SEPARATOR.to_owned(), height, color));
        }
        if Svg::width_of(part, height) <= room {
            items.push(text(part.clone(), height, color));
        } else {
            items.extend(part.split_whitespace().map(|word| text(word.to_owned(), height, color)));
        }
    }
    items
}

/// A mark with its meaning.
fn explained(half: f64, meaning: &str, mark: impl Fn(&mut Svg, Point) + 'static) -> Item {
    let words = text(meaning.to_owned(), LEGEND_HEIGHT, INK);
    let left = 2.0 * half + 7.0;
    let width = left + words.width;
    let draw = move |svg: &mut Svg, (x, y): Point| {
        mark(svg, (x + half, y));
        (words.draw)(svg, (x + left, y));
    };
    Item { width, is_separator: false, draw: Box::new(draw) }
}

fn legend(view: &BoardView<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let has = |wanted: Shade| view.heat.iter().any(|heat| shade(heat.score, view) == wanted);
    for (wanted, meaning) in [(Shade::Win, "win found"), (Shade::Loss, "loss found")] {
        if has(wanted) {
            let draw = move |svg: &mut Svg, at: Point| draw_shade(svg, at, SWATCH_HALF * 0.8, wanted);
            items.push(explained(SWATCH_HALF * 0.8, meaning, draw));
        }
    }
    items.extend(colour_scale(view));
    if !view.variation.is_empty() {
        let mover = view.board.side_to_move();
        let number = (view.past_moves() + 1).to_string();
        let half = STONE_RADIUS * 0.62;
        let draw = move |svg: &mut Svg, at: Point| draw_future_stone(svg, at, half, (mover, &number));
        items.push(explained(half, "best line", draw));
    }
    for (makes, meaning) in [(5, "makes five"), (4, "open four or two fours")] {
        if let Some(color) = view.threats.iter().find(|mark| mark.makes == makes).map(|mark| mark.color) {
            let draw = move |svg: &mut Svg, at: Point| draw_mark(svg, at, ARM * 0.9, (color, makes));
            items.push(explained(ARM * 0.9, meaning, draw));
        }
    }
    if !view.forbidden.is_empty() {
        items.push(explained(CELL * 0.16, "forbidden", |svg, at| draw_cross(svg, at, CELL * 0.16)));
    }
    items
}

/// The colours of unproven moves from the best, each with its win rate.
fn colour_scale(view: &BoardView<'_>) -> Option<Item> {
    let shades: Vec<(Shade, String)> =
        scale(view).into_iter().map(|score| (shade(score, view), heat::label(score))).collect();
    if shades.is_empty() {
        return None;
    }
    let step = 2.0 * SWATCH_HALF + 2.0;
    let width = step * shades.len() as f64;
    let words = text("% win rate".to_owned(), LEGEND_HEIGHT, INK);
    let total = width + 5.0 + words.width;
    let draw = move |svg: &mut Svg, (x, y): Point| {
        for (index, (shade, percent)) in shades.iter().enumerate() {
            let center = (x + SWATCH_HALF + step * index as f64, y);
            draw_shade(svg, center, SWATCH_HALF, *shade);
            svg.label(percent, center, LEGEND_HEIGHT, INK);
        }
        (words.draw)(svg, (x + width + 5.0, y));
    };
    Some(Item { width: total, is_separator: false, draw: Box::new(draw) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::geometry::BoardSize;

    #[test]
    fn a_long_caption_is_broken_into_rows_that_fit() {
        let board = Board::new(BoardSize::new(5, 5).unwrap());
        let caption = [vec!["freestyle 5×5".to_owned(), "black wins in 11 plies (+M11)".to_owned()]];
        let view = BoardView { caption: &caption, ..BoardView::new(&board) };
        let foot = Foot::new(&view, 264.0);
        assert!(foot.rows.len() >= 2);
        for row in &foot.rows {
            let gaps = row.gap * (row.items.len() - 1) as f64;
            assert!(row.items.iter().map(|item| item.width).sum::<f64>() + gaps <= 264.0 - 2.0 * INSET);
            assert!(!row.items[0].is_separator && !row.items[row.items.len() - 1].is_separator);
        }
        assert!(Foot::new(&BoardView::new(&board), 264.0).rows.is_empty());
    }
}
