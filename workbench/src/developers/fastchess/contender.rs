//! An engine of the command line and its limits.

use anyhow::Result;

use super::words::Words;
use crate::developers::matches::{EngineLimits, EngineOptions, MEGABYTE};

/// Kilobytes of a megabyte: `INFO hash_size` counts kilobytes.
const KILOBYTES: u64 = 1 << 10;

/// An engine with its time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// Command, name, limits, and options as `INFO` lines.
    pub engine: EngineOptions,
    /// The time control as given, such as `8.00+0.08` or `nodes=1000`.
    pub control: String,
}

impl Contender {
    /// Parses the arguments of `-engine`: `cmd`, `dir`, `name`, the time control, and options as
    /// `option.NAME=VALUE`.
    pub(super) fn read(words: &Words<'_>) -> Result<Self> {
        let program = words.value("cmd").filter(|cmd| !cmd.is_empty());
        let program = program.ok_or_else(|| words.wrong("cmd=PROGRAM"))?;
        let path = match words.value("dir") {
            // The path needs a slash, or the system would use its search path.
            Some(dir) => format!("{}/{program}", dir.trim_end_matches('/')),
            None => program.to_owned(),
        };
        let mut limits = limits(words)?;
        let mut infos = Vec::new();
        for (key, value) in words.pairs() {
            let Some(option) = key.strip_prefix("option.") else { continue };
            if option.is_empty()
                || value.is_empty()
                || words.values.iter().any(|word| word.contains(['\n', '\r']))
            {
                return Err(words.wrong("options such as option.Threads=1"));
            }
            let number =
                || value.parse::<u64>().map_err(|_| words.wrong("a number of threads and of megabytes"));
            infos.push(match option {
                "Threads" => ("thread_num".to_owned(), number()?.to_string()),
                "Hash" => {
                    let megabytes = number()?;
                    // Memory besides the table.
                    let base = EngineLimits::default().memory_bytes;
                    limits.memory_bytes = base.saturating_add(megabytes.saturating_mul(MEGABYTE));
                    ("hash_size".to_owned(), megabytes.saturating_mul(KILOBYTES).to_string())
                }
                name => (name.to_owned(), value.to_owned()),
            });
        }
        let name = word(words.value("name").unwrap_or(program));
        let engine = EngineOptions { command: format!("\"{path}\""), name: Some(name), infos, limits };
        Ok(Self { engine, control: control(words) })
    }

    /// The name: not empty, ASCII, without blanks.
    pub fn name(&self) -> &str {
        self.engine.name.as_deref().unwrap_or_default()
    }
}

/// Converts a name to ASCII without blanks.
fn word(name: &str) -> String {
    let fit = |c: char| if c.is_ascii_graphic() && !"\"():{}".contains(c) { c } else { '_' };
    name.chars().map(fit).collect()
}

/// The time control as text.
fn control(words: &Words<'_>) -> String {
    let is_control = |(key, value): &(&str, &str)| match *key {
        "tc" => *value != "inf",
        key => ["st", "nodes", "depth"].contains(&key),
    };
    let text =
        |(key, value): (&str, &str)| if key == "tc" { value.to_owned() } else { format!("{key}={value}") };
    words.pairs().filter(is_control).map(text).collect::<Vec<_>>().join(" ")
}

/// Limits from `tc`, `st`, `nodes`, `depth` and `timemargin`.
fn limits(words: &Words<'_>) -> Result<EngineLimits> {
    let expected = "a limit: tc=SECONDS+SECONDS, st=SECONDS, nodes=N or depth=N";
    let wrong = || words.wrong(expected);
    let (match_ms, increment_ms) = match words.value("tc") {
        None | Some("inf") => (None, 0),
        Some(text) => {
            let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
            (Some(milliseconds(base).ok_or_else(wrong)?), milliseconds(increment).ok_or_else(wrong)?)
        }
    };
    let turn_ms = words.value("st").map(|text| milliseconds(text).ok_or_else(wrong)).transpose()?;
    let nodes = words.optional("nodes", expected)?;
    let depth = words.optional("depth", expected)?;
    if match_ms.is_none() && turn_ms.is_none() && nodes.is_none() && depth.is_none() {
        return Err(wrong());
    }
    Ok(EngineLimits {
        turn_ms,
        match_ms,
        increment_ms,
        nodes,
        depth,
        tolerance_ms: words.number("timemargin", 0, "timemargin=MILLISECONDS")?,
        shows_scores: true,
        ..EngineLimits::default()
    })
}

/// Converts seconds such as `8.00` to milliseconds. Numbers of moves, as in `40/8.00`, are not supported.
fn milliseconds(text: &str) -> Option<u32> {
    let ms = text.parse::<f64>().ok()? * 1000.0;
    (0.0..f64::from(u32::MAX)).contains(&ms).then(|| ms.round() as u32)
}
