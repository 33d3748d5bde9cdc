//! The `SplitMix64` mixing function (Steele, Lea and Flood 2014).

/// The odd number nearest to 2^64 divided by the golden ratio.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes a number to 64 bits; a bijection. Records and openings depend on it, so it must never change.
pub const fn mix(number: u64) -> u64 {
    let mut z = number;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        // The first outputs of the authors' generator from the seed 1234567.
        let outputs = (1..=3).map(|i| mix(1_234_567_u64.wrapping_add(GOLDEN.wrapping_mul(i))));
        assert!(outputs.eq([
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423
        ]));
    }
}
