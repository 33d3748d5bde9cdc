//! Records written and read back, and readers given anything.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use proptest::prelude::*;
use rustgomo::board::Board;
use rustgomo::geometry::{BoardSize, ByColor, Color, Square};
use rustgomo::record::{GameRecord, GameResult, RecordedMove, Setup, Termination, psq, sgf, text};
use rustgomo::rules::Rule;

type MoveSeed = (usize, Option<i16>, Option<u32>);

/// Moves on free squares, chosen by numbers.
fn moves(mut board: Board, seeds: &[MoveSeed]) -> Vec<RecordedMove> {
    let mut moves = Vec::new();
    for &(choice, score, time_ms) in seeds {
        let free: Vec<Square> = board.empty().iter().collect();
        let Some(&square) = free.get(choice % free.len().max(1)) else { break };
        board.play(square).expect("the square is free");
        moves.push(RecordedMove { square, score, time_ms });
    }
    moves
}

/// Stones before the first move, often none.
fn setup(size: BoardSize, choices: &[usize], side_to_move: Color) -> Setup {
    let mut setup = Setup { side_to_move, ..Setup::default() };
    for (index, choice) in choices.iter().enumerate() {
        let square = size.all().iter().nth(choice % size.area()).expect("the square is on the board");
        setup.stones[Color::BOTH[1 - index % 2]].remove(square);
        setup.stones[Color::BOTH[index % 2]].insert(square);
    }
    setup
}

fn setups() -> impl Strategy<Value = (Vec<usize>, Color)> {
    let stones = prop::collection::vec(any::<usize>(), 0..6);
    let any_setup = (stones, prop::sample::select(Color::BOTH.to_vec()));
    prop_oneof![Just((Vec::new(), Color::Black)), any_setup]
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ -~]{0,12}", "\\PC{0,8}", any::<String>()]
}

fn games() -> impl Strategy<Value = GameRecord> {
    let about = (0u64..1000, 5i64..=22, 5i64..=22, 0usize..5, any::<bool>(), names(), names(), names());
    let seeds = prop::collection::vec((any::<usize>(), any::<Option<i16>>(), any::<Option<u32>>()), 0..40);
    let end = (0usize..GameResult::ALL.len(), 0usize..Termination::ALL.len(), 0usize..9);
    (about, seeds, end, setups()).prop_map(|(about, seeds, (result, termination, opening), stones)| {
        let (number, width, height, rule, continuous, black, white, remark) = about;
        let size = BoardSize::new(width, height).expect("a size within the limits");
        let mut game = GameRecord::new(size, Rule::ALL[rule]);
        game.setup = setup(size, &stones.0, stones.1);
        game.moves = moves(game.start().expect("every square has one stone"), &seeds);
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
        if game.result == GameResult::Unfinished && !game.continuous {
            // The board tells what the file does not.
            game = game.with_result_of_board();
        }
        prop_assert_eq!(sgf::read(&sgf::write(&game)), Ok(vec![game]));
    }

    #[test]
    fn piskvork_files_keep_moves_times_rule_and_result(game in games()) {
        let Ok(written) = psq::write(&game) else {
            prop_assert!(!game.setup.is_default());
            return Ok(());
        };
        prop_assert!(game.setup.is_default());
        let read = psq::read(&written, Rule::Freestyle).expect("our own file is read");
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
        for whole in [text::write(&game), sgf::write(&game), psq::write(&game).unwrap_or_default()] {
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
