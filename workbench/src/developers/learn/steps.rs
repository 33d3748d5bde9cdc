//! The steps of a generation before its matches: games, training, judgement.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::folder::files_in;
use super::{CLASSICAL, Generation, LearnJob, Learned};
use crate::developers::network::{Candidate, CompareOptions, compare};
use crate::developers::selfplay::{self, SelfplayOptions, write_manifest};
use crate::developers::shard::Shard;
use crate::developers::train::{Quality, Records, TrainJob, train, write_network};
use crate::options::NetworkOptions;
use crate::training_games::TEST_SEEDS;
use rustgomo::engine::network_files::{load, networks};
use rustgomo::eval::Networks;
use rustgomo::rules::Rule;
use rustgomo::search::STACK_BYTES;

impl LearnJob<'_> {
    /// The networks with which a player plays.
    fn networks_of(&self, player: &str) -> Result<Networks> {
        Ok(networks(&[self.folder.network(player)], player == CLASSICAL)?.networks)
    }

    /// Plays the next file of games.
    pub(super) fn play(&self, generation: &mut Generation) -> Result<Option<String>> {
        let options = &generation.options;
        let options = SelfplayOptions {
            games: options.games,
            nodes: options.nodes,
            rule: vec![generation.rule],
            size: options.sizes(generation.rule),
            seed: options.training.seed.wrapping_add(generation.number) % TEST_SEEDS,
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
        let manifest = write_manifest(&file, &options, &networks, &summary)?;
        if !summary.is_complete() {
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
        if let Some(budget) = options.disk {
            self.folder.drop_oldest(budget, generation.number)?;
        }
        let files = self.folder.games(rule, generation.number)?;
        let records = Records::read(&files, rule, options.training.lambda)?;
        let has_network = options.warm_start && generation.player != CLASSICAL;
        let player = has_network.then(|| self.folder.network(&generation.player));
        let init = player.as_deref().map(load).transpose()?;
        let checkpoint = self.folder.checkpoint(generation);
        let job = TrainJob {
            records: &records,
            rule,
            options: options.training,
            init: init.as_ref(),
            save: Some(&checkpoint),
            resume: true,
            stop: self.stop,
        };
        let report = train(&job, (self.meter, &mut |_| {}))?;
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
        if !(learned.against_return + learned.policy.unwrap_or(0.0)).is_finite() {
            let (network, found) = (generation.name(), learned.against_return);
            bail!("expected a finite loss of {network}, found {found}: try a smaller --rate");
        }
        let classical = Quality::of_classical(&records.held_out, rule);
        let init = player.as_deref().zip(init.as_ref());
        write_network(&self.folder.network(&generation.name()), (&job, init), &classical, &report)?;
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
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.training.threads);
        let pool = pool.stack_size(STACK_BYTES).build().context("cannot start the threads")?;
        let comparison = pool.install(|| compare(&data, &candidates, rule, &compared, self.stop, self.meter));
        let comparison = comparison?;
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
