//! Matches of a new network.

use std::io;

use super::{CLASSICAL, Generation, LearnError, LearnJob, MatchResult};
use crate::matches::{
    Adjudication, Conditions, EngineLimits, EngineOptions, Format, GameWriter, Match, MatchOptions,
    OpeningOptions, Shard, summary,
};
use rustgomo::geometry::BoardSize;
use rustgomo::record::Termination;

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
    ) -> Result<Option<String>, LearnError> {
        let (rule, options) = (generation.rule, &generation.options);
        let seed = options.training.seed.wrapping_add(generation.number);
        let openings = OpeningOptions { source: None, in_order: false, seed };
        let contest = Match::new(MatchOptions {
            engines: vec![
                self.engine_with(&generation.name(), options.match_nodes),
                self.engine_with(&opponent, options.match_nodes),
            ],
            format: Format::RoundRobin,
            games,
            conditions: Conditions { rule, size, adjudication: Adjudication::default() },
            openings: openings.read(rule, size)?.0,
            concurrency: options.training.threads,
            fresh: true,
            recovers: false,
            log: None,
            shard: Shard::WHOLE,
            sprt: None,
        })?;
        let file = self.folder.games_of_match(&format!("{}-{opponent}-{size}", generation.name()));
        let (mut writer, earlier) = GameWriter::open(&file, true)?;
        let mut failure = None;
        let standings = contest.run(&earlier, self.stop, &mut |played, standings| {
            let record = &played.record;
            // A forbidden move is a normal loss.
            if record.termination.is_failure() && record.termination != Termination::Forbidden {
                failure = Some(record.remark.clone());
                return Err(io::Error::other("an engine failed"));
            }
            writer.write(record)?;
            let note = format!("games, {}", summary(standings, contest.options()));
            self.meter.advance(standings.games().into(), contest.schedule().len(), &note);
            Ok(())
        });
        if let Some(remark) = failure {
            return Err(LearnError::Engine { remark });
        }
        let standings = standings?;
        if let Some(game) = &standings.crash {
            return Err(LearnError::Engine { remark: game.remark.clone() });
        }
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
