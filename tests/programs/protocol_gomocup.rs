//! The Gomocup protocol as transcripts: every file of `tests/data/protocol/gomocup` is played against the
//! brain.

use crate::common::transcript::run::play_folder;
use crate::common::transcript::script::Script;

#[test]
fn the_brain_answers_every_transcript_as_written() {
    play_folder("gomocup");
}

#[test]
fn a_mistake_in_a_transcript_is_reported_with_its_line() {
    let unmarked = Script::parse("x.txt", "# rows: A1\n> BEGIN\nMOVE\n").unwrap_err();
    assert!(unmarked.starts_with("x.txt:3:"), "{unmarked}");
    let choice = Script::parse("x.txt", "# rows: A1\n< MOVE on 7,7\n").unwrap_err();
    assert!(choice.starts_with("x.txt:2:"), "{choice}");
    let toothless = Script::parse("x.txt", "# rows: A1\n> BEGIN\n").unwrap_err();
    assert!(toothless.contains("at least one line starting with `<`"), "{toothless}");
    let nameless = Script::parse("x.txt", "> BEGIN\n< MOVE\n").unwrap_err();
    assert!(nameless.contains("# rows:"), "{nameless}");
}
