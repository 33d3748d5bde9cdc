//! The networks of an engine, by rule.

use std::sync::Arc;

use thiserror::Error;

use super::network::{InstructionSet, Model, NetworkError, NetworkWeights, PackedNetwork};
use crate::rules::Rule;

/// The embedded network files in the order of [`Rule::ALL`].
#[cfg(feature = "embedded-networks")]
const EMBEDDED: [&[u8]; Rule::ALL.len()] = [
    include_bytes!("network/data/freestyle.rgn"),
    include_bytes!("network/data/standard.rgn"),
    include_bytes!("network/data/renju.rgn"),
    include_bytes!("network/data/caro.rgn"),
    include_bytes!("network/data/exact-caro.rgn"),
];

/// No embedded networks.
#[cfg(not(feature = "embedded-networks"))]
const EMBEDDED: [&[u8]; Rule::ALL.len()] = [&[]; Rule::ALL.len()];

/// A network that cannot be used, so that the classical evaluation is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot use the network of {rule}: {source}")]
pub struct UnusableNetworkError {
    /// The rule of the network.
    rule: Rule,
    /// Why it cannot be used.
    source: NetworkError,
}

/// A network for each rule, or `None` for the classical evaluation.
#[derive(Clone, Debug)]
pub struct Networks {
    /// Inserted network files in the order of [`Rule::ALL`]; they take precedence over the embedded ones.
    /// Models have twice their size, so only the one in use is made.
    inserted: [Option<Arc<[u8]>>; Rule::ALL.len()],
    embedded: [&'static [u8]; Rule::ALL.len()],
    is_classical: bool,
    set: InstructionSet,
}

impl Networks {
    /// The embedded networks; none without the feature `embedded-networks`.
    pub fn embedded() -> Self {
        Self {
            inserted: Default::default(),
            embedded: EMBEDDED,
            is_classical: false,
            set: InstructionSet::best(),
        }
    }

    /// The embedded networks on an instruction set; `None` if this machine lacks it. All give the same
    /// values.
    pub fn embedded_for(set: InstructionSet) -> Option<Self> {
        set.is_available().then_some(Self { set, ..Self::embedded() })
    }

    /// No networks.
    pub fn classical() -> Self {
        Self { is_classical: true, ..Self::embedded() }
    }

    /// Uses a network for its rule. Returns the rule if it had another one.
    pub fn insert(&mut self, network: PackedNetwork) -> Option<Rule> {
        let PackedNetwork { rule, bytes } = network;
        let replaces = self.file(rule).is_some_and(|other| *other != *bytes);
        self.inserted[rule.index()] = Some(bytes);
        replaces.then_some(rule)
    }

    /// The network for a rule, `None` for the classical evaluation. Each call unpacks its file, which takes
    /// about a millisecond.
    ///
    /// # Errors
    /// [`UnusableNetworkError`] if it is damaged.
    pub fn get(&self, rule: Rule) -> Result<Option<Arc<Model>>, UnusableNetworkError> {
        let Some(file) = self.file(rule) else { return Ok(None) };
        let weights = unpack(file, rule).map_err(|source| UnusableNetworkError { rule, source })?;
        Ok(Model::for_instruction_set(&weights, self.set).map(Arc::new))
    }

    /// Checks all networks that would be used.
    ///
    /// # Errors
    /// [`UnusableNetworkError`] for the first one that cannot be used.
    pub fn check(&self) -> Result<(), UnusableNetworkError> {
        Rule::ALL.into_iter().try_for_each(|rule| self.get(rule).map(drop))
    }

    /// Rules that have no network, unless all play with the classical evaluation by choice.
    pub fn missing(&self) -> impl Iterator<Item = Rule> {
        Rule::ALL.into_iter().filter(|&rule| !self.is_classical && self.file(rule).is_none())
    }

    /// The network file of a rule.
    pub fn file(&self, rule: Rule) -> Option<&[u8]> {
        if self.is_classical {
            return None;
        }
        let embedded = Some(self.embedded[rule.index()]).filter(|file| !file.is_empty());
        self.inserted[rule.index()].as_deref().or(embedded)
    }

    /// Truncated embedded networks.
    #[cfg(test)]
    pub(crate) fn damaged() -> Self {
        let cut = |bytes: &'static [u8]| bytes.get(..bytes.len() / 2).unwrap_or_default();
        Self { embedded: EMBEDDED.map(cut), ..Self::embedded() }
    }
}

fn unpack(file: &[u8], rule: Rule) -> Result<NetworkWeights, NetworkError> {
    let weights = NetworkWeights::from_bytes(file)?;
    if weights.rule != rule {
        return Err(NetworkError::Rule { expected: rule, found: weights.rule });
    }
    Ok(weights)
}

impl Default for Networks {
    fn default() -> Self {
        Self::embedded()
    }
}

#[cfg(all(test, feature = "embedded-networks"))]
mod tests {
    use super::*;

    #[test]
    fn embedded_networks_are_intact() {
        for rule in Rule::ALL {
            let model = Networks::embedded().get(rule).unwrap();
            assert!(model.is_some_and(|model| model.rule() == rule), "{rule:?}");
            assert!(Networks::classical().get(rule).unwrap().is_none());
            assert!(Networks::classical().file(rule).is_none());
            let file = NetworkWeights::from_bytes(Networks::embedded().file(rule).unwrap()).unwrap();
            let mut networks = Networks::embedded();
            assert_eq!(networks.insert(PackedNetwork::from(&file)), None);
            assert_eq!(networks.file(rule), Networks::embedded().file(rule));
        }
    }

    #[test]
    fn a_given_network_takes_precedence() {
        let mut networks = Networks::embedded();
        let model = |networks: &Networks| networks.get(Rule::Renju).unwrap().unwrap();
        assert!(model(&networks).has_policy());
        let other = PackedNetwork::from(&NetworkWeights::zero(Rule::Renju, 32, 0));
        assert_eq!(networks.insert(other), Some(Rule::Renju));
        assert!(model(&networks).rule() == Rule::Renju);
        assert!(!model(&networks).has_policy(), "still the embedded network");
    }

    #[test]
    fn a_damaged_network_is_an_error_if_it_would_be_used() {
        assert_eq!(Networks::embedded().check(), Ok(()));
        assert_eq!(Networks { is_classical: true, ..Networks::damaged() }.check(), Ok(()));
        let mut networks = Networks { embedded: [&[]; Rule::ALL.len()], ..Networks::embedded() };
        assert!(networks.missing().eq(Rule::ALL));
        networks.insert(PackedNetwork::from(&NetworkWeights::zero(Rule::Renju, 32, 0)));
        assert_eq!(networks.missing().count(), Rule::ALL.len() - 1);
        assert_eq!(Networks { is_classical: true, ..networks }.missing().count(), 0);
        assert_eq!(Networks::embedded().missing().count(), 0);
        let mut networks = Networks::damaged();
        let error = networks.check().unwrap_err().to_string();
        assert!(error.starts_with("cannot use the network of freestyle: expected "), "{error}");
        for rule in Rule::ALL {
            assert!(networks.get(rule).is_err());
            networks.insert(PackedNetwork::from(&NetworkWeights::zero(rule, 32, 0)));
            assert!(networks.get(rule).is_ok());
        }
        assert_eq!(networks.check(), Ok(()));
        networks = Networks { embedded: [EMBEDDED[0]; Rule::ALL.len()], ..Networks::embedded() };
        assert!(networks.get(Rule::Freestyle).is_ok() && networks.get(Rule::Renju).is_err());
    }
}
