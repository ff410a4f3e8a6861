//! Triangles of two leaves, each prepared once for all its partners.
//!
//! A pair goes through stages that are increasingly slow and decide increasingly more. What a stage needs of one
//! triangle alone is computed when that stage first asks for it.
//!
//! 1. The `f64` filter ([`super::filter`]).
//! 2. If B's corners are exact in A's frame (equal poses, or rotations by right angles): two triangles that share a corner
//!    meet. Otherwise integers of 64 or 128 bits, if the coordinates are such numbers ([`contact_in_frame`]).
//! 3. Both placed in coordinates of 128 bits ([`Frame`]).
//! 4. Both placed in coordinates of 192 bits ([`WideFrame`]).
//! 5. Integers of any length ([`exact_contact`]).
//!
//! A stage answers only what it has proven, so the answer is that of exact arithmetic, whichever stage gives it.

use super::filter::{Rounded, Undecided};
use super::side::{Heights, Side};
use super::stages::Stages;
use crate::exact::{
    Contact, Frame, GridTriangle, Middle, Wide, WideFrame, contact_in_frame, exact_contact,
    grid_contact,
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

/// A triangle with what has been computed for it alone.
pub struct PreparedTriangle {
    /// In the frame of its own mesh.
    triangle: Triangle,
    pub(super) side: Side,
    /// Whether it has been looked at whether the corners in A's frame are exact.
    exactness_known: bool,
    placed: Lazy<GridTriangle<Middle>>,
    placed_wide: Lazy<GridTriangle<Wide>>,
}

impl PreparedTriangle {
    #[inline]
    fn new(triangle: &Triangle, side: Side) -> Self {
        Self {
            triangle: *triangle,
            side,
            exactness_known: false,
            placed: Lazy::NotYet,
            placed_wide: Lazy::NotYet,
        }
    }

    /// Finds out whether the corners in A's frame are exact; then their error is 0.
    #[inline]
    fn refine_error(&mut self, placement: &Placement) {
        if !self.exactness_known {
            self.exactness_known = true;
            if placement.is_exact_for(&self.triangle) {
                self.side.error = 0.0;
            }
        }
    }

    fn largest_coordinate(&self) -> f64 {
        largest_component(&self.triangle.each_ref().map(|corner| corner.coords))
    }
}

/// Tests of triangles of one body against triangles of another, near each other, under one placement.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, Stages, TrianglePairs};
/// let lower = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let upper = lower.map(|corner| corner + nalgebra::Vector3::new(2.0, 0.0, 0.0));
/// let placement = Placement::new(&Pose::identity(), &Pose::from_translation([1.0, 0.0, 0.0])?);
/// let (mut pairs, mut stages) = (TrianglePairs::new(&placement), Stages::default());
/// let (mut a, mut b) = ([lower, upper].map(|a| pairs.of_a(&a)), pairs.of_b(&lower));
/// assert!(pairs.meet(&mut a[0], &mut b, &mut stages)); // corner on corner
/// assert!(pairs.meet(&mut a[1], &mut b, &mut stages));
/// assert_eq!(stages.total(), 2);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
pub struct TrianglePairs<'p> {
    placement: &'p Placement,
    frame: Lazy<Frame>,
    wide_frame: Lazy<WideFrame>,
}

impl<'p> TrianglePairs<'p> {
    /// For triangles of two bodies with this placement. Cheap: nothing is computed yet.
    #[inline]
    #[must_use]
    pub fn new(placement: &'p Placement) -> Self {
        Self { placement, frame: Lazy::NotYet, wide_frame: Lazy::NotYet }
    }

    /// Prepares a triangle of A, given in the frame of its mesh. For use with this value only.
    #[inline]
    #[must_use]
    pub fn of_a(&self, triangle: &Triangle) -> PreparedTriangle {
        PreparedTriangle::new(triangle, Side::of_a(triangle))
    }

    /// Prepares a triangle of B, given in the frame of its mesh. For use with this value only.
    #[inline]
    #[must_use]
    pub fn of_b(&self, triangle: &Triangle) -> PreparedTriangle {
        PreparedTriangle::new(triangle, Side::of_b(triangle, self.placement))
    }

    /// Whether the closed triangles share a point; touching counts. The same answer as
    /// [`triangles_meet`](crate::triangles_meet); pairs that a plane decides count as `filter`.
    #[inline]
    pub fn meet(
        &mut self,
        a: &mut PreparedTriangle,
        b: &mut PreparedTriangle,
        stages: &mut Stages,
    ) -> bool {
        let Some((over_b, over_a)) = past_planes(&a.side, &b.side) else {
            stages.filter += 1;
            return false;
        };
        self.meet_past_planes(a, b, [over_b, over_a], stages)
    }

    /// For two triangles that no plane separates, with the heights of the corners of A over B's plane and of
    /// those of B over A's.
    #[inline(never)]
    pub(super) fn meet_past_planes(
        &mut self,
        a: &mut PreparedTriangle,
        b: &mut PreparedTriangle,
        [over_b, over_a]: [Heights; 2],
        stages: &mut Stages,
    ) -> bool {
        b.refine_error(self.placement);
        if share_a_corner(&a.side, &b.side) {
            stages.filter += 1;
            return true;
        }
        let rounded = Undecided::new(&a.side, &b.side, &over_b, &over_a).decide();
        self.contact_after(rounded, a, b, stages) != Contact::Free
    }

    /// The contact of two triangles.
    pub(super) fn contact(
        &mut self,
        a: &mut PreparedTriangle,
        b: &mut PreparedTriangle,
        stages: &mut Stages,
    ) -> Contact {
        let Some((over_b, over_a)) = past_planes(&a.side, &b.side) else {
            stages.planes += 1;
            return Contact::Free;
        };
        b.refine_error(self.placement);
        let rounded = Undecided::new(&a.side, &b.side, &over_b, &over_a).decide();
        self.contact_after(rounded, a, b, stages)
    }

    /// The contact of two triangles of which rounded arithmetic knows this.
    #[inline]
    fn contact_after(
        &mut self,
        rounded: Rounded,
        a: &mut PreparedTriangle,
        b: &mut PreparedTriangle,
        stages: &mut Stages,
    ) -> Contact {
        let meets_in_one_plane = match rounded {
            Rounded::Certain(contact) => {
                stages.filter += 1;
                return contact;
            }
            Rounded::MeetInOnePlane => true,
            Rounded::Unknown => false,
        };
        self.exact(a, b, meets_in_one_plane, stages)
    }

    #[inline(never)]
    fn exact(
        &mut self,
        a: &mut PreparedTriangle,
        b: &mut PreparedTriangle,
        meets_in_one_plane: bool,
        stages: &mut Stages,
    ) -> Contact {
        let largest = larger(a.largest_coordinate(), b.largest_coordinate());
        if b.side.error == 0.0 {
            let (x, y) = (&a.side.corners, &b.side.corners);
            let largest = larger(largest, largest_component(&y.each_ref().map(|y| y.coords)));
            if let Some((contact, bits)) = contact_in_frame(x, y, largest, meets_in_one_plane) {
                if bits == i64::BITS {
                    stages.bits_64 += 1;
                } else {
                    stages.bits_128 += 1;
                }
                return contact;
            }
        }
        let poses = [&self.placement.pose_a, &self.placement.pose_b];
        if let Some(frame) = self.frame.get_or_make(|| Frame::new(poses, largest)) {
            let placed_a = a.placed.get_or_make(|| frame.place_a(&a.triangle));
            let placed_b = b.placed.get_or_make(|| frame.place_b(&b.triangle));
            if let (Some(placed_a), Some(placed_b)) = (placed_a, placed_b) {
                stages.bits_128 += 1;
                return grid_contact(placed_a, placed_b, meets_in_one_plane);
            }
        }
        if let Some(frame) = self.wide_frame.get_or_make(|| WideFrame::new(poses, largest)) {
            let placed_a = a.placed_wide.get_or_make(|| frame.place_a(&a.triangle));
            let placed_b = b.placed_wide.get_or_make(|| frame.place_b(&b.triangle));
            if let (Some(placed_a), Some(placed_b)) = (placed_a, placed_b) {
                stages.bits_192 += 1;
                return grid_contact(placed_a, placed_b, meets_in_one_plane);
            }
        }
        stages.big += 1;
        exact_contact(&a.triangle, poses[0], &b.triangle, poses[1])
    }
}

/// The heights over both planes; `None` if one certainly has the other triangle on one side.
#[inline]
fn past_planes(a: &Side, b: &Side) -> Option<(Heights, Heights)> {
    Some((b.heights(&a.corners, b.error)?, a.heights(&b.corners, b.error)?))
}

/// Whether two triangles certainly cross, in rounded arithmetic.
pub(super) fn certainly_cross(a: &Triangle, b: &Triangle, placement: &Placement) -> bool {
    let (a, b) = (Side::of_a(a), Side::of_b(b, placement));
    past_planes(&a, &b).is_some_and(|(over_b, over_a)| {
        let rounded = Undecided::new(&a, &b, &over_b, &over_a).decide();
        matches!(rounded, Rounded::Certain(Contact::Proper))
    })
}

/// Whether a corner of one is a corner of the other, as far as the corners are known exactly.
#[inline]
fn share_a_corner(a: &Side, b: &Side) -> bool {
    b.error == 0.0 && a.corners.iter().any(|x| b.corners.iter().any(|y| x == y))
}
