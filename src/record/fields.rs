//! `key=value` fields with quoted texts.

use std::fmt::Write;

/// Quotes a text, escaping quotation marks, backslashes and control characters.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Splits the first `key=value` off a text without leading blanks: the key, the unquoted value, and the rest.
pub(super) fn next_field(text: &str) -> Option<(&str, String, &str)> {
    let (key, rest) = text.split_once('=')?;
    if key.is_empty() || key.contains(char::is_whitespace) {
        return None;
    }
    if let Some(body) = rest.strip_prefix('"') {
        let (value, rest) = unquoted(body)?;
        return Some((key, value, rest.trim_start()));
    }
    let (value, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((key, value.to_owned(), rest.trim_start()))
}

/// Reads up to the closing quotation mark.
fn unquoted(body: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = body.chars();
    loop {
        match rest.next()? {
            '"' => return Some((value, rest.as_str())),
            '\\' => match rest.next()? {
                'u' => {
                    let (code, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                    value.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    rest = after.chars();
                }
                escape => value.push(escape),
            },
            c => value.push(c),
        }
    }
}
