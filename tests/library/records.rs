//! Records written and read back, and readers given anything.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use proptest::prelude::*;
use rustgomo::board::Board;
use rustgomo::geometry::{BoardSize, ByColor, Square};
use rustgomo::record::{GameRecord, GameResult, RecordedMove, Termination, psq, sgf, text};
use rustgomo::rules::Rule;

type MoveSeed = (usize, Option<i16>, Option<u32>);

/// Moves on free squares, chosen by numbers.
fn moves(size: BoardSize, seeds: &[MoveSeed]) -> Vec<RecordedMove> {
    let mut board = Board::new(size);
    let mut moves = Vec::new();
    for &(choice, score, time_ms) in seeds {
        let free: Vec<Square> = board.empty().iter().collect();
        let Some(&square) = free.get(choice % free.len().max(1)) else { break };
        board.play(square).expect("the square is free");
        moves.push(RecordedMove { square, score, time_ms });
    }
    moves
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ -~]{0,12}", "\\PC{0,8}", any::<String>()]
}

fn games() -> impl Strategy<Value = GameRecord> {
    let about = (0u64..1000, 5i64..=22, 5i64..=22, 0usize..5, any::<bool>(), names(), names(), names());
    let seeds = prop::collection::vec((any::<usize>(), any::<Option<i16>>(), any::<Option<u32>>()), 0..40);
    let end = (0usize..GameResult::ALL.len(), 0usize..Termination::ALL.len(), 0usize..9);
    (about, seeds, end).prop_map(|(about, seeds, (result, termination, opening))| {
        let (number, width, height, rule, continuous, black, white, remark) = about;
        let size = BoardSize::new(width, height).expect("a size within the limits");
        let mut game = GameRecord::new(size, Rule::ALL[rule]);
        game.moves = moves(size, &seeds);
        game.opening = opening.min(game.moves.len());
        game.result = GameResult::ALL[result];
        game.termination = Termination::ALL[termination];
        GameRecord { number, continuous, names: ByColor([black, white]), remark, ..game }
    })
}

proptest! {
    #[test]
    fn our_text_reads_back_exactly(games in prop::collection::vec(games(), 0..4)) {
        let lines: Vec<String> = games.iter().map(text::write).collect();
        prop_assert!(lines.iter().all(|line| !line.contains('\n')));
        prop_assert_eq!(text::read(&lines.join("\n")), Ok(games));
    }

    #[test]
    fn smart_game_format_reads_back_exactly(mut game in games()) {
        // The range of scores is symmetric in the format, and the lowest number has no counterpart.
        for played in &mut game.moves {
            played.score = played.score.map(|score| score.max(-i16::MAX));
        }
        prop_assert_eq!(sgf::read(&sgf::write(&game)), Ok(vec![game]));
    }

    #[test]
    fn piskvork_files_keep_moves_times_rule_and_result(game in games()) {
        let read = psq::read(&psq::write(&game), Rule::Freestyle).expect("our own file is read");
        prop_assert_eq!(read.squares().collect::<Vec<_>>(), game.squares().collect::<Vec<_>>());
        let times = |game: &GameRecord| -> Vec<u32> {
            game.moves.iter().map(|played| played.time_ms.unwrap_or(0)).collect()
        };
        prop_assert_eq!((times(&read), read.size, read.rule), (times(&game), game.size, game.rule));
        if game.result != GameResult::Unfinished {
            prop_assert_eq!(read.result, game.result);
        }
    }

    #[test]
    fn readers_survive_anything(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0usize..400, game in games()) {
        let noise = String::from_utf8_lossy(&bytes).into_owned();
        for whole in [text::write(&game), sgf::write(&game), psq::write(&game)] {
            let cut: String = whole.chars().take(cut).collect();
            for text in [noise.clone(), cut.clone(), format!("{cut}{noise}")] {
                let _ = text::read(&text);
                let _ = sgf::read(&text);
                let _ = psq::read(&text, Rule::Renju);
            }
        }
    }

    #[test]
    fn verification_never_panics(game in games()) {
        let _ = game.verify();
    }
}
