//! A triangle and the solid convex hull of points, in rational arithmetic.
//!
//! The hull of points that span a volume is the intersection of the half spaces of all planes
//! through three of the points that have all others on one side. Clipping the triangle by them
//! leaves what both share.

use nalgebra::Point3;
use obbtree_predicates::{Pose, Triangle};

use crate::half_spaces::{cross, dot, is_zero, minus};
use crate::self_intersection::clipped;
use crate::triangles::{HalfSpace, Vector, place, zero};

/// Whether a closed placed triangle meets the solid convex hull of placed points, which span a
/// volume. Takes time in proportion to the fourth power of their number.
///
/// # Panics
/// If a coordinate is not finite, or the points are in one plane.
#[must_use]
pub fn meets_hull(
    triangle: &Triangle,
    pose: &Pose,
    points: &[[f64; 3]],
    pose_points: &Pose,
) -> bool {
    let points: Vec<Vector> =
        points.iter().map(|&p| place(pose_points, &Point3::from(p))).collect();
    let mut polygon = triangle.each_ref().map(|corner| place(pose, corner)).to_vec();
    let mut count = 0;
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate().skip(i + 1) {
            for r in &points[j + 1..] {
                let normal = cross(&minus(q, p), &minus(r, p));
                if is_zero(&normal) {
                    continue;
                }
                for normal in [normal.clone(), normal.map(|x| -x)] {
                    let offset = dot(&normal, p);
                    if points.iter().all(|x| dot(&normal, x) <= offset) {
                        polygon = clipped(&polygon, &HalfSpace { normal, offset });
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count >= 4 && dot(&points[0], &points[0]) >= zero(), "points that span a volume");
    !polygon.is_empty()
}
