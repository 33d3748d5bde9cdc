//! Compares the losses of networks on held-out positions, without and with search.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::losses::{Interval, ScoreLoss, WeightedScore, score_losses};
use crate::developers::train::{Dataset, Sample, stage};
use crate::meter::Meter;
use crate::players::caption::grouped;
use crate::values;
use rustgomo::StopHandle;
use rustgomo::board::Board;
use rustgomo::eval::network::Model;
use rustgomo::eval::{Evaluator, Networks, Score, UnusableNetworkError};
use rustgomo::position::Position;
use rustgomo::rules::Rule;
use rustgomo::search::{Limits, Searcher, Silent};

/// Transposition table of each search.
const TABLE_BYTES: usize = 1 << 20;
/// Positions between two progress reports of a thread.
const CHUNK: usize = 32;

/// A network to compare.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Name in the report.
    pub name: String,
    pub networks: Networks,
}

/// Options of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct CompareOptions {
    /// Nodes of each search; 0 compares the static evaluation alone.
    #[arg(long, default_value_t = 500)]
    pub nodes: u64,
    /// Maximum number of positions.
    #[arg(long, default_value_t = 4000, value_parser = values::within(1..=usize::MAX))]
    pub positions: usize,
    /// Seed of the choice of positions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// An error of a difference, in nats, with which networks can be told apart: some 4 Elo.
const TELLING_ERROR: f64 = 0.001;

/// Losses of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedNetwork {
    pub name: String,
    /// Losses of the static evaluation.
    pub evaluation: ScoreLoss,
    /// Losses of the searched score, with a search.
    pub searched: Option<ScoreLoss>,
}

/// Losses of all networks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    pub rule: Rule,
    /// Nodes of each search.
    pub nodes: u64,
    pub positions: usize,
    /// Networks in the order of the candidates.
    pub networks: Vec<JudgedNetwork>,
}

/// Scores of a network for a position in centi-units.
#[derive(Clone, Copy, Debug)]
struct CandidateScores {
    evaluation: Score,
    searched: Score,
}

/// Compares networks by the results of held-out games, on at most one quiet position of each game without a
/// later random move, which counts for all of them: else short games, which are decided ones, would count too
/// much. The result is partial after an interruption.
pub fn compare(
    data: &Dataset,
    candidates: &[Candidate],
    rule: Rule,
    options: &CompareOptions,
    stop: &StopHandle,
    meter: &dyn Meter,
) -> Result<Comparison, UnusableNetworkError> {
    let models: Vec<_> =
        candidates.iter().map(|candidate| candidate.networks.get(rule)).collect::<Result<_, _>>()?;
    let samples = quiet_positions(data, options);
    let done = AtomicU64::new(0);
    let judged = samples.par_iter().with_min_len(CHUNK).map_init(
        || candidates.iter().zip(&models).map(CandidateSearch::new).collect::<Vec<_>>(),
        |judges, chosen| {
            let subject = (!stop.is_stopped()).then(|| data.subject(chosen.sample))?;
            let board = subject.board();
            let scores = judges.iter_mut().map(|judge| judge.judge(&board, rule, options)).collect();
            meter.advance(done.fetch_add(1, Ordering::Relaxed) + 1, samples.len() as u64, "");
            let group = 2 * stage(board.history().len()) + board.side_to_move().index();
            Some(JudgedPosition { group, weight: chosen.weight as f64, result: subject.result, scores })
        },
    );
    // None after an interruption.
    let judged: Vec<JudgedPosition> = judged.flatten_iter().collect();
    let mean_weight = judged.iter().map(|position| position.weight).sum::<f64>() / judged.len().max(1) as f64;
    let losses = |of: fn(&CandidateScores) -> Score| -> Vec<ScoreLoss> {
        let scored = |place: usize| {
            judged.iter().map(move |JudgedPosition { group, weight, result, scores }| WeightedScore {
                group: *group,
                weight: weight / mean_weight,
                result: *result,
                score: of(&scores[place]),
            })
        };
        score_losses(&(0..candidates.len()).map(|place| scored(place).collect()).collect::<Vec<_>>())
    };
    let evaluations = losses(|judged| judged.evaluation);
    let searched = losses(|judged| judged.searched);
    let networks = candidates.iter().zip(evaluations.into_iter().zip(searched));
    let networks = networks.map(|(candidate, (evaluation, searched))| JudgedNetwork {
        name: candidate.name.clone(),
        evaluation,
        searched: (options.nodes > 0).then_some(searched),
    });
    Ok(Comparison { rule, nodes: options.nodes, positions: judged.len(), networks: networks.collect() })
}

/// A quiet position of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ChosenPosition {
    sample: Sample,
    /// The number of such positions of the game.
    weight: usize,
}

/// A position with the scores of all candidates.
struct JudgedPosition {
    /// Number of its stage of the game and side to move.
    group: usize,
    weight: f64,
    result: f32,
    scores: Vec<CandidateScores>,
}

/// A random quiet position of each held-out game without a later random move.
fn quiet_positions(data: &Dataset, options: &CompareOptions) -> Vec<ChosenPosition> {
    let mut random = fastrand::Rng::with_seed(options.seed);
    let is_fit = |sample: &Sample| sample.is_quiet() && sample.is_played_out();
    let quiet: Vec<Sample> = data.samples.iter().copied().filter(is_fit).collect();
    let games = quiet.chunk_by(|a, b| a.game() == b.game());
    let choose = |of_game: &[Sample]| {
        random.choice(of_game).map(|&sample| ChosenPosition { sample, weight: of_game.len() })
    };
    let mut chosen: Vec<_> = games.filter_map(choose).collect();
    random.shuffle(&mut chosen);
    chosen.truncate(options.positions);
    chosen
}

/// A candidate in a thread.
struct CandidateSearch {
    model: Option<Arc<Model>>,
    searcher: Searcher,
}

impl CandidateSearch {
    fn new((candidate, model): (&Candidate, &Option<Arc<Model>>)) -> Self {
        let mut searcher = Searcher::new(TABLE_BYTES);
        searcher.set_networks(candidate.networks.clone());
        Self { model: model.clone(), searcher }
    }

    fn judge(&mut self, board: &Board, rule: Rule, options: &CompareOptions) -> CandidateScores {
        let position = Position::new(board, rule);
        let evaluation = Evaluator::new(self.model.clone(), &position).evaluate(&position);
        if options.nodes == 0 {
            return CandidateScores { evaluation, searched: evaluation };
        }
        self.searcher.clear();
        let limits = Limits::nodes(options.nodes);
        let result = self.searcher.search(board, rule, &limits, &StopHandle::new(), &mut Silent);
        CandidateScores { evaluation, searched: result.progress.score }
    }
}

impl Comparison {
    /// Writes a table.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { rule, nodes, positions, networks } = self;
        writeln!(out, "{rule}, {positions} held-out positions, one a game, against results in nats")?;
        let names = networks.iter().map(|network| network.name.len());
        let width = names.max().unwrap_or(0).max("network".len());
        write!(out, "{:<width$}  static   Brier  to the first      ", "network")?;
        writeln!(
            out,
            "{}",
            if *nodes > 0 { format!("  {nodes} nodes  Brier  to the first") } else { String::new() }
        )?;
        for JudgedNetwork { name, evaluation, searched } in networks {
            write!(out, "{name:<width$}  {}", columns(evaluation))?;
            let searched = searched.as_ref().map_or_else(String::new, |loss| format!("  {}", columns(loss)));
            writeln!(out, "{searched}")?;
        }
        let Some(needed) = self.positions_needed() else { return Ok(()) };
        writeln!(
            out,
            "± 95 % of the difference; ± {TELLING_ERROR}, some 4 Elo, takes about {} positions",
            grouped(needed)
        )
    }

    /// Positions for which the largest error of a difference would be [`TELLING_ERROR`], in hundreds; `None`
    /// without a difference.
    fn positions_needed(&self) -> Option<u64> {
        let losses =
            self.networks.iter().map(|network| network.searched.as_ref().unwrap_or(&network.evaluation));
        let error = losses.map(|loss| loss.difference.error).fold(0.0, f64::max);
        let hundreds = self.positions as f64 * (error / TELLING_ERROR).powi(2) / 100.0;
        (error > 0.0).then_some(100 * hundreds.ceil() as u64)
    }
}

fn columns(loss: &ScoreLoss) -> String {
    let ScoreLoss { loss, brier, difference: Interval { mean, error }, .. } = loss;
    format!("{loss:.4}  {brier:.4}  {mean:+.4} ± {error:.4}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::developers::selfplay::{SelfPlayer, Shares};
    use crate::developers::train::{Scales, is_held_out};
    use crate::meter::NoMeter;
    use crate::options::VariantOptions;
    use crate::training_games::FileHeader;
    use rustgomo::eval::network::{NetworkWeights, PackedNetwork};
    use rustgomo::geometry::BoardSize;

    /// Held-out games of short searches.
    fn games(count: usize) -> Dataset {
        let variant = VariantOptions { rule: Rule::Freestyle, size: BoardSize::new(11, 11).unwrap() };
        let mut player = SelfPlayer::new(60, Networks::embedded(), Shares::default());
        let header = FileHeader { seed: 1, nodes: 60 };
        let numbers = (0..).filter(|&number| is_held_out(header, number)).take(count);
        let games: Vec<_> =
            numbers.filter_map(|number| player.play(variant, number, number, &StopHandle::new())).collect();
        let mut data = Dataset::default();
        for game in &games {
            data.add(game, &Scales::default(), 0.7).unwrap();
        }
        data
    }

    #[test]
    fn a_network_that_knows_nothing_judges_worse_and_one_is_equal_to_itself() {
        let data = games(40);
        let mut nothing = Networks::embedded();
        nothing.insert(PackedNetwork::from(&NetworkWeights::zero(Rule::Freestyle, 32, 0)));
        let embedded = Networks::embedded;
        let candidates = [("embedded", embedded()), ("nothing", nothing), ("again", embedded())]
            .map(|(name, networks)| Candidate { name: name.to_owned(), networks });
        let options = CompareOptions { nodes: 40, positions: 1000, seed: 1 };
        let comparison =
            compare(&data, &candidates, Rule::Freestyle, &options, &StopHandle::new(), &NoMeter).unwrap();
        assert!((20..=40).contains(&comparison.positions), "{comparison:?}");
        let [first, nothing, again] = &comparison.networks[..] else { panic!("{comparison:?}") };
        assert_eq!((&again.evaluation, &again.searched), (&first.evaluation, &first.searched));
        assert!((again.evaluation.difference.mean, again.evaluation.difference.error) == (0.0, 0.0));
        assert!(nothing.evaluation.loss > first.evaluation.loss, "{comparison:?}");
        assert!((0.6..2.0_f64.ln() + 1e-6).contains(&nothing.evaluation.loss), "{comparison:?}");
        let mut text = Vec::new();
        comparison.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().count() == 6 && text.contains("takes about "), "{text}");
        let (mut narrow, mut searched) = (comparison.clone(), nothing.searched.clone());
        if let Some(loss) = &mut searched {
            loss.difference.error = 0.002;
        }
        (narrow.positions, narrow.networks[1].searched) = (1000, searched);
        assert_eq!(narrow.positions_needed(), Some(4000));
    }

    #[test]
    fn each_game_gives_one_position_and_the_seed_chooses_it() {
        let data = games(8);
        let options = CompareOptions { nodes: 0, positions: 1000, seed: 1 };
        let chosen = quiet_positions(&data, &options);
        assert!(chosen.iter().all(|position| position.sample.is_quiet() && position.sample.is_played_out()));
        let quiet: Vec<_> = data.samples.iter().filter(|sample| sample.is_quiet()).collect();
        let played_out = quiet.iter().filter(|sample| sample.is_played_out()).count();
        assert!(played_out < quiet.len(), "random moves follow some");
        assert_eq!(chosen.iter().map(|position| position.weight).sum::<usize>(), played_out);
        let mut of_games: Vec<_> = chosen.iter().map(|position| position.sample.game()).collect();
        of_games.sort_unstable();
        of_games.dedup();
        assert!(of_games.len() == chosen.len() && !chosen.is_empty());
        assert_eq!(chosen, quiet_positions(&data, &options));
        assert_eq!(quiet_positions(&data, &CompareOptions { positions: 2, ..options }), chosen[..2]);
        assert!((2..20).any(|seed| quiet_positions(&data, &CompareOptions { seed, ..options }) != chosen));
    }
}
