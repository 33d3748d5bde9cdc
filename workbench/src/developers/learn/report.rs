//! A run for people: a page, and rows for the log of strength tests.

use std::fmt::Write;

use super::{Generation, Learned, MatchResult, State};
use crate::developers::matches::Tally;
use crate::developers::network::{Interval, ScoreLoss};
use crate::players::caption::grouped;
use crate::players::drawing::{Curve, curves_svg};
use rustgomo::opening::embedded::made_for;
use rustgomo::rules::Rule;

/// The columns of `docs/log/elo.tsv`.
const COLUMNS: &str = "date\tcommit\tarea\tchange\ttest\topponent\tleague\topenings\ttc\tmachine\tbounds\tllr\tgames\twins\tdraws\tlosses\telo\telo_low\telo_high\tscore\tscore_error\tverdict\tnote";
/// Digits of a commit.
const COMMIT: usize = 7;

/// A row for each match of the finished generations, below the columns, to append to `docs/log/elo.tsv`.
pub fn rows(state: &State) -> String {
    let mut text = format!("{COLUMNS}\n");
    for generation in &state.generations {
        for result in generation.matches.iter().filter(|_| generation.outcome.is_some()) {
            text += &row(generation, result);
        }
    }
    text
}

fn row(generation: &Generation, MatchResult { opponent, size, tally }: &MatchResult) -> String {
    let rule = generation.rule;
    let side = if size.width() == size.height() { size.width().to_string() } else { size.to_string() };
    let is_gate = *opponent == generation.player;
    let verdict = match (is_gate, generation.is_adopted()) {
        (false, _) => "info",
        (true, true) => "accepted",
        (true, false) => "rejected",
    };
    let options = &generation.options;
    let learned = generation.learned.map_or(0, |learned| learned.positions);
    let elo = tally.elo().map(|elo| [elo.value, elo.value - elo.error, elo.value + elo.error]);
    let [elo, low, high] = elo.map_or_else(Default::default, |elo| elo.map(|elo| format!("{elo:+.0}")));
    let decided = generation.outcome.as_ref();
    let [date, engine] = decided.map_or([""; 2], |outcome| [&outcome.date, &outcome.engine]);
    let commit: String = engine.split(' ').nth(1).unwrap_or_default().chars().take(COMMIT).collect();
    let change = format!("Train {rule} on {learned} positions of {} nodes a move", options.nodes);
    let league = rule.name().replace('-', " ");
    let openings = if made_for(rule, *size).is_some() { "shipped" } else { "random" };
    let (tc, note) = (grouped(options.match_nodes), format!("{} of a run of `learn`", generation.name()));
    let Tally { wins, draws, losses, .. } = tally;
    let (games, score) = (tally.games(), 100.0 * tally.score());
    format!(
        "{date}\t{commit}\tnetwork\t{change}\tfixed\t{opponent}\t{league} {side}\t{openings}\t{tc} nodes\t\t\t\t\
         {games}\t{wins}\t{draws}\t{losses}\t{elo}\t{low}\t{high}\t{score:.1}\t\t{verdict}\t{note}\n"
    )
}

/// Elo of a result; where all games were won or lost as if one more had been drawn. `None` without games.
pub(super) fn elo(tally: &Tally) -> Option<f64> {
    if tally.games() == 0 {
        return None;
    }
    let smoothed = || {
        let mut tally = Tally { pairs: [0; 5], ..*tally };
        tally.add_game(1);
        tally.elo()
    };
    tally.elo().or_else(smoothed).map(|elo| elo.value)
}

const STYLE: &str = "body{font:16px system-ui,sans-serif;margin:2em auto;max-width:76em;padding:0 1em;background:#f6f3ec;color:#222}\
table{border-collapse:collapse}figure{display:inline-block;margin:0;width:37em;max-width:100%;text-align:center}td{white-space:nowrap}td,th{padding:.25em .7em;text-align:right;border-bottom:1px solid #d9d3c4}svg{width:100%;height:auto}";
const HEADS: [&str; 10] = [
    "generation",
    "date",
    "positions played",
    "learned",
    "loss, held out",
    "static loss to the first",
    "searched loss to the first",
    "Elo to the last",
    "Elo to the first",
    "",
];

/// The page of a run.
pub fn page(state: &State) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Learning</title><style>{STYLE}</style>\n\
         <h1>Learning</h1>\n"
    );
    if let Some(last) = state.generations.last() {
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<p>{}: {}</p>", last.name(), last.step());
    }
    for rule in Rule::ALL.into_iter().filter(|&rule| state.of(rule).next().is_some()) {
        let generations: Vec<&Generation> = state.of(rule).collect();
        let played: u64 = generations.iter().map(|generation| generation.positions).sum();
        let _ = writeln!(html, "<h2>{rule}</h2>\n<p>{} positions so far</p>", grouped(played));
        let finished: Vec<&Generation> =
            generations.iter().copied().filter(|generation| generation.outcome.is_some()).collect();
        if let Some(first) =
            generations.first().map(|first| first.player.as_str()).filter(|_| !finished.is_empty())
        {
            html += &figure(&strength(&finished, first), "Elo above the first network");
            html += &figure(&losses(&finished), "Loss relative to the first network in nats");
            html += &table(&finished, first);
        }
    }
    html
}

fn figure(svg: &str, caption: &str) -> String {
    format!("<figure>{svg}<figcaption>{caption}, by generation</figcaption></figure>\n")
}

/// Elo above the first network: as the matches against the players before add up, and as played.
fn strength(generations: &[&Generation], first: &str) -> String {
    let mut base = 0.0;
    let mut sums = Vec::new();
    for generation in generations {
        let sum = elo(&generation.against(&generation.player)).map(|elo| base + elo);
        if generation.is_adopted() {
            base = sum.unwrap_or(base);
        }
        sums.push(sum);
    }
    let direct = generations.iter().map(|generation| elo(&generation.against(first))).collect();
    let sums = Curve { name: "ADDED UP", color: "#8a8170", values: sums };
    let direct = Curve { name: "DIRECT", color: "#1f4e79", values: direct };
    curves_svg(&[sums, direct], ("FIRST", 0.0))
}

/// Losses relative to the first network on the positions of the judgement.
fn losses(generations: &[&Generation]) -> String {
    let of = |loss: fn(&Generation) -> Option<Interval>| {
        generations.iter().map(|generation| Some(loss(generation)?.mean)).collect()
    };
    let evaluation = Curve { name: "STATIC", color: "#8a8170", values: of(static_difference) };
    let searched = Curve { name: "SEARCHED", color: "#1f4e79", values: of(searched_difference) };
    curves_svg(&[evaluation, searched], ("FIRST", 0.0))
}

fn static_difference(generation: &Generation) -> Option<Interval> {
    Some(generation.judged.as_ref()?.networks.last()?.evaluation.difference)
}

fn searched_difference(generation: &Generation) -> Option<Interval> {
    let ScoreLoss { difference, .. } = generation.judged.as_ref()?.networks.last()?.searched.as_ref()?;
    Some(*difference)
}

fn table(generations: &[&Generation], first: &str) -> String {
    let mut html = "<table><tr>".to_owned();
    for head in HEADS {
        let _ = write!(html, "<th>{head}</th>");
    }
    for generation in generations {
        let learned = generation.learned.as_ref();
        let loss = |Learned { against_result, classical, .. }: &Learned| {
            format!("{against_result:.4}, classical {classical:.4}")
        };
        let difference = |loss: Option<Interval>| {
            loss.map_or_else(String::new, |loss| format!("{:+.4} ± {:.4}", loss.mean, loss.error))
        };
        let cells = [
            generation.name(),
            generation.outcome.as_ref().map(|outcome| outcome.date.clone()).unwrap_or_default(),
            grouped(generation.positions),
            learned.map(|learned| grouped(learned.positions)).unwrap_or_default(),
            learned.map(loss).unwrap_or_default(),
            difference(static_difference(generation)),
            difference(searched_difference(generation)),
            elo_text(&generation.against(&generation.player)),
            elo_text(&generation.against(first)),
            if generation.is_adopted() { "adopted" } else { "not adopted" }.to_owned(),
        ];
        html += "</tr>\n<tr>";
        for cell in cells {
            let _ = write!(html, "<td>{cell}</td>");
        }
    }
    html + "</tr></table>\n"
}

/// Elo with its interval and the number of games; the score where all games were won or lost.
fn elo_text(tally: &Tally) -> String {
    match tally.elo() {
        _ if tally.games() == 0 => String::new(),
        Some(elo) => format!("{:+.0} ± {:.0} ({})", elo.value, elo.error, tally.games()),
        None => format!("{:.0} % ({})", 100.0 * tally.score(), tally.games()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::tests::options;
    use super::super::{CLASSICAL, Outcome, rows};
    use super::*;

    /// A finished generation with results against its player and the first network.
    fn generation(number: u64, player: &str, adopted: bool, results: [(&str, [u32; 3]); 2]) -> Generation {
        let result = |(opponent, [wins, draws, losses]): (&str, [u32; 3])| MatchResult {
            opponent: opponent.to_owned(),
            size: "15".parse().unwrap(),
            tally: Tally { wins, draws, losses, ..Tally::default() },
        };
        let learned = Learned {
            files: 1,
            positions: 4_500_000,
            against_return: 0.5,
            against_result: 0.5625,
            classical: 0.6,
            policy: None,
        };
        Generation {
            number,
            rule: Rule::Renju,
            options: options("--match-nodes 32000"),
            player: player.to_owned(),
            shards: 10,
            positions: 5_000_000,
            learned: Some(learned),
            judged: None,
            matches: results.map(result).into_iter().filter(|result| result.tally.games() > 0).collect(),
            outcome: Some(Outcome {
                adopted,
                date: "2026-11-25".to_owned(),
                engine: "0.1.0 0123456789 x86_64".to_owned(),
            }),
        }
    }

    fn state() -> State {
        let none = (CLASSICAL, [0; 3]);
        // 75 % are 191 Elo, 64 % are 100.
        let first = generation(1, CLASSICAL, true, [(CLASSICAL, [75, 0, 25]), none]);
        let second =
            generation(2, "0001-renju", true, [("0001-renju", [64, 0, 36]), (CLASSICAL, [90, 0, 10])]);
        let third =
            generation(3, "0002-renju", false, [("0002-renju", [10, 2, 88]), (CLASSICAL, [20, 0, 0])]);
        let fourth = Generation { outcome: None, shards: 3, ..first.clone() };
        State { generations: vec![first, second, third, Generation { number: 4, ..fourth }] }
    }

    #[test]
    fn the_page_has_the_numbers_of_all_finished_generations() {
        let page = page(&state());
        assert!(page.contains("<p>0004-renju: games, file 4 of 10</p>"), "{page}");
        assert!(page.contains("<p>20,000,000 positions so far</p>"), "{page}");
        let rows: Vec<&str> =
            page.lines().filter(|line| line.contains("<tr><td>") || line.starts_with("<tr><td")).collect();
        assert_eq!(rows.len(), 3, "{page}");
        for cell in
            ["0001-renju", "2026-11-25", "5,000,000", "4,500,000", "0.5625, classical 0.6000", "adopted"]
        {
            assert!(rows[0].contains(&format!("<td>{cell}</td>")), "{cell}: {}", rows[0]);
        }
        assert_eq!(rows[0].matches("<td>+191 ± ").count(), 2, "its player is the first network: {}", rows[0]);
        assert!(rows[1].contains("<td>+100 ± ") && rows[1].contains("<td>+382 ± "), "{}", rows[1]);
        assert!(rows[2].contains("<td>100 % (20)</td><td>not adopted</td>"), "{}", rows[2]);
    }

    #[test]
    fn strength_adds_up_over_the_networks_that_were_adopted() {
        let state = state();
        let finished: Vec<&Generation> = state.generations[..3].iter().collect();
        let svg = strength(&finished, CLASSICAL);
        let heights = |color: &str| -> Vec<f64> {
            let circles = svg.lines().filter(|line| line.starts_with("<circle") && line.contains(color));
            let height = |line: &str| line.split("cy=\"").nth(1)?.split('"').next()?.parse().ok();
            circles.filter_map(height).collect()
        };
        let sums = heights("#8a8170");
        // 191, 291 and below the first again: the scale is linear, and higher is stronger.
        assert!((sums[0] - sums[1]) > 0.0 && sums[2] > sums[0], "{svg}");
        assert_eq!(heights("#1f4e79").len(), 3, "{svg}");
    }

    #[test]
    fn the_rows_of_the_log_are_those_of_finished_generations() {
        let text = rows(&state());
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(lines.len(), 6);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
        let cells = |line: usize, columns: &[&str]| -> Vec<&str> {
            columns
                .iter()
                .map(|name| lines[line][lines[0].iter().position(|head| head == name).unwrap()])
                .collect()
        };
        let found = cells(
            1,
            &["date", "commit", "area", "change", "opponent", "league", "openings", "tc", "verdict"],
        );
        let change = "Train renju on 4500000 positions of 100 nodes a move";
        let expected = [
            "2026-11-25",
            "0123456",
            "network",
            change,
            "classical",
            "renju 15",
            "shipped",
            "32,000 nodes",
            "accepted",
        ];
        assert_eq!(found, expected);
        assert_eq!(
            cells(1, &["games", "wins", "draws", "losses", "elo", "score"]),
            ["100", "75", "0", "25", "+191", "75.0"]
        );
        assert_eq!(cells(3, &["verdict"]), ["info"]);
        assert_eq!(cells(4, &["verdict"]), ["rejected"]);
        assert_eq!(cells(5, &["elo", "elo_low", "elo_high"]), ["", "", ""]);
    }
}
