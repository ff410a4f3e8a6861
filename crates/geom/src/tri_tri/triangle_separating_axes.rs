//! The simplest triangle test, rounded: is there an axis on which the projections of the triangles
//! are disjoint?
//!
//! Two disjoint convex sets have a separating plane, and for polygons one of finitely many is
//! sufficient (C. Ericson, "Real-Time Collision Detection", 2005, sections 5.2.1 and 5.2.10, lists
//! eleven for triangles in space): the two normals and the nine cross products of edges. They are
//! the facet normals of the Minkowski difference `b - a`. If this difference is horizontal, the
//! normals of its edges within its plane separate it from the origin instead; if it is a segment,
//! its direction does.
//!
//! Each direction is used as an axis exactly as it was rounded, and no axis is normalised.

use nalgebra::{Point3, Vector3};

use crate::Real;
use crate::vectors::l1_norm;

/// Corners count as in one plane if their projections on the normal `N` differ by at most this many
/// `EPSILON` of `|N|_1` times the size: four times the possible error of the differences, products
/// and sums of a projection and of the normal.
const COPLANAR: f64 = 64.0;

/// Whether two triangles, in one frame, share a point, **up to rounding**: by projections on up to
/// eleven axes, and for triangles in one plane or on one line on up to seven or thirteen more.
///
/// Touching triangles meet, if rounding permits. Where every product is exact, as for small
/// integers, the answer is correct, also for coplanar and collinear triangles. Degenerate triangles
/// are segments or points.
///
/// Accuracy, measured in `docs/lab/TRIANGLES.md` against exact answers: correct unless moving one
/// triangle by 64 epsilons of its size changes the answer, also where the planes agree.
/// [`crate::triangles_meet`] is never wrong. Projections have degree 4: lengths between about 1e-75
/// and 1e75 (`f64`), or 1e-9 and 1e9 (`f32`), neither overflow nor underflow.
///
/// ```
/// use nalgebra::Point3;
/// let horizontal = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let ends = [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)];
/// let vertical = |x: f64| ends.map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::triangle_separating_axes(&horizontal, &vertical(1.0)));
/// assert!(!obbtree_geom::triangle_separating_axes(&horizontal, &vertical(5.0)));
/// // Two equal points, and two different points.
/// assert!(obbtree_geom::triangle_separating_axes(&[horizontal[1]; 3], &[horizontal[1]; 3]));
/// assert!(!obbtree_geom::triangle_separating_axes(&[horizontal[1]; 3], &[horizontal[2]; 3]));
/// ```
#[must_use]
pub fn triangle_separating_axes<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> bool {
    let e = edges(a);
    let f = edges(b);
    let corners =
        RelativeCorners { a: [a[1] - a[0], a[2] - a[0]], b: b.each_ref().map(|p| p - a[0]) };

    let normals = [f[0].cross(&f[1]), e[0].cross(&e[1])];
    if normals.iter().any(|axis| corners.separate_along(axis)) {
        return false;
    }
    let edge_crosses = e.map(|e| f.map(|f| e.cross(&f)));
    if edge_crosses.iter().flatten().any(|axis| corners.separate_along(axis)) {
        return false;
    }

    // In space these are all axes. The longest of them is the normal of the common plane, if there
    // is one.
    let between = b[0] - a[0];
    let own_edges = || e.iter().chain(&f);
    let mut normal = longest(normals.iter().chain(edge_crosses.iter().flatten()));
    if normal == Vector3::repeat(T::zero()) {
        // All edges are parallel; the vector between the triangles gives the plane.
        let crosses = [e[0], e[1], e[2], f[0], f[1], f[2]].map(|edge| edge.cross(&between));
        normal = longest(crosses.iter());
    }
    if !corners.coplanar_along(&normal) {
        return true;
    }
    !own_edges()
        .any(|edge| corners.separate_along(&normal.cross(edge)) || corners.separate_along(edge))
        && !corners.separate_along(&between)
}

/// `[p_1 - p_0, p_2 - p_1, p_0 - p_2]`.
fn edges<T: Real>(p: &[Point3<T>; 3]) -> [Vector3<T>; 3] {
    [p[1] - p[0], p[2] - p[1], p[0] - p[2]]
}

/// The longest vector by the sum of absolute components.
fn longest<'v, T: Real>(vectors: impl Iterator<Item = &'v Vector3<T>>) -> Vector3<T> {
    let zero = Vector3::repeat(T::zero());
    vectors.fold(zero, |most, v| if l1_norm(v) > l1_norm(&most) { *v } else { most })
}

/// All six corners relative to the first corner of A, so that large common offsets cost no digits.
struct RelativeCorners<T: Real> {
    /// The second and third corner of A.
    a: [Vector3<T>; 2],
    b: [Vector3<T>; 3],
}

impl<T: Real> RelativeCorners<T> {
    /// The lowest and the highest coordinate of A and of B along an axis.
    #[inline]
    fn projections(&self, axis: &Vector3<T>) -> [[T; 2]; 2] {
        let (p, q) = (axis.dot(&self.a[0]), axis.dot(&self.a[1]));
        let [r, s, t] = self.b.each_ref().map(|b| axis.dot(b));
        let zero = T::zero();
        [
            [p.lesser(q).lesser(zero), p.greater(q).greater(zero)],
            [r.lesser(s).lesser(t), r.greater(s).greater(t)],
        ]
    }

    #[inline]
    fn separate_along(&self, axis: &Vector3<T>) -> bool {
        let [[a_low, a_high], [b_low, b_high]] = self.projections(axis);
        b_low > a_high || a_low > b_high
    }

    /// Whether all corners have the same coordinate along a normal, up to rounding.
    fn coplanar_along(&self, normal: &Vector3<T>) -> bool {
        let [[a_low, a_high], [b_low, b_high]] = self.projections(normal);
        let reach =
            self.a.iter().chain(&self.b).fold(T::zero(), |most, v| most.greater(l1_norm(v)));
        let spread = a_high.greater(b_high) - a_low.lesser(b_low);
        spread <= T::from_f64(COPLANAR) * T::EPSILON * l1_norm(normal) * reach
    }
}
