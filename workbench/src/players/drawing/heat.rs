//! Heat map of a board: the score of each move as colour and win rate.

use super::layout::{CELL, HEAT_HALF, PERCENT_HEIGHT, place};
use super::svg::{Point, Svg};
use super::{BoardView, Heat};
use rustgomo::eval::Score;

/// Range of the colour scale below the best unproven move, in centi-units: two logits, from 50 % to 12 %.
const WORST_DROP: i32 = 400;
/// Maximum width of a label.
const LABEL_WIDTH: f64 = 20.0;
const INK: &str = "#2b1c05";
const WIN: &str = "#1d4fc4";
const LOSS: &str = "#4a1414";
const BEST_FRAME: &str = "#0b5d12";

/// Meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shade {
    /// A proven win.
    Win,
    /// A proven loss.
    Loss,
    /// An unproven score: from 0, the end of the scale, to 1, the best such move.
    Open(f64),
}

/// The best unproven score.
fn best_open(view: &BoardView<'_>) -> Option<Score> {
    view.heat.iter().map(|heat| heat.score).filter(|score| !score.is_decided()).max()
}

fn best(view: &BoardView<'_>) -> Option<Heat> {
    view.heat.iter().copied().reduce(|best, heat| if heat.score > best.score { heat } else { best })
}

/// The colour of a score.
pub(super) fn shade(score: Score, view: &BoardView<'_>) -> Shade {
    if score.plies_to_win().is_some() {
        Shade::Win
    } else if score.plies_to_loss().is_some() {
        Shade::Loss
    } else {
        let drop = best_open(view).map_or(0, |best| i32::from(best.centi()) - i32::from(score.centi()));
        Shade::Open((1.0 - f64::from(drop) / f64::from(WORST_DROP)).clamp(0.0, 1.0))
    }
}

/// Coloured squares under the lines; the best move has a frame.
pub(super) fn draw_heat(svg: &mut Svg, view: &BoardView<'_>) {
    for heat in view.heat {
        draw_shade(svg, place(heat.square), HEAT_HALF, shade(heat.score, view));
    }
    if let Some(best) = best(view) {
        let (x, y) = place(best.square);
        let frame = if shade(best.score, view) == Shade::Win { WIN } else { BEST_FRAME };
        let paint = format!("fill=\"none\" stroke=\"{frame}\" stroke-width=\"2.6\"");
        svg.rectangle((x - HEAT_HALF, y - HEAT_HALF), (2.0 * HEAT_HALF, 2.0 * HEAT_HALF), 5.0, &paint);
    }
}

/// A square in the colour of a shade.
pub(super) fn draw_shade(svg: &mut Svg, (x, y): Point, half: f64, shade: Shade) {
    let paint = match shade {
        Shade::Win => format!("fill=\"{WIN}\" fill-opacity=\".6\""),
        Shade::Loss => format!("fill=\"{LOSS}\" fill-opacity=\".3\""),
        Shade::Open(quality) => {
            let (red, green) = hue_to_red_green(120.0 * quality);
            format!("fill=\"rgb({red},{green},40)\" fill-opacity=\"{:.2}\"", 0.14 + 0.56 * quality)
        }
    };
    svg.rectangle((x - half, y - half), (2.0 * half, 2.0 * half), half * 0.26, &paint);
}

/// A colour between red (0 degrees) and green (120).
fn hue_to_red_green(hue: f64) -> (u8, u8) {
    const STRONGEST: f64 = 210.0;
    let part = hue / 60.0;
    let channel = |value: f64| (value.clamp(0.0, 1.0) * STRONGEST) as u8;
    (channel(2.0 - part), channel(part))
}

/// Whether a square has a label. Squares of the variation have its numbers; losing moves have none if others
/// do not lose, nor have moves far behind the best.
pub(super) fn has_label(heat: Heat, view: &BoardView<'_>) -> bool {
    let is_lost = best(view).is_some_and(|best| best.score.plies_to_loss().is_some());
    let is_shown = match shade(heat.score, view) {
        Shade::Win => true,
        Shade::Loss => is_lost,
        Shade::Open(quality) => quality > 0.0,
    };
    is_shown && view.number(heat.square).is_none()
}

/// Win rates in percent, and the plies to proven results.
pub(super) fn draw_labels(svg: &mut Svg, view: &BoardView<'_>) {
    for &heat in view.heat.iter().filter(|heat| has_label(**heat, view)) {
        let center = place(heat.square);
        let (fill, ink) = match shade(heat.score, view) {
            Shade::Win => (WIN, "#ffffff"),
            Shade::Loss => (LOSS, "#ffffff"),
            Shade::Open(_) => ("#e9cf95", INK),
        };
        svg.circle(center, CELL * 0.29, &format!("fill=\"{fill}\" fill-opacity=\".88\""));
        let text = label(heat.score);
        let height = Svg::height_within(&text, LABEL_WIDTH).min(PERCENT_HEIGHT);
        svg.label(&text, center, height, ink);
    }
}

/// `M5` for a win and `-M4` for a loss in this number of plies, else the win rate in percent, 1 to 99.
pub(super) fn label(score: Score) -> String {
    if score.is_decided() {
        score.to_string().trim_start_matches('+').to_owned()
    } else {
        format!("{:.0}", (score.win_rate() * 100.0).clamp(1.0, 99.0))
    }
}

/// The scores of the legend, best first; empty if all are proven.
pub(super) fn scale(view: &BoardView<'_>) -> Vec<Score> {
    const STEPS: i32 = 4;
    let Some(best) = best_open(view) else { return Vec::new() };
    (0..=STEPS).map(|step| Score::eval(i32::from(best.centi()) - WORST_DROP * step / STEPS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::board::Board;
    use rustgomo::geometry::{BoardSize, Square};

    fn shades(scores: &[Score]) -> Vec<Shade> {
        let board = Board::new(BoardSize::default());
        let squares = (0..).map(|x| Square::at(x, 0));
        let heat: Vec<Heat> = squares.zip(scores).map(|(square, &score)| Heat { square, score }).collect();
        let view = BoardView { heat: &heat, ..BoardView::new(&board) };
        scores.iter().map(|&score| shade(score, &view)).collect()
    }

    #[test]
    fn beside_a_proven_win_the_other_moves_are_told_apart() {
        let scores =
            [Score::win_in(11), Score::eval(300), Score::eval(100), Score::eval(-900), Score::loss_in(4)];
        let expected = [Shade::Win, Shade::Open(1.0), Shade::Open(0.5), Shade::Open(0.0), Shade::Loss];
        assert_eq!(shades(&scores), expected);
    }

    #[test]
    fn moves_are_compared_on_the_logistic_scale() {
        // 99.3 and 98.2 % differ by the same step as 50 and 27 %.
        assert_eq!(
            shades(&[Score::eval(1000), Score::eval(800)]),
            shades(&[Score::eval(0), Score::eval(-200)])
        );
    }

    #[test]
    fn losing_moves_carry_their_plies_only_where_every_move_loses() {
        let board = Board::new(BoardSize::default());
        let lost = Heat { square: Square::at(0, 0), score: Score::loss_in(4) };
        let bad = Heat { square: Square::at(1, 0), score: Score::eval(-900) };
        let is_shown = |heat: &[Heat]| has_label(lost, &BoardView { heat, ..BoardView::new(&board) });
        assert!(is_shown(&[lost]) && !is_shown(&[lost, bad]));
    }

    #[test]
    fn only_proven_results_are_certain() {
        let scores = [Score::MAX_EVAL, -Score::MAX_EVAL, Score::win_in(11), Score::loss_in(4), Score::ZERO];
        assert_eq!(scores.map(label), ["99", "1", "M11", "-M4", "50"]);
    }
}
