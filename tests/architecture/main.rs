//! The shape of the source tree, read as text: which folder may import which, how long a file may be, and
//! where `unsafe` and the standard streams are allowed. The rules stand in the constants, the rows of folders
//! in `src/lib.rs`; `docs/dev/architecture.md` explains them. Each checker is tried on bad snippets below, so
//! that it is known to notice them.

#![expect(clippy::expect_used, reason = "the checkers read files of the project")]

mod circles;
mod documents;
mod public_names;
mod requirements;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Folders of `src` by rows: a folder imports from earlier rows only.
static ROWS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| rows_of_table(include_str!("../../src/lib.rs")));
/// Files of `src` outside the folders.
const ROOT_FILES: [&str; 2] = ["lib.rs", "main.rs"];
/// Lines of a file at most.
const MAX_LINES: usize = 400;
/// Files with unsafe code: the calls of functions for instructions that not every machine has, and hints
/// about memory.
const UNSAFE_FILES: [&str; 2] = ["eval/network/simd/x86.rs", "search/table/hints.rs"];
/// The folders of sources of all packages.
const SOURCES: [&str; 3] = ["src", "web/src", "workbench/src"];
/// The folder of each that may use the standard streams.
const STREAMS_FOLDER: &str = "cli/";
const STREAM_WORDS: [&str; 8] =
    ["print!", "println!", "eprint!", "eprintln!", "dbg!", "stdin()", "stdout()", "stderr()"];

/// Folders that hold no sources of ours.
const BUILD_FOLDERS: [&str; 2] = ["target", "node_modules"];

/// A file's path inside its folder, with `/` between its parts, and its text.
struct Source {
    path: String,
    text: String,
}

fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the project") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                if !BUILD_FOLDERS.iter().any(|name| path.ends_with(name)) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let parts = path.strip_prefix(&root).expect("a path below the folder").iter();
                let parts: Vec<_> = parts.map(|part| part.to_string_lossy().into_owned()).collect();
                let text = fs::read_to_string(&path).expect("a text");
                files.push(Source { path: parts.join("/"), text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!files.is_empty(), "no sources in {folder}");
    files
}

/// The text without comments. A `//` behind an odd number of quotation marks belongs to a string.
fn code(text: &str) -> String {
    let cut = |line: &str| {
        let mut ends = line.match_indices("//").map(|(at, _)| at);
        let end = ends.find(|&at| line[..at].matches('"').count().is_multiple_of(2));
        line[..end.unwrap_or(line.len())].to_owned()
    };
    text.lines().map(cut).collect::<Vec<_>>().join("\n")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The places behind a word that stands alone.
fn behind<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let ends_as_word = word.ends_with(is_word);
    let found = text.match_indices(word).map(|(at, _)| (&text[..at], &text[at + word.len()..]));
    found
        .filter(|(before, after)| !(before.ends_with(is_word) || ends_as_word && after.starts_with(is_word)))
        .map(|(_, after)| after)
        .collect()
}

/// The first names of what follows `crate::`: one, or several in braces.
fn first_names(after: &str) -> Vec<String> {
    let name = |text: &str| text.trim().chars().take_while(|&c| is_word(c)).collect::<String>();
    let Some(list) = after.strip_prefix('{') else { return vec![name(after)] };
    let mut names = vec![String::new()];
    let mut depth = 1;
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => break,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(String::new()),
            _ if depth == 1 => names.last_mut().expect("never empty").push(c),
            _ => {}
        }
    }
    names.iter().map(|text| name(text)).filter(|name| !name.is_empty()).collect()
}

/// Whether a chain of `super::` is long enough to lead from the file to the root of the crate.
fn climbs_to_root(path: &str, code: &str) -> bool {
    let parts = path.split('/').count();
    if parts == 1 {
        // Modules inside a file of the root lead to that file.
        return false;
    }
    let depth = if path.ends_with("mod.rs") { parts - 1 } else { parts };
    code.contains(&"super::".repeat(depth))
}

/// The folders of each row of a table `| Row | Folders | …` at the head of a file.
fn rows_of_table(text: &str) -> Vec<Vec<&str>> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("//! | ")?.split_once(" | "));
    let numbered = cells.filter(|(number, _)| number.parse::<usize>().is_ok());
    numbered.map(|(_, rest)| quoted(rest.split(" |").next().unwrap_or_default())).collect()
}

fn row(folder: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&folder))
}

fn layer_faults(path: &str, text: &str) -> Vec<String> {
    let code = code(text);
    if ROOT_FILES.contains(&path) {
        return Vec::new();
    }
    // A file of the root is a room of its own.
    let folder = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
    let Some(own) = row(folder) else { return vec![format!("{path}: {folder} has no row")] };
    let names = behind(&code, "crate::").into_iter().flat_map(first_names);
    let is_allowed = |name: &str| name == folder || row(name).is_some_and(|row| row < own);
    let mut faults: Vec<String> =
        names.filter(|name| !is_allowed(name)).map(|name| format!("{path} imports {name}")).collect();
    if climbs_to_root(path, &code) {
        faults.push(format!("{path} reaches the root of the crate by super::"));
    }
    faults
}

fn word_faults(path: &str, text: &str, words: &[&str]) -> Vec<String> {
    let code = code(text);
    let used = words.iter().filter(|word| !behind(&code, word).is_empty());
    used.map(|word| format!("{path} uses {word}")).collect()
}

/// A `mod.rs` begins with its story; the rest is declarations and imports.
fn story_faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.starts_with("//! ") {
        faults.push(format!("{path} begins without a story"));
    }
    let code = code(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("#["));
    let text = lines.collect::<Vec<_>>().join(" ");
    let is_declaration = |item: &str| {
        let item = item.strip_prefix("pub").unwrap_or(item).trim_start();
        let item = item.strip_prefix("(super)").or_else(|| item.strip_prefix("(crate)")).unwrap_or(item);
        let item = item.trim_start();
        item.starts_with("use ") || (item.starts_with("mod ") && !item.contains('{'))
    };
    let items = text.split(';').map(str::trim).filter(|item| !item.is_empty());
    faults.extend(items.filter(|item| !is_declaration(item)).map(|item| format!("{path} holds {item}")));
    faults
}

fn check(folder: &str, faults: impl Fn(&Source) -> Vec<String>) {
    let found: Vec<String> = sources(folder).iter().flat_map(faults).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn folders_import_from_rows_above_only() {
    assert_eq!(ROWS.len(), 11, "rows in src/lib.rs");
    check("src", |source| layer_faults(&source.path, &source.text));
}

#[test]
fn no_file_is_longer_than_the_limit() {
    for folder in ["src", "tests", "benches", "examples", "python/src", "web/src", "workbench"] {
        check(folder, |Source { path, text }| {
            let count = text.lines().count();
            (count > MAX_LINES).then(|| format!("{folder}/{path} has {count} lines")).into_iter().collect()
        });
    }
}

#[test]
fn unsafe_code_stands_only_where_it_is_allowed() {
    for folder in SOURCES {
        check(folder, |Source { path, text }| {
            let is_allowed = folder == "src" && UNSAFE_FILES.contains(&path.as_str());
            if is_allowed { Vec::new() } else { word_faults(path, text, &["unsafe"]) }
        });
    }
}

#[test]
fn only_the_command_line_uses_the_standard_streams() {
    for folder in SOURCES {
        check(folder, |Source { path, text }| {
            let is_allowed = path.starts_with(STREAMS_FOLDER) || path == "main.rs";
            if is_allowed { Vec::new() } else { word_faults(path, text, &STREAM_WORDS) }
        });
    }
}

#[test]
fn a_mod_file_holds_its_story_and_declarations_only() {
    for folder in SOURCES {
        check(
            folder,
            |Source { path, text }| {
                if path.ends_with("mod.rs") { story_faults(path, text) } else { Vec::new() }
            },
        );
    }
}

#[test]
fn imports_from_the_own_row_or_below_are_noticed() {
    assert_eq!(rows_of_table("//! | Row | Folders |\n//! | 0 | `a`, [`b`] | `c` |"), [["a", "b"]]);
    let count = |path, text| layer_faults(path, text).len();
    assert_eq!(count("eval/a.rs", "use crate::search::Limits;"), 1);
    assert_eq!(count("eval/a.rs", "use crate::threat::Proof;"), 1);
    assert_eq!(count("board/a.rs", "use crate::{geometry::{Color, Square}, rules::Rule, engine};"), 2);
    assert_eq!(count("board/a.rs", "fn f() { crate::rules::outcome() }"), 1);
    assert_eq!(count("rules/a.rs", "use super::super::search::Limits;"), 1);
    assert_eq!(count("misc/a.rs", ""), 1);
    assert_eq!(count("engine/a.rs", "use crate::opening::Set; use crate::search::{Limits, Progress};"), 0);
    assert_eq!(count("search/node/a.rs", "use crate::search::Limits; use super::super::Limits;"), 0);
    assert_eq!(
        count("board/a.rs", "// crate::search\nlet s = \"https://x\"; use crate::geometry::Square;"),
        0
    );
}

#[test]
fn forbidden_words_are_noticed_outside_comments() {
    let count = |text| word_faults("a.rs", text, &["unsafe"]).len();
    assert_eq!((count("unsafe { f() }"), count("unsafe_code"), count("// unsafe")), (1, 0, 0));
    let count = |text| word_faults("a.rs", text, &STREAM_WORDS).len();
    assert_eq!((count("println!(\"\")"), count("io::stdout().lock()"), count("// println!")), (1, 1, 0));
}

#[test]
fn code_in_a_mod_file_is_noticed() {
    let faults = |text| story_faults("a/mod.rs", text).len();
    assert_eq!(faults("//! Story.\n\n#[cfg(x)]\nmod a;\npub(crate) use a::{B,\n C};\npub mod d;\n"), 0);
    assert_eq!(faults("mod a;\n"), 1);
    assert_eq!(faults("//! Story.\nmod a;\nfn f() { g(); }\n"), 2);
    assert_eq!(faults("//! Story.\nmod a { }\n"), 1);
    assert_eq!(faults("//! Story.\npub const N: u8 = 1;\n"), 1);
}
