//! Exact arithmetic for pairs of triangles of two leaves, in integers as narrow as possible.
//!
//! 1. If B's corners are exact in A's frame: integers of 64 or 128 bits there, if the coordinates
//!    are such numbers ([`contact_in_frame`]).
//! 2. Both placed in coordinates of 128 bits ([`Frame`]).
//! 3. Both placed in coordinates of 192 bits ([`WideFrame`]).
//! 4. Both placed in coordinates of 256 bits ([`widest_contact`]).
//! 5. Integers of any length ([`exact_contact`]).
//!
//! Each runs the same procedure on the exact numbers, so the answer is the same whichever stage can
//! take a pair.

use super::side::Side;
use super::stages::Stages;
use crate::exact::{
    Contact, Frame, GridTriangle, Middle, Wide, WideFrame, contact_in_frame, exact_contact,
    grid_contact, widest_contact,
};
use crate::placement::Placement;
use crate::rounding::{larger, largest_component};
use crate::triangle::Triangle;

/// What is computed when first needed, and may turn out not to exist.
enum Lazy<T> {
    NotYet,
    Known(Option<T>),
}

impl<T> Lazy<T> {
    #[inline]
    fn get_or_make(&mut self, make: impl FnOnce() -> Option<T>) -> Option<&T> {
        if let Self::NotYet = self {
            *self = Self::Known(make());
        }
        match self {
            Self::Known(value) => value.as_ref(),
            Self::NotYet => None,
        }
    }
}

/// What the filter leaves of a pair.
pub(super) struct PairInA<'s> {
    a: &'s Side,
    b: &'s Side,
    /// Whether they certainly meet if they lie in one plane.
    meets_in_one_plane: bool,
}

impl<'s> PairInA<'s> {
    #[inline]
    pub(super) fn new(a: &'s Side, b: &'s Side, meets_in_one_plane: bool) -> Self {
        Self { a, b, meets_in_one_plane }
    }
}

/// Up to `N` triangles of each body on common grids, each placed once.
pub(super) struct ExactStages<'p, const N: usize> {
    placement: &'p Placement,
    frame: Lazy<Frame>,
    placed: [[Lazy<GridTriangle<Middle>>; N]; 2],
    wide_frame: Lazy<WideFrame>,
    placed_wide: [[Lazy<GridTriangle<Wide>>; N]; 2],
}

impl<'p, const N: usize> ExactStages<'p, N> {
    /// Nothing is placed yet. (Arrays of constants would be copied with all their unused bytes.)
    #[inline(always)]
    pub(super) fn new(placement: &'p Placement) -> Self {
        Self {
            placement,
            frame: Lazy::NotYet,
            placed: std::array::from_fn(|_| std::array::from_fn(|_| Lazy::NotYet)),
            wide_frame: Lazy::NotYet,
            placed_wide: std::array::from_fn(|_| std::array::from_fn(|_| Lazy::NotYet)),
        }
    }

    /// The contact of the triangles `i` of A and `j` of B, given in the frames of their meshes.
    #[inline(never)]
    pub(super) fn contact(
        &mut self,
        numbers: [usize; 2],
        triangles: [&Triangle; 2],
        pair: &PairInA<'_>,
        stages: &mut Stages,
    ) -> Contact {
        let meets = pair.meets_in_one_plane;
        if pair.b.error == 0.0 {
            let (x, y) = (&pair.a.corners, &pair.b.corners);
            match contact_in_frame(x, y, largest_coordinate([x, y]), meets) {
                Some((contact, i64::BITS)) => {
                    stages.bits_64 += 1;
                    return contact;
                }
                Some((contact, _)) => {
                    stages.bits_128 += 1;
                    return contact;
                }
                None => {}
            }
        }
        if let Some(contact) = self.in_frame(numbers, triangles, meets) {
            stages.bits_128 += 1;
            return contact;
        }
        if let Some(contact) = self.in_wide_frame(numbers, triangles, meets) {
            stages.bits_192 += 1;
            return contact;
        }
        let [(a, pose_a), (b, pose_b)] =
            [(triangles[0], &self.placement.pose_a), (triangles[1], &self.placement.pose_b)];
        if let Some(contact) = widest_contact(a, pose_a, b, pose_b) {
            stages.bits_256 += 1;
            return contact;
        }
        stages.big += 1;
        exact_contact(a, pose_a, b, pose_b)
    }

    #[inline]
    fn in_frame(
        &mut self,
        [i, j]: [usize; 2],
        triangles @ [a, b]: [&Triangle; 2],
        meets_in_one_plane: bool,
    ) -> Option<Contact> {
        let Placement { pose_a, pose_b, .. } = self.placement;
        let [of_a, of_b] = &mut self.placed;
        let make = || Frame::new([pose_a, pose_b], largest_coordinate(triangles));
        let frame = self.frame.get_or_make(make)?;
        let a = of_a[i].get_or_make(|| frame.place_a(a))?;
        let b = of_b[j].get_or_make(|| frame.place_b(b))?;
        Some(grid_contact(a, b, meets_in_one_plane))
    }

    #[cold]
    fn in_wide_frame(
        &mut self,
        [i, j]: [usize; 2],
        triangles @ [a, b]: [&Triangle; 2],
        meets_in_one_plane: bool,
    ) -> Option<Contact> {
        let Placement { pose_a, pose_b, .. } = self.placement;
        let [of_a, of_b] = &mut self.placed_wide;
        let make = || WideFrame::new([pose_a, pose_b], largest_coordinate(triangles));
        let frame = self.wide_frame.get_or_make(make)?;
        let a = of_a[i].get_or_make(|| frame.place_a(a))?;
        let b = of_b[j].get_or_make(|| frame.place_b(b))?;
        Some(grid_contact(a, b, meets_in_one_plane))
    }
}

fn largest_coordinate([a, b]: [&Triangle; 2]) -> f64 {
    let largest = |t: &Triangle| largest_component(&t.each_ref().map(|corner| corner.coords));
    larger(largest(a), largest(b))
}
