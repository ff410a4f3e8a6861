//! The surface of a convex hull, from which a box gets its axes.
//!
//! Method: Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996): keep
//! with each face the points above it, and extend the hull to the farthest of them. Visible faces
//! are found by a test of all faces, which is fast enough for hulls of a few thousand.
//!
//! The result only rotates a box, whose extents are then computed from all triangles. So rounding
//! may cost tightness here, never correctness, and doubtful cases give `None`.

use std::collections::HashSet;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::Triangle;

/// Points this close to a face, relative to the size of the set, count as on it. The rounding of a
/// normal and a distance is some 1e-15; the rest keeps faces from becoming slivers.
const ON_FACE: f64 = 1e-9;

struct Face {
    corners: [usize; 3],
    normal: Vector3<f64>,
    above: Vec<usize>,
}

/// The triangles of the hull, corners counter-clockwise seen from outside; `None` if the points
/// span no volume or rounding breaks the surface.
pub(crate) fn convex_hull(points: &[Point3<f64>]) -> Option<Vec<Triangle>> {
    let first = *points.first()?;
    let size = points.iter().map(|p| (p - first).amax()).fold(0.0, f64::max);
    let near = size * ON_FACE;
    let corners = tetrahedron(points, near)?;
    let inside =
        Point3::from(corners.iter().map(|&i| points[i].coords).sum::<Vector3<f64>>() / 4.0);

    let mut faces: Vec<Face> = Vec::new();
    for skip in 0..4 {
        let mut face: Vec<usize> = (0..4).filter(|&i| i != skip).map(|i| corners[i]).collect();
        let normal = normal_of(points, &face)?;
        if normal.dot(&(inside - points[face[0]])) > 0.0 {
            face.swap(0, 1);
        }
        faces.push(new_face(points, [face[0], face[1], face[2]])?);
    }
    distribute(points, &mut faces, 0, 0..points.len(), near);

    while let Some(raised) = faces.iter().position(|face| !face.above.is_empty()) {
        let face = &faces[raised];
        let height = |&p: &usize| face.normal.dot(&(points[p] - points[face.corners[0]]));
        let apex = *face.above.iter().max_by(|p, q| height(p).total_cmp(&height(q)))?;
        let (visible, kept): (Vec<Face>, Vec<Face>) = faces
            .into_iter()
            .partition(|face| face.normal.dot(&(points[apex] - points[face.corners[0]])) > near);
        faces = kept;
        let seen: HashSet<[usize; 2]> = visible.iter().flat_map(|f| edges(&f.corners)).collect();
        let fresh = faces.len();
        // In the order of the faces, not of the hash set, so that the hull is reproducible.
        for [from, to] in visible.iter().flat_map(|f| edges(&f.corners)) {
            if !seen.contains(&[to, from]) {
                faces.push(new_face(points, [from, to, apex])?);
            }
        }
        let orphans: Vec<usize> = visible.into_iter().flat_map(|face| face.above).collect();
        if fresh + 3 > faces.len() || faces.len() > 2 * points.len() {
            return None;
        }
        distribute(points, &mut faces, fresh, orphans.into_iter().filter(|&p| p != apex), near);
    }
    Some(faces.iter().map(|face| face.corners.map(|i| points[i])).collect())
}

fn edges([a, b, c]: &[usize; 3]) -> [[usize; 2]; 3] {
    [[*a, *b], [*b, *c], [*c, *a]]
}

/// Four points that span a volume: far apart, far from their line, far from their plane.
fn tetrahedron(points: &[Point3<f64>], near: f64) -> Option<[usize; 4]> {
    let farthest = |distance: &dyn Fn(&Point3<f64>) -> f64| {
        let (index, far) =
            points.iter().map(distance).enumerate().max_by(|(_, d), (_, e)| d.total_cmp(e))?;
        (far > near).then_some(index)
    };
    let a = farthest(&|p| (p - points[0]).norm())?;
    let b = farthest(&|p| (p - points[a]).norm())?;
    let line = (points[b] - points[a]).normalize();
    let c = farthest(&|p| line.cross(&(p - points[a])).norm())?;
    let normal = line.cross(&(points[c] - points[a])).normalize();
    let d = farthest(&|p| normal.dot(&(p - points[a])).abs())?;
    Some([a, b, c, d])
}

fn normal_of(points: &[Point3<f64>], corners: &[usize]) -> Option<Vector3<f64>> {
    let [p, q, r] = [0, 1, 2].map(|i| points[corners[i]]);
    (q - p).cross(&(r - p)).try_normalize(0.0)
}

fn new_face(points: &[Point3<f64>], corners: [usize; 3]) -> Option<Face> {
    Some(Face { corners, normal: normal_of(points, &corners)?, above: Vec::new() })
}

/// Assigns each point to the first face from `start` on that it is above.
fn distribute(
    points: &[Point3<f64>],
    faces: &mut [Face],
    start: usize,
    candidates: impl Iterator<Item = usize>,
    near: f64,
) {
    for p in candidates {
        let above = faces[start..]
            .iter_mut()
            .find(|face| face.normal.dot(&(points[p] - points[face.corners[0]])) > near);
        if let Some(face) = above {
            face.above.push(p);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_full_grid_is_its_cube() {
        let grid: Vec<_> = (0..125)
            .map(|i| Point3::new((i % 5) as f64, (i / 5 % 5) as f64, (i / 25) as f64))
            .collect();
        let hull = convex_hull(&grid).unwrap();
        let volume: f64 =
            hull.iter().map(|[p, q, r]| p.coords.dot(&q.coords.cross(&r.coords)) / 6.0).sum();
        let area: f64 = hull.iter().map(|[p, q, r]| (q - p).cross(&(r - p)).norm() / 2.0).sum();
        assert!((volume - 64.0).abs() < 1e-9 && (area - 96.0).abs() < 1e-9, "{volume} {area}");
    }

    #[test]
    fn what_spans_no_volume_has_none() {
        let p = Point3::new(1.0, 2.0, 3.0);
        assert!(convex_hull(&[]).is_none());
        assert!(convex_hull(&[p; 10]).is_none());
        let flat: Vec<_> =
            (0..9).map(|i| Point3::new((i % 3) as f64, (i / 3) as f64, 1.0)).collect();
        assert!(convex_hull(&flat).is_none());
    }
}
