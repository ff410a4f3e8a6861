//! Triangles that reach far beyond all others of their body: each alone against the other body.
//!
//! The trees of the others are descended as ever. An outlier is cut to what of it can be near the
//! other body, a triangle or a quadrilateral as small as that body is, and compared with the boxes
//! of its tree in `f64`.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::{Placement, RoundedDistance, Stages, Triangle, triangles_distance};
use obbtree_tree::wide::{Child, REACH_BEYOND_AXES, Tree};
use smallvec::{SmallVec, smallvec};

use crate::Counts;
use crate::distance::Interval;
use crate::one_tree::walk::for_each_in_boxes;
use crate::traverse::tally::Tally;

/// `1 + 2^-13`: at least the length that a relative matrix or its inverse can give to a vector of
/// length one, see `traverse::relevance_sphere`.
const LONGEST: f64 = 1.0 + 1.0 / 8192.0;

/// Bounds the rounding errors of points, projections and distances, relative to the largest
/// coordinate that goes into them: sums of a few products each.
const REL_ERR: f64 = 1.0 / (1_u64 << 44) as f64;

/// An axis of a box is at most so much longer than one; a gap along it less this share of itself
/// is a distance.
const TO_DISTANCE: f64 = 1.0 - 1.0 / (1_u64 << 16) as f64;

/// Beyond it nothing is cut and everything is near: no product of three such numbers overflows.
const LARGEST: f64 = 1e90;

/// Called with the numbers and the corners of two triangles, of A and of B.
pub(crate) type OnTriangles<'q> = &'q mut dyn FnMut([u32; 2], [Triangle; 2]) -> ControlFlow<()>;

/// Two bodies of which one has outliers at least.
pub(crate) struct InParts<'t> {
    /// The trees of all other triangles.
    pub(crate) others: [&'t Tree; 2],
    outliers: [&'t [(u32, Triangle)]; 2],
}

impl<'t> InParts<'t> {
    /// None if neither has outliers.
    #[inline]
    pub(crate) fn of([a, b]: [&'t Tree; 2]) -> Option<Self> {
        if a.outliers().is_none() && b.outliers().is_none() {
            return None;
        }
        let others = [a, b].map(|tree| tree.outliers().map_or(tree, |parts| &parts.others));
        let outliers = [a, b].map(|tree| tree.outliers().map_or(&[][..], |parts| &parts.triangles));
        Some(Self { others, outliers })
    }

    /// Calls back with each pair that has an outlier and is not proven farther apart than a
    /// distance in the world, which may fall from call to call.
    #[cold]
    #[inline(never)]
    pub(crate) fn for_each_near(
        &self,
        placement: &Placement,
        within: &dyn Fn() -> f64,
        on_pair: OnTriangles<'_>,
    ) -> ControlFlow<()> {
        let [others_a, others_b] = self.others;
        let [outliers_a, outliers_b] = self.outliers;
        for &(in_b, of_b) in outliers_b {
            near_one(others_a, &of_b, placement, within, &mut |in_a, of_a| {
                on_pair([in_a, in_b], [*of_a, of_b])
            })?;
        }
        if outliers_a.is_empty() {
            return ControlFlow::Continue(());
        }
        let seen_from_b = Placement::new(&placement.pose_b, &placement.pose_a);
        for &(in_a, of_a) in outliers_a {
            near_one(others_b, &of_a, &seen_from_b, within, &mut |in_b, of_b| {
                on_pair([in_a, in_b], [of_a, *of_b])
            })?;
            for &(in_b, of_b) in outliers_b {
                on_pair([in_a, in_b], [of_a, of_b])?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The outliers of both bodies; at least one.
    pub(crate) fn count(&self) -> usize {
        self.outliers.iter().map(|outliers| outliers.len()).sum()
    }

    /// Makes bounds of the clearance of the pairs without an outlier bounds of that of all pairs.
    ///
    /// Each outlier ends where its least bound is not below that of the others, so more tests never
    /// give a worse bound: they see more of the same boxes, in the same order.
    #[cold]
    #[inline(never)]
    pub(crate) fn bound_clearance(
        &self,
        placement: &Placement,
        effort: Effort,
        found: &mut Interval,
        mut counts: &mut Counts,
    ) {
        let [others_a, others_b] = self.others;
        let [outliers_a, outliers_b] = self.outliers;
        let within = |found: &mut Interval, a: &Triangle, b: &Triangle, stages: &mut Stages| {
            if RoundedDistance::new(a, b, placement).lower < found.lower {
                let exact = triangles_distance(a, b, placement, stages);
                found.upper = found.upper.min(exact.upper);
                return exact.lower;
            }
            f64::INFINITY
        };
        for (_, of_b) in outliers_b {
            NearestFirst { tree: others_a, placement, effort }.bound(
                of_b,
                found,
                counts,
                &mut |found, of_a, stages| within(found, of_a, of_b, stages),
            );
        }
        if outliers_a.is_empty() {
            return;
        }
        let seen_from_b = &Placement::new(&placement.pose_b, &placement.pose_a);
        for (_, of_a) in outliers_a {
            NearestFirst { tree: others_b, placement: seen_from_b, effort }.bound(
                of_a,
                found,
                counts,
                &mut |found, of_b, stages| within(found, of_a, of_b, stages),
            );
            for (_, of_b) in outliers_b {
                let lower = within(found, of_a, of_b, counts.stages());
                found.lower = found.lower.min(lower);
            }
        }
        found.lower = found.lower.min(found.upper);
    }
}

/// How much is done for the clearance of one outlier.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// About so many boxes are tested; those of the root at least.
    pub(crate) box_tests: u64,
    /// The distance of the bodies is at most this, which does not depend on the effort.
    pub(crate) within: f64,
}

/// A placed triangle against the boxes of a tree, the nearest first.
struct NearestFirst<'t> {
    tree: &'t Tree,
    placement: &'t Placement,
    effort: Effort,
}

/// A box that waits, and at most its distance in the world.
type Waits = (f64, Child);

impl NearestFirst<'_> {
    /// Lowers the lower bound to one of the triangle's distance. The callback gives the least
    /// distance of a triangle in a leaf, and can lower the upper bound.
    fn bound(
        &self,
        triangle: &Triangle,
        found: &mut Interval,
        mut counts: &mut Counts,
        on_triangle: &mut dyn FnMut(&mut Interval, &Triangle, &mut Stages) -> f64,
    ) {
        let Self { tree, placement, effort } = *self;
        let longer = longer_than_in_world(placement);
        let Some(part) = NearPart::of(triangle, placement, tree, effort.within * longer) else {
            found.lower = 0.0;
            return;
        };
        let origin = Vector3::from(tree.origin());
        let root = Child::node(0);
        let mut waiting: SmallVec<[Waits; 64]> = smallvec![(0.0, root)];
        let mut left = effort.box_tests;
        loop {
            let least = (0..waiting.len()).min_by(|&m, &n| waiting[m].0.total_cmp(&waiting[n].0));
            let Some(least) = least else { return };
            let (bound, child) = waiting[least];
            if bound >= found.lower {
                return;
            }
            if left == 0 && child != root {
                found.lower = bound;
                return;
            }
            waiting.swap_remove(least);
            if child.is_leaf() {
                let leaf = &tree.leaves()[child.index() as usize];
                for slot in 0..leaf.used() {
                    counts.leaf(1, 0);
                    let lower = on_triangle(found, &tree.triangle(leaf, slot), counts.stages());
                    found.lower = found.lower.min(lower.max(bound));
                }
                continue;
            }
            let node = &tree.nodes()[child.index() as usize];
            for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
                let (center, half) = (node.center(c) + origin, node.half(c));
                let away = part.least_distance(&node.axes(c), &center, &half) / longer;
                waiting.push((away.max(bound), node.child[c]));
                counts.box_tests += 1;
                left = left.saturating_sub(1);
            }
        }
    }
}

/// Lengths in the frame of the body that a placement calls A are at most so many times as long as
/// in the world.
fn longer_than_in_world(placement: &Placement) -> f64 {
    1.0 + placement.pose_a.skew() + REL_ERR
}

/// Calls back with the triangles of one tree that are not proven farther away from a placed
/// triangle than a distance in the world.
pub(crate) fn near_one(
    tree: &Tree,
    triangle: &Triangle,
    placement: &Placement,
    within: &dyn Fn() -> f64,
    on_triangle: &mut dyn FnMut(u32, &Triangle) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let longer = longer_than_in_world(placement);
    let in_frame = || within() * longer;
    if is_beyond_sphere(triangle, placement, tree, in_frame()) {
        return ControlFlow::Continue(());
    }
    let Some(part) = NearPart::of(triangle, placement, tree, in_frame()) else {
        return for_each_in_boxes(tree, &mut |_, _, _| true, on_triangle);
    };
    let mut keeps = |axes: &Matrix3<f64>, center: &Vector3<f64>, half: &Vector3<f64>| {
        let is_far = part.least_distance(axes, center, half) > in_frame();
        !is_far
    };
    for_each_in_boxes(tree, &mut keeps, on_triangle)
}

/// Is a placed triangle farther away from the bounding sphere of a tree than a distance in the
/// tree's frame? If not, nothing is known. It takes a tenth of the time of a [`NearPart`].
///
/// *Proof.* A plane beyond the sphere has all three corners behind it, so the triangle too. Its
/// normal points from the centre to the corner next to it. What rounding does to the projection of
/// a corner is relative to that corner's own size, so that a far one costs the others nothing.
/// *End.*
fn is_beyond_sphere(triangle: &Triangle, placement: &Placement, tree: &Tree, within: f64) -> bool {
    let center = Vector3::from(tree.sphere_center());
    let placed = triangle.map(|corner| placement.to_a(&corner).coords - center);
    let next = placed.iter().min_by(|p, q| p.norm_squared().total_cmp(&q.norm_squared()));
    let Some(axis) = next.and_then(unit) else { return false };
    let beyond = (tree.sphere_radius() + within) * (1.0 + REL_ERR);
    // Written so that NaN is not beyond.
    (0..3).all(|n| {
        let error = 2.0 * placement.error(triangle[n].coords.amax())
            + REL_ERR * (placed[n].amax() + center.amax())
            + f64::MIN_POSITIVE;
        axis.dot(&placed[n]) * (1.0 - REL_ERR) > beyond + error
    })
}

/// A convex set that holds every point of a placed triangle within a distance of the triangles of
/// a tree, in the tree's mesh frame.
///
/// # Lemma
///
/// *What is cut away is far.* Let the tree's triangles lie in the sphere of radius `r` around `c`,
/// let `d` be the distance, and let `y` be a set of points of the triangle. Each point of the
/// triangle is `x = y + t (w - y)`, with `y` a point of one part, `w` of the part opposite, and
/// `t` in `[0, 1]`: the parts are an edge and a corner, or a corner and an edge. If `x` matters
/// it is within `r + d` of `c`, so `|x - y| <= r + d + m` with `m` the largest distance of a
/// placed `y` from `c`. In the triangle's own frame `|x - y| = t |w - y| >= t l`, `l` a lower
/// bound of the largest component of `w - y`: a length times at least `1 / LONGEST` when placed.
/// So `t <= LONGEST (r + d + m) / l`, and points with `t` up to this are in the hull of the ends
/// of `y` and of `y + t (w - y)` for the ends of both.
///
/// *Rounding.* `t` is a number, so that the point that belongs to it exactly differs from the
/// computed one by a few roundings of its own size and that of `y`; placing adds
/// [`Placement::error`]. *End.*
struct NearPart {
    /// Corners of the hull, in order.
    points: SmallVec<[Vector3<f64>; 4]>,
    /// Vectors of length one to try as axes.
    axes: SmallVec<[Vector3<f64>; 5]>,
    /// Bounds the error of a projection of a point, and the largest coordinate.
    error: f64,
    size: f64,
}

/// A triangle less what is far.
struct Cut {
    points: SmallVec<[Point3<f64>; 4]>,
    size: f64,
}

impl NearPart {
    /// None where numbers are too large to tell.
    fn of(triangle: &Triangle, placement: &Placement, tree: &Tree, within: f64) -> Option<Self> {
        let center = Vector3::from(tree.sphere_center());
        let away = |y: &Point3<f64>| {
            let error = 2.0 * placement.error(y.coords.amax());
            (placement.to_a(y).coords - center).norm() * (1.0 + REL_ERR) + error
        };
        let reach = tree.sphere_radius() + within;
        let share = |m: f64, l: f64| LONGEST * (reach + m) / l * (1.0 + REL_ERR);
        let mut best = Cut { points: SmallVec::from_slice(triangle), size: size(triangle) };
        for n in 0..3 {
            let [p, q, r] = [0, 1, 2].map(|k| triangle[(n + k) % 3]);
            // From the edge `pq` to the corner `r`; from the corner `p` to the edge `qr`.
            let longest = (r - p).amax().max((r - q).amax());
            let l = longest * (1.0 - REL_ERR) - (q - p).amax();
            let from_edge = share(away(&p).max(away(&q)), l);
            let from_corner = share(away(&p), least_beyond(&(q - p), &(r - p)));
            if l > 0.0 && from_edge < 1.0 {
                let [far_q, far_p] = [q + (r - q) * from_edge, p + (r - p) * from_edge];
                best.improve(&[p, q, far_q, far_p]);
            }
            if from_corner < 1.0 {
                best.improve(&[p, p + (q - p) * from_corner, p + (r - p) * from_corner]);
            }
        }
        let points: SmallVec<[_; 4]> =
            best.points.iter().map(|point| placement.to_a(point).coords).collect();
        let size = points.iter().map(Vector3::amax).fold(best.size, f64::max);
        let error = 2.0 * placement.error(best.size) + REL_ERR * size + f64::MIN_POSITIVE;
        let sizes = size + error + center.amax() + tree.sphere_radius();
        // Written so that NaN is too large.
        let fits = sizes < LARGEST && points.iter().flatten().all(|x| x.is_finite());
        let axes = axes_of(&points);
        fits.then_some(Self { points, axes, error, size })
    }

    /// At most the distance of the part from a box.
    ///
    /// Any vector is an axis: a gap between the projections on it, over its length, is one. A box
    /// is all points whose projections on its own axes are within its half sides; along others
    /// it reaches as far as `REACH_BEYOND_AXES` says.
    fn least_distance(
        &self,
        axes: &Matrix3<f64>,
        center: &Vector3<f64>,
        half: &Vector3<f64>,
    ) -> f64 {
        let margin = 2.0 * self.error + REL_ERR * (self.size + center.amax());
        let gap_along = |axis: &Vector3<f64>, reach: f64| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for point in &self.points {
                let along = axis.dot(&(point - center));
                (low, high) = (low.min(along), high.max(along));
            }
            low.max(-high) - reach - margin
        };
        let mut gap = 0.0_f64;
        for i in 0..3 {
            gap = gap.max(gap_along(&axes.column(i).into(), half[i]));
        }
        let beyond = REACH_BEYOND_AXES * half.sum();
        for axis in &self.axes {
            gap = gap.max(gap_along(axis, axes.tr_mul(axis).abs().dot(half) + beyond));
        }
        gap * TO_DISTANCE
    }
}

impl Cut {
    /// Takes other corners if they are nearer to the origin.
    fn improve(&mut self, points: &[Point3<f64>]) {
        let size = size(points);
        if size < self.size {
            *self = Self { points: SmallVec::from_slice(points), size };
        }
    }
}

fn size(points: &[Point3<f64>]) -> f64 {
    points.iter().map(|point| point.coords.amax()).fold(0.0, f64::max)
}

/// At most the largest component of every vector between two, at least 0.
fn least_beyond(one: &Vector3<f64>, other: &Vector3<f64>) -> f64 {
    let along = one.zip_map(other, |x, y| {
        let same_side = (x > 0.0) == (y > 0.0);
        if same_side { x.abs().min(y.abs()) } else { 0.0 }
    });
    along.max() * (1.0 - REL_ERR)
}

/// A vector of length one, to a few roundings.
fn unit(vector: &Vector3<f64>) -> Option<Vector3<f64>> {
    let is_unit = |axis: &Vector3<f64>| (axis.norm() - 1.0).abs() < REL_ERR;
    vector.try_normalize(0.0).filter(is_unit)
}

/// The normal of a plane polygon, and in its plane those of its edges.
fn axes_of(points: &[Vector3<f64>]) -> SmallVec<[Vector3<f64>; 5]> {
    let edge = |n: usize| points[(n + 1) % points.len()] - points[n];
    let Some(normal) = unit(&edge(0).cross(&edge(1))) else { return SmallVec::new() };
    let in_plane = (0..points.len()).filter_map(|n| unit(&normal.cross(&edge(n))));
    std::iter::once(normal).chain(in_plane).collect()
}
