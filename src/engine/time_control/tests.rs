//! Times of managers and the plans of moves.

use super::*;

fn time(turn_ms: Option<i64>, match_ms: Option<i64>) -> TimeSettings {
    TimeSettings { turn_ms, match_ms, ..TimeSettings::default() }
}

fn clock(left_ms: i64) -> Clock {
    let mut clock = Clock::default();
    clock.set_left(left_ms);
    clock
}

fn ms(plan: Plan) -> (u128, u128) {
    (plan.budget.optimum.as_millis(), plan.budget.maximum.as_millis())
}

#[test]
fn zero_and_negative_times_mean_at_once() {
    assert_eq!(Clock::default().plan(&time(Some(0), None), false), Plan::INSTANT);
    assert_eq!(Clock::default().plan(&time(Some(-5), None), false), Plan::INSTANT);
    assert_eq!(clock(0).plan(&time(Some(30_000), None), false), Plan::INSTANT);
    assert_eq!(clock(-250).plan(&time(None, None), false), Plan::INSTANT);
    assert_eq!(clock(i64::MIN).plan(&time(None, None), false), Plan::INSTANT);
}

#[test]
fn special_values_mean_no_limit() {
    let analysis = time(Some(2_000_000), Some(100_000_000));
    assert_eq!(Clock::default().plan(&analysis, false), Plan::UNLIMITED);
    assert_eq!(clock(NO_LIMIT_MS).plan(&time(None, Some(1000)), true), Plan::UNLIMITED);
    assert_eq!(Clock::default().plan(&time(Some(i64::MAX), Some(0)), false), Plan::UNLIMITED);
    let plan = clock(NO_LIMIT_MS).plan(&time(Some(1000), None), false);
    assert!(plan.budget.maximum < Duration::from_secs(1));
}

#[test]
fn without_any_limit_a_move_takes_the_default() {
    let (_, maximum) = ms(Clock::default().plan(&time(None, Some(0)), false));
    assert_eq!(maximum as i64, DEFAULT_TURN_MS - MAX_MARGIN_MS);
}

#[test]
fn every_budget_ends_before_its_limit() {
    for limit in [1, 2, 5, 10, 20, 50, 100, 1000, 30_000, 5_400_000] {
        let plan = Clock::default().plan(&time(Some(limit), None), false);
        assert!(plan.budget.maximum < milliseconds(limit), "{limit}");
        assert!(plan.budget.optimum <= plan.budget.maximum);
        let left = clock(limit).plan(&time(None, None), false);
        assert!(left.budget.maximum < milliseconds(limit), "{limit}");
        if limit >= 50 {
            assert!(plan.rescue.unwrap() < milliseconds(limit), "{limit}");
            assert!(left.rescue.unwrap() < milliseconds(limit), "{limit}");
        }
    }
    assert_eq!(ms(Clock::default().plan(&time(Some(50), None), false)).1, 35);
}

#[test]
fn a_match_that_allows_full_turns_gets_them_and_another_is_shared_out() {
    let (_, full) = ms(clock(1_000_000).plan(&time(Some(5_000), None), false));
    assert_eq!(full, 4_960);
    let (optimum, maximum) = ms(clock(180_000).plan(&time(Some(30_000), None), false));
    assert!((9_500..10_500).contains(&optimum), "{optimum}");
    assert!((29_000..30_000).contains(&maximum), "{maximum}");
}

/// Searches take four fifths of an optimum that leaves time to save, and all of one that does not.
#[test]
fn a_game_uses_its_time_and_is_never_short_of_it() {
    for (turn_ms, match_ms, most_left) in
        [(5_000, 120_000, 0.2), (30_000, 180_000, 0.15), (300_000, 1_000_000, 0.15)]
    {
        let times = time(Some(turn_ms), Some(match_ms));
        let mut clock = Clock::default();
        clock.new_game(&times);
        let mut left = Duration::from_millis(match_ms as u64);
        for number in 1..=80 {
            let plan = clock.plan(&times, false);
            assert!(plan.budget.maximum < left);
            assert!(plan.budget.optimum > Duration::from_millis(50), "move {number} of {times:?}");
            let is_saving = plan.budget.optimum < plan.budget.maximum * 4 / 5;
            let used = if is_saving { plan.budget.optimum * 4 / 5 } else { plan.budget.optimum };
            clock.spend(used, plan.budget.maximum, &times);
            left -= used;
            if number == 80 {
                assert!(left.as_millis() * 50 > match_ms as u128, "{left:?} left after {number} moves");
            }
            if number == 25 {
                let share = left.as_secs_f64() * 1000.0 / match_ms as f64;
                assert!(share < most_left, "{share} of {match_ms} ms left after {number} moves");
            }
        }
    }
}

#[test]
fn a_position_set_up_for_each_move_is_planned_as_what_it_is() {
    let times = time(Some(30_000), Some(180_000));
    let (mut played, mut set_up) = (Clock::default(), Clock::default());
    for own_stones in 3..40 {
        set_up.new_game(&times);
        set_up.set_left(60_000);
        played.set_left(60_000);
        played.begin_move(own_stones);
        set_up.begin_move(own_stones);
        let share = |clock: &Clock| clock.plan(&times, false).budget.optimum.as_millis();
        let (told, guessed) = (share(&played), share(&set_up));
        assert!(told.abs_diff(guessed) * 3 <= told, "{told} and {guessed} ms with {own_stones} stones");
        played.spend(Duration::ZERO, Duration::from_secs(1), &times);
    }
}

#[test]
fn moves_of_an_earlier_game_do_not_shorten_those_of_the_next() {
    let times = time(None, Some(60_000));
    let mut clock = Clock::default();
    let first = |clock: &mut Clock| {
        clock.set_left(60_000);
        clock.begin_move(0);
        clock.plan(&times, false)
    };
    let before = first(&mut clock);
    for own_stones in 1..60 {
        clock.begin_move(own_stones);
        clock.spend(Duration::from_millis(10), Duration::from_secs(1), &times);
    }
    // A protocol may set up the next game without a word that it is one.
    assert_eq!(first(&mut clock), before);
}

#[test]
fn moves_to_go_share_the_time_left() {
    let plan = |moves_to_go| {
        let times = TimeSettings { moves_to_go, ..TimeSettings::default() };
        ms(clock(1_000).plan(&times, false))
    };
    let (optimum, maximum) = plan(Some(10));
    assert!(optimum <= 100 && (150..=300).contains(&maximum), "{optimum} {maximum}");
    let (_, last) = plan(Some(1));
    assert!((900..1_000).contains(&last), "{last}");
    assert_eq!(plan(Some(1_000)), plan(None));
}

#[test]
fn our_own_account_replaces_a_silent_manager() {
    let times = time(None, Some(3_000));
    let mut own = Clock::default();
    let mut told_once = clock(3_000);
    let mut used = 0;
    for _ in 0..100 {
        let plan = own.plan(&times, false);
        assert_eq!(plan, told_once.plan(&time(None, None), false));
        used += plan.budget.maximum.as_millis();
        own.spend(plan.budget.maximum, plan.budget.maximum, &times);
        told_once.spend(plan.budget.maximum, plan.budget.maximum, &times);
    }
    assert!(used < 3_000, "{used}");
    own.new_game(&times);
    assert!(own.plan(&times, false).budget.maximum > Duration::from_millis(300));
}

#[test]
fn a_time_left_sent_since_the_last_move_began_counts_for_the_next_game() {
    let times = time(None, Some(60_000));
    let mut clock = clock(1_000);
    clock.new_game(&times);
    assert!(clock.plan(&times, false).budget.maximum < Duration::from_secs(1));
    clock.begin_move(0);
    clock.spend(Duration::from_millis(100), Duration::from_secs(1), &times);
    clock.new_game(&times);
    assert!(clock.plan(&times, false).budget.maximum > Duration::from_secs(1));
    clock.begin_move(0);
    clock.set_left(1_000);
    clock.spend(Duration::from_secs(2), Duration::MAX, &times);
    clock.new_game(&times);
    assert!(clock.plan(&times, false).budget.maximum < Duration::from_secs(1), "it came during a move");
    clock.begin_move(0);
    clock.spend(Duration::ZERO, Duration::from_secs(1), &times);
    clock.new_game(&times);
    assert!(clock.plan(&times, false).budget.maximum > Duration::from_secs(1), "a move of no time is one");
}

#[test]
fn lateness_widens_the_margin_and_fades() {
    let times = time(Some(200), None);
    let mut clock = Clock::default();
    let before = clock.plan(&times, false).budget.maximum;
    let spend = |clock: &mut Clock, used| {
        clock.spend(Duration::from_millis(used), Duration::from_millis(187), &times).as_millis()
    };
    assert_eq!([187, 230, 230, 100].map(|used| spend(&mut clock, used)), [0, 43, 0, 0]);
    clock = Clock::default();
    spend(&mut clock, 230);
    let after = clock.plan(&times, false).budget.maximum;
    assert_eq!(before.checked_sub(after), Some(Duration::from_millis(43)));
    for _ in 0..40 {
        clock.spend(Duration::from_millis(100), Duration::from_millis(187), &times);
    }
    assert_eq!(clock.plan(&times, false).budget.maximum, before);
    // One stall of the machine is no reason to hurry, two are.
    assert_eq!([1_000, 187, 1_000, 1_100].map(|used| spend(&mut clock, used)), [0, 0, 0, 500]);
}

#[test]
fn an_increment_lengthens_moves_and_is_part_of_the_own_account() {
    const GAIN_MS: i64 = 200;
    let [without, with] =
        [0, GAIN_MS].map(|increment_ms| TimeSettings { increment_ms, ..time(None, Some(3_000)) });
    let mut own = Clock::default();
    let (before, after) = (ms(own.plan(&without, false)), ms(own.plan(&with, false)));
    assert_eq!((after.0 - before.0, after.1 - before.1), (150, 200));
    let mut left = 3_000;
    for number in 1..=100 {
        let budget = own.plan(&with, false).budget;
        let used = budget.maximum;
        left -= i64::try_from(used.as_millis()).unwrap();
        assert!(left > 0 && budget.optimum <= used, "{left} ms left after {number} moves");
        left += GAIN_MS;
        own.spend(used, used, &with);
        assert_eq!(own.left_ms(&with), Some(left));
    }
    // The share of the time left dwindles, the time gained does not.
    assert!(ms(own.plan(&with, false)).1 >= 150);
    assert!(ms(clock(10).plan(&with, false)).1 < 10);
}
