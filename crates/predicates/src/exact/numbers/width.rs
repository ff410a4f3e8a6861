//! How wide the integers of a contact test must be: one type each for coordinates, products of two
//! and products of three.
//!
//! With coordinates below `2^c` in absolute value, differences are below `2^(c+1)`, components of a
//! cross product of two differences (and the planar areas) below `2 * 2^(2c+2) = 2^(2c+3)`, and
//! their dot product with a difference below `3 * 2^(2c+3) * 2^(c+1) < 2^(3c+6)`. The test adds at
//! most five of the last, so every value stays below `2^(3c+9)`. A signed integer of `w` bits holds
//! values below `2^(w-1)`:
//!
//! | width | c | coordinates | areas, 2c+3 | volumes, 3c+9 |
//! |---|---|---|---|---|
//! | [`Small`] | 29 | 64 bits | 61, in 64 | 96, in 128 |
//! | [`Narrow`] | 60 | 64 bits | 123, in 128 | 189, in 192 |
//! | [`Middle`] | 122 | 128 bits | 247, in 256 | 375, in 384 |
//! | [`Wide`] | 186 | 192 bits | 375, in 384 | 567, in 576 |
//! | [`Widest`] | 250 | 256 bits | 503, in 512 | 759, in 768 |
//!
//! [`Same`] takes one type for all, for integers of any length.

use std::marker::PhantomData;

use super::fixed::{Fixed, product};
use super::integer::{Integer, Sum};

/// Integer types that are wide enough for each other's products.
pub(crate) trait Width {
    /// Coordinates and their differences.
    type Coordinate: Sum;
    /// Sums of products of two differences.
    type Area: Sum;
    /// Sums of products of three differences.
    type Volume: Sum;
    /// The product of two differences.
    fn area(x: &Self::Coordinate, y: &Self::Coordinate) -> Self::Area;
    /// The product of an area and a difference.
    fn volume(x: &Self::Area, y: &Self::Coordinate) -> Self::Volume;
}

/// Coordinates below 2^29: products are those of the CPU. (A sum of six products of differences has
/// 63 bits.)
pub(crate) struct Small;

impl Small {
    /// Coordinates are below two to this power in absolute value.
    pub(crate) const BITS: i32 = 29;
}

impl Width for Small {
    type Coordinate = i64;
    type Area = i64;
    type Volume = i128;

    #[inline(always)]
    fn area(x: &i64, y: &i64) -> i64 {
        x * y
    }

    #[inline(always)]
    fn volume(x: &i64, y: &i64) -> i128 {
        i128::from(*x) * i128::from(*y)
    }
}

/// Coordinates below 2^60.
pub(crate) struct Narrow;

impl Narrow {
    /// Coordinates are below two to this power in absolute value.
    pub(crate) const BITS: i32 = 60;
}

impl Width for Narrow {
    type Coordinate = i64;
    type Area = i128;
    type Volume = Fixed<3>;

    #[inline(always)]
    fn area(x: &i64, y: &i64) -> i128 {
        i128::from(*x) * i128::from(*y)
    }

    #[inline(always)]
    fn volume(x: &i128, y: &i64) -> Fixed<3> {
        product(&Fixed::<2>::from_i128(*x), &Fixed::<1>::from_i64(*y))
    }
}

/// [`Width`] for coordinates of so many limbs, with areas of twice as many and volumes of thrice.
macro_rules! limbs {
    ($(
        $(#[$doc:meta])*
        $width:ident: $inline:meta, $coordinate:literal, $area:literal, $volume:literal;
    )*) => {$(
        $(#[$doc])*
        pub(crate) struct $width;

        impl Width for $width {
            type Coordinate = Fixed<$coordinate>;
            type Area = Fixed<$area>;
            type Volume = Fixed<$volume>;

            #[$inline]
            fn area(x: &Self::Coordinate, y: &Self::Coordinate) -> Self::Area {
                product(x, y)
            }

            #[$inline]
            fn volume(x: &Self::Area, y: &Self::Coordinate) -> Self::Volume {
                product(x, y)
            }
        }
    )*};
}

limbs! {
    /// Coordinates below 2^122.
    Middle: inline(always), 2, 4, 6;
    /// Coordinates below 2^186.
    Wide: inline(always), 3, 6, 9;
    /// Coordinates below 2^250.
    Widest: inline, 4, 8, 12;
}

impl Middle {
    /// Coordinates are below two to this power in absolute value.
    pub(crate) const BITS: i32 = 122;
}

impl Widest {
    /// Coordinates are below two to this power in absolute value.
    pub(crate) const BITS: i32 = 250;
}

/// One type for all: [`IBig`](dashu_int::IBig), which holds everything, or `i128` where
/// [`on_lattice`](crate::exact::grid::placed::on_lattice) holds.
pub(crate) struct Same<I>(PhantomData<I>);

impl<I: Integer> Width for Same<I> {
    type Coordinate = I;
    type Area = I;
    type Volume = I;

    fn area(x: &I, y: &I) -> I {
        x.times(y)
    }

    fn volume(x: &I, y: &I) -> I {
        x.times(y)
    }
}
