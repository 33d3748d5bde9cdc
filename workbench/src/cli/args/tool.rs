//! The tools of the workbench.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::{
    MatchArgs, SelfplayArgs, SpsaArgs, TrainArgs, TuneArgs, analyze, database, network, opening, record,
    review, speedtest, tactics,
};
use rustgomo::engine::VERSION;
use rustgomo::search::bench::DEFAULT_DEPTH;

/// Developers' and analysts' tools of the RustGomo engine.
#[derive(Debug, Parser)]
#[command(name = "rustgomo", version = VERSION, about)]
pub(in crate::cli) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(in crate::cli) tool: Tool,
}

/// A tool.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Tool {
    /// Search fixed positions to a fixed depth: prints the node count, which identifies the search, and the speed.
    ///
    /// Nothing here is random: the same version visits the same nodes everywhere.
    Bench {
        /// Depth of each search in plies.
        #[arg(default_value_t = DEFAULT_DEPTH, value_parser = super::values::within(1..=u32::MAX))]
        depth: u32,
        /// Report as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Play as the brain `pbrain-rustgomo` does, whose arguments follow.
    ///
    /// An executable whose name begins with `pbrain` is this tool alone.
    #[command(disable_help_flag = true)]
    Brain {
        /// Arguments of the brain.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
        words: Vec<String>,
    },
    /// Play engines against each other and measure the difference in strength.
    Match(Box<MatchArgs>),
    /// Play a match by fastchess's command line and print its lines, for the workers of OpenBench.
    ///
    /// The options are those that these workers use: -engine, -openings, -rounds, -games 2, -concurrency, -srand, -resign,
    /// -pgnout, -recover, -variant standard and -testEnv. The book's name tells rule and board: renju15.txt. An executable
    /// whose name begins with `fastchess` is this tool alone.
    Fastchess {
        /// The command line.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTION")]
        words: Vec<String>,
    },
    /// Tell what the engine thinks of a position: variations, score, win rate, forced wins, pictures.
    ///
    /// Nothing here is random: with nodes or a depth and one thread the answer is always the same.
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Go through a game and mark the mistakes.
    ///
    /// Nothing here is random: with nodes or a depth and one thread the answer is always the same.
    Review(review::ReviewArgs),
    /// Measure the speed with several numbers of threads.
    ///
    /// Nothing here is random: the positions are those of `bench`.
    Speedtest(speedtest::SpeedtestArgs),
    /// Make, check and show openings.
    #[command(subcommand)]
    Opening(opening::OpeningArgs),
    /// Look into a database of analysed positions, import and export.
    Database(database::DatabaseArgs),
    /// Check game records and convert them between formats.
    #[command(subcommand)]
    Record(record::RecordArgs),
    /// Run tests of GTP commands in GNU Go's format, and report failures and unexpected passes.
    ///
    /// A test is a command and, on the next line, `#? [pattern]`: a regular expression for the whole answer. `[!pattern]` asks
    /// for anything else, `[pattern]*` marks a test that is known to fail. The exit code is 1 if a test failed.
    GtpRegress {
        /// The file of tests.
        file: PathBuf,
        /// Report as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Play the engine against itself and keep the games as training records.
    Selfplay(SelfplayArgs),
    /// Train the evaluation network on recorded games.
    Train(Box<TrainArgs>),
    /// Network files: show what one holds, and compare how well several judge held-out games.
    #[command(subcommand)]
    Network(network::NetworkTool),
    /// Forced wins: find and prove them in training records, and measure how many are solved.
    #[command(subcommand)]
    Tactics(tactics::TacticsArgs),
    /// Make the engine stronger: its evaluation by recorded games, its search by matches.
    #[command(subcommand)]
    Tune(TuneTool),
}

/// What is tuned.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TuneTool {
    /// Fit the evaluation's weights to the results of recorded games.
    Weights(TuneArgs),
    /// Tune the search's parameters by games of the engine against itself.
    Spsa(Box<SpsaArgs>),
}
