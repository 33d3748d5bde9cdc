//! How many answers a line is owed, by the documents of the protocols alone.

/// What a manager knows of a session.
pub(crate) struct Tally {
    owed: fn(&mut State, &str) -> usize,
    state: State,
}

#[derive(Default)]
struct State {
    /// Whether unknown words are met with silence.
    is_yixin: bool,
    /// The answers at the end of the block that is being sent.
    block: Option<usize>,
    running: Running,
    /// Whether the last line may have been answered at once, and what runs if so.
    if_answered: Option<Running>,
    line: String,
}

/// A search that ends only when it is told to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Running {
    #[default]
    Nothing,
    Search,
    Pondering,
}

impl Tally {
    /// A session that just began, in a protocol for which there is a tally.
    pub(crate) fn new(name: &str) -> Option<Self> {
        let owed = match name {
            "gomocup" => gomocup,
            "ucci" => ucci,
            "agi" => agi,
            _ => return None,
        };
        Some(Self { owed, state: State::default() })
    }

    /// How many answers this line must get.
    pub(crate) fn owed(&mut self, line: &[u8]) -> usize {
        let text = String::from_utf8_lossy(line).into_owned();
        let owed = (self.owed)(&mut self.state, &text);
        self.state.line = text;
        owed
    }

    /// The number of the `surplus` answers that are explained by a line whose answer depends on the position.
    pub(crate) fn settle(&mut self, surplus: usize) -> usize {
        // The question behind the line was answered, so its own answer would be there.
        let is_question = self.is_question();
        match self.state.if_answered.take_if(|_| is_question) {
            Some(running) if surplus > 0 => {
                self.state.running = running;
                1
            }
            _ => 0,
        }
    }

    /// Whether the line before may still be answered at once.
    pub(crate) const fn is_open(&self) -> bool {
        self.state.if_answered.is_some()
    }

    /// Whether the line before asks whether all is done.
    pub(crate) fn is_question(&self) -> bool {
        split(&self.state.line).0 == "ISREADY"
    }

    /// The line before.
    pub(crate) fn last_line(&self) -> &str {
        &self.state.line
    }
}

/// First word, in upper case, and the rest.
fn split(text: &str) -> (String, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word.to_ascii_uppercase(), rest)
}

fn gomocup(state: &mut State, text: &str) -> usize {
    let (word, rest) = split(text);
    let block = match word.as_str() {
        "BOARD" | "SWAP2BOARD" => Some(1),
        "YXBOARD" | "YXBLOCK" | "YXBLOCKUNDO" | "YXBLOCKPATH" | "YXBLOCKPATHUNDO" => Some(0),
        _ => None,
    };
    if block.is_some() {
        state.block = block;
        return in_block(state, rest);
    }
    let ends_block = matches!(word.as_str(), "START" | "RECTSTART" | "RESTART");
    if state.block.is_some() && !ends_block && word != "INFO" {
        return in_block(state, text);
    }
    if word != "INFO" {
        state.block = None;
    }
    match word.as_str() {
        "START" | "RECTSTART" | "RESTART" | "BEGIN" | "TURN" | "TAKEBACK" | "PLAY" | "ABOUT" | "YXNBEST"
        | "YXSHOWFORBID" | "YXBALANCEONE" | "YXBALANCETWO" | "YXSEARCHDEFEND" => 1,
        "" | "INFO" | "YXSTOP" | "STOP" | "YXHASHCLEAR" | "YXSHOWHASHUSAGE" | "YXBLOCKRESET"
        | "YXBLOCKPATHRESET" | "YXFORBID" | "YXDRAW" | "YXRESIGN" | "YXPRINTFEATURE" => 0,
        "YXSHOWINFO" => {
            state.is_yixin = true;
            0
        }
        _ => usize::from(!state.is_yixin),
    }
}

/// The answers to a line of a block: none before its end.
fn in_block(state: &mut State, text: &str) -> usize {
    let mut joined = String::new();
    for word in text.split_whitespace() {
        if !joined.ends_with(',') && !word.starts_with(',') {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    if joined.split(' ').any(|word| word.eq_ignore_ascii_case("DONE")) {
        return state.block.take().unwrap_or_default();
    }
    0
}

fn ucci(state: &mut State, text: &str) -> usize {
    let (word, rest) = split(text);
    match (word.as_str(), state.running) {
        ("GO", Running::Nothing) if rest.contains("infinite") || rest.contains("ponder") => {
            let is_pondering = rest.contains("ponder");
            state.running = if is_pondering { Running::Pondering } else { Running::Search };
            // There is nothing to think about in a position that is over.
            state.if_answered = Some(Running::Nothing);
            0
        }
        ("ISREADY" | "PROBE" | "QUIT", _) | ("UCCI" | "STOP" | "GO", Running::Nothing) => 1,
        ("STOP", _) | ("PONDERHIT", Running::Pondering) => {
            state.running = Running::Nothing;
            1
        }
        _ => 0,
    }
}

fn agi(state: &mut State, text: &str) -> usize {
    let (word, rest) = split(text);
    match (word.as_str(), state.running) {
        ("GO", Running::Search) => 0,
        // Where that is switched off it is passed over; a stop is silent either way.
        ("GO", _) if rest.contains("PONDER") => 0,
        ("GO", _) if rest.contains("INFINITE") => {
            state.running = Running::Search;
            state.if_answered = Some(Running::Nothing);
            0
        }
        ("AGI" | "ISREADY" | "QUIT" | "GO", _) => 1,
        ("STOP", Running::Search) => {
            state.running = Running::Nothing;
            1
        }
        ("POSITION" | "DOMOVE", running) => {
            // A position that cannot be is answered with an error, and the search goes on.
            state.running = Running::Nothing;
            state.if_answered = Some(running);
            0
        }
        _ => 0,
    }
}
