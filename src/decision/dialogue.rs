//! The engine as a player of a dialogue.

use std::sync::Arc;

use super::answer::Answer;
use super::context::DecisionContext;
use super::{candidates, steps};
use crate::clock::Instant;
use crate::eval::Score;
use crate::geometry::Square;
use crate::opening::{Choice, Dialogue, OpeningRule, Question};
use crate::rules::Rule;
use crate::search::{Control, Limits, Searcher, Silent, TimeBudget};
use crate::stop::StopHandle;

/// The next choices of the player who is asked, with about `nodes` nodes, or those at hand once `stop` is
/// raised; see [`answer_question`].
pub fn choose(
    searcher: &mut Searcher,
    dialogue: &Dialogue,
    rule: Rule,
    nodes: u64,
    seed: u64,
    stop: &StopHandle,
) -> Vec<Choice> {
    let limits = Limits::nodes(nodes);
    let control = Arc::new(Control::with_stop(Instant::now(), TimeBudget::UNLIMITED, stop.clone()));
    let context = DecisionContext { board: dialogue.board(), rule, limits: &limits, control: &control };
    answer_question(searcher, dialogue, context, seed)
}

/// The next choices of the player who is asked: at least one, and all that belong together, such as the
/// stones of an opening. None if the opening is complete. The board of the context is that of the dialogue;
/// openings are drawn with the seed.
pub fn answer_question(
    searcher: &mut Searcher,
    dialogue: &Dialogue,
    context: DecisionContext,
    seed: u64,
) -> Vec<Choice> {
    let Some(question) = dialogue.question() else { return Vec::new() };
    let found = Chooser { searcher, dialogue, context, seed }.choices(question).unwrap_or_default();
    let mut next = dialogue.clone();
    let mut choices: Vec<Choice> =
        found.into_iter().take_while(|&choice| next.choose(choice).is_ok()).collect();
    if choices.is_empty() {
        choices.extend(plain_choice(dialogue));
    }
    choices
}

/// A choice that the player has, without a search; `None` if the opening is complete.
pub fn plain_choice(dialogue: &Dialogue) -> Option<Choice> {
    let center = dialogue.board().size().center();
    match dialogue.question()? {
        Question::Swap { .. } => Some(Choice::Stay),
        Question::Number { .. } => Some(Choice::Number(1)),
        _ => dialogue.squares().iter().min_by_key(|square| square.distance(center)).map(Choice::Stone),
    }
}

struct Chooser<'a> {
    searcher: &'a mut Searcher,
    dialogue: &'a Dialogue,
    context: DecisionContext<'a>,
    seed: u64,
}

impl Chooser<'_> {
    /// `None` if the searches find nothing.
    fn choices(&mut self, question: Question) -> Option<Vec<Choice>> {
        let limits = among(self.dialogue, self.context.limits);
        let among = DecisionContext { limits: &limits, ..self.context };
        Some(match question {
            Question::Stone { .. } => return self.stones(among),
            Question::Swap { .. } => return self.swap(),
            Question::Number { most } => {
                let black = self.black_by_number(most);
                let even = (1..).zip(black).min_by_key(|(_, black)| black.centi().abs());
                vec![Choice::Number(even?.0)]
            }
            Question::Offer { left } => answered(&steps::offer(self.searcher, among, left)?),
            Question::Keep => answered(&steps::keep(self.searcher, among)?),
        })
    }

    /// The stones of an opening, or one that leaves the game even.
    fn stones(&mut self, among: DecisionContext) -> Option<Vec<Choice>> {
        let rule = self.dialogue.rule();
        let answer = match (rule, among.board.history().len()) {
            (OpeningRule::Swap | OpeningRule::Swap2, 0) => {
                steps::opening(self.searcher, self.context, candidates::triples(self.context, self.seed))
            }
            (OpeningRule::Rif | OpeningRule::Yamaguchi | OpeningRule::Soosorv8, 0) => {
                let mut openings = candidates::renju_openings(self.context);
                // A third of them, so that games begin in several ways.
                fastrand::Rng::with_seed(self.seed).shuffle(&mut openings);
                openings.truncate(openings.len().div_ceil(3));
                steps::opening(self.searcher, self.context, openings)
            }
            (OpeningRule::Taraguchi10 | OpeningRule::SuperTaraguchi10 | OpeningRule::Tarannikov, 1 | 2) => {
                // The stones that follow make up for it, so games begin in many ways.
                let squares: Vec<Square> = self.dialogue.squares().iter().collect();
                let drawn = fastrand::Rng::with_seed(self.seed ^ squares.len() as u64).choice(squares);
                drawn.map(Answer::Move)
            }
            (OpeningRule::Rif | OpeningRule::Yamaguchi, 3) => {
                let number = self.dialogue.fifths()?;
                let best = self.fourths(number).into_iter().min_by_key(|(_, values)| values.last().copied());
                best.map(|(fourth, _)| Answer::Move(fourth))
            }
            (OpeningRule::Soosorv8, 3) => steps::fourth(self.searcher, among),
            _ => steps::balanced_move(self.searcher, among, 0).map(Answer::Move),
        };
        answer.as_ref().map(answered)
    }

    fn swap(&mut self) -> Option<Vec<Choice>> {
        let stones = self.context.board.history().len();
        let is_better = match (self.dialogue.rule(), stones) {
            // Whoever puts the next stones makes them even.
            (
                OpeningRule::Taraguchi10 | OpeningRule::SuperTaraguchi10 | OpeningRule::Tarannikov,
                stones @ 1..=4,
            ) => match (stones, self.dialogue.rule()) {
                (1 | 2, _) => false,
                (3, _) => self.unevenness(1)? > i32::from(steps::EVEN_MARGIN),
                (_, OpeningRule::Tarannikov) => self.unevenness(2)? > i32::from(steps::EVEN_MARGIN),
                _ => return self.swap_or_offer(),
            },
            (OpeningRule::Soosorv8, 3) => {
                steps::even_fourth(self.searcher, self.context)?.0 > i32::from(steps::EVEN_MARGIN)
            }
            (OpeningRule::Rif | OpeningRule::Yamaguchi, 3) => {
                *self.black_by_number(self.dialogue.fifths()?).last()? > Score::ZERO
            }
            (OpeningRule::Soosorv8, _) => {
                *self.black_by_number(self.dialogue.fifths()?).last()? < Score::ZERO
            }
            (OpeningRule::Swap2, 3) => {
                return Some(decided(&steps::after_three(self.searcher, self.context, &mut Silent)?));
            }
            _ => return Some(decided(&steps::after_five(self.searcher, self.context, &mut Silent)?)),
        };
        Some(vec![if is_better { Choice::Swap } else { Choice::Stay }])
    }

    /// Taraguchi-10 after four stones: black offers ten fifth moves if the worst of them is better than the
    /// one that white may swap.
    fn swap_or_offer(&mut self) -> Option<Vec<Choice>> {
        let even = self.unevenness(2)?;
        let mut more = self.dialogue.clone();
        more.choose(Choice::More).ok()?;
        let wanted = more.fifths()?;
        let black: Vec<Score> =
            steps::values(&steps::fifths(self.searcher, self.context, 1, wanted)).collect();
        let worst = black.get(wanted - 1).map_or(i32::MIN, |black| i32::from(black.centi()));
        let choice = match even > i32::from(steps::EVEN_MARGIN) {
            _ if worst > even => Choice::More,
            true => Choice::Swap,
            false => Choice::Stay,
        };
        Some(vec![choice])
    }

    /// How far from even the next stone leaves the game at least, in centi-units. Its player is the one to
    /// suffer, because the opponent may swap after it.
    fn unevenness(&mut self, parts: u64) -> Option<i32> {
        let mut next = self.dialogue.clone();
        next.choose(Choice::Stay).ok()?;
        let limits = among(&next, self.context.limits);
        let trial =
            steps::balanced(self.searcher, DecisionContext { limits: &limits, ..self.context }, 0, parts)?;
        trial.score.map(|score| i32::from(score.centi()).abs())
    }

    /// White's best fourth moves with black's scores for `most` fifth moves.
    fn fourths(&mut self, most: usize) -> Vec<(Square, Vec<Score>)> {
        steps::fourths(self.searcher, self.context, most, |black| i32::from(black.centi()))
    }

    /// Black's scores with 1, 2 and so on fifth moves to choose from, after white's best fourth move.
    fn black_by_number(&mut self, most: usize) -> Vec<Score> {
        let rows: Vec<Vec<Score>> = if self.context.board.history().len() == 3 {
            self.fourths(most).into_iter().map(|(_, row)| row).collect()
        } else {
            vec![steps::values(&steps::fifths(self.searcher, self.context, 1, most)).collect()]
        };
        let column = |number| rows.iter().filter_map(|row: &Vec<Score>| row.get(number).copied()).min();
        (0..most).map_while(column).collect()
    }
}

/// The limits with the squares that answer the question as the only candidates.
fn among(dialogue: &Dialogue, limits: &Limits) -> Limits {
    let is_left_out = |square: &Square| !dialogue.allows(*square);
    Limits { excluded: dialogue.board().empty().iter().filter(is_left_out).collect(), ..limits.clone() }
}

/// The choices of an answer about stones.
fn answered(answer: &Answer) -> Vec<Choice> {
    let stones = |stones: &[Square]| stones.iter().copied().map(Choice::Stone).collect();
    match answer {
        Answer::Move(stone) => stones(&[*stone]),
        Answer::Opening(opening) => stones(opening),
        Answer::Several(offers) => stones(offers),
        Answer::Fourth { stone, fifths } => vec![Choice::Stone(*stone), Choice::Number(*fifths)],
        Answer::Choices(choices) => choices.clone(),
        Answer::Swap | Answer::Pair(_) => Vec::new(),
    }
}

/// The choices of an answer about colours.
fn decided(answer: &Answer) -> Vec<Choice> {
    match answer {
        Answer::Swap => vec![Choice::Swap],
        Answer::Pair([white, black]) => vec![Choice::More, Choice::Stone(*white), Choice::Stone(*black)],
        _ => vec![Choice::Stay],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    /// The engine plays both sides from here on: the dialogue at its end, and the choices of each turn.
    fn played(
        searcher: &mut Searcher,
        rule: OpeningRule,
        start: &str,
        seed: u64,
    ) -> (Dialogue, Vec<Vec<Choice>>) {
        searcher.clear();
        let mut dialogue = Dialogue::replay(rule, BoardSize::default(), start).unwrap();
        let mut turns = Vec::new();
        loop {
            let choices = choose(searcher, &dialogue, Rule::Renju, 1_000, seed, &StopHandle::new());
            if choices.is_empty() {
                return (dialogue, turns);
            }
            let decider = dialogue.decider();
            for &choice in &choices {
                assert_eq!(dialogue.decider(), decider, "{}", dialogue.transcript());
                dialogue.choose(choice).unwrap();
            }
            turns.push(choices);
        }
    }

    #[test]
    fn the_engine_completes_every_opening_with_itself_and_repeatably() {
        let mut searcher = Searcher::new(1 << 20);
        for rule in OpeningRule::ALL {
            let (dialogue, turns) = played(&mut searcher, rule, "", 3);
            assert_eq!(dialogue.question(), None);
            let is_by_one =
                rule.is_of_renju() && rule.name().starts_with(['t', 's']) && rule != OpeningRule::Soosorv8;
            let laid = if is_by_one { 1 } else { 3 };
            assert_eq!(turns[0].len(), laid, "{rule}: the stones that one player puts");
        }
        let mut turns = |seed| played(&mut searcher, OpeningRule::Swap2, "", seed).1;
        assert_eq!(turns(3), turns(3));
        assert_ne!(turns(3)[0], turns(4)[0]);
    }

    #[test]
    fn the_engine_answers_wherever_a_person_left_off() {
        let mut searcher = Searcher::new(1 << 20);
        for (rule, start) in [
            (OpeningRule::Swap2, "h8 a1"),
            (OpeningRule::Swap2, "h8 a1 o15 more b2"),
            (OpeningRule::Yamaguchi, "h8 h9 h7 12 stay a1 o15 b2"),
            (OpeningRule::Soosorv8, "h8 h9 h7 stay h6 8 stay a1"),
            (OpeningRule::Taraguchi10, "h8 stay h9 stay h7 stay h6 more a1"),
        ] {
            assert_eq!(played(&mut searcher, rule, start, 1).0.question(), None, "{rule}");
        }
    }

    #[test]
    fn the_engine_takes_the_side_that_wins() {
        let mut searcher = Searcher::new(1 << 20);
        // Black's three stones stand together and white's far away, then the other way round.
        for (start, choice) in
            [("h8 a1 i8 more a15 j8", Choice::Swap), ("a1 h8 o15 more i8 a15", Choice::Stay)]
        {
            let (dialogue, turns) = played(&mut searcher, OpeningRule::Swap2, start, 1);
            assert_eq!((turns, dialogue.question()), (vec![vec![choice]], None));
        }
    }

    #[test]
    fn white_keeps_the_fifth_stone_that_is_worse_for_black_and_black_offers_its_best() {
        let mut searcher = Searcher::new(1 << 20);
        let offers = "h8 h9 h7 stay a1 2 stay o15 h6";
        assert_eq!(
            played(&mut searcher, OpeningRule::Soosorv8, offers, 1).0.transcript(),
            format!("{offers} o15")
        );
        let (dialogue, _) = played(&mut searcher, OpeningRule::Soosorv8, "h8 h9 h7 stay a1 2 stay", 1);
        assert_eq!(dialogue.offers().len(), 2);
        assert!(dialogue.offers().iter().all(|square| square.distance(Square::at(7, 7)) <= 4));
    }
}
