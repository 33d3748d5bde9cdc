//! Encoding of a game: header, squares, scores.

use anyhow::{Result, anyhow};

use super::{PlyKind, PlyRecord, TrainingGame};
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::rules::Rule;

/// Maximum number of squares with one byte per move.
const ONE_BYTE_AREA: usize = 256;
/// Bits of a number per byte.
const VARINT_BITS: u32 = 7;
/// The code of a move without a score; codes of scores start from 1.
const RANDOM: u64 = 0;
/// Maximum absolute score.
const MAX_SCORE: u16 = 32_000;

/// Appends a game. Layout: number, rule, width, height, winner, opening stones, moves; then one or two bytes
/// for each move, row by row from the top left; then one number for each move behind the opening: 0 for a
/// random one, else the score in zigzag order plus 1. Numbers are little-endian groups of seven bits.
/// `has_line_count`: whether the number of searches with several lines follows, 0.
pub(super) fn encode(game: &TrainingGame, has_line_count: bool, out: &mut Vec<u8>) {
    put_number(out, game.number);
    let winner = game.winner.map_or(0, |color| 1 + color.index() as u8);
    out.extend([game.rule.index() as u8, game.size.width(), game.size.height(), winner]);
    let opening = game.plies.iter().take_while(|ply| ply.kind == PlyKind::Opening).count();
    put_number(out, opening as u64);
    put_number(out, game.plies.len() as u64);
    for ply in &game.plies {
        let place = ply.square.y() as usize * game.size.width() as usize + ply.square.x() as usize;
        out.push(place as u8);
        if game.size.area() > ONE_BYTE_AREA {
            out.push((place >> 8) as u8);
        }
    }
    for ply in &game.plies[opening..] {
        match ply.kind {
            PlyKind::Searched(score) => put_number(out, 1 + zigzag(score)),
            PlyKind::Opening | PlyKind::Random => put_number(out, RANDOM),
        }
    }
    if has_line_count {
        put_number(out, 0);
    }
}

/// Decodes a game from the front of `bytes` and advances them.
pub(super) fn decode(bytes: &mut &[u8], has_line_count: bool) -> Result<TrainingGame> {
    let number = take_number(bytes)?;
    let rule = Rule::from_index(take_byte(bytes)?.into()).ok_or_else(|| wrong("a rule"))?;
    let (width, height) = (take_byte(bytes)?, take_byte(bytes)?);
    let size = BoardSize::new(width.into(), height.into()).map_err(|_| wrong("a board size"))?;
    let winner = match take_byte(bytes)? {
        0 => None,
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => return Err(wrong("a winner")),
    };
    let opening = take_number(bytes)?;
    let count = take_number(bytes)?;
    if count > size.area() as u64 || opening > count {
        return Err(wrong("no more moves than squares"));
    }
    let squares: Vec<Square> = (0..count).map(|_| take_square(bytes, size)).collect::<Result<_, _>>()?;
    let mut plies = Vec::with_capacity(squares.len());
    for (i, square) in squares.into_iter().enumerate() {
        let kind = if (i as u64) < opening { PlyKind::Opening } else { take_kind(bytes)? };
        plies.push(PlyRecord { square, kind });
    }
    if has_line_count && take_number(bytes)? != 0 {
        return Err(wrong("searches with one line only"));
    }
    Ok(TrainingGame { number, rule, size, plies, winner })
}

fn take_square(bytes: &mut &[u8], size: BoardSize) -> Result<Square> {
    let mut place = i64::from(take_byte(bytes)?);
    if size.area() > ONE_BYTE_AREA {
        place |= i64::from(take_byte(bytes)?) << 8;
    }
    let width = i64::from(size.width());
    size.square(place % width, place / width).ok_or_else(|| wrong("squares of the board"))
}

fn take_kind(bytes: &mut &[u8]) -> Result<PlyKind> {
    match take_number(bytes)? {
        RANDOM => Ok(PlyKind::Random),
        code => {
            let score = unzigzag(code - 1).filter(|score| score.unsigned_abs() <= MAX_SCORE);
            score.map(PlyKind::Searched).ok_or_else(|| wrong("a score"))
        }
    }
}

fn wrong(expected: &str) -> anyhow::Error {
    anyhow!("expected {expected} in a game record")
}

fn take_byte(bytes: &mut &[u8]) -> Result<u8> {
    let (&first, rest) = bytes.split_first().ok_or_else(|| wrong("more bytes"))?;
    *bytes = rest;
    Ok(first)
}

fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 1 << VARINT_BITS {
        out.push(number as u8 | 1 << VARINT_BITS);
        number >>= VARINT_BITS;
    }
    out.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Result<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(VARINT_BITS as usize) {
        let byte = take_byte(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 1 << VARINT_BITS {
            return Ok(number);
        }
    }
    Err(wrong("a number of 64 bits"))
}

/// Zigzag encoding: 0, -1, 1, -2, 2 to 0, 1, 2, 3, 4.
fn zigzag(value: i16) -> u64 {
    let value = i64::from(value);
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(code: u64) -> Option<i16> {
    let value = (code >> 1) as i64 ^ -((code & 1) as i64);
    i16::try_from(value).ok()
}
