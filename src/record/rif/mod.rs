//! The games of renju.net: a database in XML, `renjunet_v10_YYYYMMDD.rif`, read only.
//!
//! Beside `games` it has lists of `countries`, `cities`, `rules`, `openings`, `players` and `tournaments`,
//! each an element with an `id` and a `name` that games and other lists point to. A `game` has as attributes
//! `id`, `publisher`, `tournament`, `round`, `rule`, `black`, `white`, `bresult` (black's points: 1, 0.5 or
//! 0), `btime` and `wtime`, `opening`, `alt` (the fifth moves offered) and `swap`, and inside a `move` with
//! squares such as `h8 i9` and an `info`. There is no published description: this is after the programs that
//! read it, among them <https://github.com/gomoku>'s ranking, and
//! <https://quinstella.net/dev/renjunet_database_format/>.
//!
//! What has no place in a [`GameRecord`](super::GameRecord) is kept among its details, under SGF's names
//! where it has them: `EV` tournament, `RO` round, `DT` date, `PC` place, `ON` opening; the opening rule is
//! `OR`, and other attributes have their own names in capital letters.

mod database;
mod lists;

pub(super) use database::{Database, declared_page, matches_header};
