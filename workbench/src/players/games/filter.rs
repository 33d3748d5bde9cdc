//! Which games of many are meant.

use anyhow::{Result, bail};
use clap::Args;

use super::Told;
use crate::values;
use rustgomo::opening::NamedOpening;
use rustgomo::record::{GameRecord, GameResult};

/// Which games of files are taken: those that agree with all that is given.
#[derive(Clone, Debug, Default, Args)]
pub struct Filter {
    /// Only games of a player whose name has this in it.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games of this year, or of these: 1999 or 1999-2005.
    #[arg(long, value_name = "YEARS", value_parser = values::years)]
    year: Option<(u16, u16)>,
    /// Only games of the opening with this number, or with this in its name: D4, or Kagetsu.
    #[arg(long, value_name = "NAME")]
    named: Option<String>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or *.
    #[arg(long, value_parser = values::result)]
    result: Option<GameResult>,
}

impl Filter {
    /// Whether it takes some games only.
    pub const fn is_set(&self) -> bool {
        self.player.is_some() || self.year.is_some() || self.named.is_some() || self.result.is_some()
    }

    /// Whether it takes a game.
    pub fn takes(&self, game: &GameRecord) -> bool {
        let is_in = |part: &Option<String>, text: &dyn Fn() -> String| {
            part.as_ref().is_none_or(|part| text().to_lowercase().contains(&part.to_lowercase()))
        };
        let year = || game.detail("DT").and_then(year_of);
        self.result.is_none_or(|result| result == game.result)
            && self.year.is_none_or(|(from, to)| year().is_some_and(|year: u16| (from..=to).contains(&year)))
            && is_in(&self.player, &|| game.names.0.join("\n"))
            && self.named.as_ref().is_none_or(|named| has_opening(game, named))
    }
}

/// The year of a date: its first four digits together, as in 2004-05-01, 1 May 2004 and 20040501.
fn year_of(date: &str) -> Option<u16> {
    let mut numbers = date.split(|c: char| !c.is_ascii_digit());
    numbers.find_map(|number| number.get(..4))?.parse().ok()
}

/// Games that are taken one after another: those of a filter, or the one of a number among them.
#[derive(Debug)]
pub struct Choice<'a> {
    filter: &'a Filter,
    /// The number of the only game, from 1.
    game: Option<usize>,
    /// Number of games that the filter has taken.
    count: usize,
}

impl<'a> Choice<'a> {
    /// The games of a filter, or only one.
    pub const fn new(filter: &'a Filter, game: Option<usize>) -> Self {
        Self { filter, game, count: 0 }
    }

    /// Whether the game with this number is taken. With a filter the games that it takes are counted.
    pub fn takes(&mut self, number: usize, game: &GameRecord) -> bool {
        if self.filter.is_set() && !self.filter.takes(game) {
            return false;
        }
        self.count += 1;
        let number = if self.filter.is_set() { self.count } else { number };
        self.game.is_none_or(|game| game == number)
    }

    /// Checks that some game was written.
    pub fn finish(&self, told: &Told, written: usize) -> Result<()> {
        if written > 0 {
            return Ok(());
        }
        let last = if self.filter.is_set() { self.count } else { told.games };
        match self.game {
            Some(found) if last > 0 && !(1..=last).contains(&found) => {
                bail!("expected the number of a game from 1 to {last}, found {found}")
            }
            Some(found) if !self.filter.is_set() => {
                let fault = told.refusal(found).map_or_else(|| format!("game {found}"), str::to_owned);
                bail!("expected a game that can be read: {fault}")
            }
            _ => match told.first_fault() {
                Some(fault) if self.count > 0 => bail!("{fault}"),
                _ => bail!("expected a game with what is asked for, found none"),
            },
        }
    }
}

/// Whether the opening on the board, or what the file calls it, has this number, or this in its name.
fn has_opening(game: &GameRecord, named: &str) -> bool {
    let first: Vec<_> = game.squares().take(3).collect();
    let opening = NamedOpening::turned(&first, game.size, game.rule).map(|(opening, _)| opening.to_string());
    let mut texts = [opening.as_deref(), game.detail("ON")].into_iter().flatten();
    if NamedOpening::all().any(|opening| opening.code.eq_ignore_ascii_case(named)) {
        // D1 is not D10.
        return texts.any(|text| text.split(' ').any(|word| word.eq_ignore_ascii_case(named)));
    }
    texts.any(|text| text.to_lowercase().contains(&named.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustgomo::record::read_bytes;
    use rustgomo::rules::Rule;

    #[test]
    fn a_game_is_taken_if_it_agrees_with_all_that_is_given() {
        let text = "(;GM[4]RU[renju]PB[Ando Meritee]PW[Ants Soosorv]DT[1997-08-09]RE[B+];B[hh];W[hg];B[hf])";
        let game = read_bytes(text.as_bytes(), Rule::Renju).unwrap().remove(0);
        let filter = |player: &str, year: (u16, u16), named: &str, result: &str| Filter {
            player: Some(player.to_owned()),
            year: Some(year),
            named: Some(named.to_owned()),
            result: GameResult::from_name(result),
        };
        assert!(filter("merit", (1997, 1997), "d1", "1-0").takes(&game));
        assert!(filter("SOOS", (1990, 2000), "", "1-0").takes(&game));
        let named = |named: &str, moves: &str| {
            let text = format!("(;GM[4]RU[renju]{moves})");
            let game = read_bytes(text.as_bytes(), Rule::Renju).unwrap().remove(0);
            Filter { named: Some(named.to_owned()), ..Filter::default() }.takes(&game)
        };
        for (name, is_taken) in [("D13", true), ("d13", true), ("Yusei", true), ("D1", false), ("usei", true)]
        {
            assert_eq!(named(name, ";B[hh];W[hg];B[jj]"), is_taken, "{name}");
        }
        assert!(!filter("Tarannikov", (1997, 1997), "", "1-0").takes(&game));
        assert!(!filter("", (1998, 2000), "", "1-0").takes(&game));
        assert!(!filter("", (1997, 1997), "I3", "1-0").takes(&game));
        assert!(!filter("", (1997, 1997), "", "0-1").takes(&game));
        assert!(Filter::default().takes(&game) && !Filter::default().is_set());
        for date in ["2004-05-01", "2004/05/01", "1 May 2004", "20040501", "01.05.2004"] {
            assert_eq!(year_of(date), Some(2004), "{date}");
        }
        assert_eq!(year_of("04-05-01"), None);
    }
}
