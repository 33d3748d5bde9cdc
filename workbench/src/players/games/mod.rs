//! Checks files of games under the rules, and converts them between formats.
//!
//! A check replays the main lines under the reference rules; conversions and merges work on whole
//! [`GameTree`](rustgomo::record::tree::GameTree)s.

mod check;
mod convert;
mod filter;
mod source;

pub use check::check;
pub use convert::{Converted, convert, convert_from, merge};
pub use filter::{Choice, Filter};
pub use source::{EncodingOption, Place, Source, Told};
