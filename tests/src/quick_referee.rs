//! The referee for large meshes: it first looks for a direction along which one triangle ends before
//! the other begins, and goes to rational arithmetic only where it finds none.
//!
//! Such a direction proves two triangles apart, however it was found: by a gap far above every
//! rounding, or by exact arithmetic along that direction. So this shares no predicate and no bound
//! with the engine either.

use std::ops::ControlFlow;

use nalgebra::{Point3, Vector3};
use num_bigint::BigInt;
use obbtree::{Mesh, Pose};

use crate::referee;

/// A mesh where its pose puts it, rounded to `f64`; triangles in the order of their least x.
pub struct Placed<'m> {
    mesh: &'m Mesh,
    pose: Pose,
    triangles: Vec<Triangle>,
    /// The largest coordinate before and after placing, and of the translation.
    size: f64,
    widest: f64,
    min: Vector3<f64>,
    max: Vector3<f64>,
}

struct Triangle {
    id: u32,
    corners: [Vector3<f64>; 3],
    min: Vector3<f64>,
    max: Vector3<f64>,
}

/// What rounding is allowed for, as a share of the size: placing errs by less than 2^-49 of it in a
/// component, projecting by another 2^-50; this is hundreds of times both.
const MARGIN: f64 = 1.0 / (1_u64 << 40) as f64;

impl<'m> Placed<'m> {
    /// Places a mesh.
    #[must_use]
    pub fn new(mesh: &'m Mesh, pose: &Pose) -> Self {
        let mut size = pose.translation().amax();
        let place = |(id, triangle): (usize, obbtree::predicates::Triangle)| {
            let corners = triangle.map(|corner| pose.place(&corner).coords);
            for (given, placed) in triangle.iter().zip(&corners) {
                size = size.max(given.coords.amax()).max(placed.amax());
            }
            let [p, q, r] = corners;
            let (min, max) = (p.inf(&q).inf(&r), p.sup(&q).sup(&r));
            Triangle { id: id as u32, corners, min, max }
        };
        let mut triangles: Vec<Triangle> = mesh.corners().enumerate().map(place).collect();
        triangles.sort_by(|one, other| one.min.x.total_cmp(&other.min.x));
        let widest = triangles.iter().map(|t| t.max.x - t.min.x).fold(0.0, f64::max);
        let min = triangles.iter().map(|t| t.min).reduce(|a, b| a.inf(&b)).unwrap_or_default();
        let max = triangles.iter().map(|t| t.max).reduce(|a, b| a.sup(&b)).unwrap_or_default();
        Self { mesh, pose: *pose, triangles, size, widest, min, max }
    }
}

/// Calls back with every pair of triangles that meet, `[of A, of B]`, in no particular order, until
/// told to stop.
pub fn for_each_pair(
    a: &Placed<'_>,
    b: &Placed<'_>,
    mut on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let margin = MARGIN * a.size.max(b.size) + f64::MIN_POSITIVE;
    let apart = |min_a: &Vector3<f64>, max_a: &Vector3<f64>, min_b: &_, max_b: &_| {
        (0..3).any(|k| {
            let (min_b, max_b): (&Vector3<f64>, &Vector3<f64>) = (min_b, max_b);
            max_a[k] + margin < min_b[k] || max_b[k] + margin < min_a[k]
        })
    };
    for one in &a.triangles {
        if apart(&one.min, &one.max, &b.min, &b.max) {
            continue;
        }
        let start = one.min.x - b.widest - 2.0 * margin;
        let first = b.triangles.partition_point(|other| other.min.x < start);
        for other in &b.triangles[first..] {
            if other.min.x > one.max.x + margin {
                break;
            }
            if apart(&other.min, &other.max, &a.min, &a.max)
                || apart(&one.min, &one.max, &other.min, &other.max)
            {
                continue;
            }
            let (along, gap) = widest_gap(&one.corners, &other.corners);
            if gap > margin {
                continue;
            }
            let (of_a, of_b) =
                (a.mesh.triangle(one.id as usize), b.mesh.triangle(other.id as usize));
            if gap > -margin && apart_along(&along, &of_a, &a.pose, &of_b, &b.pose) {
                continue;
            }
            if referee::meet(&of_a, &a.pose, &of_b, &b.pose) {
                on_pair([one.id, other.id])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// All pairs of triangles that meet, ascending.
#[must_use]
pub fn intersecting_pairs(a: &Placed<'_>, b: &Placed<'_>) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let _ = for_each_pair(a, b, |pair| {
        pairs.push(pair);
        ControlFlow::Continue(())
    });
    pairs.sort_unstable();
    pairs
}

/// Do the surfaces meet?
#[must_use]
pub fn collide(a: &Placed<'_>, b: &Placed<'_>) -> bool {
    for_each_pair(a, b, |_| ControlFlow::Break(())).is_break()
}

/// Of the directions that separate most triangles the one with the widest gap, from the end of the one
/// triangle to the beginning of the other; negative where they overlap. Its length is about one.
fn widest_gap(a: &[Vector3<f64>; 3], b: &[Vector3<f64>; 3]) -> (Vector3<f64>, f64) {
    let edges = |t: &[Vector3<f64>; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (edges_a, edges_b) = (edges(a), edges(b));
    let (normal_a, normal_b) = (edges_a[0].cross(&edges_a[1]), edges_b[0].cross(&edges_b[1]));
    let across_both = edges_a.iter().flat_map(|edge| edges_b.map(|other| edge.cross(&other)));
    let across_a = edges_a.iter().map(|edge| edge.cross(&normal_a));
    let across_b = edges_b.iter().map(|edge| edge.cross(&normal_b));
    let all = [normal_a, normal_b].into_iter().chain(across_both).chain(across_a).chain(across_b);
    let gap = |along: &Vector3<f64>| {
        let range = |t: &[Vector3<f64>; 3]| {
            let [p, q, r] = t.map(|corner| along.dot(&corner));
            [p.min(q).min(r), p.max(q).max(r)]
        };
        let ([min_a, max_a], [min_b, max_b]) = (range(a), range(b));
        (min_b - max_a).max(min_a - max_b)
    };
    all.map(|direction| direction / direction.norm())
        .filter(|along| along.iter().all(|x| x.is_finite())) // not of parallel edges
        .map(|along| (along, gap(&along)))
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
        .unwrap_or((Vector3::zeros(), 0.0))
}

/// Does one placed triangle end before the other begins, along this very direction? Exactly.
fn apart_along(
    along: &Vector3<f64>,
    a: &obbtree::predicates::Triangle,
    pose_a: &Pose,
    b: &obbtree::predicates::Triangle,
    pose_b: &Pose,
) -> bool {
    let along = along.map(Dyadic::new);
    let range = |triangle: &obbtree::predicates::Triangle, pose: &Pose| {
        let mut places = triangle.map(|corner| place_along(&along, pose, &corner));
        places.sort_by(|p, q| p.minus(q).digits.cmp(&BigInt::ZERO));
        places
    };
    let ([min_a, _, max_a], [min_b, _, max_b]) = (range(a, pose_a), range(b, pose_b));
    min_b.minus(&max_a).digits > BigInt::ZERO || min_a.minus(&max_b).digits > BigInt::ZERO
}

fn place_along(along: &Vector3<Dyadic>, pose: &Pose, point: &Point3<f64>) -> Dyadic {
    let (r, t) = (pose.rotation(), pose.translation());
    (0..3).fold(Dyadic::new(0.0), |sum, row| {
        let placed = (0..3).fold(Dyadic::new(t[row]), |sum, k| {
            sum.plus(&Dyadic::new(r[(row, k)]).times(&Dyadic::new(point[k])))
        });
        sum.plus(&placed.times(&along[row]))
    })
}

/// `digits * 2^exponent`: every `f64`, and every sum and product of such numbers.
#[derive(Clone, Debug, PartialEq)]
struct Dyadic {
    digits: BigInt,
    exponent: i32,
}

impl Dyadic {
    /// The number itself, which must be finite.
    fn new(x: f64) -> Self {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
        let size = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        let digits = if x < 0.0 { -BigInt::from(size) } else { BigInt::from(size) };
        // 1075 = 1023, the bias of the exponent, and the 52 bits after the point.
        Self { digits, exponent: exponent.max(1) - 1075 }
    }

    fn times(&self, other: &Self) -> Self {
        Self { digits: &self.digits * &other.digits, exponent: self.exponent + other.exponent }
    }

    fn plus(&self, other: &Self) -> Self {
        if self.digits == BigInt::ZERO || other.digits == BigInt::ZERO {
            // The exponent of a zero says nothing.
            return if self.digits == BigInt::ZERO { other.clone() } else { self.clone() };
        }
        let exponent = self.exponent.min(other.exponent);
        let at = |x: &Self| &x.digits << (x.exponent - exponent);
        Self { digits: at(self) + at(other), exponent }
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&Self { digits: -&other.digits, exponent: other.exponent })
    }
}
