//! Whether the distance of two placed triangles is at most a tolerance.
//!
//! Stages as for [`triangles_meet`](crate::triangles_meet): `f64` with proven error bounds, then
//! [`exact_closer`](crate::exact_closer), which decides all pairs. A stage answers only what it has
//! proven, so the answer is that of exact arithmetic, whichever stage gives it.
//!
//! The pair along world axes, and the bounds of what is computed of it, are in
//! [`super::world_pair`]. There are two kinds of proof:
//!
//! * closer: two points, one on each triangle, that are at most the tolerance apart;
//! * farther: a vector along which the triangles have a gap of more than the tolerance times its
//!   length. Any computed vector can be used, because it is taken as exact.
//!
//! How points and vectors are found needs no proof: if they are inaccurate they prove nothing, and
//! the next stage decides. First the line of the two centroids is tried, then the two normals;
//! these decide most pairs that are clearly closer or farther. Then the closest of fifteen pairs of
//! features is computed, and the vector between its points is tried.

use super::meet::triangles_meet;
use super::prepared::certainly_cross;
use super::stages::Stages;
use super::world_pair::WorldPair;
use crate::Triangle;
use crate::exact::exact_closer;
use crate::pose::placement::Placement;

/// Whether the Euclidean distance of two closed triangles in the world is at most `tolerance`.
///
/// `a` and `b` are in the frames of their meshes; `placement` holds the poses of both. The
/// tolerance is in the caller's unit of length. A distance equal to the tolerance counts as closer,
/// so for the tolerance 0 the answer is that of [`triangles_meet`]. For a negative tolerance or NaN
/// the answer is `false`. Degenerate triangles are segments or points. The answer is that of exact
/// arithmetic on the given numbers, also for poses that are not exactly rotations. `stages` counts
/// whether the filter or exact arithmetic gave it.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, Stages, triangles_closer};
/// let triangle = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0)];
/// let up = Placement::new(&Pose::identity(), &Pose::from_translation([0.0, 0.0, 0.1])?);
/// let mut stages = Stages::default();
/// let mut closer =
///     |tolerance| triangles_closer(&triangle, &triangle, &up, tolerance, &mut stages);
/// assert!(closer(0.1)); // a tie
/// assert!(!closer(0.1_f64.next_down()));
/// assert!(!closer(0.0));
/// assert_eq!(stages.total(), 3);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[inline]
#[must_use]
pub fn triangles_closer(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    tolerance: f64,
    stages: &mut Stages,
) -> bool {
    if !(tolerance > 0.0) {
        return tolerance == 0.0 && triangles_meet(a, b, placement, stages);
    }
    let pair = WorldPair::new(a, b, placement);
    if let Some(closer) = decide_early(&pair, tolerance).or_else(|| decide(&pair, tolerance)) {
        stages.filter += 1;
        return closer;
    }
    closer_past_filter(a, b, placement, tolerance, stages)
}

/// The last stages, for triangles that cross (no pair of features shows this), and for those whose
/// distance is equal to the tolerance up to rounding.
#[cold]
#[inline(never)]
fn closer_past_filter(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    tolerance: f64,
    stages: &mut Stages,
) -> bool {
    if certainly_cross(a, b, placement) {
        stages.filter += 1;
        return true;
    }
    stages.big += 1;
    exact_closer(a, &placement.pose_a, b, &placement.pose_b, tolerance)
}

/// The answer by the line of the two centroids and the two normals; `None` if they prove
/// nothing.
#[inline]
fn decide_early(pair: &WorldPair, tolerance: f64) -> Option<bool> {
    let [e_0, _, e_2] = &pair.e;
    let [y_0, y_1, y_2] = &pair.y_from_x;
    // The sum of B's corners less that of A's: three times the vector between the centroids.
    let between_sums = y_0 + y_1 + y_2 - (e_0 - e_2);
    if pair.is_farther_along(&between_sums, tolerance) {
        return Some(false);
    }
    if pair.is_closer_by(&(between_sums / 3.0), tolerance) {
        return Some(true);
    }
    let is_farther = pair.is_farther_along(&e_0.cross(e_2), tolerance)
        || pair.is_farther_along(&pair.f[0].cross(&pair.f[2]), tolerance);
    if is_farther { Some(false) } else { None }
}

/// The answer by the closest pair of features: its two points, the vector between them, and,
/// where this is too short to have a certain direction, the normal of the two edges.
fn decide(pair: &WorldPair, tolerance: f64) -> Option<bool> {
    let nearest = pair.nearest();
    if pair.is_closer_by(&nearest.a_to_b, tolerance) {
        return Some(true);
    }
    let is_farther = pair.is_farther_along(&nearest.a_to_b, tolerance)
        || nearest
            .features
            .edges()
            .is_some_and(|[i, j]| pair.is_farther_along(&pair.e[i].cross(&pair.f[j]), tolerance));
    if is_farther { Some(false) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pose, exact_distance};
    use nalgebra::{Matrix3, Point3, Vector3};

    fn at_identity() -> Placement {
        Placement::new(&Pose::identity(), &Pose::identity())
    }

    const BASE: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

    /// For each kind of pair of features that can be the closest to [`BASE`], a triangle and its
    /// distance: face, corner, edge and corner, edges, edge and interior edge, in one plane.
    const OTHERS: [([[f64; 3]; 3], f64); 7] = [
        ([[1.0, 1.0, 5.0], [9.0, 0.0, 9.0], [0.0, 9.0, 9.0]], 5.0),
        ([[7.0, -4.0, 12.0], [9.0, -9.0, 20.0], [9.0, -9.0, 30.0]], 13.0),
        ([[2.0, -3.0, 4.0], [2.0, -9.0, 7.0], [3.0, -9.0, 9.0]], 5.0),
        ([[2.0, -6.0, 2.0], [2.0, 2.0, -4.0], [2.0, -99.0, -99.0]], 2.0),
        ([[-9.0, -9.0, 3.0], [9.0, -9.0, 3.0], [0.0, 9.0, 3.0]], 3.0),
        ([[1.0, -2.0, 0.0], [3.0, -2.0, 0.0], [3.0, -5.0, 0.0]], 2.0),
        ([[1.0, -2.0, 0.0], [3.0, -2.0, 0.0], [2.0, -2.0, 0.0]], 2.0),
    ];

    #[test]
    fn the_filter_decides_everything_except_ties() {
        const RELATIVE_GAP: f64 = 1.0 / (1_u64 << 40) as f64;
        let a = BASE.map(Point3::from);
        for (other, distance) in OTHERS {
            let b = other.map(Point3::from);
            for (one, other) in [(a, b), (b, a)] {
                let mut stages = Stages::default();
                let mut closer = |tolerance| {
                    triangles_closer(&one, &other, &at_identity(), tolerance, &mut stages)
                };
                for factor in [1.0 + RELATIVE_GAP, 1.5, 100.0] {
                    assert!(closer(distance * factor), "{other:?} {factor}");
                }
                for factor in [1.0 - RELATIVE_GAP, 0.5, 0.01] {
                    assert!(!closer(distance * factor), "{other:?} {factor}");
                }
                assert_eq!(stages, Stages { filter: 6, ..Stages::default() });
                assert!(triangles_closer(&one, &other, &at_identity(), distance, &mut stages));
                assert_eq!(stages, Stages { filter: 6, big: 1, ..Stages::default() });
            }
        }
    }

    #[test]
    fn triangles_that_cross_are_closer_than_any_tolerance() {
        let a = BASE.map(Point3::from);
        let b = [[1.0, 1.0, -1.0], [1.5, 1.0, 1.0], [1.0, 1.5, 1.0]].map(Point3::from);
        let mut stages = Stages::default();
        for tolerance in [f64::MAX, 1.0, 1e-9, 5e-324, 0.0] {
            assert!(triangles_closer(&a, &b, &at_identity(), tolerance, &mut stages));
        }
        assert_eq!((stages.exact(), stages.total()), (0, 5));
    }

    /// Lengths are measured in the world, where a pose that is not exactly a rotation changes them.
    #[test]
    fn lengths_are_those_of_a_stretching_pose() {
        let stretch = 1.0 + 2.0_f64.powi(-16);
        let pose = |x: f64| {
            let t = Vector3::new(x, 0.0, 0.0);
            Pose::new(Matrix3::from_diagonal(&Vector3::new(stretch, 1.0, 1.0)), t).unwrap()
        };
        let near = BASE.map(Point3::from);
        let far = near.map(|p| p + Vector3::new(5.0, 0.0, 0.0));
        let placement = Placement::new(&pose(7.0), &pose(7.0));
        let mut stages = Stages::default();
        let mut closer =
            |tolerance| triangles_closer(&near, &far, &placement, tolerance, &mut stages);
        // The distance is 1 in the frame of the mesh.
        assert!(!closer(1.0) && !closer(stretch - 1e-12));
        assert!(closer(stretch + 1e-12));
        assert_eq!(stages.exact(), 0);
        assert!(triangles_closer(&near, &far, &placement, stretch, &mut stages));
        assert!(!triangles_closer(&near, &far, &placement, stretch.next_down(), &mut stages));
    }

    /// Where squares underflow or are close to the largest numbers, a proof is valid or none is
    /// given.
    #[test]
    fn the_filter_is_correct_at_every_size() {
        for exponent in (-1070..=246).step_by(14) {
            let unit = 2.0_f64.powi(exponent);
            let a = BASE.map(|p| Point3::from(p) * unit);
            for (other, _) in OTHERS {
                let b = other.map(|p| Point3::from(p) * unit);
                let here = Pose::identity();
                let [_, distance] = exact_distance(&a, &here, &b, &here);
                let tolerances = [0.5, 0.75, 1.0, 1.25, 2.0].map(|factor| distance * factor);
                let others = [5e-324, 1e-300, 1e-160, 1e-150, 1.0, 1e75, 1e160, f64::MAX];
                for tolerance in tolerances.into_iter().chain(others) {
                    let mut stages = Stages::default();
                    let found = triangles_closer(&a, &b, &at_identity(), tolerance, &mut stages);
                    assert_eq!(found, distance <= tolerance, "{other:?} {unit:e} {tolerance:e}");
                    // The products of degree four of small pairs stay above the smallest normal
                    // number.
                    let is_clear = (tolerance / distance - 1.0).abs() > 0.1;
                    if exponent.abs() <= 240 && is_clear && tolerance >= 1e-150 {
                        assert_eq!(stages.exact(), 0, "{other:?} {unit:e} {tolerance:e}");
                    }
                }
            }
        }
    }
}
