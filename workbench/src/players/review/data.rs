//! A reviewed game as data for the table, JSON, graph and page.

use serde::Serialize;

use super::proofs::Stage;
use crate::players::analyze::{Claim, ProofsReport};
use crate::search_options::described;
use rustgomo::board::square_names;
use rustgomo::engine::NAME;
use rustgomo::geometry::{BoardSize, Color, Square};
use rustgomo::opening::NamedOpening;
use rustgomo::record::{GameRecord, GameResult};
use rustgomo::report::{EndReport, GamePosition, GameReport, MarkCounts, MoveReport, PositionReport};
use rustgomo::rules::Rule;
use rustgomo::search::Limits;
use rustgomo_web::ReportPage;

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedPosition {
    /// What the search found.
    #[serde(flatten)]
    pub searched: GamePosition,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// What is known without a search.
    #[serde(flatten)]
    pub position: PositionReport,
    /// What is proved, and what is claimed.
    #[serde(flatten)]
    pub proofs: ProofsReport,
}

impl ReviewedPosition {
    fn new(searched: GamePosition, Stage { board, evaluation }: &Stage, rule: Rule) -> Self {
        let (win, loss, is_over) =
            (evaluation.win.as_ref(), evaluation.loss.as_ref(), searched.best_line.is_empty());
        let claimed = (!is_over).then_some((searched.score, Claim::new(evaluation.is_from_database)));
        Self {
            searched,
            depth: evaluation.depth,
            position: PositionReport::new(board, rule, is_over),
            proofs: ProofsReport::new((board, rule), (win, loss), claimed),
        }
    }

    /// Whether the search claims a win or loss that is not proved.
    pub(super) fn is_unproved(&self) -> bool {
        self.proofs.unproved() == Some(Claim::Search)
    }
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// Name and version of the engine.
    pub engine: String,
    /// Limit of the search of each position.
    pub limit: String,
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// Name of the player.
    pub black: String,
    /// Name of the player.
    pub white: String,
    /// The result of the record; that of the board if the record has none.
    pub result: &'static str,
    /// The termination in the record.
    pub remark: String,
    /// One of the 26 renju openings, such as `D4 Kagetsu`.
    pub opening: Option<String>,
    /// The end on the board.
    pub end: Option<EndReport>,
    /// Moves of the game up to its end.
    pub length: usize,
    /// Black's stones before the first move.
    pub setup_black: Vec<String>,
    /// White's stones before the first move.
    pub setup_white: Vec<String>,
    /// Side to move first.
    pub first: Color,
    /// The moves of the game up to its end.
    pub game: Vec<String>,
    /// Moves of the record after the end, which are not reviewed.
    pub after_end: Vec<String>,
    /// How many of black's moves have each mark.
    pub black_marks: MarkCounts,
    /// How many of white's moves have each mark.
    pub white_marks: MarkCounts,
    /// The reviewed moves in order: the last ones only after an interruption.
    pub moves: Vec<MoveReport>,
    /// The reviewed positions in order: one more than moves.
    pub positions: Vec<ReviewedPosition>,
    /// Why the database was not asked any more.
    #[serde(skip)]
    pub database_error: Option<String>,
}

impl Review {
    pub(super) fn new(
        game: &GameRecord,
        limits: &Limits,
        end: Option<EndReport>,
        report: GameReport,
        stages: &[Stage],
    ) -> Self {
        let GameReport { black_marks, white_marks, moves, positions, .. } = report;
        let positions = positions.into_iter().zip(stages);
        let [black, white] = game.names.0.clone();
        let [setup_black, setup_white] = [Color::Black, Color::White]
            .map(|color| square_names(game.setup.stones[color].iter(), game.size));
        let first: Vec<Square> = game.squares().take(3).collect();
        let is_usual = game.setup.is_default();
        let opening = is_usual.then(|| NamedOpening::of(&first, game.size, game.rule)).flatten();
        let mut names = square_names(game.squares(), game.size);
        let after_end = names.split_off(end.as_ref().map_or(names.len(), |end| end.move_number.unwrap_or(0)));
        let result = match (&end, game.result) {
            (Some(end), GameResult::Unfinished) => end.result,
            _ => game.result.name(),
        };
        Self {
            engine: format!("{} {}", NAME, env!("CARGO_PKG_VERSION")),
            limit: described(limits),
            rule: game.rule,
            size: game.size,
            black,
            white,
            result,
            remark: game.remark.clone(),
            opening: opening.map(|opening| opening.to_string()),
            end,
            length: names.len(),
            setup_black,
            setup_white,
            first: game.setup.side_to_move,
            game: names,
            after_end,
            black_marks,
            white_marks,
            moves,
            positions: positions
                .map(|(searched, stage)| ReviewedPosition::new(searched, stage, game.rule))
                .collect(),
            database_error: None,
        }
    }

    /// The review as an HTML page: a single file with style, script and the review as JSON, without external
    /// resources.
    pub fn page(&self) -> serde_json::Result<String> {
        ReportPage::REVIEW.with(self)
    }
}

#[cfg(test)]
mod tests {
    use crate::meter::NoMeter;
    use crate::players::review::{self, Review};
    use rustgomo::StopHandle;
    use rustgomo::board::parse_square;
    use rustgomo::geometry::{BoardSize, Color};
    use rustgomo::record::GameRecord;
    use rustgomo::rules::Rule;
    use rustgomo::search::Limits;
    use rustgomo::search::Searcher;

    fn reviewed(name: &str) -> Review {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Freestyle);
        for square in ["h8", "i9", "h9"] {
            game.push(parse_square(square, game.size).unwrap());
        }
        game.names.0[0] = name.to_owned();
        let limits = Limits { analysis: true, ..Limits::nodes(200) };
        let mut searcher = Searcher::new(1 << 20);
        review::review(&game, &limits, &mut searcher, None, &StopHandle::new(), &NoMeter).unwrap()
    }

    /// The JSON between the two tags.
    fn data(page: &str) -> &str {
        let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
        rest.split_once("</script>").unwrap().0
    }

    #[test]
    fn a_name_cannot_leave_its_place() {
        for name in
            ["</script><script>alert(1)</script>", "<!--<script>", "a & b \u{2028} \"\\", "{data}{script}"]
        {
            let page = reviewed(name).page().unwrap();
            let read: serde_json::Value = serde_json::from_str(data(&page)).unwrap();
            assert_eq!(read["black"], name);
            assert_eq!(page.matches("</script>").count(), 2, "{name}");
            assert!(!data(&page).contains(['<', '>', '&', '\u{2028}']));
        }
    }

    #[test]
    fn stones_that_were_set_up_are_in_the_data_and_colours_follow_the_first_move() {
        let record = "(;GM[4]SZ[15]AB[h8][h9]AW[i8][i9][a1]PL[B];B[h10];W[i10];B[h11];W[i11];B[h12])";
        let game = rustgomo::record::sgf::read(record).unwrap().remove(0);
        let (limits, mut searcher) =
            (Limits { analysis: true, ..Limits::nodes(200) }, Searcher::new(1 << 20));
        let review =
            review::review(&game, &limits, &mut searcher, None, &StopHandle::new(), &NoMeter).unwrap();
        assert_eq!((review.setup_black.join(" "), review.first), ("h9 h8".to_owned(), Color::Black));
        let last = review.moves.last().map(|last| (last.color, last.after.to_string()));
        assert_eq!(last, Some((Color::Black, "+M1".to_owned())));
        let data = serde_json::to_value(&review).unwrap();
        assert_eq!(data["setup_white"], serde_json::json!(["i9", "i8", "a1"]));
        let game = rustgomo::record::sgf::read("(;GM[4]SZ[15]AB[h8];W[i9];B[h9])").unwrap().remove(0);
        let review =
            review::review(&game, &limits, &mut searcher, None, &StopHandle::new(), &NoMeter).unwrap();
        assert_eq!(
            review.moves.iter().map(|played| played.color).collect::<Vec<_>>(),
            [Color::White, Color::Black]
        );
    }

    #[test]
    fn every_position_is_in_the_data() {
        let review = reviewed("A");
        let numbers: Vec<usize> = review.positions.iter().map(|position| position.searched.number).collect();
        assert_eq!(numbers, [0, 1, 2, 3]);
        assert!(review.positions.iter().all(|position| !position.searched.best_line.is_empty()));
    }
}
