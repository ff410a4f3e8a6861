//! Topology: is a mesh the boundary of a solid, and what are its connected components, the shells?
//!
//! Vertices at the same position are one vertex here, however often the mesh lists them. A mesh is
//! closed if every edge is used as often in one direction as in the other; then the winding number
//! distinguishes inside from outside. Otherwise, if every edge is used an even number of times,
//! parity still does.

use nalgebra::Point3;
use thiserror::Error;

use crate::mesh::Mesh;
use crate::numbering::PointNumbers;

/// How a closed mesh distinguishes inside from outside.
///
/// Exhaustive on purpose: whoever decides inside by it must handle every rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsideRule {
    /// A point is inside if its winding number is not zero: shells with inverted orientation are
    /// solid too, overlapping shells are united, and a shell of opposite orientation inside another
    /// is a cavity.
    Winding,
    /// A point is inside if a ray from it to infinity crosses the surface an odd number of times:
    /// for meshes whose triangles are not oriented consistently. Where two shells overlap is
    /// outside.
    Parity,
}

/// The mesh is open, so it has no inside.
#[derive(Clone, Debug, Error, PartialEq)]
#[error(
    "the mesh is open: triangle {triangle} has a free edge from ({}, {}, {}) to ({}, {}, {}); \
     {edges} edges are used an odd number of times",
    .from[0], .from[1], .from[2], .to[0], .to[1], .to[2]
)]
#[non_exhaustive]
pub struct OpenMesh {
    /// The first triangle with a free edge.
    pub triangle: usize,
    /// The start of that edge, in mesh coordinates.
    pub from: [f64; 3],
    /// The end of that edge, in mesh coordinates.
    pub to: [f64; 3],
    /// The number of edges that are used an odd number of times.
    pub edges: usize,
}

impl Mesh {
    /// How the mesh distinguishes inside from outside.
    ///
    /// # Errors
    /// If it is open, with the first triangle that has a free edge.
    pub fn inside_rule(&self) -> Result<InsideRule, OpenMesh> {
        let (position_of, count) = positions(self.vertices());
        self.rule_of_positions(&position_of, count)
    }

    fn rule_of_positions(&self, position_of: &[u32], count: usize) -> Result<InsideRule, OpenMesh> {
        let edges = Edges::of(self, position_of, count);
        if edges.unbalanced() == 0 {
            Ok(InsideRule::Winding)
        } else if edges.odd() == 0 {
            Ok(InsideRule::Parity)
        } else {
            Err(edges.open(self, position_of))
        }
    }

    /// [`Mesh::inside_rule`] and [`Mesh::component_points`], in less time than one after the other.
    pub fn topology(&self) -> (Result<InsideRule, OpenMesh>, Vec<Point3<f64>>) {
        let (position_of, count) = positions(self.vertices());
        let rule = self.rule_of_positions(&position_of, count);
        (rule, self.points_of_components(&position_of, count))
    }

    fn points_of_components(&self, position_of: &[u32], count: usize) -> Vec<Point3<f64>> {
        let mut components = Components::of_triangles(self, position_of, count);
        let mut is_new = vec![true; count];
        let firsts = self.triangles().iter().filter_map(|&[first, ..]| {
            let component = components.of(position_of[first as usize]) as usize;
            let is_first = std::mem::replace(&mut is_new[component], false);
            is_first.then(|| self.vertices()[first as usize].into())
        });
        firsts.collect()
    }

    /// One vertex of each connected component (of a closed mesh: of each shell), in mesh
    /// coordinates. Triangles with a corner at the same position are connected.
    #[must_use]
    pub fn component_points(&self) -> Vec<Point3<f64>> {
        let (position_of, count) = positions(self.vertices());
        self.points_of_components(&position_of, count)
    }

    /// For each vertex the lowest one that it is joined to by triangles other than those left out,
    /// whose numbers ascend. What touches nothing but these is on one side of it.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// let corners = (0..4_u8).map(|n| [f64::from(n), f64::from(n * n), 0.0]).collect();
    /// let mesh = Mesh::new(corners, vec![[0, 1, 2], [1, 2, 3]])?;
    /// assert_eq!(mesh.joined_without(&[]), [0, 0, 0, 0]);
    /// assert_eq!(mesh.joined_without(&[0]), [0, 1, 1, 1]);
    /// # Ok::<(), obbtree_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn joined_without(&self, left_out: &[u32]) -> Vec<u32> {
        let count = self.vertices().len() as u32;
        let mut components = Components((0..count).collect());
        let mut left_out = left_out.iter().peekable();
        for (number, &[a, b, c]) in self.triangles().iter().enumerate() {
            if left_out.next_if(|&&next| next as usize == number).is_none() {
                components.join(a, b);
                components.join(b, c);
            }
        }
        (0..count).map(|vertex| components.of(vertex)).collect()
    }

    /// The numbers of each connected component's triangles, ascending; the components in the order
    /// of their first triangles.
    #[must_use]
    pub fn component_triangles(&self) -> Vec<Vec<u32>> {
        let (position_of, count) = positions(self.vertices());
        let mut components = Components::of_triangles(self, &position_of, count);
        let mut number_of = vec![usize::MAX; count];
        let mut all: Vec<Vec<u32>> = Vec::new();
        for (triangle, &[vertex, ..]) in self.triangles().iter().enumerate() {
            let component = components.of(position_of[vertex as usize]) as usize;
            if number_of[component] == usize::MAX {
                number_of[component] = all.len();
                all.push(Vec::new());
            }
            all[number_of[component]].push(triangle as u32);
        }
        all
    }
}

/// For each vertex the number of its position, and the number of positions. -0 and 0 are equal.
#[must_use]
pub fn positions(vertices: &[[f64; 3]]) -> (Vec<u32>, usize) {
    let mut numbers = PointNumbers::with_capacity(vertices.len());
    let of_vertex = vertices.iter().map(|v| numbers.number(v.map(|x| x + 0.0))).collect();
    (of_vertex, numbers.count())
}

/// The edges by the lower position of each: of every use the upper one times two, and one more
/// where the use ascends.
pub(crate) struct Edges(ByPosition);

impl Edges {
    /// `count`: of positions.
    pub(crate) fn of(mesh: &Mesh, position_of: &[u32], count: usize) -> Self {
        let all = mesh
            .triangles()
            .iter()
            .flat_map(|corners| edges_of(corners.map(|vertex| position_of[vertex as usize])));
        // An edge of length zero does not count.
        let uses = all
            .filter(|[from, to]| from != to)
            .map(|[from, to]| (from.min(to), u64::from(from.max(to)) << 1 | u64::from(from < to)));
        Self(ByPosition::of(count, uses))
    }

    /// The uses of each edge.
    fn each(&self) -> impl Iterator<Item = &[u64]> {
        self.0.each().flat_map(|uses| uses.chunk_by(|one, other| one >> 1 == other >> 1))
    }

    pub(crate) fn unbalanced(&self) -> usize {
        let ascending = |uses: &[u64]| uses.iter().filter(|&use_of| use_of & 1 == 1).count();
        self.each().filter(|uses| 2 * ascending(uses) != uses.len()).count()
    }

    fn odd(&self) -> usize {
        self.each().filter(|uses| uses.len() % 2 != 0).count()
    }

    /// The error for a mesh with an odd edge.
    fn open(&self, mesh: &Mesh, position_of: &[u32]) -> OpenMesh {
        for (triangle, corners) in mesh.triangles().iter().enumerate() {
            for [from, to] in edges_of(*corners) {
                let [p, q] = [from, to].map(|vertex| position_of[vertex as usize]);
                let upper = u64::from(p.max(q));
                let uses = self.0.at(p.min(q)).iter().filter(|&use_of| use_of >> 1 == upper);
                if uses.count() % 2 != 0 {
                    let [from, to] = [from, to].map(|vertex| mesh.vertices()[vertex as usize]);
                    return OpenMesh { triangle, from, to, edges: self.odd() };
                }
            }
        }
        unreachable!("an odd edge belongs to a triangle")
    }
}

/// Numbers that belong to positions, those of each sorted.
pub(crate) struct ByPosition {
    /// By position: where its numbers end, and those of the next begin.
    ends: Vec<u32>,
    numbers: Vec<u64>,
}

impl ByPosition {
    /// Of positions below `count`. There are fewer than 2^32 numbers.
    pub(crate) fn of(count: usize, all: impl Iterator<Item = (u32, u64)> + Clone) -> Self {
        let mut ends = vec![0; count];
        for (position, _) in all.clone() {
            ends[position as usize] += 1;
        }
        let mut next = 0;
        for end in &mut ends {
            next += std::mem::replace(end, next);
        }
        // Where the next number of each goes: in the end where they end.
        let mut numbers = vec![0; next as usize];
        for (position, number) in all {
            let place = &mut ends[position as usize];
            numbers[*place as usize] = number;
            *place += 1;
        }
        let mut begin = 0;
        for &end in &ends {
            numbers[begin..end as usize].sort_unstable();
            begin = end as usize;
        }
        Self { ends, numbers }
    }

    fn at(&self, position: u32) -> &[u64] {
        let end = self.ends[position as usize] as usize;
        let begin = position.checked_sub(1).map_or(0, |before| self.ends[before as usize] as usize);
        &self.numbers[begin..end]
    }

    /// Those of each position.
    pub(crate) fn each(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.ends.len() as u32).map(|position| self.at(position))
    }
}

fn edges_of([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Positions that are connected by triangles: a disjoint-set forest with path halving (Tarjan, van
/// Leeuwen, "Worst-case Analysis of Set Union Algorithms", 1984).
struct Components(Vec<u32>);

impl Components {
    fn of_triangles(mesh: &Mesh, position_of: &[u32], count: usize) -> Self {
        let mut components = Self((0..count as u32).collect());
        for corners in mesh.triangles() {
            let [a, b, c] = corners.map(|vertex| position_of[vertex as usize]);
            components.join(a, b);
            components.join(b, c);
        }
        components
    }

    fn of(&mut self, mut position: u32) -> u32 {
        while self.0[position as usize] != position {
            let parent = self.0[position as usize];
            self.0[position as usize] = self.0[parent as usize];
            position = parent;
        }
        position
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.of(a), self.of(b));
        // The lower number is the root, so that the result does not depend on the order of joining.
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
        assert_eq!(mesh.topology(), (mesh.inside_rule(), mesh.component_points()));
        let first = |triangles: &Vec<u32>| mesh.triangle(triangles[0] as usize)[0];
        let firsts: Vec<_> = mesh.component_triangles().iter().map(first).collect();
        assert_eq!(mesh.component_points(), firsts);
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
    fn degenerate_triangles_have_no_free_edges() {
        let mut soup = tetrahedron(0.0);
        soup.push([[0.0; 3]; 3]);
        assert_eq!(Mesh::from_soup(&soup).unwrap().inside_rule(), Ok(InsideRule::Winding));
        soup.push([[0.0; 3], [1.0, 0.0, 0.0], [0.0; 3]]); // both directions along one edge
        assert_eq!(Mesh::from_soup(&soup).unwrap().inside_rule(), Ok(InsideRule::Winding));
    }
}
