//! Triangles of two leaves, each prepared once for all its partners.
//!
//! First the `f64` filter ([`super::filter`]). If B's corners are exact in A's frame (equal poses,
//! or rotations by right angles), two triangles that share a corner meet. The others are for exact
//! arithmetic ([`super::exact_stages`]). What a stage needs of one triangle alone is computed when
//! that stage first needs it.

use super::exact_stages::{ExactStages, PairInA};
use super::filter::{Rounded, Undecided};
use super::side::{Heights, Side};
use super::stages::Stages;
use crate::exact::Contact;
use crate::pose::placement::Placement;
use crate::signs::Signs;
use crate::triangle::Triangle;

/// A triangle with what the filter has computed for it alone.
pub(super) struct Prepared {
    /// In the frame of its own mesh.
    triangle: Triangle,
    pub(super) side: Side,
    /// Whether it is already decided if the corners in A's frame are exact.
    exactness_known: bool,
}

impl Prepared {
    #[inline(always)]
    pub(super) fn of_a(triangle: &Triangle) -> Self {
        Self { triangle: *triangle, side: Side::of_a(triangle), exactness_known: true }
    }

    #[inline(always)]
    pub(super) fn of_b(triangle: &Triangle, placement: &Placement) -> Self {
        let side = Side::of_b(triangle, placement);
        Self { triangle: *triangle, side, exactness_known: false }
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
}

/// Tests of up to `N` triangles of one body against up to `N` of another, near each other, under
/// one placement.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, Stages, TrianglePairs};
/// let lower = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let upper = lower.map(|corner| corner + nalgebra::Vector3::new(2.0, 0.0, 0.0));
/// let placement = Placement::new(&Pose::identity(), &Pose::from_translation([1.0, 0.0, 0.0])?);
/// let mut pairs = TrianglePairs::<2>::new(&placement);
/// let (of_a, mut stages) = ([lower, upper], Stages::default());
/// // Corner on corner, twice.
/// assert!((0..2).all(|i| pairs.meet([i, 0], || of_a[i], || lower, &mut stages)));
/// assert_eq!(stages.total(), 2);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
pub struct TrianglePairs<'p, const N: usize> {
    placement: &'p Placement,
    a: [Option<Prepared>; N],
    b: [Option<Prepared>; N],
    exact: ExactStages<'p, N>,
}

impl<'p, const N: usize> TrianglePairs<'p, N> {
    /// For triangles of two bodies with this placement. Cheap: nothing is computed yet.
    #[inline(always)]
    #[must_use]
    pub fn new(placement: &'p Placement) -> Self {
        Self {
            placement,
            a: std::array::from_fn(|_| None),
            b: std::array::from_fn(|_| None),
            exact: ExactStages::new(placement),
        }
    }

    /// Whether the closed triangles `i` of A and `j` of B share a point; touching counts.
    ///
    /// The closures give the triangles, in the frames of their meshes, until they are prepared. The
    /// same answer as [`triangles_meet`](crate::triangles_meet); pairs that a plane decides count
    /// as `filter`.
    ///
    /// # Panics
    /// If a number is not below `N`.
    #[inline]
    pub fn meet(
        &mut self,
        [i, j]: [usize; 2],
        triangle_a: impl FnOnce() -> Triangle,
        triangle_b: impl FnOnce() -> Triangle,
        stages: &mut Stages,
    ) -> bool {
        if self.b[j].is_none() {
            self.b[j] = Some(Prepared::of_b(&triangle_b(), self.placement));
        }
        let Some(b) = &mut self.b[j] else { unreachable!("just prepared") };
        // B's plane decides about half of all pairs, and needs A's corners alone.
        let over_b = match &self.a[i] {
            Some(a) => b.side.heights(&a.triangle, b.side.error),
            None => {
                let triangle_a = triangle_a();
                let over_b = b.side.heights(&triangle_a, b.side.error);
                if over_b.is_some() {
                    self.a[i] = Some(Prepared::of_a(&triangle_a));
                }
                over_b
            }
        };
        let (Some(over_b), Some(a)) = (over_b, &mut self.a[i]) else {
            stages.filter += 1;
            return false;
        };
        let Some(over_a) = a.side.heights(&b.side.corners, b.side.error) else {
            stages.filter += 1;
            return false;
        };
        let heights = [over_b, over_a];
        meet_in_rounded(self.placement, [a, b], &heights, stages).unwrap_or_else(|meets| {
            let pair = PairInA::new(&a.side, &b.side, meets);
            self.exact.contact([i, j], [&a.triangle, &b.triangle], &pair, stages) != Contact::Free
        })
    }
}

/// Whether two triangles meet that no plane separates, with the heights of the corners of A over
/// B's plane and of those of B over A's; for one pair alone.
#[inline(never)]
pub(super) fn meet_past_planes(
    placement: &Placement,
    [a, b]: [&mut Prepared; 2],
    heights: &[Heights; 2],
    stages: &mut Stages,
) -> bool {
    meet_in_rounded(placement, [a, b], heights, stages)
        .unwrap_or_else(|meets| exact_contact_of([a, b], placement, meets, stages) != Contact::Free)
}

/// The contact of two triangles.
pub(super) fn contact(a: &Triangle, b: &Triangle, placement: &Placement) -> Contact {
    let (a, mut b) = (Prepared::of_a(a), Prepared::of_b(b, placement));
    let Some(heights) = past_planes(&a.side, &b.side) else {
        return Contact::Free;
    };
    b.refine_error(placement);
    let meets_in_one_plane = match Undecided::new(&a.side, &b.side, &heights).decide() {
        Rounded::Certain(contact) => return contact,
        Rounded::MeetInOnePlane => true,
        Rounded::Unknown => false,
    };
    exact_contact_of([&a, &b], placement, meets_in_one_plane, &mut Stages::default())
}

/// Whether two triangles certainly cross, in rounded arithmetic.
pub(super) fn certainly_cross(a: &Triangle, b: &Triangle, placement: &Placement) -> bool {
    sides_cross(&Side::of_a(a), &Side::of_b(b, placement))
}

/// The same of two prepared triangles.
pub(super) fn sides_cross(a: &Side, b: &Side) -> bool {
    past_planes(a, b).is_some_and(|heights| {
        let rounded = Undecided::new(a, b, &heights).decide();
        matches!(rounded, Rounded::Certain(Contact::Proper))
    })
}

/// The signs of two triangles that no plane separates, those that are certain in rounded
/// arithmetic.
pub(super) fn certain_signs(a: &Triangle, b: &Triangle, placement: &Placement) -> Option<Signs> {
    let (a, b) = (Side::of_a(a), Side::of_b(b, placement));
    Some(Undecided::new(&a, &b, &past_planes(&a, &b)?).signs())
}

/// The heights of the corners of A over B's plane and of those of B over A's; `None` if one plane
/// certainly has the other triangle on one side.
#[inline]
fn past_planes(a: &Side, b: &Side) -> Option<[Heights; 2]> {
    Some([b.heights(&a.corners, b.error)?, a.heights(&b.corners, b.error)?])
}

/// Whether two triangles meet that no plane separates, if rounded arithmetic decides it; if not,
/// whether they meet if they lie in one plane.
#[inline]
fn meet_in_rounded(
    placement: &Placement,
    [a, b]: [&mut Prepared; 2],
    heights: &[Heights; 2],
    stages: &mut Stages,
) -> Result<bool, bool> {
    b.refine_error(placement);
    let meet = if share_a_corner(&a.side, &b.side) {
        true
    } else {
        match Undecided::new(&a.side, &b.side, heights).decide() {
            Rounded::Certain(contact) => contact != Contact::Free,
            Rounded::MeetInOnePlane => return Err(true),
            Rounded::Unknown => return Err(false),
        }
    };
    stages.filter += 1;
    Ok(meet)
}

/// Whether a corner of one is a corner of the other, as far as the corners are known exactly.
#[inline]
fn share_a_corner(a: &Side, b: &Side) -> bool {
    b.error == 0.0 && a.corners.iter().any(|x| b.corners.iter().any(|y| x == y))
}

#[cold]
#[inline(never)]
fn exact_contact_of(
    [a, b]: [&Prepared; 2],
    placement: &Placement,
    meets_in_one_plane: bool,
    stages: &mut Stages,
) -> Contact {
    let pair = PairInA::new(&a.side, &b.side, meets_in_one_plane);
    let triangles = [&a.triangle, &b.triangle];
    ExactStages::<1>::new(placement).contact([0, 0], triangles, &pair, stages)
}
