//! The steps of a generation: games, training, judgement, matches.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::folder::files_in;
use super::{CLASSICAL, Folder, Generation, LearnOptions, Learned, MatchResult};
use crate::developers::matches::{
    Adjudication, Conditions, EngineLimits, EngineOptions, GameWriter, Match, MatchOptions, OpeningOptions,
    summary,
};
use crate::developers::network::{Candidate, CompareOptions, compare};
use crate::developers::selfplay::{self, SelfplayOptions, file_id, write_manifest};
use crate::developers::shard::Shard;
use crate::developers::train::{Quality, Records, TrainJob, train, write_network};
use crate::meter::Meter;
use crate::options::NetworkOptions;
use crate::threads::pool;
use crate::training_games::FileHeader;
use rustgomo::StopHandle;
use rustgomo::engine::network_files::{load, networks};
use rustgomo::eval::Networks;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// A run to begin or to continue.
#[derive(Clone, Copy)]
pub struct LearnJob<'a> {
    pub folder: &'a Folder,
    /// Options of the generations that begin from now on.
    pub options: &'a LearnOptions,
    /// The networks to begin with.
    pub first: &'a Networks,
    /// The rules for which the user named them, so that a run must not have begun with others.
    pub first_given: &'a [Rule],
    /// Command line of an engine that takes `--network FILE` and `--classical`.
    pub engine: &'a str,
    /// Ends the run soon; the next one goes on.
    pub stop: &'a StopHandle,
    /// Progress of the current step.
    pub meter: &'a dyn Meter,
}

impl LearnJob<'_> {
    /// The networks with which a player plays.
    fn networks_of(&self, player: &str) -> Result<Networks> {
        Ok(networks(&[self.folder.network(player)], player == CLASSICAL)?.networks)
    }

    /// Plays the next file of games.
    pub(super) fn play(&self, generation: &mut Generation) -> Result<Option<String>> {
        let options = &generation.options;
        let FileHeader { seed, nodes } = generation.header();
        let options = SelfplayOptions {
            games: options.games,
            nodes,
            rule: vec![generation.rule],
            size: options.sizes(generation.rule),
            seed,
            shard: Shard { index: generation.shards, count: options.shards },
            shares: options.shares,
            networks: NetworkOptions::default(),
            threads: options.training.threads,
        };
        let file = self.folder.shard(generation, generation.shards + 1);
        let networks = self.networks_of(&generation.player)?;
        let progress = |status: selfplay::Status| self.meter.advance(status.games, status.goal, "games");
        let summary = selfplay::run(&file, &options, &networks, self.stop, &progress)
            .with_context(|| file.display().to_string())?;
        let manifest = write_manifest(&file, &options, &networks, summary.played)?;
        if !summary.complete {
            return Ok(None);
        }
        generation.shards += 1;
        generation.positions += manifest.positions;
        let part = format!("{}/{}", generation.shards, generation.options.shards);
        Ok(Some(format!("file {part}: {} games, {} positions", manifest.games, manifest.positions)))
    }

    /// Deletes games beyond the budget and learns from all others of the rule.
    pub(super) fn train(&self, generation: &mut Generation) -> Result<Option<String>> {
        let (rule, options) = (generation.rule, &generation.options);
        let checkpoint = self.folder.checkpoint(generation);
        // A training that was broken off goes on with the games that it began with.
        if let Some(budget) = options.disk.filter(|_| !checkpoint.exists()) {
            self.folder.drop_oldest(budget, generation.number)?;
        }
        let files = self.folder.games(rule, generation.number)?;
        let records = Records::read(&files, rule, options.training.lambda)?;
        let has_network = options.warm_start && generation.player != CLASSICAL;
        let player = has_network.then(|| self.folder.network(&generation.player));
        let init = player.as_deref().map(load).transpose()?;
        let job = TrainJob {
            records: &records,
            rule,
            options: options.training,
            init: player.as_deref().zip(init.as_ref()),
            save: Some(&checkpoint),
            resume: true,
            stop: self.stop,
        };
        let report = train(&job, (self.meter, &mut |_| {}))
            .with_context(|| format!("{} of state.json", generation.name()))?;
        let Some(last) = report.epochs.last().filter(|last| last.epoch == options.training.epochs) else {
            return Ok(None);
        };
        let learned = Learned {
            files: files.len(),
            positions: records.training.all,
            against_return: last.held_out.against_return,
            against_result: last.held_out.against_result,
            classical: 0.0,
            policy: last.policy.map(|policy| policy.held_out),
        };
        let classical = Quality::of_classical(&records.held_out, rule);
        write_network(&self.folder.network(&generation.name()), &job, &classical, &report)?;
        let learned = Learned { classical: classical.held_out.against_result, ..learned };
        generation.learned = Some(learned);
        let Learned { positions, against_result, classical, .. } = learned;
        Ok(Some(format!("learned {positions} positions, loss {against_result:.4}, classical {classical:.4}")))
    }

    /// Compares the new network with the first one and the player.
    pub(super) fn judge(&self, generation: &mut Generation, first: &str) -> Result<Option<String>> {
        let (rule, options) = (generation.rule, &generation.options);
        let files = self.files_to_judge_by(generation)?;
        let data = Records::read_held_out(&files, rule, options.training.lambda)?;
        let mut players = vec![first.to_owned(), generation.player.clone(), generation.name()];
        players.dedup();
        let candidate =
            |name: &String| Ok(Candidate { name: name.clone(), networks: self.networks_of(name)? });
        let candidates: Vec<Candidate> = players.iter().map(candidate).collect::<Result<_>>()?;
        let compared = CompareOptions {
            nodes: options.judge_nodes,
            positions: options.judge_positions,
            seed: options.training.seed,
        };
        let judge = || compare(&data, &candidates, rule, &compared, self.stop, self.meter);
        let comparison = pool(options.training.threads)?.install(judge)?;
        if self.stop.is_stopped() {
            return Ok(None);
        }
        let new = comparison.networks.last().map(|new| new.searched.as_ref().unwrap_or(&new.evaluation));
        let difference = new.map(|loss| loss.difference).unwrap_or_default();
        let line = format!(
            "judged by {} positions, loss {:+.4} ± {:.4} to the first network",
            comparison.positions, difference.mean, difference.error
        );
        generation.judged = Some(comparison);
        Ok(Some(line))
    }

    /// The test set, else the games of the generation.
    fn files_to_judge_by(&self, generation: &Generation) -> Result<Vec<PathBuf>> {
        match &generation.options.test_set {
            Some(folder) => test_set(folder, generation.rule),
            None => Ok((1..=generation.shards).map(|part| self.folder.shard(generation, part)).collect()),
        }
    }

    /// Plays a match. Its games are independent of how often it is continued: engines start anew for each and
    /// search a fixed number of nodes.
    pub(super) fn contest(
        &self,
        generation: &mut Generation,
        opponent: String,
        size: BoardSize,
        games: u64,
    ) -> Result<Option<String>> {
        let name = generation.name();
        let players = [name.as_str(), &opponent];
        let nodes = generation.options.match_nodes;
        let networks = players.iter().map(|player| Ok(file_id(&self.networks_of(player)?, generation.rule)));
        let networks = networks.collect::<Result<Vec<_>>>()?;
        let conditions = json!({ "nodes": nodes, "networks": networks }).to_string();
        let contest = Match::new(self.match_of(generation, players, size, (games, nodes))?)?;
        let file = self.folder.games_of_match(&format!("{name}-{opponent}-{size}"));
        let (mut writer, earlier) = GameWriter::open(&file, true, &conditions)?;
        let standings = contest.run_sound(&earlier, self.stop, &mut |played, standings| {
            writer.write(&played.record)?;
            let note = format!("games, {}", summary(standings, contest.options()));
            self.meter.advance(standings.games().into(), contest.schedule().count(), &note);
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

    /// Checks, by short games of the player against itself, that the matches of a generation can be played.
    pub(super) fn expect_matches(&self, generation: &Generation) -> Result<()> {
        const NODES: u64 = 10;
        let Generation { rule, options, player, .. } = generation;
        let games = options.match_games.max(options.first_games);
        for size in options.match_sizes(*rule).into_iter().filter(|_| games > 0) {
            let mut contest = self.match_of(generation, [player, player], size, (games, NODES))?;
            contest.expect_different_games()?;
            contest.games = 1;
            Match::new(contest)?.run_sound(&[], self.stop, &mut |_, _| Ok(()))?;
        }
        Ok(())
    }

    /// A match of a generation, with a number of games and of nodes a move.
    fn match_of(
        &self,
        generation: &Generation,
        players: [&str; 2],
        size: BoardSize,
        (games, nodes): (u64, u64),
    ) -> Result<MatchOptions> {
        let (rule, training) = (generation.rule, &generation.options.training);
        let seed = training.seed.wrapping_add(generation.number);
        let openings = OpeningOptions { source: None, in_order: false, seed };
        let conditions = Conditions { rule, size, adjudication: Adjudication::default() };
        let players = players.map(|name| self.engine_with(name, nodes));
        Ok(MatchOptions {
            games,
            concurrency: training.threads,
            fresh: true,
            recovers: false,
            ..MatchOptions::duel(players, conditions, openings.read(rule, size)?.0)
        })
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

/// The next match of a generation: opponent, board and number of games. On every size the new network plays
/// the current one, then the first one; if they are the same, the longer match.
pub(super) fn next_match(generation: &Generation, first: &str) -> Option<(String, BoardSize, u64)> {
    let Generation { rule, options, player, .. } = generation;
    let LearnOptions { match_games, first_games, .. } = *options;
    let matches = if first == player {
        [(first, match_games.max(first_games)), (first, 0)]
    } else {
        [(player.as_str(), match_games), (first, first_games)]
    };
    let sizes = options.match_sizes(*rule);
    let on_sizes = |(opponent, games): (&str, u64)| {
        sizes.iter().map(|&size| (opponent.to_owned(), size, games)).collect::<Vec<_>>()
    };
    matches.into_iter().filter(|&(_, games)| games > 0).flat_map(on_sizes).nth(generation.matches.len())
}

/// The files of a test set for a rule.
pub(super) fn test_set(folder: &Path, rule: Rule) -> Result<Vec<PathBuf>> {
    let mut files = files_in(folder, "rg")?;
    let prefix = format!("{rule}-");
    files.retain(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix)));
    if files.is_empty() {
        bail!("expected files such as {rule}-500.rg of a test set in {}, found none", folder.display());
    }
    Ok(files)
}
