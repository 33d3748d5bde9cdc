//! Pages of one file with a report inside: style, script and data as JSON, without external resources. They
//! are made of the modules of the board's page that know nothing of an engine.

use serde::Serialize;

/// The modules of both pages, most of them the board's too, each behind those that it imports.
const SHARED: [(&str, &str); 11] = [
    ("squares", include_str!("../page/shared/squares.js")),
    ("element", include_str!("../page/shared/element.js")),
    ("values", include_str!("../page/shared/values.js")),
    ("heat", include_str!("../page/shared/heat.js")),
    ("notes", include_str!("../page/shared/notes.js")),
    ("board", include_str!("../page/shared/board.js")),
    ("graph", include_str!("../page/shared/graph.js")),
    ("mistakes", include_str!("../page/shared/mistakes.js")),
    ("proof", include_str!("../page/shared/proof.js")),
    ("words", include_str!("../page/reports/words.js")),
    ("steps", include_str!("../page/reports/steps.js")),
];
/// The style of what they share, and of both pages.
const STYLE: &str =
    concat!(include_str!("../page/shared/style.css"), include_str!("../page/reports/page.css"));

/// A kind of page.
#[derive(Clone, Copy, Debug)]
pub struct ReportPage {
    /// The content of its body in front of the data.
    body: &'static str,
    /// Its own module.
    script: &'static str,
}

impl ReportPage {
    /// An analysed position.
    pub const POSITION: Self = Self {
        body: include_str!("../page/reports/position.html"),
        script: include_str!("../page/reports/position.js"),
    };
    /// A reviewed game.
    pub const REVIEW: Self = Self {
        body: include_str!("../page/reports/review.html"),
        script: include_str!("../page/reports/review.js"),
    };

    /// The page with this report.
    ///
    /// # Errors
    /// If serialization fails.
    pub fn with(&self, report: &impl Serialize) -> serde_json::Result<String> {
        let data = script_safe(&serde_json::to_string(report)?);
        let (body, script) = (self.body, self.script());
        Ok(format!(
            include_str!("../page/reports/page.html"),
            style = STYLE,
            body = body,
            data = data,
            script = script
        ))
    }

    /// All modules as one script: a page that is opened from a disk cannot import files.
    fn script(&self) -> String {
        let modules = SHARED.iter().map(|(_, module)| *module).chain([self.script]);
        let lines = modules.flat_map(str::lines).filter(|line| !line.starts_with("import "));
        let lines: Vec<&str> = lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect();
        format!("\"use strict\";\n(() => {{\n{}\n}})();\n", lines.join("\n"))
    }
}

/// Escapes JSON for a script element, which strings from files must not end. The escaped characters occur
/// inside strings only.
fn script_safe(json: &str) -> String {
    let escape = |json: String, c: char| json.replace(c, &format!("\\u{:04x}", u32::from(c)));
    ['<', '>', '&', '\u{2028}', '\u{2029}'].into_iter().fold(json.to_owned(), escape)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules that a module imports, by name.
    fn imported(module: &str) -> Vec<&str> {
        let lines = module.lines().filter(|line| line.starts_with("import "));
        lines.map(|line| line.rsplit_once('/').unwrap().1.trim_end_matches(".js';")).collect()
    }

    #[test]
    fn each_module_follows_those_that_it_imports() {
        let pages = [("position", ReportPage::POSITION.script), ("review", ReportPage::REVIEW.script)];
        let modules: Vec<(&str, &str)> = SHARED.into_iter().chain(pages).collect();
        for (index, (name, module)) in modules.iter().enumerate() {
            for imported in imported(module) {
                assert!(modules[..index].iter().any(|(module, _)| *module == imported), "{name}: {imported}");
            }
        }
    }

    #[test]
    fn a_page_asks_for_nothing_from_outside_and_its_modules_are_one_script() {
        for page in [ReportPage::POSITION, ReportPage::REVIEW] {
            let page = page.with(&"</script>").unwrap();
            assert!(page.contains("default-src 'none'"));
            for word in ["src=", "href=", "@import", "fetch(", "XMLHttpRequest", "\nimport ", "\nexport "] {
                assert!(!page.contains(word), "{word}");
            }
            // Parts of a picture are named by their place in the page.
            assert!(page.match_indices("url(").all(|(at, _)| page[at..].starts_with("url(#")));
            assert_eq!(page.matches("</script>").count(), 2);
        }
    }
}
