//! Command lines of engines.

/// Splits a command line into words at blanks outside quotation marks.
pub(super) fn command_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for c in command.chars() {
        match c {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !is_quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The name of a program without folder and extension.
pub(super) fn program_name(command: &str) -> String {
    let words = command_words(command);
    let stem = words.first().and_then(|word| std::path::Path::new(word).file_stem());
    stem.map_or_else(|| "engine".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks_outside_quotation_marks() {
        assert_eq!(command_words("a  -b \"c d\" e\"f g\""), ["a", "-b", "c d", "ef g"]);
        assert_eq!(command_words("  "), Vec::<String>::new());
    }

    #[test]
    fn a_program_is_named_without_its_folder_and_ending() {
        assert_eq!(program_name("\"some where/pbrain-a.exe\" --quiet"), "pbrain-a");
        assert_eq!(program_name(""), "engine");
    }
}
