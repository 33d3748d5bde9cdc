//! The public names of the library, so that a change of them is seen in review.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{code, is_word};

const LIST: &str = "tests/data/public_names.txt";
/// What a public item begins with.
const ITEMS: [&str; 7] = ["fn", "struct", "enum", "trait", "type", "const", "static"];

/// Adds the names that a module shows: its items, what it re-exports, and what its public modules show,
/// without whatever is hidden from the documentation.
fn names(file: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    let text = code(&fs::read_to_string(file).expect("a source file"));
    let mut is_hidden = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        is_hidden |= line == "#[doc(hidden)]";
        if line.starts_with('#') {
            continue;
        }
        let is_hidden = std::mem::take(&mut is_hidden);
        // Items inside of others are indented.
        let Some(item) = line.strip_prefix("pub ").filter(|_| !is_hidden) else { continue };
        let item = item.replace("const fn", "fn");
        let (kind, rest) = item.split_once(' ').unwrap_or_default();
        let name: String = rest.chars().take_while(|&c| is_word(c)).collect();
        if ITEMS.contains(&kind) {
            found.insert(format!("{prefix}{name}"));
        } else if kind == "mod" {
            let is_root = file.ends_with("mod.rs") || file.ends_with("lib.rs");
            let folder = if is_root { file.with_file_name("") } else { file.with_extension("") };
            let files = [folder.join(&name).with_extension("rs"), folder.join(&name).join("mod.rs")];
            let module = files.iter().find(|file| file.exists()).expect("the module's file");
            names(module, &format!("{prefix}{name}::"), found);
        } else if kind == "use" {
            let mut statement = rest.to_owned();
            while !statement.ends_with(';') {
                statement.push_str(lines.next().expect("the end of a list"));
            }
            let last = statement.trim_end_matches(['}', ';']).rsplit("::").next().unwrap_or_default();
            let last = last.trim_start_matches('{').split(',').map(str::trim).filter(|name| !name.is_empty());
            let public = last.map(|name| name.rsplit(" as ").next().unwrap_or(name));
            found.extend(public.map(|name| format!("{prefix}{name}")));
        }
    }
}

#[test]
fn the_public_names_are_those_of_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    names(&root.join("src/lib.rs"), "", &mut found);
    let listed = fs::read_to_string(root.join(LIST)).expect("the list");
    let listed: BTreeSet<String> = listed.lines().map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(new.is_empty() && gone.is_empty(), "{LIST} lacks {new:#?} and has in vain {gone:#?}");
}
