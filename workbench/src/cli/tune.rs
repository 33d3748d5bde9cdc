//! `rustgomo tune weights`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::common::{ToolResult, with_progress, write_json};
use super::output::OverwriteArgs;
use crate::developers::tune::{FitDataset, FitOptions, FitReport, Model, fit};
use crate::files::replace;
use crate::meter::Meter;
use crate::training_games::{RecordReader, TrainingGame};
use rustgomo::rules::Rule;

#[derive(Debug, Args)]
pub(super) struct TuneArgs {
    /// Training records written by `selfplay`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rule of the weights.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Weight file to write, such as `src/eval/classical/weights/freestyle.txt`.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    #[command(flatten)]
    options: FitOptions,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool; false if the fit was interrupted or is worse than the weights before it.
pub(super) fn tune(args: &TuneArgs) -> ToolResult {
    args.overwrite.expect([&args.out])?;
    let is_replacing = args.out.exists();
    let mut games = Vec::new();
    for file in &args.files {
        read_games(file, &mut games).with_context(|| file.display().to_string())?;
    }
    let data = FitDataset::new(args.rule, &games);
    if data.training.is_empty() || data.held_out.is_empty() {
        bail!("expected at least ten games of {}, found too few", args.rule.name());
    }
    let mut model = Model::new(args.rule);
    let options = args.options;
    let report = with_progress(|stop, meter| {
        fit(&data, &mut model, &options, stop, &|epoch| {
            meter.advance(epoch as u64, options.epochs as u64, "epochs");
        })
    });
    let is_complete = report.epochs == options.epochs;
    let head = format!(
        "# {}: fitted by `rustgomo tune weights` to {} positions; held-out loss {:.4}, before {:.4}\n",
        args.rule.name(),
        data.training.len(),
        report.after.0,
        report.before.0,
    );
    // Existing weights are not replaced by worse ones.
    let is_worse = report.after.0 > report.before.0;
    let is_written = !(is_worse && is_replacing);
    if is_written {
        replace(&args.out, (head + &model.to_weights().to_text()).as_bytes())?;
    }
    print(&mut io::stdout(), &data, &report, args.json.then_some(is_written))?;
    if is_worse {
        let out = args.out.display();
        let what = if is_written { "has them all the same" } else { "stays as it was" };
        writeln!(
            io::stderr(),
            "warning: the fitted weights judge held-out games worse than those before; {out} {what}"
        )?;
    }
    if !is_complete && !args.json {
        writeln!(io::stdout(), "interrupted: {} of {} epochs were made", report.epochs, options.epochs)?;
    }
    Ok(is_complete && !is_worse)
}

/// Adds the games of a file. An incomplete last block is ignored, since self-play may still be writing the file.
fn read_games(file: &Path, games: &mut Vec<TrainingGame>) -> Result<()> {
    let mut reader = RecordReader::open(file)?;
    if reader.header().is_test_set() {
        bail!("expected games to learn from, found those of a test set");
    }
    while let Some(found) = reader.next_whole_block()? {
        games.extend(found);
    }
    Ok(())
}

/// Prints the report: as text, or as JSON with whether the weights were written.
fn print(out: &mut dyn Write, data: &FitDataset, report: &FitReport, json: Option<bool>) -> io::Result<()> {
    let (training, held_out) = (data.training.len(), data.held_out.len());
    let FitReport { before, after, .. } = report;
    if let Some(is_written) = json {
        let report = serde_json::json!({
            "training": training,
            "held_out": held_out,
            "epochs": report.epochs,
            "before": before.0,
            "after": after.0,
            "before_result": before.1,
            "after_result": after.1,
            "written": is_written,
        });
        return write_json(out, &report);
    }
    writeln!(out, "{training} positions to learn from, {held_out} held out")?;
    writeln!(
        out,
        "scale of searched scores {:.0}, of the old evaluation {:.0}",
        report.score_scale, report.present_scale
    )?;
    writeln!(out, "loss                 target   result")?;
    writeln!(out, "held out, before    {:.5}  {:.5}", before.0, before.1)?;
    writeln!(out, "held out, after     {:.5}  {:.5}", after.0, after.1)?;
    writeln!(out, "training, after     {:.5}  {:.5}", report.training.0, report.training.1)
}
