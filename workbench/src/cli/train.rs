//! `rustgomo train`.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::common::{ProgressMeter, ToolResult, stop_on_ctrl_c, write_json_line};
use super::output::{OverwriteArgs, expect_apart};
use crate::developers::train::{
    Classical, EpochReport, Quality, Records, TrainJob, TrainOptions, head_line, losses, train,
    write_buckets, write_epoch, write_head, write_network,
};
use crate::files::{append, beside, replace};
use rustgomo::engine::network_files::load;
use rustgomo::rules::Rule;

#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    /// Training records written by `selfplay`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rule of the network; games of other rules are ignored.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Network file to write, with a manifest OUT.json beside it.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Start from this network, of the same or another rule, instead of random parameters.
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Save a checkpoint to this file after every epoch and about every minute.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue from the checkpoint of --save if it exists; records and all options must be the same.
    #[arg(long, requires = "save")]
    resume: bool,
    #[command(flatten)]
    options: TrainOptions,
    /// Append a line of JSON for the run and one for each epoch to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Plot the losses by epoch to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print the figures of the last epoch as a line of JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool; false if training was interrupted.
pub(super) fn train_network(args: &TrainArgs) -> ToolResult {
    check_paths(args)?;
    let mut log = args.log.as_deref().map(append).transpose()?;
    let init = args.init.as_deref().map(load).transpose()?;
    let stop = stop_on_ctrl_c();
    let records = Records::read(&args.files, args.rule, args.options.lambda)?;
    let classical = Quality::of_classical(&records.held_out, args.rule);
    let mut text = io::stdout();
    if !args.json {
        write_head(&records, &classical, &mut text)?;
    }
    if let Some(log) = &mut log {
        writeln!(log, "{}", head_line(&records, &classical, &args.options))?;
    }
    let mut written = Ok(());
    let mut on_epoch = |epochs: &[EpochReport]| {
        if written.is_ok() {
            written = write_progress(args, epochs, &classical, log.as_mut());
        }
    };
    let job = TrainJob {
        records: &records,
        rule: args.rule,
        options: args.options,
        init: args.init.as_deref().zip(init.as_ref()),
        save: args.save.as_deref(),
        resume: args.resume,
        stop: &stop,
    };
    let report = train(&job, (&ProgressMeter::new(true), &mut on_epoch))?;
    let last = report.last.as_ref().context("interrupted before anything was learned")?;
    write_network(&args.out, &job, &classical, &report)?;
    written?;
    if args.json {
        write_json_line(&mut text, last)?;
    } else {
        write_buckets(&last.held_out, &classical.held_out, &mut text)?;
    }
    Ok(report.epochs.len() == args.options.epochs)
}

/// Checks that all files can be written and none of them is read, so that hours of work are not lost.
fn check_paths(args: &TrainArgs) -> Result<()> {
    let manifests: Vec<PathBuf> = args.files.iter().map(|file| beside(file, ".json")).collect();
    let read = args.files.iter().chain(&manifests).chain(&args.init).map(PathBuf::as_path);
    let manifest = beside(&args.out, ".json");
    let (network, of_run) = ([&args.out, &manifest], args.plot.iter().chain(&args.save));
    expect_apart(network.into_iter().chain(of_run.clone()).chain(&args.log), read)?;
    args.overwrite.expect(network)?;
    // A continued run overwrites its own files.
    let saved = args.save.as_ref().filter(|file| file.exists());
    let overwrite = OverwriteArgs { overwrite: args.overwrite.overwrite || args.resume && saved.is_some() };
    if let Some(file) = saved.filter(|_| !overwrite.overwrite) {
        bail!("{} exists: continue the run with --resume, or choose another name", file.display());
    }
    overwrite.expect(of_run)
}

fn write_progress(
    args: &TrainArgs,
    epochs: &[EpochReport],
    classical: &Classical,
    log: Option<&mut File>,
) -> Result<()> {
    let Some(epoch) = epochs.last() else { return Ok(()) };
    if let Some(log) = log {
        write_json_line(log, epoch)?;
    }
    if let Some(file) = &args.plot {
        replace(file, losses(epochs, classical).as_bytes())?;
    }
    if !args.json {
        write_epoch(epoch, &mut io::stdout())?;
    }
    Ok(())
}
