//! The command line of a match.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};

use super::book::Book;
use super::contender::Contender;
use super::words::{Words, split};
use crate::developers::matches::{Adjudication, AgreedWin, Conditions, MatchOptions};

/// Games per round: an opening is played with both colours.
const GAMES_A_ROUND: u64 = 2;

/// A match as requested by a worker of `OpenBench`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The engines, the tested one first.
    pub engines: [Contender; 2],
    /// The openings, which set rule and size.
    pub book: Book,
    /// Seed of the order of the openings.
    pub seed: u64,
    /// Rounds of two games with the same opening.
    pub rounds: u64,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// Adjudication of wins.
    pub win: Option<AgreedWin>,
    /// File to which games are appended.
    pub pgn: Option<PathBuf>,
}

impl Command {
    /// Parses the arguments.
    pub fn read(words: &[String]) -> Result<Self> {
        let (mut engines, mut book, mut rounds) = (Vec::new(), None, None);
        let (mut seed, mut concurrency, mut win, mut pgn) = (0, 1, None, None);
        for words in &split(words)? {
            match words.name {
                "engine" => engines.push(Contender::read(words)?),
                "openings" => book = Some(Book::read(words)?),
                "srand" => seed = words.single("a number")?,
                "rounds" => rounds = Some(words.single("a number")?),
                "concurrency" => concurrency = words.single("a number")?,
                "games" => match words.single("a number")? {
                    GAMES_A_ROUND => {}
                    _ => return Err(words.wrong("2, for both colours")),
                },
                "variant" => match words.single::<String>("a name")?.as_str() {
                    "standard" => {}
                    _ => return Err(words.wrong("standard")),
                },
                "resign" => win = Some(agreed_win(words)?),
                "draw" => return Err(words.wrong("no -draw, since even scores mean little here")),
                "pgnout" => {
                    let file = words.value("file").ok_or_else(|| words.wrong("file=FILE"))?;
                    pgn = Some(file.into());
                }
                // A failed engine is always restarted; test mode only shortens fastchess's output; there are
                // no tablebases.
                "recover" | "testEnv" | "repeat" | "tb" | "tbpieces" => {}
                option => bail!("expected an option that OpenBench's workers use, found -{option}"),
            }
        }
        let found = engines.len();
        let engines: [Contender; 2] =
            engines.try_into().map_err(|_| anyhow!("expected two engines, found {found}"))?;
        if engines[0].name() == engines[1].name() {
            bail!("expected different names of the engines, found {:?} twice", engines[0].name());
        }
        Ok(Self {
            engines,
            book: book.context("expected -openings, found none")?,
            seed,
            rounds: rounds.context("expected -rounds, found none")?,
            concurrency: usize::max(concurrency, 1),
            win,
            pgn,
        })
    }

    /// The time controls of both engines, or one if they are equal.
    pub(super) fn controls(&self) -> String {
        let [first, second] = &self.engines;
        if first.control == second.control {
            first.control.clone()
        } else {
            format!("{} - {}", first.control, second.control)
        }
    }

    pub(super) fn options(&self) -> Result<MatchOptions> {
        let Book { rule, size, .. } = self.book;
        let adjudication = Adjudication { win: self.win, draw_after: None };
        let engines = self.engines.clone().map(|contender| contender.engine);
        let openings = self.book.openings(self.seed)?;
        Ok(MatchOptions {
            games: self.rounds.saturating_mul(GAMES_A_ROUND),
            concurrency: self.concurrency,
            ..MatchOptions::duel(engines, Conditions { rule, size, adjudication }, openings)
        })
    }
}

/// `-resign movecount=3 score=400`. Unlike in fastchess, where the loser's scores alone decide, the winner
/// must agree.
fn agreed_win(words: &Words<'_>) -> Result<AgreedWin> {
    let expected = "movecount=N score=CENTI-UNITS";
    let moves = words.number("movecount", 0, expected)?;
    let score = words.number("score", 0, expected)?;
    if moves > 0 && score > 0 { Ok(AgreedWin { score, moves }) } else { Err(words.wrong(expected)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As written by the worker of `OpenBench` (client 49, `build_runner_command`).
    const LINE: &str = "-recover -variant standard -testEnv -concurrency 2 -rounds 8 -games 2 -resign movecount=3 score=400 \
        -engine dir=Engines/ cmd=./RustGomo-1234ABCD proto=uci tc=8.40+0.08 timemargin=250 option.Threads=1 \
        option.Hash=16 option.search.razor_margin=131 name=RustGomo-dev \
        -engine dir=Engines/ cmd=./RustGomo-5678ABCD proto=uci tc=8.40+0.08 timemargin=250 option.Threads=1 \
        option.Hash=16 name=RustGomo-base -openings file=Books/renju15.txt format=txt order=random start=9 -srand 3 \
        -pgnout file=PGNs/3.1.1700000000.0.pgn seldepth=true nodes=true";

    fn read(line: &str) -> Result<Command> {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        words.push("match_line=^info string pgncomment .*".to_owned());
        Command::read(&words)
    }

    #[test]
    fn the_workers_command_line_is_understood() {
        let command = read(LINE).unwrap();
        assert_eq!((command.rounds, command.concurrency, command.seed), (8, 2, 3));
        assert_eq!(
            (command.book.rule.name(), command.book.start.get(), command.book.in_order),
            ("renju", 9, false)
        );
        assert_eq!(command.win, Some(AgreedWin { score: 400, moves: 3 }));
        assert_eq!(command.pgn, Some(PathBuf::from("PGNs/3.1.1700000000.0.pgn")));
        let [dev, base] = command.engines;
        assert_eq!((dev.name(), base.name()), ("RustGomo-dev", "RustGomo-base"));
        assert_eq!(dev.engine.command, "\"Engines/./RustGomo-1234ABCD\"");
        let info = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let infos = [info("thread_num", "1"), info("hash_size", "16384"), info("search.razor_margin", "131")];
        assert_eq!(dev.engine.infos, infos);
        let limits =
            (dev.engine.limits.match_ms, dev.engine.limits.increment_ms, dev.engine.limits.tolerance_ms);
        assert_eq!(limits, (Some(8400), 80, 250));
        assert_eq!(dev.control, "8.40+0.08");
    }

    #[test]
    fn all_time_controls_of_the_server_but_moves_for_a_time_are_understood() {
        let limits = |control: &str| {
            read(&LINE.replace("tc=8.40+0.08 timemargin=250", control)).map(|c| c.engines[0].engine.limits)
        };
        assert_eq!(limits("tc=inf nodes=1000").unwrap().nodes, Some(1000));
        assert_eq!(limits("tc=inf depth=9").unwrap().depth, Some(9));
        let fixed = limits("st=0.25 timemargin=250").unwrap();
        assert_eq!((fixed.turn_ms, fixed.match_ms, fixed.tolerance_ms), (Some(250), None, 250));
        for control in ["tc=40/8.00+0.08", "tc=inf", "nodes=x", "tc=-1+0", ""] {
            let error = limits(control).unwrap_err().to_string();
            assert!(error.contains(" behind -engine, found "), "{control}: {error}");
        }
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_its_reason() {
        let error = |from: &str, to: &str| read(&LINE.replace(from, to)).unwrap_err().to_string();
        assert_eq!(error("-games 2", "-games 1"), "expected 2, for both colours behind -games, found \"1\"");
        let chess = error("Books/renju15.txt", "Books/UHO_4060_v2.epd");
        assert!(chess.contains("a rule and a board, such as renju15.txt behind -openings"), "{chess}");
        assert!(error("-variant standard", "-variant fischerandom").contains("expected standard"));
        assert!(error("-testEnv", "-draw movenumber=40").contains("no -draw"));
        assert!(error("-testEnv", "-wait 5").contains("found -wait"));
        assert!(error("-recover", "recover").contains("found \"recover\""));
        assert!(error("name=RustGomo-dev", "name=RustGomo-base").contains("twice"));
        assert!(error("-rounds 8", "").contains("-rounds, found none"));
        assert!(error("score=400", "score=-4").contains("movecount"));
        assert_eq!(read("-recover").unwrap_err().to_string(), "expected two engines, found 0");
    }

    #[test]
    fn engines_may_have_different_time_controls() {
        let command = read(&LINE.replacen("tc=8.40+0.08 timemargin=250", "tc=inf nodes=500", 1)).unwrap();
        let [dev, base] = &command.engines;
        assert_eq!((dev.engine.limits.nodes, dev.engine.limits.match_ms), (Some(500), None));
        assert_eq!((base.engine.limits.nodes, base.engine.limits.match_ms), (None, Some(8400)));
        assert_eq!((dev.control.as_str(), base.control.as_str()), ("nodes=500", "8.40+0.08"));
    }

    #[test]
    fn names_cannot_break_the_lines_that_the_worker_cuts_at_blanks() {
        let words: Vec<String> =
            LINE.split_whitespace().map(|word| word.replace("=RustGomo-dev", "=Gomo d\u{e9}v:1")).collect();
        assert_eq!(Command::read(&words).unwrap().engines[0].name(), "Gomo_d_v_1");
    }
}
