//! `rustgomo train` on the standard streams.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::common::{ToolResult, write_json_line};
use crate::cli::args::TrainArgs;
use crate::cli::meter::{ProgressMeter, interrupt_on_ctrl_c};
use crate::cli::output::OverwriteArgs;
use crate::files::{beside, replace, sha256};
use crate::train::{
    Classical, Dataset, EpochReport, Init, Quality, TrainError, TrainJob, TrainManifest, TrainReport,
    head_line, losses, train, write_buckets, write_epoch, write_head,
};
use rustgomo::engine::VERSION;
use rustgomo::engine::network_files::load;
use rustgomo::eval::network::NetworkWeights;

/// Trains a network and writes it; answers whether the run was made to its end.
pub(in crate::cli) fn train_network(args: &TrainArgs) -> ToolResult {
    check_paths(args)?;
    let mut log = args.log.as_deref().map(append).transpose()?;
    let init = args.init.as_deref().map(load).transpose()?;
    let options = args.options();
    let interrupt = interrupt_on_ctrl_c();
    let data = Dataset::read(&args.files, args.rule, options.lambda)?;
    let classical = Quality::of_classical(&data);
    let mut text = io::stdout();
    if !args.json {
        write_head(&data, &classical, &mut text)?;
    }
    if let Some(log) = &mut log {
        writeln!(log, "{}", head_line(&data, &classical, &options))?;
    }
    let meter = ProgressMeter::new();
    let mut trouble = Ok(());
    let mut heard = |epochs: &[EpochReport]| {
        if trouble.is_ok() {
            trouble = tell(args, epochs, &classical, log.as_mut());
        }
    };
    let job = TrainJob {
        data: &data,
        rule: args.rule,
        options,
        init: init.as_ref(),
        save: args.save.as_deref(),
        resume: args.resume,
        interrupt: &interrupt,
    };
    let report = train(&job, (&meter, &mut heard))?;
    meter.finish();
    let last = report.epochs.last().ok_or("interrupted before the end of the first epoch")?;
    write_network(args, (&data, init.as_ref()), &classical, &report)?;
    trouble?;
    if args.json {
        write_json_line(&mut text, last)?;
    } else {
        write_buckets(&last.held_out, &classical.held_out, &mut text)?;
    }
    Ok(report.epochs.len() == options.epochs)
}

/// A path that cannot be written must not cost hours of work.
fn check_paths(args: &TrainArgs) -> Result<(), Box<dyn Error>> {
    args.overwrite.expect([&args.out, &beside(&args.out, ".json")])?;
    // A continued run goes on with files of its own.
    let of_run = OverwriteArgs { overwrite: args.overwrite.overwrite || args.resume };
    if let Some(file) = args.save.as_ref().filter(|file| file.exists() && !of_run.overwrite) {
        return Err(TrainError::Exists { file: file.clone() }.into());
    }
    Ok(of_run.expect(args.plot.iter().chain(&args.save))?)
}

fn append(path: &Path) -> Result<File, TrainError> {
    let file = rustgomo::files::open_with(path, OpenOptions::new().append(true).create(true));
    file.map_err(|source| TrainError::Write { file: path.to_owned(), source })
}

/// The last epoch as text and in the log, all of them in the picture.
fn tell(
    args: &TrainArgs,
    epochs: &[EpochReport],
    classical: &Classical,
    log: Option<&mut File>,
) -> io::Result<()> {
    let Some(epoch) = epochs.last() else { return Ok(()) };
    if let Some(log) = log {
        write_json_line(log, epoch)?;
    }
    if let Some(file) = &args.plot {
        replace(file, losses(epochs, classical).as_bytes())?;
    }
    if args.json { Ok(()) } else { write_epoch(epoch, &mut io::stdout()) }
}

/// Writes the manifest, then the network with its hash.
fn write_network(
    args: &TrainArgs,
    (data, init): (&Dataset, Option<&NetworkWeights>),
    classical: &Classical,
    report: &TrainReport,
) -> Result<(), Box<dyn Error>> {
    let init = args.init.clone().zip(init);
    let manifest = TrainManifest {
        engine: VERSION,
        rule: args.rule.name(),
        options: args.options(),
        init: init.map(|(file, network)| Init::new(&file, network)),
        records: &data.files,
        training: data.training.len(),
        held_out: data.held_out.len(),
        classical,
        last: report.epochs.last(),
    };
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    let network = NetworkWeights { manifest: sha256(text.as_bytes()), ..report.network.clone() };
    for (file, bytes) in
        [(beside(&args.out, ".json"), text.as_bytes()), (args.out.clone(), &network.to_bytes())]
    {
        replace(&file, bytes).map_err(|source| TrainError::Write { file, source })?;
    }
    Ok(())
}
