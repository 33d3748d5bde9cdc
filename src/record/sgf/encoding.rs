//! The code pages that games name.

use crate::record::encoding::CodePage;

/// Largest number of bytes that the name of a code page may have here.
const MAX_NAME: usize = 40;

/// A file in the parts whose games name one code page by `CA`. Neither brackets nor semicolons are part of a
/// character in any of them.
pub(in crate::record) fn code_pages(bytes: &[u8]) -> Vec<(&[u8], Option<CodePage>)> {
    let mut parts: Vec<(usize, Option<CodePage>)> = vec![(0, None)];
    for (at, _) in bytes.windows(2).enumerate().filter(|(_, pair)| *pair == b"CA") {
        let Some(value) = bytes[at + 2..].strip_prefix(b"[") else { continue };
        let end = value.iter().take(MAX_NAME).position(|&byte| byte == b']');
        let value = &value[..end.unwrap_or(0)];
        let Some(page) = std::str::from_utf8(value).ok().and_then(|name| name.parse().ok()) else { continue };
        let last = parts.last().copied().unwrap_or_default();
        if last.1 == Some(page) {
            continue;
        }
        let game =
            bytes[last.0..at].windows(2).rposition(|pair| pair == b"(;").map_or(0, |start| last.0 + start);
        match parts.last_mut() {
            Some(last) if last.1.is_none() => last.1 = Some(page),
            _ => parts.push((game, Some(page))),
        }
    }
    let ends = parts.iter().skip(1).map(|&(start, _)| start).chain([bytes.len()]).collect::<Vec<_>>();
    parts.iter().zip(ends).map(|(&(start, page), end)| (&bytes[start..end], page)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_of_a_collection_has_its_code_page() {
        let (gbk, utf_8) = (&b"(;CA[GB2312]PB[\xba\xda\xca\xa4])"[..], "(;CA[UTF-8]PB[黒])".as_bytes());
        let parts: Vec<_> = [b"\n", gbk, gbk, utf_8, gbk].concat();
        let pages = code_pages(&parts);
        let found: Vec<_> = pages.iter().map(|(part, page)| (part.len(), page.map(CodePage::name))).collect();
        let (g, u) = (gbk.len(), utf_8.len());
        assert_eq!(found, [(1 + 2 * g, Some("GBK")), (u, Some("UTF-8")), (g, Some("GBK"))]);
        assert_eq!(code_pages(b"(;B[hh])"), [(&b"(;B[hh])"[..], None)]);
        // In time that grows with the length, not with its square.
        assert_eq!(code_pages(&b"CA[".repeat(1 << 20)).len(), 1);
    }
}
