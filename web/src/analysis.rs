//! Analysis of a position, with a report after each iteration.

use std::collections::BTreeMap;
use std::time::Duration;

use rustgomo::board::{parse_squares, square_names};
use rustgomo::eval::Networks;
use rustgomo::eval::network::{NetworkWeights, PackedNetwork};
use rustgomo::geometry::MAX_AREA;
use rustgomo::opening::Dialogue;
use rustgomo::report::AnalysisReport;
use rustgomo::{Analysis, Analyst, BoardSize, Limits, NodeCounter, Rule, StopHandle};
use serde::Deserialize;

use crate::position::json;
use crate::{Effort, Game};

/// Options of an analysis. The first limit that is given counts, in the order of the fields; without one the
/// search is infinite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// Lines of play, `1..=484`.
    pub lines: u32,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Milliseconds to search.
    pub ms: Option<u64>,
    /// Depth to reach, in plies.
    pub depth: Option<u32>,
    /// Whether to search up to the limit even where the move is forced or clear.
    pub thorough: bool,
    /// Distance of the moves from the stones, as [`Limits`] has it.
    pub range: u8,
    /// Moves that are left out, such as `h8i9`.
    pub excluded: String,
}

/// What stops a search, and what counts its nodes while it runs.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Ends the search.
    pub stop: StopHandle,
    /// Its nodes so far.
    pub counter: NodeCounter,
}

impl Request {
    fn limits(&self, size: BoardSize) -> Result<Limits, String> {
        let time = self.ms.map(|ms| Limits::time(Duration::from_millis(ms)));
        let first = self.nodes.map(Limits::nodes).or(time).or(self.depth.map(Limits::depth));
        Ok(Limits {
            lines: self.lines.clamp(1, MAX_AREA as u32),
            analysis: self.thorough,
            candidate_range: self.range,
            excluded: parse_squares(&self.excluded, size).map_err(|error| format!("excluded: {error}"))?,
            ..first.unwrap_or_default()
        })
    }
}

/// An [`Analyst`] and its networks. The transposition table is kept between searches.
#[derive(Debug)]
pub struct Analyser {
    analyst: Analyst,
    networks: Networks,
}

impl Analyser {
    /// An analyser with a transposition table of at most `table_bytes` bytes and the embedded networks, if
    /// any.
    pub fn new(table_bytes: usize) -> Self {
        Self { analyst: Analyst::new(table_bytes), networks: Networks::embedded() }
    }

    /// Replaces the network of its rule and returns the name of the rule.
    ///
    /// # Errors
    /// A sentence if the bytes are no network.
    pub fn insert_network(&mut self, file: &[u8]) -> Result<&'static str, String> {
        let weights = NetworkWeights::from_bytes(file).map_err(|error| format!("network: {error}"))?;
        self.networks.insert(PackedNetwork::from(&weights));
        self.analyst.set_networks(self.networks.clone());
        Ok(weights.rule.name())
    }

    /// The engine's next `choices` in an opening, as JSON: the texts that
    /// [`describe_opening`](crate::describe_opening) reads.
    pub fn choose(&mut self, opening: &Dialogue, rule: Rule, effort: Effort, stop: &StopHandle) -> String {
        let choices = self.analyst.choose(opening, rule, effort.nodes, effort.seed, stop);
        let size = opening.board().size();
        let choices: Vec<String> = choices.into_iter().map(|choice| choice.text(size)).collect();
        json(&BTreeMap::from([("choices", choices)]))
    }

    pub(crate) const fn analyst(&mut self) -> &mut Analyst {
        &mut self.analyst
    }

    /// Sets the number of search threads, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.analyst.set_threads(threads);
    }

    /// The most even of all `moves` as JSON, or the two most even ones if it `is_pair`: an empty list if the
    /// game is over.
    pub fn balance(&mut self, game: &Game, is_pair: bool, nodes: u64, stop: &StopHandle) -> String {
        let squares = if game.end.is_some() {
            Vec::new()
        } else {
            self.analyst.balance(&game.board, game.rule, is_pair, nodes, stop)
        };
        json(&BTreeMap::from([("moves", square_names(squares, game.board.size()))]))
    }

    /// Searches a position until the request's limit or a stop. `on_progress` gets a report as JSON after
    /// each iteration; the last report is returned.
    ///
    /// # Errors
    /// A sentence if the game is over, or if a move to leave out is not on the board.
    pub fn analyse(
        &mut self,
        game: &Game,
        request: &Request,
        running: &Running,
        mut on_progress: impl FnMut(&str) + Send,
    ) -> Result<String, String> {
        if game.end.is_some() {
            return Err("the game is over".to_owned());
        }
        let size = game.board.size();
        let report = |analysis: &Analysis| json(&AnalysisReport::new(analysis, size));
        self.analyst.set_counter(running.counter.clone());
        let (limits, stop) = (request.limits(size)?, &running.stop);
        let last = self.analyst.analyse_with(&game.board, game.rule, &limits, stop, |analysis| {
            on_progress(&report(analysis));
        });
        Ok(report(&last))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const RENJU: &[u8] = include_bytes!("../../src/eval/network/data/renju.rgn");

    #[test]
    fn each_iteration_is_reported_with_its_lines() {
        let mut analyser = Analyser::new(4 << 20);
        assert_eq!(analyser.insert_network(RENJU), Ok("renju"));
        let game = Game::new("renju", "15", "h8i9").unwrap();
        let request: Request = serde_json::from_str(r#"{"lines": 3, "depth": 4}"#).unwrap();
        let mut reports = Vec::new();
        let last = analyser
            .analyse(&game, &request, &Running::default(), |report| reports.push(report.to_owned()))
            .unwrap();
        let depths: Vec<Value> = reports
            .iter()
            .map(|report| serde_json::from_str::<Value>(report).unwrap()["depth"].clone())
            .collect();
        assert_eq!(depths, [1, 2, 3, 4]);
        let last: Value = serde_json::from_str(&last).unwrap();
        let lines = last["lines"].as_array().unwrap();
        assert_eq!((lines.len(), &lines[0]["moves"][0]), (3, &last["best"]));
        assert!((0.0..=1.0).contains(&lines[0]["win_rate"].as_f64().unwrap()));
        assert_eq!(analyser.insert_network(b"RGN?").unwrap_err().get(..9), Some("network: "));
    }

    #[test]
    fn moves_that_are_left_out_are_not_searched() {
        let mut analyser = Analyser::new(4 << 20);
        let game = Game::new("freestyle", "15", "h8a1i8a3j8a5").unwrap();
        let mut first = |excluded: &str| -> Result<Value, String> {
            let request =
                Request { lines: 2, depth: Some(4), excluded: excluded.to_owned(), ..Request::default() };
            let report = analyser.analyse(&game, &request, &Running::default(), |_| ())?;
            Ok(serde_json::from_str::<Value>(&report).unwrap()["best"].take())
        };
        assert_eq!(first("").unwrap(), "g8");
        assert_eq!(first("g8").unwrap(), "k8");
        assert_eq!(first("z9"), Err("excluded: expected a square such as h8, found \"z9\"".to_owned()));
        let all: String = ('a'..='o').flat_map(|x| (1..=15).map(move |y| format!("{x}{y}"))).collect();
        assert_eq!(first(&all).unwrap(), Value::Null);
    }

    /// The browser's tests compare the same numbers.
    #[test]
    fn a_depth_takes_the_same_nodes_as_in_a_browser() {
        let expected: Vec<Value> = serde_json::from_str(include_str!("../test/nodes.json")).unwrap();
        let count = |position: &Value| {
            let text = |key: &str| position[key].as_str().unwrap();
            let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/network/data");
            let network = std::fs::read(format!("{data}/{}.rgn", text("rule"))).unwrap();
            let mut analyser = Analyser::new(16 << 20);
            analyser.insert_network(&network).unwrap();
            let game = Game::new(text("rule"), text("size"), text("moves")).unwrap();
            let request =
                Request { depth: position["depth"].as_u64().map(|d| d as u32), ..Request::default() };
            let report = analyser.analyse(&game, &request, &Running::default(), |_| ()).unwrap();
            serde_json::from_str::<Value>(&report).unwrap()["nodes"].clone()
        };
        let nodes: Vec<Value> = expected.iter().map(|position| position["nodes"].clone()).collect();
        assert_eq!(expected.iter().map(count).collect::<Vec<_>>(), nodes);
    }

    #[test]
    fn the_nodes_of_a_running_search_are_counted() {
        let mut analyser = Analyser::new(4 << 20);
        let game = Game::new("freestyle", "15", "h8i9").unwrap();
        let request = Request { nodes: Some(20_000), ..Request::default() };
        let running = Running::default();
        let mut counts = Vec::new();
        let last =
            analyser.analyse(&game, &request, &running, |_| counts.push(running.counter.nodes())).unwrap();
        assert!(counts.is_sorted() && *counts.last().unwrap() > 1000, "{counts:?}");
        let last: Value = serde_json::from_str(&last).unwrap();
        assert_eq!(last["nodes"], running.counter.nodes());
    }

    #[test]
    fn balanced_moves_are_free_squares() {
        let mut analyser = Analyser::new(4 << 20);
        let game = Game::new("freestyle", "15", "h8").unwrap();
        let mut balance = |is_pair| -> Vec<String> {
            let found = analyser.balance(&game, is_pair, 2000, &StopHandle::new());
            let mut found: Value = serde_json::from_str(&found).unwrap();
            serde_json::from_value(found["moves"].take()).unwrap()
        };
        let (one, two) = (balance(false), balance(true));
        assert_eq!((one.len(), two.len()), (1, 2));
        assert!(Game::new("freestyle", "15", &format!("h8{}", two.concat())).is_ok());
        let over = Game::new("freestyle", "15", "h8a1i8a2j8a3k8a4l8").unwrap();
        assert_eq!(analyser.balance(&over, false, 2000, &StopHandle::new()), r#"{"schema":1,"moves":[]}"#);
    }

    #[test]
    fn a_finished_game_is_not_searched() {
        let game = Game::new("freestyle", "15", "h8a1i8a2j8a3k8a4l8").unwrap();
        let mut analyser = Analyser::new(1 << 20);
        assert_eq!(
            analyser.analyse(&game, &Request::default(), &Running::default(), |_| ()),
            Err("the game is over".to_owned())
        );
        let game = Game::new("freestyle", "15", "h8a1i8a2j8a3k8a4").unwrap();
        let report = analyser.analyse(
            &game,
            &Request { nodes: Some(100), ..Request::default() },
            &Running::default(),
            |_| (),
        );
        assert!(report.unwrap().contains(r#""win_rate":1.0,"plies_to_win":1,"#));
    }
}
