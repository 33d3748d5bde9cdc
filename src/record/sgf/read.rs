//! Reading of games and trees.

use std::iter;

use super::annotate::annotate;
use super::collection::{Collection, Tree};
use super::outline::{Branches, NO_NODE, Outline};
use super::point::{is_pass, square};
use super::syntax::{Node, QUEST_OPENING};
use super::{header, marks, setup};
use crate::files::FileKind;
use crate::geometry::Color;
use crate::record::note::Notes;
use crate::record::tree::{GameTree, NodeNotes, ROOT, Step};
use crate::record::{GameRecord, GameResult, Place, RecordError, Termination};
use crate::rules::Rule;

/// How a collection begins.
pub const KIND: FileKind = FileKind { name: "a game in SGF", matches_header: begins_a_game };

fn begins_a_game(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    let inside = start.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace()).strip_prefix('(');
    inside.is_some_and(|inside| inside.trim_start().starts_with(';'))
}

/// Reads all games of a collection; games without a known rule are freestyle. Variations are skipped: the
/// first branch is the game.
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
/// [`RecordError`] for broken trees, unknown sizes, passes, and moves that are not on free squares or out of
/// turn.
pub fn read(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    games(text, Rule::Freestyle).collect()
}

/// The games of a text one after another, as [`read`] reads them, with another default rule.
pub(crate) fn games(text: &str, rule: Rule) -> impl Iterator<Item = Result<GameRecord, RecordError>> {
    let (mut collection, mut notes) = (Collection::default(), Notes::default());
    iter::from_fn(move || collection.next_game(text, rule, &mut notes))
}

impl Collection {
    /// The first branch of the next game; one that cannot be read has others behind it unless its brackets
    /// are wrong.
    pub(in crate::record) fn next_game(
        &mut self,
        text: &str,
        rule: Rule,
        notes: &mut Notes,
    ) -> Option<Result<GameRecord, RecordError>> {
        let tree = self.next(text, false, notes)?;
        Some(tree.and_then(|tree| Ok(build(tree, rule, None, notes)?.main_line())))
    }

    /// The same with variations.
    pub(in crate::record) fn next_tree(
        &mut self,
        text: &str,
        rule: Rule,
        notes: &mut Notes,
    ) -> Option<Result<GameTree, RecordError>> {
        let tree = self.next(text, true, notes)?;
        let space = self.space.get_or_insert_with(|| marks::space(text));
        Some(tree.and_then(|tree| build(tree, rule, Some(space), notes)))
    }
}

/// Reads all games of a collection with their variations; `rule` is that of games without a known one.
///
/// # Errors
/// As [`read`], also for what is wrong in a variation, and for trees that are too large.
pub fn read_trees(text: &str, rule: Rule) -> Result<Vec<GameTree>, RecordError> {
    let (mut collection, mut notes) = (Collection::default(), Notes::default());
    iter::from_fn(|| collection.next_tree(text, rule, &mut notes)).collect()
}

/// The tree of the nodes: all of it with passes, comments, marks and properties that are not read, if there is
/// space for rectangles of marks, or the moves of the first branch.
fn build(
    source: Tree<'_>,
    rule: Rule,
    mut space: Option<&mut usize>,
    notes: &mut Notes,
) -> Result<GameTree, RecordError> {
    let is_whole = space.is_some();
    let Tree { line, outline, mut parts } = source;
    let Some(root) = outline.start.first() else { return Err(RecordError::new(line, "a node with ;", ")")) };
    let mut tree = begun(root, &outline, rule, notes)?;
    // The node before the next part, and the last one that was added.
    let (mut last, mut newest, mut index) = (NO_NODE, NO_NODE, 0);
    let mut branches = Branches::default();
    while let Some(node) = branches.node(&mut parts, &mut last)? {
        if !is_whole && last != newest {
            break;
        }
        let parent = match last {
            NO_NODE if index == 0 => ROOT,
            NO_NODE => return Err(RecordError::new(node.line, "one first node in a game", ";")),
            parent => parent as usize,
        };
        let place = add(&mut tree, parent, &node, index == 0, notes)?;
        if tree.turns(place) > tree.turns(parent) + 1 && node.get(QUEST_OPENING).is_none() {
            notes.tell(Place::Line(node.line), "several moves in one node are read in their order");
        }
        if !is_whole && tree.node(place).step() == Step::Pass {
            return Err(RecordError::pass(Place::Line(node.line), tree.turns(place)));
        }
        if is_whole || index == 0 {
            // Of a game only what is known of all of it.
            let is_start = index < outline.start.len();
            let marks = space.as_deref_mut().map(|space| (space, &mut *notes));
            annotate(&mut tree, place, &node, (index == 0, is_start), marks)?;
        }
        (last, newest) = (place as u32, place as u32);
        index += 1;
    }
    let of_board = tree.main_line().end_of_board();
    if tree.about.result == GameResult::Unfinished && !tree.about.continuous {
        (tree.about.result, tree.about.termination) = of_board;
    } else if root.get("KE").is_none() && of_board.1 != tree.about.termination {
        // Some programs write a resignation behind a five.
        tree.about.termination = Termination::Unknown;
    }
    Ok(tree)
}

/// The tree of the root.
fn begun(
    root: &Node<'_>,
    outline: &Outline<'_>,
    rule: Rule,
    notes: &mut Notes,
) -> Result<GameTree, RecordError> {
    let mut about = header::read(root, rule, notes)?;
    about.setup = setup::read(&outline.start, (outline.first_mover, outline.late.as_ref()), about.size)?;
    if about.setup.is_empty() && about.setup.side_to_move == Color::White {
        notes.tell(Place::Line(root.line), "white makes the first move");
    }
    if about.opening == 0 {
        about.opening = outline.given.unwrap_or(0);
    }
    // No square has two stones, and none lies outside.
    let mut tree =
        GameTree::new(about).map_err(|_| RecordError::new(root.line, "a set-up on the board", "another"))?;
    tree.reserve(outline.nodes);
    Ok(tree)
}

/// Adds the moves of a node of a file, or one without a move, and returns the last; the first one is the root
/// itself unless it has a move.
fn add(
    tree: &mut GameTree,
    parent: usize,
    node: &Node,
    is_root: bool,
    notes: &mut Notes,
) -> Result<usize, RecordError> {
    let mut place = parent;
    for (color, found) in node.moves() {
        let to_move = tree.side_to_move(place);
        if color.is_some_and(|color| color != to_move) {
            let (key, other) = if to_move == Color::Black { ("B", "W") } else { ("W", "B") };
            if place != parent {
                notes.missing(Place::Line(node.line), "a second move of one colour in a node is left out");
                tree.node_mut(place).keep(other, found);
                continue;
            }
            return Err(RecordError::new(
                node.line,
                format!("a move {key}[..], since colours alternate"),
                found,
            ));
        }
        let size = tree.about().size;
        let step = if is_pass(found, size) {
            Step::Pass
        } else {
            Step::Move(square(found, size).ok_or_else(|| {
                let expected = format!("a square such as hh or h8 on a board of {size}");
                RecordError::of_move(node.line, tree.turns(place) + 1, found, expected)
            })?)
        };
        place = add_step(tree, place, step, (node, found))?;
        let score = score(node, if to_move == Color::Black { 1 } else { -1 });
        tree.annotate(place, NodeNotes { score, time_ms: time_ms(node), ..NodeNotes::default() });
    }
    if place == parent && !is_root { add_step(tree, parent, Step::Nothing, (node, "")) } else { Ok(place) }
}

fn add_step(
    tree: &mut GameTree,
    parent: usize,
    step: Step,
    (node, found): (&Node, &str),
) -> Result<usize, RecordError> {
    tree.add(parent, step)
        .map_err(|error| RecordError::illegal(Place::Line(node.line), tree.turns(parent) + 1, found, &error))
}

/// The score for a side, which is a whole number here.
fn score(node: &Node, sign: i16) -> Option<i16> {
    let score = node.get("V")?.trim().parse::<f64>().ok()? * f64::from(sign);
    (score.fract() == 0.0 && score.abs() <= f64::from(i16::MAX)).then_some(score as i16)
}

fn time_ms(node: &Node) -> Option<u32> {
    node.get("MS").and_then(|text| text.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::super::point::point;
    use super::*;
    use crate::geometry::Square;

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
            assert_eq!(
                games(&format!("(;GM[4]{text})"), Rule::Caro).next().unwrap().unwrap().rule,
                rule,
                "{text}"
            );
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
        assert_eq!(tree.nodes().filter(|node| node.step() == Step::Pass).count(), 1);
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
    fn a_second_value_is_kept_where_the_first_is_read() {
        let tree = &read_trees("(;GM[4]GN[5]GN[My game];B[hh]V[1]V[2])", Rule::Renju).unwrap()[0];
        let kept: Vec<_> = tree.nodes().flat_map(|node| node.properties.clone()).collect();
        let one = |key: &str, value: &str| (key.to_owned(), vec![value.to_owned()]);
        assert_eq!((tree.about().number, kept), (5, vec![one("GN", "My game"), one("V", "2")]));
    }

    #[test]
    fn games_of_other_programs_are_read_and_told() {
        let read = |text: &str| {
            let (mut collection, mut notes) = (Collection::default(), Notes::default());
            let games: Vec<_> = iter::from_fn(|| collection.next_tree(text, Rule::Renju, &mut notes))
                .map(Result::unwrap)
                .collect();
            let squares = games[0].main_line().squares().map(point).collect::<Vec<_>>().join(" ");
            (games[0].about().size.width(), squares, notes.texts())
        };
        let go = "line 1: GM[1] is another game, but is read as gomoku".to_owned();
        assert_eq!(read("(;GM[1]SZ[15];B[hh];W[ig])"), (15, "hh ig".to_owned(), vec![go.clone()]));
        assert_eq!(read("(;GM[1];B[ss])"), (19, "ss".to_owned(), vec![go]));
        assert_eq!(read("(;SZ[15];B[HH];W[Ig])").1, "hh ig");
        let (_, squares, notes) = read("(;GM[4]\n;B[hh]W[ig]B[ih]C[three]\n;W[aa]B[bb])");
        assert_eq!(squares, "hh ig ih aa bb");
        assert_eq!(notes, ["line 2: several moves in one node are read in their order (2 times)"]);
        assert_eq!(read("(;W[hh];B[ig])").2, ["line 1: white makes the first move"]);
        let around = "a game:\n---\n(;GM[4];B[hh])\n---\n(;GM[4];B[ii])\nbye (; see you) \x1a";
        let told = [
            "line 1: text before the game is left out",
            "line 4: text behind the game is left out (2 times)",
        ];
        assert_eq!(read(around).2, told);
        assert_eq!(read("\u{feff}(;GM[4];B[hh])\r\n\x1a").2, Vec::<String>::new());
        assert_eq!(read("(;GaMe[4]SiZe[20];Black[hh];White[ig])").1, "hh ig");
        assert_eq!(read("(;gm[4]sz[20];b[hh];w[ig])"), (20, "hh ig".to_owned(), vec![]));
    }

    #[test]
    fn a_first_node_with_a_move_has_the_properties_of_the_game() {
        let text = "(;GM[4]EV[Cup]DT[1997-08]B[hh]C[first]TR[hh]TE[1];W[ig])";
        let game = read(text).unwrap().remove(0);
        assert_eq!(
            (game.detail("EV"), game.detail("DT"), game.moves.len()),
            (Some("Cup"), Some("1997-08"), 2)
        );
        let tree = &read_trees(text, Rule::Renju).unwrap()[0];
        assert_eq!(tree.main_line(), GameRecord { rule: Rule::Renju, ..game });
        let written = crate::record::sgf::write_tree(tree);
        assert!(written.ends_with("EV[Cup]DT[1997-08]\n;B[hh]C[first]TR[hh]TE[1];W[ig])\n"), "{written}");
    }

    #[test]
    fn set_openings_of_gomoku_quest_are_moves() {
        let text = "(;GM[4]FF[4]SZ[15]GN[gomokuquest]RE[B+]\nPB[a (1800)]PW[b (1750)]\n;QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])";
        let tree = &read_trees(text, Rule::Renju).unwrap()[0];
        let squares: Vec<_> = tree.main_line().squares().map(point).collect();
        assert_eq!((squares.join(" ").as_str(), tree.about().opening), ("hh hg jf ig gg ii", 3));
        assert_eq!(crate::record::RecordFormat::Sgf.lost(std::slice::from_ref(tree)), []);
        assert_eq!(read(text).unwrap()[0].moves.len(), 6);
    }

    #[test]
    fn broken_files_are_refused_with_the_line() {
        let line = |text: &str| match read(text).unwrap_err().place {
            Place::Line(line) | Place::Byte(line) => line,
        };
        assert_eq!(line("(;GM[4]\n;B[hh]\n;W[hh])"), 3);
        assert_eq!(line("(;GM[4]SZ[99])"), 1);
        assert_eq!(line("(;GM[4]\nPB[open"), 2);
        assert_eq!(line("hello"), 1);
        assert_eq!(line("(;GM[4]"), 1);
    }
}
