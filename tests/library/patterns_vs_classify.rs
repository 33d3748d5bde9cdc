//! Every table entry equals the slow classification of the window itself, not only of its class.

use rustgomo::board::{CENTER, Cell, RADIUS, WINDOW_LEN, Window};
use rustgomo::geometry::Color;
use rustgomo::pattern::{PatternTable, classify};
use rustgomo::rules::Rule;

/// All halves of a window in which everything behind a wall is wall too, nearest cell first: what boards
/// without blocked squares can show, and many more.
fn halves() -> Vec<[Cell; RADIUS]> {
    let all =
        (0..4usize.pow(RADIUS as u32)).map(|bits| std::array::from_fn(|i| Cell::ALL[bits >> (2 * i) & 3]));
    let walled =
        |half: &[Cell; RADIUS]| half.iter().skip_while(|&&c| c != Cell::Wall).all(|&c| c == Cell::Wall);
    all.filter(walled).collect()
}

fn window(left: [Cell; RADIUS], right: [Cell; RADIUS]) -> Window {
    let mut cells = [Cell::Empty; WINDOW_LEN];
    for i in 0..RADIUS {
        cells[CENTER - 1 - i] = left[i];
        cells[CENTER + 1 + i] = right[i];
    }
    Window::from_cells(cells)
}

fn compare(rule: Rule, step: usize) {
    let table = PatternTable::of(rule);
    let halves = halves();
    let mut compared = 0;
    for (i, left) in halves.iter().enumerate() {
        for right in halves.iter().skip(i % step).step_by(step) {
            let window = window(*left, *right);
            let shapes = table.shapes(table.pattern(window));
            for color in Color::BOTH {
                assert_eq!(
                    shapes.shape(color),
                    classify(rule, color, window),
                    "{rule:?} {color:?} {window:?}"
                );
            }
            compared += 1;
        }
    }
    assert!(compared > halves.len() * halves.len() / (step + 1));
}

/// Release runs compare all 132,496 windows, others every seventh.
const STEP: usize = if cfg!(debug_assertions) { 7 } else { 1 };

#[test]
fn freestyle_shapes_equal_the_slow_classification() {
    compare(Rule::Freestyle, STEP);
}

#[test]
fn standard_shapes_equal_the_slow_classification() {
    compare(Rule::Standard, STEP);
}

#[test]
fn renju_shapes_equal_the_slow_classification() {
    compare(Rule::Renju, STEP);
}

#[test]
fn caro_shapes_equal_the_slow_classification() {
    compare(Rule::Caro, STEP);
    compare(Rule::ExactCaro, STEP);
}
