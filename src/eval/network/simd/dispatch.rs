//! Dispatch to the kernels for the model's instruction set and number of channels.

#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::eval::network::kernel;
use crate::eval::network::level::Level;
use crate::eval::network::model::{Head, Model};
use crate::eval::network::policy::{Policy, PolicyInput};
use crate::eval::network::sums::{PatternChange, State};

/// What every machine has that runs this build.
#[cfg(not(target_feature = "simd128"))]
type Baseline = kernel::Scalar;
#[cfg(target_feature = "simd128")]
type Baseline = super::wasm::Simd128;

/// [`kernel::apply`] on the model's level.
#[inline]
pub(in crate::eval::network) fn apply(model: &Model, log: &[PatternChange], first: usize, state: &mut State) {
    match model.channels {
        32 => apply_channels::<32>(model, log, first, state),
        _ => apply_channels::<64>(model, log, first, state),
    }
}

#[inline]
fn apply_channels<const C: usize>(model: &Model, log: &[PatternChange], first: usize, state: &mut State) {
    match model.level {
        Level::Baseline => kernel::apply::<C>(model, log, first, state),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::apply_avx2::<C>(model, log, first, state),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::apply_avx512::<C>(model, log, first, state),
        #[cfg(not(target_arch = "x86_64"))]
        Level::Avx2 | Level::Avx512 => kernel::apply::<C>(model, log, first, state),
    }
}

/// [`kernel::restore`], the same for all levels since it only copies.
#[inline]
pub(in crate::eval::network) fn restore(
    channels: usize,
    log: &[PatternChange],
    first: usize,
    state: &mut State,
) {
    match channels {
        32 => kernel::restore::<32>(log, first, state),
        _ => kernel::restore::<64>(log, first, state),
    }
}

/// [`kernel::value`] on the model's level.
#[inline]
pub(in crate::eval::network) fn value(model: &Model, head: &Head, sums: &[i16], own_is_second: bool) -> i32 {
    match model.channels {
        32 => value_channels::<32>(model.level, head, sums, own_is_second),
        _ => value_channels::<64>(model.level, head, sums, own_is_second),
    }
}

#[inline]
fn value_channels<const C: usize>(level: Level, head: &Head, sums: &[i16], own_is_second: bool) -> i32 {
    match level {
        Level::Baseline => kernel::value::<C, Baseline>(head, sums, own_is_second),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::value_avx2::<C>(head, sums, own_is_second),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::value_avx512::<C>(head, sums, own_is_second),
        #[cfg(not(target_arch = "x86_64"))]
        Level::Avx2 | Level::Avx512 => kernel::value::<C, Baseline>(head, sums, own_is_second),
    }
}

/// [`kernel::policy`] on a level.
#[inline]
pub(in crate::eval::network) fn policy(
    level: Level,
    policy: &Policy,
    input: &PolicyInput,
    known: &mut [i16],
    logits: &mut [i32],
) {
    match policy.channels {
        32 => policy_channels::<32>(level, policy, input, known, logits),
        _ => policy_channels::<64>(level, policy, input, known, logits),
    }
}

#[inline]
fn policy_channels<const C: usize>(
    level: Level,
    policy: &Policy,
    input: &PolicyInput,
    known: &mut [i16],
    logits: &mut [i32],
) {
    match level {
        Level::Baseline => kernel::policy::<C, Baseline>(policy, input, known, logits),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::policy_avx2::<C>(policy, input, known, logits),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::policy_avx512::<C>(policy, input, known, logits),
        #[cfg(not(target_arch = "x86_64"))]
        Level::Avx2 | Level::Avx512 => kernel::policy::<C, Baseline>(policy, input, known, logits),
    }
}
