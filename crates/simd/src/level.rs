//! Which instruction set to run, and the door through which all vector code is entered.

use std::fmt;
use std::sync::OnceLock;

use crate::lanes::Lanes;
use crate::scalar::Scalar;

#[cfg(target_arch = "x86_64")]
use crate::{avx2::Avx2, avx512::Avx512, sse2::Sse2};

#[cfg(target_arch = "aarch64")]
use crate::neon::Neon;

/// Code written once for all instruction sets.
///
/// Mark `run` and everything generic that it calls `#[inline(always)]`: what is not inlined into the
/// function that [`SimdLevel::dispatch`] enters is compiled for the lowest CPU.
///
/// ```
/// use obbtree_simd::{Kernel, Lanes, SimdLevel};
/// struct Sum<'a>(&'a [f32; 4]);
/// impl Kernel for Sum<'_> {
///     type Output = f32;
///     #[inline(always)]
///     fn run<S: Lanes>(self, simd: S) -> f32 {
///         let mut lanes = [0.0; 16];
///         simd.store(simd.repeat(self.0), &mut lanes);
///         lanes[..4].iter().sum()
///     }
/// }
/// for level in SimdLevel::all_available() {
///     assert_eq!(level.dispatch(Sum(&[1.0, 2.0, 3.0, 4.0])), 10.0);
/// }
/// ```
pub trait Kernel {
    /// What it computes.
    type Output;
    /// Computes it with the lanes of one instruction set.
    fn run<S: Lanes>(self, simd: S) -> Self::Output;
}

/// An instruction set that this CPU has: a value is the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimdLevel(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Scalar(Scalar),
    #[cfg(target_arch = "x86_64")]
    Sse2(Sse2),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

/// Names the highest instruction set that [`SimdLevel::detect`] may choose: `scalar`, `sse2`, `avx2`,
/// `avx512` or `neon`. Unknown names, and sets that the CPU has not, change nothing.
const VARIABLE: &str = "OBBTREE_SIMD";

impl SimdLevel {
    /// The best instruction set of this CPU, or the one that the environment variable
    /// `OBBTREE_SIMD` (`scalar`, `sse2`, `avx2`, `avx512`, `neon`) names, if the CPU has it. The
    /// CPU and the variable are asked once per process.
    #[must_use]
    pub fn detect() -> Self {
        static CHOSEN: OnceLock<SimdLevel> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let forced = std::env::var(VARIABLE).ok().and_then(|name| Self::by_name(&name));
            forced.unwrap_or_else(Self::best)
        })
    }

    /// Every instruction set that this CPU has, the lowest (scalar) first.
    #[must_use]
    pub fn all_available() -> Vec<Self> {
        #[allow(unused_mut)] // Other CPUs have scalar lanes only.
        let mut levels = vec![Self::scalar()];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(Sse2::detect().map(|token| Self(Set::Sse2(token))));
            levels.extend(Avx2::detect().map(|token| Self(Set::Avx2(token))));
            levels.extend(Avx512::detect().map(|token| Self(Set::Avx512(token))));
        }
        #[cfg(target_arch = "aarch64")]
        levels.extend(Neon::detect().map(|token| Self(Set::Neon(token))));
        levels
    }

    /// The set with this name (see [`SimdLevel::name`]), if this CPU has it.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::all_available().into_iter().find(|level| level.name() == name)
    }

    /// Plain arrays, on every CPU.
    #[must_use]
    pub fn scalar() -> Self {
        Self(Set::Scalar(Scalar))
    }

    /// `scalar`, `sse2`, `avx2`, `avx512` or `neon`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Scalar(_) => "scalar",
            #[cfg(target_arch = "x86_64")]
            Set::Sse2(_) => "sse2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Set::Neon(_) => "neon",
        }
    }

    /// Runs a kernel, compiled for this instruction set.
    #[inline]
    pub fn dispatch<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Scalar(token) => kernel.run(token),
            #[cfg(target_arch = "x86_64")]
            Set::Sse2(token) => token.enter(kernel),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(token) => token.enter(kernel),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(token) => token.enter(kernel),
            #[cfg(target_arch = "aarch64")]
            Set::Neon(token) => token.enter(kernel),
        }
    }

    fn best() -> Self {
        Self::all_available().pop().unwrap_or_else(Self::scalar)
    }
}

impl Default for SimdLevel {
    fn default() -> Self {
        Self::detect()
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
