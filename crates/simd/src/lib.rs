//! Vector lanes: one small trait, one file per instruction set, chosen at run time.
//!
//! Algorithms are written once over [`Lanes`] and handed to [`SimdLevel::dispatch`], which compiles
//! them for every instruction set and runs the best one that the CPU has. A lane value's methods
//! are safe because a token like `Avx2` exists only after detection on the CPU (as in memchr, A.
//! Gallant).
//!
//! The vector code of the engine, and all its `unsafe` code, is in this crate: intrinsics, and
//! loads and stores through checked slices.
#![allow(unsafe_code)] // Vendor intrinsics are unsafe functions; the tokens carry the proof.

#[macro_use]
mod proof;
#[macro_use]
mod level;
#[macro_use]
mod methods;
mod lanes;

// Every instruction set, the lowest first: where it exists, its file, its token. A line here and
// the file are all that a new one takes. A set is named as its file. Where vectors are always there
// plain arrays are what tests compare them with: they cost bytes and time to compile, and are left
// out of release builds.
// (`cargo fmt` does not look into macros: `rustfmt crates/simd/src/*.rs` formats the files.)
instruction_sets! {
    cfg(any(
        debug_assertions,
        not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")),
    )) scalar::Scalar,
    cfg(target_arch = "x86_64") sse2::Sse2,
    cfg(target_arch = "x86_64") avx2::Avx2,
    cfg(target_arch = "x86_64") avx512::Avx512,
    cfg(target_arch = "aarch64") neon::Neon,
    cfg(all(target_arch = "wasm32", target_feature = "simd128")) wasm128::Wasm128,
}

pub use lanes::{Apart, Kernel, Lanes};
pub use level::SimdLevel;
