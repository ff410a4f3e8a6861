//! The classic triangle test, rounded: intervals on the common line of the two planes.
//!
//! Method: T. Möller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2),
//! 1997. Either plane can reject; otherwise each triangle meets the common line in an interval, and
//! the triangles meet if the intervals do. Nothing is divided. Triangles in one plane are compared
//! there.
//!
//! There are no error bounds. The test is kept as a reference for the speed and the accuracy of
//! engines without exact answers.

use nalgebra::Point3;

use super::in_plane::largest_axis;
use super::on_line::intervals_meet;
use super::planes::Planes;
use crate::Real;

/// Whether two triangles, in one frame, share a point, **up to rounding**: by intervals on the
/// common line of their planes.
///
/// Touching triangles meet, if rounding permits. Where every product is exact, as for small
/// integers, the answer is correct, also for touching and coplanar triangles. A degenerate triangle
/// is a segment or a point: `false` is as reliable as for other triangles, but `true` may hold only
/// for a projection of the triangles.
///
/// Accuracy, measured in `docs/lab/TRIANGLES.md` against exact answers: correct unless moving one
/// triangle by 64 epsilons of its size changes the answer, or the planes agree within about 1e-12
/// (`f64`), or a triangle is thinner than a millionth of its length. [`crate::triangles_meet`] is
/// never wrong. The comparisons have degree 7: lengths between about 1e-42 and 1e42 (`f64`), or
/// 1e-5 and 1e5 (`f32`), neither overflow nor underflow.
///
/// ```
/// use nalgebra::Point3;
/// let horizontal = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let ends = [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)];
/// let vertical = |x: f64| ends.map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::moller(&horizontal, &vertical(1.0)));
/// assert!(!obbtree_geom::moller(&horizontal, &vertical(5.0)));
/// ```
#[inline]
#[must_use]
pub fn moller<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> bool {
    let planes = match Planes::compare(a, b) {
        Ok(planes) => planes,
        Err(answer) => return answer,
    };
    // The coordinate in which the direction of the line is largest orders its points best. Relative
    // to a_0, so that large common offsets cost no digits.
    let k = largest_axis(&planes.n_a.cross(&planes.n_b));
    let along = |t: &[Point3<T>; 3]| t.each_ref().map(|p| p[k] - a[0][k]);
    intervals_meet((&along(a), &planes.a_dist), (&along(b), &planes.b_dist))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All positions of a small right triangle, in steps of one half, in the plane of a large one.
    #[test]
    fn in_one_plane_it_finds_overlap_containment_and_touching() {
        let large = [(0.0, 0.0), (8.0, 0.0), (0.0, 8.0)].map(|(x, y)| Point3::new(x, y, 3.0));
        for n in 0..60 * 60 {
            let (x, y) = (f64::from(n % 60) * 0.5 - 12.0, f64::from(n / 60) * 0.5 - 12.0);
            let small = [(x, y), (x + 2.0, y), (x, y + 2.0)].map(|(x, y)| Point3::new(x, y, 3.0));
            // The positions where they meet: the Minkowski sum of the large triangle and the
            // mirrored small one.
            let in_box = x >= -2.0 && y >= -2.0 && x <= 8.0 && y <= 8.0;
            let meet = in_box && (-2.0..=8.0).contains(&(x + y));
            assert_eq!(moller(&large, &small), meet, "at {x} {y}");
            assert_eq!(moller(&small, &large), meet, "at {x} {y}");
        }
    }
}
