//! The first answer about two placed shapes: in `f64` with a bound of its error, and only where
//! that bound leaves no doubt. The certain tests of `shape_pair` answer the rest.
//!
//! Spheres, capsules, cuboids and half-spaces are taken: a core (segment or box) or a plane, and a
//! reach, the sum of radii and tolerance. Two certificates decide:
//!
//! - *yes*: a point of one core and one of the other whose distance is at most the reach;
//! - *no*: a direction along which the cores are farther apart than the reach.
//!
//! Points are found by projecting on one core and the other in turn (W. Cheney, A. A. Goldstein,
//! "Proximity Maps for Convex Sets", 1959); for a sphere and a box the first is the closest. How
//! they are found does not matter to what they prove. Two boxes without a reach are tested along
//! fifteen axes (S. Gottschalk, "Collision Queries using Oriented Bounding Boxes", 2000, section
//! 3).
//!
//! # Lemmas
//!
//! `u = 2^-53`; `S` is the sum of the absolute values of all components of translations, ends and
//! half sides, and of radii and tolerance. Rotations of a pose are within 1e-4 of one, so no
//! entry is above 1.0001. All vectors here are at most `3 S` long.
//!
//! *Points and directions.* A placed end, relative to the origin chosen, is `R x + (t - o)`: at
//! most 8 roundings of at most `1.1 S`. A point of a segment adds 3, one of a box `R x + c`, with
//! `x` clamped to the half sides, 8: each is within `24 u S` of a point of the true core,
//! whatever rounding did to the parameters. A distance of two such points is off by `48 u S` and
//! `4 u` of itself; a gap along a direction `n`, a sum of at most 9 products of numbers that are
//! off by `24 u S` with components of a vector whose length is 1 within `4 u`, by at most
//! `90 u S`. The reach is off by `3 u S`. [`PER_SIZE`] is `128 u`. What underflows is below
//! [`TINY`] together: squares below `2^-1022` are of components below `2^-511`. *End.*
//!
//! *Planes.* The normal is a product of edges that were subtracted before they were rotated, so
//! within `24 u |e| |f|` of the true one; with `k = |e| |f| / |e x f|` heights are off by `k`
//! times as much as gaps, and by `24 u k` of distances up to `3 S`. *End.*
//!
//! *Fifteen axes.* Both boxes are near the ones of orthonormal axes (polar decomposition): their
//! points by the skews times their sizes, which bound `R^T R - 1`. The products `A^T B` are off
//! by the skews and a few `u`; so are overlaps along the fifteen axes, whose lengths are at most
//! 1: by less than `(128 u + 8 skews) S`. If all fifteen overlaps of those boxes, as unit vectors
//! or shorter ones, are at least `m`, so is that along any direction: the least is along the
//! normal of a face of their Minkowski sum. Then the true boxes, each within `m / 2`, meet. Axes
//! `a x b` of edges that are parallel within [`PARALLEL`] are left out: three rotations by less
//! than `1.5 PARALLEL` each make such edges parallel, the axis no normal of a face, and change
//! other overlaps by less than `16 PARALLEL S`, which is required in addition. *End.*

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::Pose;

use super::kind::ShapeKind;

/// 128 roundings of 2^-53.
const PER_SIZE: f64 = 1.0 / (1_u64 << 46) as f64;
/// More than lengths lose whose squares underflow.
const TINY: f64 = 1e-150;
/// Sine of an angle of edges that are taken to be parallel.
const PARALLEL: f64 = 1.0 / (1_u64 << 26) as f64;
/// After so many projections on each core the certain tests take less time.
const ROUNDS: usize = 6;

/// Are two shapes at most a tolerance apart, if rounding leaves no doubt of it? The tolerance is
/// not negative.
pub(crate) fn closer_than(
    a: &ShapeKind,
    pose_a: &Pose,
    b: &ShapeKind,
    pose_b: &Pose,
    tolerance: f64,
) -> Option<bool> {
    let mut size = l1(pose_a.translation()) + l1(pose_b.translation()) + tolerance;
    // Differences from one of the origins: the farther from zero both are, the less is lost.
    let origin = pose_a.translation();
    let is_plane = |kind: &ShapeKind| matches!(kind, ShapeKind::HalfSpace { .. });
    match (is_plane(a), is_plane(b)) {
        (false, false) => {
            let a = core(a, pose_a, origin, &mut size)?;
            let b = core(b, pose_b, origin, &mut size)?;
            rounded_closer(&a, &b, tolerance, size)
        }
        (true, false) => {
            let other = core(b, pose_b, origin, &mut size)?;
            over_plane(&plane(a, pose_a, origin)?, &other, tolerance, size)
        }
        (false, true) => {
            let other = core(a, pose_a, origin, &mut size)?;
            over_plane(&plane(b, pose_b, origin)?, &other, tolerance, size)
        }
        (true, true) => None,
    }
}

/// The same of a box between two corners, and a shape. The middle and the half sides of the box
/// round by less than `2 u S`: a point of it by 21 roundings at most together.
pub(crate) fn box_closer_than(
    [low, high]: [[f64; 3]; 2],
    pose_a: &Pose,
    b: &ShapeKind,
    pose_b: &Pose,
    tolerance: f64,
) -> Option<bool> {
    let [low, high] = [low, high].map(Vector3::from);
    let mut size = l1(pose_a.translation()) + l1(pose_b.translation()) + tolerance;
    size += l1(&low) + l1(&high);
    let origin = pose_a.translation();
    let placed = PlacedBox {
        center: pose_a.rotation() * ((low + high) * 0.5),
        axes: *pose_a.rotation(),
        half: (high - low) * 0.5,
        skew: pose_a.skew(),
    };
    let a = (Core::Box(placed), 0.0);
    if matches!(b, ShapeKind::HalfSpace { .. }) {
        return over_plane(&plane(b, pose_b, origin)?, &a, tolerance, size);
    }
    let b = core(b, pose_b, origin, &mut size)?;
    rounded_closer(&a, &b, tolerance, size)
}

/// Two cores with their radii.
fn rounded_closer(
    (a, radius_a): &(Core, f64),
    (b, radius_b): &(Core, f64),
    tolerance: f64,
    size: f64,
) -> Option<bool> {
    let size = size + radius_a + radius_b;
    let reach = radius_a + radius_b + tolerance;
    match (a, b) {
        (Core::Box(a), Core::Box(b)) if reach == 0.0 => boxes_meet(a, b, size),
        _ => cores_closer(a, b, reach, PER_SIZE * size + TINY),
    }
}

/// A convex set, placed relative to an origin.
enum Core {
    Segment { from: Vector3<f64>, along: Vector3<f64> },
    Box(PlacedBox),
}

struct PlacedBox {
    center: Vector3<f64>,
    axes: Matrix3<f64>,
    half: Vector3<f64>,
    skew: f64,
}

/// The core of a shape and its radius; what its numbers add up to goes to `size`.
fn core(
    kind: &ShapeKind,
    pose: &Pose,
    origin: &Vector3<f64>,
    size: &mut f64,
) -> Option<(Core, f64)> {
    let mut place = |point: &[f64; 3]| {
        let point = Vector3::from(*point);
        *size += l1(&point);
        pose.rotation() * point + (pose.translation() - origin)
    };
    match kind {
        ShapeKind::Sphere { center, radius } => {
            Some((Core::Segment { from: place(center), along: Vector3::zeros() }, *radius))
        }
        ShapeKind::Capsule { from, to, radius } => {
            let from = place(from);
            Some((Core::Segment { from, along: place(to) - from }, *radius))
        }
        ShapeKind::Cuboid { half, radius } => {
            let half = Vector3::from(*half);
            *size += l1(&half);
            let center = pose.translation() - origin;
            let (axes, skew) = (*pose.rotation(), pose.skew());
            Some((Core::Box(PlacedBox { center, axes, half, skew }), *radius))
        }
        _ => None,
    }
}

fn l1(v: &Vector3<f64>) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

impl Core {
    /// A point of it that is near a given one: the closest, but for rounding and the skew of a
    /// pose.
    #[inline]
    fn near(&self, point: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Self::Segment { from, along } => {
                let square = along.norm_squared();
                let t = if square > 0.0 { along.dot(&(point - from)) / square } else { 0.0 };
                from + along * t.clamp(0.0, 1.0)
            }
            Self::Box(PlacedBox { center, axes, half, .. }) => {
                let local = axes.tr_mul(&(point - center));
                let clamped = local.zip_map(half, |x, half| x.clamp(-half, half));
                axes * clamped + center
            }
        }
    }

    /// The most that a point of it has along a direction.
    #[inline]
    fn farthest(&self, n: &Vector3<f64>) -> f64 {
        match self {
            Self::Segment { from, along } => n.dot(from) + n.dot(along).max(0.0),
            Self::Box(PlacedBox { center, axes, half, .. }) => {
                n.dot(center) + axes.tr_mul(n).abs().dot(half)
            }
        }
    }

    fn middle(&self) -> Vector3<f64> {
        match self {
            Self::Segment { from, along } => from + along * 0.5,
            Self::Box(placed) => placed.center,
        }
    }
}

fn cores_closer(a: &Core, b: &Core, reach: f64, error: f64) -> Option<bool> {
    let mut q = b.middle();
    for _ in 0..ROUNDS {
        let p = a.near(&q);
        q = b.near(&p);
        let apart = q - p;
        let distance = apart.norm();
        if distance + error <= reach {
            return Some(true);
        }
        if !(distance > error) {
            return None;
        }
        let n = apart / distance;
        if -b.farthest(&-n) - a.farthest(&n) > reach + error {
            return Some(false);
        }
    }
    None
}

fn boxes_meet(a: &PlacedBox, b: &PlacedBox, size: f64) -> Option<bool> {
    let error = (PER_SIZE + 8.0 * (a.skew + b.skew)) * size + TINY;
    let t = a.axes.tr_mul(&(b.center - a.center));
    let c = a.axes.tr_mul(&b.axes);
    let abs = c.abs();
    let (of_a, of_b) = (&a.half, &b.half);
    let in_a = abs * of_b;
    let in_b = abs.tr_mul(of_a);
    let t_in_b = c.tr_mul(&t);
    // The least overlap, and how much of it is required.
    let (mut least, mut more) = (f64::INFINITY, 0.0);
    for k in 0..3 {
        least = least.min(of_a[k] + in_a[k] - t[k].abs());
        least = least.min(of_b[k] + in_b[k] - t_in_b[k].abs());
    }
    if least < -error {
        return Some(false);
    }
    for i in 0..3 {
        let [i1, i2] = [(i + 1) % 3, (i + 2) % 3];
        for j in 0..3 {
            let [j1, j2] = [(j + 1) % 3, (j + 2) % 3];
            if abs[(i1, j)].max(abs[(i2, j)]) <= PARALLEL {
                more = 16.0 * PARALLEL * size;
                continue;
            }
            let from_a = of_a[i1] * abs[(i2, j)] + of_a[i2] * abs[(i1, j)];
            let from_b = of_b[j1] * abs[(i, j2)] + of_b[j2] * abs[(i, j1)];
            let apart = t[i2] * c[(i1, j)] - t[i1] * c[(i2, j)];
            least = least.min(from_a + from_b - apart.abs());
        }
        if least < -error {
            return Some(false);
        }
    }
    (least > 2.0 * error + more).then_some(true)
}

/// A point of a half-space's plane, its normal of length 1, and how much worse than exact it is.
struct Plane {
    point: Vector3<f64>,
    normal: Vector3<f64>,
    size: f64,
    condition: f64,
}

fn plane(kind: &ShapeKind, pose: &Pose, origin: &Vector3<f64>) -> Option<Plane> {
    let ShapeKind::HalfSpace { points } = kind else { return None };
    let [p, q, r] = points.map(Vector3::from);
    let [e, f] = [q - p, r - p].map(|edge| pose.rotation() * edge);
    let cross = e.cross(&f);
    let length = cross.norm();
    Some(Plane {
        point: pose.rotation() * p + (pose.translation() - origin),
        normal: cross / length,
        size: l1(&p),
        // Infinite or NaN where the product underflows: nothing is decided then.
        condition: if length > TINY { e.norm() * f.norm() / length } else { f64::INFINITY },
    })
}

fn over_plane(
    plane: &Plane,
    (core, radius): &(Core, f64),
    tolerance: f64,
    size: f64,
) -> Option<bool> {
    let size = size + radius + plane.size;
    let error = PER_SIZE * size * (1.0 + plane.condition) + TINY;
    let height = -core.farthest(&-plane.normal) - plane.normal.dot(&plane.point);
    let over = height - (radius + tolerance);
    match () {
        () if over > error => Some(false),
        () if over < -error => Some(true),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::UnitQuaternion;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::{Query, Shape};

    fn turned(random: &mut Pcg64Mcg, reach: f64, kind: u32) -> Pose {
        let mut number = |most: f64| random.random_range(-1.0..1.0) * most;
        // Any rotation, one about z, none, and one that is nearly none.
        let most = [[3.0; 3], [0.0, 0.0, 3.0], [0.0; 3], [1e-8; 3]][kind as usize % 4];
        let axis = Vector3::from(most.map(&mut number));
        let rotation = UnitQuaternion::from_scaled_axis(axis).to_rotation_matrix().into_inner();
        Pose::new(rotation, Vector3::from([(); 3].map(|()| number(reach)))).expect("a rotation")
    }

    /// Shapes of a size of about `unit`.
    fn shapes(unit: f64) -> Vec<Shape> {
        let scaled = |p: [f64; 3]| p.map(|x| x * unit);
        [
            Shape::sphere(scaled([0.1, 0.0, 0.0]), 0.5 * unit),
            Shape::sphere([0.0; 3], 0.0),
            Shape::capsule([0.0; 3], scaled([0.3, 0.0, 1.0]), 0.25 * unit),
            Shape::cuboid(scaled([0.5, 0.25, 0.75])),
            Shape::cuboid(scaled([0.5, 0.0, 1.0])),
            Shape::half_space_through([0.0; 3], scaled([2.0, 0.0, 0.5]), scaled([0.0, 1.0, 0.0])),
        ]
        .map(|shape| shape.expect("numbers in range"))
        .into()
    }

    /// Never another answer than that of the certain tests, and nearly always one.
    #[test]
    fn what_is_decided_is_what_the_certain_tests_say() {
        let random = &mut Pcg64Mcg::seed_from_u64(5);
        let (mut query, mut decided, mut met, mut tested) = (Query::new(), 0, 0, 0);
        for unit in [1.0, 1e-60, 1e60, 1e-9] {
            let shapes = shapes(unit);
            for round in 0..60_u32 {
                for (m, a) in shapes.iter().enumerate() {
                    for b in &shapes[..=m] {
                        let far = if round % 5 == 0 { 1e6 } else { 0.0 };
                        let away = [far * unit, 0.0, far * unit];
                        let place = |random: &mut Pcg64Mcg| {
                            let pose = turned(random, 0.8 * unit, round);
                            Pose::new(*pose.rotation(), pose.translation() + Vector3::from(away))
                        };
                        let [p, q] = [place(random), place(random)].map(|p| p.expect("a rotation"));
                        let tolerance = [0.0, 0.2 * unit][round as usize / 4 % 2];
                        let Some(fast) = closer_than(a.kind(), &p, b.kind(), &q, tolerance) else {
                            tested += 1;
                            continue;
                        };
                        let certain = query.certainly_closer([a, b], [&p, &q], tolerance);
                        assert_eq!(fast, certain, "{a:?} {p:?} {b:?} {q:?} {tolerance:?}");
                        (tested, decided, met) = (tested + 1, decided + 1, met + u32::from(fast));
                    }
                }
            }
        }
        // Two half-spaces are not decided here, nor is a point on a cuboid without a volume.
        assert!(decided * 10 > tested * 7, "{decided} of {tested}");
        assert!(met * 10 > decided * 2 && met * 10 < decided * 8, "{met} of {decided}");
    }

    /// Spheres that touch a box's face, and ones an ulp of their places before and after it.
    #[test]
    fn an_ulp_beside_touching_is_left_to_the_certain_tests() {
        let random = &mut Pcg64Mcg::seed_from_u64(6);
        let (cuboid, mut query) = (Shape::cuboid([1.0, 2.0, 3.0]).expect("a box"), Query::new());
        let here = Pose::identity();
        for (radius, far) in [(1.0, 0.0), (0.1, 0.0), (1e-3, 1e5), (1e5, 0.0)] {
            for other in [
                Shape::sphere([0.0; 3], radius).expect("a sphere"),
                Shape::capsule([0.0; 3], [0.0, 0.0, radius], radius).expect("a capsule"),
            ] {
                for _ in 0..30 {
                    let mut z = 3.0 + radius;
                    for _ in 0..random.random_range(0..4) {
                        z = z.next_down();
                    }
                    for _ in 0..6 {
                        let x = random.random_range(-1.0..1.0);
                        let base = Pose::from_translation([far, 0.0, 0.0]).expect("finite");
                        let place = Pose::from_translation([far + x, 0.0, z]).expect("finite");
                        let base = if far == 0.0 { here } else { base };
                        let fast = closer_than(cuboid.kind(), &base, other.kind(), &place, 0.0);
                        let certain =
                            query.certainly_closer([&cuboid, &other], [&base, &place], 0.0);
                        assert!(fast.is_none_or(|fast| fast == certain));
                        z = z.next_up();
                    }
                }
            }
        }
    }
}
