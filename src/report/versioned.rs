//! The head of every answer.

use serde::Serialize;

/// The number of the form of all answers, which a change that readers must know about raises.
const SCHEMA: u32 = 1;

/// An answer with the number of its form as `schema`. The body must be a struct or a map.
///
/// # Examples
/// ```
/// use rustgomo::report::Versioned;
///
/// let body = std::collections::BTreeMap::from([("games", 3)]);
/// assert_eq!(serde_json::to_string(&Versioned::new(body))?, r#"{"schema":1,"games":3}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Versioned<T> {
    schema: u32,
    #[serde(flatten)]
    body: T,
}

impl<T: Serialize> Versioned<T> {
    /// An answer with this body.
    pub const fn new(body: T) -> Self {
        Self { schema: SCHEMA, body }
    }
}
