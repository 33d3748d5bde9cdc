//! A reviewed game as one HTML page.

use std::fmt::Write;

use super::Review;

/// The script of the page, behind the modules that it shares with the board in the browser.
const MODULES: [(&str, &str); 9] = [
    ("squares", include_str!("../../page/shared/squares.js")),
    ("element", include_str!("../../page/shared/element.js")),
    ("heat", include_str!("../../page/shared/heat.js")),
    ("notes", include_str!("../../page/shared/notes.js")),
    ("board", include_str!("../../page/shared/board.js")),
    ("graph", include_str!("../../page/shared/graph.js")),
    ("mistakes", include_str!("../../page/shared/mistakes.js")),
    ("proof", include_str!("../../page/shared/proof.js")),
    ("review", include_str!("../../page/review.js")),
];
const STYLE: &str =
    concat!(include_str!("../../page/shared/style.css"), include_str!("../../page/review.css"));

impl Review {
    /// The page: a single file with style, script and the review as JSON, without external resources.
    ///
    /// # Errors
    /// If serialization fails, which does not happen.
    pub fn page(&self) -> serde_json::Result<String> {
        let data = script_safe(&serde_json::to_string(self)?);
        Ok(format!(include_str!("../../page/review.html"), style = STYLE, script = script(), data = data))
    }
}

/// All modules as one script: a page that is opened from a disk cannot import files.
fn script() -> String {
    let lines =
        MODULES.iter().flat_map(|(_, module)| module.lines()).filter(|line| !line.starts_with("import "));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect();
    format!("\"use strict\";\n(() => {{\n{}\n}})();\n", lines.join("\n"))
}

/// Escapes JSON for a script element, which strings from files must not end. The escaped characters occur
/// inside strings only.
fn script_safe(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\\u{:04x}", u32::from(character));
            }
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{MODULES, script};
    use crate::interrupt::Interrupt;
    use crate::meter::NoMeter;
    use crate::review::{self, Review};
    use crate::search_limit::SearchLimit;
    use rustgomo::board::parse_square;
    use rustgomo::geometry::BoardSize;
    use rustgomo::record::GameRecord;
    use rustgomo::rules::Rule;
    use rustgomo::search::Searcher;

    fn reviewed(name: &str) -> Review {
        let mut game = GameRecord::new(BoardSize::default(), Rule::Freestyle);
        for square in ["h8", "i9", "h9"] {
            game.push(parse_square(square, game.size).unwrap());
        }
        game.names.0[0] = name.to_owned();
        let limit = SearchLimit { nodes: Some(200), ..SearchLimit::default() };
        let mut searcher = Searcher::new(1 << 20);
        review::review(&game, limit, &mut searcher, None, &Interrupt::default(), &NoMeter).unwrap()
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
    fn the_page_asks_for_nothing_from_outside() {
        let page = reviewed("A").page().unwrap();
        assert!(page.contains("default-src 'none'"));
        for word in ["src=", "href=", "@import", "fetch(", "XMLHttpRequest"] {
            assert!(!page.contains(word), "{word}");
        }
        // Parts of a picture are named by their place in the page.
        assert!(page.match_indices("url(").all(|(at, _)| page[at..].starts_with("url(#")));
    }

    #[test]
    fn each_module_follows_those_that_it_imports() {
        for (index, (name, module)) in MODULES.iter().enumerate() {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let (_, path) = line.split_once("from './").unwrap_or_else(|| panic!("{name}: {line}"));
                let imported = path.trim_start_matches("shared/").trim_end_matches(".js';");
                assert!(MODULES[..index].iter().any(|(module, _)| *module == imported), "{name}: {imported}");
            }
        }
        assert!(!script().contains("\nimport ") && !script().contains("\nexport "));
    }

    #[test]
    fn stones_that_were_set_up_are_in_the_data_and_colours_follow_the_first_move() {
        let record = "(;GM[4]SZ[15]AB[h8][h9]AW[i8][i9][a1]PL[B];B[h10];W[i10];B[h11];W[i11];B[h12])";
        let game = rustgomo::record::sgf::read(record).unwrap().remove(0);
        let (limit, mut searcher) =
            (SearchLimit { nodes: Some(200), ..SearchLimit::default() }, Searcher::new(1 << 20));
        let review =
            review::review(&game, limit, &mut searcher, None, &Interrupt::default(), &NoMeter).unwrap();
        assert_eq!((review.setup_black.join(" "), review.first), ("h9 h8".to_owned(), "black"));
        let last = review.moves.last().map(|last| (last.color, last.after.to_string()));
        assert_eq!(last, Some(("black", "+M1".to_owned())));
        let data = serde_json::to_value(&review).unwrap();
        assert_eq!(data["setup_white"], serde_json::json!(["i9", "i8", "a1"]));
        let game = rustgomo::record::sgf::read("(;GM[4]SZ[15]AB[h8];W[i9];B[h9])").unwrap().remove(0);
        let review =
            review::review(&game, limit, &mut searcher, None, &Interrupt::default(), &NoMeter).unwrap();
        assert_eq!(review.moves.iter().map(|played| played.color).collect::<Vec<_>>(), ["white", "black"]);
    }

    #[test]
    fn every_position_is_in_the_data() {
        let review = reviewed("A");
        let numbers: Vec<usize> = review.positions.iter().map(|position| position.number).collect();
        assert_eq!(numbers, [0, 1, 2, 3]);
        assert!(review.positions.iter().all(|position| !position.best_line.is_empty()));
    }
}
