//! The output.

use std::fmt::Display;
use std::io::Write;

/// Writes and flushes whole lines until writing fails.
pub struct Output<'w> {
    writer: &'w mut dyn Write,
    is_broken: bool,
}

impl<'w> Output<'w> {
    /// An output to `writer`.
    pub fn new(writer: &'w mut dyn Write) -> Self {
        Self { writer, is_broken: false }
    }

    /// Writes a line, or several if the text contains line feeds. Does nothing after a failure.
    pub fn line(&mut self, text: impl Display) {
        if !self.is_broken {
            let line = format!("{text}\n");
            let written = self.writer.write_all(line.as_bytes()).and_then(|()| self.writer.flush());
            self.is_broken = written.is_err();
        }
    }

    /// Writes several lines.
    pub(crate) fn lines(&mut self, lines: impl IntoIterator<Item: Display>) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    /// Whether writing has failed: the reader is gone.
    pub(crate) const fn is_broken(&self) -> bool {
        self.is_broken
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn after_a_failure_nothing_more_is_written() {
        struct Closed(usize);
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                self.0 += 1;
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut closed = Closed(0);
        let mut output = Output::new(&mut closed);
        assert!(!output.is_broken());
        output.line("OK");
        output.line("OK");
        assert!(output.is_broken());
        assert_eq!(closed.0, 1);
    }
}
