//! What the documents say of the source tree, compared with it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{quoted, sources};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a text of the project")
}

/// Markdown files of the project, outside what tools leave behind.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let protocols = fs::read_dir(root().join("tests/data/protocol")).expect("a folder for each protocol");
    let protocols = protocols.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    let folders = [
        "",
        "docs/user",
        "docs/dev",
        "docs/log",
        "openings",
        "python",
        "tests/data/protocol",
        "tests/data/renju",
    ];
    for folder in folders.into_iter().map(|folder| root().join(folder)).chain(protocols) {
        let entries = fs::read_dir(folder).expect("a folder of documents");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    found
}

/// Files and anchors that a text links to, one of which may be empty; addresses elsewhere are left out.
fn links(text: &str) -> Vec<(&str, &str)> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let local = targets.filter(|target| !target.contains(':'));
    local.map(|target| target.split_once('#').unwrap_or((target, ""))).collect()
}

/// Whether a page has a heading with this anchor: its words in lower case with hyphens between, without
/// punctuation.
fn has_anchor(page: &str, anchor: &str) -> bool {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let mut anchors = headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect::<String>()
    });
    anchors.any(|name| name == anchor)
}

#[test]
fn files_that_documents_link_to_and_name_are_there() {
    let mut faults = Vec::new();
    let files = ["src", "tests", "web/src", "workbench", "python/src"].map(sources).into_iter().flatten();
    let names: BTreeSet<String> =
        files.filter_map(|file| Some(file.path.rsplit('/').next()?.to_owned())).collect();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let here = path.parent().expect("a folder");
        for (target, anchor) in links(&text) {
            let file = if target.is_empty() { path.clone() } else { here.join(target) };
            let is_there = file.exists()
                && (anchor.is_empty()
                    || fs::read_to_string(&file).is_ok_and(|page| has_anchor(&page, anchor)));
            if !is_there {
                faults.push(format!("{}: no {target}#{anchor}", path.display()));
            }
        }
        // Files of the source tree stand with or without `src/` before them.
        let is_source = |word: &&str| {
            let has_ending = Path::new(word).extension().is_some_and(|extension| extension == "rs");
            has_ending && !word.contains(['*', ' '])
        };
        for word in quoted(&text).into_iter().filter(is_source) {
            let is_in = |folder: &&str| root().join(folder).join(word).exists();
            // A name alone stands beside the path before it.
            let is_name = !word.contains('/') && names.contains(word);
            if !is_name && !["", "src", "tests", "workbench/src", "workbench"].iter().any(is_in) {
                faults.push(format!("{}: no {word}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is wrong with a command of cargo's, of which the words behind `cargo` are given.
fn command_fault(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    if words.first() == Some(&"bench") && !command.contains("--features benchmarks") {
        return Some(format!("cargo {command}: the benchmarks need their feature"));
    }
    if command.contains("--bin rustgomo") && !command.contains("-p rustgomo-workbench") {
        return Some(format!("cargo {command}: the workbench is not the default package"));
    }
    words.windows(2).find_map(|pair| {
        let folder = match pair[0] {
            "--bench" => "benches",
            "--example" => "examples",
            _ => return None,
        };
        let is_there = root().join(folder).join(pair[1]).with_extension("rs").exists();
        (!is_there).then(|| format!("cargo {command}: no {} in {folder}", pair[1]))
    })
}

#[test]
fn commands_of_documents_can_be_given() {
    let mut faults = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let commands = text.split("cargo ").skip(1).filter_map(|rest| rest.split(['`', '\n']).next());
        faults.extend(commands.filter_map(command_fault).map(|fault| format!("{}: {fault}", path.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(command_fault("bench --bench search").is_some());
    assert!(command_fault("build --bin rustgomo").is_some());
    assert!(command_fault("run --example none -- 5").is_some());
}

#[test]
fn links_and_anchors_are_found() {
    assert_eq!(links("[a](b.md#c) and [d](https://e) and [f](#g)"), [("b.md", "c"), ("", "g")]);
    assert!(has_anchor("## `INFO` keys, all\n", "info-keys-all") && !has_anchor("## Keys\n", "key"));
}

#[test]
fn the_elo_log_has_whole_rows_whose_games_add_up() {
    let table = text("docs/log/elo.tsv");
    let mut rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let columns = rows.next().expect("the columns");
    for (row, number) in rows.zip(2..) {
        assert_eq!(row.len(), columns.len(), "elo.tsv, line {number}");
        let get =
            |name: &str| columns.iter().position(|&column| column == name).map_or("", |place| row[place]);
        assert!(["accepted", "rejected", "inconclusive", "info"].contains(&get("verdict")), "line {number}");
        let count = |name| get(name).parse::<u32>().unwrap_or_default();
        let sum = count("wins") + count("draws") + count("losses");
        assert!(get("wins").is_empty() || sum == count("games"), "elo.tsv, line {number}: {sum} games");
    }
}
