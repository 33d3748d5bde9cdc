//! The kernels on the best instruction set of the machine.
//!
//! Key idea: the kernels are written once, in plain integers, and compiled for several instruction sets; which of them the
//! machine has is asked once, when a [`Level`](super::Level) is made. `x86.rs` has the unsafe code: the calls of
//! functions that were compiled for instructions which the machine may lack. Imports: the kernels. Used by: the
//! accumulator and the policy.

mod dispatch;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(super) use dispatch::{apply, policy, restore, value};
