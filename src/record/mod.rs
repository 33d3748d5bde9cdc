//! placeholder
#[cfg(feature = "workbench")]
pub mod training;
