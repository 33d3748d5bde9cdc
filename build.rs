//! Tells the program what it was built from: the commit and the instruction set, for `ABOUT` and `--version`.
//!
//! Whether files were changed since the commit is not told: cargo runs this only after a commit or a
//! checkout, so the answer would often be an old one. `packaging/package.sh`, which starts from nothing, does
//! tell.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

/// The commit of a source tree without `.git`, such as an unpacked archive, and instead of git's answer.
const COMMIT_VARIABLE: &str = "RUSTGOMO_COMMIT";
/// Vector instructions from newer to older; the first that the compiler may use stands for the others.
const VECTORS: [&str; 9] = ["avx512f", "avx2", "avx", "sse4.2", "sse4.1", "ssse3", "sse2", "neon", "simd128"];
/// Instructions for bitboards, which the oldest processors lack.
const BIT_INSTRUCTIONS: [&str; 2] = ["popcnt", "bmi2"];

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "cargo::rerun-if-changed=build.rs")?;
    writeln!(out, "cargo::rerun-if-env-changed={COMMIT_VARIABLE}")?;
    if !is_debug_build() {
        for path in files_of_the_commit() {
            writeln!(out, "cargo::rerun-if-changed={path}")?;
        }
    }
    writeln!(out, "cargo::rustc-env=RUSTGOMO_COMMIT={}", commit())?;
    writeln!(out, "cargo::rustc-env=RUSTGOMO_INSTRUCTIONS={}", instructions())
}

/// Whether this is the build of a developer who tries something. It names no commit: else every commit would
/// have the whole library compiled again before the next test.
fn is_debug_build() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "debug")
}

fn commit() -> String {
    let given = env::var(COMMIT_VARIABLE).ok().filter(|commit| !commit.is_empty());
    let asked = || {
        if is_debug_build() { None } else { git(&["rev-parse", "--short=8", "HEAD"]) }
    };
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
    given.or_else(asked).filter(|commit| commit.chars().all(is_fit)).unwrap_or_else(|| "unknown".to_owned())
}

/// What changes when another commit is checked out: `HEAD`, the branch that it names, and their logs. Cargo
/// would build anew every time for a file that does not exist, and a branch may stand in `packed-refs` only.
fn files_of_the_commit() -> Vec<String> {
    let branch = git(&["rev-parse", "--symbolic-full-name", "HEAD"]).unwrap_or_default();
    let names = ["HEAD", "logs/HEAD", "packed-refs", &branch];
    let paths = names.iter().filter(|name| !name.is_empty());
    let paths = paths.filter_map(|name| git(&["rev-parse", "--git-path", name]));
    paths.filter(|path| Path::new(path).exists()).collect()
}

/// The first line that git answers, if this is the root of a checkout. An unpacked archive may lie inside
/// someone else's repository, whose commits say nothing about it.
fn git(arguments: &[&str]) -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next().unwrap_or_default().trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}

/// The architecture and what the compiler was allowed to use of it.
fn instructions() -> String {
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_else(|_| "unknown".to_owned());
    let enabled = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let is_enabled = |feature: &&&str| enabled.split(',').any(|name| name == **feature);
    let vectors = VECTORS.iter().find(is_enabled);
    let bits = BIT_INSTRUCTIONS.iter().filter(is_enabled);
    vectors.into_iter().chain(bits).fold(architecture, |text, feature| format!("{text} {feature}"))
}
