//! The network file format.

use std::sync::Arc;

use thiserror::Error;

use super::weights::{CHANNEL_STEP, Layer, MAX_CHANNELS, NetworkWeights};
use crate::rules::Rule;

/// Magic bytes.
const MAGIC: &[u8; 4] = b"RGNN";
/// Version of the format.
const VERSION: u16 = 3;
/// Bytes before the payload: magic, version, rule, channels, policy channels, manifest, checksum.
const HEADER_LEN: usize = 4 + 2 + 1 + 2 + 2 + 32 + 4;

/// Errors of reading a network file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Wrong magic bytes.
    #[error("expected a network file that begins with RGNN")]
    NotANetwork,
    /// Unknown version.
    #[error("expected a network file of version {VERSION}, found version {0}")]
    Version(u16),
    /// Unknown rule or unsupported numbers of channels.
    #[error("expected a known rule and {CHANNEL_STEP} or {MAX_CHANNELS} channels, found {0}")]
    Shape(String),
    /// A network of another rule.
    #[error("expected a network of {expected}, found one of {found}")]
    Rule {
        /// The expected rule.
        expected: Rule,
        /// The rule of the file.
        found: Rule,
    },
    /// Wrong length.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// Length by the header.
        expected: usize,
        /// Length of the file.
        found: usize,
    },
    /// More than one network, where one is expected.
    #[error("expected one network, found several")]
    Several,
    /// Wrong checksum.
    #[error("the network file is damaged: its checksum does not fit")]
    Checksum,
    /// Weights that could overflow a sum.
    #[error("the network's weights are too large for its integer layers")]
    Unbounded,
}

impl NetworkWeights {
    /// Serialises to a file: the header, then all numbers little-endian in the order of the fields.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        self.clone().visit(&mut Payload::Write(&mut payload));
        let mut bytes = Vec::with_capacity(HEADER_LEN + payload.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.rule.index() as u8);
        bytes.extend((self.channels as u16).to_le_bytes());
        bytes.extend((self.policy_channels as u16).to_le_bytes());
        bytes.extend(self.manifest);
        let sum = checksum(&bytes, &payload);
        bytes.extend(sum.to_le_bytes());
        bytes.extend(payload);
        bytes
    }

    /// Parses a file with one network.
    ///
    /// # Errors
    /// [`NetworkError`] if it is not exactly a network that this program can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (mut weights, payload, rest) = Self::split_first(bytes)?;
        if !rest.is_empty() {
            let is_next = rest.starts_with(MAGIC);
            let (expected, found) = (bytes.len() - rest.len(), bytes.len());
            return Err(if is_next {
                NetworkError::Several
            } else {
                NetworkError::Length { expected, found }
            });
        }
        weights.visit(&mut Payload::Read(payload));
        if weights.is_bounded() { Ok(weights) } else { Err(NetworkError::Unbounded) }
    }

    /// A network of zeros as the header asks for it, the payload with its numbers, and the bytes behind it.
    fn split_first(bytes: &[u8]) -> Result<(Self, &[u8], &[u8]), NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        let Some((header, behind)) = bytes.split_at_checked(HEADER_LEN) else {
            return Err(NetworkError::Length { expected: HEADER_LEN, found: bytes.len() });
        };
        let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        if word(4) != VERSION {
            return Err(NetworkError::Version(word(4)));
        }
        let (channels, policy_channels) = (word(7) as usize, word(9) as usize);
        let rule = Rule::ALL.get(header[6] as usize);
        let fits = |count: usize| count.is_multiple_of(CHANNEL_STEP) && count <= MAX_CHANNELS;
        let Some(&rule) = rule.filter(|_| channels > 0 && fits(channels) && fits(policy_channels)) else {
            let found = format!("rule {}, {channels} and {policy_channels} channels", header[6]);
            return Err(NetworkError::Shape(found));
        };
        let mut weights = Self::zero(rule, channels, policy_channels);
        weights.manifest.copy_from_slice(&header[11..43]);
        let mut length = 0;
        weights.visit(&mut Payload::Count(&mut length));
        let Some((payload, rest)) = behind.split_at_checked(length) else {
            return Err(NetworkError::Length { expected: HEADER_LEN + length, found: bytes.len() });
        };
        if header[43..] != checksum(&header[..43], payload).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        Ok((weights, payload, rest))
    }

    /// Visits all numbers in file order.
    fn visit(&mut self, payload: &mut Payload<'_>) {
        let layer = |layer: &mut Layer, payload: &mut Payload<'_>| {
            payload.words(&mut layer.weights);
            payload.longs(&mut layer.biases);
        };
        for value in &mut self.value {
            payload.bytes(&mut value.rows);
            for region in &mut value.regions {
                layer(region, payload);
            }
            layer(&mut value.first, payload);
            layer(&mut value.second, payload);
            layer(&mut value.output, payload);
        }
        for policy in &mut self.policy {
            payload.bytes(&mut policy.rows);
            payload.words(&mut policy.output);
            payload.longs(&mut policy.near_last);
            payload.longs(&mut policy.near_own);
            let context = &mut policy.context;
            layer(&mut context.layer, payload);
            payload.words(&mut context.lines);
            payload.words(&mut context.output);
            payload.words(&mut context.near_last);
            payload.words(&mut context.near_own);
        }
    }
}

/// A network as its file: header, length and checksum are right, the numbers are read when it is unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedNetwork {
    pub(in crate::eval) rule: Rule,
    pub(in crate::eval) bytes: Arc<[u8]>,
}

impl PackedNetwork {
    /// The networks of a file, which holds one or more, one behind the other.
    ///
    /// # Errors
    /// [`NetworkError`] if it is anything else.
    pub fn list(mut bytes: &[u8]) -> Result<Vec<Self>, NetworkError> {
        let mut list = Vec::new();
        loop {
            let (weights, _, rest) = NetworkWeights::split_first(bytes)?;
            let (first, _) = bytes.split_at(bytes.len() - rest.len());
            list.push(Self { rule: weights.rule, bytes: first.into() });
            if rest.is_empty() {
                return Ok(list);
            }
            bytes = rest;
        }
    }

    /// Reads the numbers.
    ///
    /// # Errors
    /// [`NetworkError::Unbounded`] if they could overflow a sum.
    pub(crate) fn unpack(&self) -> Result<NetworkWeights, NetworkError> {
        NetworkWeights::from_bytes(&self.bytes)
    }
}

impl From<&NetworkWeights> for PackedNetwork {
    fn from(weights: &NetworkWeights) -> Self {
        Self { rule: weights.rule, bytes: weights.to_bytes().into() }
    }
}

fn checksum(header: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(payload);
    hasher.finalize()
}

/// The operation of a visit.
enum Payload<'a> {
    /// Counts bytes.
    Count(&'a mut usize),
    /// Appends to the payload.
    Write(&'a mut Vec<u8>),
    /// Reads from the payload, whose length has been checked.
    Read(&'a [u8]),
}

impl Payload<'_> {
    fn each<T: Copy, const N: usize>(
        &mut self,
        numbers: &mut [T],
        to: impl Fn(T) -> [u8; N],
        from: impl Fn([u8; N]) -> T,
    ) {
        match self {
            Self::Count(length) => **length += N * numbers.len(),
            Self::Write(bytes) => numbers.iter().for_each(|&number| bytes.extend(to(number))),
            Self::Read(bytes) => {
                for number in numbers {
                    let Some((first, rest)) = bytes.split_first_chunk() else { return };
                    *number = from(*first);
                    *bytes = rest;
                }
            }
        }
    }

    fn bytes(&mut self, numbers: &mut [i8]) {
        self.each(numbers, i8::to_le_bytes, i8::from_le_bytes);
    }

    fn words(&mut self, numbers: &mut [i16]) {
        self.each(numbers, i16::to_le_bytes, i16::from_le_bytes);
    }

    fn longs(&mut self, numbers: &mut [i32]) {
        self.each(numbers, i32::to_le_bytes, i32::from_le_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rule: Rule) -> NetworkWeights {
        let mut weights = NetworkWeights::zero(rule, 32, 32);
        let mut random = fastrand::Rng::with_seed(5);
        for value in &mut weights.value {
            value.rows.iter_mut().for_each(|x| *x = random.i8(..));
            value.second.weights.iter_mut().for_each(|x| *x = random.i16(-900..900));
            value.output.biases[0] = -77;
        }
        let policy = &mut weights.policy[0];
        policy.near_own[20] = 123_456;
        (policy.context.layer.biases[31], policy.context.near_own[40]) = (-5, 17);
        weights.manifest[31] = 9;
        weights
    }

    #[test]
    fn a_network_survives_writing_and_reading() {
        for rule in [Rule::Freestyle, Rule::Renju, Rule::Caro] {
            let weights = sample(rule);
            assert_eq!(NetworkWeights::from_bytes(&weights.to_bytes()), Ok(weights));
        }
    }

    #[test]
    fn a_file_may_hold_several_networks() {
        let networks = [Rule::Renju, Rule::Freestyle].map(sample);
        let bytes = networks.clone().map(|weights| weights.to_bytes()).concat();
        let list = PackedNetwork::list(&bytes).unwrap();
        assert_eq!(list.iter().map(|packed| packed.unpack().unwrap()).collect::<Vec<_>>(), networks);
        assert_eq!(NetworkWeights::from_bytes(&bytes), Err(NetworkError::Several));
        let cut = &bytes[..bytes.len() - 1];
        assert!(matches!(PackedNetwork::list(cut), Err(NetworkError::Length { .. })));
        assert_eq!(PackedNetwork::list(&[]), Err(NetworkError::NotANetwork));
        let foreign = [networks[0].to_bytes(), b"behind".to_vec()].concat();
        assert_eq!(PackedNetwork::list(&foreign), Err(NetworkError::NotANetwork));
        let mut unbounded = sample(Rule::Standard);
        unbounded.value[0].first.weights.fill(i16::MAX);
        let list = PackedNetwork::list(&unbounded.to_bytes()).unwrap();
        assert_eq!(list[0].unpack(), Err(NetworkError::Unbounded));
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let bytes = sample(Rule::Standard).to_bytes();
        assert_eq!(NetworkWeights::from_bytes(b"PK"), Err(NetworkError::NotANetwork));
        assert_eq!(NetworkWeights::from_bytes(&[]), Err(NetworkError::NotANetwork));
        for len in [5, 20, bytes.len() - 1] {
            assert!(
                matches!(NetworkWeights::from_bytes(&bytes[..len]), Err(NetworkError::Length { .. })),
                "{len}"
            );
        }
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            NetworkWeights::from_bytes(&bytes)
        };
        assert_eq!(with(4, 7), Err(NetworkError::Version(7)));
        assert!(matches!(with(6, 5), Err(NetworkError::Shape(_))));
        assert!(matches!(with(7, 33), Err(NetworkError::Shape(_))));
        assert_eq!(with(20, 1), Err(NetworkError::Checksum));
        assert_eq!(with(bytes.len() - 1, 1), Err(NetworkError::Checksum));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let mut weights = sample(Rule::Standard);
        weights.value[0].first.weights.fill(i16::MAX);
        assert_eq!(NetworkWeights::from_bytes(&weights.to_bytes()), Err(NetworkError::Unbounded));
        let mut weights = sample(Rule::Standard);
        weights.policy[0].context.near_last.fill(i16::MIN);
        assert_eq!(NetworkWeights::from_bytes(&weights.to_bytes()), Err(NetworkError::Unbounded));
    }
}
