//! The win rate over a game as SVG.

use super::svg::{Point, Svg};
use rustgomo::report::MoveMark;

/// Width per move in pixels, and minimum and maximum width of the graph.
const STEP: f64 = 16.0;
const WIDTH: std::ops::RangeInclusive<f64> = 480.0..=2400.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 46.0;
const LABEL_HEIGHT: f64 = 10.0;
/// Distance of a mark from its point.
const MARK_DISTANCE: f64 = 13.0;
/// Interval of the move numbers under the graph.
const LABEL_EVERY: usize = 10;

/// Draws black's win rate, `0.0..=1.0`, after each move, from the one with the number `first`; marked moves
/// have a red dot.
pub fn graph_svg(points: &[(f64, MoveMark)], first: usize) -> String {
    let width = (f64::from(points.len() as u32) * STEP).clamp(*WIDTH.start(), *WIDTH.end());
    let step = width / f64::from(points.len().max(1) as u32);
    let at = |index: usize, win_rate: f64| -> Point {
        (MARGIN + (f64::from(index as u32) + 0.5) * step, MARGIN + (1.0 - win_rate) * HEIGHT)
    };
    let mut svg = Svg::new(width + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN);
    svg.rectangle((0.0, 0.0), (width + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN), 6.0, "fill=\"#f6f3ec\"");
    draw_axes(&mut svg, width);
    for number in (first..first + points.len()).filter(|number| number.is_multiple_of(LABEL_EVERY)) {
        let (x, _) = at(number - first, 0.0);
        svg.label(&number.to_string(), (x, MARGIN * 1.56 + HEIGHT), LABEL_HEIGHT, "#555555");
    }
    let course: Vec<Point> = points.iter().enumerate().map(|(i, &(rate, _))| at(i, rate)).collect();
    if course.len() > 1 {
        svg.lines(&course, "stroke=\"#1f4e79\" stroke-width=\"2.4\" stroke-linejoin=\"round\"");
    }
    for (index, ((_, mark), &(x, y))) in points.iter().zip(&course).enumerate() {
        if *mark == MoveMark::None {
            svg.circle((x, y), 2.6, "fill=\"#1f4e79\"");
        } else {
            svg.circle((x, y), 5.0, "fill=\"#c81e1e\"");
            // On the outer side of the line's corner at the mistake.
            let is_rise = index > 0 && course[index - 1].1 > y;
            let beside = if is_rise { y - MARK_DISTANCE } else { y + MARK_DISTANCE };
            svg.label(mark.sign(), (x, beside), LABEL_HEIGHT, "#c81e1e");
        }
    }
    svg.finish()
}

fn draw_axes(svg: &mut Svg, width: f64) {
    for (percent, paint) in [
        (100, "stroke=\"#c9c2b2\" stroke-width=\"1\""),
        (75, "stroke=\"#e4dfd3\" stroke-width=\"1\""),
        (50, "stroke=\"#9a917d\" stroke-width=\"1.2\""),
        (25, "stroke=\"#e4dfd3\" stroke-width=\"1\""),
        (0, "stroke=\"#c9c2b2\" stroke-width=\"1\""),
    ] {
        let y = MARGIN + (1.0 - f64::from(percent) / 100.0) * HEIGHT;
        svg.lines(&[(MARGIN, y), (MARGIN + width, y)], paint);
        svg.label(&format!("{percent}%"), (MARGIN * 0.5, y), LABEL_HEIGHT, "#555555");
    }
    svg.label("black wins", (MARGIN + width / 2.0, MARGIN * 0.3), LABEL_HEIGHT, "#555555");
    svg.label("white wins", (MARGIN + width / 2.0, MARGIN * 1.86 + HEIGHT), LABEL_HEIGHT, "#555555");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_the_numbers_of_the_moves() {
        let points = [(0.5, MoveMark::None); 8];
        let labels = |first| {
            graph_svg(&points, first).matches("<g ").count() - graph_svg(&points, 1).matches("<g ").count()
        };
        // The last eight moves of ten and of forty.
        assert_eq!([1, 3, 33, 41].map(labels), [0, 1, 1, 0]);
    }
}
