//! The networks that an engine plays with.

use std::sync::Arc;

use super::network::{Model, NetworkWeights};
use crate::rules::Rule;

/// The files that the program contains, in the order of [`Rule::ALL`].
const EMBEDDED: [&[u8]; Rule::ALL.len()] = [
    include_bytes!("network/data/freestyle.rgn"),
    include_bytes!("network/data/standard.rgn"),
    include_bytes!("network/data/renju.rgn"),
    include_bytes!("network/data/caro.rgn"),
    include_bytes!("network/data/exact-caro.rgn"),
];

fn embedded(rule: Rule) -> Option<Arc<Model>> {
    // A damaged file would be found by the tests; the classical evaluation still plays.
    let weights = NetworkWeights::from_bytes(EMBEDDED[rule.index()]).ok()?;
    (weights.rule == rule).then(|| Arc::new(Model::new(&weights)))
}

/// A network from a file or an option.
#[derive(Clone, Debug)]
struct Given {
    model: Arc<Model>,
    /// The network as a file.
    file: Arc<[u8]>,
}

/// A network for each rule, or none where the classical evaluation is to play.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    /// In the order of [`Rule::ALL`]; those from files and options go before the embedded ones.
    given: [Option<Given>; Rule::ALL.len()],
    is_classical: bool,
}

impl Networks {
    /// The networks that the program contains.
    pub fn embedded() -> Self {
        Self::default()
    }

    /// No network at all.
    pub fn classical() -> Self {
        Self { is_classical: true, ..Self::default() }
    }

    /// Plays with this network under its rule.
    pub fn insert(&mut self, weights: &NetworkWeights) {
        let file = weights.to_bytes().into();
        self.given[weights.rule.index()] = Some(Given { model: Arc::new(Model::new(weights)), file });
    }

    /// The network for a rule. An embedded one is unpacked for each call, which takes a millisecond: keep it.
    pub fn get(&self, rule: Rule) -> Option<Arc<Model>> {
        if self.is_classical {
            return None;
        }
        let given = self.given[rule.index()].as_ref().map(|given| Arc::clone(&given.model));
        given.or_else(|| embedded(rule))
    }

    /// The network for a rule as the bytes of its file.
    pub fn file(&self, rule: Rule) -> Option<&[u8]> {
        if self.is_classical {
            return None;
        }
        let given = self.given[rule.index()].as_ref().map(|given| &*given.file);
        given.or(Some(EMBEDDED[rule.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_networks_are_intact() {
        for rule in Rule::ALL {
            assert!(Networks::embedded().get(rule).is_some_and(|model| model.rule() == rule), "{rule:?}");
            assert!(Networks::classical().get(rule).is_none());
            assert!(Networks::classical().file(rule).is_none());
            let file = NetworkWeights::from_bytes(Networks::embedded().file(rule).unwrap()).unwrap();
            let mut networks = Networks::embedded();
            networks.insert(&file);
            assert_eq!(networks.file(rule), Networks::embedded().file(rule));
        }
    }

    #[test]
    fn a_given_network_goes_before_the_embedded_one() {
        let mut networks = Networks::embedded();
        let has_policy =
            |networks: &Networks| networks.get(Rule::Renju).is_some_and(|model| model.has_policy());
        assert!(has_policy(&networks));
        networks.insert(&NetworkWeights::zero(Rule::Renju, 32, 0));
        assert!(networks.get(Rule::Renju).is_some_and(|model| model.rule() == Rule::Renju));
        assert!(!has_policy(&networks), "still the embedded network");
    }
}
