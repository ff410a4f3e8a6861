//! The engine without certainty, for one measurement: what is [`crate::decide`], in plain `f64`.
//!
//! The names and methods are those of the certain tests of `obbtree_predicates`, the arithmetic
//! is that of the catalogue: Möller's test for triangles that the lanes leave undecided, and the
//! closest points of two triangles with no interval around their distance. The answers are wrong
//! where rounding is. Boxes and lanes keep their slacks, which cost nothing.

use nalgebra::Point3;
use obbtree_geom::{closest, moller};
use obbtree_predicates::{Aabb, Placement, Pose, Stages, Triangle, TriangleDistance};

/// As [`obbtree_predicates::TrianglePairs`]: each triangle of B is placed once.
pub(crate) struct TrianglePairs<'p, const N: usize> {
    placement: &'p Placement,
    a: [Option<Triangle>; N],
    b_in_a: [Option<Triangle>; N],
}

impl<'p, const N: usize> TrianglePairs<'p, N> {
    #[inline(always)]
    pub(crate) fn new(placement: &'p Placement) -> Self {
        Self { placement, a: [None; N], b_in_a: [None; N] }
    }

    #[inline]
    pub(crate) fn meet(
        &mut self,
        [i, j]: [usize; 2],
        triangle_a: impl FnOnce() -> Triangle,
        triangle_b: impl FnOnce() -> Triangle,
        stages: &mut Stages,
    ) -> bool {
        stages.filter += 1;
        let in_a = || triangle_b().map(|corner| self.placement.to_a(&corner));
        moller(self.a[i].get_or_insert_with(triangle_a), self.b_in_a[j].get_or_insert_with(in_a))
    }
}

/// A fraction of an ulp is no matter for rounded arithmetic.
pub(crate) fn placed_aabbs_apart(_: &Aabb, _: &Pose, _: &Aabb, _: &Pose) -> bool {
    false
}

/// As [`obbtree_predicates::RoundedDistance`], but both ends are the distance in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundedDistance {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// Relative to A's translation.
    points: [Point3<f64>; 2],
}

/// Triangles that are closer than this share of an edge are tested for meeting.
const VERY_CLOSE: f64 = 1e-9;

impl RoundedDistance {
    pub(crate) fn new(a: &Triangle, b: &Triangle, placement: &Placement) -> Self {
        let Placement { pose_a, pose_b, .. } = placement;
        let moved = pose_b.translation() - pose_a.translation();
        let a = a.each_ref().map(|corner| pose_a.rotation() * corner);
        let b = b.each_ref().map(|corner| pose_b.rotation() * corner + moved);
        let found = closest::triangle_triangle(&a, &b);
        let very_close = VERY_CLOSE * VERY_CLOSE * (a[1] - a[0]).norm_squared();
        let meet = found.dist_sq <= very_close && moller(&a, &b);
        let distance = if meet { 0.0 } else { found.dist_sq.sqrt() };
        Self { lower: distance, upper: distance, points: [found.on_a, found.on_b] }
    }

    /// No other numbers are better.
    pub(crate) fn least_in_double_words(&self, _: &Triangle, _: &Triangle, _: &Placement) -> f64 {
        self.lower
    }
}

/// As [`obbtree_predicates::Refiner`], but there is nothing to refine.
pub(crate) struct Refiner<'p>(&'p Placement);

impl<'p> Refiner<'p> {
    pub(crate) fn new(placement: &'p Placement) -> Self {
        Self(placement)
    }

    pub(crate) fn refine(
        &mut self,
        rounded: &RoundedDistance,
        _: [&Triangle; 2],
        stages: &mut Stages,
    ) -> TriangleDistance {
        stages.filter += 1;
        let RoundedDistance { lower, upper, points } = *rounded;
        let points = points.map(|point| point + self.0.pose_a.translation());
        TriangleDistance { lower, upper, points }
    }
}

/// As [`obbtree_predicates::BoxGap`], compared with no regard to rounding.
pub(crate) struct BoxGap {
    gap: obbtree_predicates::BoxGap,
    /// The distance of triangles of the two bodies may be off by this.
    rounding: f64,
}

/// Of a distance, relative to the coordinates that it is computed from.
const DISTANCE_REL_ERR: f64 = 1e-15;

impl BoxGap {
    pub(crate) fn new(a: &Aabb, pose_a: &Pose, b: &Aabb, pose_b: &Pose) -> Option<Self> {
        let gap = obbtree_predicates::BoxGap::new(a, pose_a, b, pose_b)?;
        let corners = [a.min, a.max, b.min, b.max].map(|corner| corner.coords.amax());
        let moved = (pose_b.translation() - pose_a.translation()).amax();
        Some(Self { gap, rounding: DISTANCE_REL_ERR * corners.into_iter().fold(moved, f64::max) })
    }

    pub(crate) fn lower(&self) -> f64 {
        self.gap.lower()
    }

    pub(crate) fn upper(&self) -> f64 {
        self.gap.upper() + self.rounding
    }

    pub(crate) fn is_at_least(&mut self, distance: f64) -> bool {
        distance <= self.upper()
    }
}
