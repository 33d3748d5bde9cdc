//! The requirements of the protocols, one row each in the tables beside the transcripts, and the tests that
//! cite them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{behind, is_word, quoted, sources};

/// The folder with a folder for each protocol.
const FOLDER: &str = "tests/data/protocol";

/// One requirement.
#[derive(Debug)]
struct Row {
    /// Its number, such as `A41`.
    number: String,
    /// The tests in its last cell: transcripts of its folder as `folder/name.txt`, functions by name.
    tests: BTreeSet<String>,
    /// Whether it has all four cells, none of them empty.
    is_complete: bool,
}

/// A test and the rows that it cites.
type Citation = (String, Vec<String>);

/// Whether a text is a number of a row: a capital and digits.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or_default();
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

/// The rows `| A41 | requirement | place | tests |` of a folder's table.
fn rows(folder: &str, text: &str) -> Vec<Row> {
    let cells = |line: &str| {
        let cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        Some(cells.map(str::to_owned).collect::<Vec<_>>())
    };
    let numbered = text.lines().filter_map(cells).filter(|cells| is_number(&cells[0]));
    let name = |test: &str| {
        let is_transcript = Path::new(test).extension().is_some_and(|extension| extension == "txt");
        if is_transcript { format!("{folder}/{test}") } else { test.to_owned() }
    };
    let row = |cells: Vec<String>| Row {
        number: cells[0].clone(),
        tests: cells.get(3..).into_iter().flatten().flat_map(|cell| quoted(cell)).map(name).collect(),
        is_complete: cells.len() == 4 && cells.iter().all(|cell| !cell.trim().is_empty()),
    };
    numbered.map(row).collect()
}

/// The row that a test's name begins with: `A29` of `a29_no_time_means_a_move_at_once`.
fn row_of_name(name: &str) -> Option<String> {
    let number = name.split('_').next()?;
    let is_lower = number.starts_with(|c: char| c.is_ascii_lowercase());
    Some(number.to_uppercase()).filter(|number| is_lower && is_number(number))
}

/// The names of the tests in a source text.
fn functions(text: &str) -> Vec<String> {
    let name = |rest: &str| {
        let name = rest.split("fn ").nth(1)?;
        Some(name.chars().take_while(|&c| is_word(c)).collect())
    };
    behind(text, "#[test]").into_iter().filter_map(name).collect()
}

/// What is wrong with the tables: rows that are cited and missing, incomplete or double, and tests that are
/// not there, do not cite the row that names them, or are not named in the row that they cite.
fn faults(rows: &[Row], citations: &[Citation], functions: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut numbers = BTreeSet::new();
    for row in rows {
        let number = &row.number;
        if !numbers.insert(number) || !row.is_complete || row.tests.is_empty() {
            faults.push(format!("{number} stands twice, lacks a cell or names no test"));
        }
        let citing: BTreeSet<&String> =
            citations.iter().filter(|(_, cited)| cited.contains(number)).map(|(name, _)| name).collect();
        let unnamed = citing.iter().filter(|name| !row.tests.contains(**name));
        faults.extend(unnamed.map(|name| format!("{number} does not name {name}, which cites it")));
        for test in row.tests.iter().filter(|test| !citing.contains(test)) {
            match citations.iter().find(|(name, _)| name == test) {
                Some((_, cited)) => faults.push(format!("{number} names {test}, which cites {cited:?}")),
                None if !functions.contains(test) => {
                    faults.push(format!("{number} names {test}: no such test"));
                }
                None => {}
            }
        }
    }
    for (name, cited) in citations {
        let missing = cited.iter().filter(|number| !numbers.contains(number));
        faults.extend(missing.map(|number| format!("{name} cites {number}, which is in no table")));
    }
    faults
}

#[test]
fn every_row_that_a_test_cites_is_in_a_table_and_names_the_test() {
    let mut table = Vec::new();
    let mut citations = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    for folder in fs::read_dir(root).expect("the folder").map(|entry| entry.expect("an entry").path()) {
        let protocol = folder.file_name().expect("a name").to_string_lossy().into_owned();
        for file in fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()) {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let text = fs::read_to_string(&file).unwrap_or_default();
            if name == "README.md" {
                table.extend(rows(&protocol, &text));
            } else if file.extension().is_some_and(|extension| extension == "txt") {
                let cited = text.lines().filter_map(|line| line.strip_prefix("# rows:"));
                let cited = cited.flat_map(str::split_whitespace).map(str::to_owned).collect();
                citations.push((format!("{protocol}/{name}"), cited));
            }
        }
    }
    let programs = sources("tests/programs");
    let names = programs.iter().flat_map(|source| functions(&source.text));
    citations.extend(names.filter_map(|name| row_of_name(&name).map(|row| (name, vec![row]))));
    let all = ["src", "tests", "workbench"].into_iter().flat_map(sources);
    let functions = all.flat_map(|source| functions(&source.text)).collect();
    assert!(!table.is_empty() && !citations.is_empty(), "no tables or no tests in {FOLDER}");
    let faults = faults(&table, &citations, &functions);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn wrong_rows_are_noticed() {
    let citations =
        [("x/a.txt".to_owned(), vec!["A1".to_owned()]), ("a2_b".to_owned(), vec!["A2".to_owned()])];
    let functions = ["a2_b", "c"].map(str::to_owned).into();
    let faults = |text: &str| faults(&rows("x", text), &citations, &functions);
    let second = "| A2 | second | 2 | `a2_b` |";
    let count = |first: &str| faults(&format!("{first}\n{second}")).len();
    assert_eq!(count("| Row | Requirement | Where | Tests |\n| A1 | first | 1 | `a.txt`, `c` |"), 0);
    // Not in the table; a test that is not there; one that cites another row; one that is not named; no
    // place; twice.
    assert_eq!(count(""), 1);
    assert_eq!(count("| A1 | first | 1 | `a.txt`, `d` |"), 1);
    assert_eq!(count("| A1 | first | 1 | `a.txt`, `a2_b` |"), 1);
    assert_eq!(count("| A1 | first | 1 | `c` |"), 1);
    assert_eq!(count("| A1 | first | `a.txt` |"), 2);
    assert_eq!(count("| A1 | first | 1 | `a.txt` |\n| A1 | first | 1 | `a.txt` |"), 1);
    assert_eq!(row_of_name("a29_b"), Some("A29".to_owned()));
    assert_eq!((row_of_name("a_29"), row_of_name("A2_b"), row_of_name("a2b_c")), (None, None, None));
}
