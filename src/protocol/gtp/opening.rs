//! Opening rules as dialogues, a command of our own.

use super::call::{Call, Reply, Row};
use super::failure::Failure;
use super::genmove::{begin, set_clock};
use super::state::Wanted;
use super::vertex::square;
use crate::engine::Purpose;
use crate::geometry::shortened;
use crate::opening::{Choice, Dialogue, DialogueError};

pub(super) const COMMANDS: &[Row] = &[("rustgomo-opening", opening)];

/// The engine's next choices after those of the arguments, for the player who is asked.
fn opening(call: &mut Call) -> Result<Reply, Failure> {
    let size = call.size()?;
    let mut dialogue = Dialogue::new(call.argument(0)?.parse()?, size)?;
    for text in call.arguments.iter().skip(1) {
        let word = text.to_ascii_lowercase();
        let choice = match Choice::parse(&word, size) {
            Some(choice) if !matches!(choice, Choice::Stone(_)) => choice,
            _ => Choice::Stone(square(text, size)?),
        };
        dialogue.choose(choice).map_err(|error| match error {
            DialogueError::Choice { number, expected, .. } => {
                DialogueError::Choice { number, expected, found: shortened(text) }
            }
            error => error,
        })?;
    }
    if dialogue.question().is_none() {
        return Ok(Reply::Text("complete".to_owned()));
    }
    let (color, turn) = (dialogue.board().side_to_move(), call.turn());
    set_clock(call, color);
    call.context.engine.think_opening(dialogue, call.received);
    Ok(begin(call, color, turn, Purpose::Consider, Wanted::Move))
}
