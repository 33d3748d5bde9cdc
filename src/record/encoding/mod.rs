//! Texts of files in the code pages of thirty years.
//!
//! [`CodePage`] decodes and encodes; a [`Detector`] is shown all texts of a file and finds the page of those
//! that are not UTF-8; the [`Decoder`] it becomes decodes them one by one and counts what it cannot. Every
//! byte stays visible. Imports: `geometry`. Used by: the readers and writers of `record`, and `database`.

mod code_page;
mod detector;

pub use code_page::{CodePage, UnknownCodePage};
pub(crate) use detector::{Decoder, Detector, is_misnamed};
