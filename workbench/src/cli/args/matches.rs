//! Arguments of `rustgomo match`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::Args;

use super::limits::LimitArgs;
use super::values;
use super::variant::VariantArgs;
use crate::matches::{
    Adjudication, AgreedWin, Conditions, EloModel, EngineLimits, EngineOptions, Format, MatchError,
    MatchOptions, OpeningWish, Openings, Shard, Sprt,
};
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

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

/// Plays engines that speak the Gomocup protocol against each other. Every opening is played twice with colours
/// swapped; a strict referee judges every move and records why a game was lost.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct MatchArgs {
    /// The engines: program and arguments, in quotation marks if there are any.
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<String>,
    /// Names of the engines in their order, instead of what they call themselves.
    #[arg(long, value_delimiter = ',', value_name = "NAME,..")]
    names: Vec<String>,
    /// Only the first engine plays all others; else everybody plays everybody.
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    variant: VariantArgs,
    /// Games of each two engines, rounded up to whole pairs.
    #[arg(long, default_value = "100", value_parser = values::within(NonZeroU64::MIN..=NonZeroU64::MAX))]
    games: NonZeroU64,
    #[command(flatten)]
    limits: LimitArgs,
    /// A further INFO line for one engine, by its number from 1; may be given several times.
    #[arg(long, value_name = "N:KEY=VALUE", value_parser = info)]
    info: Vec<(usize, String, String)>,
    #[command(flatten)]
    processes: ProcessArgs,
    /// Games at the same time; one for each core if not given, and never more than the match has or four for each core.
    #[arg(long, value_name = "N", value_parser = values::within(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    pub(in crate::cli) concurrency: Option<NonZeroUsize>,
    /// Play only part K of N; every part has its own openings.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// A game is won when both engines have shown a score beyond SCORE for MOVES moves.
    #[arg(long, value_name = "SCORE,MOVES", value_parser = agreed_win)]
    adjudicate: Option<AgreedWin>,
    /// Ask the engines for their scores (`INFO show_detail 1`) and keep them in the records; --adjudicate does so too.
    #[arg(long)]
    scores: bool,
    /// A game is drawn after so many moves.
    #[arg(long, value_name = "MOVES", value_parser = values::within(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    draw_after: Option<NonZeroUsize>,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    sprt: SprtArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// The processes of the engines.
#[derive(Debug, Args)]
struct ProcessArgs {
    /// New processes for every game, as in tournaments; games at fixed nodes then repeat exactly.
    #[arg(long)]
    fresh: bool,
    /// Go on when an engine's process ends: such games count as lost, as in tournaments. Else a crash counts for nobody and
    /// ends the match.
    #[arg(long)]
    recover: bool,
    /// Keep what goes through the pipes of every process, and its standard error, in files of this folder.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

/// The openings of a match.
#[derive(Debug, Args)]
pub(super) struct OpeningArgs {
    /// A file with one opening a line (h8 i9 j7, or offsets from the middle such as 0,0, 1,-1), the name of a shipped
    /// set such as renju15, or `random` [default: the shipped set for rule and board; random ones where there is none].
    #[arg(long, value_name = "FILE|SET|random")]
    openings: Option<String>,
    /// Take the openings in the order of the file or set instead of shuffling them.
    #[arg(long)]
    in_order: bool,
    /// Decides the order of the openings, or random openings; nothing else is random.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

/// The sequential test.
#[derive(Debug, Args)]
struct SprtArgs {
    /// Stop when it is known whether the first engine is stronger by ELO1 rather than by ELO0.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// The bounds of the test are normalised Elo instead of the usual, logistic one.
    #[arg(long, requires = "sprt")]
    normalized: bool,
    /// Error rate of the test if the difference is ELO0.
    #[arg(long, default_value_t = 0.05, value_parser = error_rate)]
    alpha: f64,
    /// Error rate of the test if the difference is ELO1.
    #[arg(long, default_value_t = 0.05, value_parser = error_rate)]
    beta: f64,
}

/// Where games and report go.
#[derive(Debug, Args)]
pub(in crate::cli) struct OutputArgs {
    /// File for the games: *.sgf, *.psq (a folder), or one game a line.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Continue the match whose games are in the file of --out.
    #[arg(long, requires = "out")]
    pub(in crate::cli) resume: bool,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// No line for each game.
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

impl MatchArgs {
    /// The match that the arguments describe, and where its openings come from.
    pub(in crate::cli) fn options(&self) -> Result<(MatchOptions, String), MatchError> {
        let adjudication =
            Adjudication { win: self.adjudicate, draw_after: self.draw_after.map(NonZeroUsize::get) };
        let VariantArgs { rule, board } = self.variant;
        let conditions = Conditions { rule, size: board.size, adjudication };
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let (openings, source) = self.openings.read(rule, board.size)?;
        let options = MatchOptions {
            engines: self.engines()?,
            format: if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
            games: self.games.get(),
            conditions,
            openings,
            concurrency: self.concurrency.map_or(cores, NonZeroUsize::get),
            fresh: self.processes.fresh,
            recovers: self.processes.recover,
            log: self.processes.log.clone(),
            shard: self.shard,
            sprt: self.sprt.test(),
        };
        Ok((options, source))
    }

    fn engines(&self) -> Result<Vec<EngineOptions>, MatchError> {
        let count = self.engines.len();
        if !self.names.is_empty() && self.names.len() != count {
            return Err(MatchError::Names { found: self.names.len(), engines: count });
        }
        if let Some(&(number, ..)) = self.info.iter().find(|info| info.0 > count) {
            return Err(MatchError::NoSuchEngine { option: "--info", number, engines: count });
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

impl OpeningArgs {
    /// The openings, and a few words about where they come from.
    pub(super) fn read(&self, rule: Rule, size: BoardSize) -> Result<(Openings, String), MatchError> {
        let Self { openings, in_order, seed } = self;
        OpeningWish { source: openings.as_deref(), in_order: *in_order, seed: *seed }.fulfil(rule, size)
    }
}

impl SprtArgs {
    fn test(&self) -> Option<Sprt> {
        let model = if self.normalized { EloModel::Normalized } else { EloModel::Logistic };
        let (alpha, beta) = (self.alpha, self.beta);
        self.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha, beta, model })
    }
}

fn info(text: &str) -> Result<(usize, String, String), String> {
    let read = || {
        let (number, rest) = text.split_once(':')?;
        let (key, value) = rest.split_once('=')?;
        let number = number.trim().parse().ok().filter(|&number| number > 0)?;
        let is_word = !key.trim().is_empty() && !text.contains(['\n', '\r']);
        is_word.then(|| (number, key.trim().to_owned(), value.trim().to_owned()))
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
    let rate = text.parse::<f64>().ok().filter(|&rate| rate > 0.0 && rate < 0.5);
    rate.ok_or_else(|| "expected a rate above 0 and below 0.5".to_owned())
}

fn agreed_win(text: &str) -> Result<AgreedWin, String> {
    let read = || {
        let (score, moves) = text.split_once(',')?;
        let (score, moves): (i16, u32) = (score.trim().parse().ok()?, moves.trim().parse().ok()?);
        (score > 0 && moves > 0).then_some(AgreedWin { score, moves })
    };
    read().ok_or_else(|| "expected a score and a number of moves such as 2000,4".to_owned())
}
