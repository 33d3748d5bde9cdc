//! The lists that games point to.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// The name and other attributes of an element of a list.
pub(super) type Row = BTreeMap<String, String>;

/// The lists that games point to, by element and number.
#[derive(Default)]
pub(super) struct Lists(BTreeMap<&'static str, BTreeMap<String, Row>>);

/// Largest number of attributes of an element that are read; games have fifteen.
pub(super) const MAX_ATTRIBUTES: usize = 50;

/// The elements of the lists.
const LISTS: [&str; 6] = ["country", "city", "rule", "opening", "player", "tournament"];

impl Lists {
    pub(super) fn attribute(&self, list: &str, id: Option<&String>, name: &str) -> Option<&str> {
        self.0.get(list)?.get(id?)?.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    pub(super) fn name(&self, list: &str, id: Option<&String>) -> Option<&str> {
        self.attribute(list, id, "name")
    }

    pub(super) fn player(&self, id: Option<&String>) -> String {
        let parts = ["name", "surname"].map(|part| self.attribute("player", id, part));
        let name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        // One that no list has is at least a number.
        if name.is_empty() { id.cloned().unwrap_or_default() } else { name }
    }

    /// The first day of a tournament, or its month or year.
    pub(super) fn date(&self, tournament: Option<&String>) -> Option<String> {
        let part = |name| self.attribute("tournament", tournament, name);
        let is_known = |day: &&str| !day.starts_with("0000");
        if let Some(day) = part("start").filter(is_known).or(part("end").filter(is_known)) {
            return Some(day.trim_end_matches("-00").to_owned());
        }
        let year = part("year").filter(|&year| year != "0")?;
        let month =
            part("month").and_then(|month| month.parse::<u8>().ok()).filter(|month| (1..=12).contains(month));
        Some(month.map_or(year.to_owned(), |month| format!("{year}-{month:02}")))
    }

    pub(super) fn place(&self, tournament: Option<&String>) -> Option<String> {
        let row = self.0.get("tournament")?.get(tournament?)?;
        let parts = ["city", "country"].map(|list| self.name(list, row.get(list)));
        let place = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        (!place.is_empty()).then_some(place)
    }
}

/// The lists, wherever they stand in the file, up to its end or a fault.
pub(super) fn read_lists(text: &str) -> Lists {
    let mut lists = Lists::default();
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                let name = element.name();
                let list = LISTS.into_iter().find(|list| list.as_bytes() == name.as_ref());
                let Some(list) = list else { continue };
                let row = attributes(&element);
                if let Some(id) = row.get("id") {
                    lists.0.entry(list).or_default().insert(id.clone(), row);
                }
            }
            Ok(Event::Eof) | Err(_) => return lists,
            Ok(_) => {}
        }
    }
}

pub(super) fn attributes(element: &BytesStart<'_>) -> Row {
    let mut known = element.attributes();
    known.with_checks(false);
    let pair = |attribute: quick_xml::events::attributes::Attribute<'_>| {
        let raw = || String::from_utf8_lossy(&attribute.value).into_owned();
        let value = attribute.unescape_value().map_or_else(|_| raw(), std::borrow::Cow::into_owned);
        (String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value)
    };
    known.flatten().take(MAX_ATTRIBUTES).map(pair).collect()
}
