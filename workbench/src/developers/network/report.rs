//! Contents of a network file.

use std::io::{self, Write};

use serde::Serialize;

use crate::files::{hex, sha256};
use rustgomo::board::Board;
use rustgomo::eval::network::{Accumulator, Model, NetworkWeights};
use rustgomo::geometry::BoardSize;
use rustgomo::position::Position;

/// Summary of a network file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NetworkReport {
    pub rule: &'static str,
    /// Channels per square.
    pub channels: usize,
    /// Channels of the policy; 0 if there is none.
    pub policy_channels: usize,
    /// Size of the file.
    pub bytes: usize,
    /// SHA-256 of the file.
    pub sha256: String,
    /// SHA-256 of the manifest of its training; zeros without one.
    pub manifest: String,
    /// Share of saturated numbers in the rows of the value.
    pub full_value_rows: f64,
    /// Share of saturated numbers in the rows of the policy.
    pub full_policy_rows: f64,
    /// Evaluation of the empty 15x15 board in centi-units.
    pub empty_board: i16,
}

impl NetworkReport {
    /// Summarises a network.
    pub fn new(network: &NetworkWeights) -> Self {
        let bytes = network.to_bytes();
        let model = Model::new(network);
        let position = Position::new(&Board::new(BoardSize::default()), network.rule);
        Self {
            rule: network.rule.name(),
            channels: network.channels,
            policy_channels: network.policy_channels,
            bytes: bytes.len(),
            sha256: hex(&sha256(&bytes)),
            manifest: hex(&network.manifest),
            full_value_rows: full_share(network.value.iter().map(|value| value.rows.as_slice())),
            full_policy_rows: full_share(network.policy.iter().map(|policy| policy.rows.as_slice())),
            empty_board: Accumulator::new(&model, &position).evaluate(&model, &position).centi(),
        }
    }

    /// Writes the report as text.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { rule, channels, policy_channels, bytes, sha256, manifest, empty_board, .. } = self;
        writeln!(out, "{rule}, {channels} channels, {policy_channels} of the policy, {bytes} bytes")?;
        writeln!(out, "SHA-256   {sha256}")?;
        writeln!(out, "manifest  {manifest}")?;
        let (value, policy) = (100.0 * self.full_value_rows, 100.0 * self.full_policy_rows);
        writeln!(out, "numbers in the rows at their limit: value {value:.2} %, policy {policy:.2} %")?;
        writeln!(out, "empty board: {empty_board}")
    }
}

/// The share of the nonzero numbers with the maximum absolute value.
fn full_share<'a>(tables: impl Iterator<Item = &'a [i8]>) -> f64 {
    let (mut full, mut used) = (0u64, 0u64);
    for &x in tables.flatten() {
        full += u64::from(x.unsigned_abs() >= i8::MAX as u8);
        used += u64::from(x != 0);
    }
    full as f64 / used.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::rules::Rule;

    #[test]
    fn full_rows_are_counted() {
        let mut network = NetworkWeights::zero(Rule::Renju, 32, 0);
        network.value[0].rows[16..20].copy_from_slice(&[127, -127, 3, 4]);
        network.value[1].output.biases[0] = 1000;
        let report = NetworkReport::new(&network);
        assert!((report.full_value_rows - 0.5).abs() < 1e-12 && report.full_policy_rows == 0.0);
        assert_eq!((report.rule, report.empty_board, report.bytes), ("renju", 0, network.to_bytes().len()));
    }
}
