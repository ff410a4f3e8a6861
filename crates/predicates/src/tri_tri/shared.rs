//! What two placed triangles share: a point, a segment, or a convex polygon of one plane; with the
//! direction and the length of the shortest displacement that separates them.
//!
//! Which edges the corners are on is decided in exact arithmetic
//! ([`crate::exact::shared_by_width`]), and so is how far along them, to 2^-98. So a corner is
//! exact but for the rounding to `f64`, however flat the angle at which the triangles cross. That
//! displacement is along a normal of one triangle, or along the cross product of an edge of each:
//! these are the facets of the Minkowski difference of the two (S. Cameron, R. Culley, "Determining
//! the minimum translational distance between two convex polyhedra", ICRA 1986).

use nalgebra::{Point3, Vector3};

use super::meet::triangles_meet;
use super::placed_edges::{Axis, PlacedEdges, perpendicular};
use super::prepared::certain_signs;
use super::promising_axes::promising_axes;
use super::refined::{ERROR, RefinedPair, in_range};
use super::stages::Stages;
use crate::exact::{
    MOST_CORNERS, SeparatingVector, Separation, SharedCorner, SharedCorners, corners_by_width,
    crossing, crossing_by_width, shared_by_width,
};
use crate::numbers::double_double::Double;
use crate::pose::Pose;
use crate::pose::placement::Placement;
use crate::triangle::{Real3, Triangle};

/// The set of points that two closed triangles share, which is a point, a segment, or a convex
/// polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SharedSet {
    corners: SharedPoints,
    /// Of length one, in the world, from A's side towards B's: B moved along it by
    /// [`SharedSet::local_depth`] only touches A. See [`shared_set`].
    pub normal: Vector3<f64>,
    /// How far B's triangle has to move so that the two triangles only touch, in the unit of the
    /// coordinates. For these two triangles alone; the bodies may overlap deeper.
    pub local_depth: f64,
}

impl SharedSet {
    /// The corners in the world, in order around the set: one of a point, two of a segment, three
    /// to six of a polygon.
    ///
    /// Each coordinate is within half an ulp (one, of subnormal numbers), and 2^-95 of the largest
    /// coordinates and translation that it is computed from, of the exact one.
    #[must_use]
    pub fn points(&self) -> &[Point3<f64>] {
        self.corners.as_slice()
    }
}

/// The corners of what two triangles share: [`SharedSet::points`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedPoints {
    points: [Point3<f64>; MOST_CORNERS],
    count: usize,
}

impl SharedPoints {
    /// One of a point, two of a segment, three to six of a polygon.
    #[must_use]
    pub fn as_slice(&self) -> &[Point3<f64>] {
        &self.points[..self.count]
    }

    fn new(corners: &SharedCorners, a: &Triangle, b: &Triangle, placement: &Placement) -> Self {
        let corners = corners.as_slice();
        let sides = [(a, &placement.pose_a), (b, &placement.pose_b)];
        let mut points = [Point3::origin(); MOST_CORNERS];
        for (point, corner) in points.iter_mut().zip(corners) {
            *point = place(corner, sides[corner.body]);
        }
        Self { points, count: corners.len() }
    }

    fn divided_by(mut self, scale: f64) -> Self {
        self.points = self.points.map(|point| point / scale);
        self
    }
}

/// What two closed triangles share; `None` if they do not meet.
///
/// `a` and `b` are in the frames of their meshes; `placement` holds the poses of both. Whether they
/// meet, and whether they share a point, a segment or a polygon, is the answer of exact arithmetic,
/// and the whole answer is the same on every CPU.
///
/// The normal is the direction of the shortest displacement that separates them:
///
/// - Of triangles that only touch, it is perpendicular to a plane that separates them: that of B's
///   triangle if it does, else that of A's, else one along an edge of each. The depth is 0 then,
///   and only then.
/// - Of triangles in one plane, it is opposite to B's normal by the order of its corners, so that
///   B's outside faces A; if B has no area, it is A's normal.
/// - Of triangles without area on one line, it is any direction perpendicular to the line; of two
///   points, any direction. The same one each time.
/// - Else it is the one of the normals and the cross products of two edges along which the
///   displacement is shortest, up to the rounding of lengths. The depth is rounded up, within 2^-50
///   of the depth and 2^-90 of the coordinates.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_predicates::{Placement, Pose, shared_set};
/// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let upright = [[1.0, 1.0, -0.25], [1.0, 1.0, 7.0], [2.0, 1.0, 7.0]].map(Point3::from);
/// let here = Placement::new(&Pose::identity(), &Pose::identity());
/// let found = shared_set(&floor, &upright, &here).expect("they meet");
/// assert!(found.points().len() == 2 && found.points().contains(&Point3::new(1.0, 1.0, 0.0)));
/// // The corner below the floor has to come up.
/// assert!(found.normal == Vector3::z() && (found.local_depth - 0.25).abs() < 1e-15);
/// ```
#[must_use]
pub fn shared_set(a: &Triangle, b: &Triangle, placement: &Placement) -> Option<SharedSet> {
    let (corners, separation) = shared_corners(a, b, placement)?;
    let set = |a: &Triangle, b: &Triangle, placement: &Placement| {
        SharedSet::new(&corners, separation, a, b, placement)
    };
    Some(match in_range(a, b, placement) {
        None => set(a, b, placement),
        Some((a, b, placement, scale)) => {
            let mut found = set(&a, &b, &placement);
            found.corners = found.corners.divided_by(scale);
            // Rounded up, even if it becomes a subnormal number.
            if found.local_depth > 0.0 {
                found.local_depth = (found.local_depth / scale).next_up();
            }
            found
        }
    })
}

/// The corners of what two triangles share, and a direction in which they only touch, if there is
/// one; `None` if they do not meet.
///
/// Of most pairs the signs that are certain in rounded arithmetic tell that an edge of one crosses
/// the other, and which edges the corners are on; exact arithmetic has to say only where on these.
fn shared_corners(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
) -> Option<(SharedCorners, Option<Separation>)> {
    if let Some(ends) = crossing(&certain_signs(a, b, placement)?) {
        return Some((crossing_by_width(ends, a, b, placement), None));
    }
    if !triangles_meet(a, b, placement, &mut Stages::default()) {
        return None;
    }
    let shared = shared_by_width(a, b, placement);
    Some((shared.corners, shared.separation))
}

/// [`SharedSet::points`] of two triangles that are known to meet, as those that a search has found.
/// Of others the answer has no meaning.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, shared_points};
/// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let upright = [[1.0, 1.0, 0.0], [1.0, 1.0, 7.0], [2.0, 1.0, 0.0]].map(Point3::from);
/// let here = Placement::new(&Pose::identity(), &Pose::identity());
/// let found = shared_points(&floor, &upright, &here);
/// assert!(found.as_slice().len() == 2 && found.as_slice().contains(&upright[2]));
/// ```
#[must_use]
pub fn shared_points(a: &Triangle, b: &Triangle, placement: &Placement) -> SharedPoints {
    let corners = corners_by_width(a, b, placement);
    match in_range(a, b, placement) {
        None => SharedPoints::new(&corners, a, b, placement),
        Some((a, b, placement, scale)) => {
            SharedPoints::new(&corners, &a, &b, &placement).divided_by(scale)
        }
    }
}

impl SharedSet {
    fn new(
        corners: &SharedCorners,
        separation: Option<Separation>,
        a: &Triangle,
        b: &Triangle,
        placement: &Placement,
    ) -> Self {
        let corners = SharedPoints::new(corners, a, b, placement);
        let edges = PlacedEdges::new(a, b, placement);
        let (normal, local_depth) = match separation {
            Some(separation) => (separating_normal(&edges, separation), 0.0),
            None => shortest_displacement(&edges, &RefinedPair::new(a, b, placement)),
        };
        Self { corners, normal, local_depth }
    }
}

/// A corner in the world, rounded.
fn place(corner: &SharedCorner, (triangle, pose): (&Triangle, &Pose)) -> Point3<f64> {
    let (from, to) = (triangle[corner.edge], triangle[(corner.edge + 1) % 3]);
    let along = [0, 1, 2].map(|k| match corner.share {
        Some(share) => Double::of(from[k]).plus(Double::difference(to[k], from[k]).times(share)),
        None => Double::of(from[k]),
    });
    Point3::from([0, 1, 2].map(|row| {
        let mut sum = Double::of(pose.translation()[row]);
        for k in 0..3 {
            sum = sum.plus(along[k].times(Double::of(pose.rotation()[(row, k)])));
        }
        sum.high
    }))
}

/// The normal of a plane that separates two triangles, from A to B.
fn separating_normal(edges: &PlacedEdges<'_>, separation: Separation) -> Real3 {
    let vector = match separation.vector {
        SeparatingVector::NormalOfA => edges.unit(Axis::NormalOfA),
        SeparatingVector::NormalOfB => edges.unit(Axis::NormalOfB),
        SeparatingVector::Edges(i, j) => edges.unit(Axis::Edges(i, j)),
        SeparatingVector::Perpendicular => Some(perpendicular(&edges.longest())),
    };
    // The vectors that exact arithmetic names are not zero.
    let vector = vector.unwrap_or_else(Real3::z);
    if separation.sign < 0 { -vector } else { vector }
}

/// The direction of the shortest displacement of B that separates it from A, and its length.
fn shortest_displacement(edges: &PlacedEdges<'_>, pair: &RefinedPair) -> (Real3, f64) {
    let corners = pair.rounded();
    let mut best = (f64::INFINITY, Real3::z());
    for axis in promising_axes(&corners, pair.size) {
        let Some(unit) = edges.unit(axis) else { continue };
        for (depth, unit) in overlaps(&corners, &unit).into_iter().zip([unit, -unit]) {
            if depth < best.0 {
                best = (depth, unit);
            }
        }
    }
    let (_, normal) = best;
    (normal, depth_along(pair, &normal))
}

/// How far B has to move along a vector of length one, and against it.
pub(super) fn overlaps(corners: &[[Real3; 3]; 2], axis: &Real3) -> [f64; 2] {
    let [of_a, of_b] = corners.each_ref().map(|corners| span(corners, axis));
    [of_a[1] - of_b[0], of_b[1] - of_a[0]]
}

/// The least and the largest projection.
fn span(corners: &[Real3; 3], axis: &Real3) -> [f64; 2] {
    let [p, q, r] = corners.each_ref().map(|corner| axis.dot(corner));
    [p.min(q).min(r), p.max(q).max(r)]
}

/// Bounds the rounding error of a difference, a square and a quotient.
const DEPTH_ROUND_UP: f64 = 1.0 + 1.0 / (1_u64 << 50) as f64;

/// How many times along a vector of about length one B has to move for its triangle to be beyond
/// A's, rounded up.
fn depth_along(pair: &RefinedPair, axis: &Real3) -> f64 {
    let direction = [axis.x, axis.y, axis.z].map(Double::of);
    let overlap = -pair.gap_along(&direction).high;
    // Twice the bound of the gap's error, for an axis of about length one.
    (overlap / axis.norm_squared() + 2.0 * ERROR * pair.size) * DEPTH_ROUND_UP
}
