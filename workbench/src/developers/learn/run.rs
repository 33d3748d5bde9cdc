//! The loop.

use std::io::Write;
use std::time::SystemTime;
use std::{fs, path};

use anyhow::{Context, Result, ensure};

use super::state::name;
use super::steps::{LearnJob, next_match, test_set};
use super::{CLASSICAL, Generation, LearnOptions, Outcome, State};
use crate::developers::train::{Records, is_held_out};
use crate::files::replace;
use rustgomo::engine::VERSION;
use rustgomo::engine::network_files::load;
use rustgomo::rules::Rule;

/// Goes on with the run until this number of generations is finished, and writes a line after each step;
/// false after an interruption.
pub fn learn(job: &LearnJob<'_>, generations: u64, out: &mut dyn Write) -> Result<bool> {
    let mut state = job.folder.state()?;
    job.expect_first(&state)?;
    if !state.generations.is_empty() {
        // A killed process may have written the state alone.
        job.folder.save(&state)?;
    }
    loop {
        let rule = match state.generations.last() {
            Some(last) if last.outcome.is_none() => last.rule,
            _ if state.generations.len() as u64 >= generations => return Ok(true),
            _ => {
                let generation = job.begin(&state)?;
                let rule = generation.rule;
                state.generations.push(generation);
                // It keeps its options also if its first step is broken off.
                job.folder.save(&state)?;
                rule
            }
        };
        let first = state.first(rule).unwrap_or_default();
        let Some(current) = state.generations.last_mut() else { return Ok(true) };
        let Some(done) = job.step(current, &first)? else { return Ok(false) };
        let line = format!("{}: {done}", current.name());
        job.folder.save(&state)?;
        writeln!(out, "{line}")?;
        if job.stop.is_stopped() {
            return Ok(false);
        }
    }
}

impl LearnJob<'_> {
    /// Refuses networks to begin with under a rule that has begun with others.
    fn expect_first(&self, state: &State) -> Result<()> {
        for &rule in self.first_given {
            let Some(name) = state.first(rule) else { continue };
            let file = self.folder.network(&name);
            let known = if name == CLASSICAL {
                None
            } else {
                Some(fs::read(&file).with_context(|| file.display().to_string())?)
            };
            ensure!(
                known.as_deref() == self.first.file(rule),
                "expected the networks that the run began with, found others than {name} for {rule}"
            );
        }
        Ok(())
    }

    /// The next generation.
    fn begin(&self, state: &State) -> Result<Generation> {
        let mut options = self.options.clone();
        let number = state.generations.len() as u64 + 1;
        let rule =
            options.rule.iter().cycle().nth(state.generations.len()).copied().unwrap_or(Rule::Freestyle);
        if let Some(folder) = &mut options.test_set {
            // The run may go on from another folder.
            *folder = path::absolute(&*folder).with_context(|| folder.display().to_string())?;
        }
        let player = match state.player(rule) {
            Some(player) => player,
            None => self.copy_first(rule)?,
        };
        let generation = Generation {
            number,
            rule,
            options,
            player,
            shards: 0,
            positions: 0,
            learned: None,
            judged: None,
            matches: Vec::new(),
            outcome: None,
        };
        self.expect_usable(&generation)?;
        Ok(generation)
    }

    /// Checks what a generation needs behind its games, which may take days and whose options then hold.
    fn expect_usable(&self, generation: &Generation) -> Result<()> {
        let Generation { options, player, .. } = generation;
        for &rule in &options.rule {
            if let Some(folder) = &options.test_set {
                Records::read_held_out(&test_set(folder, rule)?, rule, options.training.lambda)?;
            }
        }
        self.expect_matches(generation).context("the matches of the run cannot be played")?;
        if options.warm_start && player != CLASSICAL {
            let file = self.folder.network(player);
            options.training.expect_shape(&load(&file)?).with_context(|| file.display().to_string())?;
        }
        let (header, games) = (generation.header(), options.games);
        ensure!(
            (0..games).any(|number| is_held_out(header, number)),
            "expected --games of which some are held out, found none of {games}"
        );
        Ok(())
    }

    /// Keeps the network that a rule begins with, and returns its name.
    fn copy_first(&self, rule: Rule) -> Result<String> {
        let Some(bytes) = self.first.file(rule) else { return Ok(CLASSICAL.to_owned()) };
        let name = name(0, rule);
        let file = self.folder.network(&name);
        replace(&file, bytes)?;
        Ok(name)
    }

    /// Does the next step of a generation and describes it; `None` if it was interrupted.
    fn step(&self, generation: &mut Generation, first: &str) -> Result<Option<String>> {
        if generation.shards < generation.options.shards {
            return self.play(generation);
        }
        if generation.learned.is_none() {
            return self.train(generation);
        }
        if generation.judged.is_none() {
            return self.judge(generation, first);
        }
        if let Some((opponent, size, games)) = next_match(generation, first) {
            return self.contest(generation, opponent, size, games);
        }
        let LearnOptions { match_games, gate, .. } = generation.options;
        let score = 100.0 * generation.against(&generation.player).score();
        let adopted = match_games == 0 || score >= f64::from(gate);
        generation.outcome = Some(Outcome { adopted, date: today(), engine: VERSION.to_owned() });
        self.folder.remove_checkpoint(generation)?;
        Ok(Some(if adopted { "adopted" } else { "not adopted" }.to_owned()))
    }
}

/// The day in UTC, such as 2026-11-21.
fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}
