//! `rustgomo train` on the standard streams.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::args::TrainArgs;
use super::progress::{Progress, interrupt_on_ctrl_c};
use crate::tools::train::{Dataset, EpochReport, PolicyQuality, Quality, train};

/// Trains a network and writes it; answers whether the run was made to its end.
pub(super) fn train_network(args: &TrainArgs) -> Result<bool, Box<dyn Error>> {
    // A path that cannot be written must not cost hours of work.
    let mut out = create(&args.out, args.overwrite)?;
    let mut log = args.log.as_deref().map(append).transpose()?;
    let options = args.options();
    let interrupt = interrupt_on_ctrl_c();
    let data = Dataset::read(&args.files, args.rule, options.lambda)?;
    let (classical, scale) = Quality::of_classical(&data);
    let mut text = io::stdout();
    if !args.json {
        let (training, held_out) = (data.training.len(), data.held_out.len());
        writeln!(text, "{training} positions to learn from, {held_out} held out")?;
        writeln!(text, "epoch   training  held out    result   Brier  positions/s   policy  first  three")?;
        let Quality { against_return, against_result, brier, .. } = classical;
        writeln!(
            text,
            "classical, scale {scale:3.0}   {against_return:.5}   {against_result:.5}  {brier:.5}"
        )?;
    }
    let mut progress = Progress::new();
    let mut trouble = Ok(());
    let mut heard = |epoch: &EpochReport| {
        if trouble.is_ok() {
            trouble = tell(epoch, (!args.json).then_some(&mut text), log.as_mut());
        }
    };
    let report = train(&data, args.rule, &options, &interrupt, (&mut progress, &mut heard))?;
    progress.finish();
    out.write_all(&report.network.to_bytes())?;
    trouble?;
    if args.json
        && let Some(last) = report.epochs.last()
    {
        writeln!(io::stdout(), "{}", serde_json::to_string(last)?)?;
    }
    Ok(report.epochs.len() == options.epochs)
}

fn create(path: &Path, overwrite: bool) -> Result<File, Box<dyn Error>> {
    let mut options = OpenOptions::new();
    options.write(true).truncate(overwrite);
    let options = if overwrite { options.create(true) } else { options.create_new(true) };
    options.open(path).map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

fn append(path: &Path) -> Result<File, Box<dyn Error>> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

fn tell(epoch: &EpochReport, text: Option<&mut io::Stdout>, log: Option<&mut File>) -> io::Result<()> {
    if let Some(log) = log {
        writeln!(log, "{}", serde_json::to_string(epoch)?)?;
    }
    let Some(text) = text else { return Ok(()) };
    let EpochReport { epoch, training, held_out, speed, policy, .. } = epoch;
    let Quality { against_return, against_result, brier, .. } = held_out;
    let losses = format!("{training:.5}   {against_return:.5}   {against_result:.5}  {brier:.5}");
    write!(text, "{epoch:>5}    {losses}  {speed:>11.0}")?;
    if let Some(PolicyQuality { held_out, first, first_three, .. }) = policy {
        write!(text, "  {held_out:.5}  {:>4.1}%  {:>4.1}%", 100.0 * first, 100.0 * first_three)?;
    }
    writeln!(text)?;
    text.flush()
}
