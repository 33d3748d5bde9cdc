//! Boards and graphs as terminal text, SVG and PNG.
//!
//! SVG pictures consist of circles, lines and paths only; letters and digits are strokes, so that pictures
//! look the same in every viewer and need no font. PNG is rendered from SVG.

mod curves;
mod foot;
mod graph;
mod heat;
mod layout;
mod picture;
mod png;
mod stones;
mod strokes;
mod svg;
mod terminal;
mod threats;
mod view;

pub use curves::{Curve, curves_svg};
pub use graph::graph_svg;
pub use picture::board_svg;
pub use png::png_from_svg;
pub use terminal::write_board;
pub use view::{BoardView, Heat, ThreatMark};
