//! Runs a session and looks at what was written.

use std::io::{Cursor, Read, Write};
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};

use rustgomo::engine::{Change, Engine};
use rustgomo::eval::Networks;
use rustgomo::protocol::detect::PROTOCOLS;
use rustgomo::protocol::session;

use super::input::{Line, all_lines, bytes};
use super::tally::Tally;
use super::vocabulary::Vocabulary;
use super::wire::{Ear, Manager, Wire};

/// Panics of any thread: the engine survives one in its search, and a test must not.
static PANICS: AtomicU64 = AtomicU64::new(0);
static COUNTING: Once = Once::new();

/// When the next line is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Without waiting for anything.
    AtOnce,
    /// When the answers to the lines before it are there. Nothing is sent where no answers are counted.
    StepByStep,
}

/// Runs a session, all lines at once or each after the answer to the one before it. Returns how many lines
/// were sent.
///
/// # Errors
/// Says what was wrong with the output, or that a thread panicked.
pub(crate) fn check(vocabulary: &Vocabulary, lines: &[Line], pace: Pace) -> Result<usize, String> {
    COUNTING.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            before(info);
        }));
    });
    let panics = PANICS.load(Ordering::Relaxed);
    let sent = match pace {
        Pace::AtOnce => at_once(vocabulary, lines),
        Pace::StepByStep => step_by_step(vocabulary, lines),
    }?;
    if PANICS.load(Ordering::Relaxed) == panics { Ok(sent) } else { Err("a thread panicked".to_owned()) }
}

/// All lines at once: answers may be given up where the documents say so, but none is added.
fn at_once(vocabulary: &Vocabulary, lines: &[Line]) -> Result<usize, String> {
    let lines = all_lines(vocabulary, lines);
    let input = bytes(&lines);
    let mut output = Vec::new();
    run(vocabulary.protocol, networks(&lines), Cursor::new(input.clone()), &mut output)?;
    let (input, output) = (String::from_utf8_lossy(&input), String::from_utf8_lossy(&output));
    let result = match vocabulary.protocol {
        "gtp" => gtp(&input, &output),
        "ucci" => questions(&input, &output, "isready", "readyok", &["bestmove ", "nobestmove"], "go"),
        "agi" => questions(&input, &output, "ISREADY", "READYOK", &["BESTMOVE "], "GO"),
        _ => gomocup(&output),
    };
    result.map_err(|error| format!("{error}\n--- input\n{input}\n--- output\n{output}"))?;
    Ok(lines.len())
}

/// Each line after the answers before it: there are exactly those that the documents promise. The responses
/// of GTP are compared one by one already.
fn step_by_step(vocabulary: &Vocabulary, lines: &[Line]) -> Result<usize, String> {
    let Some(tally) = Tally::new(vocabulary.name) else { return Ok(0) };
    let has_word = |line: &Line, words: &[&str]| {
        let text = String::from_utf8_lossy(&line.0).to_ascii_lowercase();
        words.iter().any(|word| text.contains(word))
    };
    let lines: Vec<Line> =
        lines.iter().filter(|line| !has_word(line, vocabulary.uncounted)).cloned().collect();
    let mut lines = all_lines(vocabulary, &lines);
    if let Some(fence) = vocabulary.fence {
        lines = lines.into_iter().flat_map(|line| [line, fence.as_bytes().to_vec()]).collect();
        lines.pop();
    }
    let sent = lines.len();
    let input = String::from_utf8_lossy(&bytes(&lines)).into_owned();
    let wire = Arc::new(Wire::default());
    let networks = networks(&lines);
    let manager = Manager::new(lines, tally, Arc::clone(&wire));
    let mut ear = Ear { wire: &wire, is_answer: vocabulary.is_answer };
    run(vocabulary.protocol, networks, manager, &mut ear)?;
    wire.result().map(|()| sent).map_err(|fault| format!("step by step: {fault}\n--- input\n{input}"))
}

/// The networks of one session in eight. What is looked at here does not depend on them, and unpacking them
/// for every rule is much of the work of a session.
fn networks(lines: &[Vec<u8>]) -> Networks {
    if lines.len().is_multiple_of(8) { Networks::embedded() } else { Networks::classical() }
}

fn run(
    protocol: &str,
    networks: Networks,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), String> {
    let entry = PROTOCOLS.iter().find(|entry| entry.name == protocol).ok_or("no such protocol")?;
    // Small tables: a change of the rule clears them.
    let prepare = |engine: &mut Engine| {
        engine.change(Change::MaxMemory(1));
        engine.search().set_networks(networks);
    };
    session::run_with(input, output, &mut *(entry.open)(), 1, prepare).map_err(|error| error.to_string())
}

/// Every command has its response, in order, under its number, ended by an empty line and without one inside.
fn gtp(input: &str, output: &str) -> Result<(), String> {
    let mut responses = output.split("\n\n");
    for line in input.split('\n') {
        let Some((id, name)) = command(line) else { continue };
        let response = responses.next().unwrap_or_default();
        let head = response.lines().next().unwrap_or_default();
        let number = head.trim_start_matches(['=', '?']).split(' ').next().unwrap_or_default();
        if !head.starts_with(['=', '?']) || number != id {
            return Err(format!("expected the response to {line:?}, found {head:?}"));
        }
        if name == "quit" {
            break;
        }
    }
    match responses.next() {
        Some("") => Ok(()),
        rest => Err(format!("expected the end after the last response, found {rest:?}")),
    }
}

/// Number and name of a command line, as the specification of GTP reads it.
fn command(line: &str) -> Option<(String, String)> {
    let line: String = line.chars().filter(|c| *c == '\t' || !c.is_ascii_control()).collect();
    let line = line.split('#').next().unwrap_or_default();
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let first = words.next()?;
    let is_number = first.parse::<u32>().is_ok_and(|n| i32::try_from(n).is_ok());
    if is_number && first.bytes().all(|byte| byte.is_ascii_digit()) {
        let plain = first.parse::<u32>().map(|n| n.to_string()).unwrap_or_default();
        return Some((plain, words.next().unwrap_or_default().to_owned()));
    }
    Some((String::new(), first.to_owned()))
}

/// Every question is answered, there are no more answers than requests to think, and the goodbye comes last.
fn questions(
    input: &str,
    output: &str,
    question: &str,
    answer: &str,
    moves: &[&str],
    request: &str,
) -> Result<(), String> {
    let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    let asked = |word: &str| input.split('\n').filter(|line| first(line).eq_ignore_ascii_case(word)).count();
    let lines: Vec<&str> = output.lines().collect();
    let answered = lines.iter().filter(|line| **line == answer).count();
    // Who asks to quit before the end, or while lines wait for an endless search, gives up answers.
    let quits = asked("quit") > 1 || input.to_ascii_lowercase().contains("batch true");
    if answered > asked(question) || answered < asked(question) && !quits {
        return Err(format!("{} questions, {answered} answers", asked(question)));
    }
    if !lines.last().is_some_and(|line| line.eq_ignore_ascii_case("bye")) {
        return Err("no goodbye".to_owned());
    }
    let told = lines.iter().filter(|line| moves.iter().any(|start| line.starts_with(start))).count();
    let stops = if request == "go" { asked("stop") } else { 0 };
    let most = asked(request) + stops;
    if told > most { Err(format!("{told} moves for {most} requests")) } else { Ok(()) }
}

/// Whether a manager of the Gomocup protocol can make sense of a line.
pub(crate) fn is_known(line: &str) -> bool {
    let starts = ["ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG late: ", "FORBID ", "INFO ", "name=\""];
    let is_point = |word: &str| {
        let numbers: Vec<_> = word.split(',').map(str::parse::<u8>).collect();
        numbers.len() == 2 && numbers.iter().all(Result::is_ok)
    };
    matches!(line, "OK" | "SWAP")
        || starts.iter().any(|start| line.starts_with(start))
        || line.strip_prefix("SUGGEST ").unwrap_or(line).split(' ').all(is_point)
}

/// Every line is of a kind that managers know, and the question at the end is answered.
fn gomocup(output: &str) -> Result<(), String> {
    if let Some(line) = output.lines().find(|line| !is_known(line)) {
        return Err(format!("unknown line {line:?}"));
    }
    // A file of the hash table may be told about behind everything else.
    match output.lines().rfind(|line| !line.starts_with("MESSAGE ")) {
        Some(line) if line.starts_with("name=\"") => Ok(()),
        last => Err(format!("expected the answer to ABOUT at last, found {last:?}")),
    }
}
