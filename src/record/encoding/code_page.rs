//! Code pages: the encodings of texts in files.

use std::fmt::{self, Write};
use std::str::FromStr;

use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, EncoderResult, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS,
    UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
};
use thiserror::Error;

use crate::geometry::shortened;

/// The encoding of texts in a file.
///
/// # Examples
/// ```
/// use rustgomo::record::CodePage;
///
/// let page: CodePage = "GB2312".parse()?;
/// assert_eq!(page.decode(b"\xba\xda\xca\xa4").0, "黑胜");
/// assert_eq!(page.encode("黑胜").as_deref(), Some(&b"\xba\xda\xca\xa4"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CodePage(&'static Encoding);

/// A name that no code page has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a code page such as utf-8, gb18030, big5, shift_jis, euc-jp, euc-kr or windows-1251, found {found:?}"
)]
pub struct UnknownCodePage {
    /// The name, shortened.
    found: String,
}

/// Names that are no label of the Encoding Standard: those of Windows.
const WINDOWS_NAMES: [(&str, &Encoding); 6] =
    [("932", SHIFT_JIS), ("936", GBK), ("949", EUC_KR), ("950", BIG5), ("54936", GB18030), ("65001", UTF_8)];

impl FromStr for CodePage {
    type Err = UnknownCodePage;

    /// A label of the [Encoding Standard](https://encoding.spec.whatwg.org/), such as `gb2312`, or a number
    /// of Windows, such as `cp936`, in any case. Encodings whose escape
    /// sequences are ASCII, such as ISO-2022-JP, are not supported.
    fn from_str(name: &str) -> Result<Self, UnknownCodePage> {
        let label = name.trim().to_ascii_lowercase();
        let number = label.strip_prefix("cp").or_else(|| label.strip_prefix("windows-")).unwrap_or(&label);
        let of_windows = WINDOWS_NAMES.iter().find(|(known, _)| *known == number).map(|&(_, page)| page);
        let dashed = label.replace('_', "-");
        let of_label = |label: &str| Encoding::for_label_no_replacement(label.as_bytes());
        let found = of_label(&label).or_else(|| of_label(&dashed)).filter(|page| *page != ISO_2022_JP);
        found.or(of_windows).map(Self).ok_or_else(|| UnknownCodePage { found: shortened(name) })
    }
}

impl fmt::Display for CodePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for CodePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Bytes that are decoded at once if some of a text have no meaning.
const PART_BYTES: usize = 1 << 10;

impl CodePage {
    /// The one that holds everything.
    pub const UTF_8: Self = Self(UTF_8);
    /// That of China, which holds everything, too.
    pub(crate) const GB18030: Self = Self(GB18030);
    /// Those that a file without a name of its own can be in, in the order in which one is preferred.
    pub(crate) const DETECTED: [Self; 9] = [
        Self(UTF_8),
        Self(GB18030),
        Self(BIG5),
        Self(SHIFT_JIS),
        Self(EUC_JP),
        Self(EUC_KR),
        Self(WINDOWS_1252),
        Self(WINDOWS_1250),
        Self(WINDOWS_1251),
    ];
    /// Those in which a Windows program without Unicode can show a text.
    const OF_WINDOWS: [Self; 7] = [
        Self(WINDOWS_1252),
        Self(WINDOWS_1250),
        Self(WINDOWS_1251),
        Self(GBK),
        Self(SHIFT_JIS),
        Self(EUC_KR),
        Self(BIG5),
    ];

    /// The name in the Encoding Standard.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether characters take two bytes or four, of either order.
    pub(in crate::record) fn is_utf_16(self) -> bool {
        self.0 == UTF_16LE || self.0 == UTF_16BE
    }

    /// Whether every character takes one byte.
    pub(super) fn is_single_byte(self) -> bool {
        self.0.is_single_byte()
    }

    /// The page that the first bytes of a file name, and how many bytes that takes.
    pub(in crate::record) fn of_byte_order_mark(bytes: &[u8]) -> Option<(Self, usize)> {
        Encoding::for_bom(bytes).map(|(page, length)| (Self(page), length))
    }

    /// The text of bytes, and the number of those that have no meaning in this code page and stand as `<8d>`
    /// in it.
    pub fn decode(self, bytes: &[u8]) -> (String, usize) {
        if let Some(text) = self.decode_whole(bytes) {
            return (text, 0);
        }
        let (mut text, mut kept) = (String::with_capacity(bytes.len() * 2 + PART_BYTES * 4), 0);
        let (mut decoder, mut at) = (self.0.new_decoder_without_bom_handling(), 0);
        loop {
            // In parts, since room is made for the longest text that a part can become.
            let part = &bytes[at..bytes.len().min(at + PART_BYTES)];
            let is_last = at + part.len() == bytes.len();
            text.reserve(
                decoder.max_utf8_buffer_length_without_replacement(part.len()).unwrap_or(part.len()),
            );
            let (result, read) = decoder.decode_to_string_without_replacement(part, &mut text, is_last);
            at += read;
            match result {
                DecoderResult::InputEmpty if is_last => return (text, kept),
                DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, pending) => {
                    // The decoder has read ahead and goes on with the pending bytes.
                    let end = at.saturating_sub(usize::from(pending));
                    for byte in &bytes[end.saturating_sub(usize::from(length))..end] {
                        // Writing to a string cannot fail.
                        let _ = write!(text, "<{byte:02x}>");
                        kept += 1;
                    }
                }
            }
        }
    }

    /// The text of bytes that all have a meaning.
    pub(in crate::record) fn decode_whole(self, bytes: &[u8]) -> Option<String> {
        self.0.decode_without_bom_handling_and_without_replacement(bytes).map(std::borrow::Cow::into_owned)
    }

    /// The bytes of a text; `None` if it has characters that this code page lacks.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        if self.0 == UTF_8 || self.is_utf_16() {
            return (self.0 == UTF_8).then(|| text.as_bytes().to_vec());
        }
        let mut encoder = self.0.new_encoder();
        let mut bytes = Vec::new();
        let mut rest = text;
        loop {
            let length = encoder.max_buffer_length_from_utf8_without_replacement(rest.len())?;
            bytes.reserve(length);
            let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => return Some(bytes),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(_) => return None,
            }
        }
    }

    /// The code page in which a Windows program of the text's readers shows it, UTF-8 if none does. Kana and
    /// Hangul tell the language; of Chinese characters the simplified ones come first.
    pub fn shown_by_windows(text: &str) -> Self {
        let has = |first: char, last: char| text.chars().any(|c| (first..=last).contains(&c));
        let of_language = if has('\u{3040}', '\u{30ff}') {
            Some(Self(SHIFT_JIS))
        } else if has('\u{ac00}', '\u{d7a3}') {
            Some(Self(EUC_KR))
        } else {
            None
        };
        let candidates = of_language.into_iter().chain(Self::OF_WINDOWS);
        candidates.into_iter().find(|page| page.encode(text).is_some()).unwrap_or(Self::UTF_8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_pages_have_the_names_of_the_web_and_of_windows() {
        for (name, page) in [
            ("GB2312", "GBK"),
            ("gb18030", "gb18030"),
            ("cp936", "GBK"),
            ("Shift_JIS", "Shift_JIS"),
            ("shift-jis", "Shift_JIS"),
            (" windows-1251 ", "windows-1251"),
            ("CP1250", "windows-1250"),
            ("iso-8859-1", "windows-1252"),
            ("UTF-8", "UTF-8"),
            ("EUC_KR", "EUC-KR"),
            ("cp950", "Big5"),
        ] {
            assert_eq!(name.parse::<CodePage>().map(CodePage::name), Ok(page), "{name}");
        }
        for name in ["iso-2022-kr", "iso-2022-cn", "hz-gb-2312", "replacement", "ISO-2022-JP", "iso_2022_jp"]
        {
            assert!(name.parse::<CodePage>().is_err(), "{name}");
        }
        let error = "klingon".parse::<CodePage>().unwrap_err().to_string();
        assert!(error.ends_with("found \"klingon\""), "{error}");
    }

    #[test]
    fn no_byte_is_dropped() {
        let page: CodePage = "gb18030".parse().unwrap();
        assert_eq!(page.decode(b"a\xba\xda\xff\xca\xa4"), ("a黑<ff>胜".to_owned(), 1));
        assert_eq!(page.decode(b"\xba"), ("<ba>".to_owned(), 1));
        assert_eq!(page.decode(b"\xba\xda\xca"), ("黑<ca>".to_owned(), 1));
        assert_eq!(CodePage::UTF_8.decode(b"\xe9b"), ("<e9>b".to_owned(), 1));
        // Longer than a part, whose end is within a character.
        let long = [b"a", &b"\xba\xda\xca\xa4".repeat(PART_BYTES)[..], b"\xff"].concat();
        assert_eq!(page.decode(&long), (format!("a{}<ff>", "黑胜".repeat(PART_BYTES)), 1));
        let mut random = fastrand::Rng::with_seed(1);
        for page in CodePage::DETECTED {
            for _ in 0..300 {
                let bytes: Vec<u8> = (0..random.usize(..20)).map(|_| random.u8(0x80..)).collect();
                let (text, kept) = page.decode(&bytes);
                assert_eq!(text.matches('<').count(), kept, "{page} {bytes:x?}");
                assert_eq!(page.decode_whole(&bytes).is_some(), kept == 0, "{page} {bytes:x?}");
            }
        }
    }

    #[test]
    fn a_text_is_written_in_the_code_page_of_its_readers() {
        for (text, page) in [
            ("plain", "windows-1252"),
            ("für", "windows-1252"),
            ("Dvořák", "windows-1250"),
            ("чёрные", "windows-1251"),
            ("黑胜", "GBK"),
            ("黒の勝ち", "Shift_JIS"),
            ("흑승", "EUC-KR"),
            ("Jönköping 黑", "UTF-8"),
        ] {
            assert_eq!(CodePage::shown_by_windows(text).name(), page, "{text}");
        }
    }
}
