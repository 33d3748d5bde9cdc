//! How much of a text an error quotes.

/// Characters of a text that an error quotes at most: input can be megabytes long.
const QUOTED_CHARS: usize = 40;

/// The beginning of a text, to be quoted in an error.
pub fn shortened(text: &str) -> String {
    text.chars().take(QUOTED_CHARS).collect()
}
