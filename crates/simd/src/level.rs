//! Which instruction set to run, and how all vector code is entered.

use std::fmt;
use std::sync::OnceLock;

use crate::Set;
use crate::lanes::Kernel;

/// An instruction set that this CPU has: a value is the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimdLevel(Set);

/// The environment variable that names the instruction set to run.
const VARIABLE: &str = "OBBTREE_SIMD";

impl SimdLevel {
    /// The best instruction set of this CPU, or the one that the environment variable
    /// `OBBTREE_SIMD` names (see [`SimdLevel::name`]). Unknown names, and sets that the CPU does
    /// not have, change nothing. Both are read once per process.
    #[must_use]
    pub fn detect() -> Self {
        static CHOSEN: OnceLock<SimdLevel> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let named = std::env::var(VARIABLE).ok().and_then(|name| Self::by_name(&name));
            named.unwrap_or_else(|| Self(Set::best()))
        })
    }

    /// Every instruction set that this CPU has, the lowest first.
    #[must_use]
    pub fn all_available() -> Vec<Self> {
        Set::available().map(Self).collect()
    }

    /// The set with this name (see [`SimdLevel::name`]), if this CPU has it.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Set::available().map(Self).find(|level| level.name() == name)
    }

    /// `sse2`, `avx2` and `avx512` on x86-64; `neon` on AArch64; `wasm128` in WebAssembly.
    /// `scalar` is plain arrays: on other targets, and in builds with debug assertions.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Runs a kernel, compiled for this instruction set.
    #[inline]
    pub fn dispatch<K: Kernel>(self, kernel: K) -> K::Output {
        self.0.enter(kernel)
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

/// From the table of instruction sets: their modules, and the token of any of them.
macro_rules! instruction_sets {
    ($(cfg($condition:meta) $module:ident::$token:ident,)*) => {
        $(#[cfg($condition)] mod $module;)*

        /// The token of one instruction set.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Set {
            $(#[cfg($condition)] $token($module::$token),)*
        }

        impl Set {
            /// Those that the CPU has, the lowest first.
            fn available() -> impl DoubleEndedIterator<Item = Self> {
                use proof::Token;
                [$(#[cfg($condition)] $module::$token::detect().map(Self::$token),)*]
                    .into_iter()
                    .flatten()
            }

            fn best() -> Self {
                Self::available().next_back().expect("a set that its target always has")
            }

            fn name(self) -> &'static str {
                match self {
                    $(#[cfg($condition)] Self::$token(_) => stringify!($module),)*
                }
            }

            #[inline]
            fn enter<K: Kernel>(self, kernel: K) -> K::Output {
                match self {
                    $(#[cfg($condition)]
                    Self::$token(token) => proof::Token::enter(token, kernel),)*
                }
            }
        }
    };
}
