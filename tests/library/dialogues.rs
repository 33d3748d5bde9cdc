//! Opening rules: every dialogue reaches its end, and says no to what the rules forbid.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;

use rustgomo::board::parse_square;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::opening::{Choice, Dialogue, NamedOpening, OpeningRule, Player, Question};

fn size() -> BoardSize {
    BoardSize::default()
}

fn dialogue(rule: OpeningRule, choices: &str) -> Dialogue {
    Dialogue::replay(rule, size(), choices).unwrap()
}

fn error(rule: OpeningRule, choices: &str) -> String {
    Dialogue::replay(rule, size(), choices).unwrap_err().to_string()
}

/// One of the choices that answer the question.
fn random_choice(dialogue: &Dialogue, random: &mut fastrand::Rng) -> Option<Choice> {
    let swap = [Choice::Stay, Choice::Swap, Choice::More];
    Some(match dialogue.question()? {
        Question::Swap { or_more } => swap[random.usize(..2 + usize::from(or_more))],
        Question::Number { most } => Choice::Number(random.usize(1..=most)),
        Question::Stone { .. } | Question::Offer { .. } | Question::Keep => {
            let squares: Vec<Square> = dialogue.squares().iter().collect();
            Choice::Stone(squares[random.usize(..squares.len())])
        }
    })
}

/// The stones' distances from each other and their colours, which no reflection, rotation or shift changes: a
/// slow and independent test of symmetry, which can only find too much.
fn distances(dialogue: &Dialogue, fifth: Square) -> Vec<(u32, bool, bool)> {
    let stones =
        |color| dialogue.board().stones(color).iter().map(move |square| (square, color == Color::Black));
    let stones: Vec<_> = stones(Color::Black).chain(stones(Color::White)).chain([(fifth, true)]).collect();
    let squared = |a: Square, b: Square| {
        let (x, y) = (u32::from(a.x().abs_diff(b.x())), u32::from(a.y().abs_diff(b.y())));
        x * x + y * y
    };
    let pairs =
        stones.iter().flat_map(|&(a, first)| stones.iter().map(move |&(b, other)| (a, first, b, other)));
    let mut pairs: Vec<_> = pairs.map(|(a, first, b, other)| (squared(a, b), first, other)).collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn no_dialogue_gets_stuck() {
    for rule in OpeningRule::ALL {
        for (seed, side) in (0..18).zip([rule.min_side(), 15, 20].into_iter().cycle()) {
            let mut random = fastrand::Rng::with_seed(seed);
            let size = BoardSize::new(i64::from(side), i64::from(side)).unwrap();
            let mut dialogue = Dialogue::new(rule, size).unwrap();
            let mut swaps = 0;
            while let Some(choice) = random_choice(&dialogue, &mut random) {
                let decider = dialogue.decider();
                dialogue.choose(choice).unwrap_or_else(|error| panic!("{rule}, seed {seed}: {error}"));
                let other = Choice::Stone(Square::at(side, side));
                assert!(dialogue.clone().choose(other).is_err(), "{rule}: a square off the board");
                swaps += usize::from(choice == Choice::Swap);
                if choice == Choice::More {
                    assert_eq!(dialogue.player(Color::Black), decider);
                }
            }
            let text = dialogue.transcript();
            let again = Dialogue::replay(rule, size, &text).unwrap();
            assert_eq!(again.board().hash(), dialogue.board().hash(), "{text}");
            let stones = dialogue.board().history().len();
            assert!(if rule.is_of_renju() { stones == 5 } else { stones == 3 || stones == 5 }, "{text}");
            if rule.is_of_renju() && rule != OpeningRule::SuperTaraguchi10 {
                assert!(NamedOpening::of_board(dialogue.board(), rustgomo::Rule::Renju).is_some(), "{text}");
            }
            if !text.contains("more") {
                let is_swapped = dialogue.player(Color::Black) == Player::Second;
                assert_eq!(is_swapped, swaps % 2 == 1, "{text}");
            }
        }
    }
}

#[test]
fn rules_of_five_stones_are_wider_or_without_an_offer() {
    let all =
        |rule, text: &str| Dialogue::replay(rule, size(), text).map(|dialogue| dialogue.question().is_none());
    let wide = "h8 stay j10 stay k11 stay l12";
    assert_eq!(all(OpeningRule::SuperTaraguchi10, &format!("{wide} stay d4 stay")), Ok(true));
    assert!(all(OpeningRule::SuperTaraguchi10, &format!("{wide} more")).is_ok());
    assert!(all(OpeningRule::Taraguchi10, wide).is_err() && all(OpeningRule::Tarannikov, wide).is_err());
    let narrow = "h8 stay h9 stay h7 swap h6";
    assert_eq!(all(OpeningRule::Tarannikov, &format!("{narrow} stay d4 swap")), Ok(true));
    assert!(all(OpeningRule::Tarannikov, &format!("{narrow} more")).is_err());
}

#[test]
fn fifth_stones_on_offer_are_never_symmetric() {
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut dialogue = dialogue(OpeningRule::Taraguchi10, "h8 stay h9 stay h7 stay h6 more");
        while let Some(Question::Offer { left }) = dialogue.question() {
            assert_eq!(left, 10 - dialogue.offers().len());
            let choice = random_choice(&dialogue, &mut random).unwrap();
            dialogue.choose(choice).unwrap();
        }
        let offers = dialogue.offers();
        let offered: BTreeSet<_> = offers.iter().map(|&square| distances(&dialogue, square)).collect();
        assert_eq!(offered.len(), 10, "{}", dialogue.transcript());
    }
}

#[test]
fn what_is_not_offered_for_its_symmetry_has_the_distances_of_an_offer() {
    let dialogue = dialogue(OpeningRule::Taraguchi10, "h8 stay i9 stay j9 stay i7 more g8 i10");
    let offered = ["g8", "i10"].map(|name| distances(&dialogue, parse_square(name, size()).unwrap()));
    let allowed = dialogue.squares();
    let refused = dialogue.board().empty().iter().filter(|&square| !allowed.contains(square));
    let refused: Vec<Square> = refused.collect();
    assert!(refused.len() >= 2);
    for square in refused {
        assert!(offered.contains(&distances(&dialogue, square)), "{square:?}");
    }
}

#[test]
fn a_symmetric_offer_is_refused_wherever_the_edges_are() {
    let start = "h8 stay h9 stay h7 stay h6 more g8";
    let says = |square: &str| error(OpeningRule::Taraguchi10, &format!("{start} {square}"));
    for square in ["g8", "i8", "g7", "i7"] {
        let expected = "a free square that is not symmetric to one on offer";
        assert_eq!(says(square), format!("choice 10: expected {expected}, found {square}"));
    }
    assert!(Dialogue::replay(OpeningRule::Taraguchi10, size(), &format!("{start} g9 i10")).is_ok());
}

#[test]
fn stones_stay_within_their_squares_around_the_middle() {
    let mut dialogue = dialogue(OpeningRule::Taraguchi10, "");
    for (number, squares) in [(1, 1), (2, 8), (3, 23), (4, 46), (5, 77)] {
        assert_eq!(dialogue.squares().len(), squares, "stone {number}");
        let square = dialogue.squares().iter().next().unwrap();
        dialogue.choose(Choice::Stone(square)).unwrap();
        dialogue.choose(Choice::Stay).unwrap();
    }
    assert_eq!(dialogue.question(), None);
    let off = error(OpeningRule::Taraguchi10, "h8 stay h9 stay h7 stay d4");
    assert_eq!(off, "choice 7: expected a free square of the 7x7 in the middle, found d4");
    assert_eq!(error(OpeningRule::Rif, "h9"), "choice 1: expected the middle of the board, found h9");
}

#[test]
fn swap2_leaves_the_choice_to_the_first_player_after_two_more_stones() {
    let after_three = dialogue(OpeningRule::Swap2, "h8 i9 a1");
    assert_eq!((after_three.decider(), after_three.player(Color::White)), (Player::Second, Player::Second));
    let after_five = dialogue(OpeningRule::Swap2, "h8 i9 a1 more j10 b2");
    assert_eq!((after_five.decider(), after_five.player(Color::White)), (Player::First, Player::First));
    let taken = dialogue(OpeningRule::Swap2, "h8 i9 a1 more j10 b2 swap");
    assert_eq!((taken.question(), taken.player(Color::Black)), (None, Player::First));
    assert_eq!(error(OpeningRule::Swap, "h8 i9 a1 more"), "choice 4: expected swap or stay, found more");
    assert_eq!(
        error(OpeningRule::Swap2, "h8 i9 a1 stay j10"),
        "choice 5: expected the end of the opening, found j10"
    );
}

#[test]
fn numbers_are_declared_by_the_player_of_the_last_stone() {
    let soosorv = dialogue(OpeningRule::Soosorv8, "h8 h9 h7 swap h6");
    assert_eq!(soosorv.question(), Some(Question::Number { most: 8 }));
    assert_eq!((soosorv.decider(), soosorv.player(Color::White)), (Player::First, Player::First));
    let yamaguchi = dialogue(OpeningRule::Yamaguchi, "h8 h9 h7");
    assert_eq!(yamaguchi.decider(), Player::First);
    assert_eq!(
        error(OpeningRule::Soosorv8, "h8 h9 h7 stay h6 9"),
        "choice 6: expected a number from 1 to 8, found 9"
    );
    let kept = dialogue(OpeningRule::Soosorv8, "h8 h9 h7 stay h6 1 stay g9");
    assert_eq!(kept.question(), None, "a single fifth move is not chosen");
    let offered = dialogue(OpeningRule::Soosorv8, "h8 h9 h7 stay h6 2 stay g9 i10");
    assert_eq!((offered.question(), offered.decider()), (Some(Question::Keep), Player::Second));
    assert_eq!(offered.squares().len(), 2);
    let other = error(OpeningRule::Soosorv8, "h8 h9 h7 stay h6 2 stay g9 i10 a1");
    assert_eq!(other, "choice 10: expected one of the fifth moves on offer, found a1");
    let fifth = dialogue(OpeningRule::Soosorv8, "h8 h9 h7 stay h6 2 stay g9 i10 i10");
    assert_eq!(fifth.board().color_at(parse_square("i10", size()).unwrap()), Some(Color::Black));
}

#[test]
fn nonsense_is_refused_with_what_was_expected() {
    assert_eq!(error(OpeningRule::Swap, "h8 zz"), "choice 2: expected a free square, found zz");
    assert_eq!(
        error(OpeningRule::Swap, "h8 99999999999999999999999"),
        "choice 2: expected a free square, found 99999999999999999999999"
    );
    assert_eq!(error(OpeningRule::Swap, "h8 h8"), "choice 2: expected a free square, found h8");
    let small = Dialogue::new(OpeningRule::Rif, BoardSize::new(7, 20).unwrap()).unwrap_err();
    assert_eq!(small.to_string(), "expected a board of at least 9x9 for rif, found 7x20");
    let unknown = "pro".parse::<OpeningRule>().unwrap_err().to_string();
    assert!(unknown.ends_with("tarannikov, found \"pro\""), "{unknown}");
}
