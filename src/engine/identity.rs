//! Who we are.

/// The engine's name.
pub const NAME: &str = "RustGomo";

/// Where the sources are: the repository that the manifest names; empty if it names none.
pub const ADDRESS: &str = env!("CARGO_PKG_REPOSITORY");

/// The version, the commit that it was built from, and the instruction set that the compiler was allowed to use:
/// `0.1.0 5ef8e185 x86_64 sse2`. The networks choose newer instructions at run time where the processor has them. The
/// commit is `unknown` in a debug build and if the sources were no checkout; it ends with `+` if a package was built from
/// a changed one.
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
