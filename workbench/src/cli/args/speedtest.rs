//! Arguments of `rustgomo speedtest`.

use clap::Args;

use super::values;

#[derive(Debug, Args)]
pub(in crate::cli) struct SpeedtestArgs {
    /// Numbers of threads to measure [default: 1, 2, 4 … up to all cores].
    #[arg(long, value_delimiter = ',', value_parser = values::search_threads)]
    pub(in crate::cli) threads: Vec<usize>,
    /// Seconds for each number of threads.
    #[arg(long, default_value_t = 20.0)]
    pub(in crate::cli) time: f64,
    /// Transposition table, MiB. Every position begins with an empty one, and in short searches clearing the pages of a
    /// large one costs more than the search.
    #[arg(long, default_value_t = 16, value_parser = values::within(1..=32_768_u16))]
    pub(in crate::cli) memory: u16,
    /// Report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
