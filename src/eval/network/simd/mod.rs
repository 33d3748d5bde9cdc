//! The kernels compiled for several instruction sets.
//!
//! The kernels are written once, in plain integers. The machine is asked for what it has when an
//! [`InstructionSet`](super::InstructionSet) is chosen. `x86.rs` has the unsafe calls of functions compiled
//! for instructions that the machine may lack. WebAssembly is compiled for one instruction set. Imports: the
//! kernels. Used by: `model.rs`, which chooses its kernels once ([`Kernels`]).

mod kernels;
#[cfg(target_feature = "simd128")]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(super) use kernels::Kernels;
