//! The workbench `rustgomo`.
fn main() {}
