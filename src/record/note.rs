//! What is to be told of files that were read.

use std::fmt;

use super::encoding::Decoder;
use super::{Place, RecordError};

/// Different notes on a file that are listed.
const MAX_NOTES: usize = 100;
/// The note that stands for all others.
const MORE: &str = "more is wrong or was read otherwise than it says";

/// Something to know of a file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it is, or where the first one is.
    pub place: Option<Place>,
    /// What it is, without the place.
    pub text: String,
    /// How often.
    pub count: usize,
    /// Whether something is wrong with the file or missing, so that a check of it fails.
    pub is_fault: bool,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.text)?;
        if self.count > 1 { write!(f, " ({} times)", self.count) } else { Ok(()) }
    }
}

/// The notes on a file; equal ones are counted.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) list: Vec<Note>,
}

impl Notes {
    /// Something that was read otherwise than the file says.
    pub(super) fn tell(&mut self, place: Place, text: impl Into<String>) {
        self.add(Some(place), text.into(), false);
    }

    /// Something that was left out; without a place where the text says which game it is in.
    pub(super) fn missing(&mut self, place: impl Into<Option<Place>>, text: impl Into<String>) {
        self.add(place.into(), text.into(), true);
    }

    /// What is damaged.
    pub(super) fn fault(&mut self, fault: &RecordError) {
        let text = fault.to_string();
        let behind = text
            .strip_prefix(&fault.place.to_string())
            .map_or(text.as_str(), |rest| rest.trim_start_matches([':', ',', ' ']));
        self.add(Some(fault.place), behind.to_owned(), true);
    }

    /// What a decoder has to say at the end.
    pub(super) fn decoded(&mut self, decoder: &Decoder) {
        if let Some(complaint) = decoder.complaint() {
            self.add(None, complaint, false);
        }
    }

    /// The notes as sentences.
    #[cfg(test)]
    pub(super) fn texts(&self) -> Vec<String> {
        self.list.iter().map(ToString::to_string).collect()
    }

    fn add(&mut self, place: Option<Place>, text: String, is_fault: bool) {
        let is_known = self.list.iter().any(|note| note.text == text);
        let text = if is_known || self.list.len() < MAX_NOTES { text } else { MORE.to_owned() };
        match self.list.iter_mut().find(|note| note.text == text) {
            Some(note) => {
                note.count += 1;
                note.is_fault |= is_fault;
            }
            None => self.list.push(Note { place, text, count: 1, is_fault }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_behind_the_last_note_that_is_listed_stays_one() {
        let mut notes = Notes::default();
        (0..=MAX_NOTES).for_each(|line| notes.tell(Place::Line(line), format!("text {line}")));
        assert!(notes.list.iter().all(|note| !note.is_fault));
        notes.missing(Place::Line(MAX_NOTES + 1), "a move is left out");
        assert!(notes.list.len() == MAX_NOTES + 1 && notes.list[MAX_NOTES].is_fault);
    }
}
