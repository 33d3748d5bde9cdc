//! Boards and graphs as terminal text, SVG, PNG and GIF.
//!
//! SVG pictures consist of circles, lines and paths only; letters and digits are strokes, so that pictures
//! look the same in every viewer and need no font. PNG and GIF are rendered from SVG.

mod curves;
mod foot;
mod gif;
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
pub use gif::gif_from_svgs;
pub use graph::{GraphPoint, graph_svg};
pub use picture::{board_svg, ended_svg};
pub use png::png_from_svg;
pub use terminal::write_board;
pub use view::{BoardView, EndMarks, Heat, ThreatMark};
