//! `rustgomo match`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::common::{ToolResult, with_progress, write_json};
use super::limits::{LimitArgs, of_engine};
use crate::developers::matches::{
    Adjudication, AgreedWin, Conditions, EloModel, EngineLimits, EngineOptions, Format, GameWriter, Match,
    MatchOptions, OpeningOptions, Shard, Sprt, game_line, json, summary, table,
};
use crate::meter::Meter;
use crate::options::VariantOptions;
use crate::values;

const EXAMPLES: &str = "\
Examples:
  Is the new version stronger? Stop as soon as it is known:
    rustgomo match ./new ./old --nodes 20000 --games 20000 --sprt 0,10 --out games.txt
  Renju with tournament times and openings from a file, games in the Smart Game Format:
    rustgomo match ./new ./old --rule renju --turn-ms 5000 --match-ms 120000 --openings renju.txt --out games.sgf
  A gauntlet of one engine against two others, with an option for the third:
    rustgomo match ./new ./old \"wine/pbrain-wine --quiet\" --gauntlet --turn-ms 500 --info 3:thread_num=2
  Half the nodes for the second engine:
    rustgomo match ./new ./old --nodes 20000 --limit 2:nodes=10000
  The second of ten parts of a long match; the ten files together are the whole:
    rustgomo match ./new ./old --nodes 20000 --games 20000 --shard 2/10 --out part2.txt";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line")]
pub(super) struct MatchArgs {
    /// Engines that speak the Gomocup protocol: program and arguments, quoted if there are any.
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<String>,
    /// Names of the engines in order [default: the names that they report].
    #[arg(long, value_delimiter = ',', value_name = "NAME,..")]
    names: Vec<String>,
    /// The first engine plays all others [default: round robin].
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    variant: VariantOptions,
    /// Number of games of each pairing, rounded up to an even number: each opening is played with both
    /// colours.
    #[arg(long, default_value_t = 100, value_parser = values::within(1..=u64::MAX))]
    games: u64,
    #[command(flatten)]
    limits: LimitArgs,
    /// An additional INFO line for an engine by its number from 1; may be given several times.
    #[arg(long, value_name = "N:KEY=VALUE", value_parser = info)]
    info: Vec<(usize, String, String)>,
    /// Restart the engines for every game, as in tournaments; games at fixed nodes are then reproducible.
    #[arg(long)]
    fresh: bool,
    /// Continue after an engine crashed: the game counts as lost, as in tournaments [default: it is not
    /// counted and ends the match].
    #[arg(long)]
    recover: bool,
    /// Log input, output and standard error of every engine process to files in this folder.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Number of concurrent games, at most four for each core [default: number of cores].
    #[arg(long, value_name = "N", value_parser = values::within(1..=usize::MAX))]
    concurrency: Option<usize>,
    /// Play only part K of N of the match, with its own openings.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Adjudicate a win when both engines' scores agree on it by at least SCORE for MOVES consecutive moves.
    #[arg(long, value_name = "SCORE,MOVES", value_parser = agreed_win)]
    adjudicate: Option<AgreedWin>,
    /// Request scores from the engines (`INFO show_detail 1`) and save them with the games; implied by
    /// --adjudicate.
    #[arg(long)]
    scores: bool,
    /// Adjudicate a draw after this number of moves.
    #[arg(long, value_name = "MOVES", value_parser = values::within(1..=usize::MAX))]
    draw_after: Option<usize>,
    #[command(flatten)]
    openings: OpeningOptions,
    #[command(flatten)]
    sprt: SprtArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The sequential probability ratio test.
#[derive(Debug, Args)]
struct SprtArgs {
    /// Run an SPRT of the first engine's strength, H0: ELO0 against H1: ELO1, and stop when it is decided.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Use normalised Elo for the bounds instead of logistic Elo.
    #[arg(long, requires = "sprt")]
    normalized: bool,
    /// Type I error rate: H1 is accepted although the difference is ELO0.
    #[arg(long, default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    alpha: f64,
    /// Type II error rate: H0 is accepted although the difference is ELO1.
    #[arg(long, default_value_t = 0.05, value_parser = error_rate, requires = "sprt")]
    beta: f64,
}

/// Games and report.
#[derive(Debug, Args)]
struct OutputArgs {
    /// Save the games to this file: *.sgf, *.psq (a folder), or text with one game per line.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the match whose games --out contains.
    #[arg(long, requires = "out")]
    resume: bool,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
    /// Do not print a line for each game.
    #[arg(long, short)]
    quiet: bool,
}

impl MatchArgs {
    /// The options of the match, and a description of its openings.
    fn options(&self) -> Result<(MatchOptions, String)> {
        let adjudication = Adjudication { win: self.adjudicate, draw_after: self.draw_after };
        let VariantOptions { rule, size } = self.variant;
        let conditions = Conditions { rule, size, adjudication };
        let (openings, source) = self.openings.read(rule, size)?;
        let options = MatchOptions {
            engines: self.engines()?,
            format: if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
            games: self.games,
            conditions,
            openings,
            concurrency: self.concurrency.unwrap_or_else(|| values::cores(0)),
            fresh: self.fresh,
            recovers: self.recover,
            log: self.log.clone(),
            shard: self.shard,
            sprt: self.sprt.test(self.engines.len())?,
        };
        Ok((options, source))
    }

    fn engines(&self) -> Result<Vec<EngineOptions>> {
        let count = self.engines.len();
        if !self.names.is_empty() && self.names.len() != count {
            bail!("expected a name for each of {count} engines, found {}", self.names.len());
        }
        if let Some(&(number, ..)) = self.info.iter().find(|info| info.0 > count) {
            bail!("expected the number of an engine from 1 to {count} in --info, found {number}");
        }
        let limits = self.limits.of_engines(count, self.scores || self.adjudicate.is_some())?;
        let engine = |(i, (command, limits)): (usize, (&String, EngineLimits))| {
            let own = self.info.iter().filter(|info| info.0 == i + 1);
            EngineOptions {
                command: command.clone(),
                name: self.names.get(i).cloned(),
                infos: own.map(|(_, key, value)| (key.clone(), value.clone())).collect(),
                limits,
            }
        };
        Ok(self.engines.iter().zip(limits).enumerate().map(engine).collect())
    }
}

impl SprtArgs {
    fn test(&self, engines: usize) -> Result<Option<Sprt>> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        if engines != 2 {
            bail!("expected two engines with --sprt, found {engines}");
        }
        let model = if self.normalized { EloModel::Normalized } else { EloModel::Logistic };
        let most = model.most_elo();
        if elo0.abs().max(elo1.abs()) > most {
            bail!("expected bounds of --sprt from -{most} to {most} Elo, found {elo0},{elo1}");
        }
        Ok(Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, model }))
    }
}

fn info(text: &str) -> Result<(usize, String, String), String> {
    let read = || {
        let (engine, key, value) = of_engine(text)?;
        let is_word = !key.is_empty() && !text.contains(['\n', '\r']);
        is_word.then(|| (engine, key.to_owned(), value.to_owned()))
    };
    read().ok_or_else(|| "expected an engine's number, a key and a value such as 2:thread_num=4".to_owned())
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let read = || {
        let (low, high) = text.split_once(',')?;
        let (low, high): (f64, f64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low < high && low.is_finite() && high.is_finite()).then_some((low, high))
    };
    read().ok_or_else(|| "expected two numbers, the smaller one first, such as 0,10".to_owned())
}

fn error_rate(text: &str) -> Result<f64, String> {
    values::number(text, |&rate| rate > 0.0 && rate < 0.5, "a rate above 0 and below 0.5")
}

fn agreed_win(text: &str) -> Result<AgreedWin, String> {
    let read = || {
        let (score, moves) = text.split_once(',')?;
        let (score, moves): (i16, u32) = (score.trim().parse().ok()?, moves.trim().parse().ok()?);
        (score > 0 && moves > 0).then_some(AgreedWin { score, moves })
    };
    read().ok_or_else(|| "expected a score and a number of moves such as 2000,4".to_owned())
}

/// Runs the tool: games and the report go to standard output, progress to standard error. True if the match
/// is complete, also by an early verdict of the SPRT.
pub(super) fn run_match(args: &MatchArgs) -> ToolResult {
    let (options, openings) = args.options()?;
    let contest = Match::new(options)?;
    let open = |path| GameWriter::open(path, args.output.resume, &contest.options().conditions());
    let opened = args.output.out.as_deref().map(open).transpose()?;
    let (mut writer, earlier) = opened.unzip();
    let earlier = earlier.unwrap_or_default();
    if args.concurrency.is_some()
        && let Some(note) = contest.concurrency_note()
    {
        writeln!(io::stderr(), "note: {note}")?;
    }
    let is_quiet = args.output.quiet || args.output.json || io::stderr().is_terminal();
    let goal = contest.schedule().count();
    let standings = with_progress(|stop, meter| {
        contest.run(&earlier, stop, &mut |played, standings| {
            if let Some(writer) = &mut writer {
                writer.write(&played.record)?;
            }
            if !is_quiet {
                writeln!(io::stdout(), "{}", game_line(&played.record))?;
            }
            meter.advance(standings.games().into(), goal, &summary(standings, contest.options()));
            Ok(())
        })
    })?;
    let is_complete = contest.is_complete(&standings);
    let out = &mut io::stdout().lock();
    if args.output.json {
        let mut report = json(&standings, contest.options());
        report["openings"] = openings.into();
        report["complete"] = is_complete.into();
        report["concurrency"] = contest.concurrency().into();
        write_json(out, &report)?;
    } else {
        table(out, &standings, contest.options())?;
        writeln!(out, "openings: {openings}")?;
        if !is_complete && standings.crash.is_none() {
            writeln!(out, "interrupted: {} of {goal} games were played", standings.games())?;
        }
    }
    if let Err(error) = standings.expect_moves() {
        writeln!(io::stderr(), "error: {error}")?;
        return Ok(false);
    }
    Ok(is_complete)
}
