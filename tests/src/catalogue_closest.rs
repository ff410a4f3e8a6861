//! Inputs and certificates for the tests of closest points.
//!
//! A certificate checks a result from the definition, without any formula of the code under test. A
//! point is in a convex hull unless its projection on some direction is beyond those of all
//! corners. A pair is the closest if two parallel planes through its points, perpendicular to the
//! vector between them, separate the two hulls.

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_predicates::Obb;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::shapes::vector;

/// The number of cases per test: `short`, or a million with `OBBTREE_LONG=1`, or the value of
/// `OBBTREE_LONG` if larger.
pub fn cases(short: u32) -> u32 {
    let Ok(long) = std::env::var("OBBTREE_LONG") else { return short };
    long.parse().ok().filter(|number| *number > 1).unwrap_or(1_000_000)
}

/// A number of at most one, often a very small power of ten.
fn small(random: &mut Pcg64Mcg) -> f64 {
    10.0_f64.powf(random.random_range(-18.0..0.0))
}

/// Random points, on a small grid, near a line, near a plane, or on one another, then possibly
/// scaled and translated far away. Coordinates are between 1e-30 and 1e30.
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
            // Between earlier points, up to noise: on a corner, on an edge, or in between.
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

/// Any rotation, a rotation about a coordinate axis, or a very small one.
pub fn axes(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    let rotation_vector = vector(random) * std::f64::consts::PI;
    let rotation_vector = match random.random_range(0..6) {
        0 => Vector3::zeros(),
        1 => Vector3::new(0.0, 0.0, rotation_vector.z),
        2 => Vector3::ith(random.random_range(0..3), std::f64::consts::FRAC_PI_2),
        3 => rotation_vector * small(random),
        _ => rotation_vector,
    };
    Rotation3::from_scaled_axis(rotation_vector).into_inner()
}

/// A box of any proportions, sometimes flat, very thin or a point, within about 2 of the origin.
pub fn obb(random: &mut Pcg64Mcg) -> Obb {
    let half = match random.random_range(0..6) {
        0 => vector(random).map(|h| (h * 2.9).trunc().abs()),
        1 => vector(random).map(|h| h.abs() * small(random)),
        _ => vector(random).abs(),
    };
    Obb { axes: axes(random), center: vector(random).into(), half }
}

/// The largest absolute coordinate.
pub fn size(points: &[Point3<f64>]) -> f64 {
    points.iter().map(|p| p.coords.amax()).fold(0.0, f64::max)
}

/// A lower bound on the distance of a point from the convex hull of the corners: its largest
/// distance beyond the hull along the coordinate axes, the edges, their cross products, and the
/// cross products of those with the edges. Up to the rounding of a product it is zero for all
/// points of the hull.
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
        let along = corners.iter().map(|p| direction.dot(&(p - point)));
        let (low, high) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), s| (l.min(s), h.max(s)));
        out = out.max(low).max(-high);
    }
    out
}

/// An upper bound on how much the distance of a pair of points of two hulls exceeds the smallest
/// distance: its distance minus the gap of the hulls along the vector between the points.
pub fn excess(on: [&Point3<f64>; 2], hulls: [&[Point3<f64>]; 2]) -> f64 {
    let between = on[1] - on[0];
    let distance = between.norm();
    if distance == 0.0 {
        return 0.0;
    }
    let direction = between / distance;
    let along = |p: &Point3<f64>| direction.dot(&(p - on[0]));
    let last_of_a = hulls[0].iter().map(along).fold(f64::NEG_INFINITY, f64::max);
    let first_of_b = hulls[1].iter().map(along).fold(f64::INFINITY, f64::min);
    distance - (first_of_b - last_of_a).clamp(0.0, distance)
}

/// The triangles of the convex hull, counterclockwise seen from outside, of points of which no four
/// are in a plane: all triples with all other points on one side.
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
