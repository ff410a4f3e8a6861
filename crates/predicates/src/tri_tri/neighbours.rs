//! Triangles of one mesh: do two of them share more than the corners and the edge that they have in
//! common?
//!
//! Neighbours in a mesh always meet. What matters is whether their intersection is more than the
//! vertex or the edge that is common to both. The definition is that of CGAL, "Polygon Mesh
//! Processing", section "Intersection functions": the triangles intersect, and the intersection is
//! not an edge or a vertex of both. Here corners are common if their coordinates are equal, and
//! triangles without area are the segments and points that they are.
//!
//! Most neighbours are settled by one vector in `f64` ([`apart_beyond`], [`unfolded`]); the others
//! are decided by [`super::meet`] and exact arithmetic.

use nalgebra::Point3;

use super::degenerate::is_degenerate;
use super::meet::triangles_meet;
use super::stages::Stages;
use crate::exact::is_folded;
use crate::numbers::rounding::{ROUNDOFF, TINY, certified, larger};
use crate::pose::Pose;
use crate::pose::placement::Placement;
use crate::triangle::{Real3, Triangle};

/// Whether two triangles of one mesh share more than the convex hull of their common corners.
///
/// Corners are common if their coordinates are equal. So, by the number of common corners:
///
/// * none: whether the closed triangles share a point;
/// * one: whether they share another point;
/// * two: whether they lie on each other beside the common edge: in one plane, on the same side of
///   it;
/// * three different ones: yes, they are duplicates.
///
/// A triangle without area is the segment or point that it is, under the same rule. Certain: the
/// answer of exact arithmetic. `stages` counts what decided it.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Stages, meet_beyond_common_corners};
/// let points = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [2.0, 2.0]];
/// let triangle = |corners: [usize; 3]| {
///     corners.map(|v| Point3::new(points[v][0], points[v][1], 0.0))
/// };
/// let mut meet = |a, b| {
///     meet_beyond_common_corners(&triangle(a), &triangle(b), &mut Stages::default())
/// };
/// assert!(!meet([0, 1, 2], [1, 0, 3])); // on both sides of an edge
/// assert!(meet([0, 1, 2], [1, 0, 4])); // folded onto each other
/// assert!(!meet([0, 1, 2], [0, 3, 3])); // a vertex in common, and no more
/// assert!(meet([0, 1, 2], [2, 1, 0])); // the same triangle twice
/// ```
#[must_use]
pub fn meet_beyond_common_corners(a: &Triangle, b: &Triangle, stages: &mut Stages) -> bool {
    let (mut common, mut count) = ([a[0]; 3], 0);
    for corner in a {
        if b.contains(corner) && !common[..count].contains(corner) {
            common[count] = *corner;
            count += 1;
        }
    }
    match count {
        0 => triangles_meet(a, b, &in_place(), stages),
        1 => meet_beyond_corner(&common[0], [a, b], stages),
        2 => meet_beyond_edge([&common[0], &common[1]], [a, b], stages),
        _ => {
            stages.filter += 1;
            true
        }
    }
}

fn in_place() -> Placement {
    Placement::new(&Pose::identity(), &Pose::identity())
}

/// Whether two triangles with the corner `p` in common, and no other, share another point.
///
/// A segment from `p` to another common point, drawn on until it leaves one of the triangles, ends
/// at the side opposite to `p`: so the side of one meets the other. And `p` is on no such side, if
/// triangles without area are treated as two segments that end in `p`.
fn meet_beyond_corner(p: &Point3<f64>, [a, b]: [&Triangle; 2], stages: &mut Stages) -> bool {
    let (Some(side_a), Some(side_b)) = (opposite_side(p, a), opposite_side(p, b)) else {
        stages.filter += 1;
        return false; // one of them is a point
    };
    if apart_beyond(p, [&side_a, &side_b]) {
        stages.filter += 1;
        return false;
    }
    let placement = in_place();
    let mut side_meets =
        |[x, y]: Side, [z, w]: Side| triangles_meet(&[x, y, y], &[*p, z, w], &placement, stages);
    let sides_b = sides_of_parts(p, side_b);
    sides_of_parts(p, side_a).into_iter().flatten().any(|of_a| {
        let of_b = sides_b.into_iter().flatten();
        of_b.into_iter().any(|of_b| side_meets(of_a, of_b) || side_meets(of_b, of_a))
    })
}

/// The two ends of the side opposite to a corner, equal if the triangle is a segment with two
/// different corners.
type Side = [Point3<f64>; 2];

/// The side opposite to the corner `p`; `None` if all corners are there.
fn opposite_side(p: &Point3<f64>, triangle: &Triangle) -> Option<Side> {
    let mut others = triangle.iter().filter(|corner| *corner != p);
    let first = *others.next()?;
    Some([first, *others.next().unwrap_or(&first)])
}

/// The side, or, if `p` is on one line with its ends, each end by itself: the triangle is two
/// segments.
fn sides_of_parts(p: &Point3<f64>, side @ [x, y]: Side) -> [Option<Side>; 2] {
    if x != y && is_degenerate(&[*p, x, y]) {
        [Some([x; 2]), Some([y; 2])]
    } else {
        [Some(side), None]
    }
}

/// The differences to a point, whose components are off by a roundoff of themselves.
fn from(p: &Point3<f64>, points: [&Point3<f64>; 2]) -> [Real3; 2] {
    points.map(|point| point - p)
}

/// The largest component of some vectors.
fn size(vectors: &[[Real3; 2]; 2]) -> f64 {
    vectors.as_flattened().iter().fold(0.0, |most, v| larger(most, v.amax()))
}

/// Whether a plane through the common corner `p` certainly has the other corners of one triangle
/// strictly on one side, and those of the other triangle strictly on the other side or in the
/// plane.
///
/// First two planes whose normals are heuristic: any vector is valid if the signs along it are
/// certain ([`is_between`]). The second one is for neighbours in one plane, around a vertex of a
/// flat face. Then the plane of each triangle, where a volume is off by `12 v w^3` for its three
/// columns, and by `48 v w^3` for its evaluation; `v` is [`ROUNDOFF`], `w` the largest component of
/// a difference.
fn apart_beyond(p: &Point3<f64>, [side_a, side_b]: [&Side; 2]) -> bool {
    let w = [side_a, side_b].map(|[x, y]| from(p, [x, y]));
    let size = size(&w);
    let units = w.map(|side| side.map(|x| x.normalize()));
    if is_between(&middle_to_middle(&units), &w, size) || is_between(&over_gap(&units), &w, size) {
        return true;
    }
    let bound = 96.0 * ROUNDOFF * size * size * size + TINY * (1.0 + size);
    (0..2).any(|one| {
        let ([x, y], [z, u]) = (&w[one], &w[1 - one]);
        let normal = x.cross(y);
        let sign = certified(normal.dot(z), bound);
        sign != 0 && sign == certified(normal.dot(u), bound)
    })
}

/// From the middle direction of A's two to that of B's.
fn middle_to_middle([[a, b], [c, d]]: &[[Real3; 2]; 2]) -> Real3 {
    (c + d) - (a + b)
}

/// From the direction of A to the one of B that is nearest to it: its plane halves the gap between
/// the two, if triangles of very different angles lie side by side.
fn over_gap([of_a, of_b]: &[[Real3; 2]; 2]) -> Real3 {
    let (mut nearest, mut across) = (f64::NEG_INFINITY, Real3::zeros());
    for a in of_a {
        for b in of_b {
            let cosine = a.dot(b);
            if cosine > nearest {
                (nearest, across) = (cosine, b - a);
            }
        }
    }
    across
}

/// Whether the corners of A, seen from the common one, are certainly behind the plane with this
/// normal, and those of B before it.
///
/// `v` is [`ROUNDOFF`], `w` the largest component of a difference: components are off by `v w`, a
/// product of three terms by `3 v w |n|_1`.
fn is_between(normal: &Real3, w: &[[Real3; 2]; 2], size: f64) -> bool {
    let one_norm = normal.x.abs() + normal.y.abs() + normal.z.abs();
    let bound = 8.0 * ROUNDOFF * size * one_norm + TINY;
    let along = |x: &Real3| certified(normal.dot(x), bound);
    w[0].iter().all(|x| along(x) < 0) && w[1].iter().all(|x| along(x) > 0)
}

/// Whether two triangles with the edge `p q` in common, and no other corner, lie on each other
/// beside it.
fn meet_beyond_edge(
    [p, q]: [&Point3<f64>; 2],
    [a, b]: [&Triangle; 2],
    stages: &mut Stages,
) -> bool {
    let third = |triangle: &Triangle| triangle.iter().find(|c| *c != p && *c != q).copied();
    let (Some(c), Some(d)) = (third(a), third(b)) else {
        stages.filter += 1;
        return false; // one of them is the edge
    };
    if unfolded([p, q], [&c, &d]) {
        stages.filter += 1;
        return false;
    }
    stages.big += 1;
    is_folded(&[*p, *q, c, d])
}

/// Whether the triangles `p q c` and `p q d` are certainly not in one plane, or not on one side of
/// their common edge.
///
/// With `w` the largest component of a difference, components of the normals are at most `2 w^2`
/// and off by `8 v w^2`; so their product, at most `12 w^4`, is off by `112 v w^4` with its own
/// roundings.
fn unfolded([p, q]: [&Point3<f64>; 2], [c, d]: [&Point3<f64>; 2]) -> bool {
    let ([edge, to_c], [_, to_d]) = (from(p, [q, c]), from(p, [q, d]));
    let size = size(&[[edge, to_c], [to_d; 2]]);
    let (normal_c, normal_d) = (edge.cross(&to_c), edge.cross(&to_d));
    let square = size * size;
    certified(normal_c.dot(&normal_d), 128.0 * ROUNDOFF * square * square + TINY * (1.0 + square))
        < 0
        || certified(normal_c.dot(&to_d), 96.0 * ROUNDOFF * square * size + TINY * (1.0 + size))
            != 0
}
