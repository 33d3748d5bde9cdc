//! `rustgomo fastchess`, and the tools that the name of the executable selects.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use super::common::{ToolResult, stop_on_ctrl_c};
use crate::developers::fastchess::{Command, run};
use rustgomo::engine::VERSION;

/// Name of the tool, and prefix of names of executables that are this tool.
const NAME: &str = "fastchess";
/// Prefix of names of executables that are the engine.
const BRAIN_PREFIX: &str = "pbrain";
/// Arguments that print the version.
const VERSION_WORDS: [&str; 4] = ["-version", "--version", "-v", "version"];

/// Plays the match of a command line, or prints the version. True if all games were played.
pub(super) fn fastchess(words: &[String]) -> ToolResult {
    let out = &mut io::stdout().lock();
    if let [word] = words
        && VERSION_WORDS.contains(&word.as_str())
    {
        // Workers parse the first number with a point as the version.
        writeln!(out, "{NAME} command line of rustgomo {VERSION}")?;
        return Ok(true);
    }
    let command = Command::read(words)?;
    run(&command, &stop_on_ctrl_c(), out, &mut io::stderr())
}

/// Inserts the name of the tool that the name of the executable selects, if any: `fastchess`, or `brain` for
/// `pbrain`.
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
