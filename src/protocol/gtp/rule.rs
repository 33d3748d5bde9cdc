//! Commands about the rule: our own, and KataGo's.

use super::call::{Call, Reply, Row};
use super::failure::Failure;
use crate::engine::Change;
use crate::rules::Rule;

pub(super) const COMMANDS: &[Row] = &[
    ("rustgomo-rule", |call| match call.arguments.first() {
        None => Ok(Reply::Text(call.rule().to_string())),
        Some(name) => set_rule(call, &name.clone()),
    }),
    ("kata-set-rules", |call| {
        let text = call.arguments.join(" ");
        let name = basic_rule(&text).unwrap_or(&text);
        set_rule(call, name)
    }),
    ("kata-get-rules", |call| {
        let rule = call.rule();
        Ok(Reply::Text(format!("{{\"basicrule\": \"{rule}\"}}")))
    }),
];

/// Changes the rule. The game stays.
pub(super) fn set_rule(call: &mut Call, name: &str) -> Result<Reply, Failure> {
    let rule = rule(name).ok_or(Failure::Rules)?;
    call.context.engine.change(Change::Rule(rule));
    Ok(Reply::DONE)
}

/// A rule by its name, in any case.
fn rule(name: &str) -> Option<Rule> {
    match name.to_ascii_lowercase().as_str() {
        "gomoku" => Some(Rule::Freestyle),
        name => name.parse().ok(),
    }
}

/// The rule's name in a JSON object such as `{"basicrule": "renju"}`.
fn basic_rule(json: &str) -> Option<&str> {
    let (_, rest) = json.strip_prefix('{')?.split_once("\"basicrule\"")?;
    let (_, rest) = rest.split_once(':')?;
    let (_, rest) = rest.split_once('"')?;
    rest.split_once('"').map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_from_objects() {
        assert_eq!(basic_rule("{\"a\": 1, \"basicrule\" : \"renju\"}"), Some("renju"));
        for text in ["renju", "{}", "{\"basicrule\"", "{\"basicrule\":4}", "{\"basicrule\":\"x"] {
            assert_eq!(basic_rule(text), None, "{text}");
        }
    }
}
