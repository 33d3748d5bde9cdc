//! The library in one call: the best move after the moves given, `cargo run --release --example best_move --
//! h8 i9`.

#![expect(clippy::print_stdout, reason = "a program of its own")]

use std::error::Error;
use std::time::Duration;

use rustgomo::board::{parse_square, square_name};
use rustgomo::{Board, BoardSize, Limits, Rule, analyse};

fn main() -> Result<(), Box<dyn Error>> {
    let size = BoardSize::new(15, 15)?;
    let mut board = Board::new(size);
    for word in std::env::args().skip(1) {
        board.play(parse_square(&word, size)?)?;
    }
    let analysis = analyse(&board, Rule::Freestyle, &Limits::time(Duration::from_secs(1)));
    match analysis.best {
        Some(best) => {
            let line: Vec<String> = analysis.line.iter().map(|&square| square_name(square, size)).collect();
            let percent = 100.0 * analysis.score.win_rate();
            println!(
                "{} wins {percent:.0} %, depth {}: {}",
                square_name(best, size),
                analysis.depth,
                line.join(" ")
            );
        }
        None => println!("the game is over: {:?}", analysis.outcome),
    }
    Ok(())
}
