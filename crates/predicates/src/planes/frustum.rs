//! Does a placed triangle meet a solid cylinder, cone or frustum of a cone? Certain.

use nalgebra::{Point3, Vector3};

use crate::exact::exact_meets_frustum;
use crate::numbers::rounding::{ROUNDOFF, place_error};
use crate::pose::placement::Placement;
use crate::tri_tri::{Stages, triangles_closer};
use crate::triangle::Triangle;

/// Whether a closed triangle of A meets the solid between two discs about an axis of B: a cylinder
/// if the radii are equal, a cone if one is 0. Touching counts.
///
/// The ends of the axis are in B's frame, different from each other, and placed by B's pose; the
/// discs are perpendicular to the placed axis, and the radii, of at least 0, are lengths in the
/// world. Certain: the answer of exact arithmetic on the numbers given. A triangle with a corner
/// well inside, beyond one end, or farther from the axis than both radii is decided in `f64`;
/// `stages` counts the last.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, PoseError, Stages, meets_frustum};
/// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let axis = [[1.0, 1.0, 0.0], [1.0, 1.0, 3.0]].map(Point3::from);
/// let meets = |radii, z: f64| {
///     let placement = Placement::new(&Pose::identity(), &Pose::from_translation([-2.0, 0.0, z])?);
///     let stages = &mut Stages::default();
///     Ok::<_, PoseError>(meets_frustum(&triangle, &axis, radii, &placement, stages))
/// };
/// assert!(meets([1.0, 1.0], 0.0)?); // the cylinder touches an edge
/// assert!(!meets([1.0_f64.next_down(), 1.0], 0.0)?); // a frustum, narrower there
/// assert!(meets([0.5, 2.0], -3.0)?);
/// # Ok::<(), PoseError>(())
/// ```
#[must_use]
pub fn meets_frustum(
    triangle: &Triangle,
    axis: &[Point3<f64>; 2],
    radii: [f64; 2],
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    let [a, b] = *axis;
    if let Some(meets) = Rounded::new(triangle, axis, radii, placement).and_then(|r| r.meets()) {
        return meets;
    }
    let radius = radii[0].max(radii[1]);
    if !triangles_closer(triangle, &[a, b, b], placement, radius, stages) {
        return false;
    }
    stages.big += 1;
    exact_meets_frustum(triangle, &placement.pose_a, axis, radii, &placement.pose_b)
}

/// A triangle and a frustum as rounded numbers.
///
/// # Lemma
///
/// Let coordinates of placed points be off by at most `e`, and let `W` from end to end, of length
/// `L`, and `V` from the first end to a corner be differences of placed points, and `n` at least
/// `|W|`, `|V|` and twice the larger radius. With `d = 4 e + 64 v n`, `v` the roundoff, and
/// `k = 1 + n / L`, the height of a corner along the axis, its distance from the axis and the
/// radius at this height, as computed here, are each off by at most `m = 64 d k^3`.
///
/// *Proof.* A vector between two points is off by at most `2 sqrt(3) e` and a rounding of each
/// component, less than `d`. So the unit vector along the axis is off by `2 d / L` and some ten
/// roundings, and the height by `d`, by `n` times that, and as many roundings of `n`: less than
/// `4 d k`. The part across is V less its part along: off by `d`, by the error of the height, and
/// by `n` times that of the unit vector, less than `12 d k`. The share of the height in the length
/// is off by `4 d k / L`, and by `2 d n / L^2` for that of the length and the quotient, less than
/// `8 d k / L`; the radius by `n` times that and two roundings, less than `8 d k^2`. Products that
/// underflow lose less than 2^-1070, far below `e`. *End.*
struct Rounded {
    /// Of each corner: its height, and how far it is outside the round side.
    corners: [[f64; 2]; 3],
    length: f64,
    error: f64,
}

/// Outside of this range nothing is said: squares would underflow or overflow.
const PLAIN: std::ops::Range<f64> = 1e-100..1e100;

impl Rounded {
    fn new(
        triangle: &Triangle,
        axis: &[Point3<f64>; 2],
        radii: [f64; 2],
        placement: &Placement,
    ) -> Option<Self> {
        let Placement { pose_a, pose_b, .. } = placement;
        let [base, top] = axis.each_ref().map(|end| pose_b.place(end));
        let along = top - base;
        let ways = triangle.each_ref().map(|corner| pose_a.place(corner) - base);
        let length = along.norm();
        let radius = radii[0].max(radii[1]);
        let longest = ways.iter().map(Vector3::norm).fold(length.max(radius), f64::max) * 2.0;
        let placed = place_error(triangle, pose_a).max(place_error(axis, pose_b));
        let off = 4.0 * placed + 64.0 * ROUNDOFF * longest;
        let slender = 1.0 + longest / length;
        let error = 64.0 * off * slender * slender * slender;
        if !(PLAIN.contains(&length) && longest < PLAIN.end && error < length) {
            return None;
        }
        let unit = along / length;
        let corners = ways.map(|way| {
            let height = way.dot(&unit);
            let radius = radii[0] + (radii[1] - radii[0]) * (height / length);
            [height, (way - unit * height).norm() - radius]
        });
        Some(Self { corners, length, error })
    }

    fn meets(&self) -> Option<bool> {
        let Self { corners, length, error } = self;
        let within = |[height, outside]: &[f64; 2]| {
            *height > *error && height + error < *length && outside + 2.0 * error < 0.0
        };
        if corners.iter().any(within) {
            return Some(true);
        }
        let is_beyond = corners.iter().all(|[height, _]| height + error < 0.0)
            || corners.iter().all(|[height, _]| height - error > *length);
        is_beyond.then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Rotation3, UnitQuaternion};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::pose::Pose;

    /// Corners on the axis, near the round side and near the discs, by up to some roundings.
    #[test]
    fn what_is_decided_rounded_is_exact() {
        let mut random = Pcg64Mcg::seed_from_u64(301);
        let (mut decided, mut hits, cases) = (0, 0, 20_000);
        for case in 0..cases {
            let mut vector =
                |reach: f64| Vector3::from_fn(|_, _| random.random_range(-reach..reach));
            let (axis, spin) = (vector(1.0), vector(3.0));
            let far = if case % 3 == 0 { 1e6 } else { 1.0 };
            let turn = |by: Vector3<f64>| Rotation3::from(UnitQuaternion::from_scaled_axis(by));
            let [pose_a, pose_b] = [vector(far), vector(1.0)].map(|to| {
                let rotation = if case % 4 == 0 { Vector3::zeros() } else { spin };
                Pose::new(turn(rotation).into_inner(), to).expect("a pose")
            });
            let ends = [Point3::origin(), Point3::from(axis)];
            let radii = [0, 1].map(|_| random.random_range(0.0..1.0));
            let radii = if case % 2 == 0 { [radii[0]; 2] } else { radii };
            // In the world beside the frustum's border, then back to the triangle's frame.
            let [base, top] = ends.map(|end| pose_b.place(&end));
            let unit = (top - base).normalize();
            let across = unit.cross(&Vector3::ith(unit.iamin(), 1.0)).normalize();
            let around = unit.cross(&across);
            let noise = [0.0, 1e-16, 1e-13, 1e-9, 0.3][case % 5];
            let (kind, beyond) = (random.random_range(0..5), random.random_range(0..4));
            let start: f64 = random.random_range(0.0..7.0);
            let triangle: Triangle = [(); 3].map(|()| {
                let share: f64 = match kind {
                    0 => 0.0,
                    1 => 1.0,
                    2 if start < 3.5 => random.random_range(1.0..1.5),
                    2 => random.random_range(-0.5..0.0),
                    _ => random.random_range(-0.2..1.2),
                };
                let radius = radii[0] + (radii[1] - radii[0]) * share;
                let beyond = [0.7, 1.0, 1.5, 1.5][beyond];
                let angle = start + random.random_range(0.0..1.0);
                let way = across * angle.cos() + around * angle.sin();
                let noise = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0)) * noise;
                let world = base + (top - base) * share + way * (radius * beyond) + noise;
                let back = pose_a.rotation().transpose() * (world.coords - pose_a.translation());
                Point3::from(back)
            });
            let placement = Placement::new(&pose_a, &pose_b);
            let exact = exact_meets_frustum(&triangle, &pose_a, &ends, radii, &pose_b);
            let stages = &mut Stages::default();
            assert_eq!(meets_frustum(&triangle, &ends, radii, &placement, stages), exact, "{case}");
            let rounded = Rounded::new(&triangle, &ends, radii, &placement);
            if let Some(found) = rounded.and_then(|rounded| rounded.meets()) {
                assert_eq!(found, exact, "{case}");
                decided += 1;
            }
            hits += usize::from(exact);
        }
        assert!((3 * cases / 10..7 * cases / 10).contains(&hits), "{hits}");
        assert!(decided > cases / 10 && decided < 9 * cases / 10, "{decided}");
    }
}
