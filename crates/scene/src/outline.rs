//! Triangles to draw a part by: round surfaces as polyhedra inside of them.

use obbtree_collider::Shape;
use obbtree_mesh::Mesh;

use crate::part::{Geometry, Part};
use crate::primitive::Primitive;

/// Sides of what is round.
const SIDES: usize = 24;
/// Rings from one pole of a ball to the other.
const RINGS: usize = 9;

impl Part {
    /// Triangles to draw the part by, in its own frame: a mesh as it is, a primitive up to what its curves
    /// bulge; `None` for shapes without end. No question is answered by them.
    #[must_use]
    pub fn outline(&self) -> Option<Mesh> {
        match self.geometry() {
            Geometry::Mesh { body, .. } => Some(body.mesh().clone()),
            Geometry::Primitive { numbers, shape } => of_primitive(numbers, shape),
        }
    }
}

fn of_primitive(numbers: &Primitive, shape: &Shape) -> Option<Mesh> {
    let hull = |points: &[[f64; 3]]| Some(Shape::hull(points).ok()?.core()?.mesh().clone());
    match numbers {
        Primitive::Cuboid { .. } => Some(shape.core()?.mesh().clone()),
        Primitive::Cylinder { from, to, radius } => hull(&rims([*from, *to], [*radius; 2])),
        Primitive::Cone { base, apex, radius } => hull(&rims([*base, *apex], [*radius, 0.0])),
        Primitive::Frustum { from, to, radii } => hull(&rims([*from, *to], *radii)),
        _ => {
            let (points, radius) = numbers.reach()?;
            if radius == 0.0 { hull(&points) } else { hull(&balls(&points, radius)) }
        }
    }
}

/// Points of two circles across the way between two points.
fn rims(ends: [[f64; 3]; 2], radii: [f64; 2]) -> Vec<[f64; 3]> {
    let [from, to] = ends.map(nalgebra::Vector3::from);
    let axis = to - from;
    let across = axis.cross(&nalgebra::Vector3::ith(axis.iamin(), 1.0)).normalize();
    let beside = axis.normalize().cross(&across);
    let on_rim = |n: usize| {
        let (sin, cos) = turn(n, SIDES);
        [(from, radii[0]), (to, radii[1])]
            .map(|(p, r)| (p + (across * cos + beside * sin) * r).into())
    };
    (0..SIDES).flat_map(on_rim).collect()
}

/// Points of balls around points.
fn balls(points: &[[f64; 3]], radius: f64) -> Vec<[f64; 3]> {
    let mut directions = vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    for ring in 1..RINGS {
        let (height, around) = turn(ring, 2 * RINGS);
        for n in 0..SIDES {
            let (sin, cos) = turn(n, SIDES);
            directions.push([height * cos, height * sin, around]);
        }
    }
    let on_ball = |point: &[f64; 3]| {
        let point = *point;
        directions.iter().map(move |d| [0, 1, 2].map(|k| point[k] + radius * d[k]))
    };
    points.iter().flat_map(on_ball).collect()
}

/// Sine and cosine of so many parts of a whole turn.
fn turn(part: usize, parts: usize) -> (f64, f64) {
    (std::f64::consts::TAU * part as f64 / parts as f64).sin_cos()
}
