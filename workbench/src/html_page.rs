//! Pages of one file: style, script and data as JSON, without external resources.

use std::fmt::Write;

use serde::Serialize;

/// The modules that the pages share with the board in the browser, each behind those that it imports.
const SHARED: [(&str, &str); 9] = [
    ("squares", include_str!("../page/shared/squares.js")),
    ("element", include_str!("../page/shared/element.js")),
    ("values", include_str!("../page/shared/values.js")),
    ("heat", include_str!("../page/shared/heat.js")),
    ("notes", include_str!("../page/shared/notes.js")),
    ("board", include_str!("../page/shared/board.js")),
    ("graph", include_str!("../page/shared/graph.js")),
    ("mistakes", include_str!("../page/shared/mistakes.js")),
    ("proof", include_str!("../page/shared/proof.js")),
];
/// The style of what they share, and of both pages.
const STYLE: &str = concat!(include_str!("../page/shared/style.css"), include_str!("../page/page.css"));

/// A kind of page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// The content of its body in front of the data.
    pub(crate) body: &'static str,
    /// Its own module.
    pub(crate) script: &'static str,
}

impl Page {
    /// The page with this data.
    ///
    /// # Errors
    /// If serialization fails.
    pub(crate) fn with(&self, data: &impl Serialize) -> serde_json::Result<String> {
        let data = script_safe(&serde_json::to_string(data)?);
        let (body, script) = (self.body, self.script());
        Ok(format!(
            include_str!("../page/page.html"),
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
    use super::*;

    #[test]
    fn each_module_follows_those_that_it_imports() {
        for (index, (name, module)) in SHARED.iter().enumerate() {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let imported = line.split_once("from './").and_then(|(_, path)| path.strip_suffix(".js';"));
                let is_before =
                    |imported| SHARED[..index].iter().any(|(module, _)| Some(*module) == imported);
                assert!(is_before(imported), "{name}: {line}");
            }
        }
    }

    #[test]
    fn a_page_asks_for_nothing_from_outside_and_its_modules_are_one_script() {
        let page =
            Page { body: "", script: "import { element } from './shared/element.js';\nelement('g', {});" };
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
