//! Name and version of the engine.

/// The engine's name.
pub const NAME: &str = "RustGomo";

/// URL of the repository, from the manifest; empty if it names none.
pub const ADDRESS: &str = env!("CARGO_PKG_REPOSITORY");

/// Version, commit and compile-time instruction set: `0.1.0 5ef8e185 x86_64 sse2`. The networks use newer
/// instructions if the processor has them. The commit is `unknown` in a debug build and outside of a
/// checkout; it ends with `+` if the sources were changed.
pub const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " ", env!("RUSTGOMO_COMMIT"), " ", env!("RUSTGOMO_INSTRUCTIONS"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_has_a_commit_and_an_instruction_set() {
        let words: Vec<&str> = VERSION.split(' ').collect();
        assert_eq!(words[0], env!("CARGO_PKG_VERSION"));
        let is_hash =
            |word: &str| word.len() >= 8 && word.trim_end_matches('+').bytes().all(|b| b.is_ascii_hexdigit());
        assert!(words[1] == "unknown" || is_hash(words[1]), "expected a commit, found {:?}", words[1]);
        assert_eq!(words[2], std::env::consts::ARCH);
    }

    #[test]
    fn the_version_fits_between_quotation_marks_in_a_list_with_commas() {
        assert!(!VERSION.contains(['"', ',', '=']) && VERSION.is_ascii(), "{VERSION:?}");
    }
}
