//! The classic triangle test, rounded: intervals on the common line of the two planes.
//!
//! Method: T. Moller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2),
//! 1997: reject by either plane; else each triangle cuts the common line in an interval, and the
//! triangles meet where the intervals do. Nothing is divided. Triangles in one plane are compared
//! there.
//!
//! This has no error bounds; it is kept as the speed and accuracy that an uncertified engine has.

use nalgebra::Point3;

use super::in_plane::largest_axis;
use super::on_line::intervals_meet;
use super::planes::Planes;
use crate::Real;

/// Whether two triangles, in one frame, share a point, **up to rounding**: by intervals on the common
/// line of their planes.
///
/// Touching is yes where rounding permits. Where every product is exact, as on small integers, the
/// answer is right, touching and common planes included. A triangle without area is a segment or a
/// point: a no can be trusted as for others, a yes may speak of its shadow alone.
///
/// Accuracy, measured in `docs/TRIANGLES.md` against exact answers: right unless moving one triangle by
/// 64 epsilons of its size changes the answer, or the planes agree within about 1e-12 (`f64`), or a
/// triangle is thinner than a millionth of its length. [`crate::triangles_meet`] is never wrong. The comparisons have degree 7:
/// lengths between about 1e-42 and 1e42 (`f64`), 1e-5 and 1e5 (`f32`), neither overflow nor underflow.
///
/// ```
/// use nalgebra::Point3;
/// let flat = [Point3::origin(), Point3::new(4.0, 0.0, 0.0), Point3::new(0.0, 4.0, 0.0)];
/// let upright = |x: f64| [(0.0, -1.0), (0.5, 1.0), (0.0, 1.0)].map(|(y, z)| Point3::new(x, y, z));
/// assert!(obbtree_geom::moller(&flat, &upright(1.0)));
/// assert!(!obbtree_geom::moller(&flat, &upright(5.0)));
/// ```
#[inline]
#[must_use]
pub fn moller<T: Real>(a: &[Point3<T>; 3], b: &[Point3<T>; 3]) -> bool {
    let planes = match Planes::compare(a, b) {
        Ok(planes) => planes,
        Err(answer) => return answer,
    };
    // The coordinate with the largest component of the line's direction orders it best. Seen from
    // a_0, so that large common offsets cost no digits.
    let k = largest_axis(&planes.n_a.cross(&planes.n_b));
    let along = |t: &[Point3<T>; 3]| t.each_ref().map(|p| p[k] - a[0][k]);
    intervals_meet((&along(a), &planes.a_dist), (&along(b), &planes.b_dist))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All positions of a small right triangle in steps of one half in the plane of a large one.
    #[test]
    fn in_one_plane_it_finds_overlap_containment_and_touching() {
        let large = [(0.0, 0.0), (8.0, 0.0), (0.0, 8.0)].map(|(x, y)| Point3::new(x, y, 3.0));
        for n in 0..60 * 60 {
            let (x, y) = (f64::from(n % 60) * 0.5 - 12.0, f64::from(n / 60) * 0.5 - 12.0);
            let small = [(x, y), (x + 2.0, y), (x, y + 2.0)].map(|(x, y)| Point3::new(x, y, 3.0));
            // The set of positions that meet: the large triangle grown by the small one mirrored.
            let in_box = x >= -2.0 && y >= -2.0 && x <= 8.0 && y <= 8.0;
            let meet = in_box && (-2.0..=8.0).contains(&(x + y));
            assert_eq!(moller(&large, &small), meet, "at {x} {y}");
            assert_eq!(moller(&small, &large), meet, "at {x} {y}");
        }
    }
}
