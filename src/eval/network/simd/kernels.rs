//! The kernels of an instruction set.

#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::eval::network::head::Head;
use crate::eval::network::instruction_set::InstructionSet;
use crate::eval::network::policy::{Policy, PolicyInput};
use crate::eval::network::sums::{PatternChange, State};
use crate::eval::network::{kernel, policy_kernel};

/// What every machine has that runs this build.
#[cfg(not(target_feature = "simd128"))]
type Baseline = kernel::Scalar;
#[cfg(target_feature = "simd128")]
type Baseline = super::wasm::Simd128;

/// The kernels for a number of channels on an instruction set, chosen once for a model.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval::network) struct Kernels {
    /// [`kernel::apply`]
    pub(in crate::eval::network) apply: fn(&[i8], &[PatternChange], usize, &mut State),
    /// [`kernel::restore`], the same for all since it only copies.
    pub(in crate::eval::network) restore: fn(&[PatternChange], usize, &mut State),
    /// [`kernel::value`]
    pub(in crate::eval::network) value: fn(&Head, &[i16], bool) -> i32,
    /// [`policy_kernel::policy`]
    pub(in crate::eval::network) policy: fn(&Policy, &PolicyInput, &mut [i16], &mut [i32]),
}

impl Kernels {
    /// The kernels of an instruction set that this machine has.
    pub(in crate::eval::network) fn new(set: InstructionSet, channels: usize) -> Self {
        match channels {
            32 => Self::with_channels::<32>(set),
            _ => Self::with_channels::<64>(set),
        }
    }

    fn with_channels<const C: usize>(set: InstructionSet) -> Self {
        let baseline = Self {
            apply: kernel::apply::<C>,
            restore: kernel::restore::<C>,
            value: kernel::value::<C, Baseline>,
            policy: policy_kernel::policy::<C, Baseline>,
        };
        match set {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => Self {
                apply: x86::apply_avx2::<C>,
                value: x86::value_avx2::<C>,
                policy: x86::policy_avx2::<C>,
                ..baseline
            },
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => Self {
                apply: x86::apply_avx512::<C>,
                value: x86::value_avx512::<C>,
                policy: x86::policy_avx512::<C>,
                ..baseline
            },
            _ => baseline,
        }
    }
}
