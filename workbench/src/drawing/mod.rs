//! Boards and graphs for the eye: text for terminals, SVG, PNG.
//!
//! The key idea: pictures are SVG made of circles, lines and paths only; letters and digits are strokes of ours, so a
//! picture looks the same in every viewer and needs no font. PNG is drawn from the SVG. Imports: `board`, `eval` and below.
//! Used by: `tools`.

mod curves;
mod foot;
mod graph;
mod heat;
mod layout;
mod picture;
mod png;
mod stars;
mod stones;
mod strokes;
mod svg;
mod terminal;
mod threats;
mod view;

pub use curves::{Curve, curves_svg};
pub use graph::{GraphPoint, graph_svg};
pub use picture::board_svg;
pub use png::{PngError, png_from_svg};
pub use terminal::write_board;
pub use view::{BoardView, Heat, ThreatMark};
