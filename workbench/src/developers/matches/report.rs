//! Reports of a match as text and JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::elo::{Estimate, Superior, Tally};
use super::options::MatchOptions;
use super::sprt::{EloModel, Sprt, SprtVerdict};
use super::standings::{Pairing, PlayerStanding, Standings};
use super::time_use;
use crate::statistics::MIN_GAMES;
use rustgomo::record::{GameRecord, GameResult, Termination};

/// One line about a finished game.
pub fn game_line(record: &GameRecord) -> String {
    let [black, white] = &record.names.0;
    let mut line = format!(
        "game {}: {black} - {white}  {}  {} in {} moves",
        record.number,
        record.result.name(),
        record.termination,
        record.moves.len()
    );
    if !record.remark.is_empty() && record.result != GameResult::Unfinished {
        line = format!("{line} ({})", record.remark);
    }
    line
}

/// The short state of a match, on one line.
pub fn summary(standings: &Standings, options: &MatchOptions) -> String {
    let tally = standings.total(0);
    let mut line = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(elo) = tally.elo() {
        line = format!("{line}  Elo {:+.1} ± {:.1}", elo.value, elo.error);
    }
    if let Some((sprt, tally)) = standings.tested(options) {
        let llr = sprt.llr(&tally.pairs);
        line = format!("{line}  LLR {llr:.2} ({:.2}, {:.2})", sprt.lower_bound(), sprt.upper_bound());
    }
    line
}

/// Writes the report as text.
pub fn table(out: &mut dyn Write, standings: &Standings, options: &MatchOptions) -> io::Result<()> {
    for Pairing { players, tally } in &standings.pairings {
        let players = players.map(|player| &standings.players[player]);
        let names = players.map(|player| &*player.name);
        writeln!(out, "{}", names.join(" - "))?;
        pairing(out, tally)?;
        match players.iter().find(|player| player.has_never_moved()) {
            Some(player) => {
                writeln!(out, "  no measure of strength: {} never made a legal move", player.name)?;
            }
            None => writeln!(out, "  {}", superior_text(tally, names))?,
        }
    }
    if let Some((sprt, tally)) = standings.tested(options) {
        writeln!(out, "  {}", sprt_text(&sprt, &tally))?;
    }
    if standings.players.len() > 2 {
        ranking(out, standings)?;
    }
    if let Some(crash) = &standings.crash {
        writeln!(out, "stopped by a crash, which counts for nobody: {}", game_line(crash))?;
    }
    for PlayerStanding { name, failures, .. } in &standings.players {
        if let Some(crashes) = failures.get(&Termination::Crash) {
            writeln!(out, "warning: {name} ended by itself in {crashes} games, which count as lost")?;
        }
    }
    let games = standings.games();
    let endings = standings.endings.iter().map(|(ending, count)| format!("{ending} {count}"));
    writeln!(out, "{games} games, black scored {:.1} %", black_score(standings) * 100.0)?;
    writeln!(out, "ended by: {}", endings.collect::<Vec<_>>().join(", "))?;
    for PlayerStanding { name, failures, legal_moves, time, stats, .. } in &standings.players {
        let mean_ms = time.as_secs_f64() * 1000.0 / (*legal_moves).max(1) as f64;
        write!(out, "{name}: {legal_moves} moves, {mean_ms:.1} ms each")?;
        if stats.late_moves > 0 || !stats.worst_lateness.is_zero() {
            let worst = stats.worst_lateness.as_millis();
            write!(out, ", {} late by up to {worst} ms", stats.late_moves)?;
        }
        if stats.peak_memory > 0 {
            write!(out, ", {} MB at most", stats.peak_memory >> 20)?;
        }
        let failures = failures.iter().map(|(cause, count)| format!(", {count} lost by {cause}"));
        writeln!(out, "{}", failures.collect::<String>())?;
    }
    let players = standings.players.iter().zip(&options.engines);
    let players = players.map(|(player, engine)| (&*player.name, &player.time_use, engine.limits.match_ms));
    time_use::table(out, players)
}

fn pairing(out: &mut dyn Write, tally: &Tally) -> io::Result<()> {
    writeln!(
        out,
        "  games  +{} ={} -{}  score {:.1} %, draws {:.1} %",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.score() * 100.0,
        tally.draw_ratio() * 100.0
    )?;
    let pairs = tally.pairs.map(|count| count.to_string()).join(", ");
    writeln!(out, "  pairs  [{pairs}] with 0, 1/2, 1, 1 1/2, 2 points")?;
    let (elo, normalized) = (estimate(tally.elo()), estimate(tally.normalized_elo()));
    writeln!(out, "  Elo    {elo}   normalised {normalized}")
}

/// Which player is stronger, with the likelihood of superiority (LOS) of the first.
fn superior_text(tally: &Tally, [first, second]: [&str; 2]) -> String {
    let who = match tally.superior() {
        Superior::First => first,
        Superior::Second => second,
        Superior::Neither => "nobody yet",
        Superior::TooFew => {
            let games = 2 * tally.pairs.iter().sum::<u32>();
            return format!("superior: unknown, {games} of at least {MIN_GAMES} games in whole pairs");
        }
    };
    let los = tally.superiority().unwrap_or(0.5) * 100.0;
    format!("superior: {who}   LOS {los:.1} %")
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| "unknown".to_owned(), |e| format!("{:+.1} ± {:.1}", e.value, e.error))
}

fn sprt_text(sprt: &Sprt, tally: &Tally) -> String {
    let llr = sprt.llr(&tally.pairs);
    let unit = match sprt.model {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalised Elo",
    };
    format!(
        "SPRT   LLR {llr:.2} in ({:.2}, {:.2}) for {unit} {} against {}: {}",
        sprt.lower_bound(),
        sprt.upper_bound(),
        sprt.elo0,
        sprt.elo1,
        verdict_text(sprt.verdict(llr))
    )
}

const fn verdict_text(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::AcceptH0 => "failed",
        SprtVerdict::AcceptH1 => "passed",
        SprtVerdict::Continue => "open",
    }
}

fn ranking(out: &mut dyn Write, standings: &Standings) -> io::Result<()> {
    let row = |(number, player)| -> (&PlayerStanding, Tally) { (player, standings.total(number)) };
    let mut rows: Vec<_> = standings.players.iter().enumerate().map(row).collect();
    rows.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()));
    writeln!(out, "rank  score    games  Elo               player")?;
    for (place, (PlayerStanding { name, .. }, tally)) in (1..).zip(rows) {
        let (score, games, elo) = (tally.score() * 100.0, tally.games(), estimate(tally.elo()));
        writeln!(out, "{place:4}  {score:5.1} %  {games:5}  {elo:<16}  {name}")?;
    }
    Ok(())
}

fn black_score(standings: &Standings) -> f64 {
    let points = u32::try_from(standings.black_half_points).map_or(f64::NAN, f64::from) / 2.0;
    points / f64::from(standings.games().max(1))
}

/// The report as JSON.
pub fn json(standings: &Standings, options: &MatchOptions) -> Value {
    let pairings = standings.pairings.iter().map(|Pairing { players, tally }| {
        let [first, second] = players.map(|player| &standings.players[player]);
        let is_measure = !first.has_never_moved() && !second.has_never_moved();
        json!({
            "first": first.name,
            "second": second.name,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "score": tally.score(),
            "elo": tally.elo(),
            "normalized_elo": tally.normalized_elo(),
            "superiority": tally.superiority().filter(|_| is_measure),
            "superior": superior_json(tally.superior()).filter(|_| is_measure),
            "sprt": standings.tested(options).map(|(sprt, tally)| sprt_json(&sprt, &tally)),
        })
    });
    let counts = |map: &BTreeMap<Termination, u32>| -> Value {
        map.iter().map(|(cause, count)| (cause.name().to_owned(), Value::from(*count))).collect()
    };
    let players = standings.players.iter().zip(&options.engines).map(|(player, engine)| {
        let PlayerStanding { name, failures, legal_moves, time, stats, time_use, .. } = player;
        json!({
            "name": name,
            "failures": counts(failures),
            "moves": legal_moves,
            "seconds": time.as_secs_f64(),
            "late_moves": stats.late_moves,
            "worst_lateness_seconds": stats.worst_lateness.as_secs_f64(),
            "peak_memory_bytes": stats.peak_memory,
            "match_time_used": engine.limits.match_ms.map(|match_ms| time_use.json(match_ms)),
        })
    });
    json!({
        "games": standings.games(),
        "black_score": black_score(standings),
        "endings": counts(&standings.endings),
        "crash": standings.crash.as_ref().map(game_line),
        "pairings": pairings.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
    })
}

/// `first`, `second` or nothing.
const fn superior_json(superior: Superior) -> Option<&'static str> {
    match superior {
        Superior::First => Some("first"),
        Superior::Second => Some("second"),
        Superior::Neither | Superior::TooFew => None,
    }
}

fn sprt_json(sprt: &Sprt, tally: &Tally) -> Value {
    let llr = sprt.llr(&tally.pairs);
    json!({
        "llr": llr,
        "lower": sprt.lower_bound(),
        "upper": sprt.upper_bound(),
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "verdict": verdict_text(sprt.verdict(llr)),
    })
}
