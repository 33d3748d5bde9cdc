//! Detection of code pages.
//!
//! `chardetng` knows the languages of the web and is right about anything longer than a line. Libraries often
//! have a few words only, of the same hundred: those of the game decide between code pages in which the bytes
//! of short texts are valid.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::CodePage;

/// Bytes of texts that are looked at for the words of the game; more do not change the answer.
const MAX_SAMPLE_BYTES: usize = 1 << 14;
/// Bytes that are shown to `chardetng`.
const MAX_SHOWN_BYTES: usize = 1 << 20;

/// Characters of the game's words, of the 26 openings, and of the commonest names, in the languages of its
/// players.
const COMMON: &str = "黑白胜负败赢输先后手步禁点局月星连珠必攻防杀冲活眠三四五子棋对变最强好坏均优劣势此不是的下可能\
    勝負敗贏輸後步點連對殺變強優勢這個為時會來黒変発応戦図題詰追珠型打本日田中山高木村林佐藤鈴井川\
    寒溪疏花残殘雨金松丘新瑞游遊长長峡峽恒恆水流云雲浦岚嵐银銀明斜名彗李王张張刘劉陈陳杨楊赵趙黄黃周吴吳\
    흑백승패수금점국월성연주필공방사삼오장목화강변이의은는을를에김박최정조윤다한";

/// Signs between the letters of European languages.
const PUNCTUATION: &str = "«»–—‘’“”„…№\u{a0}";

/// Letters of common Vietnamese, Romanian and Azerbaijani names beyond Latin Extended-A.
const LETTERS_OF_NAMES: &str = "ƠơƯưȘșȚțƏə";

/// Points for each character of [`COMMON`].
const COMMON_POINTS: i64 = 3;
/// Points for signs that are no letters, which wrong code pages make of letters.
const SIGN_POINTS: i64 = -2;
/// Points for a byte without a meaning.
const INVALID_POINTS: i64 = -20;
/// Points for the answer of `chardetng`, and one more for every [`ANSWER_BYTES`] bytes.
const ANSWER_POINTS: i64 = 2;
const ANSWER_BYTES: usize = 6;

/// What is known of the texts of a file.
pub(crate) struct Detector {
    web: EncodingDetector,
    shown: usize,
    sample: Vec<u8>,
    /// Texts that are UTF-8 beyond ASCII, those that look like it by chance, perhaps, and those that are not.
    utf_8: usize,
    unsure: usize,
    other: usize,
}

impl Default for Detector {
    fn default() -> Self {
        let web = EncodingDetector::new(Iso2022JpDetection::Deny);
        Self { web, shown: 0, sample: Vec::new(), utf_8: 0, unsure: 0, other: 0 }
    }
}

impl Detector {
    /// Looks at a text of the file.
    pub(crate) fn feed(&mut self, text: &[u8]) {
        if text.is_ascii() {
            return;
        }
        if is_utf_8(text) {
            self.utf_8 += 1;
            return;
        }
        if std::str::from_utf8(text).is_ok() {
            self.unsure += 1;
        } else {
            self.other += 1;
        }
        if self.shown < MAX_SHOWN_BYTES {
            self.shown += text.len();
            self.web.feed(text, false);
            self.web.feed(b"\n", false);
        }
        if self.sample.len() < MAX_SAMPLE_BYTES {
            let length = text.len().min(MAX_SAMPLE_BYTES);
            self.sample.extend(&text[..length]);
            self.sample.push(b'\n');
        }
    }

    /// The decoder of the texts, of the code page given or of that which fits them best.
    pub(crate) fn decoder(mut self, given: Option<CodePage>) -> Decoder {
        if let Some(page) = given {
            return Decoder { page, has_utf_8: false, is_used: false, kept: 0 };
        }
        if self.other == 0 && (self.unsure == 0 || self.utf_8 > 0) {
            return Decoder { page: CodePage::UTF_8, has_utf_8: true, is_used: false, kept: 0 };
        }
        self.web.feed(b"", true);
        let answer = self.web.guess(None, Utf8Detection::Deny);
        let answer = answer.name().parse().unwrap_or(CodePage::UTF_8);
        let page = self.best(normal(answer));
        Decoder { page, has_utf_8: self.utf_8 >= self.other + self.unsure, is_used: false, kept: 0 }
    }

    fn best(&self, answer: CodePage) -> CodePage {
        let bytes = self.sample.iter().filter(|byte| !byte.is_ascii()).count();
        let points = |page: CodePage| {
            let (text, invalid) = page.decode(&self.sample);
            let before = std::iter::once(' ').chain(text.chars());
            let letters: i64 = before.zip(text.chars()).map(|(before, c)| points_of(before, c)).sum();
            let bonus = if page == answer { ANSWER_POINTS + (bytes / ANSWER_BYTES) as i64 } else { 0 };
            letters + bonus + INVALID_POINTS * invalid as i64
        };
        let others = CodePage::DETECTED.into_iter().skip(1).filter(|page| *page != answer);
        let best = others.map(|page| (points(page), page)).rev().max_by_key(|&(points, _)| points);
        // Of equals the answer is the better one, unless it is a page that hardly any file of games is in.
        let is_usual = CodePage::DETECTED.contains(&answer);
        match best {
            Some((most, page)) if most > points(answer) || most == points(answer) && !is_usual => page,
            _ => answer,
        }
    }
}

/// The widest page of those that are written alike.
fn normal(page: CodePage) -> CodePage {
    if page.name() == "GBK" { CodePage::DETECTED[1] } else { page }
}

/// Whether a text that names its code page in ASCII is clearly in another one. Against the code pages of
/// Asia, whose characters take two bytes, only characters of Asia prove something, and only without rare
/// ones.
pub(crate) fn is_misnamed(text: &[u8], named: CodePage) -> bool {
    let is_usual = |c: char| c < '\u{800}' || matches!(c, '\u{2010}'..='\u{203a}') || is_of_asia(c);
    let is_proof =
        |text: &str| named.is_single_byte() || text.chars().any(is_of_asia) && text.chars().all(is_usual);
    let is_utf_8 = || std::str::from_utf8(text).is_ok_and(|text| is_likely(text) && is_proof(text));
    named.is_utf_16() || named != CodePage::UTF_8 && is_utf_8()
}

/// Chinese characters, kana, Hangul, and the punctuation beside them.
const fn is_of_asia(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
        || matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{ff01}'..='\u{ff5e}')
}

/// Whether a text is UTF-8, perhaps with a few damaged bytes.
fn is_utf_8(text: &[u8]) -> bool {
    if let Ok(text) = std::str::from_utf8(text) {
        return is_likely(text);
    }
    let (text, kept) = CodePage::UTF_8.decode(text);
    text.chars().filter(|c| *c >= '\u{800}').count() > 2 * kept
}

/// Whether a valid text is really UTF-8. Two characters of a Chinese code page can look like one or two
/// letters that nobody writes.
fn is_likely(text: &str) -> bool {
    let is_odd = |c: char| {
        matches!(c, '\u{180}'..='\u{36f}' | '\u{460}'..='\u{7ff}' | '\u{80}'..='\u{9f}')
            && !LETTERS_OF_NAMES.contains(c)
    };
    let letters = || text.chars().filter(|c| !c.is_ascii());
    letters().count() > 4 || !letters().all(is_odd)
}

/// Points for a character behind another one.
fn points_of(before: char, c: char) -> i64 {
    let is_latin = |c| matches!(c, '\u{c0}'..='\u{24f}');
    let is_cyrillic = |c| matches!(c, '\u{400}'..='\u{4ff}');
    let are_two_scripts =
        is_cyrillic(c) && before.is_ascii_alphabetic() || c.is_ascii_alphabetic() && is_cyrillic(before);
    match c {
        // Few words have two letters with accents in a row, and none has letters of two scripts.
        c if is_latin(c) && is_latin(before) || are_two_scripts => -1,
        c if c.is_ascii() => 0,
        // Hiragana and katakana, which Chinese code pages have at the same places as the Japanese one.
        '\u{3041}'..='\u{30fe}' => 1,
        // Punctuation that stands between letters.
        '\u{3000}'..='\u{3002}' | '\u{300c}'..='\u{3011}' | '\u{ff01}'..='\u{ff5e}' => 0,
        c if PUNCTUATION.contains(c) => 0,
        // Half-width katakana, and private characters.
        '\u{ff61}'..='\u{ff9f}' | '\u{e000}'..='\u{f8ff}' => SIGN_POINTS,
        c if COMMON.contains(c) => COMMON_POINTS,
        c if c.is_alphabetic() => 0,
        _ => SIGN_POINTS,
    }
}

/// Decodes the texts of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoder {
    page: CodePage,
    /// Whether texts that are valid UTF-8 are that: files merged from several have both.
    has_utf_8: bool,
    is_used: bool,
    /// Bytes without a meaning so far.
    kept: usize,
}

impl Decoder {
    /// The decoder of a text that is all there is.
    pub(crate) fn of(text: &[u8], given: Option<CodePage>) -> Self {
        let mut detector = Detector::default();
        text.split(|&byte| byte == b'\n').for_each(|line| detector.feed(line));
        detector.decoder(given)
    }

    /// The code page of what was decoded, if any of it was no plain ASCII.
    pub(crate) fn used_page(&self) -> Option<CodePage> {
        self.is_used.then_some(self.page)
    }

    /// Texts are of another page from now on, which the file names.
    pub(crate) fn follow(&mut self, page: CodePage) {
        (self.page, self.is_used) = (page, true);
    }

    /// Decodes a text.
    pub(crate) fn decode(&mut self, text: &[u8]) -> String {
        let is_ascii = text.is_ascii();
        self.is_used |= !is_ascii;
        let is_invalid = || std::str::from_utf8(text).is_err() && !is_utf_8(text);
        if !is_ascii && self.page == CodePage::UTF_8 && self.has_utf_8 && is_invalid() {
            // What was looked at had no such text.
            self.page = Self::of(text, None).page;
        }
        // In UTF-16 a zero byte belongs to a plain letter.
        let is_plain = !self.page.is_utf_16() && (is_ascii || self.has_utf_8 && is_utf_8(text));
        let page = if is_plain { CodePage::UTF_8 } else { self.page };
        let (text, kept) = page.decode(text);
        self.kept += kept;
        text
    }

    /// What to say of bytes that have no meaning, if there were any.
    pub(crate) fn complaint(&self) -> Option<String> {
        let (bytes, stand) = if self.kept == 1 { ("byte", "stands") } else { ("bytes", "stand") };
        let Self { page, kept, .. } = self;
        (*kept > 0)
            .then(|| format!("{kept} {bytes} of its texts {stand} as <..>, having no meaning in {page}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with their languages' code pages, as they stand in libraries and records.
    const TEXTS: [(&str, &[&str]); 8] = [
        (
            "gb18030",
            &[
                "黑必胜",
                "此手必败",
                "胜",
                "对",
                "浦月",
                "黑胜",
                "白棋先手，黑棋不能下这里。",
                "恒星局，黑大优",
                "白4最强防守",
                "张三",
            ],
        ),
        ("big5", &["黑勝", "必勝", "花月必勝", "此手為禁手", "浦月，白四最強", "王小明", "林書賢"]),
        (
            "shift_jis",
            &["黒必勝", "必勝", "浦月", "白の最強防", "花月", "これは禁手です", "山田太郎", "三々禁", "連珠"],
        ),
        ("euc-jp", &["黒必勝", "必勝", "浦月", "白の最強防", "山田太郎", "これは禁手です", "ここで黒の勝ち"]),
        ("euc-kr", &["흑승", "필승", "백의 최강 방어", "화월", "이 수는 금수입니다", "김철수"]),
        ("windows-1251", &["Иванов", "чёрные выигрывают", "Сосоров", "белые", "Петров Пётр", "Выигрыш"]),
        (
            "windows-1250",
            &[
                "Černý vyhrává",
                "Lastovička",
                "Žižka",
                "bílý prohrává, tah je špatný",
                "Dvořák",
                "Wójcik",
                "Świątek",
            ],
        ),
        (
            "windows-1252",
            &["Schwarz gewinnt für", "Jönköping", "Müller", "Göran Holgersson", "café", "ä", "é", "Björn"],
        ),
    ];

    fn encoded(page: &str, text: &str) -> Vec<u8> {
        page.parse::<CodePage>().unwrap().encode(text).unwrap()
    }

    #[test]
    fn the_words_of_the_game_are_enough_to_tell_the_code_page() {
        let mut wrong = Vec::new();
        for (page, texts) in TEXTS {
            for text in texts {
                let read = Decoder::of(&encoded(page, text), None).decode(&encoded(page, text));
                if read != *text {
                    wrong.push(format!("{page}: {text} became {read}"));
                }
            }
        }
        assert_eq!(wrong, Vec::<String>::new());
    }

    #[test]
    fn a_whole_file_is_judged_and_not_one_short_text() {
        for (page, texts) in TEXTS {
            let mut detector = Detector::default();
            let all = texts.iter().chain(&["ab", "h8"]);
            all.clone().for_each(|text| detector.feed(&encoded(page, text)));
            let mut decoder = detector.decoder(None);
            for text in all {
                assert_eq!(decoder.decode(&encoded(page, text)), *text, "{page}");
            }
            assert_eq!(decoder.complaint(), None);
        }
    }

    #[test]
    fn short_names_in_utf_8_are_read_as_such() {
        for name in ["Sơn", "Hưng", "Ștefan", "Əli", "Đức", "Žan"] {
            assert_eq!(Decoder::of(name.as_bytes(), None).decode(name.as_bytes()), name);
        }
    }

    #[test]
    fn texts_of_two_code_pages_in_one_file_are_both_read() {
        let texts =
            ["黑必胜".as_bytes().to_vec(), "浦月局".as_bytes().to_vec(), encoded("gbk", "白棋先手，黑胜")];
        let mut detector = Detector::default();
        for text in &texts {
            detector.feed(text);
        }
        let mut decoder = detector.decoder(None);
        let read: Vec<String> = texts.iter().map(|text| decoder.decode(text)).collect();
        assert_eq!(read, ["黑必胜", "浦月局", "白棋先手，黑胜"]);
    }
}
