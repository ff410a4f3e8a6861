//! Two triangles that nearly lie on each other along a face or an edge: the ends and corners of
//! what they share, seen along a direction.
//!
//! Polygons are clipped by I. Sutherland and G. Hodgman ("Reentrant polygon clipping", CACM 17(1),
//! 1974), a segment by M. Cyrus and J. Beck ("Generalized two- and three-dimensional clipping",
//! Computers and Graphics 3(1), 1978).

use nalgebra::{Vector2, Vector3};
use obbtree_predicates::Triangle;

use super::surface::TILT;
use crate::polygon::Few;

/// The barycentric coordinates, of corners 1 and 2, of a point of each of two triangles.
pub(super) type Weights = [[f64; 2]; 2];

/// The corners of a polygon.
pub(super) type Corners = Few<Weights>;

type Flat = [Vector2<f64>; 3];

/// Overlaps below this part of the smaller face or edge are rounding.
const SOME: f64 = 1e-9;

/// The corners of the overlap of the parts of two triangles that are farthest along a direction of
/// length one, of A, and against it, of B: faces and edges, to within [`TILT`]. None if the overlap
/// is no more than a point.
pub(super) fn shared_corners(a: &Triangle, b: &Triangle, direction: &Vector3<f64>) -> Vec<Weights> {
    let [of_a, of_b] = seen_along(direction, [a, b]);
    match [farthest(a, direction), farthest(b, &-direction)] {
        [Part::Face, Part::Face] => shared_of_flat(&of_a, &of_b).to_vec(),
        [Part::Face, Part::Edge(k)] => {
            let on_edge = |s| [weights(&of_a, &at(&of_b, k, s)), on_edge(k, s)];
            within(&of_a, &of_b, k).into_iter().map(on_edge).collect()
        }
        [Part::Edge(k), Part::Face] => {
            let on_edge = |s| [on_edge(k, s), weights(&of_b, &at(&of_a, k, s))];
            within(&of_b, &of_a, k).into_iter().map(on_edge).collect()
        }
        [Part::Edge(k), Part::Edge(l)] => along(&of_a, k, &of_b, l),
        _ => Vec::new(),
    }
}

/// The corners of the overlap of two faces, seen along a direction of length one. None if it is no
/// more than a point or a segment.
pub(super) fn shared_face(a: &Triangle, b: &Triangle, direction: &Vector3<f64>) -> Corners {
    let [of_a, of_b] = seen_along(direction, [a, b]);
    shared_of_flat(&of_a, &of_b)
}

/// Two triangles in a plane across a direction, with the first one's first corner at the origin.
fn seen_along(direction: &Vector3<f64>, triangles: [&Triangle; 2]) -> [Flat; 2] {
    let across = direction.cross(&Vector3::ith(direction.iamin(), 1.0)).normalize();
    let axes = [across, direction.cross(&across)];
    let origin = triangles[0][0];
    let flat = |corner| Vector2::from(axes.map(|axis| axis.dot(&(corner - origin))));
    triangles.map(|triangle| triangle.map(flat))
}

fn shared_of_flat(of_a: &Flat, of_b: &Flat) -> Corners {
    let corners = clip(of_a, of_b);
    let is_some = area(&corners) > SOME * area(of_a).min(area(of_b));
    let weights = |point: &Vector2<f64>| [of_a, of_b].map(|t| weights(t, point));
    let mut all = Corners::default();
    corners.iter().filter(|_| is_some).for_each(|point| all.push(weights(point)));
    all
}

/// What of a triangle is farthest along a direction.
enum Part {
    Face,
    /// From this corner to the next.
    Edge(usize),
    Corner,
}

fn farthest(triangle: &Triangle, direction: &Vector3<f64>) -> Part {
    let is_level = |k: usize| {
        let edge = triangle[(k + 1) % 3] - triangle[k];
        edge.dot(direction).abs() < TILT * edge.norm()
    };
    let height = |k: usize| triangle[k % 3].coords.dot(direction);
    let [p, q, r] = triangle;
    let normal = (q - p).cross(&(r - p));
    if normal.cross(direction).norm() < TILT * normal.norm() {
        return Part::Face;
    }
    let edge = (0..3).find(|&k| is_level(k) && height(k + 2) <= height(k).max(height(k + 1)));
    edge.map_or(Part::Corner, Part::Edge)
}

fn at(triangle: &Flat, k: usize, s: f64) -> Vector2<f64> {
    triangle[k].lerp(&triangle[(k + 1) % 3], s)
}

/// The barycentric coordinates of a point of an edge.
pub(super) fn on_edge(k: usize, s: f64) -> [f64; 2] {
    [[s, 0.0], [1.0 - s, s], [0.0, 1.0 - s]][k]
}

/// From where to where an edge of a triangle is within another one.
fn within(face: &Flat, triangle: &Flat, k: usize) -> Vec<f64> {
    let (start, way) = (at(triangle, k, 0.0), at(triangle, k, 1.0) - at(triangle, k, 0.0));
    let turn = (face[1] - face[0]).perp(&(face[2] - face[0])).signum();
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for side in 0..3 {
        let edge = face[(side + 1) % 3] - face[side];
        let (height, slope) = (turn * edge.perp(&(start - face[side])), turn * edge.perp(&way));
        let crossing = -height / slope;
        match slope {
            s if s > 0.0 => from = from.max(crossing),
            s if s < 0.0 => to = to.min(crossing),
            _ if height < 0.0 => to = -1.0,
            _ => {}
        }
    }
    if to - from > SOME { vec![from, to] } else { Vec::new() }
}

/// The ends of what two edges share that are nearly parallel.
fn along(a: &Flat, k: usize, b: &Flat, l: usize) -> Vec<Weights> {
    let (start, way) = (at(a, k, 0.0), at(a, k, 1.0) - at(a, k, 0.0));
    let other = at(b, l, 1.0) - at(b, l, 0.0);
    if !(way.perp(&other).abs() < TILT * way.norm() * other.norm()) {
        return Vec::new();
    }
    let on_a = |point: Vector2<f64>| (point - start).dot(&way) / way.norm_squared();
    let [first, last] = [0.0, 1.0].map(|s| on_a(at(b, l, s)));
    let (from, to) = (first.min(last).max(0.0), first.max(last).min(1.0));
    let on_b = |s: f64| ((s - first) / (last - first)).clamp(0.0, 1.0);
    let ends = if to - from > SOME { vec![from, to] } else { Vec::new() };
    ends.into_iter().map(|s| [on_edge(k, s), on_edge(l, on_b(s))]).collect()
}

/// Twice the area of a convex polygon.
fn area(corners: &[Vector2<f64>]) -> f64 {
    if corners.is_empty() {
        return 0.0;
    }
    let of = |pair: &[Vector2<f64>]| (pair[0] - corners[0]).perp(&(pair[1] - corners[0]));
    corners.windows(2).map(of).sum::<f64>().abs()
}

/// What is left of the second triangle within the first.
fn clip(window: &Flat, subject: &Flat) -> Few<Vector2<f64>> {
    let turn = (window[1] - window[0]).perp(&(window[2] - window[0])).signum();
    let mut left = Few::from(subject);
    for from in 0..3 {
        let (start, edge) = (window[from], window[(from + 1) % 3] - window[from]);
        left = left.above(
            |point| turn * edge.perp(&(point - start)),
            |here, there, part| here + (there - here) * part,
        );
    }
    left
}

fn weights([p, q, r]: &Flat, point: &Vector2<f64>) -> [f64; 2] {
    let (to_q, to_r, way) = (q - p, r - p, point - p);
    let area = to_q.perp(&to_r);
    [way.perp(&to_r) / area, to_q.perp(&way) / area]
}
