//! The program in a terminal, used by a person instead of a manager.

use std::io::{self, Read, Write};

use crate::engine::VERSION;

/// Writes what the program waits for, and which options it has skipped.
pub(super) fn greet(out: &mut dyn Write, unknown_options: &[String]) -> io::Result<()> {
    writeln!(
        out,
        "pbrain-rustgomo {VERSION} is an engine without a board: it waits for the commands of a manager such as Piskvork.\n\
         help tells how to start it, END or quit ends it; rustgomo analyses positions."
    )?;
    if unknown_options.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "unknown options are passed over, since managers add their own: {}",
        unknown_options.join(" ")
    )
}

/// Input of a terminal: until the first other line, `help` shows a text instead of being taken for a GTP
/// command.
pub(super) struct Typed<R, W> {
    input: R,
    out: W,
    help: Option<String>,
}

impl<R, W> Typed<R, W> {
    /// Without a text `help` is a line like any other.
    pub(super) const fn new(input: R, out: W, help: Option<String>) -> Self {
        Self { input, out, help }
    }
}

impl<R: Read, W: Write> Read for Typed<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.input.read(buffer)?;
            let line = buffer.get(..count).unwrap_or_default().trim_ascii();
            match &self.help {
                Some(help) if line.eq_ignore_ascii_case(b"help") => self.out.write_all(help.as_bytes())?,
                _ => {
                    if !line.is_empty() {
                        self.help = None;
                    }
                    return Ok(count);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines that come one at a time, as from a terminal.
    struct Lines(Vec<&'static str>);

    impl Read for Lines {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Ok(0) } else { self.0.remove(0).as_bytes().read(buffer) }
        }
    }

    fn typed(lines: &[&'static str], help: Option<&str>) -> (String, String) {
        let (mut shown, mut passed) = (Vec::new(), Vec::new());
        let mut input = Typed::new(Lines(lines.to_vec()), &mut shown, help.map(str::to_owned));
        let mut buffer = [0; 64];
        loop {
            match input.read(&mut buffer).unwrap() {
                0 => break,
                count => passed.extend_from_slice(&buffer[..count]),
            }
        }
        (String::from_utf8(shown).unwrap(), String::from_utf8(passed).unwrap())
    }

    #[test]
    fn help_is_for_a_person_until_a_protocol_is_spoken() {
        let lines = ["\n", "help\n", "HELP\r\n", "name\n", "help\n"];
        let (shown, passed) = typed(&lines, Some("how to\n"));
        assert_eq!((shown.as_str(), passed.as_str()), ("how to\nhow to\n", "\nname\nhelp\n"));
        assert_eq!(typed(&["help\n"], None), (String::new(), "help\n".to_owned()));
    }

    #[test]
    fn a_person_is_told_what_is_awaited_and_passed_over() {
        let greeting = |options: &[String]| {
            let mut out = Vec::new();
            greet(&mut out, options).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(greeting(&[]).contains("waits for the commands of a manager"));
        assert!(!greeting(&[]).contains("unknown options"));
        assert!(greeting(&["--clasical".to_owned()]).ends_with("their own: --clasical\n"));
    }
}
