//! The volume that two closed meshes have in common, as an interval.
//!
//! # Lemma
//!
//! Along z, a point is in a closed mesh as often as surfaces above it look up, less those that look
//! down: `w(x, y, z)` is the sum of `s_i` over the triangles `i` whose projection holds `(x, y)`
//! and whose height `z_i(x, y)` is above `z`, where `s_i` is the sign of the projected area. So the
//! integral of the product of two such numbers over all points above a floor `z0` is the sum, over
//! all pairs of a triangle of A and one of B, of `s_i s_j` times the integral of
//! `max(0, min(z_i, z_j) - z0)` over what their projections have in common. It holds column by
//! column, so the plane may be cut into rectangles with a floor of their own: any height such that
//! below it no point is in both. The product is 1 in both bodies and 0 elsewhere, or -1 if one of
//! them looks inwards. *End.*
//!
//! `columns` cuts the plane, `prism` integrates for a pair and bounds what it rounds. All of this
//! is in A's frame, where A is exact. B's vertices are rounded there by at most `r` each, and
//! remain those of a closed mesh. Moving them to their true places sweeps volumes; `w` of B changes
//! nowhere else, so the integral of its change over A is at most the sum of the areas of the
//! triangles of B on the way times `r`. The volume in the world is larger by the determinant of A's
//! matrix.
//!
//! # References
//!
//! S. Lien, J. Kajiya, "A symbolic method for calculating the integral properties of arbitrary
//! nonconvex polyhedra", IEEE CG&A 4(10), 1984, has the sum over the triangles of one mesh.

mod columns;
mod prism;

use nalgebra::{Matrix3, Point3};
use obbtree_mesh::{InsideRule, OpenMesh};
use obbtree_predicates::{Aabb, LowerBound, Placement, Pose, UpperBound};
use obbtree_query::Interval;
use thiserror::Error;

use crate::body::Body;
use crate::collider::ColliderRef;
use crate::query::Query;

use columns::Columns;
use prism::{Measured, Prism, Rectangle};

/// Why a volume is not known.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum VolumeError {
    /// A mesh is open, so it has no inside.
    #[error(transparent)]
    Open(#[from] OpenMesh),
    /// The triangles of a closed mesh do not all look outwards, or all inwards.
    #[error("the triangles of the mesh are not oriented consistently, so they bound no volume")]
    NotOriented,
    /// A shape that has no flat faces, or no end.
    #[error(
        "the volume of overlap is of meshes, boxes and hulls: not of round or unbounded shapes"
    )]
    NotPolyhedral,
}

impl Query {
    /// The volume that two closed meshes, boxes or hulls have in common, in the cube of the
    /// caller's unit, between two bounds: 0 and 0 if the two do not meet.
    ///
    /// The bounds are about 1e-11 of the volume of the columns of the two around their overlap
    /// apart; more if a mesh is far from the origin of its frame or its pose. Shells of a mesh must
    /// look the same way, and cavities the other; where shells of one mesh overlap, the volume
    /// counts for each of them.
    ///
    /// # Errors
    /// If a mesh is open or not oriented consistently, or a shape is round or unbounded.
    ///
    /// ```
    /// use obbtree_collider::{Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let cuboid = Shape::cuboid([1.0, 2.0, 3.0])?; // half sides
    /// let (here, aside) = (Pose::identity(), Pose::from_translation([1.75, 0.5, 0.0])?);
    /// let found = Query::new().overlap_volume(&cuboid, &here, &cuboid, &aside)?;
    /// let expected = 0.25 * 3.5 * 6.0;
    /// assert!(found.lower <= expected && expected <= found.upper);
    /// assert!(found.upper - found.lower < 1e-10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap_volume<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> Result<Interval, VolumeError> {
        let (a, b) = (a.into(), b.into());
        let (body_a, body_b) = (polyhedron(a)?, polyhedron(b)?);
        if !self.with_solid(true, |query| query.collide(a, pose_a, b, pose_b)) {
            return Ok(Interval::new(0.0, 0.0));
        }
        let all = [body_a, body_b].map(|body| body.mesh().corners().collect());
        Ok(volume(body_b, all, &Placement::new(pose_a, pose_b)))
    }

    /// The volume that two solids have in common, as [`Query::overlap`] takes them: of points that
    /// are inside both, whichever way triangles look, and counted once. The bounds are as near as
    /// those of [`Query::overlap_volume`]. `None` unless both are solids by
    /// [`Body::surface_kind`], or boxes or hulls.
    ///
    /// ```
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_mesh::Mesh;
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    /// // One of the triangles looks inwards.
    /// let body = Body::new(Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// assert!(query.overlap_volume(&body, &here, &body, &here).is_err());
    /// let found = query.overlap_volume_of_solids(&body, &here, &body, &here).unwrap();
    /// assert!(found.lower <= 36.0 && 36.0 <= found.upper);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap_volume_of_solids<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> Option<Interval> {
        let (a, b) = (a.into(), b.into());
        let bodies = [a.as_mesh()?, b.as_mesh()?];
        if !bodies.iter().all(|body| body.boundary().is_solid()) {
            return None;
        }
        if !self.with_solid(true, |query| query.collide(a, pose_a, b, pose_b)) {
            return Some(Interval::new(0.0, 0.0));
        }
        let all = bodies.map(outwards);
        Some(volume(bodies[1], all, &Placement::new(pose_a, pose_b)))
    }
}

/// The triangles that bound a solid, looking out of it: `w` of the lemma is 1 inside.
fn outwards(body: &Body) -> Vec<[Point3<f64>; 3]> {
    let boundary = body.boundary();
    let of = |(n, [p, q, r]): (u32, [Point3<f64>; 3])| match boundary.front(n) {
        1 => Some([p, q, r]),
        -1 => Some([p, r, q]),
        _ => None,
    };
    (0..).zip(body.mesh().corners()).filter_map(of).collect()
}

/// The body of what has flat faces all around.
fn polyhedron(collider: ColliderRef<'_>) -> Result<&Body, VolumeError> {
    let body = collider.as_mesh().ok_or(VolumeError::NotPolyhedral)?;
    match body.topology().inside_rule().map_err(Clone::clone)? {
        InsideRule::Winding => Ok(body),
        InsideRule::Parity => Err(VolumeError::NotOriented),
    }
}

/// Of closed surfaces made of triangles of two bodies.
fn volume(b: &Body, [all_a, all_b]: [Vec<[Point3<f64>; 3]>; 2], placement: &Placement) -> Interval {
    let most_b = b.mesh().vertices().iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    let moved = placement.error(most_b);
    let in_a = |corners: [Point3<f64>; 3]| corners.map(|corner| placement.to_a(&corner));
    let all_b: Vec<_> = all_b.into_iter().map(in_a).collect();
    let boxes = [&all_a, &all_b].map(|all| Aabb::around(all.as_flattened()));
    let [Some(box_a), Some(box_b)] = boxes else { return Interval::new(0.0, 0.0) };
    let (from, to) = (box_a.min.sup(&box_b.min), box_a.max.inf(&box_b.max));
    let sides = to - from;
    let mut sum = Measured::default();
    if sides.iter().all(|side| *side > 0.0) {
        // Along the direction in which there are the fewest columns.
        let across = |k: usize| sides[(k + 1) % 3] * sides[(k + 2) % 3];
        let up = if across(0) < across(1).min(across(2)) {
            0
        } else if across(1) < across(2) {
            1
        } else {
            2
        };
        let turned = |p: &Point3<f64>| [p[(up + 1) % 3], p[(up + 2) % 3], p[up]];
        let prisms = [&all_a, &all_b].map(|all| {
            let of = |corners: &[Point3<f64>; 3]| Prism::new(corners.each_ref().map(turned));
            all.iter().map(of).collect::<Vec<_>>()
        });
        let [[x0, y0, _], [x1, y1, _]] = [turned(&from), turned(&to)];
        sum = Columns::new(&prisms).measure(Rectangle { from: [x0, y0], to: [x1, y1] });
    }
    // What B's rounded vertices may be beside their true places.
    let is_near = |corners: &&[Point3<f64>; 3]| {
        (0..3).all(|k| {
            let [p, q, r] = corners.each_ref().map(|corner| corner[k]);
            let (least, most) = (p.min(q).min(r) - moved, p.max(q).max(r) + moved);
            least.next_down() <= box_a.max[k] && most.next_up() >= box_a.min[k]
        })
    };
    let swept = all_b
        .iter()
        .filter(is_near)
        .fold(UpperBound::ZERO, |area, corners| area + area_within(corners, moved));
    // A corner moves by up to the root of 3 times what each coordinate does.
    let error = sum.error + UpperBound::from(2.0) * UpperBound::from(moved) * swept;
    let value = sum.value.abs();
    let [smaller, larger] = determinant(placement.pose_a.rotation());
    let upper = (UpperBound::from(value) + error) * UpperBound::from(larger);
    let lower = (LowerBound::from(value) - error).tighter(LowerBound::from(0.0));
    Interval::new((lower * LowerBound::from(smaller)).get(), upper.get())
}

/// Bound of the area of a triangle, twice, while its corners move by up to `moved` in each
/// coordinate: half of the product of the sums of the absolute coordinates of two sides.
fn area_within([p, q, r]: &[Point3<f64>; 3], moved: f64) -> UpperBound {
    let around = UpperBound::from(4.0 * moved);
    let [u, v] = [q - p, r - p].map(|side| side.map(f64::abs));
    // Sums of three of rounded differences: fewer than 8 roundings.
    let [u_sum, v_sum] = [u.sum(), v.sum()].map(|sum| UpperBound::from(sum * (1.0 + 4e-15)));
    let cross = (q - p).cross(&(r - p)).norm();
    // Each component of the cross product is off by less than 8 roundings of products of sums.
    let rounded = UpperBound::from(1.0 / (1_u64 << 48) as f64) * u_sum * v_sum;
    let moving = around * (u_sum + v_sum + around + around);
    UpperBound::from(cross * (1.0 + 4e-15)) + rounded + moving
}

/// Bounds of the determinant of a matrix near a rotation.
fn determinant(rotation: &Matrix3<f64>) -> [f64; 2] {
    // Six products of entries below 1.001: fewer than 30 roundings of 2^-53.
    let around = rotation.determinant();
    let error = 1.0 / (1_u64 << 47) as f64;
    [around - error, around + error]
}
