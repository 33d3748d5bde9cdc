//! Matches of a new network.

use anyhow::{Context, Result};

use super::{CLASSICAL, Generation, LearnJob, MatchResult};
use crate::developers::matches::{
    Adjudication, Conditions, EngineLimits, EngineOptions, GameWriter, Match, MatchOptions, OpeningOptions,
    summary,
};
use rustgomo::geometry::BoardSize;

/// The next match of a generation: opponent, board and number of games. On every size the new network plays the current one,
/// then the first one if that is another.
pub(super) fn next_match(generation: &Generation, first: &str) -> Option<(String, BoardSize, u64)> {
    let Generation { rule, options, player, .. } = generation;
    let first_games = if first == player { 0 } else { options.first_games };
    let matches = [(player.as_str(), options.match_games), (first, first_games)].into_iter();
    let sizes = options.sizes(*rule);
    let on_sizes = |(opponent, games): (&str, u64)| {
        sizes.iter().map(|&size| (opponent.to_owned(), size, games)).collect::<Vec<_>>()
    };
    matches.filter(|&(_, games)| games > 0).flat_map(on_sizes).nth(generation.matches.len())
}

impl LearnJob<'_> {
    /// Plays a match. Its games are independent of how often it is continued: engines start anew for each and search a fixed number
    /// of nodes.
    pub(super) fn contest(
        &self,
        generation: &mut Generation,
        opponent: String,
        size: BoardSize,
        games: u64,
    ) -> Result<Option<String>> {
        let (rule, options) = (generation.rule, &generation.options);
        let seed = options.training.seed.wrapping_add(generation.number);
        let openings = OpeningOptions { source: None, in_order: false, seed };
        let conditions = Conditions { rule, size, adjudication: Adjudication::default() };
        let players = [&generation.name(), &opponent].map(|name| self.engine_with(name, options.match_nodes));
        let contest = Match::new(MatchOptions {
            games,
            concurrency: options.training.threads,
            fresh: true,
            recovers: false,
            ..MatchOptions::duel(players, conditions, openings.read(rule, size)?.0)
        })?;
        let file = self.folder.games_of_match(&format!("{}-{opponent}-{size}", generation.name()));
        let (mut writer, earlier) = GameWriter::open(&file, true)?;
        let standings = contest.run_sound(&earlier, self.stop, &mut |played, standings| {
            writer.write(&played.record)?;
            let note = format!("games, {}", summary(standings, contest.options()));
            self.meter.advance(standings.games().into(), contest.schedule().len(), &note);
            Ok(())
        });
        let standings = standings.context("the match was broken off")?;
        if !contest.is_complete(&standings) {
            return Ok(None);
        }
        let line = format!("against {opponent} on {size}: {}", summary(&standings, contest.options()));
        generation.matches.push(MatchResult { opponent, size, tally: standings.total(0) });
        Ok(Some(line))
    }

    /// The engine with a network.
    fn engine_with(&self, player: &str, nodes: u64) -> EngineOptions {
        let network = if player == CLASSICAL {
            "--classical".to_owned()
        } else {
            format!("--network \"{}\"", self.folder.network(player).display())
        };
        EngineOptions {
            command: format!("{} {network}", self.engine),
            name: Some(player.to_owned()),
            infos: Vec::new(),
            limits: EngineLimits {
                nodes: Some(nodes),
                // A run may be stopped for hours.
                patience_ms: u32::MAX,
                start_ms: u32::MAX,
                ..EngineLimits::default()
            },
        }
    }
}
