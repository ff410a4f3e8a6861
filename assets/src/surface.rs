//! Triangles under construction: vertices that are welded as they come, and the three ways in which
//! the models join rings of them.

use std::collections::HashMap;

use obbtree_mesh::Mesh;

/// Vertex and triangle lists. A vertex is rounded to `f32` when it is added, and one that falls on
/// an earlier one *is* the earlier one.
#[derive(Default)]
pub(crate) struct Surface {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    at_place: HashMap<[u32; 3], u32>,
}

/// Which way a flat face looks.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Facing {
    /// Along +z.
    Up,
    /// Along -z.
    Down,
}

impl Surface {
    pub(crate) fn vertex(&mut self, place: [f64; 3]) -> u32 {
        // Adding 0 turns -0 into 0: the two are one place.
        let rounded = place.map(|x| x as f32 + 0.0);
        let next = self.vertices.len() as u32;
        let id = *self.at_place.entry(rounded.map(f32::to_bits)).or_insert(next);
        if id == next {
            self.vertices.push(rounded.map(f64::from));
        }
        id
    }

    pub(crate) fn ring(&mut self, places: impl IntoIterator<Item = [f64; 3]>) -> Vec<u32> {
        places.into_iter().map(|place| self.vertex(place)).collect()
    }

    /// `n` vertices on a circle about the vertical through `centre`, from the direction +x on.
    pub(crate) fn circle(&mut self, centre: [f64; 2], radius: f64, z: f64, n: usize) -> Vec<u32> {
        self.ring((0..n).map(|i| {
            let [cos, sin] = on_circle(i, n);
            [centre[0] + radius * cos, centre[1] + radius * sin, z]
        }))
    }

    /// Adds a triangle; one with two corners at the same place is an edge, and left out.
    pub(crate) fn triangle(&mut self, a: u32, b: u32, c: u32) {
        if a != b && b != c && c != a {
            self.triangles.push([a, b, c]);
        }
    }

    pub(crate) fn quad(&mut self, a: u32, b: u32, c: u32, d: u32) {
        self.triangle(a, b, c);
        self.triangle(a, c, d);
    }

    /// The band between two rings of equal length. With both counter-clockwise seen from +z and
    /// `upper` above `lower`, it looks outwards.
    pub(crate) fn strip(&mut self, lower: &[u32], upper: &[u32]) {
        debug_assert_eq!(lower.len(), upper.len());
        for i in 0..lower.len() {
            let j = (i + 1) % lower.len();
            self.quad(lower[i], lower[j], upper[j], upper[i]);
        }
    }

    /// The face between two rings around the vertical through `centre`, both counter-clockwise
    /// seen from +z, with any numbers of vertices. The edges of both rings are merged in the
    /// order of the direction in which their midpoints lie, so an edge is joined to the vertex
    /// across from it.
    pub(crate) fn annulus(
        &mut self,
        centre: [f64; 2],
        outer: &[u32],
        inner: &[u32],
        facing: Facing,
    ) {
        let (outer, outer_at) = self.starting_lowest(centre, outer);
        let (inner, inner_at) = self.starting_lowest(centre, inner);
        let (mut i, mut j) = (0, 0);
        while i < outer.len() || j < inner.len() {
            let at_outer = outer[i % outer.len()];
            let at_inner = inner[j % inner.len()];
            let corners = if j == inner.len() || (i < outer.len() && outer_at[i] <= inner_at[j]) {
                i += 1;
                [at_outer, outer[i % outer.len()], at_inner]
            } else {
                j += 1;
                [at_outer, inner[j % inner.len()], at_inner]
            };
            self.facing(corners, facing);
        }
    }

    /// The convex face inside a ring, as a fan around its centre.
    pub(crate) fn disc(&mut self, centre: [f64; 3], ring: &[u32], facing: Facing) {
        let middle = self.vertex(centre);
        for i in 0..ring.len() {
            self.facing([ring[i], ring[(i + 1) % ring.len()], middle], facing);
        }
    }

    /// Adds a triangle that is counter-clockwise seen from +z, or its back.
    pub(crate) fn facing(&mut self, [a, b, c]: [u32; 3], facing: Facing) {
        match facing {
            Facing::Up => self.triangle(a, b, c),
            Facing::Down => self.triangle(a, c, b),
        }
    }

    pub(crate) fn mesh(self) -> Mesh {
        Mesh::new(self.vertices, self.triangles).expect("a model has finite vertices and triangles")
    }

    /// The ring turned so that its edges come in ascending direction, and those directions.
    fn starting_lowest(&self, centre: [f64; 2], ring: &[u32]) -> (Vec<u32>, Vec<f64>) {
        let n = ring.len();
        let direction = |i: usize| {
            let [p, q] = [ring[i], ring[(i + 1) % n]].map(|v| self.vertices[v as usize]);
            libm::atan2(0.5 * (p[1] + q[1]) - centre[1], 0.5 * (p[0] + q[0]) - centre[0])
        };
        let directions: Vec<f64> = (0..n).map(direction).collect();
        let first = (0..n).min_by(|&i, &j| directions[i].total_cmp(&directions[j])).unwrap_or(0);
        let turned = |i: usize| (first + i) % n;
        ((0..n).map(|i| ring[turned(i)]).collect(), (0..n).map(|i| directions[turned(i)]).collect())
    }
}

/// Cosine and sine of an angle in radians, the same bits everywhere.
pub(crate) fn cos_sin(angle: f64) -> [f64; 2] {
    [libm::cos(angle), libm::sin(angle)]
}

/// Cosine and sine of `i` of `n` parts of a full turn.
pub(crate) fn on_circle(i: usize, n: usize) -> [f64; 2] {
    cos_sin(std::f64::consts::TAU * i as f64 / n as f64)
}
