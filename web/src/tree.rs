//! Games with variations, from files and for files.
//!
//! A tree is JSON of this form; all but `rule`, `size` and `nodes` may be missing when it is written to a
//! file:
//!
//! ```json
//! {
//!   "rule": "renju", "size": "15x15",
//!   "setup": {"black": ["h8"], "white": ["i9"], "to_move": "black"},
//!   "black": "name", "white": "name", "result": "1-0", "termination": "five", "opening": 0, "number": 0, "remark": "",
//!   "continuous": false,
//!   "nodes": [
//!     {"parent": null, "move": null, "comment": "of the position before the first move"},
//!     {"parent": 0, "move": "j8", "comment": "", "score": 35, "seconds": 0.12,
//!      "marks": {"triangle": ["h8"], "square": [], "circle": [], "cross": [], "labels": {"i9": "A"}},
//!      "properties": {"HO": ["1"]}}
//!   ]
//! }
//! ```
//!
//! The first node is the position before the first move. Every other one stands behind its parent, which it
//! names by its place in the list; the children of a node are in order, the main line first. `move` is a
//! square, `pass`, or null for a node with only a comment or marks. A comment and marks belong to the
//! position after the move. `result` is `1-0`, `0-1`, `1/2-1/2` or `*`, `score` is in centi-units for the
//! mover, and `properties` are those of SGF without a meaning here.

use std::collections::BTreeMap;

use rustgomo::board::{Board, parse_square, square_name, square_names};
use rustgomo::geometry::ByColor;
use rustgomo::record::tree::{GameTree, Mark, ROOT, Step, TreeNode};
use rustgomo::record::{GameRecord, GameResult, Setup, Termination};
use rustgomo::rules::move_end;
use rustgomo::{BoardSize, Color, Rule, Square};
use serde::{Deserialize, Serialize};

/// A game with variations.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Tree {
    rule: String,
    size: String,
    #[serde(default)]
    setup: Stones,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default = "unfinished")]
    result: String,
    /// The name of a [`Termination`], `unknown` for others.
    #[serde(default)]
    termination: String,
    #[serde(default)]
    opening: usize,
    #[serde(default)]
    number: u64,
    #[serde(default)]
    remark: String,
    /// Whether the game continues after wins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    continuous: bool,
    nodes: Vec<Node>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
struct Stones {
    black: Vec<String>,
    white: Vec<String>,
    to_move: Color,
}

impl Default for Stones {
    fn default() -> Self {
        Self { black: Vec::new(), white: Vec::new(), to_move: Color::Black }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Node {
    parent: Option<usize>,
    #[serde(rename = "move")]
    played: Option<String>,
    comment: String,
    marks: Marks,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Marks {
    triangle: Vec<String>,
    square: Vec<String>,
    circle: Vec<String>,
    cross: Vec<String>,
    labels: BTreeMap<String, String>,
}

fn unfinished() -> String {
    GameResult::Unfinished.name().to_owned()
}

/// Reads a tree from JSON.
///
/// # Errors
/// A sentence if it is none.
pub(crate) fn parse(tree: &str) -> Result<GameTree, String> {
    serde_json::from_str::<Tree>(tree).map_err(|error| format!("tree: {error}"))?.built()
}

impl Tree {
    /// The tree of a game.
    pub(crate) fn of(tree: &GameTree) -> Self {
        let about = tree.about();
        let [black, white] = &about.names.0;
        let ByColor([black_stones, white_stones]) = in_turns(&about.setup, about.size, about.rule);
        let order: Vec<usize> = tree.preorder().collect();
        let mut numbers = vec![ROOT; tree.len()];
        order.iter().zip(0..).for_each(|(&index, number)| numbers[index] = number);
        let node = |&index: &usize| {
            let node = tree.node(index);
            Node::of(node, (index != ROOT).then(|| numbers[node.parent()]), about.size)
        };
        Self {
            rule: about.rule.name().to_owned(),
            size: about.size.to_string(),
            setup: Stones {
                black: square_names(black_stones, about.size),
                white: square_names(white_stones, about.size),
                to_move: about.setup.side_to_move,
            },
            black: black.clone(),
            white: white.clone(),
            result: about.result.name().to_owned(),
            termination: about.termination.name().to_owned(),
            opening: about.opening,
            number: about.number,
            remark: about.remark.clone(),
            continuous: about.continuous,
            nodes: order.iter().map(node).collect(),
        }
    }

    fn built(&self) -> Result<GameTree, String> {
        let rule: Rule = self.rule.parse().map_err(|error| format!("rule: {error}"))?;
        let size: BoardSize = self.size.parse().map_err(|error| format!("board: {error}"))?;
        let result = GameResult::from_name(&self.result);
        let result =
            result.ok_or_else(|| format!("expected a result such as 1-0, found {:?}", self.result))?;
        let mut setup = Setup { side_to_move: self.setup.to_move, ..Setup::default() };
        for (color, stones) in Color::BOTH.into_iter().zip([&self.setup.black, &self.setup.white]) {
            for name in stones {
                setup.stones[color].insert(square(name, size)?);
            }
        }
        let termination = Termination::from_name(&self.termination).unwrap_or(Termination::Unknown);
        let (opening, number, remark) = (self.opening, self.number, self.remark.clone());
        let continuous = self.continuous;
        let about = GameRecord::new(size, rule);
        let names = ByColor([self.black.clone(), self.white.clone()]);
        let about =
            GameRecord { setup, names, result, termination, opening, number, remark, continuous, ..about };
        let mut tree = GameTree::new(about).map_err(|error| format!("setup: {error}"))?;
        for (index, node) in self.nodes.iter().enumerate() {
            node.add(index, &mut tree).map_err(|error| format!("node {index}: {error}"))?;
        }
        Ok(tree)
    }
}

/// The stones of a set-up in an order in which they can be played in turn, as the page does, without an end
/// of the game, if one is found.
fn in_turns(setup: &Setup, size: BoardSize, rule: Rule) -> ByColor<Vec<Square>> {
    let listed = ByColor(Color::BOTH.map(|color| setup.stones[color].iter().collect::<Vec<_>>()));
    // White's stones may have to stand before the one of black that would be forbidden without them.
    let starts = 0..listed[Color::White].len();
    let ordered = starts.into_iter().find_map(|start| {
        let mut rest = listed.clone();
        rest[Color::White].rotate_left(start);
        played_in_turn(rest, size, rule)
    });
    ordered.unwrap_or(listed)
}

/// These stones in an order in which none of them ends the game; `None` if the first choice of each turn
/// leads to one that does.
fn played_in_turn(
    mut rest: ByColor<Vec<Square>>,
    size: BoardSize,
    rule: Rule,
) -> Option<ByColor<Vec<Square>>> {
    let mut ordered = ByColor([Vec::new(), Vec::new()]);
    let mut board = Board::new(size);
    while !rest[board.side_to_move()].is_empty() {
        let color = board.side_to_move();
        let place = rest[color].iter().position(|&square| move_end(&board, rule, color, square).is_none())?;
        let square = rest[color].remove(place);
        board.play(square).ok()?;
        ordered[color].push(square);
    }
    rest.0.iter().all(Vec::is_empty).then_some(ordered)
}

impl Node {
    fn of(node: TreeNode<'_>, parent: Option<usize>, size: BoardSize) -> Self {
        let marked = |mark| {
            let squares = node.marks().filter(|&(_, other)| other == mark);
            square_names(squares.map(|(square, _)| square), size)
        };
        let labels = node.labels().map(|(at, label)| (square_name(at, size), label.to_owned()));
        Self {
            parent,
            played: match node.step() {
                Step::Move(square) => Some(square_name(square, size)),
                Step::Pass => Some("pass".to_owned()),
                Step::Nothing => None,
            },
            comment: node.comment().to_owned(),
            marks: Marks {
                triangle: marked(Mark::Triangle),
                square: marked(Mark::Square),
                circle: marked(Mark::Circle),
                cross: marked(Mark::Cross),
                labels: labels.collect(),
            },
            score: node.score,
            seconds: node.time_ms.map(|ms| f64::from(ms) / 1000.0),
            properties: node.properties.iter().cloned().collect(),
        }
    }

    fn add(&self, index: usize, tree: &mut GameTree) -> Result<(), String> {
        let size = tree.about().size;
        let step = match self.played.as_deref() {
            None => Step::Nothing,
            Some("pass") => Step::Pass,
            Some(name) => Step::Move(square(name, size)?),
        };
        match self.parent {
            None if index == ROOT && step == Step::Nothing => {}
            Some(parent) if parent < index => {
                tree.add(parent, step).map_err(|error| error.to_string())?;
            }
            parent => return Err(format!("expected a parent that stands before it, found {parent:?}")),
        }
        let node = tree.node_mut(index);
        node.set_comment(&self.comment);
        (node.score, node.time_ms) =
            (self.score, self.seconds.map(|seconds| (1000.0 * seconds).round() as u32));
        node.properties = self.properties.clone().into_iter().collect();
        let Marks { triangle, square: squares, circle, cross, labels } = &self.marks;
        for (mark, names) in Mark::ALL.into_iter().zip([triangle, squares, circle, cross]) {
            for name in names {
                tree.set_mark(index, square(name, size)?, Some(mark));
            }
        }
        for (name, label) in labels {
            tree.set_label(index, square(name, size)?, label);
        }
        Ok(())
    }
}

fn square(name: &str, size: BoardSize) -> Result<Square, String> {
    parse_square(name, size).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::{read_tree, write_tree};

    const SGF: &str = "(;GM[4]GN[3]SZ[15]RU[renju]PB[a]PW[b]RE[B+]OP[1]KE[time]CG[1]AB[hh]AW[ii]PL[W]C[start];W[jj]C[x]TR[hh]LB[aa:A]\
                       (;B[aa]V[20])(;B[])(;CR[bb]KO[1]))";

    fn trees(bytes: &[u8]) -> Value {
        Value::from(vec![
            serde_json::from_str::<Value>(&read_tree("", bytes, "caro", "", 0).unwrap()).unwrap()["tree"]
                .clone(),
        ])
    }

    #[test]
    fn stones_that_are_set_up_are_listed_so_that_no_turn_ends_the_game() {
        for text in [
            "RU[renju]AB[hf][jf][hg][ig][hh]AW[hi][aa][oa][ab][ob];B[gg]",
            "RU[standard]AB[aa][ba][ca][da][ea][fa]AW[oa][ob][oc][od][kk];W[hh]",
        ] {
            let tree = &trees(format!("(;GM[4]SZ[15]{text})").as_bytes())[0];
            let names = |key: &str| -> Vec<String> {
                tree["setup"][key]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|name| name.as_str().unwrap().to_owned())
                    .collect()
            };
            let (black, white) = (names("black"), names("white"));
            let moves: String = (0..black.len())
                .flat_map(|index| [black.get(index), white.get(index)])
                .flatten()
                .map(String::as_str)
                .collect();
            let game = crate::Game::new(tree["rule"].as_str().unwrap(), "15", &moves).unwrap();
            assert!(crate::describe(&game).contains("\"end\":null"), "{moves}");
        }
    }

    #[test]
    fn a_tree_has_its_nodes_in_order_and_comes_back_as_a_file() {
        let trees = trees(SGF.as_bytes());
        let tree = &trees[0];
        assert_eq!(tree["setup"], serde_json::json!({"black": ["h8"], "white": ["i7"], "to_move": "white"}));
        let shown = ["rule", "size", "black", "white", "result"].map(|key| tree[key].as_str().unwrap());
        assert_eq!(shown, ["renju", "15x15", "a", "b", "1-0"]);
        let part =
            |key| -> Vec<&Value> { tree["nodes"].as_array().unwrap().iter().map(|n| &n[key]).collect() };
        assert_eq!(part("parent"), [&Value::Null, &0.into(), &1.into(), &1.into(), &1.into()]);
        assert_eq!(part("move"), [&Value::Null, &"j6".into(), &"a15".into(), &"pass".into(), &Value::Null]);
        assert_eq!(part("comment")[..2], [&Value::from("start"), &"x".into()]);
        assert_eq!(
            (&part("marks")[1]["triangle"][0], &part("marks")[1]["labels"]["a15"]),
            (&"h8".into(), &"A".into())
        );
        let written = write_tree(&tree.to_string(), "sgf").unwrap();
        assert_eq!(self::trees(&written), trees);
        assert!(write_tree(&tree.to_string(), "lib").unwrap_err().contains("begins on the empty board"));
    }

    #[test]
    fn a_short_tree_is_enough_for_a_library() {
        let nodes = r#"[{}, {"parent": 0, "move": "h8"}, {"parent": 1, "move": "i9", "comment": "c"}, {"parent": 1, "move": "h9"}]"#;
        let tree = format!(r#"{{"rule": "renju", "size": "15", "nodes": {nodes}}}"#);
        let read = trees(&write_tree(&tree, "lib").unwrap());
        assert_eq!(
            (&read[0]["nodes"][2]["comment"], &read[0]["nodes"][3]["move"]),
            (&"c".into(), &"h9".into())
        );
    }

    #[test]
    fn damaged_files_are_trees_or_errors() {
        for file in [SGF.as_bytes(), b"h8 i9 j8", b"", b"hello", &[0xff; 40]] {
            for at in 0..=file.len() {
                for value in [b'(', b'-', b'9', b'z', 0xff] {
                    let damaged = [&file[..at], &[value], file.get(at + 1..).unwrap_or_default()].concat();
                    match read_tree("", &damaged, "renju", "", 0) {
                        Ok(file) => assert!(file.starts_with("{\"schema\":1,\"games\":[{")),
                        Err(error) => assert!(error.contains(": ") || error.contains("expected"), "{error}"),
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_tree_is_refused_with_its_node() {
        let error = |nodes: &str| {
            write_tree(&format!(r#"{{"rule": "renju", "size": "15", "nodes": {nodes}}}"#), "sgf").unwrap_err()
        };
        assert_eq!(
            error(r#"[{}, {"parent": 1}]"#),
            "node 1: expected a parent that stands before it, found Some(1)"
        );
        let twice = r#"[{}, {"parent": 0, "move": "h8"}, {"parent": 1, "move": "h8"}]"#;
        assert_eq!(error(twice), "node 2: the square is already occupied");
        assert!(error(r#"[{"move": "h8"}]"#).starts_with("node 0: expected a parent"));
        assert!(error(r#"[{}, {"parent": 0, "move": "z99"}]"#).starts_with("node 1: "));
        assert!(error("[{]").starts_with("tree: "));
        assert!(write_tree("{}", "sgf").unwrap_err().contains("missing field"));
        assert!(read_tree("", b"(;GM[4];B[hh](;B[aa]))", "renju", "", 0).unwrap_err().contains("line 1"));
    }
}
