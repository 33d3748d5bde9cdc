//! Lists the files of the board for the feature `embedded-board`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What `packaging/web.sh` has built, from the folder of this package.
const SITE: &str = "../target/web/site";
/// Its archive, which is younger: the files have the same date in every build.
const ARCHIVE: &str = "../target/web/web.zip";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_EMBEDDED_BOARD").is_none() {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={SITE}");
    println!("cargo::rerun-if-changed={ARCHIVE}");
    let site = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(SITE);
    let files =
        list(&site, "").map_err(|error| format!("{SITE}: {error}; packaging/web.sh builds the board"))?;
    let entries: Vec<String> =
        files.iter().map(|(name, file)| format!("({name:?}, include_bytes!({file:?}).as_slice())")).collect();
    let out = PathBuf::from(env::var("OUT_DIR")?).join("board.rs");
    fs::write(out, format!("&[{}]", entries.join(",\n")))?;
    Ok(())
}

/// The files below a folder: the path inside the site, and where the file is.
fn list(folder: &Path, prefix: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            files.extend(list(&entry.path(), &format!("{name}/"))?);
        } else {
            files.push((name, entry.path().to_str().ok_or("the path is not Unicode")?.to_owned()));
        }
    }
    files.sort();
    Ok(files)
}
