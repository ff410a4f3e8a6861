//! Vector lanes: one small trait, one file per instruction set, chosen at run time.
//!
//! Algorithms are written once over [`Lanes`] and handed to [`SimdLevel::dispatch`], which compiles them
//! for every instruction set and runs the best one that the CPU has. A lane value's methods are safe
//! because a token like `Avx2` exists only after the CPU was asked (as in memchr, A. Gallant).
//!
//! This is the only room with `unsafe`: intrinsics, and loads and stores through checked slices.
#![allow(unsafe_code)] // Vendor intrinsics are unsafe functions; the tokens carry the proof.

mod lanes;
mod level;
mod scalar;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse2;

pub use lanes::Lanes;
pub use level::{Kernel, SimdLevel};
