//! Set-up properties of the Smart Game Format: `AB`, `AW`, `AE` and `PL`.
//!
//! They are read up to the first move or variation. Games that set up stones later are rejected, since a
//! record has one initial position.

use super::point::{point, squares};
use super::syntax::Node;
use crate::geometry::{BoardSize, Color, Square};
use crate::record::{RecordError, Setup};

/// The properties with the stones that they put on squares.
pub(super) const KEYS: [(&str, Option<Color>); 3] =
    [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];

/// The properties of a set-up; empty if there is none.
pub(super) fn write(setup: &Setup) -> String {
    let mut text = String::new();
    if setup.is_default() {
        return text;
    }
    for (key, stones) in ["AB", "AW"].into_iter().zip(&setup.stones.0) {
        if !stones.is_empty() {
            text.push_str(key);
            text.extend(stones.iter().map(|square| format!("[{}]", point(square))));
        }
    }
    let side = if setup.side_to_move == Color::Black { "B" } else { "W" };
    text + &format!("PL[{side}]")
}

/// The initial position. Without `PL` the side to move is that of the first move or, without moves, inferred
/// from the numbers of stones.
pub(super) fn read(
    start: &[Node<'_>],
    (first_mover, late): (Option<Color>, Option<&RecordError>),
    size: BoardSize,
) -> Result<Setup, RecordError> {
    let mut setup = Setup::default();
    let mut side_to_move = None;
    for node in start {
        for (key, color) in KEYS {
            for found in node.values(key) {
                put(&mut setup, color, squares(found, size).ok_or_else(|| expected(node, key, found))?);
            }
        }
        side_to_move = player(node)?.or(side_to_move);
    }
    if let Some(late) = late {
        return Err(late.clone());
    }
    let side_to_move = side_to_move.or(first_mover);
    setup.side_to_move = side_to_move.unwrap_or_else(|| setup.guess_side_to_move());
    Ok(setup)
}

/// The colour of the first move of a node. Moves without one begin a game.
pub(super) fn mover(node: &Node) -> Option<Color> {
    node.moves().next().map(|(color, _)| color.unwrap_or(Color::Black))
}

/// The error of changes of stones after the first move. A `PL` there must agree with the next move.
pub(super) fn late(node: &Node) -> Option<RecordError> {
    let (key, found) = KEYS.into_iter().find_map(|(key, _)| Some((key, node.get(key)?)))?;
    let expected = "stones to be set up (AB, AW, AE) before the first move only";
    Some(RecordError::new(node.line, expected, &format!("{key}[{found}]")))
}

/// The last of several properties counts.
fn put(setup: &mut Setup, color: Option<Color>, squares: Vec<Square>) {
    for square in squares {
        for other in Color::BOTH {
            setup.stones[other].remove(square);
        }
        if let Some(color) = color {
            setup.stones[color].insert(square);
        }
    }
}

fn player(node: &Node) -> Result<Option<Color>, RecordError> {
    let Some(found) = node.get("PL") else { return Ok(None) };
    match found.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Some(Color::Black)),
        "w" | "white" | "2" => Ok(Some(Color::White)),
        _ => Err(RecordError::new(node.line, "a player such as PL[B] or PL[W]", found)),
    }
}

fn expected(node: &Node, key: &str, found: &str) -> RecordError {
    RecordError::new(node.line, format!("a square such as {key}[hh], {key}[h8] or {key}[aa:cc]"), found)
}

#[cfg(test)]
mod tests {
    use crate::geometry::{Color, Square};
    use crate::record::sgf;
    use crate::record::{GameRecord, RecordError};

    fn game(text: &str) -> Result<GameRecord, RecordError> {
        sgf::read(&format!("(;GM[4]SZ[15]{text})")).map(|mut games| games.remove(0))
    }

    #[test]
    fn stones_that_are_set_up_are_kept_with_the_side_to_move() {
        let read = game("AB[hh][h9]AB[aa:ba]AW[ih]AE[ba];PL[W];W[ii];B[jj]").unwrap();
        assert_eq!(
            read.setup.stones[Color::Black].iter().collect::<Vec<_>>(),
            [Square::at(0, 0), Square::at(7, 6), Square::at(7, 7)]
        );
        assert_eq!((read.mover(0), read.mover(1), read.moves.len()), (Color::White, Color::Black, 2));
        assert_eq!(read.board().unwrap().empty_count(), 225 - 6);
        let written = sgf::write(&read);
        assert!(written.contains("AB[aa][hg][hh]AW[ih]PL[W]"), "{written}");
        assert_eq!(sgf::read(&written), Ok(vec![read]));
    }

    #[test]
    fn who_is_to_move_comes_from_the_player_the_first_move_or_the_stones() {
        for (text, side) in [
            ("AB[hh]AW[ii]PL[W]", Color::White),
            ("AB[hh]AW[ii];W[aa]", Color::White),
            ("AB[hh]AW[ii]", Color::Black),
            ("AB[hh]", Color::White),
            ("PL[W];W[aa]", Color::White),
            (";W[hh];B[ig]", Color::White),
        ] {
            assert_eq!(game(text).unwrap().mover(0), side, "{text}");
        }
    }

    #[test]
    fn set_ups_that_a_record_cannot_hold_are_refused() {
        let message = |text: &str| game(text).unwrap_err().to_string();
        assert_eq!(
            message("\n;B[hh]\n;AW[ii]"),
            "line 3: expected stones to be set up (AB, AW, AE) before the first move only, found \"AW[ii]\""
        );
        assert_eq!(
            message("AB[hh][zz]"),
            "line 1: expected a square such as AB[hh], AB[h8] or AB[aa:cc], found \"zz\""
        );
        assert_eq!(message("PL[x]"), "line 1: expected a player such as PL[B] or PL[W], found \"x\"");
        assert!(message("AB[hh]PL[W];B[ii]").contains("a move W[..], since colours alternate"));
        assert_eq!(message("AB[hh]AW[ii]PL[B];B[hh]"), "line 1, move 1, hh: the square is already occupied");
    }
}
