//! The body within a rounded shape.

use std::ops::Deref;
use std::sync::OnceLock;

use obbtree_mesh::{Mesh, MeshError};
use obbtree_predicates::MAX_COORDINATE;

use super::hull::convex_hull;
use crate::body::Body;

/// The body within a rounded shape. That of a sphere or box is made when it is first needed: a
/// scene of many needs few of theirs.
#[derive(Clone, Debug)]
pub(super) enum Core {
    Made(Body),
    Late(LateCore, OnceLock<Body>),
}

/// The numbers of a body that can be made of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum LateCore {
    Point([f64; 3]),
    /// Half sides, none negative.
    Cuboid([f64; 3]),
}

impl Core {
    pub(super) fn late(of: LateCore) -> Result<Self, MeshError> {
        let (LateCore::Point(numbers) | LateCore::Cuboid(numbers)) = of;
        if !numbers.iter().all(|x| x.abs() <= MAX_COORDINATE) {
            return Ok(of.mesh()?.into());
        }
        Ok(Self::Late(of, OnceLock::new()))
    }
}

impl LateCore {
    fn mesh(&self) -> Result<Mesh, MeshError> {
        match self {
            Self::Point(point) => Mesh::new(vec![*point], vec![[0; 3]]),
            Self::Cuboid(half) => cuboid_mesh(half),
        }
    }
}

impl From<Mesh> for Core {
    fn from(mesh: Mesh) -> Self {
        Self::Made(Body::with_tree_later(mesh))
    }
}

impl Deref for Core {
    type Target = Body;

    fn deref(&self) -> &Body {
        match self {
            Self::Made(body) => body,
            Self::Late(of, body) => body.get_or_init(|| {
                Body::with_tree_later(of.mesh().expect("the numbers were checked"))
            }),
        }
    }
}

/// The hull of a cuboid's corners.
fn cuboid_mesh(half: &[f64; 3]) -> Result<Mesh, MeshError> {
    let corners = box_corners(half.map(|x| -x), *half);
    if half.contains(&0.0) {
        return hull_mesh(&corners);
    }
    box_mesh(&corners)
}

/// The box between two corners, each coordinate of the second above that of the first.
pub(super) fn box_between([low, high]: [[f64; 3]; 2]) -> Result<Core, MeshError> {
    Ok(box_mesh(&box_corners(low, high))?.into())
}

fn box_mesh(corners: &[[f64; 3]; 8]) -> Result<Mesh, MeshError> {
    Mesh::new(corners.to_vec(), BOX_TRIANGLES.to_vec())
}

/// The corners of a box, in the order of [`convex_hull`].
pub(crate) fn box_corners(low: [f64; 3], high: [f64; 3]) -> [[f64; 3]; 8] {
    let side = |n: usize, k: usize| if n >> (2 - k) & 1 != 0 { high[k] } else { low[k] };
    [0, 1, 2, 3, 4, 5, 6, 7].map(|n| [0, 1, 2].map(|k| side(n, k)))
}

/// What [`convex_hull`] makes of the corners of a cuboid that has a volume. Its choices go by signs
/// alone, which are the same for all of these.
pub(crate) const BOX_TRIANGLES: [[u32; 3]; 12] = [
    [0, 1, 2],
    [1, 7, 3],
    [7, 2, 3],
    [2, 1, 3],
    [1, 0, 4],
    [0, 2, 4],
    [7, 1, 5],
    [1, 4, 5],
    [4, 7, 5],
    [2, 7, 6],
    [7, 4, 6],
    [4, 2, 6],
];

/// The convex hull of points, of which there must be one.
pub(super) fn hull_mesh(points: &[[f64; 3]]) -> Result<Mesh, MeshError> {
    // Checks the coordinates, and that there are any.
    let triangles = vec![[0; 3]; points.len().min(1)];
    let (points, _) = Mesh::new(points.to_vec(), triangles)?.into_parts();
    let (vertices, triangles) = convex_hull(&points);
    Mesh::new(vertices, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_a_cuboid_is_its_hull() {
        for half in [[1.0; 3], [1.0, 2.0, 3.0], [3.0, 1e-300, 1e70], [5e-324; 3], [0.1, 1e9, 0.3]] {
            let mesh = cuboid_mesh(&half).expect("in range");
            assert_eq!(mesh, hull_mesh(mesh.vertices()).expect("in range"), "{half:?}");
        }
    }
}
