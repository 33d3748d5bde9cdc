//! Arguments of `rustgomo speedtest`.

use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct SpeedtestArgs {
    /// Numbers of threads to measure [default: 1, 2, 4 … up to all cores].
    #[arg(long, value_delimiter = ',')]
    pub(in crate::cli) threads: Vec<usize>,
    /// Seconds for each number of threads.
    #[arg(long, default_value_t = 10.0)]
    pub(in crate::cli) time: f64,
    /// Transposition table, MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=32_768))]
    pub(in crate::cli) memory: u16,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
