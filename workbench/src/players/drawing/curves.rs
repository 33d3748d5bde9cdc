//! Curves such as training losses as SVG.

use super::svg::{Point, Svg};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 60.0;
const LABEL_HEIGHT: f64 = 10.0;
/// Number of horizontal grid lines.
const GRID: u32 = 5;
/// Maximum number of labels of the x axis.
const STEP_LABELS: usize = 16;
/// Range of the values from which their labels are whole numbers.
const WHOLE_FROM: f64 = 20.0;
const LEVEL_COLOR: &str = "#c81e1e";

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<'a> {
    /// Name, in capitals and digits.
    pub name: &'a str,
    /// Colour, such as `#1f4e79`.
    pub color: &'a str,
    /// The values of steps 1, 2, and so on; steps without one are passed over.
    pub values: Vec<Option<f64>>,
}

/// Draws curves, and a horizontal line to compare them with.
pub fn curves_svg(curves: &[Curve<'_>], (name, level): (&str, f64)) -> String {
    let values = || curves.iter().flat_map(|curve| &curve.values).flatten().copied().chain([level]);
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    let steps = curves.iter().map(|curve| curve.values.len()).max().unwrap_or(0).max(1);
    let column = |step: usize| MARGIN + WIDTH * (step as f64 + 0.5) / steps as f64;
    let decimals = if high - low < WHOLE_FROM { 3 } else { 0 };
    let row = |value: f64| MARGIN + HEIGHT * (high - value) / (high - low).max(1e-9);
    let mut svg = Svg::new(WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN);
    svg.rectangle((0.0, 0.0), (WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN), 6.0, "fill=\"#f6f3ec\"");
    for line in 0..GRID {
        let value = low + (high - low) * f64::from(line) / f64::from(GRID - 1);
        let y = row(value);
        svg.lines(&[(MARGIN, y), (MARGIN + WIDTH, y)], "stroke=\"#d9d3c4\" stroke-width=\"1\"");
        svg.label(&format!("{value:.decimals$}"), (MARGIN * 0.5, y), LABEL_HEIGHT, "#555555");
    }
    for step in (0..steps).step_by(steps.div_ceil(STEP_LABELS)) {
        let place = (column(step), MARGIN * 1.3 + HEIGHT);
        svg.label(&(step + 1).to_string(), place, LABEL_HEIGHT, "#555555");
    }
    let dashes = format!("stroke=\"{LEVEL_COLOR}\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\"");
    svg.lines(&[(MARGIN, row(level)), (MARGIN + WIDTH, row(level))], &dashes);
    for Curve { color, values, .. } in curves {
        let points = values.iter().enumerate().filter_map(|(i, &value)| Some((column(i), row(value?))));
        let points: Vec<Point> = points.collect();
        if points.len() > 1 {
            let paint = format!("stroke=\"{color}\" stroke-width=\"2.4\" stroke-linejoin=\"round\"");
            svg.lines(&points, &paint);
        }
        for point in points {
            svg.circle(point, 2.6, &format!("fill=\"{color}\""));
        }
    }
    let names = curves.iter().map(|curve| (curve.name, curve.color)).chain([(name, LEVEL_COLOR)]);
    for (place, (name, color)) in names.enumerate() {
        svg.label(name, (MARGIN + 100.0 + 200.0 * place as f64, MARGIN * 0.5), LABEL_HEIGHT, color);
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_loss_lies_lower() {
        let curve = Curve { name: "A", color: "#000000", values: vec![Some(0.7), Some(0.6)] };
        let svg = curves_svg(&[curve], ("B", 0.65));
        let line = svg.lines().find(|line| line.contains("#000000") && line.contains("polyline")).unwrap();
        let numbers: Vec<f64> =
            line.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|n| n.parse().ok()).collect();
        assert!(numbers[0] < numbers[2] && numbers[1] < numbers[3], "{line}");
    }

    #[test]
    fn a_step_without_a_value_has_no_point() {
        let curve = |values| Curve { name: "A", color: "#000000", values };
        let circles = |values| {
            let svg = curves_svg(&[curve(values)], ("B", 0.0));
            svg.lines().filter(|line| line.starts_with("<circle")).map(str::to_owned).collect::<Vec<_>>()
        };
        let all = circles(vec![Some(3.0), Some(1.0), Some(2.0)]);
        assert_eq!(circles(vec![Some(3.0), None, Some(2.0)]), [all[0].clone(), all[2].clone()]);
    }
}
