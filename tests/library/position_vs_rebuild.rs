//! Every incremental value of a position equals a rebuild, after random play, passes and undo.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use rustgomo::board::{Board, Window};
use rustgomo::eval::Score;
use rustgomo::eval::classical::{Weights, evaluate};
use rustgomo::geometry::{BoardSize, Color, DIRECTIONS, Square};
use rustgomo::pattern::{Attack, PatternTable, Shape, ShapeQuad};
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
                    let story = format!("{rule:?} seed {seed} step {step}\n{}", position.board());
                    check(&mut position, &story);
                }
            }
        }
    }
}

/// Every window classified by trial once, since the same ones come back in every position.
fn classify(rule: Rule, color: Color, window: Window) -> Shape {
    thread_local! {
        static KNOWN: RefCell<HashMap<(Rule, Color, Window), Shape>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        *known
            .entry((rule, color, window))
            .or_insert_with(|| rustgomo::pattern::classify(rule, color, window))
    })
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
                    let expected = empty && position.pattern4(square, color).has(attack);
                    assert_eq!(position.attacks(color, attack).contains(square), expected, "{story}");
                }
            }
        }
    });
}

#[test]
fn counts_of_attacks_follow_their_sets() {
    for_random_positions(|position, story| {
        for color in Color::BOTH {
            for attack in Attack::ALL {
                let count = position.attacks(color, attack).len();
                assert_eq!(position.attack_count(color, attack), count, "{story}");
                assert_eq!(position.has_attack(color, attack), count > 0, "{story}");
            }
        }
    });
}

#[test]
fn patterns_lead_to_the_shapes_of_the_window() {
    for_random_positions(|position, story| {
        let table = PatternTable::of(position.rule());
        for square in position.board().empty() {
            for direction in DIRECTIONS {
                let window = position.board().window(square, direction);
                let shapes = table.shapes(position.pattern(square, direction));
                for color in Color::BOTH {
                    assert_eq!(shapes.shape(color), classify(position.rule(), color, window), "{story}");
                }
            }
        }
    });
}

#[test]
fn all_patterns_of_a_square_are_its_four_patterns() {
    for_random_positions(|position, story| {
        for square in position.board().size().squares() {
            let patterns = DIRECTIONS.iter().rev().fold(0, |patterns, &direction| {
                let pattern = position.table().pattern(position.board().window(square, direction));
                patterns << 16 | u64::from(pattern)
            });
            let expected = if position.board().is_empty(square) { patterns } else { 0 };
            assert_eq!(position.patterns(square), expected, "{story}");
        }
    });
}

/// Whatever a move changed is among the squares that it is said to have changed, each of which stands there
/// once with what is there now.
#[test]
fn a_move_changes_only_what_it_says() {
    for_random_positions(|position, story| {
        let Some(square) = position.board().empty().iter().next() else { return };
        let mut position = Position::new(position.board(), position.rule());
        let number = position.board().history().len();
        let patterns = |position: &Position| -> Vec<u64> {
            position.board().size().squares().map(|square| position.patterns(square)).collect()
        };
        assert!(position.pattern_changes(number).is_none(), "{story}");
        let before = patterns(&position);
        position.play(square);
        let squares = position.board().size().squares().zip(before.iter().zip(patterns(&position)));
        let changed: Vec<Square> = squares.filter(|(_, (a, b))| *a != b).map(|(square, _)| square).collect();
        position.pass();
        let (said, now): (Vec<Square>, Vec<u64>) = position.pattern_changes(number).unwrap().unzip();
        assert!(changed.iter().all(|square| said.contains(square)), "{story}: {changed:?}, {said:?}");
        for (&square, now) in said.iter().zip(now) {
            assert_eq!(now, position.patterns(square), "{story}: {square:?}");
        }
        let unique: HashSet<&Square> = said.iter().collect();
        assert_eq!(unique.len(), said.len(), "{story}");
        assert_eq!(
            position.pattern_changes(number + 1).unwrap().count(),
            0,
            "a pass changes nothing: {story}"
        );
        assert!(number == 0 || position.pattern_changes(number - 1).is_none(), "{story}");
        position.undo();
        assert!(position.pattern_changes(number + 1).is_none(), "{story}");
    });
}

#[test]
fn near_squares_are_those_in_reach_of_a_stone() {
    for_random_positions(|position, story| {
        let board = position.board();
        let is_stone = |&square: &Square| board.color_at(square).is_some();
        let stones: Vec<Square> = board.size().squares().filter(is_stone).collect();
        let is_near = |square: &Square| stones.iter().any(|&stone| reaches(stone, *square));
        let expected: Vec<Square> = board.empty().iter().filter(is_near).collect();
        assert_eq!(position.candidates().iter().collect::<Vec<_>>(), expected, "{story}");
    });
}

/// Whether a square is at most two columns and rows away, or at most four steps along a line.
fn reaches(stone: Square, square: Square) -> bool {
    let dx = stone.x().abs_diff(square.x());
    let dy = stone.y().abs_diff(square.y());
    let is_on_line = dx == 0 || dy == 0 || dx == dy;
    stone.distance(square) <= if is_on_line { 4 } else { 2 }
}

/// The classical evaluation by the book: every window classified by trial, the values looked up by the
/// shapes' names.
fn plain_evaluation(position: &Position) -> i32 {
    let (rule, own) = (position.rule(), position.side_to_move());
    let weights = Weights::embedded(rule);
    let mut sum = weights.tempo()[own];
    for square in position.board().empty() {
        for (color, role, sign) in [(own, 0, 1), (own.opponent(), 1, -1)] {
            let mut shapes =
                DIRECTIONS.map(|direction| classify(rule, color, position.board().window(square, direction)));
            shapes.sort_unstable();
            if shapes != [Shape::Dead; 4] && !is_plain_foul(rule, color, shapes) {
                sum += sign * i32::from(weights.get(color, shapes)[role]);
            }
        }
    }
    sum
}

/// Whether shapes show that a move is forbidden, threes left out.
fn is_plain_foul(rule: Rule, color: Color, shapes: ShapeQuad) -> bool {
    let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
    let fours = count(&[Shape::Four, Shape::OpenFour]) + 2 * count(&[Shape::DoubleFour]);
    rule == Rule::Renju
        && color == Color::Black
        && count(&[Shape::Five]) == 0
        && (count(&[Shape::Overline]) > 0 || fours > 1)
}

#[test]
fn the_classical_evaluation_is_the_sum_over_all_empty_squares() {
    for_random_positions(|position, story| {
        assert_eq!(evaluate(position), Score::eval(plain_evaluation(position)), "{story}");
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
