//! The heat map of a board: how good each move is, by colour and in percent, and what the colours mean.

use super::layout::{CELL, MARGIN, PERCENT_HEIGHT, place, span};
use super::svg::Svg;
use super::{BoardView, Heat};

/// Drop of the win rate against the best move beyond which a move is as bad as can be shown.
const WORST_DROP: f64 = 0.3;
/// Squares of the scale in the legend.
const SCALE_STEPS: u8 = 5;
const INK: &str = "#2b1c05";

/// From 0, as bad as can be shown, to 1, the best move.
pub(super) fn quality(heat: Heat, view: &BoardView<'_>) -> f64 {
    let best = view.heat.iter().map(|h| h.win_rate).fold(0.0, f64::max);
    (1.0 - (best - heat.win_rate) / WORST_DROP).clamp(0.0, 1.0)
}

/// Coloured squares under the lines, from red to green; the best move has a frame.
pub(super) fn draw_heat(svg: &mut Svg, view: &BoardView<'_>) {
    for &heat in view.heat {
        draw_square(svg, place(heat.square), CELL * 0.48, quality(heat, view));
    }
    let best = view.heat.iter().reduce(|best, heat| if heat.win_rate > best.win_rate { heat } else { best });
    if let Some(best) = best {
        let ((x, y), half) = (place(best.square), CELL * 0.48);
        let paint = "fill=\"none\" stroke=\"#0b5d12\" stroke-width=\"2.6\"";
        svg.rectangle((x - half, y - half), (2.0 * half, 2.0 * half), 5.0, paint);
    }
}

fn draw_square(svg: &mut Svg, (x, y): (f64, f64), half: f64, quality: f64) {
    let opacity = 0.12 + 0.6 * quality;
    let (red, green) = hue_to_red_green(120.0 * quality);
    let paint = format!("fill=\"rgb({red},{green},40)\" fill-opacity=\"{opacity:.2}\"");
    svg.rectangle((x - half, y - half), (2.0 * half, 2.0 * half), 5.0, &paint);
}

/// A colour between red (0 degrees) and green (120).
fn hue_to_red_green(hue: f64) -> (u8, u8) {
    const STRONGEST: f64 = 210.0;
    let part = hue / 60.0;
    let channel = |value: f64| (value.clamp(0.0, 1.0) * STRONGEST) as u8;
    (channel(2.0 - part), channel(part))
}

/// Win rates in percent on the squares that no stone of the variation covers; those are written on the stones.
pub(super) fn draw_percentages(svg: &mut Svg, view: &BoardView<'_>) {
    let shown = view.heat.iter().filter(|heat| view.number(heat.square).is_none());
    for &heat in shown.filter(|&&heat| quality(heat, view) > 0.0) {
        let center = place(heat.square);
        svg.circle(center, CELL * 0.28, "fill=\"#e9cf95\" fill-opacity=\".85\"");
        svg.label(&percent(heat.win_rate), center, PERCENT_HEIGHT, INK);
    }
}

/// A win rate without its sign.
pub(super) fn percent(win_rate: f64) -> String {
    format!("{:.0}", win_rate * 100.0)
}

/// What the colours mean, in one line from the left border.
pub(super) fn draw_legend(svg: &mut Svg, view: &BoardView<'_>, y: f64) {
    let width = span(view.board.size().width());
    let (step, half) = (CELL * 0.5, CELL * 0.22);
    let scale = step * f64::from(SCALE_STEPS);
    let left = MARGIN + width / 2.0 - scale / 2.0;
    for index in 0..SCALE_STEPS {
        let quality = 1.0 - f64::from(index) / f64::from(SCALE_STEPS - 1);
        draw_square(svg, (left + step * (f64::from(index) + 0.5), y), half, quality);
    }
    svg.label("BEST", (left - CELL * 0.7, y), PERCENT_HEIGHT, INK);
    let worst = format!("{}% WORSE", percent(WORST_DROP));
    svg.label(&worst, (left + scale + CELL * 1.3, y), PERCENT_HEIGHT, INK);
}
