//! A prompt for commands while results are written.

use std::io::{self, BufRead, Write};

/// The prompt.
const PROMPT: &str = "> ";
/// Assumed width of a terminal.
const COLUMNS: usize = 79;

/// Inserts a blank row at the cursor. The prompt and the typed text move down a row, and the screen scrolls
/// if they were on its last row: index, cursor up, save cursor, carriage return, insert line, no wrapping.
const OPEN_ROW: &str = "\x1bD\x1b[A\x1b7\r\x1b[L\x1b[?7l";
/// Returns to the typed text: wrapping, restore cursor, cursor down.
const CLOSE_ROW: &str = "\x1b[?7h\x1b8\x1b[B";

/// The next line of commands without blanks around it; `None` at the end. What is no UTF-8 is replaced, so
/// that it is answered like other wrong words.
pub fn next_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.read_until(b'\n', &mut bytes)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// Writes whole lines above a prompt on a terminal, so that the text typed so far stays intact. Without a
/// prompt lines are passed on unchanged.
pub struct Prompted<'a> {
    out: &'a mut dyn Write,
    has_prompt: bool,
    is_shown: bool,
    /// The incomplete last line.
    pending: Vec<u8>,
}

impl<'a> Prompted<'a> {
    /// Lines on `out`, with a prompt if input and output are the same terminal.
    pub fn new(out: &'a mut dyn Write, has_prompt: bool) -> Self {
        Self { out, has_prompt, is_shown: false, pending: Vec::new() }
    }

    /// Shows the prompt, unless it is shown.
    pub fn show(&mut self) -> io::Result<()> {
        if self.has_prompt && !self.is_shown {
            self.is_shown = true;
            write!(self.out, "{PROMPT}")?;
        }
        self.out.flush()
    }

    /// Reports that a line was typed: the cursor is on a new row.
    pub const fn line_was_typed(&mut self) {
        self.is_shown = false;
    }

    /// Ends the row of the prompt.
    pub fn close(&mut self) -> io::Result<()> {
        if self.is_shown {
            self.is_shown = false;
            writeln!(self.out)?;
        }
        self.out.flush()
    }

    fn write_line(&mut self, line: &str) -> io::Result<()> {
        if !self.is_shown {
            return writeln!(self.out, "{line}");
        }
        for row in rows(line) {
            write!(self.out, "{OPEN_ROW}{row}{CLOSE_ROW}")?;
        }
        Ok(())
    }
}

impl Write for Prompted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        while let Some(end) = self.pending.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.pending.drain(..=end).collect();
            self.write_line(String::from_utf8_lossy(&line[..end]).trim_end_matches('\r'))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Wraps a line at blanks to the width of the terminal. Lines with colours are boards, which are narrow
/// enough.
fn rows(line: &str) -> Vec<&str> {
    let mut rows = Vec::new();
    let mut rest = line;
    while !line.contains('\x1b') && rest.chars().count() > COLUMNS {
        let end = rest.char_indices().nth(COLUMNS).map_or(rest.len(), |(at, _)| at);
        let head = &rest[..end];
        let at = head.rfind(' ').filter(|&at| !head[..at].trim().is_empty()).unwrap_or(end);
        rows.push(head[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    rows.push(rest);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal of a few rows with the sequences that the prompt uses.
    struct Screen {
        rows: Vec<Vec<char>>,
        row: usize,
        column: usize,
        saved: (usize, usize),
    }

    impl Screen {
        fn new(height: usize) -> Self {
            Self { rows: vec![Vec::new(); height], row: 0, column: 0, saved: (0, 0) }
        }

        fn down(&mut self) {
            if self.row + 1 == self.rows.len() {
                self.rows.remove(0);
                self.rows.push(Vec::new());
            } else {
                self.row += 1;
            }
        }

        fn put(&mut self, c: char) {
            let row = &mut self.rows[self.row];
            row.resize(row.len().max(self.column + 1), ' ');
            row[self.column] = c;
            self.column += 1;
        }

        fn escape(&mut self, chars: &mut std::str::Chars<'_>) {
            match chars.next() {
                Some('D') => self.down(),
                Some('7') => self.saved = (self.row, self.column),
                Some('8') => (self.row, self.column) = self.saved,
                Some('[') => {
                    let sequence: String = chars.by_ref().take(1).collect();
                    match sequence.as_str() {
                        "A" => self.row = self.row.saturating_sub(1),
                        "B" => self.row = (self.row + 1).min(self.rows.len() - 1),
                        "L" => {
                            self.rows.insert(self.row, Vec::new());
                            self.rows.pop();
                        }
                        "?" => assert!(matches!(
                            chars.by_ref().take(2).collect::<String>().as_str(),
                            "7l" | "7h"
                        )),
                        other => panic!("{other}"),
                    }
                }
                other => panic!("{other:?}"),
            }
        }

        fn write(&mut self, text: &str) {
            let mut chars = text.chars();
            while let Some(c) = chars.next() {
                match c {
                    '\x1b' => self.escape(&mut chars),
                    '\r' => self.column = 0,
                    '\n' => {
                        self.column = 0;
                        self.down();
                    }
                    c => self.put(c),
                }
            }
        }

        fn text(&self) -> Vec<String> {
            let rows = self.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
            rows.filter(|row| !row.is_empty()).collect()
        }
    }

    #[test]
    fn lines_come_above_what_is_typed_also_on_the_last_row() {
        for height in [4, 12] {
            let (mut screen, mut out) = (Screen::new(height), Vec::new());
            let mut prompted = Prompted::new(&mut out, true);
            writeln!(prompted, "before").unwrap();
            prompted.show().unwrap();
            screen.write(&String::from_utf8(out.split_off(0)).unwrap());
            screen.write("play");
            for number in 1..=5 {
                let mut prompted = Prompted { is_shown: true, ..Prompted::new(&mut out, true) };
                write!(prompted, "line {number}").unwrap();
                writeln!(prompted, ".").unwrap();
                screen.write(&String::from_utf8(out.split_off(0)).unwrap());
                screen.put(['1', '2', '3', '4', '5'][number - 1]);
            }
            let shown = screen.text();
            assert_eq!(shown.last().map(String::as_str), Some("> play12345"), "{shown:?}");
            assert_eq!(shown[shown.len() - 3..shown.len() - 1], ["line 4.", "line 5."], "{shown:?}");
            assert_eq!(shown.len(), height.min(7), "{shown:?}");
        }
    }

    #[test]
    fn without_a_prompt_lines_go_through() {
        let mut out = Vec::new();
        let mut prompted = Prompted::new(&mut out, false);
        prompted.show().unwrap();
        writeln!(prompted, "one\ntwo").unwrap();
        prompted.close().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "one\ntwo\n");
    }

    #[test]
    fn long_lines_are_broken_at_blanks() {
        let line = format!("line 1 {}", "h8 ".repeat(60));
        let rows = rows(line.trim_end());
        assert!(rows.len() == 3 && rows.iter().all(|row| row.len() <= COLUMNS), "{rows:?}");
        assert_eq!(rows.join(" "), line.trim_end());
    }
}
