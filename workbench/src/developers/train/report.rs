//! A run as text, as lines of JSON, as a plot, and as the manifest of the network.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;
use serde_json::json;

use super::records::name_of;
use super::{
    Bucket, Classical, EpochReport, PolicyQuality, Quality, RecordFile, Records, TrainJob, TrainOptions,
    TrainReport,
};
use crate::files::{beside, hex, replace, sha256};
use crate::players::drawing::{Curve, curves_svg};
use rustgomo::engine::VERSION;
use rustgomo::eval::network::NetworkWeights;

/// Writes the numbers of positions, the header of the table of epochs, and the losses of the classical
/// evaluation.
pub fn write_head(records: &Records, classical: &Classical, out: &mut dyn Write) -> io::Result<()> {
    let (training, held_out) = (records.training.all, records.held_out.samples.len());
    let Classical { scale, held_out: Quality { against_return, against_result, brier, .. } } = classical;
    writeln!(out, "{training} positions to learn from, {held_out} held out")?;
    writeln!(
        out,
        "losses in nats: training and held out against the targets that are learned, result and Brier against results alone, in which a stronger network may look worse"
    )?;
    writeln!(out, "epoch   training  held out    result   Brier  positions/s   policy  first  three")?;
    writeln!(out, "classical, scale {scale:3.0}   {against_return:.5}   {against_result:.5}  {brier:.5}")
}

/// Writes an epoch's line of the table.
pub fn write_epoch(epoch: &EpochReport, out: &mut dyn Write) -> io::Result<()> {
    let EpochReport { epoch, training, held_out, speed, policy, .. } = epoch;
    let Quality { against_return, against_result, brier, .. } = held_out;
    let losses = format!("{training:.5}   {against_return:.5}   {against_result:.5}  {brier:.5}");
    write!(out, "{epoch:>5}    {losses}  {speed:>11.0}")?;
    if let Some(PolicyQuality { held_out, first, first_three, .. }) = policy {
        write!(out, "  {held_out:.5}  {:>4.1}%  {:>4.1}%", 100.0 * first, 100.0 * first_three)?;
    }
    writeln!(out)?;
    out.flush()
}

/// Writes the losses by number of stones of the network and the classical evaluation.
pub fn write_buckets(network: &Quality, classical: &Quality, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "stones     positions  classical  network")?;
    for (network, classical) in network.buckets.iter().zip(&classical.buckets) {
        let Bucket { below, count, against_result } = network;
        let name = below.map_or_else(|| "more".to_owned(), |below| format!("below {below}"));
        writeln!(out, "{name:<9} {count:>10}    {:.5}  {against_result:.5}", classical.against_result)?;
    }
    Ok(())
}

/// The first line of a log: positions, options and the losses of the classical evaluation.
pub fn head_line(records: &Records, classical: &Classical, options: &TrainOptions) -> String {
    let (training, held_out) = (records.training.all, records.held_out.samples.len());
    let head = json!({
        "training": training,
        "held_out": held_out,
        "options": options,
        "classical": classical,
    });
    head.to_string()
}

/// Plots the losses by epoch as SVG.
pub fn losses(epochs: &[EpochReport], classical: &Classical) -> String {
    let values = |of: fn(&EpochReport) -> f64| epochs.iter().map(|epoch| Some(of(epoch))).collect();
    let training = Curve { name: "TRAINING", color: "#8a8170", values: values(|epoch| epoch.training) };
    let held_out =
        Curve { name: "HELD OUT", color: "#1f4e79", values: values(|e| e.held_out.against_return) };
    curves_svg(&[training, held_out], ("CLASSICAL", classical.held_out.against_return))
}

/// The origin of a network, as JSON beside its file; the network's header has its hash.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrainManifest<'a> {
    /// Version, commit and instruction set.
    pub engine: &'static str,
    pub rule: &'static str,
    /// Options of the training.
    pub options: TrainOptions,
    /// The initial network.
    pub init: Option<Init>,
    /// The games.
    pub records: &'a [RecordFile],
    /// Number of training positions.
    pub training: u64,
    /// Number of held-out positions.
    pub held_out: usize,
    /// Losses of the classical evaluation on them.
    pub classical: &'a Classical,
    /// The last epoch or, if the run was interrupted, the part of it that was learned.
    pub last: Option<&'a EpochReport>,
}

/// Writes the manifest, then the network, which contains the hash of the manifest.
pub fn write_network(
    out: &Path,
    job: &TrainJob<'_>,
    classical: &Classical,
    report: &TrainReport,
) -> Result<()> {
    let manifest = TrainManifest {
        engine: VERSION,
        rule: job.rule.name(),
        options: job.options,
        init: job.init.map(|(file, network)| Init::new(file, network)),
        records: &job.records.files,
        training: job.records.training.all,
        held_out: job.records.held_out.samples.len(),
        classical,
        last: report.last.as_ref(),
    };
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    let network = NetworkWeights { manifest: sha256(text.as_bytes()), ..report.network.clone() };
    replace(&beside(out, ".json"), text.as_bytes())?;
    replace(out, &network.to_bytes())
}

/// An initial network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Init {
    /// Name of its file without folders.
    pub file: PathBuf,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl Init {
    /// The entry of a network in a manifest.
    pub fn new(file: &Path, network: &NetworkWeights) -> Self {
        Self { file: name_of(file), sha256: hex(&sha256(&network.to_bytes())) }
    }
}
