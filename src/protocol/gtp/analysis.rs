//! Analysis as Leela Zero and KataGo report it: lines of play until any line comes.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::super::Context;
use super::Gtp;
use super::command::{Call, Reply, Row};
use super::failure::Failure;
use super::vertex::{color, name, names, square};
use crate::engine::{Purpose, Request, Timing};
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::Outcome;
use crate::search::Progress;

pub(super) const COMMANDS: &[Row] = &[
    ("lz-analyze", |call| analyze(call, Style::Leela)),
    ("kata-analyze", |call| analyze(call, Style::Kata)),
];

/// Whose form the reports have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Win rates as whole numbers up to 10,000.
    Leela,
    /// Win rates as fractions, and more fields.
    Kata,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) color: Color,
    pub(super) excluded: Vec<Square>,
    style: Style,
    /// Shortest time between two reports.
    interval: Duration,
    last_report: Option<Instant>,
}

/// An analysis that runs, or ran to its end and waits for a line.
#[derive(Debug)]
pub(super) struct Analysis {
    options: Options,
    turn: Color,
}

impl Options {
    /// Reads `[color] [centiseconds] [interval n] [avoid color vertices until] [allow ..]`; keys that we do not know are
    /// passed over with their value.
    pub(super) fn read(call: &Call, style: Style) -> Result<Self, Failure> {
        let engine = &call.context.engine;
        let size = engine.size()?;
        let turn = engine.game().map_or(Color::Black, |game| game.board().side_to_move());
        let mut words = call.arguments.iter().map(String::as_str).peekable();
        let color = words.next_if(|word| color(word).is_ok()).map_or(Ok(turn), color)?;
        let mut options =
            Self { color, excluded: Vec::new(), style, interval: Duration::ZERO, last_report: None };
        while let Some(word) = words.next() {
            match word {
                "avoid" | "allow" => {
                    let [player, vertices, _until] = [(); 3].map(|()| words.next());
                    let player = self::color(player.ok_or(Failure::Syntax)?)?;
                    let squares = vertices.ok_or(Failure::Syntax)?.split(',');
                    let squares: Vec<_> = squares.map(|text| square(text, size)).collect::<Result<_, _>>()?;
                    if player == color {
                        let is_out = |square: &Square| squares.contains(square) == (word == "avoid");
                        options.excluded.extend(size.squares().filter(is_out));
                    }
                }
                "interval" => options.interval = centiseconds(words.next().ok_or(Failure::Syntax)?)?,
                "minmoves" | "maxmoves" => drop(words.next()),
                number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                    options.interval = centiseconds(number)?;
                }
                // KataGo's switches, such as `ownership true`.
                _ => drop(words.next()),
            }
        }
        Ok(options)
    }

    /// Whether it is time for another report.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = self.last_report.is_none_or(|last| now.duration_since(last) >= self.interval);
        if is_due {
            self.last_report = Some(now);
        }
        is_due
    }
}

fn centiseconds(text: &str) -> Result<Duration, Failure> {
    text.parse().map(|n: u32| Duration::from_millis(u64::from(n) * 10)).map_err(|_| Failure::Syntax)
}

fn analyze(call: &mut Call, style: Style) -> Result<Reply, Failure> {
    let options = Options::read(call, style)?;
    let engine = &mut *call.context.engine;
    let turn = engine.game().map_or(Color::Black, |game| game.board().side_to_move());
    let request = Request {
        purpose: Purpose::Consider,
        timing: Timing::Unlimited,
        excluded: options.excluded.clone(),
        ..Request::default()
    };
    if engine.outcome()? == Outcome::Unfinished {
        engine.give_turn(options.color)?;
        if let Err(error) = engine.think_about(&request, call.received) {
            engine.give_turn(turn)?;
            return Err(error.into());
        }
    }
    let begin = call.gtp.begin("");
    call.context.output.line(begin);
    call.gtp.analysis = Some(Analysis { options, turn });
    Ok(Reply::Later)
}

impl Analysis {
    /// Ends the response.
    pub(super) fn close(self, context: &mut Context) {
        // The game is there, or it would not have been analysed.
        let _ = context.engine.give_turn(self.turn);
        context.output.line("");
    }
}

impl Gtp {
    /// Writes a report, if somebody watches and it is time for one.
    pub(super) fn report(&mut self, progress: &Progress, context: &mut Context) {
        let Ok(size) = context.engine.size() else { return };
        let watched = self.waiting.as_mut().and_then(|waiting| waiting.watch.as_mut());
        let options = watched.or(self.analysis.as_mut().map(|analysis| &mut analysis.options));
        if let Some(options) = options
            && options.is_due()
        {
            context.output.line(lines(std::slice::from_ref(progress), options.style, size));
        }
    }
}

/// All lines of play on one line of text, the best first.
fn lines(progress: &[Progress], style: Style, size: BoardSize) -> String {
    let of = |(order, progress)| line(order, progress, style, size);
    progress.iter().enumerate().filter_map(of).collect::<Vec<_>>().join(" ")
}

fn line(order: usize, progress: &Progress, style: Style, size: BoardSize) -> Option<String> {
    let (best, rate) = (name(*progress.line.first()?, size), progress.score.win_rate());
    let visits = progress.nodes;
    let mut text = format!("info move {best} visits {visits} ");
    // Writing to a string cannot fail.
    let _ = match style {
        Style::Leela => {
            let rate = (rate * 10_000.0).round();
            write!(text, "winrate {rate} prior 0 lcb {rate}")
        }
        Style::Kata => write!(
            text,
            "utility 0 winrate {rate:.4} scoreMean 0 scoreStdev 0 scoreLead 0 scoreSelfplay 0 prior 0 \
             lcb {rate:.4} utilityLcb 0"
        ),
    };
    let _ = write!(text, " order {order} pv {}", names(progress.line.iter().copied(), size));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    #[test]
    fn several_lines_stand_on_one_line_of_text() {
        let progress = |score, x| Progress {
            depth: 3,
            selective_depth: 5,
            score: Score::eval(score),
            nodes: 120,
            vcf_moves: 0,
            elapsed: Duration::from_millis(7),
            line: vec![Square::at(x, 7), Square::at(8, 8)],
        };
        let text = lines(&[progress(0, 7), progress(-50, 8)], Style::Leela, BoardSize::default());
        let first = "info move H8 visits 120 winrate 5000 prior 0 lcb 5000 order 0 pv H8 J7 info move J8 ";
        assert!(text.starts_with(first) && text.ends_with("order 1 pv J8 J7"), "{text}");
        let kata = lines(&[progress(0, 7)], Style::Kata, BoardSize::default());
        assert!(kata.contains(" winrate 0.5000 ") && kata.ends_with(" order 0 pv H8 J7"), "{kata}");
    }
}
