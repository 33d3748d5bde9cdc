//! The kernels for 64-bit x86.
#![expect(unsafe_code, reason = "calls of functions for instructions that not every machine has")]

use crate::eval::network::accumulator::{Change, State};
use crate::eval::network::kernel;
use crate::eval::network::model::{Head, Model};

/// Makes of a kernel a function for an instruction set, and one that calls it.
macro_rules! for_instructions {
    ($features:literal, $outer:ident, $inner:ident, $kernel:ident, ($($name:ident: $type:ty),+) $(-> $result:ty)?) => {
        #[target_feature(enable = $features)]
        fn $inner<const C: usize>($($name: $type),+) $(-> $result)? {
            kernel::$kernel::<C>($($name),+)
        }

        #[inline]
        pub(in crate::eval::network) fn $outer<const C: usize>($($name: $type),+) $(-> $result)? {
            // SAFETY: only called for a `Level` that `Level::is_available` has found on this machine
            // (`Model::new` and `Model::with_level` make no others).
            unsafe { $inner::<C>($($name),+) }
        }
    };
}

for_instructions!("avx2,bmi2", apply_avx2, apply_with_avx2, apply, (model: &Model, changes: &[Change], state: &mut State));
for_instructions!("avx2,bmi2", value_avx2, value_with_avx2, value, (head: &Head, sums: &[i16], own_is_second: bool) -> i32);
for_instructions!("avx2,bmi2,avx512f,avx512bw,avx512vl", apply_avx512, apply_with_avx512, apply, (model: &Model, changes: &[Change], state: &mut State));
for_instructions!("avx2,bmi2,avx512f,avx512bw,avx512vl", value_avx512, value_with_avx512, value, (head: &Head, sums: &[i16], own_is_second: bool) -> i32);
