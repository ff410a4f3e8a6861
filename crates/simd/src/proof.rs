//! The token of an instruction set, and the one form in which its intrinsics are called.
//!
//! A token's features are listed once: the same list is detected on the CPU and enabled for
//! compilation, so that a token that exists proves all of it (the pattern of memchr, A. Gallant).

use crate::lanes::{Apart, Kernel, Lanes};

/// What [`token`] gives to a token, for the table of instruction sets.
pub(crate) trait Token: Lanes {
    /// The token, if the CPU has every feature of the set.
    fn detect() -> Option<Self>;

    /// Runs a kernel inside a function compiled for the instruction set.
    fn enter<K: Kernel>(self, kernel: K) -> K::Output;
}

impl<T: Token> Apart for T {
    #[inline(never)]
    fn apart<K: Kernel>(self, kernel: K) -> K::Output {
        self.enter(kernel)
    }
}

/// Does the CPU have a feature?
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($feature:tt) => {
        is_x86_feature_detected!($feature)
    };
}

/// Does the CPU have a feature?
#[cfg(target_arch = "aarch64")]
macro_rules! has {
    ($feature:tt) => {
        std::arch::is_aarch64_feature_detected!($feature)
    };
}

/// Is the module compiled for a feature? WebAssembly cannot detect it at run time: a module that
/// uses a missing feature is refused.
#[cfg(target_arch = "wasm32")]
macro_rules! has {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}

/// Declares the token of an instruction set from the list of its features.
macro_rules! token {
    ($(#[$doc:meta])* $token:ident: $($feature:tt),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct $token(());

        impl crate::proof::Token for $token {
            fn detect() -> Option<Self> {
                ($(has!($feature))&&+).then_some(Self(()))
            }

            #[inline]
            fn enter<K: crate::Kernel>(self, kernel: K) -> K::Output {
                #[target_feature($(enable = $feature),+)]
                fn entered<K: crate::Kernel>(token: $token, kernel: K) -> K::Output {
                    kernel.run(token)
                }
                #[allow(unused_unsafe)] // Where all features belong to the base of the target.
                // SAFETY: `entered` requires the features of the list above, and a token exists
                // only after `detect` has found each of that list.
                unsafe {
                    entered(self, kernel)
                }
            }
        }
    };
}

/// Calls one intrinsic that works on registers alone, in a method of a token whose features it
/// needs. Arguments are evaluated outside of the unsafe block, so that none hides in another.
macro_rules! proven {
    ($intrinsic:ident($($constant:literal),+)) => {
        proven!(@call $intrinsic ($($constant),+))
    };
    ($intrinsic:ident $(::<$($constant:tt),+>)? ($a:expr)) => {{
        let a = $a;
        proven!(@call $intrinsic $(::<$($constant),+>)? (a))
    }};
    ($intrinsic:ident $(::<$($constant:tt),+>)? ($a:expr, $b:expr)) => {{
        let (a, b) = ($a, $b);
        proven!(@call $intrinsic $(::<$($constant),+>)? (a, b))
    }};
    ($intrinsic:ident $(::<$($constant:tt),+>)? ($a:expr, $b:expr, $c:expr)) => {{
        let (a, b, c) = ($a, $b, $c);
        proven!(@call $intrinsic $(::<$($constant),+>)? (a, b, c))
    }};
    (@call $intrinsic:ident $(::<$($constant:tt),+>)? ($($argument:tt),*)) => {{
        #[allow(unused_unsafe)] // Where the feature belongs to the base of the target.
        // SAFETY: the intrinsic requires only features, and the token exists only after they were
        // found.
        unsafe {
            $intrinsic$(::<$($constant),+>)?($($argument),*)
        }
    }};
}
