//! Hand-made renju positions: `data/renju/*.txt`, in the format that the README there describes.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests stop at the first surprise")]

use std::fs;
use std::path::Path;

use crate::compare::{Tally, compare, compare_outcome, depth_needed, named, point};
use crate::reference::Grid;
use rustgomo::board::{Board, from_diagram, parse_square, square_name};
use rustgomo::geometry::{Color, Square, Symmetry};
use rustgomo::rules::{Foul, Rule, foul, is_forbidden, move_wins};

/// What a black stone on a square would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Legal,
    Five,
    Foul(Foul),
}

/// One expectation, with the depth that the file claims.
#[derive(Clone, Copy, Debug)]
struct Expectation {
    square: Square,
    verdict: Verdict,
    depth: Option<usize>,
}

struct Case {
    name: String,
    board: Board,
    expectations: Vec<Expectation>,
}

fn read_case(path: &Path) -> Case {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(path).unwrap();
    let is_row = |line: &&str| line.chars().all(|c| ".XO# ".contains(c));
    let (rows, other): (Vec<&str>, Vec<&str>) = text.lines().partition(is_row);
    let board = from_diagram(&rows.join("\n")).unwrap();
    let lines = other.into_iter().filter(|line| !line.starts_with('#'));
    let expectations = lines.map(|line| read_expectation(line, &board, &name)).collect();
    Case { name, board, expectations }
}

fn read_expectation(line: &str, board: &Board, name: &str) -> Expectation {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (square, verdict, depth) = match words[..] {
        [square, verdict] => (square, verdict, None),
        [square, verdict, "depth", depth] => (square, verdict, Some(depth.parse().unwrap())),
        _ => panic!("expected a square and a verdict in {name}, found {line:?}"),
    };
    let square = parse_square(square, board.size()).unwrap();
    assert!(board.is_empty(square), "{name}: {line}");
    let verdict = match verdict {
        "legal" => Verdict::Legal,
        "five" => Verdict::Five,
        "overline" => Verdict::Foul(Foul::Overline),
        "double-four" => Verdict::Foul(Foul::DoubleFour),
        "double-three" => Verdict::Foul(Foul::DoubleThree),
        found => panic!("expected a verdict in {name}, found {found:?}"),
    };
    Expectation { square, verdict, depth }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/renju");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<Case> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .map(|path| read_case(&path))
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

fn verdict(found: Option<Foul>, wins: bool) -> Verdict {
    match found {
        Some(foul) => Verdict::Foul(foul),
        None if wins => Verdict::Five,
        None => Verdict::Legal,
    }
}

/// The case's board under a symmetry.
fn turned(board: &Board, symmetry: Symmetry) -> Board {
    let size = board.size();
    let mut rows = vec![vec!['.'; usize::from(size.width())]; usize::from(size.height())];
    let symbols: Vec<char> = board.to_string().chars().filter(|c| !c.is_whitespace()).collect();
    for (square, symbol) in size.squares().zip(symbols) {
        let image = symmetry.apply(square, size);
        rows[usize::from(image.y())][usize::from(image.x())] = symbol;
    }
    from_diagram(&rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")).unwrap()
}

#[test]
fn the_crate_judges_every_case_as_expected() {
    for Case { name, board, expectations } in cases() {
        for symmetry in Symmetry::all(board.size()) {
            let image = turned(&board, symmetry);
            for expected in &expectations {
                let square = symmetry.apply(expected.square, board.size());
                let wins = move_wins(&image, Rule::Renju, Color::Black, square);
                let found = verdict(foul(&image, square), wins);
                let here = square_name(expected.square, board.size());
                assert_eq!(found, expected.verdict, "{name} {here} {symmetry:?}\n{image}");
                assert!(!is_forbidden(&image, Rule::Renju, Color::White, square), "{name} {here}");
            }
        }
    }
}

#[test]
fn the_reference_judges_every_case_as_expected() {
    for Case { name, board, expectations } in cases() {
        let mut grid = Grid::from_board(&board);
        for expected in expectations {
            let at = point(expected.square);
            let wins = crate::reference::wins(
                &mut grid,
                crate::reference::Law::Renju,
                rustgomo::board::Cell::Black,
                at,
            );
            let found = verdict(crate::reference::foul(&mut grid, at).map(named), wins);
            let here = square_name(expected.square, board.size());
            assert_eq!(found, expected.verdict, "{name} {here}\n{board}");
            let depth = depth_needed(&mut grid, at);
            assert_eq!(depth, expected.depth.unwrap_or(0), "depth of {here} in {name}\n{board}");
        }
    }
}

#[test]
fn crate_and_reference_agree_on_the_whole_board_of_every_case() {
    let mut tally = Tally::default();
    for Case { name, mut board, expectations } in cases() {
        tally += &compare(&board, &name);
        for expected in expectations {
            for color in Color::BOTH {
                tally += &compare_outcome(&mut board, color, expected.square, &name);
            }
        }
    }
    assert!(tally.fouls.iter().chain(&tally.deep).all(|&count| count > 0), "{tally:?}");
}

#[test]
fn there_are_cases_of_every_kind() {
    let expectations: Vec<Expectation> = cases().into_iter().flat_map(|case| case.expectations).collect();
    let with = |wanted| expectations.iter().filter(|e| e.verdict == wanted).count();
    assert!(expectations.len() >= 25);
    for kind in [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree] {
        assert!(with(Verdict::Foul(kind)) >= 3, "{kind:?}");
    }
    assert!(with(Verdict::Legal) >= 10 && with(Verdict::Five) >= 3);
    assert!((1..=3).all(|depth| expectations.iter().any(|e| e.depth == Some(depth))));
}
