//! The convex hull of points as a mesh, by exact orientations.
//!
//! The incremental method: M. de Berg and others, "Computational Geometry", chapter 11. A point
//! outside of the hull so far sees some faces from strictly outside; these give way to triangles
//! from their border to the point. Faces in whose plane the point lies stay: in that plane the
//! border is what the point sees of the polygon that they make, so the new triangles continue it.
//! All signs are exact, so no case is special but points that span no volume: their hull is a
//! polygon, a segment or a point.

use std::collections::HashSet;

use nalgebra::Point3;
use obbtree_predicates::{Pose, is_degenerate, plane_side};

/// Vertices and triangles of a hull.
pub(super) type HullMesh = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// The hull of at least one point; all coordinates are in range. Its corners are among the
/// points. If it has a volume it is closed, and fronts are outward; else it is one or more
/// triangles in a plane, of which a segment or a point is a degenerate one.
pub(super) fn convex_hull(points: &[[f64; 3]]) -> HullMesh {
    let mut points: Vec<Point3<f64>> = points.iter().copied().map(Into::into).collect();
    // Along a line the ends of this order are the ends; in a plane it is the order of a direction.
    points.sort_by(|p, q| p.iter().partial_cmp(q.iter()).expect("finite"));
    points.dedup();
    let faces = faces(&points);
    let used: HashSet<usize> = faces.iter().flatten().copied().collect();
    let mut number = vec![0; points.len()];
    let mut vertices = Vec::new();
    for (n, point) in points.iter().enumerate().filter(|(n, _)| used.contains(n)) {
        number[n] = vertices.len() as u32;
        vertices.push((*point).into());
    }
    (vertices, faces.iter().map(|face| face.map(|n| number[n])).collect())
}

/// On which side of the plane of three points is another?
fn side(points: &[Point3<f64>], plane: [usize; 3], point: &Point3<f64>) -> i8 {
    let here = Pose::identity();
    plane_side(point, &here, &plane.map(|n| points[n]), &here)
}

/// The triangles, of different points in ascending order.
fn faces(points: &[Point3<f64>]) -> Vec<[usize; 3]> {
    let last = points.len() - 1;
    let line = [0, last];
    let Some(third) = (0..=last).find(|&n| !is_degenerate(&[points[0], points[last], points[n]]))
    else {
        return vec![[0, last, last]];
    };
    let [p, q] = line;
    match (0..=last).find(|&n| side(points, [p, q, third], &points[n]) != 0) {
        Some(fourth) => of_volume(points, [p, q, third, fourth]),
        None => of_plane(points, [p, q, third]),
    }
}

/// The hull of points that span a volume, as four of them do.
fn of_volume(points: &[Point3<f64>], start: [usize; 4]) -> Vec<[usize; 3]> {
    let [a, b, c, d] = start;
    // Counterclockwise seen from outside.
    let [a, b] = if side(points, [a, b, c], &points[d]) < 0 { [a, b] } else { [b, a] };
    let mut faces = vec![[a, b, c], [b, a, d], [c, b, d], [a, c, d]];
    for (n, point) in points.iter().enumerate() {
        let sees = |face: &[usize; 3]| side(points, *face, point) > 0;
        let (visible, kept): (Vec<[usize; 3]>, Vec<[usize; 3]>) = faces.into_iter().partition(sees);
        let edges: Vec<[usize; 2]> =
            visible.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        let inner: HashSet<[usize; 2]> = edges.iter().copied().collect();
        faces = kept;
        let border = edges.iter().filter(|[from, to]| !inner.contains(&[*to, *from]));
        faces.extend(border.map(|&[from, to]| [from, to, n]));
    }
    faces
}

/// The polygon around points of one plane, as a fan: the chain of A. M. Andrew, "Another Efficient
/// Algorithm for Convex Hulls in Two Dimensions" (1979), forth and back.
fn of_plane(points: &[Point3<f64>], plane: [usize; 3]) -> Vec<[usize; 3]> {
    // A point beside the plane, to look at it from: one of three directions leads out of it.
    let beside = (0..3).map(|k| {
        let mut point = points[0];
        point[k] = if point[k] > 0.0 { -1.0 - point[k] } else { 1.0 - point[k] };
        point
    });
    let Some(eye) = beside.into_iter().find(|point| side(points, plane, point) != 0) else {
        return vec![plane];
    };
    let turn = |chain: &[usize], n: usize| side(points, [chain[0], chain[1], n], &eye);
    let chain = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for n in order {
            while chain.len() >= 2 && turn(&chain[chain.len() - 2..], n) <= 0 {
                chain.pop();
            }
            chain.push(n);
        }
        chain.pop(); // it begins the other chain
        chain
    };
    let mut polygon = chain(&mut (0..points.len()));
    polygon.extend(chain(&mut (0..points.len()).rev()));
    (2..polygon.len()).map(|n| [polygon[0], polygon[n - 1], polygon[n]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use obbtree_mesh::Mesh;

    /// No point is outside of any face, and the mesh is closed if it has a volume.
    fn check(points: &[[f64; 3]]) -> Mesh {
        let (vertices, triangles) = convex_hull(points);
        let corners: Vec<Point3<f64>> = vertices.iter().copied().map(Into::into).collect();
        for face in &triangles {
            let face = face.map(|n| n as usize);
            assert!(points.iter().all(|&p| side(&corners, face, &p.into()) <= 0), "{points:?}");
        }
        Mesh::new(vertices, triangles).expect("a hull")
    }

    #[test]
    fn grids_of_every_dimension() {
        let grid = |n: [usize; 3]| -> Vec<[f64; 3]> {
            let count = n[0] * n[1] * n[2];
            let at = |i: usize| [i % n[0], i / n[0] % n[1], i / (n[0] * n[1])];
            (0..count).map(|i| at(i * 7 % count).map(|x| x as f64 * 0.1)).collect()
        };
        let solid = check(&grid([3, 4, 5]));
        assert!(solid.inside_rule().is_ok());
        let volume = solid.report().signed_volume;
        assert!((volume - 0.2 * 0.3 * 0.4).abs() < 1e-15, "{volume}");
        let flat = check(&grid([4, 1, 5]));
        assert!((flat.report().area - 0.3 * 0.4).abs() < 1e-15);
        let line = check(&grid([1, 5, 1]));
        assert_eq!(line.triangles().len(), 1);
        assert_eq!(line.vertices().len(), 2);
        assert_eq!(check(&[[1.0, 2.0, 3.0]; 4]).vertices().len(), 1);
    }

    #[test]
    fn points_a_roundoff_from_a_face_or_an_edge_are_on_their_side() {
        let mut points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        points.extend([[0.3, 0.3, -1e-17], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5 + 1e-16], [0.1; 3]]);
        let hull = check(&points);
        assert!(hull.inside_rule().is_ok());
        assert!(hull.vertices().contains(&[0.3, 0.3, -1e-17]));
        assert!(!hull.vertices().contains(&[0.1; 3]));
    }
}
