//! Lazily computed values for each rule.

use std::sync::OnceLock;

use super::Rule;

/// A value for each rule, computed on first use.
#[derive(Debug)]
pub(crate) struct PerRule<T> {
    make: fn(Rule) -> T,
    values: [OnceLock<T>; Rule::ALL.len()],
}

impl<T> PerRule<T> {
    /// Values computed by `make`.
    pub(crate) const fn new(make: fn(Rule) -> T) -> Self {
        Self { make, values: [const { OnceLock::new() }; Rule::ALL.len()] }
    }

    /// The value of a rule.
    pub(crate) fn get(&self, rule: Rule) -> &T {
        self.values[rule.index()].get_or_init(|| (self.make)(rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static MADE: AtomicUsize = AtomicUsize::new(0);

    fn name(rule: Rule) -> &'static str {
        MADE.fetch_add(1, Ordering::Relaxed);
        rule.name()
    }

    #[test]
    fn each_rule_has_a_value_of_its_own_that_is_made_once() {
        static NAMES: PerRule<&str> = PerRule::new(name);
        for rule in Rule::ALL.into_iter().chain(Rule::ALL) {
            assert_eq!(*NAMES.get(rule), rule.name());
        }
        assert_eq!(MADE.load(Ordering::Relaxed), Rule::ALL.len());
    }
}
