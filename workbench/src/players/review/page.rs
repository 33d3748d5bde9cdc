//! A reviewed game as one HTML page.

use super::Review;
use rustgomo_web::ReportPage;

impl Review {
    /// The page: a single file with style, script and the review as JSON, without external resources.
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
