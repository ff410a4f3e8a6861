//! Short forms of the methods of [`Lanes`](crate::Lanes) that every instruction set writes alike.
//!
//! All are `#[inline(always)]`, as [`Kernel`](crate::Kernel) requires.

/// Methods of registers of `f32`, each in one line: `add(self, a, b) -> Self::F = ...;`.
macro_rules! methods {
    ($($name:ident($self:ident, $($x:ident),+) -> $to:ty = $value:expr;)+) => {
        $(#[inline(always)]
        fn $name($self, $($x: Self::F),+) -> $to {
            $value
        })+
    };
}

/// Methods of two registers, each an intrinsic.
#[allow(unused_macros)] // Not where arrays are the only set.
macro_rules! binary {
    ($($name:ident: $intrinsic:ident),+ $(,)?) => {
        methods! { $($name(self, a, b) -> Self::F = proven!($intrinsic(a, b));)+ }
    };
}

/// Registers of `$width` numbers: their types, and `splat`, `splat_f64`, `load` and `store` by four
/// intrinsics.
#[allow(unused_macros)] // Not where arrays are the only set.
macro_rules! registers {
    ($width:literal of $f:ty, $d:ty: $splat:ident, $splat_f64:ident, $load:ident, $store:ident) => {
        type F = $f;
        type D = $d;
        const WIDTH: usize = $width;

        #[inline(always)]
        fn splat(self, x: f32) -> Self::F {
            proven!($splat(x))
        }
        #[inline(always)]
        fn splat_f64(self, x: f64) -> Self::D {
            proven!($splat_f64(x))
        }
        #[inline(always)]
        fn load(self, from: &[f32]) -> Self::F {
            let from = &from[..$width];
            // SAFETY: as many numbers are readable at `from`; the token proves the feature.
            unsafe { $load(from.as_ptr().cast()) }
        }
        #[inline(always)]
        fn store(self, x: Self::F, to: &mut [f32]) {
            let to = &mut to[..$width];
            // SAFETY: as many numbers are writable at `to`; the token proves the feature.
            unsafe { $store(to.as_mut_ptr().cast(), x) }
        }
    };
}

/// The methods about overlap where it is a register of `f32`: the lanes of separated pairs have all
/// bits set. `$greater` compares lane by lane, `$all` has a bit for each lane.
#[allow(unused_macros)] // Some sets have masks of their own.
macro_rules! overlap_in_lanes {
    ($greater:ident $(::<$constant:tt>)?, $all:literal) => {
        type Overlap = Self::F;

        #[inline(always)]
        fn greater(self, a: Self::F, b: Self::F) -> u32 {
            self.signs(proven!($greater $(::<$constant>)? (a, b)))
        }
        #[inline(always)]
        fn all_overlapping(self) -> Self::Overlap {
            self.splat(0.0)
        }
        #[inline(always)]
        fn separate(self, overlap: Self::F, distance: Self::F, reach: Self::F) -> Self::F {
            self.or(overlap, proven!($greater $(::<$constant>)? (distance, reach)))
        }
        #[inline(always)]
        fn overlapping(self, overlap: Self::Overlap) -> u32 {
            self.signs(overlap) ^ $all
        }
    };
}
