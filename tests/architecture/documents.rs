//! What the documents and the folders' stories say of the source tree, compared with it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{ROWS, behind, code, first_names, quoted, row, sources};

/// Who may use everything, so that no folder has to name it.
const TOP: &str = "cli";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a text of the project")
}

/// The folders of each row of a table `| Row | Folders | …`, as far as they are folders.
fn rows_of_table(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().map(|line| line.trim_start_matches("//! "));
    let cells = rows.filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let numbered = cells.filter(|(number, _)| number.parse::<usize>().is_ok());
    let folders = |cell: &str| {
        let cell = cell.split(" |").next().unwrap_or_default().split(';').next().unwrap_or_default();
        quoted(cell).iter().map(|&folder| folder.to_owned()).collect()
    };
    numbered.map(|(_, cell)| folders(cell)).collect()
}

/// The part of a story between a word and the end of its sentence.
fn sentence<'a>(story: &'a str, word: &str) -> &'a str {
    let (_, rest) = story.split_once(word).unwrap_or_default();
    rest.split(". ").next().unwrap_or_default()
}

/// What is wrong with a story's claim about other folders: `named` and, if it says so, all `beyond`.
fn claim_faults(folder: &str, claim: &str, beyond: &str, found: &BTreeSet<String>) -> Vec<String> {
    if claim.contains("everything") {
        return Vec::new();
    }
    let named: BTreeSet<&str> = quoted(claim).into_iter().filter(|name| row(name).is_some()).collect();
    let is_named = |name: &str| named.contains(name);
    let is_beyond = |name: &str| {
        let rows = |name: &str| row(name).unwrap_or_default();
        let is_further = |other: &&str| match beyond {
            "and above" => rows(name) >= rows(other),
            _ => rows(name) <= rows(other),
        };
        claim.contains(beyond) && named.iter().any(is_further)
    };
    let missing = found.iter().filter(|name| !is_named(name) && !is_beyond(name));
    let missing = missing.map(|name| format!("{folder}/mod.rs does not name {name} in {claim:?}"));
    let idle = named.iter().filter(|&&name| !found.contains(name));
    missing.chain(idle.map(|name| format!("{folder}/mod.rs names {name} in {claim:?}"))).collect()
}

/// Pairs of a folder and a folder that it imports outside its unit tests.
fn imports() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for source in sources("src") {
        let Some((folder, _)) = source.path.split_once('/') else { continue };
        let code = code(&source.text);
        let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for name in behind(code, "crate::").into_iter().flat_map(first_names) {
            if name != folder && row(&name).is_some() {
                found.insert((folder.to_owned(), name));
            }
        }
    }
    found
}

#[test]
fn the_tables_of_layers_are_those_that_are_enforced() {
    let enforced: Vec<Vec<String>> =
        ROWS.iter().map(|row| row.iter().map(|&folder| folder.to_owned()).collect()).collect();
    let page = text("docs/architecture.md");
    let page = page.split("## Layers").nth(1).and_then(|rest| rest.split("\n\n`").next()).expect("the table");
    assert_eq!(rows_of_table(page), enforced, "docs/architecture.md");
    let links = text("src/lib.rs").replace("[`", "`").replace("`]", "`");
    assert_eq!(rows_of_table(&links), enforced, "src/lib.rs");
}

#[test]
fn stories_name_the_folders_that_they_import_and_are_used_by() {
    let imports = imports();
    let mut faults = Vec::new();
    for folder in ROWS.iter().copied().flatten().copied().filter(|&folder| folder != TOP) {
        let text = text(&format!("src/{folder}/mod.rs"));
        let story: Vec<&str> =
            text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
        let story = story.join(" ");
        let users = imports.iter().filter(|(user, used)| used == folder && user != TOP);
        let users: BTreeSet<String> = users.map(|(user, _)| user.clone()).collect();
        let used = imports.iter().filter(|(user, _)| user == folder);
        let used: BTreeSet<String> = used.map(|(_, used)| used.clone()).collect();
        let named = sentence(&story, "Used by: ").replace("`cli`", "");
        faults.extend(claim_faults(folder, &named, "and above", &users));
        let named = sentence(&story, "Imports: ").replace("nothing", "");
        faults.extend(claim_faults(folder, &named, "and below", &used));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Entries of the project's folder that git ignores, by the text of `.gitignore`.
fn ignored(text: &str) -> BTreeSet<&str> {
    text.lines().filter_map(|line| line.strip_prefix('/')).map(|name| name.trim_end_matches('/')).collect()
}

#[test]
fn the_layout_of_the_readme_is_that_of_the_project() {
    let readme = text("README.md");
    let layout = readme.split("## Layout").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rows = layout.expect("the layout").lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeSet<&str> = rows.filter_map(|line| line.split('`').next()).collect();
    for path in &listed {
        assert!(root().join(path).exists(), "the layout lists {path}");
    }
    let unlisted = text(".gitignore");
    let unlisted = ignored(&unlisted);
    let entries = fs::read_dir(root()).expect("the project").map(|entry| entry.expect("an entry").path());
    for folder in entries.filter(|path| path.is_dir()) {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let needs_listing = !name.starts_with('.') && !unlisted.contains(name.as_str());
        assert!(!needs_listing || listed.contains(name.as_str()), "the layout does not list {name}");
    }
}

/// Markdown files of the project, outside what tools leave behind.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let protocols =
        ["file", "gomocup", "gtp", "ucci", "agi"].map(|name| format!("tests/data/protocol/{name}"));
    let folders = ["", "docs", "openings", "tests/data/protocol", "tests/data/renju"].map(str::to_owned);
    for folder in folders.into_iter().chain(protocols) {
        let entries = fs::read_dir(root().join(folder)).expect("a folder of documents");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    found
}

/// Targets of links to other files.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    targets
        .map(|target| target.split('#').next().unwrap_or_default())
        .filter(|target| !target.is_empty() && !target.contains(':'))
        .collect()
}

#[test]
fn files_that_documents_link_to_and_name_are_there() {
    let mut faults = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let here = path.parent().expect("a folder");
        for target in links(&text).into_iter().filter(|target| !here.join(target).exists()) {
            faults.push(format!("{}: no {target}", path.display()));
        }
        // Files of the source tree stand with or without `src/` before them.
        let is_source = |word: &&str| {
            let has_ending = Path::new(word).extension().is_some_and(|extension| extension == "rs");
            has_ending && word.contains('/') && !word.contains(['*', ' '])
        };
        for word in quoted(&text).into_iter().filter(is_source) {
            if !["", "src", "tests"].iter().any(|folder| root().join(folder).join(word).exists()) {
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
    assert!(command_fault("run --example none -- 5").is_some());
}

#[test]
fn wrong_claims_are_noticed() {
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<String>>();
    let faults = |claim, names: &[&str]| claim_faults("rules", claim, "and above", &set(names)).len();
    assert_eq!(faults("`pattern` and above", &["pattern", "search"]), 0);
    assert_eq!(faults("`pattern`", &["pattern", "search"]), 1);
    assert_eq!(faults("`pattern` and above", &["search"]), 1);
    assert_eq!(faults("`search` and above", &["search", "pattern"]), 1);
    assert_eq!(links("[a](b.md#c) and [d](https://e) and [f](#g)"), ["b.md"]);
    assert_eq!(ignored("/target\n*.swp\n/training/\n"), BTreeSet::from(["target", "training"]));
    assert_eq!(rows_of_table("| Row | Folders |\n| 0 | `a`, `b` |"), [["a", "b"]]);
}
