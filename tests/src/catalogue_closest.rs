//! What the tests of the catalogue share: points in awkward places, and certificates.
//!
//! A certificate judges an answer from the definition, with no formula in common with the code: a
//! point is in a convex hull unless some direction sees it beyond all corners; a pair is the
//! closest unless the planes across its ends leave less room between the two hulls.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_predicates::Obb;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::shapes::vector;

/// How many cases of a kind: a million with `OBBTREE_LONG=1`, or the number that is set if larger.
#[must_use]
pub fn cases(short: u32) -> u32 {
    let Ok(long) = std::env::var("OBBTREE_LONG") else { return short };
    long.parse().ok().filter(|number| *number > 1).unwrap_or(1_000_000)
}

/// A number of at most one, often a very small power of ten.
fn small(random: &mut Pcg64Mcg) -> f64 {
    10.0_f64.powf(random.random_range(-18.0..0.0))
}

/// Points strewn at random, on a small grid, near a line, near a plane, or on one another, then
/// perhaps shrunk, enlarged and moved far off. Coordinates stay between 1e-30 and 1e30.
pub fn points<const N: usize>(random: &mut Pcg64Mcg) -> [Point3<f64>; N] {
    let mut points = [Point3::origin(); N];
    let style = random.random_range(0..7);
    let (along, across) = (vector(random), vector(random));
    let thickness = small(random);
    for i in 0..N {
        let noise = vector(random) * thickness;
        let mut step = |low: f64| random.random_range(low..1.0_f64);
        points[i] = match style {
            0..=1 => vector(random).into(),
            2 => Point3::from(vector(random) * 2.9).map(f64::trunc),
            3 => Point3::from(along * step(-1.0) + noise),
            4 => Point3::from(along * step(-1.0) + across * step(-1.0) + noise),
            // Among the earlier ones: on a corner, on an edge, or in between, but for the noise.
            _ if i > 2 && random.random_bool(0.5) => {
                let corner = |random: &mut Pcg64Mcg| points[random.random_range(0..i)].coords;
                let (p, q, r) = (corner(random), corner(random), corner(random));
                let weights = [random.random_range(0.0..1.0), random.random_range(0.0..1.0)];
                let exact = p + (q - p) * weights[0] + (r - p) * ((1.0 - weights[0]) * weights[1]);
                Point3::from(exact + if style == 5 { noise } else { Vector3::zeros() })
            }
            _ => vector(random).into(),
        };
    }
    let far = match random.random_range(0..6) {
        0 => vector(random) * 10.0_f64.powi(random.random_range(0..7)),
        _ => Vector3::zeros(),
    };
    let scale = match random.random_range(0..5) {
        0 => 1e12,
        1 => 1e-12,
        _ => 1.0,
    };
    points.map(|p| (p + far) * scale)
}

/// Any rotation, one about a coordinate axis, or next to none.
pub fn axes(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let turn = vector(random) * std::f64::consts::PI;
    let turn = match random.random_range(0..6) {
        0 => Vector3::zeros(),
        1 => Vector3::new(0.0, 0.0, turn.z),
        2 => Vector3::ith(random.random_range(0..3), std::f64::consts::FRAC_PI_2),
        3 => turn * small(random),
        _ => turn,
    };
    Rotation3::from_scaled_axis(turn).into_inner()
}

/// A box of any proportions, sometimes flat or a needle or a point, within about 2 of the origin.
pub fn obb(random: &mut Pcg64Mcg) -> Obb {
    let half = match random.random_range(0..6) {
        0 => vector(random).map(|h| (h * 2.9).trunc().abs()),
        1 => vector(random).map(|h| h.abs() * small(random)),
        _ => vector(random).abs(),
    };
    Obb { axes: axes(random), center: vector(random).into(), half }
}

/// The largest absolute coordinate.
#[must_use]
pub fn size(points: &[Point3<f64>]) -> f64 {
    points.iter().map(|p| p.coords.amax()).fold(0.0, f64::max)
}

/// How far the point sticks out of the convex hull of the corners, as seen along the axes, the
/// edges, what is perpendicular to two edges, and that crossed with an edge: a lower bound that is
/// zero for the points of the hull whatever the directions are, up to the rounding of a product.
#[must_use]
pub fn outside_by(point: &Point3<f64>, corners: &[Point3<f64>]) -> f64 {
    let mut directions: Vec<Vector3<f64>> =
        Matrix3::identity().column_iter().map(Into::into).collect();
    for (i, p) in corners.iter().enumerate().take(4) {
        directions.extend(corners[..i].iter().map(|q| p - q));
        directions.push(point - p);
    }
    let edges = directions.len();
    for i in 0..edges {
        for j in 0..i {
            let normal = directions[i].cross(&directions[j]);
            directions.extend([normal, normal.cross(&directions[i])]);
        }
    }
    let mut out: f64 = 0.0;
    for direction in directions.iter().filter_map(|d| d.try_normalize(1e-200)) {
        let seen = corners.iter().map(|p| direction.dot(&(p - point)));
        let (low, high) =
            seen.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), s| (l.min(s), h.max(s)));
        out = out.max(low).max(-high);
    }
    out
}

/// By how much a pair of points of two hulls can be farther apart than the closest pair: its
/// distance less the room between two planes across it that have the hulls on either side.
#[must_use]
pub fn excess(on: [&Point3<f64>; 2], hulls: [&[Point3<f64>]; 2]) -> f64 {
    let apart = on[1] - on[0];
    let distance = apart.norm();
    if distance == 0.0 {
        return 0.0;
    }
    let direction = apart / distance;
    let seen = |p: &Point3<f64>| direction.dot(&(p - on[0]));
    let last_of_a = hulls[0].iter().map(seen).fold(f64::NEG_INFINITY, f64::max);
    let first_of_b = hulls[1].iter().map(seen).fold(f64::INFINITY, f64::min);
    distance - (first_of_b - last_of_a).clamp(0.0, distance)
}

/// The triangles of the convex hull, counterclockwise from outside, of points of which no four are
/// in a plane: every three that have all others on one side.
#[must_use]
pub fn hull_by_trial(points: &[Point3<f64>]) -> Vec<[u32; 3]> {
    let mut faces = Vec::new();
    for i in 0..points.len() {
        for j in 0..points.len() {
            for k in 0..points.len() {
                if i >= j || i >= k || j == k {
                    continue;
                }
                let normal = (points[j] - points[i]).cross(&(points[k] - points[i]));
                let below = |p: usize| normal.dot(&(points[p] - points[i])) < 0.0;
                if (0..points.len()).all(|p| p == i || p == j || p == k || below(p)) {
                    faces.push([i, j, k].map(|x| u32::try_from(x).expect("few")));
                }
            }
        }
    }
    faces
}
