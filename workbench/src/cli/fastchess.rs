//! `rustgomo fastchess`, which an executable called `fastchess` or `fastchess-ob` is too.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use super::common::ToolResult;
use super::meter::interrupt_on_ctrl_c;
use crate::fastchess::{Command, run};
use rustgomo::engine::VERSION;

/// What the names of executables begin with that are this tool alone; also the tool's name.
const NAME: &str = "fastchess";
/// What managers expect the names of brains to begin with.
const BRAIN_PREFIX: &str = "pbrain";
/// Words that ask for the version.
const VERSION_WORDS: [&str; 4] = ["-version", "--version", "-v", "version"];

/// Plays the match of a command line, or tells the version. Answers whether all games were played.
pub(super) fn fastchess(words: &[String]) -> ToolResult {
    let out = &mut io::stdout().lock();
    if let [word] = words
        && VERSION_WORDS.contains(&word.as_str())
    {
        // Workers take the first number with a point for the version.
        writeln!(out, "{NAME} command line of rustgomo {VERSION}")?;
        return Ok(true);
    }
    let command = Command::read(words)?;
    Ok(run(&command, &interrupt_on_ctrl_c(), out, &mut io::stderr())?)
}

/// The arguments with the tool's name in its place, if the executable is called by it: `fastchess`, or `pbrain` for the brain.
pub(super) fn with_tool(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let stem = arguments.first().and_then(|program| Path::new(program).file_stem());
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let tools = [(NAME, NAME), (BRAIN_PREFIX, "brain")];
    if let Some((_, tool)) = tools.into_iter().find(|(prefix, _)| stem.starts_with(prefix)) {
        arguments.insert(1, tool.into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_executable_chooses_the_tool() {
        let words = |program: &str| with_tool(vec![program.into(), "-recover".into()]);
        for program in ["./fastchess-ob", "fastchess", "C:/x/fastchess-ob.exe"] {
            assert_eq!(words(program)[1..], ["fastchess", "-recover"], "{program}");
        }
        assert_eq!(words("fastchess/rustgomo")[1..], ["-recover"]);
    }
}
