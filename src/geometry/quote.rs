//! Shortened quotes in errors.

/// Largest number of quoted characters: input can be megabytes long.
const QUOTED_CHARS: usize = 40;

/// The beginning of a text, for an error.
pub fn shortened(text: &str) -> String {
    text.chars().take(QUOTED_CHARS).collect()
}
