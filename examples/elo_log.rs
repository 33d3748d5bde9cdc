//! Writes the page `docs/log/elo.md` from the table `docs/log/elo.tsv`: `cargo run --example elo_log`.

#[path = "../tests/architecture/elo_log.rs"]
mod elo_log;

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/log");
    let [page, table] = ["elo.md", "elo.tsv"].map(|name| folder.join(name));
    let text = elo_log::page(&fs::read_to_string(&page)?, &fs::read_to_string(table)?)?;
    Ok(fs::write(page, text)?)
}
