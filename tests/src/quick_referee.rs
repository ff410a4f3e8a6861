//! The referee for large meshes: it first parts triangles that are clearly apart, by a plane that
//! leaves a margin far above every rounding. What is left goes to rational arithmetic.
//!
//! Any direction along which one triangle ends before the other begins proves them apart, however it
//! was found; so this shares no predicate and no bound with the engine either.

use std::ops::ControlFlow;

use nalgebra::Vector3;
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

/// What rounding is allowed for, as a part of the size: placing errs by less than 2^-49 of it in a
/// component, projecting by another 2^-50; this is hundreds of times both.
const MARGIN: f64 = 1.0 / (1_u64 << 40) as f64;

impl<'m> Placed<'m> {
    /// Places a mesh.
    #[must_use]
    pub fn new(mesh: &'m Mesh, pose: &Pose) -> Self {
        let mut size = pose.translation().amax();
        let place = |(id, triangle): (usize, obbtree::geom::Triangle)| {
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
                || clearly_apart(&one.corners, &other.corners, margin)
            {
                continue;
            }
            let (of_a, of_b) =
                (a.mesh.triangle(one.id as usize), b.mesh.triangle(other.id as usize));
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

/// Does one of the directions that part most triangles part these, with room to spare?
fn clearly_apart(a: &[Vector3<f64>; 3], b: &[Vector3<f64>; 3], margin: f64) -> bool {
    let edges = |t: &[Vector3<f64>; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (edges_a, edges_b) = (edges(a), edges(b));
    let parts = |direction: Vector3<f64>| {
        let along = direction / direction.norm();
        if !along.iter().all(|x| x.is_finite()) {
            return false; // of two parallel edges
        }
        let range = |t: &[Vector3<f64>; 3]| {
            let [p, q, r] = t.map(|corner| along.dot(&corner));
            [p.min(q).min(r), p.max(q).max(r)]
        };
        let ([min_a, max_a], [min_b, max_b]) = (range(a), range(b));
        max_a + margin < min_b || max_b + margin < min_a
    };
    let (normal_a, normal_b) = (edges_a[0].cross(&edges_a[1]), edges_b[0].cross(&edges_b[1]));
    parts(normal_a)
        || parts(normal_b)
        || edges_a.iter().any(|edge| edges_b.iter().any(|other| parts(edge.cross(other))))
        || edges_a.iter().any(|edge| parts(edge.cross(&normal_a)))
        || edges_b.iter().any(|edge| parts(edge.cross(&normal_b)))
}
