//! Writing of the files.

use std::io::{self, Write};

use super::format::{HEAD_BYTES, PASS, RULES, UTF8, VALUE_BYTES};
use crate::board::{Board, square_name};
use crate::database::error::go_on;
use crate::database::{Database, DatabaseError, Entry, Key, codec};
use crate::entries::text::joined;
use crate::geometry::{Color, Symmetry};
use crate::rules::Rule;
use crate::stop::StopHandle;

/// Writes all entries for which the format has a place, not compressed, and returns their number: those of
/// the caro rules and those with blocked squares are left out.
///
/// # Errors
/// [`DatabaseError`] if the store or the output fails or the text of a position has more than 65,530 bytes,
/// or [`DatabaseError::Interrupted`].
pub fn export(database: &Database, out: &mut dyn Write, stop: &StopHandle) -> Result<usize, DatabaseError> {
    // A snapshot, so that both passes find the same.
    let reader = database.reader()?;
    let mut count = 0;
    reader.for_each_raw(&[], |key, _| {
        go_on(stop, 0)?;
        count += usize::from(key.position().is_some_and(|(board, rule)| is_held(&board, rule)));
        Ok(())
    })?;
    let records = u32::try_from(count + 1).map_err(io::Error::other)?;
    out.write_all(&records.to_le_bytes())?;
    write_part(out, &[0; HEAD_BYTES])?;
    write_part(out, &[&[0; VALUE_BYTES], UTF8].concat())?;
    reader.for_each(&[], |key, entry| {
        go_on(stop, 0)?;
        match key.position().filter(|(board, rule)| is_held(board, *rule)) {
            Some((board, rule)) => Ok(write_record(out, &board, rule, &entry).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", named(&board, rule)))
            })?),
            None => Ok(()),
        }
    })?;
    out.flush()?;
    Ok(count)
}

/// A position in an error.
fn named(board: &Board, rule: Rule) -> String {
    let stones = Color::BOTH.map(|color| {
        let names: Vec<String> =
            board.stones(color).iter().map(|square| square_name(square, board.size())).collect();
        format!("{} {}", color.name(), if names.is_empty() { "none".to_owned() } else { names.join(" ") })
    });
    format!("{} {}, {}", rule.name(), board.size(), stones.join(", "))
}

/// Whether the format has a place for a position.
fn is_held(board: &Board, rule: Rule) -> bool {
    let [black, white] = Color::BOTH.map(|color| *board.stones(color));
    RULES.contains(&rule) && *board.empty() | black | white == board.size().all()
}

fn write_record(out: &mut dyn Write, board: &Board, rule: Rule, entry: &Entry) -> io::Result<()> {
    let size = board.size();
    let images: Vec<_> = Symmetry::all(size).map(|symmetry| (squares(board, symmetry), symmetry)).collect();
    let Some((smallest, _)) = images.iter().min_by(|(a, _), (b, _)| a.cmp(b)) else { return Ok(()) };
    let mut key = Key::prefix(rule, size).to_vec();
    key.extend(smallest.as_flattened());
    write_part(out, &key)?;
    // The texts stand in the orientation of the key, of squares that are equal there on the first.
    let equal = || images.iter().filter(|(image, _)| image == smallest);
    let text = joined(entry, |square| {
        let moved = equal().map(|(_, symmetry)| symmetry.apply(square, size));
        moved.min_by_key(|square| (square.y(), square.x())).unwrap_or(square)
    });
    write_part(out, &[&codec::pack_numbers(entry)[..], text.as_bytes()].concat())
}

/// Columns and rows of the stones of an image, black's before white's, with the passes that give each player
/// as many turns as the side to move says.
fn squares(board: &Board, symmetry: Symmetry) -> Vec<[u8; 2]> {
    let [mut black, mut white] = Color::BOTH.map(|color| {
        let squares = board.stones(color).iter().map(|square| symmetry.apply(square, board.size()));
        let mut squares: Vec<_> = squares.map(|square| [square.x(), square.y()]).collect();
        squares.sort_unstable();
        squares
    });
    let lead = usize::from(board.side_to_move() == Color::White);
    let turns = white.len().max(black.len().saturating_sub(lead));
    black.resize(turns + lead, PASS);
    white.resize(turns, PASS);
    black.append(&mut white);
    black
}

/// Writes bytes behind their length.
fn write_part(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    let length = u16::try_from(bytes.len()).map_err(|_| {
        io::Error::other(format!("expected at most {} bytes for a position, found {}", u16::MAX, bytes.len()))
    })?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_squares;
    use crate::geometry::{BoardSize, Square};

    #[test]
    fn the_image_with_the_smallest_bytes_is_that_of_rapfi() {
        // Found by asking Rapfi 0.43 (`PUTBOARD`, `CURRENTKEY`): columns and rows from 1 at the top.
        for (size, stones, key) in [
            (15, "j7 g9 k6", "e6f7-i9"),
            (15, "h10 k9 k6 j5", "e6h10-e9f5"),
            (20, "l8 h12 l12 j12 m7 h10 i10 i13 k11", "g8h9j12k10l9-j13l11l13m12"),
            (15, "i9 g10", "g7-f9"),
            (6, "e6 f2 b6 c3 a6 d1 f3", "a1a2a5d6-d3e6f4"),
            (22, "l9 k11 j10 l11 j11 i10 j13 n10", "i11j13k13m13-j9j14k11k12"),
        ] {
            let size = BoardSize::new(size, size).unwrap();
            let board = Board::with_moves(size, parse_squares(stones, size).unwrap()).unwrap();
            let images = Symmetry::all(size).map(|symmetry| squares(&board, symmetry));
            let image = images.min().unwrap();
            let names: Vec<String> =
                image.iter().map(|[x, y]| format!("{}{}", char::from(b'a' + x), y + 1)).collect();
            assert_eq!(names.concat(), key.replace('-', ""), "{stones}");
        }
    }

    #[test]
    fn a_text_stands_on_the_first_of_equal_squares() {
        let size = BoardSize::default();
        let mut board = Board::new(size);
        // Symmetric by a half turn alone.
        for (x, y) in [(6, 8), (7, 8), (8, 6), (7, 6)] {
            board.play(Square::at(x, y)).unwrap();
        }
        for square in [Square::at(3, 10), Square::at(11, 4)] {
            let mut entry = Entry::default();
            entry.set_text(square, "Q");
            let mut bytes = Vec::new();
            write_record(&mut bytes, &board, Rule::Freestyle, &entry).unwrap();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            assert!(text.ends_with("@BTXT@43Q"), "{text:?}");
        }
    }

    #[test]
    fn passes_make_up_for_turns_without_a_stone() {
        let size = BoardSize::default();
        let mut board = Board::new(size);
        let pass = |count: usize| vec![PASS; count];
        let found = |board: &Board| squares(board, Symmetry::all(size).next().unwrap());
        board.pass();
        assert_eq!(found(&board), pass(1));
        board.play(Square::at(7, 7)).unwrap();
        assert_eq!(found(&board), [&pass(1)[..], &[[7, 7]]].concat());
        board.pass();
        board.play(Square::at(8, 6)).unwrap();
        assert_eq!(found(&board), [&pass(2)[..], &[[7, 7], [8, 6]]].concat());
        board.play(Square::at(0, 0)).unwrap();
        assert_eq!(found(&board), [&[[0, 0]], &pass(2)[..], &[[7, 7], [8, 6]]].concat());
    }
}
