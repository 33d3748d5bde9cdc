//! Parsing of lines.

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A command.
    Named(Parsed),
    /// GoGui's comment that stops the search.
    Interrupt,
    /// A comment or blanks.
    Nothing,
}

impl Command {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Self {
        match parse(line) {
            _ if line.trim() == INTERRUPT => Self::Interrupt,
            Some(parsed) => Self::Named(parsed),
            None => Self::Nothing,
        }
    }
}

/// A command line: number, name and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    /// The number, repeated in the response.
    pub(super) id: Option<u32>,
    /// The name of the command.
    pub(super) name: String,
    /// The arguments as they were written.
    pub(super) rest: String,
}

impl Parsed {
    /// The arguments.
    pub(super) fn arguments(&self) -> Vec<String> {
        self.rest.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

/// GoGui's comment that stops a search.
const INTERRUPT: &str = "# interrupt";

/// Reads a command line without control characters and comments; `None` if nothing is left.
pub(super) fn parse(line: &str) -> Option<Parsed> {
    let line = line.split('#').next().unwrap_or("");
    // Those of ASCII alone: a byte of an unknown code page is part of a word.
    let is_kept = |c: &char| *c == '\t' || !c.is_ascii_control();
    let line: String = line.chars().filter(is_kept).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let (first, after) = first_word(line.trim_matches(' '));
    if first.is_empty() {
        return None;
    }
    let is_number = first.bytes().all(|digit| digit.is_ascii_digit());
    let id = first.parse().ok().filter(|&id: &u32| is_number && i32::try_from(id).is_ok());
    // A number alone is a command with an empty name, which gets a response.
    let (name, rest) = if id.is_some() { first_word(after) } else { (first, after) };
    Some(Parsed { id, name: name.to_owned(), rest: rest.to_owned() })
}

/// The first word and the text after the following blanks.
fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (word, rest.trim_start_matches(' '))
}

/// Whether a line holds a command, not only blanks and a comment.
pub fn is_command(line: &str) -> bool {
    parse(line).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(Option<u32>, String, Vec<String>)> {
        parse(line).map(|parsed| (parsed.id, parsed.name.clone(), parsed.arguments()))
    }

    #[test]
    fn numbers_comments_and_control_characters_are_understood() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(read("  12\tver\u{7}sion # x"), Some((Some(12), "version".into(), vec![])));
        assert_eq!(read("play b H8"), Some((None, "play".into(), words("b H8"))));
        assert_eq!(read("7"), Some((Some(7), String::new(), vec![])));
        assert_eq!(read("2147483648 name"), Some((None, "2147483648".into(), words("name"))));
        assert_eq!(read("+1 name"), Some((None, "+1".into(), words("name"))));
        assert_eq!(read("\u{81}"), Some((None, "\u{81}".into(), vec![])));
        for line in ["", " \t ", "# comment", "\u{0}"] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }

    #[test]
    fn blanks_between_the_words_are_kept_for_echo() {
        let rest = |line| parse(line).map(|parsed| parsed.rest);
        assert_eq!(rest(" 3  echo  a  b\tc  # x").as_deref(), Some("a  b c"));
        assert_eq!(rest("echo").as_deref(), Some(""));
    }

    #[test]
    fn only_the_comment_of_gogui_interrupts() {
        let is_interrupt = |line| Command::parse(line) == Command::Interrupt;
        assert!(is_interrupt("# interrupt") && is_interrupt(" # interrupt \r"));
        assert!(!is_interrupt("#interrupt") && !is_interrupt("interrupt"));
    }
}
