//! A board as SVG.

use super::BoardView;
use super::foot::Foot;
use super::heat::{draw_heat, draw_labels};
use super::layout::{CELL, COORDINATE_INSET, MARGIN, STONE_RADIUS, place, span};
use super::stones::{GRADIENTS, draw_cross, draw_future_stone, draw_number, draw_stone};
use super::svg::Svg;
use super::threats::draw_threats;
use rustgomo::board::Cell;
use rustgomo::geometry::{BoardSize, Color, Square};

/// Height of coordinates.
const COORDINATE_HEIGHT: f64 = 11.0;
/// The ring of the last move with its number, and of a winning row.
const RING: &str = "fill=\"none\" stroke=\"#d8321f\" stroke-width=\"2.4\"";

/// Draws a board with everything in the view. The text is well-formed SVG without fonts.
pub fn board_svg(view: &BoardView<'_>) -> String {
    let size = view.board.size();
    let (width, bottom) = (span(size.width()) + 2.0 * MARGIN, span(size.height()) + 2.0 * MARGIN);
    let foot = Foot::new(view, width);
    let height = bottom + foot.height();
    let mut svg = Svg::new(width, height);
    svg.definitions(GRADIENTS);
    svg.rectangle((0.0, 0.0), (width, height), 6.0, "fill=\"#e3b96c\"");
    draw_heat(&mut svg, view);
    draw_grid(&mut svg, size);
    draw_coordinates(&mut svg, size);
    draw_labels(&mut svg, view);
    for square in size.squares() {
        draw_square(&mut svg, view, square);
    }
    for &square in view.row {
        svg.circle(place(square), STONE_RADIUS, RING);
    }
    draw_threats(&mut svg, view);
    foot.draw(&mut svg, bottom);
    svg.finish()
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
    for point in star_points(size) {
        svg.circle(place(point), 4.0, "fill=\"#5c3d12\"");
    }
}

fn draw_coordinates(svg: &mut Svg, size: BoardSize) {
    const COLOR: &str = "#5c3d12";
    let edge = COORDINATE_INSET;
    let (right, bottom) = (span(size.width()) + 2.0 * MARGIN, span(size.height()) + 2.0 * MARGIN);
    for x in 0..size.width() {
        let (center, _) = place(Square::at(x, 0));
        let letter = char::from(b'a' + x).to_string();
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
        let mover = view.board.side_to_move();
        let color = if number % 2 == 1 { mover } else { mover.opponent() };
        let number = (number + view.past_moves()).to_string();
        draw_future_stone(svg, center, STONE_RADIUS, (color, &number));
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
        Cell::Empty if view.forbidden.contains(&square) => draw_cross(svg, center, CELL * 0.2),
        Cell::Empty => {}
    }
    let is_last = view.board.last_move() == Some(square);
    if let Some((number, color)) = view.past_number(square) {
        draw_number(svg, center, STONE_RADIUS, (color, &number.to_string()));
        if is_last {
            svg.circle(center, STONE_RADIUS, RING);
        }
    } else if is_last {
        svg.circle(center, STONE_RADIUS * 0.32, "fill=\"#d8321f\"");
    }
}

/// Sides from this length have star points on the fourth line, as on a 13x13 board; shorter ones on the
/// third.
const FOURTH_LINE_SIDE: u8 = 13;
/// Shorter sides have only a star point in the middle.
const LEAST_SIDE: u8 = 8;
/// Sides from this length have additional points between the outer ones.
const LONG_SIDE: u8 = 17;

/// The lines of one side that have star points.
struct Lines {
    outer: Vec<u8>,
    inner: Vec<u8>,
}

/// As on Go boards: the outer lines, and the middle line if there is one. A long side without a middle line
/// has two lines at nearly equal distances instead: 4, 8, 13 and 17 of 20.
fn lines(side: u8) -> Lines {
    let first = match side {
        FOURTH_LINE_SIDE.. => Some(3),
        LEAST_SIDE.. => Some(2),
        _ => None,
    };
    let outer = first.map_or_else(Vec::new, |first| vec![first, side - 1 - first]);
    let inner = if side % 2 == 1 {
        vec![side / 2]
    } else if side >= LONG_SIDE {
        let third = (side - 7) / 3;
        vec![3 + third, side - 4 - third]
    } else {
        Vec::new()
    };
    Lines { outer, inner }
}

/// The star points of a board of any size.
pub(super) fn star_points(size: BoardSize) -> Vec<Square> {
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    let is_long = size.width().min(size.height()) >= LONG_SIDE;
    let cross = |columns: &[u8], rows: &[u8]| -> Vec<Square> {
        rows.iter().flat_map(|&y| columns.iter().map(move |&x| Square::at(x, y))).collect()
    };
    let mut points = [cross(&columns.outer, &rows.outer), cross(&columns.inner, &rows.inner)].concat();
    if is_long {
        points.extend(cross(&columns.outer, &rows.inner));
        points.extend(cross(&columns.inner, &rows.outer));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::drawing::layout::HEAT_HALF;
    use crate::players::drawing::{Heat, ThreatMark};
    use rustgomo::board::{Board, square_name};
    use rustgomo::eval::Score;

    const VARIATION: [Square; 2] = [Square::at(3, 3), Square::at(3, 4)];

    /// The pictures of an empty board and of a variation, without caption and legend.
    fn picture(view: &BoardView<'_>) -> String {
        let svg = board_svg(&BoardView { variation: &VARIATION, ..view.clone() });
        let (_, drawn) = svg.split_once("</defs>").unwrap();
        drawn.to_owned()
    }

    #[test]
    fn stones_of_the_variation_do_not_look_played() {
        let board = Board::new(BoardSize::default());
        let drawn = picture(&BoardView::new(&board));
        assert!(drawn.contains("stroke-dasharray") && !drawn.contains("url(#"));
    }

    #[test]
    fn a_threat_mark_stands_above_the_stone_of_the_variation_and_beside_its_number() {
        let board = Board::new(BoardSize::default());
        let threats = [ThreatMark { square: VARIATION[1], color: Color::White, makes: 5 }];
        let drawn = picture(&BoardView { threats: &threats, ..BoardView::new(&board) });
        let (x, y) = place(VARIATION[1]);
        let stone = drawn.find(&format!("cx=\"{x:.1}\" cy=\"{y:.1}\"")).unwrap();
        let mark = drawn.find("<polygon").unwrap();
        assert!(mark > stone);
        let top: f64 = drawn[mark..].split(['"', ',']).nth(1).unwrap().parse().unwrap();
        assert!(top > x + STONE_RADIUS / 2.0, "{top}");
    }

    #[test]
    fn a_stone_of_the_variation_carries_no_score_of_its_square() {
        let board = Board::new(BoardSize::default());
        let rated = |score: Score| {
            let heat = VARIATION.map(|square| Heat { square, score });
            picture(&BoardView { heat: &heat, ..BoardView::new(&board) }).matches("<path").count()
        };
        // The legends differ: five win rates, or a win.
        let legend = |words: &str| words.chars().filter(|c| *c != ' ').count();
        let open = rated(Score::ZERO) - legend("5040302112% win rate");
        assert_eq!(open, rated(Score::win_in(9)) - legend("win found"));
    }

    #[test]
    fn stones_and_squares_at_the_edge_leave_the_coordinates_free() {
        let coordinate = Svg::width_of("22", COORDINATE_HEIGHT).max(COORDINATE_HEIGHT);
        let free = MARGIN - STONE_RADIUS.max(HEAT_HALF);
        assert!(COORDINATE_INSET + coordinate / 2.0 < free && COORDINATE_INSET > coordinate / 2.0);
    }

    #[test]
    fn a_caption_makes_the_picture_higher_and_no_wider() {
        let board = Board::new(BoardSize::default());
        let caption = [vec!["renju".to_owned()]];
        let size = |view: &BoardView<'_>| -> Vec<f64> {
            let svg = board_svg(view);
            let sizes = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap();
            sizes.split(' ').map(|side| side.parse().unwrap()).collect()
        };
        let (plain, told) =
            (size(&BoardView::new(&board)), size(&BoardView { caption: &caption, ..BoardView::new(&board) }));
        assert!(told[1] > plain[1] && told[0].to_bits() == plain[0].to_bits());
    }

    fn names(width: i64, height: i64) -> Vec<String> {
        let size = BoardSize::new(width, height).unwrap();
        let mut names: Vec<String> = star_points(size).iter().map(|&s| square_name(s, size)).collect();
        names.sort();
        names
    }

    #[test]
    fn known_boards_have_their_traditional_points() {
        assert_eq!(names(15, 15), ["d12", "d4", "h8", "l12", "l4"]);
        assert_eq!(names(9, 9), ["c3", "c7", "e5", "g3", "g7"]);
        assert_eq!(names(19, 19), ["d10", "d16", "d4", "j10", "j16", "j4", "p10", "p16", "p4"]);
        assert_eq!(names(5, 5), ["c3"]);
        assert!(names(6, 6).is_empty());
    }

    #[test]
    fn every_board_has_the_star_points_of_the_list_and_so_of_the_page() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/stars.txt");
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let sizes = (5..=22).flat_map(|width| (5..=22).map(move |height| (width, height)));
        let found = sizes.map(|(width, height)| {
            [vec![format!("{width}x{height}")], names(width, height)].concat().join(" ")
        });
        assert_eq!(found.collect::<Vec<_>>(), lines);
    }
}
