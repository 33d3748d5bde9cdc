//! Reading of games and trees.

use std::collections::BTreeSet;

use super::point::{is_pass, square};
use super::syntax::{Node, Tree, games};
use super::write::is_foreign;
use super::{header, marks, setup};
use crate::files::FileKind;
use crate::geometry::Color;
use crate::record::tree::{GameTree, ROOT, Step, TreeNode};
use crate::record::{GameRecord, Place, RecordError, Termination};
use crate::rules::Rule;

/// How a collection begins.
pub const KIND: FileKind = FileKind { name: "a game in SGF", is_begun_by: begins_a_game };

fn begins_a_game(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    let inside = start.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace()).strip_prefix('(');
    inside.is_some_and(|inside| inside.trim_start().starts_with(';'))
}

/// Reads all games of a collection; games without a known rule are freestyle. Variations are skipped: the first branch
/// is the game.
///
/// # Examples
/// ```
/// use rustgomo::Rule;
/// use rustgomo::record::sgf;
///
/// let games = sgf::read("(;FF[4]GM[4]SZ[15]RU[renju];B[h8];W[i9])")?;
/// assert_eq!((games[0].rule, games[0].moves.len()), (Rule::Renju, 2));
/// assert_eq!(sgf::read(&sgf::write(&games[0]))?, games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RecordError`] for broken trees, unknown sizes, passes, and moves that are not on free squares or out of turn.
pub fn read(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    read_under(text, Rule::Freestyle)
}

/// [`read`] with another default rule.
///
/// # Errors
/// As [`read`].
pub fn read_under(text: &str, rule: Rule) -> Result<Vec<GameRecord>, RecordError> {
    let game = |mut tree: Tree| {
        tree.keep_first_branch();
        Ok(build(&tree, rule, false)?.main_line())
    };
    games(text)?.into_iter().map(game).collect()
}

/// Reads all games of a collection with their variations; `rule` is that of games without a known one.
///
/// # Errors
/// As [`read`], also for what is wrong in a variation, and for trees that are too large.
pub fn read_trees(text: &str, rule: Rule) -> Result<Vec<GameTree>, RecordError> {
    games(text)?.iter().map(|tree| build(tree, rule, true)).collect()
}

/// The tree of the nodes: all of it with passes, comments, marks and properties that are not read, or the moves only.
fn build(source: &Tree, rule: Rule, is_whole: bool) -> Result<GameTree, RecordError> {
    let Some(root) = source.nodes.first() else {
        return Err(RecordError::new(source.line, "a node with ;", ")"));
    };
    let mut about = header::read(root, rule)?;
    about.setup = setup::read(&source.nodes, about.size)?;
    let size = about.size;
    let set_up = setup::length_of_start(&source.nodes);
    // No square has two stones, and none lies outside.
    let mut tree =
        GameTree::new(about).map_err(|_| RecordError::new(root.line, "a set-up on the board", "another"))?;
    let mut places = Vec::with_capacity(source.nodes.len());
    for (index, node) in source.nodes.iter().enumerate() {
        let parent = match node.parent {
            Some(parent) => places[parent],
            None if index == 0 => ROOT,
            None => return Err(RecordError::new(node.line, "one first node in a game", ";")),
        };
        let place = add(&mut tree, parent, node, index == 0)?;
        if is_whole {
            let into = tree.node_mut(place);
            marks::read(node, size, into)?;
            keep_unread(node, (index == 0, index < set_up), into);
        } else if tree.node(place).step() == Step::Pass {
            return Err(RecordError::pass(Place::Line(node.line), tree.turns(place)));
        }
        places.push(place);
    }
    let tells_its_end = ["RE", "KE"].into_iter().any(|key| root.get(key).is_some());
    if !tells_its_end {
        (tree.about.result, tree.about.termination) = tree.main_line().end_of_board();
    } else if root.get("KE").is_none() && tree.main_line().end_of_board().1 != tree.about.termination {
        // Some programs write a resignation behind a five.
        tree.about.termination = Termination::Unknown;
    }
    Ok(tree)
}

/// Adds a node of a file; the first one is the root itself unless it has a move.
fn add(tree: &mut GameTree, parent: usize, node: &Node, is_root: bool) -> Result<usize, RecordError> {
    let (key, other, sign) = match tree.side_to_move(parent) {
        Color::Black => ("B", "W", 1),
        Color::White => ("W", "B", -1),
    };
    if let Some(found) = node.get(other) {
        return Err(RecordError::new(node.line, format!("a move {key}[..], since colours alternate"), found));
    }
    let (number, size) = (tree.turns(parent) + 1, tree.about().size);
    let found = node.get(key).map(str::trim);
    let step = match found {
        None if is_root => return Ok(ROOT),
        None => Step::Nothing,
        Some(found) if is_pass(found, size) => Step::Pass,
        Some(found) => Step::Move(square(found, size).ok_or_else(|| {
            let expected = format!("a square such as hh or h8 on a board of {size}");
            RecordError::of_move(node.line, number, found, expected)
        })?),
    };
    let illegal =
        |error| RecordError::illegal(Place::Line(node.line), number, found.unwrap_or_default(), error);
    let place = tree.add(parent, step).map_err(illegal)?;
    if step != Step::Nothing {
        let into = tree.node_mut(place);
        into.score = score(node, sign);
        into.time_ms = time_ms(node);
    }
    Ok(place)
}

/// The score for a side, which is a whole number here.
fn score(node: &Node, sign: i16) -> Option<i16> {
    let score = node.get("V")?.trim().parse::<f64>().ok()? * f64::from(sign);
    (score.fract() == 0.0 && score.abs() <= f64::from(i16::MAX)).then_some(score as i16)
}

fn time_ms(node: &Node) -> Option<u32> {
    node.get("MS").and_then(|text| text.trim().parse().ok())
}

/// Keeps what is not read: foreign properties, which are written again, and known ones without a meaning here, which are
/// not. The first node has the properties of the game, and those up to the first move a player.
fn keep_unread(node: &Node, (is_root, is_start): (bool, bool), into: &mut TreeNode) {
    let is_move = into.step() != Step::Nothing;
    let mut seen = BTreeSet::new();
    for (key, value) in &node.properties {
        let is_first = seen.insert(key);
        let is_read = match key.as_str() {
            "GN" => is_root && header::number(node).is_some(),
            "V" => is_move && into.score.is_some(),
            "MS" => is_move && into.time_ms.is_some(),
            "B" | "W" => is_first,
            "PL" => is_first && is_start,
            _ if header::KEYS.contains(&key.as_str()) => is_root && is_first && header::is_read(key, value),
            key => !is_foreign(key) && !key.is_empty(),
        };
        if !is_read {
            into.keep(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;
    use crate::record::GameResult;

    #[test]
    fn a_file_of_another_program_is_read() {
        let text = "(;FF[4]GM[4]GN[1]EV[a x b]RO[1.1]RU[4]SZ[15]PB[a\\]]PW[b]RE[W+1]TE[Black loses]\n\
                    ;B[jj]C[opening move];W[hj]C[1246ms](;B[hk])(;B[aa]))\n\n(;GM[4]SZ[20:15];B[h8])";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].rule, games[0].result), (Rule::Renju, GameResult::Win(Color::White)));
        assert_eq!(games[0].names[Color::Black], "a]");
        let squares: Vec<_> = games[0].squares().collect();
        assert_eq!(squares, [Square::at(9, 9), Square::at(7, 9), Square::at(7, 10)]);
        assert_eq!(games[1].squares().next(), Some(Square::at(7, 7)));
    }

    #[test]
    fn a_rule_without_a_known_name_is_that_of_the_caller() {
        for (text, rule) in [("RU[]", Rule::Caro), ("RU[Gomoku]", Rule::Caro), ("RU[ Renju ]", Rule::Renju)] {
            assert_eq!(read_under(&format!("(;GM[4]{text})"), Rule::Caro).unwrap()[0].rule, rule, "{text}");
        }
    }

    #[test]
    fn two_letters_of_old_files_are_a_pass_unless_they_are_a_square() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        let pass = "move 2, pass: expected a move with a square, since games have no passes";
        assert_eq!(error("(;GM[4]SZ[19];B[hh]\n;W[tt])"), format!("line 2, {pass}"));
        assert_eq!(error("(;GM[4];B[hh];W[ ];B[zz])"), format!("line 1, {pass}"));
        assert_eq!(read("(;GM[4]SZ[20];B[hh];W[tt])").unwrap()[0].moves[1].square, Square::at(19, 19));
        let tree = &read_trees("(;GM[4];B[hh];W[tt];B[ii])", Rule::Renju).unwrap()[0];
        assert_eq!(tree.nodes().iter().filter(|node| node.step() == Step::Pass).count(), 1);
    }

    #[test]
    fn scores_that_are_no_whole_numbers_stay_as_they_are() {
        for (value, score) in [("-12", Some(12)), ("3.0", Some(-3)), ("0.5", None), ("40000", None)] {
            let text = format!("(;GM[4];B[hh];W[ii]V[{value}])");
            let tree = &read_trees(&text, Rule::Renju).unwrap()[0];
            assert_eq!(tree.main_line().moves[1].score, score, "{value}");
            let written = crate::record::sgf::write_tree(tree);
            let kept = score.map_or(value.to_owned(), |score| (-score).to_string());
            assert!(written.contains(&format!(";W[ii]V[{kept}])")), "{written}");
        }
    }

    #[test]
    fn broken_files_are_refused_with_the_line() {
        let line = |text: &str| match read(text).unwrap_err().place {
            Place::Line(line) | Place::Byte(line) => line,
        };
        assert_eq!(line("(;GM[1])"), 1);
        assert_eq!(line("(;GM[4]\n;B[hh]\n;W[hh])"), 3);
        assert_eq!(line("(;GM[4]\n;W[hh])"), 2);
        assert_eq!(line("(;GM[4]SZ[99])"), 1);
        assert_eq!(line("(;GM[4]\nPB[open"), 2);
        assert_eq!(line("hello"), 1);
        assert_eq!(line("(;GM[4]"), 1);
    }
}
