//! The brain `pbrain-rustgomo`.
fn main() {}
