//! Handicap: black stones on the empty board, after which white is to move.

use std::cmp::Reverse;

use super::board::game;
use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::vertex::names;
use crate::engine::Game;
use crate::geometry::{BoardSize, Color, Square};
use crate::rules::{is_forbidden, move_wins};

pub(super) const COMMANDS: &[Row] = &[
    ("fixed_handicap", |call| {
        let squares = fixed(call.number(0)?, call.size()?).ok_or(Failure::Stones)?;
        set_up(call, &squares)
    }),
    ("place_free_handicap", |call| {
        let count = call.number(0)?;
        let squares = free(call, count)?;
        set_up(call, &squares)
    }),
    ("set_free_handicap", |call| {
        let squares = call.squares(0)?;
        set_up(call, &squares).map(|_| Reply::DONE)
    }),
    ("get_handicap", |call| Ok(Reply::Text(handicap(game(call)?).to_string()))),
];

/// Minimum number of stones.
const FEWEST: usize = 2;
/// Smallest board with fixed places.
const FIXED_SIDE: u8 = 7;
/// Smallest board whose fixed places are on the fourth line and not on the third.
const FOURTH_LINE_SIDE: u8 = 13;
/// Smallest board with fixed places in the middle of the sides.
const MIDDLE_SIDE: u8 = 9;

/// Number of black's handicap stones.
fn handicap(game: &Game) -> usize {
    let given = game.given();
    if given.iter().all(|ply| ply.color == Color::Black) { given.len() } else { 0 }
}

/// Sets the stones on the empty board and replies with them.
fn set_up(call: &mut Call, squares: &[Square]) -> Result<Reply, Failure> {
    let size = call.size()?;
    if game(call)?.board().empty_count() < size.area() {
        return Err(Failure::NotEmpty);
    }
    let stones = squares.iter().map(|&square| (square, Some(Color::Black)));
    let set_up = Game::from_stones(size, stones, Color::White);
    let is_list = set_up.plies().len() == squares.len() && squares.len() >= FEWEST;
    if !is_list || set_up.board().empty_count() == 0 {
        return Err(Failure::Vertices);
    }
    call.gtp.trials.clear();
    call.context.engine.set_game(set_up);
    Ok(Reply::Text(names(squares.iter().copied(), size)))
}

/// The places of the GTP specification: corners, then sides and centre.
fn fixed(count: usize, size: BoardSize) -> Option<Vec<Square>> {
    let (width, height) = (size.width(), size.height());
    let least = width.min(height);
    let has_middle = least >= MIDDLE_SIDE && !width.is_multiple_of(2) && !height.is_multiple_of(2);
    if least < FIXED_SIDE || !(FEWEST..=if has_middle { 9 } else { 4 }).contains(&count) {
        return None;
    }
    let line = if least < FOURTH_LINE_SIDE { 2 } else { 3 };
    let (left, right, top, bottom) = (line, width - 1 - line, line, height - 1 - line);
    let (across, along) = (width / 2, height / 2);
    let mut places = vec![(left, bottom), (right, top), (left, top), (right, bottom)];
    if count >= 6 {
        places.extend([(left, along), (right, along)]);
    }
    if count >= 8 {
        places.extend([(across, top), (across, bottom)]);
    }
    places.truncate(count);
    if places.len() < count {
        places.push((across, along));
    }
    Some(places.into_iter().map(|(x, y)| Square::at(x, y)).collect())
}

/// Places as central as possible without a winning row or a forbidden move.
fn free(call: &Call, count: usize) -> Result<Vec<Square>, Failure> {
    let (size, rule) = (call.size()?, call.rule());
    if !(FEWEST..size.area()).contains(&count) {
        return Err(Failure::Stones);
    }
    let center = size.center();
    let steps = |square: Square| square.x().abs_diff(center.x()) + square.y().abs_diff(center.y());
    let mut places: Vec<Square> = size.squares().collect();
    places.sort_by_key(|&square| (square.distance(center), Reverse(steps(square) % 2 == 0), steps(square)));
    let mut game = Game::new(size);
    let mut chosen = Vec::new();
    for square in places {
        let board = game.board();
        let is_free =
            !move_wins(board, rule, Color::Black, square) && !is_forbidden(board, rule, Color::Black, square);
        if chosen.len() < count && is_free && game.play_as(Color::Black, Some(square)).is_ok() {
            chosen.push(square);
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_places_are_those_of_the_specification() {
        let text = |count, side| {
            let size = BoardSize::new(side, side).unwrap();
            fixed(count, size).map(|squares| names(squares, size))
        };
        assert_eq!(text(2, 19).as_deref(), Some("D4 Q16"));
        assert_eq!(text(3, 19).as_deref(), Some("D4 Q16 D16"));
        assert_eq!(text(5, 15).as_deref(), Some("D4 M12 D12 M4 H8"));
        assert_eq!(text(6, 9).as_deref(), Some("C3 G7 C7 G3 C5 G5"));
        assert_eq!(text(9, 15).map(|text| text.split(' ').count()), Some(9));
        for (count, side) in [(1, 15), (10, 15), (5, 14), (5, 7), (2, 6)] {
            assert_eq!(text(count, side), None, "{count} on {side}");
        }
    }
}
