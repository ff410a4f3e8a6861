//! The referee for large meshes: it first looks for a direction along which one triangle ends
//! before the other begins, then for an edge of one that goes far through the other, and decides
//! the rest in whole numbers ([`crate::integer_referee`]).
//!
//! Such a direction proves two triangles apart, however it was found: by a gap far above every
//! rounding, or by exact arithmetic along that direction. An edge proves that they meet, if all
//! signs that say so are far above every rounding. So this shares no predicate and no bound with
//! the engine either.

use std::ops::ControlFlow;

use nalgebra::{Point3, Vector3};
use num_bigint::BigInt;
use obbtree::{Mesh, Pose};
use obbtree_referee::dyadic::{Dyadic, placed};
use obbtree_referee::half_spaces::Exact;

use crate::integer_referee;

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
    pub fn new(mesh: &'m Mesh, pose: &Pose) -> Self {
        let mut size = pose.translation().amax();
        let place = |(id, triangle): (usize, obbtree_predicates::Triangle)| {
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
            let goes_through = some_edge_goes_through(&one.corners, &other.corners, margin)
                || some_edge_goes_through(&other.corners, &one.corners, margin);
            if goes_through || integer_referee::meet(&of_a, &a.pose, &of_b, &b.pose) {
                on_pair([one.id, other.id])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// All pairs of triangles that meet, ascending.
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
pub fn collide(a: &Placed<'_>, b: &Placed<'_>) -> bool {
    for_each_pair(a, b, |_| ControlFlow::Break(())).is_break()
}

/// Of the directions that separate most triangles the one with the widest gap, from the end of
/// the one triangle to the beginning of the other; negative where they overlap. Its length is
/// about one.
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
    a: &obbtree_predicates::Triangle,
    pose_a: &Pose,
    b: &obbtree_predicates::Triangle,
    pose_b: &Pose,
) -> bool {
    let along = along.map(Dyadic::new);
    let range = |triangle: &obbtree_predicates::Triangle, pose: &Pose| {
        let mut places = triangle.map(|corner| place_along(&along, pose, &corner));
        places.sort_by(|p, q| p.minus(q).digits.cmp(&BigInt::ZERO));
        places
    };
    let ([min_a, _, max_a], [min_b, _, max_b]) = (range(a, pose_a), range(b, pose_b));
    min_b.minus(&max_a).digits > BigInt::ZERO || min_a.minus(&max_b).digits > BigInt::ZERO
}

fn place_along(along: &Vector3<Dyadic>, pose: &Pose, point: &Point3<f64>) -> Dyadic {
    let placed = placed(pose, point);
    (0..3).fold(Dyadic::new(0.0), |sum, row| sum.plus(&placed[row].times(&along[row])))
}

/// Determinants of three differences of corners err by less than this many times the margin times
/// the square of the largest difference: six products of three factors, each off by less than two
/// margins.
const DETERMINANT: f64 = 64.0;

/// Does an edge go through the inside of the other triangle, its ends far from the plane and its
/// way through far from the sides? Signs below the bound say nothing.
fn some_edge_goes_through(
    edges: &[Vector3<f64>; 3],
    other: &[Vector3<f64>; 3],
    margin: f64,
) -> bool {
    let [t0, t1, t2] = other;
    let corners = edges.iter().chain(other);
    let reach = corners.map(|corner| (corner - t0).amax()).fold(0.0, f64::max);
    let bound = DETERMINANT * margin * reach * reach;
    let volume = |u: &Vector3<f64>, v: &Vector3<f64>, w: &Vector3<f64>| u.cross(v).dot(w);
    (0..3).any(|i| {
        let (p, q) = (&edges[i], &edges[(i + 1) % 3]);
        let height = |at: &Vector3<f64>| volume(&(t1 - t0), &(t2 - t0), &(at - t0));
        let (at_p, at_q) = (height(p), height(q));
        let ends_apart = (at_p > bound && at_q < -bound) || (at_p < -bound && at_q > bound);
        ends_apart && {
            let side = |u: &Vector3<f64>, v: &Vector3<f64>| volume(&(q - p), &(u - p), &(v - p));
            let sides = [side(t0, t1), side(t1, t2), side(t2, t0)];
            sides.iter().all(|s| *s > bound) || sides.iter().all(|s| *s < -bound)
        }
    })
}
