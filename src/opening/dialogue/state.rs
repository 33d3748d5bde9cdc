//! A dialogue about an opening.

use std::fmt;

use super::rule::Stage;
use super::{DialogueError, Figure, OpeningRule, Player};
use crate::board::{Board, parse_square, square_name};
use crate::geometry::{Bitboard, BoardSize, Color, Square, shortened};

/// What a player decides. The text is `swap`, `stay`, `more`, a number or the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Swap colours.
    Swap,
    /// Keep the colour.
    Stay,
    /// Neither: add two stones under Swap2, offer ten fifth moves under Taraguchi-10.
    More,
    /// The number of fifth moves.
    Number(usize),
    /// A stone, one of the fifth moves on offer, or the one that is kept.
    Stone(Square),
}

impl Choice {
    /// Reads the text of a choice.
    pub fn parse(text: &str, size: BoardSize) -> Option<Self> {
        match text {
            "swap" => Some(Self::Swap),
            "stay" => Some(Self::Stay),
            "more" => Some(Self::More),
            _ if text.starts_with(|c: char| c.is_ascii_digit()) => text.parse().ok().map(Self::Number),
            _ => parse_square(text, size).ok().map(Self::Stone),
        }
    }

    /// The text of the choice on a board of this size.
    pub fn text(self, size: BoardSize) -> String {
        match self {
            Self::Swap => "swap".to_owned(),
            Self::Stay => "stay".to_owned(),
            Self::More => "more".to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Stone(square) => square_name(square, size),
        }
    }
}

/// What a player is asked. The text completes "expected …".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Put the next stone.
    Stone {
        /// Most lines or columns from the middle of the board: 0 for the middle, 4 for the 9×9 squares around
        /// it, `None` for anywhere.
        reach: Option<u8>,
    },
    /// Swap colours or stay.
    Swap {
        /// Whether there is [`Choice::More`], too.
        or_more: bool,
    },
    /// Declare how many fifth moves black offers.
    Number {
        /// The largest number, the smallest being 1.
        most: usize,
    },
    /// Offer another fifth move, not symmetric to one on offer.
    Offer {
        /// How many are missing, from 1.
        left: usize,
    },
    /// Keep one of the fifth moves on offer.
    Keep,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone { reach: None } => f.write_str("a free square"),
            Self::Stone { reach: Some(0) } => f.write_str("the middle of the board"),
            Self::Stone { reach: Some(reach) } => {
                let side = 2 * reach + 1;
                write!(f, "a free square of the {side}x{side} in the middle")
            }
            Self::Swap { or_more: false } => f.write_str("swap or stay"),
            Self::Swap { or_more: true } => f.write_str("swap, stay or more"),
            Self::Number { most } => write!(f, "a number from 1 to {most}"),
            Self::Offer { .. } => f.write_str("a free square that is not symmetric to one on offer"),
            Self::Keep => f.write_str("one of the fifth moves on offer"),
        }
    }
}

/// An opening in the making: the position, the players' colours and the question that comes next.
///
/// # Examples
/// ```
/// use rustgomo::opening::{Choice, Dialogue, OpeningRule, Player, Question};
/// use rustgomo::{BoardSize, Color};
///
/// let size = BoardSize::new(15, 15)?;
/// let mut dialogue = Dialogue::replay(OpeningRule::Taraguchi10, size, "h8 stay h9 swap")?;
/// assert_eq!(dialogue.question(), Some(Question::Stone { reach: Some(2) }));
/// assert_eq!((dialogue.player(Color::Black), dialogue.decider()), (Player::Second, Player::Second));
/// assert!(dialogue.choose(Choice::Stay).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dialogue {
    rule: OpeningRule,
    board: Board,
    choices: Vec<Choice>,
    /// The stages that are left.
    stages: &'static [Stage],
    black: Player,
    /// The number of fifth moves that was declared.
    fifths: usize,
    offers: Vec<Square>,
    /// The positions after each of them.
    figures: Vec<Figure>,
}

impl Dialogue {
    /// A dialogue on an empty board.
    ///
    /// # Errors
    /// [`DialogueError::SmallBoard`] below [`OpeningRule::min_side`].
    pub fn new(rule: OpeningRule, size: BoardSize) -> Result<Self, DialogueError> {
        if size.width().min(size.height()) < rule.min_side() {
            let found = format!("{}x{}", size.width(), size.height());
            return Err(DialogueError::SmallBoard { min: rule.min_side(), rule: rule.name(), found });
        }
        Ok(Self {
            rule,
            board: Board::new(size),
            choices: Vec::new(),
            stages: rule.stages(),
            black: Player::First,
            fifths: 1,
            offers: Vec::new(),
            figures: Vec::new(),
        })
    }

    /// The dialogue after choices in text form with blanks between them.
    ///
    /// # Errors
    /// [`DialogueError`], also if a choice cannot be made.
    pub fn replay(rule: OpeningRule, size: BoardSize, choices: &str) -> Result<Self, DialogueError> {
        let mut dialogue = Self::new(rule, size)?;
        for text in choices.split_whitespace() {
            let choice = Choice::parse(text, size);
            choice
                .ok_or_else(|| dialogue.refusal(shortened(text)))
                .and_then(|choice| dialogue.choose(choice))?;
        }
        Ok(dialogue)
    }

    /// The opening rule.
    pub const fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The position, without the fifth moves on offer.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// All choices so far.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The choices in text form, which [`replay`](Self::replay) reads.
    pub fn transcript(&self) -> String {
        let texts: Vec<String> = self.choices.iter().map(|choice| choice.text(self.board.size())).collect();
        texts.join(" ")
    }

    /// The player who has a colour at this time, and in the game once the dialogue is over.
    pub fn player(&self, color: Color) -> Player {
        if color == Color::Black { self.black } else { self.black.other() }
    }

    /// The fifth moves on offer.
    pub fn offers(&self) -> &[Square] {
        &self.offers
    }

    /// How many fifth moves black offers; `None` where nothing was declared and the rule does not say.
    pub fn fifths(&self) -> Option<usize> {
        let ahead = self.stages.iter().find_map(|stage| match stage {
            Stage::Offer(number) => Some(number.unwrap_or(self.fifths)),
            _ => None,
        });
        ahead.filter(|_| !self.stages.iter().any(|stage| matches!(stage, Stage::Number(_))))
    }

    /// The next question; `None` if the opening is complete and the game goes on.
    pub fn question(&self) -> Option<Question> {
        Some(match self.stages.first()? {
            Stage::Lay(reach) | Stage::Stone(reach) => Question::Stone { reach: *reach },
            Stage::Swap => Question::Swap { or_more: false },
            Stage::SwapOr(_) => Question::Swap { or_more: true },
            Stage::Number(most) => Question::Number { most: *most },
            Stage::Offer(number) => {
                Question::Offer { left: number.unwrap_or(self.fifths).saturating_sub(self.offers.len()) }
            }
            Stage::Keep => Question::Keep,
        })
    }

    /// The player who answers the next question; the player to move once the opening is complete.
    pub fn decider(&self) -> Player {
        let to_move = self.board.side_to_move();
        match self.stages.first() {
            Some(Stage::Lay(_)) => self.black,
            Some(Stage::Number(_) | Stage::Keep) => self.player(to_move.opponent()),
            _ => self.player(to_move),
        }
    }

    /// The squares that answer the next question; none if it is not about squares.
    pub fn squares(&self) -> Bitboard {
        self.board.empty().iter().filter(|&square| self.allows(square)).collect()
    }

    /// Whether a square answers the next question.
    pub(crate) fn allows(&self, square: Square) -> bool {
        let is_near = |reach| square.distance(self.board.size().center()) <= reach;
        self.board.is_empty(square)
            && match self.stages.first() {
                Some(Stage::Lay(reach) | Stage::Stone(reach)) => reach.is_none_or(is_near),
                Some(Stage::Offer(_)) => !self.figures.contains(&Figure::after(&self.board, square)),
                Some(Stage::Keep) => self.offers.contains(&square),
                _ => false,
            }
    }

    /// Makes a choice. A single fifth move on offer is kept at once.
    ///
    /// # Errors
    /// [`DialogueError::Choice`] if the player does not have it; the dialogue is then unchanged.
    pub fn choose(&mut self, choice: Choice) -> Result<(), DialogueError> {
        let refused = self.refusal(choice.text(self.board.size()));
        let Some((stage, rest)) = self.stages.split_first() else { return Err(refused) };
        let mut left = rest;
        match (stage, choice) {
            (Stage::Swap | Stage::SwapOr(_), Choice::Stay) => {}
            (Stage::Swap | Stage::SwapOr(_), Choice::Swap) => self.black = self.black.other(),
            (Stage::SwapOr(more), Choice::More) => {
                self.black = self.decider();
                left = more;
            }
            (Stage::Number(most), Choice::Number(number)) if (1..=*most).contains(&number) => {
                self.fifths = number;
            }
            (Stage::Offer(number), Choice::Stone(square)) if self.allows(square) => {
                self.figures.push(Figure::after(&self.board, square));
                self.offers.push(square);
                let wanted = number.unwrap_or(self.fifths);
                if self.offers.len() < wanted {
                    left = self.stages;
                } else if wanted == 1 {
                    self.board.play(square).map_err(|_| refused)?;
                    left = &[];
                }
            }
            (_, Choice::Stone(square)) if self.allows(square) => {
                self.board.play(square).map_err(|_| refused)?;
            }
            _ => return Err(refused),
        }
        self.stages = left;
        self.choices.push(choice);
        Ok(())
    }

    fn refusal(&self, found: String) -> DialogueError {
        let expected = self.question().map_or_else(|| "the end of the opening".to_owned(), |q| q.to_string());
        DialogueError::Choice { number: self.choices.len() + 1, expected, found }
    }
}
