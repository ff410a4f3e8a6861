//! The options of a query for manifolds, and its answer.

use nalgebra::{Point3, Vector3};

/// What [`Query::manifolds`](crate::Query::manifolds) looks for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ManifoldOptions {
    /// Places that are so far apart count as well, in the caller's unit. 0 by default: only places
    /// that touch or overlap; a solver has fewer surprises with about one step's motion. With a
    /// negative number or NaN there are none.
    pub margin: f64,
    /// So many points in each manifold, at most: 4 by default.
    pub points: usize,
}

impl Default for ManifoldOptions {
    fn default() -> Self {
        Self { margin: 0.0, points: 4 }
    }
}

impl ManifoldOptions {
    /// With this margin.
    #[must_use]
    pub fn margin(mut self, margin: f64) -> Self {
        self.margin = margin;
        self
    }

    /// With at most so many points.
    #[must_use]
    pub fn points(mut self, points: usize) -> Self {
        self.points = points;
        self
    }
}

/// Places of contact with one normal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Manifold {
    /// From A to B, of length one, in the world: the mean of the normals of all places of the
    /// manifold, which are within some 40 degrees of each other.
    pub normal: Vector3<f64>,
    /// The deepest place, and those that reach farthest across the normal.
    pub points: Vec<ManifoldPoint>,
}

/// A place of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ManifoldPoint {
    /// A point of A and one of B that touch first or should part first, in the world, rounded.
    pub on: [Point3<f64>; 2],
    /// How far the first is beyond the second along the normal, in the caller's unit: negative
    /// where they are apart. It is `(on[0] - on[1]) . normal`, rounded.
    pub depth: f64,
    /// What the points are on, of A and of B. The same two features are the same place a step
    /// later: for warm starting.
    pub features: [Feature; 2],
}

/// A part of a surface, by numbers of its mesh. Those of a rounded shape are of its core, those of
/// a cylinder, cone or frustum of a prism in it; a plane has the face 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A vertex by its number.
    Vertex(u32),
    /// The edge between two vertices, the smaller number first.
    Edge([u32; 2]),
    /// A triangle by its number.
    Face(u32),
}

impl Feature {
    /// As two numbers: those of an edge's vertices, the smaller first; twice that of a vertex; that
    /// of a triangle, then the largest `u32`.
    #[must_use]
    pub fn code(self) -> [u32; 2] {
        match self {
            Self::Vertex(vertex) => [vertex; 2],
            Self::Edge(vertices) => vertices,
            Self::Face(triangle) => [triangle, u32::MAX],
        }
    }
}
