//! The code pages that games name.

use super::syntax::is_root;
use crate::record::encoding::CodePage;

/// Largest number of bytes that the name of a code page may have here.
const MAX_NAME: usize = 40;

/// A file in its games, each with the code page that it names by `CA`; those without one that follow each
/// other are one part, and so is what stands before the first game. Neither brackets nor semicolons are part of
/// a character in any of them.
pub(in crate::record) fn code_pages(bytes: &[u8]) -> Vec<(&[u8], Option<CodePage>)> {
    let mut parts: Vec<(usize, Option<CodePage>)> = Vec::new();
    // The last part, and the last bracket of a game or a variation.
    let (mut last, mut bracket) = ((0, None), 0);
    for (at, pair) in bytes.windows(2).enumerate() {
        let behind = &bytes[at + 2..];
        if pair == b"(;" {
            bracket = at;
            if last.1.is_some() && is_root(behind) {
                parts.push(std::mem::replace(&mut last, (at, None)));
            }
        } else if pair == b"CA"
            && let page @ Some(_) = named(behind)
            && page != last.1
        {
            if bracket > last.0 {
                parts.push(std::mem::replace(&mut last, (bracket, page)));
            } else if last.1.is_none() {
                last.1 = page;
            }
        }
    }
    parts.push(last);
    let ends = parts.iter().skip(1).map(|&(start, _)| start).chain([bytes.len()]);
    parts.iter().zip(ends).map(|(&(start, page), end)| (&bytes[start..end], page)).collect()
}

/// The code page of a value.
fn named(value: &[u8]) -> Option<CodePage> {
    let value = value.strip_prefix(b"[")?;
    let end = value.iter().take(MAX_NAME).position(|&byte| byte == b']')?;
    std::str::from_utf8(&value[..end]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_of_a_collection_has_its_code_page() {
        let (gbk, utf_8) = (&b"(;CA[GB2312]PB[\xba\xda\xca\xa4])"[..], "(;CA[UTF-8]PB[黒])".as_bytes());
        let none = &b"(;PB[a]GM[4];B[hh](;W[ii])(;W[gg]))"[..];
        let parts: Vec<_> = [b"\n", gbk, gbk, none, none, utf_8, gbk].concat();
        let pages = code_pages(&parts);
        let found: Vec<_> = pages.iter().map(|(part, page)| (part.len(), page.map(CodePage::name))).collect();
        let (g, gbk, utf_8) = (gbk.len(), Some("GBK"), (utf_8.len(), Some("UTF-8")));
        assert_eq!(found, [(1, None), (g, gbk), (g, gbk), (2 * none.len(), None), utf_8, (g, gbk)]);
        assert_eq!(code_pages(b"(;B[hh])"), [(&b"(;B[hh])"[..], None)]);
        // In time that grows with the length, not with its square.
        assert_eq!(code_pages(&b"CA[".repeat(1 << 20)).len(), 1);
        let names = [b"(;", &b"CA[GBK]CA[Big5]".repeat(1 << 17)[..]].concat();
        assert_eq!(code_pages(&names).len(), 1);
    }
}
