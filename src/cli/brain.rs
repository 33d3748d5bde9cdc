//! The program `pbrain-rustgomo` on the standard streams.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use super::terminal::{Typed, greet};
use crate::clock::Instant;
use crate::engine::network_files::{Chosen, networks};
use crate::engine::{Change, Engine, VERSION};
use crate::files::FileAccess;
use crate::protocol::detect::{PROTOCOLS, detect};
use crate::protocol::{file, session};
use crate::rules::Rule;
use crate::search::bench::{self, DEFAULT_DEPTH};
use crate::stop::StopHandle;

/// The name of the file protocol, which has no lines.
const FILE: &str = "file";
/// Exit code for invalid arguments.
const USAGE_ERROR: u8 = 2;

/// The options of a session.
#[derive(Default)]
struct Play {
    /// The name of the protocol, if given.
    name: Option<String>,
    /// The rule until the manager names one.
    rule: Option<Rule>,
    /// Maximum nodes of a search until the manager names a number.
    nodes: Option<NonZeroU64>,
    /// Network files to evaluate with.
    network_files: Vec<PathBuf>,
    /// Whether to evaluate without networks.
    is_classical: bool,
    /// The files that the manager may name.
    files: FileAccess,
    /// Unknown options.
    unknown_options: Vec<String>,
}

/// The action of the arguments.
enum Command {
    Help,
    Version,
    Bench(Option<u32>),
    /// Speak a protocol.
    Play(Play),
}

/// Runs `pbrain-rustgomo` with these arguments, without the program's name; see `--help`.
pub fn run_brain(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let started = Instant::now();
    let words: Vec<String> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
    match run(&words, started) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Ignored: standard error may be closed.
            let _ = writeln!(io::stderr(), "pbrain-rustgomo: {error}");
            ExitCode::from(USAGE_ERROR)
        }
    }
}

/// Does what the arguments say, and returns whether that went well. Errors are those of the arguments.
fn run(words: &[String], started: Instant) -> Result<bool, Box<dyn Error>> {
    match parse(words).map_err(|message| format!("{message}\nTry pbrain-rustgomo --help"))? {
        Command::Help => Ok(write!(io::stdout(), "{}", help()).is_ok()),
        Command::Version => Ok(writeln!(io::stdout(), "pbrain-rustgomo {VERSION}").is_ok()),
        Command::Bench(depth) => {
            let chosen = networks(&[], false)?;
            chosen.networks.check()?;
            chosen.notices().for_each(|notice| drop(writeln!(io::stderr(), "pbrain-rustgomo: {notice}")));
            let depth = depth.unwrap_or(DEFAULT_DEPTH);
            Ok(bench::run(&StopHandle::new(), &mut io::stdout(), &chosen.networks, depth).is_ok())
        }
        Command::Play(options) => {
            let chosen = networks(&options.network_files, options.is_classical)?;
            play(&options, chosen, started)
        }
    }
}

/// Options with a value.
const VALUED: [&str; 4] = ["--rule", "--nodes", "--network", "--files"];

/// Reads the arguments. Unknown options are skipped, because managers add their own; unknown words are
/// errors.
fn parse(words: &[String]) -> Result<Command, String> {
    if let [first, depth @ ..] = words
        && first == "bench"
    {
        return bench_depth(depth).map(Command::Bench);
    }
    let mut play = Play::default();
    // An option of ours may stand with its value in one word.
    let split = |word: &String| match word.split_once('=') {
        Some((name, value)) if VALUED.contains(&name) => [Some(name.to_owned()), Some(value.to_owned())],
        _ => [Some(word.clone()), None],
    };
    let words: Vec<String> = words.iter().flat_map(split).flatten().collect();
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--help" | "-h" | "help" => return Ok(Command::Help),
            "--version" | "-V" => return Ok(Command::Version),
            "--rule" => {
                let text = words.next().ok_or("expected a rule after --rule")?;
                play.rule = Some(text.parse().map_err(|error| format!("--rule: {error}"))?);
            }
            "--nodes" => {
                let text = words.next().unwrap_or_default();
                let expected = || format!("expected a number of at least 1 after --nodes, found {text:?}");
                play.nodes = Some(text.parse().map_err(|_| expected())?);
            }
            "--network" => {
                play.network_files.push(words.next().ok_or("expected a file after --network")?.into());
            }
            "--classical" => play.is_classical = true,
            "--no-files" | "--files" if play.files != FileAccess::Anywhere => {
                return Err("expected one of --no-files and --files, once".to_owned());
            }
            "--no-files" => play.files = FileAccess::Nowhere,
            "--files" => {
                let folder = words.next().ok_or("expected a folder after --files")?;
                let access = FileAccess::within(Path::new(folder));
                play.files = access.map_err(|error| format!("--files {folder}: {error}"))?;
            }
            option if option.starts_with('-') => {
                play.unknown_options.push(option.to_owned());
                // The next word may be its value.
                let is_value = |next: &&str| !next.starts_with('-') && names().all(|name| name != *next);
                if words.clone().next().is_some_and(|next| is_value(&next)) {
                    words.next();
                }
            }
            word if names().any(|name| name == word) => {
                if let Some(name) = play.name.replace(word.to_owned()) {
                    return Err(format!("expected one protocol, found {name:?} and {word:?}"));
                }
            }
            word => {
                let names = names().collect::<Vec<_>>().join(", ");
                return Err(format!("expected one of {names}, or bench as the first word, found {word:?}"));
            }
        }
    }
    if play.is_classical && !play.network_files.is_empty() {
        return Err("expected one of --classical and --network, found both".to_owned());
    }
    Ok(Command::Play(play))
}

/// The names of the protocols.
fn names() -> impl Iterator<Item = &'static str> {
    PROTOCOLS.iter().map(|entry| entry.name).chain([FILE])
}

fn help() -> String {
    let mut text = format!(
        "RustGomo {VERSION}: a gomoku and renju engine for game managers and analysis programs.\n\n\
         Usage: pbrain-rustgomo [PROTOCOL] [--rule RULE] [--nodes N] [--network FILE]... [--classical]\n                       [--no-files | --files DIR]\n       pbrain-rustgomo bench [DEPTH]\n\n\
         Without a protocol the first line of the input decides. Protocols:\n"
    );
    let about = PROTOCOLS.iter().map(|entry| (entry.name, entry.about));
    let file = (FILE, "the old file protocol: one move from PLOCHA.DAT and TAH.DAT of this folder");
    for (name, about) in about.chain([file]) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<9} {about}");
    }
    let rules = Rule::ALL.map(Rule::name).join(", ");
    let _ = write!(
        text,
        "\nThe file protocol is also chosen if the program's name does not begin with pbrain and PLOCHA.DAT is there.\n\n\
         Options:\n  --rule RULE     the rule until the manager names one (AGI begins with renju): {rules}\n  \
         --nodes N       search at most N nodes a move, until the manager names a number\n  \
         --network FILE  evaluate with this network under its rule; files *.rgn beside the program are taken too\n  \
         --classical     evaluate without networks\n  \
         --no-files      refuse every command that reads or writes a file\n  \
         --files DIR     confine such commands, and the file protocol, to this folder\n  \
         --version       version, commit and instruction set\n  --help          this text\n\
         Other options are passed over, since managers add their own; in a terminal they are named. `bench` searches fixed positions and prints the number of nodes.\n"
    );
    text
}

/// The depth of `bench`, from the words after it.
fn bench_depth(words: &[String]) -> Result<Option<u32>, String> {
    if words.is_empty() {
        return Ok(None);
    }
    let words = words.join(" ");
    let depth = words.parse::<NonZeroU32>();
    depth
        .map(|depth| Some(depth.get()))
        .map_err(|_| format!("expected at most a depth after bench, found {words:?}"))
}

fn play(options: &Play, chosen: Chosen, started: Instant) -> Result<bool, Box<dyn Error>> {
    // Panics print nothing: managers merge the error stream into the output, or never read it and block the
    // process.
    panic::set_hook(Box::new(|_| {}));
    let folder = match &options.files {
        FileAccess::Anywhere => Some(Path::new(".")),
        FileAccess::Nowhere => None,
        FileAccess::Within(folder) => Some(folder.as_path()),
    };
    let name = options.name.as_deref();
    let is_file = name
        .map_or_else(|| folder.is_some_and(|folder| file::is_meant(&program(), folder)), |name| name == FILE);
    let prepare = |engine: &mut Engine| {
        chosen.notices().for_each(|notice| engine.notify(notice));
        engine.search().set_networks(chosen.networks);
        engine.set_file_access(options.files.clone());
        if let Some(rule) = options.rule {
            engine.change(Change::Rule(rule));
        }
        if let Some(nodes) = options.nodes {
            engine.change(Change::Nodes(Some(nodes.get())));
        }
    };
    if is_file {
        let folder = folder.ok_or("expected a protocol of lines with --no-files, found the file protocol")?;
        return Ok(play_file(folder, started, prepare));
    }
    let entry = PROTOCOLS.iter().find(|entry| Some(entry.name) == name);
    let mut protocol = entry.map_or_else(detect, |entry| (entry.open)());
    let is_terminal = io::stdin().is_terminal();
    if is_terminal {
        // Ignored: standard error may be closed.
        let _ = greet(&mut io::stderr(), &options.unknown_options);
    }
    let help = (is_terminal && name.is_none()).then(help);
    let input = Typed::new(io::stdin(), io::stderr(), help);
    let ended = session::run_with(input, &mut io::stdout(), &mut *protocol, seed(), prepare);
    Ok(ended.is_ok())
}

fn play_file(folder: &Path, started: Instant, prepare: impl FnOnce(&mut Engine)) -> bool {
    // The process ends: do not wait for the search thread.
    let result = file::run(folder, started, seed(), prepare, std::mem::forget);
    if let Err(error) = &result {
        let _ = writeln!(io::stderr(), "pbrain-rustgomo: {error}");
    }
    result.is_ok()
}

/// The executable; empty if unknown.
fn program() -> PathBuf {
    std::env::args_os().next().map(PathBuf::from).unwrap_or_default()
}

/// A different seed in every run.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(words: &[&str]) -> Result<FileAccess, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        match parse(&words)? {
            Command::Play(play) => Ok(play.files),
            _ => Err("expected a game".to_owned()),
        }
    }

    #[test]
    fn a_folder_confines_in_either_form_and_nothing_loosens_it() {
        let within = files(&["--files", "."]).unwrap();
        assert!(matches!(within, FileAccess::Within(_)));
        assert_eq!(files(&["--files=.", "--unknown=1"]), Ok(within));
        assert_eq!(files(&["--no-files"]), Ok(FileAccess::Nowhere));
        assert!(files(&["--classical", "--network=x.rgn"]).is_err());
        for words in [["--no-files", "--files=/"], ["--files=.", "--no-files"]] {
            assert_eq!(files(&words), Err("expected one of --no-files and --files, once".to_owned()));
        }
        assert_eq!(
            files(&["--nodes=x"]),
            Err("expected a number of at least 1 after --nodes, found \"x\"".to_owned())
        );
    }
}
