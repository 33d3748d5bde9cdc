//! Commands that search for, suggest and play moves.

use super::super::Context;
use super::super::tokens::square;
use super::handler::{Gomocup, Refusal};
use super::nbest::{self, symmetric_moves};
use super::{finished_game, reply};
use crate::clock::Instant;
use crate::engine::{Engine, EngineError, Request};

impl Gomocup {
    /// Searches the position on the board without the excluded moves.
    pub(super) fn think(&mut self, received: Instant, engine: &mut Engine) -> Result<(), Refusal> {
        self.begin_analysis(Some(&*engine));
        self.is_playing = true;
        let allowed = self.exclusions.request(engine.session().game());
        let request = Request { purpose: self.suggestions.begin(), ..allowed };
        Ok(engine.think_about(&request, received)?)
    }

    /// Plays the opponent's stone and thinks.
    pub(super) fn turn(&mut self, text: &str, received: Instant, engine: &mut Engine) -> Result<(), Refusal> {
        let square = square(text, engine.session().size()?)?;
        if self.suggestions.is_open {
            return Err(Refusal::Suggested);
        }
        engine.play(square)?;
        let begun = self.think(received, engine);
        if matches!(begun, Err(Refusal::Engine(EngineError::AllExcluded))) {
            // A command that is refused changes nothing.
            engine.undo()?;
        }
        begun
    }

    /// Searches several lines; the best move is played.
    pub(super) fn think_of_lines(
        &mut self,
        count: &str,
        received: Instant,
        engine: &mut Engine,
    ) -> Result<(), Refusal> {
        self.begin_analysis(Some(&*engine));
        let game = engine.session().game();
        let mut allowed = self.exclusions.request(game);
        if let Some(game) = game.filter(|_| self.skips_symmetric) {
            let symmetric = symmetric_moves(game.board(), &allowed.excluded);
            allowed.excluded.extend(symmetric);
        }
        let request = nbest::request(count, allowed);
        Ok(engine.think_about(&request, received)?)
    }

    /// Begins a request; [`think`](Self::think) makes it a move of a game. With `engine` if it is about the
    /// position on the board.
    pub(super) fn begin_analysis(&mut self, engine: Option<&Engine>) {
        self.is_playing = false;
        self.detail.begin();
        self.suggestions.abandon();
        let game =
            engine.and_then(|engine| Some((engine.session().game()?, engine.session().settings().rule)));
        self.finished = game.and_then(|(game, rule)| finished_game(game.board(), rule));
    }

    /// Plays the manager's move after a suggestion.
    pub(super) fn play(&mut self, text: &str, context: &mut Context) -> Result<(), Refusal> {
        if !self.suggestions.is_open {
            return Err(Refusal::Unsuggested);
        }
        let square = square(text, context.engine.session().size()?)?;
        context.engine.play(square)?;
        self.suggestions.abandon();
        self.ponder(context.engine);
        context.output.line(reply::point(square));
        Ok(())
    }

    /// Ponders after a move of a game, if that is on.
    pub(super) fn ponder(&self, engine: &mut Engine) {
        if engine.session().settings().time.pondering && self.is_playing {
            engine.ponder();
        }
    }

    /// Reports that the game was over before the answer, if it was.
    pub(super) fn report_finished(&mut self, context: &mut Context) {
        if let Some(text) = self.finished.take() {
            context.output.line(format_args!("MESSAGE {text}"));
        }
    }
}
