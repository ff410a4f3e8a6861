//! Construction and access.

use std::sync::Arc;

use obbtree_predicates::{MAX_COORDINATE, Triangle};
use thiserror::Error;

/// A triangle mesh: `n x 3` vertex coordinates and `m x 3` vertex indices.
///
/// Vertices are kept as given (`f32` widens to `f64` exactly). Triangle `i` of every answer is
/// triangle `i` of the caller. Degenerate triangles are kept and count as the segments or points
/// that they are; duplicate triangles are kept too.
///
/// Clones share one copy of vertices and triangles, and so does a tree that needs them.
///
/// ```
/// use obbtree_mesh::Mesh;
/// let mesh = Mesh::new(
///     vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
///     vec![[0, 1, 2]],
/// )?;
/// assert_eq!(mesh.triangles().len(), 1);
/// # Ok::<(), obbtree_mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    arrays: Arc<Arrays>,
}

#[derive(Clone, Debug, PartialEq)]
struct Arrays {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// Meshes are equal if their vertices and triangles are.
impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        // Finite numbers equal themselves.
        Arc::ptr_eq(&self.arrays, &other.arrays) || self.arrays == other.arrays
    }
}

/// Why vertices and triangles are not a valid mesh. Indices count from 0.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// There is no triangle.
    #[error("the mesh has no triangles")]
    NoTriangles,
    /// More triangles or vertices than 32-bit indices allow.
    #[error("the mesh has {count} {what}, more than {limit} are not supported")]
    TooMany {
        /// "triangles" or "vertices".
        what: &'static str,
        /// The number given.
        count: usize,
        /// The largest number allowed.
        limit: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error(
        "triangle {triangle} refers to vertex {index}, but there are {vertices} vertices \
         (0 to {last})",
        last = .vertices.saturating_sub(1)
    )]
    IndexOutOfRange {
        /// The triangle.
        triangle: usize,
        /// The vertex index.
        index: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// A coordinate is NaN, infinite, or beyond [`MAX_COORDINATE`].
    #[error("vertex {vertex} has {axis} = {value:e}{}{}", used_by(*.triangle), beyond(*.value))]
    BadCoordinate {
        /// The vertex.
        vertex: usize,
        /// The first triangle that uses it, if any does.
        triangle: Option<usize>,
        /// Which coordinate.
        axis: char,
        /// Its value.
        value: f64,
    },
    /// Not as many heights as a grid has points.
    #[error("{heights} heights are not {} x {}", counts[0], counts[1])]
    HeightCount {
        /// The number given.
        heights: usize,
        /// Points along x and y.
        counts: [usize; 2],
    },
    /// A spacing of a grid that is not above 0, or beyond [`MAX_COORDINATE`].
    #[error("the spacing along {axis} is {value:?}, {}", not_between(*.value))]
    Spacing {
        /// Along which axis.
        axis: char,
        /// The spacing.
        value: f64,
    },
    /// A height that is infinite, or beyond [`MAX_COORDINATE`].
    #[error("the height at ({}, {}) is {value:?}; NaN is a hole", at[0], at[1])]
    Height {
        /// Where in the grid.
        at: [usize; 2],
        /// The height.
        value: f64,
    },
}

fn used_by(triangle: Option<usize>) -> String {
    triangle.map_or(String::new(), |triangle| format!(" (used by triangle {triangle})"))
}

fn not_between(spacing: f64) -> String {
    match spacing > 0.0 {
        true => format!("beyond {MAX_COORDINATE:e}, the largest coordinate that is supported"),
        false => "not a number above 0".to_owned(),
    }
}

fn beyond(value: f64) -> String {
    if value.is_finite() {
        format!(", beyond {MAX_COORDINATE:e}, the largest coordinate that is supported")
    } else {
        ", not a finite number".to_owned()
    }
}

impl Mesh {
    /// The largest number of triangles: 2^30, so that indices into a tree fit into 32 bits.
    pub const MAX_TRIANGLES: usize = 1 << 30;

    /// A mesh of these vertices and triangles, which are checked and not changed.
    ///
    /// # Errors
    /// If there is no triangle, an index is out of range, a coordinate is not finite or beyond
    /// [`MAX_COORDINATE`], or there are more triangles or vertices than 32-bit indices allow.
    pub fn new(vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::NoTriangles);
        }
        let too_many = |what, count, limit| MeshError::TooMany { what, count, limit };
        if triangles.len() > Self::MAX_TRIANGLES {
            return Err(too_many("triangles", triangles.len(), Self::MAX_TRIANGLES));
        }
        if vertices.len() > u32::MAX as usize {
            return Err(too_many("vertices", vertices.len(), u32::MAX as usize));
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&index) = corners.iter().find(|&&index| index as usize >= vertices.len()) {
                return Err(MeshError::IndexOutOfRange {
                    triangle,
                    index,
                    vertices: vertices.len(),
                });
            }
        }
        for (vertex, coordinates) in vertices.iter().enumerate() {
            for (axis, &value) in ['x', 'y', 'z'].into_iter().zip(coordinates) {
                // Rejects NaN as well.
                if !(value.abs() <= MAX_COORDINATE) {
                    let triangle =
                        triangles.iter().position(|corners| corners.contains(&(vertex as u32)));
                    return Err(MeshError::BadCoordinate { vertex, triangle, axis, value });
                }
            }
        }
        Ok(Self { arrays: Arc::new(Arrays { vertices, triangles }) })
    }

    /// A mesh of single-precision vertices, which widen exactly.
    ///
    /// # Errors
    /// As [`Mesh::new`].
    pub fn from_f32(vertices: &[[f32; 3]], triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        Self::new(vertices.iter().map(|v| v.map(f64::from)).collect(), triangles)
    }

    /// A mesh of separate triangles: three vertices each.
    ///
    /// # Errors
    /// As [`Mesh::new`].
    pub fn from_soup(triangles: &[[[f64; 3]; 3]]) -> Result<Self, MeshError> {
        let corners = (0..triangles.len().min(Self::MAX_TRIANGLES + 1) as u32)
            .map(|t| [3 * t, 3 * t + 1, 3 * t + 2])
            .collect();
        Self::new(triangles.iter().flatten().copied().collect(), corners)
    }

    /// The vertices: `n x 3` coordinates.
    #[inline]
    #[must_use]
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.arrays.vertices
    }

    /// The triangles: `m x 3` vertex indices.
    #[inline]
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.arrays.triangles
    }

    /// Vertices and triangles, as given to [`Mesh::new`]; copied if a clone or a tree shares them.
    #[must_use]
    pub fn into_parts(self) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
        let Arrays { vertices, triangles } = Arc::unwrap_or_clone(self.arrays);
        (vertices, triangles)
    }

    /// The corners of one triangle.
    ///
    /// # Panics
    /// If there is no such triangle.
    #[inline]
    #[must_use]
    pub fn triangle(&self, id: usize) -> Triangle {
        let Arrays { vertices, triangles } = &*self.arrays;
        triangles[id].map(|vertex| vertices[vertex as usize].into())
    }

    /// Bytes of vertices and triangles: 24 a vertex, 12 a triangle.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.vertices()) + size_of_val(self.triangles())
    }

    /// The corners of every triangle, in order.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = Triangle> + Clone + '_ {
        let Arrays { vertices, triangles } = &*self.arrays;
        triangles.iter().map(|t| t.map(|vertex| vertices[vertex as usize].into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit() -> Vec<[f64; 3]> {
        vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    }

    #[test]
    fn invalid_input_is_refused_with_its_place() {
        let check = |vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>, message: &str| {
            assert_eq!(Mesh::new(vertices, triangles).unwrap_err().to_string(), message);
        };
        check(unit(), vec![], "the mesh has no triangles");
        check(
            unit(),
            vec![[0, 1, 2], [0, 1, 3]],
            "triangle 1 refers to vertex 3, but there are 3 vertices (0 to 2)",
        );
        let with = |value: f64| {
            let mut vertices = unit();
            vertices[2][1] = value;
            vertices
        };
        check(
            with(f64::NAN),
            vec![[0, 1, 1], [0, 1, 2]],
            "vertex 2 has y = NaN (used by triangle 1), not a finite number",
        );
        check(
            with(f64::NEG_INFINITY),
            vec![[0, 1, 1]],
            "vertex 2 has y = -inf, not a finite number",
        );
        assert!(Mesh::new(with(1e76), vec![[0, 1, 2]]).is_err());
        assert!(Mesh::new(with(1e75), vec![[0, 1, 2]]).is_ok());
    }

    #[test]
    fn degenerate_and_duplicate_triangles_are_kept() {
        let mesh = Mesh::new(unit(), vec![[0, 1, 2], [1, 1, 1], [0, 1, 2]]).unwrap();
        assert_eq!(mesh.triangles().len(), 3);
    }
}
