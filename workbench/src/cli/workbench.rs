//! The tools of the workbench, and its main function.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

use super::common::{ToolResult, write_report};
use super::{
    analyze, bench, board, database, fastchess, learn, matches, network, opening, record, review, selfplay,
    tactics, train, tune,
};
use crate::developers::gtp_regress;
use rustgomo::cli::run_brain;
use rustgomo::database::DatabaseError;
use rustgomo::engine::VERSION;
use rustgomo::eval::Networks;
use rustgomo::files;

/// Exit code for arguments that cannot be understood.
const USAGE_ERROR: u8 = 2;

/// Tools of the RustGomo engine for analysis, matches and training.
#[derive(Debug, Parser)]
#[command(name = "rustgomo", version = VERSION, about)]
struct Args {
    #[command(subcommand)]
    tool: Tool,
}

/// A tool.
#[derive(Debug, Subcommand)]
enum Tool {
    /// Search fixed positions to a fixed depth and print the node count, the signature of the search, and the
    /// speed; with --threads the speed by number of threads.
    ///
    /// The node count is the same on every machine.
    Bench(bench::BenchArgs),
    /// Run the engine `pbrain-rustgomo` with the arguments that follow.
    ///
    /// This is what the executable does if its name starts with `pbrain`.
    #[command(disable_help_flag = true)]
    Brain {
        /// Arguments of the engine.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
        words: Vec<String>,
    },
    /// Play matches between engines and measure the difference in Elo, with SPRT on request.
    ///
    /// Engines speak the Gomocup protocol. Every opening is played twice with colours swapped. A referee
    /// checks every move and records why a game was lost.
    Match(Box<matches::MatchArgs>),
    /// Play a match with fastchess's command line and output, for workers of OpenBench.
    ///
    /// Supported are the options that these workers use: -engine, -openings, -rounds, -games 2, -concurrency,
    /// -srand, -resign, -pgnout, -recover, -variant standard and -testEnv. The name of the book sets rule and
    /// size: renju15.txt. This is what the executable does if its name starts with `fastchess`.
    Fastchess {
        /// The command line.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTION")]
        words: Vec<String>,
    },
    /// Analyse a position: variations, score, win rate, forced wins, pictures.
    ///
    /// With --nodes or --depth and one thread the result is reproducible.
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Analyse the moves of a game and mark the mistakes.
    ///
    /// With --nodes or --depth and one thread the result is reproducible.
    Review(review::ReviewArgs),
    /// Open the board in a browser: play, analyse and review with the engine inside the page.
    ///
    /// The page is served on the loopback address alone: that inside the program, or a folder that
    /// packaging/web.sh builds.
    Board(board::BoardArgs),
    /// Generate, check and show openings.
    #[command(subcommand)]
    Opening(opening::OpeningTool),
    /// Show, search, edit, import and export a database of analysed positions.
    #[command(subcommand)]
    Database(database::DatabaseTool),
    /// Check game records and convert them between formats.
    ///
    /// Readable formats: text, .sgf, .psq, RenLib's .lib, Yixin-Board's .sav, .pos, RIF's .rif, lists of
    /// moves such as `h8 i9`.
    #[command(subcommand)]
    Record(record::RecordTool),
    /// Run tests of GTP commands in GNU Go's format, and report failures and unexpected passes.
    ///
    /// A test is a command followed by a line `#? [pattern]` with a regular expression that must match the
    /// whole response; `[!pattern]` must not match, `[pattern]*` is known to fail. The exit code is 1 if a
    /// test failed.
    GtpRegress {
        /// File of tests.
        file: PathBuf,
        /// Report as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Generate training records by self-play, or read such files.
    ///
    /// Games start from random balanced openings. Each game follows from the seed and its number alone, so
    /// that the same command continues an interrupted run. FILE.json is the manifest: options, engine,
    /// networks and hash of the file.
    Selfplay(selfplay::SelfplayArgs),
    /// Train the evaluation network on training records.
    ///
    /// One game in twenty is held out for validation. The same files, options, seed and number of threads
    /// give the same network. Ctrl-C ends training at the end of an epoch, or within seconds in one that
    /// does not fit in memory, and writes the network.
    Train(Box<train::TrainArgs>),
    /// Learn by self-play: play games, train, judge, play a match, adopt the network or not, and begin again.
    ///
    /// The same command continues a run that was interrupted or killed, at the step in progress. Changed
    /// options hold from the next generation on. The folder is for one run at a time.
    Learn(Box<learn::LearnArgs>),
    /// Show network files, and compare how well networks predict the results of games.
    #[command(subcommand)]
    Network(network::NetworkTool),
    /// Test sets of forced wins: collect them from training records, and measure how many are solved.
    #[command(subcommand)]
    Tactics(tactics::TacticsTool),
    /// Tune search parameters by SPSA: games of the engine against itself.
    ///
    /// As in fishtest and OpenBench, every iteration plays two opposite perturbations of all parameters
    /// against each other and moves the values towards the winner. Verify the result with a match. --rate
    /// times the number of pairs should be about 100; less noise takes more pairs and a smaller rate.
    Tune(Box<tune::TuneArgs>),
}

/// Runs `rustgomo` with the arguments of the process.
pub fn run_workbench() -> ExitCode {
    let tool = Args::parse_from(fastchess::with_tool(env::args_os().collect())).tool;
    if let Tool::Brain { words } = tool {
        return run_brain(words.into_iter().map(Into::into));
    }
    match run_tool(tool) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // The reader of the output ended, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::FAILURE,
        Err(error) => {
            print_error(&error);
            ExitCode::from(USAGE_ERROR)
        }
    }
}

/// Runs the GTP tests of a file; true if none failed.
fn regress(file: &Path, json: bool) -> ToolResult {
    let name = || file.display().to_string();
    let text = files::read_text(file, files::MAX_BYTES).with_context(name)?;
    let report = gtp_regress::run(&text).with_context(name)?;
    write_report(json, &report, |report, out| report.write(out))?;
    Ok(report.failed == 0)
}

fn run_tool(tool: Tool) -> ToolResult {
    if searches_with_embedded_networks(&tool) {
        Networks::embedded().check()?;
    }
    match tool {
        Tool::Bench(args) => bench::bench(&args),
        // Handled by `run_workbench`, since the engine has exit codes of its own.
        Tool::Brain { .. } => Ok(true),
        Tool::Match(args) => matches::run_match(&args),
        Tool::Fastchess { words } => fastchess::fastchess(&words),
        Tool::Board(args) => board::serve_board(&args),
        Tool::Analyze(args) => analyze::analyze_position(&args),
        Tool::Review(args) => review::review_game(&args),
        Tool::Opening(args) => opening::opening(&args),
        Tool::Database(tool) => database::database(&tool),
        Tool::Record(args) => record::record(&args),
        Tool::GtpRegress { file, json } => regress(&file, json),
        Tool::Selfplay(args) => selfplay::selfplay(&args),
        Tool::Train(args) => train::train_network(&args),
        Tool::Learn(args) => learn::learn_by_self_play(&args),
        Tool::Network(args) => network::network(&args),
        Tool::Tactics(args) => tactics::tactics(&args),
        Tool::Tune(args) => tune::tune(&args),
    }
}

/// Whether a tool always uses the embedded networks.
const fn searches_with_embedded_networks(tool: &Tool) -> bool {
    matches!(tool, Tool::Bench(_) | Tool::Opening(_) | Tool::GtpRegress { .. })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        // The source of a database error that is one of a stream is that of the stream.
        let stream = cause.downcast_ref().and_then(|error| match error {
            DatabaseError::Stream(error) => Some(error),
            _ => None,
        });
        let is_it = stream.or(cause.downcast_ref::<io::Error>());
        is_it.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Writes an error with its causes to standard error.
fn print_error(error: &anyhow::Error) {
    let mut text = format!("error: {error}");
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{text}");
}
