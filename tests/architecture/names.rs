//! One public name for one thing.

use std::collections::BTreeMap;

use super::{behind, code, is_word, sources};

/// Names of two things or more, which the module tells apart: `docs/architecture.md` says where.
const SHARED: [&str; 6] = ["Bound", "Command", "Dataset", "Model", "Options", "Sample"];

/// The public types that a text declares.
fn types(text: &str) -> Vec<String> {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
    let text = code(text);
    let names = kinds.iter().flat_map(|kind| behind(&text, kind));
    names.map(|rest| rest.chars().take_while(|&c| is_word(c)).collect()).collect()
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources("src") {
        for name in types(&source.text) {
            places.entry(name).or_default().push(source.path.clone());
        }
    }
    places.retain(|_, paths| paths.len() > 1);
    let shared: Vec<&str> = places.keys().map(String::as_str).collect();
    assert_eq!(shared, SHARED, "{places:#?}");
}

#[test]
fn types_are_found() {
    assert_eq!(types("pub struct A;\n// pub struct B;\npub(crate) enum C {}\npub enum D<T> {}"), ["A", "D"]);
}
