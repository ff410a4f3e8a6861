//! Exact arithmetic for pairs of triangles of two leaves, in integers as narrow as possible.
//!
//! 1. If no pose rotates: coordinates of 64 bits relative to corners of the bodies
//!    ([`AlignedGrid`]).
//! 2. If B's corners are exact in A's frame: integers of 64 or 128 bits there, if the coordinates
//!    are such numbers ([`contact_in_frame`]).
//! 3. Both placed in coordinates of 128 bits ([`Frame`]).
//! 4. Both placed in coordinates of 192 bits ([`WideFrame`]).
//! 5. Both placed in coordinates of 256 bits ([`widest_contact`]).
//! 6. Integers of any length ([`exact_contact`]).
//!
//! Each runs the same procedure on the exact numbers, so the answer is the same whichever stage can
//! take a pair.

use super::side::Side;
use super::stages::Stages;
use crate::exact::{
    AlignedGrid, Contact, Frame, Grid, GridTriangle, WideFrame, contact_in_frame, exact_contact,
    grid_contact, widest_contact,
};
use crate::numbers::rounding::largest_coordinate;
use crate::pose::placement::Placement;
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

/// Up to `N` triangles of each body on a grid, each placed once.
struct OnGrid<G: Grid, const N: usize> {
    grid: Lazy<G>,
    placed: [[Lazy<GridTriangle<G::Width>>; N]; 2],
}

impl<G: Grid, const N: usize> OnGrid<G, N> {
    /// Nothing is placed yet. (Arrays of constants would be copied with all their unused bytes.)
    #[inline(always)]
    fn new() -> Self {
        let placed = std::array::from_fn(|_| std::array::from_fn(|_| Lazy::NotYet));
        Self { grid: Lazy::NotYet, placed }
    }

    /// The contact of the triangles `i` of A and `j` of B, if both lie on the grid.
    #[inline]
    fn contact(
        &mut self,
        placement: &Placement,
        [i, j]: [usize; 2],
        triangles @ [a, b]: [&Triangle; 2],
        meets_in_one_plane: bool,
    ) -> Option<Contact> {
        let poses = [&placement.pose_a, &placement.pose_b];
        let grid = self.grid.get_or_make(|| G::new(poses, triangles))?;
        let [of_a, of_b] = &mut self.placed;
        let a = of_a[i].get_or_make(|| grid.place_a(a))?;
        let b = of_b[j].get_or_make(|| grid.place_b(b))?;
        Some(grid_contact(a, b, meets_in_one_plane))
    }
}

/// Up to `N` triangles of each body on common grids.
pub(super) struct ExactStages<'p, const N: usize> {
    placement: &'p Placement,
    aligned: OnGrid<AlignedGrid, N>,
    frame: OnGrid<Frame, N>,
    wide_frame: OnGrid<WideFrame, N>,
}

impl<'p, const N: usize> ExactStages<'p, N> {
    #[inline(always)]
    pub(super) fn new(placement: &'p Placement) -> Self {
        let (aligned, frame, wide_frame) = (OnGrid::new(), OnGrid::new(), OnGrid::new());
        Self { placement, aligned, frame, wide_frame }
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
        let (placement, meets) = (self.placement, pair.meets_in_one_plane);
        if let Some(contact) = self.aligned.contact(placement, numbers, triangles, meets) {
            stages.bits_64 += 1;
            return contact;
        }
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
        if let Some(contact) = self.frame.contact(placement, numbers, triangles, meets) {
            stages.bits_128 += 1;
            return contact;
        }
        self.wide(numbers, triangles, meets, stages)
    }

    /// The stages that few pairs need.
    #[cold]
    #[inline(never)]
    fn wide(
        &mut self,
        numbers: [usize; 2],
        triangles @ [a, b]: [&Triangle; 2],
        meets_in_one_plane: bool,
        stages: &mut Stages,
    ) -> Contact {
        let placement @ Placement { pose_a, pose_b, .. } = self.placement;
        if let Some(contact) =
            self.wide_frame.contact(placement, numbers, triangles, meets_in_one_plane)
        {
            stages.bits_192 += 1;
            return contact;
        }
        if let Some(contact) = widest_contact(a, pose_a, b, pose_b) {
            stages.bits_256 += 1;
            return contact;
        }
        stages.big += 1;
        exact_contact(a, pose_a, b, pose_b)
    }
}
