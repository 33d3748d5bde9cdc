//! Databases of analysed positions: statistics, exchange with files, views, searches and edits of positions,
//! and growth by many searches.
//!
//! Scores are those of the side to move in the position shown, so that a move's score can be compared with
//! the position's.

mod edit;
mod exchange;
mod grow;
mod query;
mod stats;
mod view;
mod walk;

pub use edit::{EditOptions, edit};
pub use exchange::{ExportFormat, Exported, ImportOptions, Imported, export, import};
pub use grow::{GrowOptions, SearchedPosition, grow};
pub use query::{QueryOptions, query};
pub use stats::DatabaseReport;
pub use view::PositionView;
pub use walk::walk;
