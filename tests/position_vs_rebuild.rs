//! Every incremental value of a position equals a rebuild, after random play, passes and undo.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use rustgomo::board::{Board, to_diagram};
use rustgomo::geometry::{BoardSize, Color, DIRECTIONS, Square};
use rustgomo::pattern::{Attack, PatternTable, classify};
use rustgomo::position::Position;
use rustgomo::rules::{Rule, foul};

const SIZES: [(i64, i64); 6] = [(5, 5), (15, 15), (20, 20), (20, 15), (7, 22), (22, 22)];
const ROUNDS: u64 = if cfg!(debug_assertions) { 4 } else { 40 };

fn random_empty(board: &Board, random: &mut fastrand::Rng) -> Option<Square> {
    let free: Vec<Square> = board.empty().iter().collect();
    // Half of the stones go close together, so that rows come about.
    let center = board.size().center();
    let close: Vec<Square> = free.iter().copied().filter(|s| s.distance(center) < 5).collect();
    let choice = if random.bool() && !close.is_empty() { close } else { free };
    (!choice.is_empty()).then(|| choice[random.usize(..choice.len())])
}

fn for_random_positions(mut check: impl FnMut(&mut Position, &str)) {
    for rule in Rule::ALL {
        for (width, height) in SIZES {
            for seed in 0..ROUNDS {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut board = Board::new(BoardSize::new(width, height).unwrap());
                for _ in 0..random.usize(..4) {
                    let square = random_empty(&board, &mut random).unwrap();
                    board.block(square).unwrap();
                }
                let mut position = Position::new(&board, rule);
                for step in 0..random.usize(1..80) {
                    match random.u8(..10) {
                        0 => position.pass(),
                        1 | 2 => position.undo(),
                        _ => {
                            let Some(square) = random_empty(position.board(), &mut random) else { break };
                            position.play(square);
                        }
                    }
                    let story = format!("{rule:?} seed {seed} step {step}\n{}", to_diagram(position.board()));
                    check(&mut position, &story);
                }
            }
        }
    }
}

#[test]
fn play_and_undo_equal_a_rebuild() {
    for_random_positions(|position, story| {
        assert!(*position == Position::new(position.board(), position.rule()), "{story}");
    });
}

#[test]
fn undoing_everything_leads_back_to_the_start() {
    for_random_positions(|position, story| {
        let mut copy = position.clone();
        while !copy.board().history().is_empty() {
            copy.undo();
        }
        assert!(copy == Position::new(copy.board(), copy.rule()), "{story}");
    });
}

#[test]
fn sets_hold_the_squares_whose_shapes_say_so() {
    for_random_positions(|position, story| {
        for color in Color::BOTH {
            for square in position.board().size().squares() {
                let empty = position.board().is_empty(square);
                for attack in Attack::ALL {
                    let expected = empty && position.combination(square, color).has(attack);
                    assert_eq!(position.attacks(color, attack).contains(square), expected, "{story}");
                }
            }
        }
    });
}

#[test]
fn rows_lead_to_the_shapes_of_the_window() {
    for_random_positions(|position, story| {
        let table = PatternTable::of(position.rule());
        for square in position.board().empty() {
            for direction in DIRECTIONS {
                let window = position.board().window(square, direction);
                let shapes = table.shapes(position.row(square, direction));
                for color in Color::BOTH {
                    assert_eq!(shapes.shape(color), classify(position.rule(), color, window), "{story}");
                }
            }
        }
    });
}

#[test]
fn the_changes_of_a_move_are_exactly_the_rows_that_differ() {
    for_random_positions(|position, story| {
        let Some(square) = position.board().empty().first() else { return };
        let before = position.clone();
        position.play(square);
        let mut listed: Vec<_> = position.changes().map(|c| (c.square, c.direction.index())).collect();
        assert!(position.changes().all(|c| before.row(c.square, c.direction) == c.before), "{story}");
        let mut differing = Vec::new();
        for square in position.board().empty() {
            for direction in DIRECTIONS {
                if position.row(square, direction) != before.row(square, direction) {
                    differing.push((square, direction.index()));
                }
            }
        }
        listed.sort_unstable();
        differing.sort_unstable();
        assert_eq!(listed, differing, "{story}");
        position.undo();
        assert!(*position == before, "{story}");
    });
}

#[test]
fn the_filter_before_the_renju_judge_changes_nothing() {
    let mut fouls = 0;
    for_random_positions(|position, story| {
        if position.rule() == Rule::Renju {
            for square in position.board().empty() {
                let exact = foul(position.board(), square).is_some();
                fouls += usize::from(exact);
                assert_eq!(position.is_forbidden(square, Color::Black), exact, "{story}");
            }
        }
    });
    assert!(fouls > 50, "only {fouls} fouls compared");
}
