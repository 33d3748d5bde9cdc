//! The networks that an engine plays with.

use std::sync::Arc;

use thiserror::Error;

use super::network::{Model, NetworkError, NetworkWeights};
use crate::rules::Rule;

/// The files that the program contains, in the order of [`Rule::ALL`].
#[cfg(feature = "embedded-networks")]
const EMBEDDED: [&[u8]; Rule::ALL.len()] = [
    include_bytes!("network/data/freestyle.rgn"),
    include_bytes!("network/data/standard.rgn"),
    include_bytes!("network/data/renju.rgn"),
    include_bytes!("network/data/caro.rgn"),
    include_bytes!("network/data/exact-caro.rgn"),
];

/// Without them a rule is played by a given network, or by the classical evaluation.
#[cfg(not(feature = "embedded-networks"))]
const EMBEDDED: [&[u8]; Rule::ALL.len()] = [&[]; Rule::ALL.len()];

/// An embedded network that cannot be used. The classical evaluation can stand in for it, but nobody would expect that.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot use the embedded network of {rule}: {source}")]
pub struct EmbeddedNetworkError {
    /// The rule that it is for.
    rule: Rule,
    /// What is wrong with it.
    source: NetworkError,
}

/// A network from a file or an option.
#[derive(Clone, Debug)]
struct Given {
    model: Arc<Model>,
    /// The network as a file.
    file: Arc<[u8]>,
}

/// A network for each rule, or none where the classical evaluation is to play.
#[derive(Clone, Debug)]
pub struct Networks {
    /// In the order of [`Rule::ALL`]; those from files and options go before the embedded ones.
    given: [Option<Given>; Rule::ALL.len()],
    embedded: [&'static [u8]; Rule::ALL.len()],
    is_classical: bool,
}

impl Networks {
    /// The networks that the program contains: none without the feature `embedded-networks`.
    pub fn embedded() -> Self {
        Self { given: Default::default(), embedded: EMBEDDED, is_classical: false }
    }

    /// No network at all.
    pub fn classical() -> Self {
        Self { is_classical: true, ..Self::embedded() }
    }

    /// Plays with this network under its rule.
    pub fn insert(&mut self, weights: &NetworkWeights) {
        let file = weights.to_bytes().into();
        self.given[weights.rule.index()] = Some(Given { model: Arc::new(Model::new(weights)), file });
    }

    /// The network for a rule, `None` where the classical evaluation plays. An embedded one is unpacked for each call, which
    /// takes a millisecond: keep it.
    ///
    /// # Errors
    /// [`EmbeddedNetworkError`] if the embedded network is damaged.
    pub fn get(&self, rule: Rule) -> Result<Option<Arc<Model>>, EmbeddedNetworkError> {
        if self.is_classical {
            return Ok(None);
        }
        if let Some(given) = &self.given[rule.index()] {
            return Ok(Some(Arc::clone(&given.model)));
        }
        if self.embedded[rule.index()].is_empty() {
            return Ok(None);
        }
        Ok(Some(Arc::new(Model::new(&self.unpack(rule)?))))
    }

    /// Whether each network that would be asked for can be used.
    ///
    /// # Errors
    /// [`EmbeddedNetworkError`] for the first one that is damaged.
    pub fn check(&self) -> Result<(), EmbeddedNetworkError> {
        let is_embedded = |rule: &Rule| {
            let is_used = !self.is_classical && self.given[rule.index()].is_none();
            is_used && !self.embedded[rule.index()].is_empty()
        };
        Rule::ALL.into_iter().filter(is_embedded).try_for_each(|rule| self.unpack(rule).map(drop))
    }

    fn unpack(&self, rule: Rule) -> Result<NetworkWeights, EmbeddedNetworkError> {
        let weights = NetworkWeights::from_bytes(self.embedded[rule.index()]);
        let fault = |source| EmbeddedNetworkError { rule, source };
        let weights = weights.map_err(fault)?;
        if weights.rule == rule {
            Ok(weights)
        } else {
            Err(fault(NetworkError::Rule { expected: rule, found: weights.rule }))
        }
    }

    /// The network for a rule as the bytes of its file.
    pub fn file(&self, rule: Rule) -> Option<&[u8]> {
        if self.is_classical {
            return None;
        }
        let given = self.given[rule.index()].as_ref().map(|given| &*given.file);
        given.or(Some(self.embedded[rule.index()]).filter(|file| !file.is_empty()))
    }

    /// Embedded networks that are cut off.
    #[cfg(test)]
    pub(crate) fn damaged() -> Self {
        let cut = |bytes: &'static [u8]| bytes.get(..bytes.len() / 2).unwrap_or_default();
        Self { embedded: EMBEDDED.map(cut), ..Self::embedded() }
    }
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
            networks.insert(&file);
            assert_eq!(networks.file(rule), Networks::embedded().file(rule));
        }
    }

    #[test]
    fn a_given_network_goes_before_the_embedded_one() {
        let mut networks = Networks::embedded();
        let model = |networks: &Networks| networks.get(Rule::Renju).unwrap().unwrap();
        assert!(model(&networks).has_policy());
        networks.insert(&NetworkWeights::zero(Rule::Renju, 32, 0));
        assert!(model(&networks).rule() == Rule::Renju);
        assert!(!model(&networks).has_policy(), "still the embedded network");
    }

    #[test]
    fn a_damaged_network_is_an_error_where_it_would_be_used() {
        assert_eq!(Networks::embedded().check(), Ok(()));
        assert_eq!(Networks { is_classical: true, ..Networks::damaged() }.check(), Ok(()));
        let mut networks = Networks::damaged();
        let error = networks.check().unwrap_err().to_string();
        assert!(error.starts_with("cannot use the embedded network of freestyle: expected "), "{error}");
        for rule in Rule::ALL {
            assert!(networks.get(rule).is_err());
            networks.insert(&NetworkWeights::zero(rule, 32, 0));
            assert!(networks.get(rule).is_ok());
        }
        assert_eq!(networks.check(), Ok(()));
        networks = Networks { embedded: [EMBEDDED[0]; Rule::ALL.len()], ..Networks::embedded() };
        assert!(networks.get(Rule::Freestyle).is_ok() && networks.get(Rule::Renju).is_err());
    }
}
