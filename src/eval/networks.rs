//! The networks of an engine, by rule.

use std::sync::Arc;

use thiserror::Error;

use super::network::{Level, Model, NetworkError, NetworkWeights};
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

/// An embedded network that cannot be used, so that the classical evaluation would be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot use the embedded network of {rule}: {source}")]
pub struct EmbeddedNetworkError {
    /// The rule of the network.
    rule: Rule,
    /// Why it cannot be used.
    source: NetworkError,
}

/// A network from a file or an option.
#[derive(Clone, Debug)]
struct Given {
    model: Arc<Model>,
    /// The network as a file.
    file: Arc<[u8]>,
}

/// A network for each rule, or `None` for the classical evaluation.
#[derive(Clone, Debug)]
pub struct Networks {
    /// In the order of [`Rule::ALL`]; given networks take precedence over the embedded ones.
    given: [Option<Given>; Rule::ALL.len()],
    embedded: [&'static [u8]; Rule::ALL.len()],
    is_classical: bool,
    level: Level,
}

impl Networks {
    /// The embedded networks; none without the feature `embedded-networks`.
    pub fn embedded() -> Self {
        Self { given: Default::default(), embedded: EMBEDDED, is_classical: false, level: Level::best() }
    }

    /// The embedded networks on an instruction set; `None` if this machine lacks it. All give the same values.
    pub fn embedded_at(level: Level) -> Option<Self> {
        level.is_available().then_some(Self { level, ..Self::embedded() })
    }

    /// No networks.
    pub fn classical() -> Self {
        Self { is_classical: true, ..Self::embedded() }
    }

    /// Uses a network for its rule.
    pub fn insert(&mut self, weights: &NetworkWeights) {
        let file = weights.to_bytes().into();
        self.given[weights.rule.index()] = Some(Given { model: Arc::new(self.model(weights)), file });
    }

    fn model(&self, weights: &NetworkWeights) -> Model {
        Model::at_level(weights, self.level)
    }

    /// The network for a rule, `None` for the classical evaluation. Each call unpacks an embedded network, which takes about a
    /// millisecond.
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
        Ok(Some(Arc::new(self.model(&self.unpack(rule)?))))
    }

    /// Checks all networks that would be used.
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

    /// The network file of a rule.
    pub fn file(&self, rule: Rule) -> Option<&[u8]> {
        if self.is_classical {
            return None;
        }
        let given = self.given[rule.index()].as_ref().map(|given| &*given.file);
        given.or(Some(self.embedded[rule.index()]).filter(|file| !file.is_empty()))
    }

    /// Truncated embedded networks.
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
    fn a_given_network_takes_precedence() {
        let mut networks = Networks::embedded();
        let model = |networks: &Networks| networks.get(Rule::Renju).unwrap().unwrap();
        assert!(model(&networks).has_policy());
        networks.insert(&NetworkWeights::zero(Rule::Renju, 32, 0));
        assert!(model(&networks).rule() == Rule::Renju);
        assert!(!model(&networks).has_policy(), "still the embedded network");
    }

    #[test]
    fn a_damaged_network_is_an_error_if_it_would_be_used() {
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
