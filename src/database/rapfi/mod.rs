//! The database files of Rapfi, which are those of Yixin.
//!
//! Numbers have their low byte first. Four bytes with the number of records are followed by the records, each
//! a key and a body with two bytes of length before. A key is a byte for the rule (0 freestyle, 1 standard, 2
//! renju), one for the width and one for the height, then column and row of each stone from the top left:
//! black's, then white's. Both bytes of a pass are 255. Black has the move behind an even number of stones
//! and passes, and the first half of them, rounded up, is black's. A key without bytes has no body. A body is
//! a label, two bytes of value, two of depth times four plus [`Bound`](super::Bound), and the text, as in
//! [`text`](super::text) without quotes; any part may be missing at its end. The record of a board of 0x0
//! says by `charset="UTF-8"` how texts are encoded; other files have the code page of their system. Rapfi
//! compresses the whole as one LZ4 frame, which the caller has to undo; it reads files that are not
//! compressed, too.
//!
//! The stones of a colour stand in the order of their columns, those of a column in that of their rows, and
//! of the symmetric images the one with the smallest bytes is stored: Rapfi looks a position up by it alone.
//!
//! After the facts in Rapfi's sources (<https://github.com/dhbloo/rapfi>, `database/yxdbstorage.cpp`); the
//! order of stones and images was found by asking Rapfi 0.43 for 365 keys of random positions; of 2,988
//! exported ones it found each in a random orientation. It takes passes for stones when it reads files, its
//! own ones, too.

mod export;
mod format;
mod import;

pub use export::export;
pub use format::matches_header;
pub use import::import;
