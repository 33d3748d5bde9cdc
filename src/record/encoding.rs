//! Encodings of files that do not name theirs.

/// Decodes UTF-8, else Latin-1, which every file is.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect())
}
