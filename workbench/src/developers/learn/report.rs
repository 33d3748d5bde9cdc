//! Results as rows of the log of strength tests.

use super::{Generation, MatchResult, State};
use crate::developers::matches::Tally;
use crate::players::caption::grouped;
use rustgomo::opening::embedded::made_for;

/// The columns of `docs/log/elo.tsv`.
const COLUMNS: &str = "date\tcommit\tarea\tchange\ttest\topponent\tleague\topenings\ttc\tmachine\tbounds\tllr\tgames\twins\tdraws\tlosses\telo\telo_low\telo_high\tscore\tscore_error\tverdict\tnote";
/// Digits of a commit.
const COMMIT: usize = 7;

/// A row for each match of the finished generations, below the columns, to append to `docs/log/elo.tsv`.
pub fn rows(state: &State) -> String {
    let mut text = format!("{COLUMNS}\n");
    for generation in &state.generations {
        for result in generation.matches.iter().filter(|_| generation.outcome.is_some()) {
            text += &row(generation, result);
        }
    }
    text
}

fn row(generation: &Generation, MatchResult { opponent, size, tally }: &MatchResult) -> String {
    let rule = generation.rule;
    let side = if size.width() == size.height() { size.width().to_string() } else { size.to_string() };
    let is_gate = *opponent == generation.player;
    let verdict = match (is_gate, generation.is_adopted()) {
        (false, _) => "info",
        (true, true) => "accepted",
        (true, false) => "rejected",
    };
    let options = &generation.options;
    let learned = generation.learned.map_or(0, |learned| learned.positions);
    let elo = tally.elo().map(|elo| [elo.value, elo.value - elo.error, elo.value + elo.error]);
    let [elo, low, high] = elo.map_or_else(Default::default, |elo| elo.map(|elo| format!("{elo:+.0}")));
    let decided = generation.outcome.as_ref();
    let [date, engine] = decided.map_or([""; 2], |outcome| [&outcome.date, &outcome.engine]);
    let commit: String = engine.split(' ').nth(1).unwrap_or_default().chars().take(COMMIT).collect();
    let change = format!("Train {rule} on {learned} positions of {} nodes a move", options.nodes);
    let league = rule.name().replace('-', " ");
    let openings = if made_for(rule, *size).is_some() { "shipped" } else { "random" };
    let (tc, note) = (grouped(options.match_nodes), format!("{} of a run of `learn`", generation.name()));
    let Tally { wins, draws, losses, .. } = tally;
    let (games, score) = (tally.games(), 100.0 * tally.score());
    format!(
        "{date}\t{commit}\tnetwork\t{change}\tfixed\t{opponent}\t{league} {side}\t{openings}\t{tc} nodes\t\t\t\t\
         {games}\t{wins}\t{draws}\t{losses}\t{elo}\t{low}\t{high}\t{score:.1}\t\t{verdict}\t{note}\n"
    )
}

/// Elo of a result; where all games were won or lost as if one more had been drawn, 0 without games.
pub(super) fn elo(tally: &Tally) -> f64 {
    let smoothed = || {
        let mut tally = Tally { pairs: [0; 5], ..*tally };
        tally.add_game(1);
        tally.elo()
    };
    tally.elo().or_else(smoothed).map_or(0.0, |elo| elo.value)
}
