//! Checks of each engine: the record has the right cause, and the match continues.

use std::time::{Duration, Instant};

use rustgomo::StopHandle;
use rustgomo::board::parse_square;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::record::{GameRecord, GameResult, Termination};
use rustgomo::rules::Rule;
use rustgomo_workbench::developers::matches::{
    Adjudication, AgreedWin, Conditions, EloModel, EngineLimits, EngineOptions, Match, MatchOptions,
    Openings, Sprt, SprtVerdict, table,
};

use crate::engines::FOREVER;

/// The checks by name.
pub(crate) const ALL: [(&str, fn()); 19] = [
    ("players_that_break_the_protocol_lose_by_it", players_that_break_the_protocol_lose_by_it),
    ("a_player_that_does_not_start_loses_on_time", a_player_that_does_not_start_loses_on_time),
    ("a_player_that_does_not_move_loses_on_time", a_player_that_does_not_move_loses_on_time),
    ("an_answer_without_its_end_loses_on_time", an_answer_without_its_end_loses_on_time),
    ("players_that_end_lose_by_a_crash", players_that_end_lose_by_a_crash),
    ("a_crash_counts_for_nobody_and_ends_the_match", a_crash_counts_for_nobody_and_ends_the_match),
    ("a_player_that_never_moves_measures_nothing", a_player_that_never_moves_measures_nothing),
    (
        "no_more_games_run_than_there_are_or_the_machine_holds",
        no_more_games_run_than_there_are_or_the_machine_holds,
    ),
    ("logs_keep_pipes_and_standard_error", logs_keep_pipes_and_standard_error),
    ("each_engine_has_its_own_limits", each_engine_has_its_own_limits),
    ("illegal_and_forbidden_moves_lose", illegal_and_forbidden_moves_lose),
    ("messages_do_no_harm", messages_do_no_harm),
    ("an_increment_is_announced_and_added_to_the_clock", an_increment_is_announced_and_added_to_the_clock),
    ("a_player_with_too_much_memory_loses", a_player_with_too_much_memory_loses),
    ("games_are_adjudicated", games_are_adjudicated),
    ("a_raised_stop_ends_the_match_at_once", a_raised_stop_ends_the_match_at_once),
    ("a_test_with_a_verdict_ends_the_match", a_test_with_a_verdict_ends_the_match),
    ("a_match_is_continued_from_its_games", a_match_is_continued_from_its_games),
    ("an_engine_that_does_not_exist_is_an_error", an_engine_that_does_not_exist_is_an_error),
];

/// A time limit in milliseconds, ample for a busy machine.
const AMPLE_MS: u32 = 600_000;
/// A short time limit in milliseconds for engines that never answer.
const SHORT_MS: u32 = 1_000;

fn engine(name: &str) -> EngineOptions {
    let program = std::env::current_exe().expect("the path of this executable");
    let command = format!("\"{}\" engine {name}", program.display());
    let limits = EngineLimits {
        turn_ms: Some(AMPLE_MS),
        tolerance_ms: 500,
        start_ms: AMPLE_MS,
        memory_bytes: 200 << 20,
        ..EngineLimits::default()
    };
    EngineOptions { command, name: Some(name.to_owned()), infos: Vec::new(), limits }
}

fn size() -> BoardSize {
    BoardSize::new(15, 15).expect("a usual size")
}

/// A match of two games; the first engine has black first.
fn options(first: &str, second: &str) -> MatchOptions {
    let adjudication = Adjudication { win: None, draw_after: Some(40) };
    let conditions = Conditions { rule: Rule::Freestyle, size: size(), adjudication };
    let openings = Openings::Listed(vec![squares("h8 a15 h1")]);
    let duel = MatchOptions::duel([engine(first), engine(second)], conditions, openings);
    MatchOptions { concurrency: 2, ..duel }
}

fn squares(names: &str) -> Vec<Square> {
    names.split(' ').map(|name| parse_square(name, size()).expect("a square")).collect()
}

/// Plays a match to its end and returns the games in order.
fn games(options: MatchOptions) -> Vec<GameRecord> {
    let contest = Match::new(options).expect("engines that start");
    let mut games = Vec::new();
    let run = contest.run(&[], &StopHandle::new(), &mut |played, _| {
        games.push(played.record.clone());
        Ok(())
    });
    let standings = run.expect("a match that ends");
    assert_eq!(u64::from(standings.games()), contest.schedule().count());
    games.sort_by_key(|game: &GameRecord| game.number);
    for game in &games {
        assert_eq!(game.verify(), Ok(()), "{game:?}");
    }
    games
}

/// Plays an engine against the well-behaved one: it must lose both games by this cause, which the remark must
/// name.
fn loses_by(name: &str, cause: Termination, remark: &str) {
    assert_lost(name, &games(options(name, "good")), cause, remark);
}

/// Checks that the first engine lost both games by this cause, which the remark names.
fn assert_lost(name: &str, games: &[GameRecord], cause: Termination, remark: &str) {
    assert_eq!(games.len(), 2, "{name}");
    for (game, winner) in games.iter().zip([Color::White, Color::Black]) {
        assert_eq!((game.result, game.termination), (GameResult::Win(winner), cause), "{game:?}");
        assert!(game.remark.starts_with(name) && game.remark.contains(remark), "{name}: {}", game.remark);
    }
}

fn players_that_break_the_protocol_lose_by_it() {
    loses_by("lower-case", Termination::Protocol, "\"ok\" to START");
    loses_by("nonsense", Termination::Protocol, "\"hello\" instead of a move");
    loses_by("three-numbers", Termination::Protocol, "\"7,7,7\"");
    loses_by("binary", Termination::Protocol, "instead of a move");
    loses_by("huge-line", Termination::Protocol, "AAAA\"..");
    loses_by("babbler", Termination::Protocol, "hello there");
}

fn a_player_that_does_not_start_loses_on_time() {
    let mut options = options("silent", "good");
    options.engines[0].limits.start_ms = SHORT_MS;
    assert_lost("silent", &games(options), Termination::Time, "no answer to START");
}

fn a_player_that_does_not_move_loses_on_time() {
    let mut options = options("slow", "good");
    options.engines[0].limits.turn_ms = Some(SHORT_MS);
    let remark = "no answer to the request for a move within 1500 ms";
    assert_lost("slow", &games(options), Termination::Time, remark);
}

fn an_answer_without_its_end_loses_on_time() {
    let remark = "a line without a line feed: \"OK\\r\"";
    let mut options = options("carriage-return", "good");
    options.engines[0].limits.start_ms = SHORT_MS;
    let mut lost = games(options.clone());
    if !lost.iter().all(|game| game.remark.contains(remark)) {
        // A busy machine may need longer for the line without an end.
        options.engines[0].limits.start_ms = 30 * SHORT_MS;
        lost = games(options);
    }
    assert_lost("carriage-return", &lost, Termination::Time, remark);
}

fn players_that_end_lose_by_a_crash() {
    loses_by("crasher", Termination::Crash, "3");
    loses_by("leaver", Termination::Crash, "ended with");
}

fn a_crash_counts_for_nobody_and_ends_the_match() {
    let mut options = options("crasher", "good");
    (options.recovers, options.games) = (false, 1000);
    let contest = Match::new(options).expect("engines that start");
    let mut seen = 0;
    let run = contest.run(&[], &StopHandle::new(), &mut |_, _| {
        seen += 1;
        Ok(())
    });
    let standings = run.expect("a match that ends");
    assert_eq!((standings.games(), seen), (0, 0));
    let crash = standings.crash.as_ref().expect("the game");
    assert!(
        crash.termination == Termination::Crash && crash.remark.contains("crasher: ended with"),
        "{crash:?}"
    );
    assert!(!contest.is_complete(&standings));
    let mut out = Vec::new();
    table(&mut out, &standings, contest.options()).expect("memory");
    let report = String::from_utf8_lossy(&out);
    assert!(report.contains("stopped by a crash, which counts for nobody: game "), "{report}");
}

fn a_player_that_never_moves_measures_nothing() {
    let play = |first: &str, second: &str| {
        let contest = Match::new(options(first, second)).expect("engines that start");
        let run = contest.run(&[], &StopHandle::new(), &mut |_, _| Ok(()));
        let standings = run.expect("a match that ends");
        let mut out = Vec::new();
        table(&mut out, &standings, contest.options()).expect("memory");
        let verdict = standings.expect_moves().map_err(|error| error.to_string());
        (verdict, String::from_utf8_lossy(&out).into_owned())
    };
    for name in ["lower-case", "nonsense", "off-board"] {
        // The other player may have no move; this is not its failure.
        let (verdict, report) = play("good", name);
        let error = verdict.expect_err("an error");
        assert!(error.starts_with(&format!("{name} never made a legal move and lost 2 games")), "{error}");
        assert!(report.contains(&format!("no measure of strength: {name} never")), "{report}");
        assert!(!report.contains("superior"), "{report}");
    }
    let (verdict, report) = play("good", "crasher");
    assert_eq!(verdict, Ok(()), "it moves before it crashes");
    assert!(report.contains("superior: unknown, 2 of at least 20 games"), "{report}");
}

fn no_more_games_run_than_there_are_or_the_machine_holds() {
    let most = std::thread::available_parallelism().expect("a number of cores").get() * 4;
    for (games, wanted, found) in [(2, 100_000, 2), (2, 1, 1), (1_000_000, 100_000, most)] {
        let mut options = options("good", "good");
        (options.games, options.concurrency) = (games, wanted);
        let contest = Match::new(options).expect("engines that start");
        assert_eq!(contest.concurrency(), found);
        let note = contest.concurrency_note();
        assert_eq!(note.is_some(), found < wanted, "{note:?}");
        assert!(note.is_none_or(|note| {
            note.starts_with(&format!("{found} games at the same time instead of 100000: "))
        }));
    }
}

fn logs_keep_pipes_and_standard_error() {
    let folder = std::env::temp_dir().join(format!("rustgomo-logs-{}", std::process::id()));
    let mut options = options("grumbler", "good");
    (options.log, options.fresh) = (Some(folder.clone()), true);
    games(options);
    let logs = std::fs::read_dir(&folder).expect("the folder of the logs");
    let logs: Vec<String> = logs
        .map(|entry| std::fs::read_to_string(entry.expect("a log").path()).expect("a text"))
        .filter(|log| log.contains("as black") && log.contains("grumble"))
        .collect();
    std::fs::remove_dir_all(&folder).expect("the folder of the logs");
    assert_eq!(logs.len(), 1, "logs of the grumbler with black");
    let log = &logs[0];
    for part in [" # game 1 as black\n", " > START 15\n", " < OK\n", " ! grumble at START\n"] {
        assert!(log.contains(part), "{part:?}\n{log}");
    }
}

fn each_engine_has_its_own_limits() {
    // The echo engine plays a move only if it received its own depth.
    let mut options = options("deep", "good");
    options.engines[0].limits.depth = Some(7);
    assert!(games(options.clone()).iter().all(|game| !game.termination.is_failure()));
    (options.engines[0].limits.depth, options.engines[1].limits.depth) = (None, Some(7));
    assert!(games(options).iter().all(|game| game.termination == Termination::Protocol));
}

fn illegal_and_forbidden_moves_lose() {
    loses_by("occupied", Termination::Illegal, "not a free square");
    loses_by("off-board", Termination::Illegal, "played 99,99");
    let mut options = options("fixed 4,10", "good");
    options.conditions.rule = Rule::Renju;
    options.openings = Openings::Listed(vec![squares("c5 a1 d5 b3 e3 m1 e4 o7")]);
    let games = games(options);
    let [forbidden, allowed] = &games[..] else { return assert_eq!(games.len(), 2) };
    assert_eq!(forbidden.termination, Termination::Forbidden);
    assert_eq!(forbidden.result, GameResult::Win(Color::White));
    assert!(forbidden.remark.contains("e5 is a double three"), "{}", forbidden.remark);
    assert_ne!(allowed.termination, Termination::Forbidden);
}

fn messages_do_no_harm() {
    let games = games(options("talkative", "good"));
    assert!(games.iter().all(|game| !game.termination.is_failure()), "{games:?}");
}

fn an_increment_is_announced_and_added_to_the_clock() {
    let play = |increment_ms: u32| {
        let mut options = options("saver", "good");
        for engine in &mut options.engines {
            let limits = &mut engine.limits;
            (limits.match_ms, limits.increment_ms) = (Some(10 * AMPLE_MS), increment_ms);
        }
        games(options)
    };
    assert!(play(5 * AMPLE_MS).iter().all(|game| !game.termination.is_failure()));
    assert!(play(0).iter().all(|game| game.termination == Termination::Protocol));
}

fn a_player_with_too_much_memory_loses() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut options = options("hog", "good");
    options.engines[0].limits.enforces_memory = true;
    let games = games(options);
    assert!(games.iter().all(|game| game.termination == Termination::Memory), "{games:?}");
    assert!(games[0].remark.contains("200 MB are allowed"), "{}", games[0].remark);
}

fn games_are_adjudicated() {
    let win = Some(AgreedWin { score: 2000, moves: 3 });
    let play = |first: &str, second: &str| {
        let mut options = options(first, second);
        options.conditions.adjudication.win = win;
        games(options)
    };
    for (game, winner) in play("scorer 2500", "scorer -2500").iter().zip([Color::Black, Color::White]) {
        assert_eq!((game.result, game.termination), (GameResult::Win(winner), Termination::AdjudicatedWin));
        // Three moves of each after the opening; the second player agrees with its last move.
        assert!((9..=10).contains(&game.moves.len()), "{game:?}");
    }
    let disputed = play("scorer 2500", "scorer 100");
    assert!(disputed.iter().all(|game| game.termination != Termination::AdjudicatedWin));
    let mut options = options("good", "good");
    options.conditions.adjudication.draw_after = Some(7);
    for game in games(options) {
        assert_eq!((game.result, game.moves.len()), (GameResult::Draw, 7));
    }
}

fn a_raised_stop_ends_the_match_at_once() {
    let mut options = options("slow", "good");
    options.engines[0].limits.turn_ms = Some(100 * AMPLE_MS);
    let contest = Match::new(options).expect("engines that start");
    let stop = StopHandle::new();
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.stop();
        });
        let standings = contest.run(&[], &stop, &mut |_, _| Ok(())).expect("a match that ends");
        assert_eq!(standings.games(), 0);
    });
    assert!(start.elapsed() < FOREVER, "the engine has answered");
}

fn an_engine_that_does_not_exist_is_an_error() {
    let mut options = options("good", "good");
    "/no/such/engine".clone_into(&mut options.engines[1].command);
    let error = Match::new(options).expect_err("an error");
    assert_eq!(error.to_string(), "the engine \"/no/such/engine\" cannot be started");
}

fn a_test_with_a_verdict_ends_the_match() {
    let mut options = options("occupied", "good");
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    (options.games, options.sprt) = (1000, Some(sprt));
    let contest = Match::new(options).expect("engines that start");
    let standings = contest.run(&[], &StopHandle::new(), &mut |_, _| Ok(())).expect("a match that ends");
    assert!(standings.games() < 100, "{standings:?}");
    assert_eq!(sprt.verdict(sprt.llr(&standings.pairings[0].tally.pairs)), SprtVerdict::AcceptH0);
}

fn a_match_is_continued_from_its_games() {
    let mut options = options("good", "fixed 1,1");
    options.games = 6;
    let all = games(options.clone());
    let contest = Match::new(options).expect("engines that start");
    let mut numbers = Vec::new();
    let earlier = [all[4].clone(), all[0].clone()];
    let mut run = |earlier: &[GameRecord]| {
        contest.run(earlier, &StopHandle::new(), &mut |played, _| {
            numbers.push(played.record.number);
            Ok(())
        })
    };
    assert_eq!(run(&earlier).expect("a match that ends").games(), 6);
    let twice = run(&[all[0].clone(), all[0].clone()]).expect_err("a game twice").to_string();
    assert!(twice.ends_with("once, found game 1 twice"), "{twice}");
    let mut refused = |earlier: &[GameRecord]| {
        let error = run(earlier).expect_err("another match").to_string();
        assert!(error.starts_with("game 1 of the file to continue does not belong to this match"), "{error}");
    };
    let other_opening = [GameRecord { opening: 1, ..all[0].clone() }];
    refused(&other_opening);
    let foreign = [GameRecord { rule: Rule::Renju, ..all[0].clone() }];
    refused(&foreign);
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 3, 4, 6]);
}
