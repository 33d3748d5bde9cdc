//! Balanced moves, the steps of opening rules, and the answers.

use super::super::Context;
use super::super::tokens::integer;
use super::defence::Defence;
use super::handler::{Gomocup, Refusal};
use super::{Dialect, Step, reply};
use crate::clock::Instant;
use crate::engine::{Answer, Decision, Engine, Request};
use crate::geometry::Square;
use crate::search::Variation;

/// Largest target score of a balance, either way, centi-units.
const MAX_BIAS: i64 = 10_000;

impl Gomocup {
    /// Searches balanced moves; they are played.
    pub(super) fn balance(
        &mut self,
        stones: u8,
        bias: &str,
        received: Instant,
        engine: &mut Engine,
    ) -> Result<(), Refusal> {
        self.begin_analysis(Some(&*engine));
        let bias = integer(bias).unwrap_or(0).clamp(-MAX_BIAS, MAX_BIAS) as i16;
        let decision =
            if stones == 1 { Decision::BalanceOne { bias } } else { Decision::BalanceTwo { bias } };
        let allowed = self.exclusions.request(engine.session().game());
        let request = Request { decision: Some(decision), ..allowed };
        Ok(engine.think_about(&request, received)?)
    }

    /// Searches all moves for those that lose; the best one is played.
    pub(super) fn search_defence(&mut self, received: Instant, engine: &mut Engine) -> Result<(), Refusal> {
        self.begin_analysis(Some(&*engine));
        let request = Defence::request(self.exclusions.request(engine.session().game()));
        let defence = engine.session().game().map(Defence::new);
        engine.think_about(&request, received)?;
        self.defence = defence;
        Ok(())
    }

    /// Reports newly proven losing moves of a search for them.
    pub(super) fn report_losses(&mut self, lines: &[Variation], context: &mut Context) {
        let Some(defence) = &mut self.defence else { return };
        defence.note(lines);
        for line in lines.iter().filter(|line| line.progress.score.plies_to_loss().is_some()) {
            line.first().into_iter().for_each(|square| self.report_loss(square, context));
        }
    }

    fn report_loss(&mut self, square: Square, context: &mut Context) {
        // Only managers of Yixin's family know these messages.
        if self.dialect() == Dialect::Yixin {
            self.detail.mark_lost(square, context.output);
        }
    }

    /// Makes the decision of a step of an opening rule, with the moves of its block.
    pub(super) fn decide(
        &mut self,
        step: Step,
        moves: &[Square],
        received: Instant,
        engine: &mut Engine,
    ) -> Result<(), Refusal> {
        if let Step::Swap2(stones) = step {
            let game = engine.session().game().filter(|_| stones > 0);
            let plies = game.map(|game| game.plies().iter().filter_map(|ply| ply.square).collect::<Vec<_>>());
            engine.think_swap(&plies.unwrap_or_default(), received)?;
        } else {
            let (game, request) = step.position(moves, engine.session().size()?);
            engine.set_game(game);
            engine.think_about(&request, received)?;
        }
        self.begin_analysis(None);
        self.step = Some(step);
        Ok(())
    }

    /// Writes the answer to a step, or a plain answer.
    pub(super) fn answer(&mut self, answer: &Answer, context: &mut Context) {
        if let Some(step) = self.step.take() {
            return context.output.lines(step.lines(answer));
        }
        for square in self.defence.take().map(Defence::rest).unwrap_or_default() {
            self.report_loss(square, context);
        }
        self.report_finished(context);
        if let &Answer::Move(square) = answer
            && let Some(suggestion) = self.suggestions.line(square)
        {
            return context.output.line(suggestion);
        }
        context.output.line(reply::answer(answer));
        self.ponder(context.engine);
    }

    /// Ends a cancelled step. Yixin-Board expects an answer for some.
    pub(super) fn end_cancelled_step(&mut self, context: &mut Context) {
        self.defence.take_if(|_| !context.engine.search().is_thinking());
        let broken = self.step.take_if(|_| !context.engine.search().is_thinking());
        if let Ok(size) = context.engine.session().size()
            && broken.is_some_and(|step| step.expects_move() && self.is_yixin)
        {
            context.output.line(reply::point(size.center()));
        }
    }
}
