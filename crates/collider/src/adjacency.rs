//! Which vertices are joined by edges, and how far the directions in which a place on a triangle is
//! farthest may be from the triangle's normal.

use nalgebra::{Point3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::unit_vector;

/// Of a mesh whose outside is known.
#[derive(Debug)]
pub(crate) struct Adjacency {
    /// Where the neighbours of a vertex begin, and behind the last one where they end.
    starts: Vec<u32>,
    /// Ascending for each vertex, each once.
    around: Vec<u32>,
    /// For each triangle the cosine of the largest angle between its normal and a direction in
    /// which its face, an edge or a vertex of it is farthest of all that is around it.
    cones: Vec<f32>,
}

/// Vertices with more neighbours are not looked at: any direction may be one of theirs.
const MOST_AROUND: usize = 24;

/// A neighbour counts as behind up to this sine of an angle.
const FLAT: f64 = 1e-6;

impl Adjacency {
    /// With 1 where triangles turn counterclockwise seen from outside, -1 where clockwise.
    pub(crate) fn of(mesh: &Mesh, outward: f64) -> Self {
        let triangles = mesh.triangles();
        let (starts, faces) = lists(mesh.vertices().len(), || {
            triangles.iter().enumerate().flat_map(|(n, t)| t.map(|vertex| (vertex, n as u32)))
        });
        let edges = |t: &[u32; 3]| [0, 1, 2].map(|k| [t[k], t[(k + 1) % 3]]);
        let (all_starts, all) = lists(mesh.vertices().len(), || {
            triangles.iter().flat_map(edges).flat_map(|[p, q]| [(p, q), (q, p)])
        });
        let mut adjacency =
            Self { starts: vec![0], around: Vec::new(), cones: vec![1.0; triangles.len()] };
        for range in all_starts.windows(2) {
            let mut around = all[range[0] as usize..range[1] as usize].to_vec();
            around.sort_unstable();
            around.dedup();
            adjacency.around.extend(around);
            adjacency.starts.push(adjacency.around.len() as u32);
        }
        let normals: Vec<Vector3<f64>> = mesh
            .corners()
            .map(|[p, q, r]| unit_vector(&((q - p).cross(&(r - p)) * outward)).unwrap_or_default())
            .collect();
        for vertex in 0..mesh.vertices().len() {
            let faces = &faces[starts[vertex] as usize..starts[vertex + 1] as usize];
            if !faces.is_empty() {
                adjacency.widen(mesh, vertex as u32, faces, &normals);
            }
        }
        adjacency
    }

    /// By the directions of a vertex and of the edges there.
    fn widen(&mut self, mesh: &Mesh, vertex: u32, faces: &[u32], normals: &[Vector3<f64>]) {
        let place = |vertex: u32| Point3::from(mesh.vertices()[vertex as usize]);
        let here = place(vertex);
        let ways: Vec<_> =
            self.around(vertex).filter_map(|other| unit_vector(&(place(other) - here))).collect();
        if ways.len() > MOST_AROUND {
            faces.iter().for_each(|&face| self.cones[face as usize] = -1.0);
            return;
        }
        let is_outward = |direction: &Vector3<f64>| {
            faces.iter().any(|&face| normals[face as usize].dot(direction) >= 0.0)
        };
        let mut directions = Vec::new();
        for (n, way) in ways.iter().enumerate() {
            for other in &ways[..n] {
                let Some(direction) = unit_vector(&way.cross(other)) else { continue };
                for direction in [direction, -direction] {
                    if ways.iter().all(|way| way.dot(&direction) <= FLAT) && is_outward(&direction)
                    {
                        directions.push(direction);
                    }
                }
            }
        }
        for &face in faces {
            let normal = normals[face as usize];
            let corners = mesh.triangles()[face as usize];
            let mut least = 1.0_f64;
            // An edge that bends outwards has the directions between the normals of both sides.
            for &other in faces.iter().filter(|&&other| other != face) {
                let beyond = mesh.triangles()[other as usize];
                let shared = beyond.iter().filter(|corner| corners.contains(corner)).count();
                let behind = |corner: &u32| (place(*corner) - here).dot(&normal) <= 0.0;
                if shared > 1 && beyond.iter().all(behind) {
                    least = least.min(normal.dot(&normals[other as usize]));
                }
            }
            let of_vertex = directions.iter().map(|direction| direction.dot(&normal));
            least = of_vertex.fold(least, f64::min);
            if normal == Vector3::zeros() {
                least = -1.0;
            }
            let cone = &mut self.cones[face as usize];
            *cone = cone.min(least as f32);
        }
    }

    /// The cosine of the angle around a triangle's normal, see [`Self::cones`].
    pub(crate) fn cone(&self, triangle: u32) -> f64 {
        f64::from(self.cones[triangle as usize])
    }

    /// The vertices at the other ends of a vertex's edges, ascending.
    pub(crate) fn around(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.list(vertex).iter().copied()
    }

    pub(crate) fn are_joined(&self, one: u32, other: u32) -> bool {
        self.list(one).contains(&other)
    }

    fn list(&self, vertex: u32) -> &[u32] {
        let [from, to] = [0, 1].map(|n| self.starts[vertex as usize + n] as usize);
        &self.around[from..to]
    }
}

/// Numbers by their keys, all of a key one after the other: where those of each begin, and all.
fn lists<I: Iterator<Item = (u32, u32)>>(
    keys: usize,
    pairs: impl Fn() -> I,
) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; keys + 1];
    pairs().for_each(|(key, _)| starts[key as usize + 1] += 1);
    for key in 0..keys {
        starts[key + 1] += starts[key];
    }
    let mut next = starts.clone();
    let mut all = vec![0; starts[keys] as usize];
    for (key, number) in pairs() {
        all[next[key as usize] as usize] = number;
        next[key as usize] += 1;
    }
    (starts, all)
}
