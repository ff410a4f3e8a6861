//! Connected components of a mesh: how large is the smallest.

use nalgebra::Point3;
use obbtree_collider::Body;

/// The least, over the components of a mesh, of the longest side of a component's axis-aligned
/// box: nothing with a smaller diameter contains one. And a vertex of each, unless there are many.
pub(crate) fn components(body: &Body) -> (f64, Vec<Point3<f64>>) {
    /// Of more the vertices would cost more than they save.
    const MANY: usize = 8;
    let (vertices, triangles) = (body.mesh().vertices(), body.mesh().triangles());
    let mut parents: Vec<u32> = (0..vertices.len() as u32).collect();
    for &[a, b, c] in triangles {
        join(&mut parents, a, b);
        join(&mut parents, b, c);
    }
    let mut boxes = std::collections::HashMap::new();
    for &vertex in triangles.as_flattened() {
        let root = find(&mut parents, vertex);
        let at = vertices[vertex as usize];
        let [low, high] = boxes.entry(root).or_insert([at, at]);
        for k in 0..3 {
            low[k] = low[k].min(at[k]);
            high[k] = high[k].max(at[k]);
        }
    }
    let longest =
        |[low, high]: &[[f64; 3]; 2]| (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    let least = boxes.values().map(longest).fold(f64::INFINITY, f64::min);
    let mut starts: Vec<u32> = boxes.keys().copied().collect();
    starts.sort_unstable();
    let place = |start: u32| vertices[start as usize].into();
    let starts = if starts.len() > MANY { vec![] } else { starts };
    (least, starts.into_iter().map(place).collect())
}

/// The vertex that stands for a component, with the path to it halved (R. Tarjan, J. van Leeuwen,
/// 1984).
fn find(parents: &mut [u32], mut vertex: u32) -> u32 {
    while parents[vertex as usize] != vertex {
        let next = parents[parents[vertex as usize] as usize];
        parents[vertex as usize] = next;
        vertex = next;
    }
    vertex
}

fn join(parents: &mut [u32], a: u32, b: u32) {
    let [a, b] = [find(parents, a), find(parents, b)];
    parents[a as usize] = b;
}

#[cfg(test)]
mod tests {
    use super::*;
    use obbtree_mesh::Mesh;

    #[test]
    fn the_smallest_of_two_components() {
        let corners = vec![
            [0.0; 3],
            [3.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [5.0, 0.0, 0.0],
            [5.0, 0.0, 2.0],
            [5.0, 1.0, 0.0],
            [1.0, 1.0, 1.0],
        ];
        let mesh = Mesh::new(corners, vec![[3, 4, 5], [0, 1, 2], [0, 2, 6]]).unwrap();
        let (least, starts) = components(&Body::new(mesh));
        assert_eq!((least, starts.len()), (2.0, 2));
    }
}
