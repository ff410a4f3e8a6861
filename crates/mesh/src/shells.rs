//! What makes a mesh a solid: an empty border; and its connected parts, the shells.
//!
//! Vertices at the same place are one here, however often the mesh lists them. A mesh is closed if
//! every edge is used as often one way as the other; then the winding number tells inside from
//! outside. Failing that, if every edge is used an even number of times, parity still does.

use std::collections::HashMap;

use nalgebra::Point3;
use thiserror::Error;

use crate::Mesh;

/// How a closed mesh tells inside from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsideRule {
    /// Inside is where the surface winds around the point, whichever way: shells turned inside out
    /// count as solid, overlapping shells unite, and a shell of opposite orientation within another
    /// is a cavity.
    Winding,
    /// Inside is where a ray to infinity crosses the surface an odd number of times: for meshes whose
    /// triangles are not oriented consistently. Overlapping parts cancel.
    Parity,
}

/// The mesh has a border, so it has no inside.
#[derive(Clone, Debug, Error, PartialEq)]
#[error(
    "the mesh is open: triangle {triangle} has a free edge from ({}, {}, {}) to ({}, {}, {}); {edges} edges are used an odd number of times",
    .from[0], .from[1], .from[2], .to[0], .to[1], .to[2]
)]
pub struct OpenMesh {
    /// A triangle at the border, the first by number.
    pub triangle: usize,
    /// Where its free edge begins, in mesh coordinates.
    pub from: [f64; 3],
    /// Where it ends.
    pub to: [f64; 3],
    /// How many edges belong to the border.
    pub edges: usize,
}

impl Mesh {
    /// How the mesh tells inside from outside.
    ///
    /// # Errors
    /// If it is open, with the first triangle at the border.
    pub fn inside_rule(&self) -> Result<InsideRule, OpenMesh> {
        let (place_of_vertex, _) = places(self.vertices());
        let edges = Edges::of(self, &place_of_vertex);
        if edges.unbalanced() == 0 {
            Ok(InsideRule::Winding)
        } else if edges.odd() == 0 {
            Ok(InsideRule::Parity)
        } else {
            Err(edges.open(self, &place_of_vertex))
        }
    }

    /// One vertex of each connected part (of a closed mesh: of each shell), in mesh coordinates.
    /// Triangles with a corner at the same place are connected.
    #[must_use]
    pub fn component_points(&self) -> Vec<Point3<f64>> {
        let (place_of_vertex, places) = places(self.vertices());
        let mut parts = Parts::new(places);
        for corners in self.triangles() {
            let [a, b, c] = corners.map(|vertex| place_of_vertex[vertex as usize]);
            parts.join(a, b);
            parts.join(b, c);
        }
        let mut seen = vec![false; places];
        let mut points = Vec::new();
        for &[vertex, ..] in self.triangles() {
            let part = parts.of(place_of_vertex[vertex as usize]) as usize;
            if !std::mem::replace(&mut seen[part], true) {
                points.push(self.vertices()[vertex as usize].into());
            }
        }
        points
    }
}

/// For each vertex the number of its place, and how many places there are. -0 and 0 are one place.
pub(crate) fn places(vertices: &[[f64; 3]]) -> (Vec<u32>, usize) {
    let mut numbers = HashMap::with_capacity(vertices.len());
    let of_vertex = vertices
        .iter()
        .map(|v| {
            let next = numbers.len() as u32;
            *numbers.entry(v.map(|x| (x + 0.0).to_bits())).or_insert(next)
        })
        .collect();
    (of_vertex, numbers.len())
}

/// How often each edge, by places, is used: upwards minus downwards, and in all.
pub(crate) struct Edges(HashMap<[u32; 2], [i64; 2]>);

impl Edges {
    pub(crate) fn of(mesh: &Mesh, place_of_vertex: &[u32]) -> Self {
        let mut edges: HashMap<[u32; 2], [i64; 2]> = HashMap::new();
        for corners in mesh.triangles() {
            for [from, to] in edges_of(corners.map(|vertex| place_of_vertex[vertex as usize])) {
                // An edge without length borders nothing.
                if from != to {
                    let uses = edges.entry([from.min(to), from.max(to)]).or_default();
                    uses[0] += if from < to { 1 } else { -1 };
                    uses[1] += 1;
                }
            }
        }
        Self(edges)
    }

    pub(crate) fn unbalanced(&self) -> usize {
        self.0.values().filter(|uses| uses[0] != 0).count()
    }

    fn odd(&self) -> usize {
        self.0.values().filter(|uses| uses[1] % 2 != 0).count()
    }

    /// The error for a mesh with an odd edge.
    fn open(&self, mesh: &Mesh, place_of_vertex: &[u32]) -> OpenMesh {
        for (triangle, corners) in mesh.triangles().iter().enumerate() {
            for [from, to] in edges_of(*corners) {
                let [p, q] = [from, to].map(|vertex| place_of_vertex[vertex as usize]);
                if self.0.get(&[p.min(q), p.max(q)]).is_some_and(|uses| uses[1] % 2 != 0) {
                    let [from, to] = [from, to].map(|vertex| mesh.vertices()[vertex as usize]);
                    return OpenMesh { triangle, from, to, edges: self.odd() };
                }
            }
        }
        unreachable!("an odd edge belongs to a triangle")
    }
}

fn edges_of([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Places that are joined by triangles (a disjoint-set forest, halving paths).
struct Parts(Vec<u32>);

impl Parts {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn of(&mut self, mut place: u32) -> u32 {
        while self.0[place as usize] != place {
            let above = self.0[place as usize];
            self.0[place as usize] = self.0[above as usize];
            place = above;
        }
        place
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.of(a), self.of(b));
        // The lower number leads, so that the outcome does not depend on the order of joining.
        self.0[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron(at: f64) -> Vec<[[f64; 3]; 3]> {
        let [o, x, y, z] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
            .map(|v: [f64; 3]| v.map(|c| c + at));
        vec![[o, y, x], [o, x, z], [x, y, z], [y, o, z]]
    }

    #[test]
    fn shells_are_counted_however_vertices_are_listed() {
        let soup: Vec<_> = [tetrahedron(0.0), tetrahedron(5.0)].concat();
        let mesh = Mesh::from_soup(&soup).unwrap();
        assert_eq!(mesh.inside_rule(), Ok(InsideRule::Winding));
        assert_eq!(mesh.component_points().len(), 2);
    }

    #[test]
    fn unoriented_but_closed_meshes_go_by_parity() {
        let mut soup = tetrahedron(0.0);
        soup[0].swap(0, 1);
        assert_eq!(Mesh::from_soup(&soup).unwrap().inside_rule(), Ok(InsideRule::Parity));
    }

    #[test]
    fn an_open_mesh_says_where() {
        let mut soup = tetrahedron(0.0);
        soup.pop();
        let message = Mesh::from_soup(&soup).unwrap().inside_rule().unwrap_err().to_string();
        assert_eq!(
            message,
            "the mesh is open: triangle 0 has a free edge from (0, 0, 0) to (0, 1, 0); \
             3 edges are used an odd number of times"
        );
    }

    #[test]
    fn degenerate_triangles_border_nothing() {
        let mut soup = tetrahedron(0.0);
        soup.push([[0.0; 3]; 3]);
        assert_eq!(Mesh::from_soup(&soup).unwrap().inside_rule(), Ok(InsideRule::Winding));
        soup.push([[0.0; 3], [1.0, 0.0, 0.0], [0.0; 3]]); // there and back
        assert_eq!(Mesh::from_soup(&soup).unwrap().inside_rule(), Ok(InsideRule::Winding));
    }
}
