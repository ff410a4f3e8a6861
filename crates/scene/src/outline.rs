//! Triangles to draw a part by: round surfaces as polyhedra inside of them.

use obbtree_collider::{Collider, PointCloud, Shape, ShapeKind, Voxels};
use obbtree_mesh::Mesh;

use crate::part::Part;

/// Sides of what is round.
const SIDES: usize = 24;
/// Rings from one pole of a sphere to the other.
const RINGS: usize = 9;

impl Part {
    /// Triangles to draw the part by, in its own frame: a mesh as it is, a shape up to what its
    /// curves bulge, a point cloud as boxes around its points, voxels as they are or, where there
    /// are many, as boxes around some; `None` for planes and half-spaces,
    /// which are unbounded. No question is answered by them.
    #[must_use]
    pub fn outline(&self) -> Option<Mesh> {
        match self.collider() {
            Collider::Mesh(body) => Some(body.mesh().clone()),
            Collider::Shape(shape) => of_shape(shape),
            Collider::Points(cloud) => of_cloud(cloud),
            Collider::Voxels(voxels) => of_voxels(voxels),
            _ => None,
        }
    }
}

fn of_shape(shape: &Shape) -> Option<Mesh> {
    let hull = |points: &[[f64; 3]]| Some(Shape::hull(points).ok()?.core()?.mesh().clone());
    match shape.kind() {
        ShapeKind::Cuboid { radius: 0.0, .. } => Some(shape.core()?.mesh().clone()),
        ShapeKind::Cylinder { from, to, radius } => hull(&rims([*from, *to], [*radius; 2])),
        ShapeKind::Cone { base, apex, radius } => hull(&rims([*base, *apex], [*radius, 0.0])),
        ShapeKind::Frustum { from, to, radii } => hull(&rims([*from, *to], *radii)),
        kind => {
            let (points, radius) = kind.sphere_swept_hull()?;
            if radius == 0.0 { hull(&points) } else { hull(&spheres(&points, radius)) }
        }
    }
}

/// Boxes that are drawn for a cloud or for voxels, at most.
const MOST_BOXES: usize = 1 << 12;

/// The boxes of the lowest level that has few enough of them.
fn of_cloud(cloud: &PointCloud) -> Option<Mesh> {
    let level = (0..cloud.levels()).find(|&level| cloud.boxes(level).1 <= MOST_BOXES)?;
    let (blocks, count) = cloud.boxes(level);
    let origin = cloud.origin();
    // Boxes hold the radii of points that each have their own.
    let around = cloud.common_radius().unwrap_or(0.0);
    let cuboid = Shape::cuboid([1.0; 3]).ok()?;
    let unit = cuboid.core()?.mesh();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for n in 0..count {
        let (block, slot) = (&blocks[n / blocks[0].half[0].len()], n % blocks[0].half[0].len());
        // Of points that are all taken out.
        if block.half[0][slot] < 0.0 {
            continue;
        }
        let first = vertices.len() as u32;
        vertices.extend(unit.vertices().iter().map(|corner| {
            [0, 1, 2].map(|k| {
                let half = f64::from(block.half[k][slot]) + around;
                origin[k] + f64::from(block.center[k][slot]) + half * corner[k]
            })
        }));
        triangles.extend(unit.triangles().iter().map(|corners| corners.map(|v| first + v)));
    }
    Mesh::new(vertices, triangles).ok()
}

fn of_voxels(voxels: &Voxels) -> Option<Mesh> {
    if voxels.len() > MOST_BOXES {
        return of_cloud(voxels.items());
    }
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for [low, high] in voxels.boxes() {
        let corners =
            (0..8).map(|n| [0, 1, 2].map(|k| if n >> k & 1 == 0 { low[k] } else { high[k] }));
        let cuboid = Shape::hull(&corners.collect::<Vec<_>>()).ok()?;
        let (mesh, first) = (cuboid.core()?.mesh(), vertices.len() as u32);
        vertices.extend(mesh.vertices());
        triangles.extend(mesh.triangles().iter().map(|corners| corners.map(|v| first + v)));
    }
    Mesh::new(vertices, triangles).ok()
}

/// Points of two circles perpendicular to the segment between two points.
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

/// Points of spheres around points.
fn spheres(points: &[[f64; 3]], radius: f64) -> Vec<[f64; 3]> {
    let mut directions = vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    for ring in 1..RINGS {
        let (height, around) = turn(ring, 2 * RINGS);
        for n in 0..SIDES {
            let (sin, cos) = turn(n, SIDES);
            directions.push([height * cos, height * sin, around]);
        }
    }
    let on_sphere = |point: &[f64; 3]| {
        let point = *point;
        directions.iter().map(move |d| [0, 1, 2].map(|k| point[k] + radius * d[k]))
    };
    points.iter().flat_map(on_sphere).collect()
}

/// Sine and cosine of so many parts of a whole turn.
fn turn(part: usize, parts: usize) -> (f64, f64) {
    (std::f64::consts::TAU * part as f64 / parts as f64).sin_cos()
}
