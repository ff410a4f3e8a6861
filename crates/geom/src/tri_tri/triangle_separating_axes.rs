//! The plainest triangle test, rounded: is there a direction along which the shadows are apart?
//!
//! Two convex sets that share no point are parted by a plane, and for polygons by one of finitely many
//! (C. Ericson, "Real-Time Collision Detection", 2005, sections 5.2.1 and 5.2.10, names the eleven for
//! triangles in space): the two normals and the nine cross products of edges. They are the normals of
//! the faces of the set of differences `b - a`. If that set is flat, the normals of its edges within
//! its plane part it from the origin instead; if it is a segment, its direction does.
//!
//! Each direction is an axis as it stands, however it was rounded, and no axis is divided by its length.

use nalgebra::{Point3, Vector3};

use crate::Real;

/// Below this share of `|N|_1` times the size, corners count as in one plane: four times what the
/// differences, products and sums of a projection and the normal itself can lose.
const FLAT: f64 = 64.0;

/// Whether two triangles, in one frame, share a point, **up to rounding**: by shadows on up to eleven
/// axes, and in one plane or on one line up to seven or thirteen more.
///
/// Touching is yes where rounding permits. Where every product is exact, as on small integers, the
/// answer is right, common planes and lines included; a triangle without area is the segment or point
/// that it is.
///
/// Accuracy, measured in `docs/TRIANGLES.md` against exact answers: right unless moving one triangle by
/// 64 epsilons of its size changes the answer, also where the planes agree.
/// [`crate::triangles_meet`] is never wrong. Projections have degree 4: lengths between about 1e-75
/// and 1e75 (`f64`), 1e-9 and 1e9 (`f32`), neither overflow nor underflow.
///
/// ```
/// use nalgebra::Point3;
/// let flat = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let upright = |x: f64| [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)].map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::triangle_separating_axes(&flat, &upright(1.0)));
/// assert!(!obbtree_geom::triangle_separating_axes(&flat, &upright(5.0)));
/// // Two points of one place, and of two places.
/// assert!(obbtree_geom::triangle_separating_axes(&[flat[1]; 3], &[flat[1]; 3]));
/// assert!(!obbtree_geom::triangle_separating_axes(&[flat[1]; 3], &[flat[2]; 3]));
/// ```
#[must_use]
pub fn triangle_separating_axes<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> bool {
    let e = edges(a);
    let f = edges(b);
    let seen = Seen { a: [a[1] - a[0], a[2] - a[0]], b: b.each_ref().map(|p| p - a[0]) };

    let normals = [f[0].cross(&f[1]), e[0].cross(&e[1])];
    if normals.iter().any(|axis| seen.apart_along(axis)) {
        return false;
    }
    let edge_crosses = e.map(|e| f.map(|f| e.cross(&f)));
    if edge_crosses.iter().flatten().any(|axis| seen.apart_along(axis)) {
        return false;
    }

    // In space that was all. The longest of these is the normal of a common plane, if there is one.
    let between = b[0] - a[0];
    let own_edges = || e.iter().chain(&f);
    let mut normal = longest(normals.iter().chain(edge_crosses.iter().flatten()));
    if normal == Vector3::repeat(T::zero()) {
        // All edges have one direction; the way from one triangle to the other opens the plane.
        let across = [e[0], e[1], e[2], f[0], f[1], f[2]].map(|edge| edge.cross(&between));
        normal = longest(across.iter());
    }
    if !seen.flat_along(&normal) {
        return true;
    }
    !own_edges().any(|edge| seen.apart_along(&normal.cross(edge)) || seen.apart_along(edge))
        && !seen.apart_along(&between)
}

/// `[p_1 - p_0, p_2 - p_1, p_0 - p_2]`.
fn edges<T: Real>(p: &[Point3<T>; 3]) -> [Vector3<T>; 3] {
    [p[1] - p[0], p[2] - p[1], p[0] - p[2]]
}

/// The sum of absolute components: as good a length as any to compare by.
fn size<T: Real>(v: &Vector3<T>) -> T {
    v.x.abs() + v.y.abs() + v.z.abs()
}

fn longest<'v, T: Real>(vectors: impl Iterator<Item = &'v Vector3<T>>) -> Vector3<T> {
    let zero = Vector3::repeat(T::zero());
    vectors.fold(zero, |most, v| if size(v) > size(&most) { *v } else { most })
}

/// All six corners seen from the first of A, so that large common offsets cost no digits.
struct Seen<T: Real> {
    /// The second and third corner of A.
    a: [Vector3<T>; 2],
    b: [Vector3<T>; 3],
}

impl<T: Real> Seen<T> {
    /// Lowest and highest coordinate of A and of B along an axis.
    #[inline]
    fn shadows(&self, axis: &Vector3<T>) -> [[T; 2]; 2] {
        let (p, q) = (axis.dot(&self.a[0]), axis.dot(&self.a[1]));
        let [r, s, t] = self.b.each_ref().map(|b| axis.dot(b));
        let zero = T::zero();
        [
            [p.lesser(q).lesser(zero), p.greater(q).greater(zero)],
            [r.lesser(s).lesser(t), r.greater(s).greater(t)],
        ]
    }

    #[inline]
    fn apart_along(&self, axis: &Vector3<T>) -> bool {
        let [[a_low, a_high], [b_low, b_high]] = self.shadows(axis);
        b_low > a_high || a_low > b_high
    }

    /// Whether all corners have one coordinate along a normal, up to its rounding.
    fn flat_along(&self, normal: &Vector3<T>) -> bool {
        let [[a_low, a_high], [b_low, b_high]] = self.shadows(normal);
        let reach = self.a.iter().chain(&self.b).fold(T::zero(), |most, v| most.greater(size(v)));
        let spread = a_high.greater(b_high) - a_low.lesser(b_low);
        spread <= T::from_f64(FLAT) * T::EPSILON * size(normal) * reach
    }
}
