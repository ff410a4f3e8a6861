//! The intersection of two triangles, for drawing: a point, a segment, or a polygon for two
//! triangles in one plane.
//!
//! One triangle is cut by the plane of the other, and the result is clipped by the edges of the
//! other (Sutherland, Hodgman, "Reentrant Polygon Clipping", CACM 1974). The arithmetic is rounded;
//! whether there is a contact is decided by
//! [`classify_triangles`](obbtree_predicates::classify_triangles).

use nalgebra::{Point3, Vector3};

use crate::Triangle;
use crate::unit_scale;

/// The distance from a plane within which a point counts as on it, relative to the size of the two
/// triangles: 2^-40, far above the rounding of the products involved (2^-50) and far below a pixel
/// of any picture.
const ON_PLANE: f64 = 1.0 / (1_u64 << 40) as f64;

/// The corners of the intersection of two triangles in one frame, in order around it: one for a
/// point, two for a segment, more if the triangles lie in one plane.
///
/// For pairs that are known to meet. Each corner is within 2^-38 of the size of both triangles from
/// the intersection. For pairs that meet exactly but not in rounded arithmetic, the closest point
/// that rounded arithmetic finds is returned. Never empty: for separate triangles the result has no
/// meaning. For coordinates up to [`MAX_COORDINATE`](obbtree_predicates::MAX_COORDINATE) the result
/// is finite.
///
/// ```
/// use obbtree_geom::{Triangle, contact_outline};
/// let horizontal: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Into::into);
/// let vertical: Triangle = [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 1.0, 0.0]].map(Into::into);
/// // From (1, 1, 0) to (3, 1, 0).
/// let shared = contact_outline(&horizontal, &vertical);
/// assert_eq!(shared.len(), 2);
/// assert!(((shared[1] - shared[0]).norm() - 2.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn contact_outline(a: &Triangle, b: &Triangle) -> Vec<Point3<f64>> {
    // Relative to a corner and scaled to about one, so that no product leaves the range of `f64`.
    let from = a[0];
    let reach = a.iter().chain(b).flat_map(|p| (p - from).abs().data.0[0]).fold(0.0, f64::max);
    let scale = unit_scale(reach);
    let local = |t: &Triangle| t.map(|corner| (corner - from) * scale);
    let (a, b) = (local(a), local(b));
    // The triangle with the larger area gives the plane, because a degenerate triangle has none.
    let (cut, by) = if normal(&b).norm() >= normal(&a).norm() { (a, b) } else { (b, a) };
    let shared = match normal(&by).try_normalize(0.0) {
        Some(up) => clip(&on_plane(&cut, &by[0], &up), &by, &up),
        None => vec![meeting_point(&cut, &by)],
    };
    shared.into_iter().map(|x| from + x / scale).collect()
}

type Corners = [Vector3<f64>; 3];

fn normal([p, q, r]: &Corners) -> Vector3<f64> {
    (q - p).cross(&(r - p))
}

/// The part of a triangle that is on a plane; its closest corner, projected, if there is none.
fn on_plane(t: &Corners, origin: &Vector3<f64>, up: &Vector3<f64>) -> Vec<Vector3<f64>> {
    let height = t.map(|corner| up.dot(&(corner - origin)));
    if height.iter().all(|h| h.abs() <= ON_PLANE) {
        return t.to_vec();
    }
    let mut shape = Vec::new();
    for i in 0..3 {
        let (p, q) = (t[i], t[(i + 1) % 3]);
        let (at_p, at_q) = (height[i], height[(i + 1) % 3]);
        if at_p.abs() <= ON_PLANE {
            shape.push(p);
        } else if at_q.abs() > ON_PLANE && (at_p < 0.0) != (at_q < 0.0) {
            shape.push(p + (q - p) * (at_p / (at_p - at_q)));
        }
    }
    if shape.is_empty() {
        let lowest = (1..3).fold(0, |i, j| if height[j].abs() < height[i].abs() { j } else { i });
        shape.push(t[lowest] - up * height[lowest]);
    }
    shape
}

/// The part of a point, segment or polygon that is inside a triangle in the same plane; the corner
/// that is least far outside if there is none.
fn clip(shape: &[Vector3<f64>], by: &Corners, up: &Vector3<f64>) -> Vec<Vector3<f64>> {
    let mut shape = shape.to_vec();
    for i in 0..3 {
        let (p, q) = (by[i], by[(i + 1) % 3]);
        let Some(inwards) = up.cross(&(q - p)).try_normalize(0.0) else { continue };
        let inside = |x: &Vector3<f64>| inwards.dot(&(x - p));
        // A segment has one side, a polygon as many sides as corners.
        let sides = if shape.len() < 3 { shape.len().saturating_sub(1) } else { shape.len() };
        let mut kept = Vec::new();
        for (number, x) in shape.iter().enumerate() {
            let at_x = inside(x);
            if at_x >= -ON_PLANE {
                kept.push(*x);
            }
            if number < sides {
                let next = shape[(number + 1) % shape.len()];
                let at_next = inside(&next);
                // No crossing is added if one end already counts as on the edge.
                if at_x.min(at_next) < -ON_PLANE && at_x.max(at_next) > ON_PLANE {
                    kept.push(x + (next - x) * (at_x / (at_x - at_next)));
                }
            }
        }
        if kept.is_empty() {
            let least = |x: &&Vector3<f64>, y: &&Vector3<f64>| inside(x).total_cmp(&inside(y));
            kept.extend(shape.iter().max_by(least));
        }
        shape = kept;
    }
    shape
}

/// The common point of two degenerate triangles. For two crossing segments: the point where one
/// passes through the plane that contains the other and is perpendicular to the plane of both.
/// Otherwise the corner of one that is closest to the other.
fn meeting_point(a: &Corners, b: &Corners) -> Vector3<f64> {
    let (u, v) = (longest_side(a), longest_side(b));
    if let Some(perpendicular) = u.cross(&v).cross(&v).try_normalize(0.0) {
        let crossing = on_plane(a, &b[0], &perpendicular);
        return crossing[0];
    }
    let mut best = (f64::INFINITY, a[0]);
    for (these, those) in [(a, b), (b, a)] {
        for x in these {
            for i in 0..3 {
                let (p, side) = (those[i], those[(i + 1) % 3] - those[i]);
                let length_sq = side.norm_squared();
                let along = if length_sq > 0.0 { side.dot(&(x - p)) / length_sq } else { 0.0 };
                let distance = (x - p - side * along.clamp(0.0, 1.0)).norm();
                if distance < best.0 {
                    best = (distance, *x);
                }
            }
        }
    }
    best.1
}

fn longest_side([p, q, r]: &Corners) -> Vector3<f64> {
    let sides = [q - p, r - q, p - r];
    sides
        .into_iter()
        .fold(sides[0], |long, side| if side.norm() > long.norm() { side } else { long })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        corners.map(Point3::from)
    }

    #[test]
    fn known_outlines() {
        let horizontal = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        let check = |other: [[f64; 3]; 3], wanted: &[[f64; 3]]| {
            for (a, b) in [(horizontal, triangle(other)), (triangle(other), horizontal)] {
                let found = contact_outline(&a, &b);
                assert_eq!(found.len(), wanted.len(), "{found:?}");
                for point in wanted {
                    let near = |p: &Point3<f64>| (p - Point3::from(*point)).norm() < 1e-10;
                    assert!(found.iter().any(near), "{found:?} lacks {point:?}");
                }
            }
        };
        // A corner that touches, a piercing edge, a common edge, triangles in one plane, a point.
        check([[1.0, 1.0, 0.0], [1.0, 1.0, 5.0], [2.0, 1.0, 5.0]], &[[1.0, 1.0, 0.0]]);
        check(
            [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [-9.0, 1.0, 0.0]],
            &[[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]],
        );
        check(
            [[1.0, 0.0, 0.0], [9.0, 0.0, 0.0], [1.0, 0.0, 1.0]],
            &[[1.0, 0.0, 0.0], [4.0, 0.0, 0.0]],
        );
        check(
            [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]],
            &[[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]],
        );
        check([[1.0, 1.0, 0.0]; 3], &[[1.0, 1.0, 0.0]; 3]);
    }

    #[test]
    fn segments_that_cross_meet_where_they_cross() {
        let a = triangle([[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [2.0, 0.0, 1.0]]);
        let b = triangle([[3.0, -1.0, 1.0], [3.0, 1.0, 1.0], [3.0, -1.0, 1.0]]);
        for found in [contact_outline(&a, &b), contact_outline(&b, &a)] {
            assert!((found[0] - Point3::new(3.0, 0.0, 1.0)).norm() < 1e-10, "{found:?}");
        }
    }

    #[test]
    fn nothing_is_empty_or_not_a_number() {
        let sizes = [0.0, 1e-300, 1.0, 1e75];
        for i in 0..4096_u32 {
            let number = |k: u32| sizes[(i >> (2 * (k % 6)) & 3) as usize] * f64::from(k % 3);
            let t =
                |first: u32| triangle([0, 3, 6].map(|v| [0, 1, 2].map(|k| number(first + v + k))));
            let found = contact_outline(&t(i % 7), &t(i % 11));
            assert!(!found.is_empty());
            assert!(found.iter().all(|p| p.iter().all(|x| x.is_finite())), "{found:?}");
        }
    }
}
