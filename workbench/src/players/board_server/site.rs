//! Where the files of the board are.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

/// The page, which every site has.
const PAGE: &str = "index.html";

/// The files of the board with their paths, as `build.rs` lists them.
#[cfg(feature = "embedded-board")]
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/board.rs"));
#[cfg(not(feature = "embedded-board"))]
const EMBEDDED: &[(&str, &[u8])] = &[];

/// The files of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// In a folder; they are read at each request.
    Folder(PathBuf),
    /// Inside the program, if it was built with the feature `embedded-board`.
    Embedded,
}

pub(super) struct SiteFile {
    pub(super) content_type: &'static str,
    pub(super) bytes: Cow<'static, [u8]>,
}

impl Site {
    /// The site in a folder.
    pub fn in_folder(folder: PathBuf) -> Result<Self> {
        Self::find(false, &[folder])
    }

    /// The site inside the program, else the first of these folders that has one.
    pub fn embedded_or_in(folders: &[PathBuf]) -> Result<Self> {
        Self::find(!EMBEDDED.is_empty(), folders)
    }

    fn find(is_embedded: bool, folders: &[PathBuf]) -> Result<Self> {
        if is_embedded {
            return Ok(Self::Embedded);
        }
        let found = folders.iter().find(|folder| folder.join(PAGE).is_file()).cloned();
        found.map(Self::Folder).with_context(|| {
            let names: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
            let searched = names.join(" or ");
            format!("no board in {searched}: packaging/web.sh builds it, and --site names its folder")
        })
    }

    /// The file that the path of a request names; `None` if there is none.
    pub(super) fn file(&self, path: &str) -> Option<SiteFile> {
        let path = relative_path(path)?;
        let bytes = match self {
            Self::Folder(folder) => {
                let file = folder.join(path);
                // Folders and devices are not read.
                file.is_file().then(|| fs::read(file).ok()).flatten()?.into()
            }
            Self::Embedded => EMBEDDED.iter().find(|(name, _)| *name == path)?.1.into(),
        };
        Some(SiteFile { content_type: content_type(path), bytes })
    }
}

/// The path of a request inside the site: plain names only, so that it cannot leave it.
fn relative_path(path: &str) -> Option<&str> {
    let path = path.strip_prefix('/')?;
    if path.is_empty() {
        return Some(PAGE);
    }
    let is_plain = |name: &str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
    };
    path.split('/').all(is_plain).then_some(path)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
