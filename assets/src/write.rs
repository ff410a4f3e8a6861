//! Meshes to bytes: binary STL and OBJ, as small as the formats allow.

use std::fmt::Write as _;

use obbtree_mesh::Mesh;

/// A binary STL file: 80 bytes of title, the count, and for each triangle its normal, its corners
/// and two bytes of nothing, all little-endian `f32`. A longer title is cut off.
///
/// The normal is of unit length, or zero if the triangle has none.
pub fn stl_bytes(mesh: &Mesh, title: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(84 + 50 * mesh.triangles().len());
    bytes.extend(title.bytes().chain(std::iter::repeat(b' ')).take(80));
    bytes.extend((mesh.triangles().len() as u32).to_le_bytes());
    for triangle in mesh.triangles() {
        let corners = triangle.map(|vertex| mesh.vertices()[vertex as usize]);
        for x in [normal(corners)].iter().chain(&corners).flatten() {
            bytes.extend((*x as f32).to_le_bytes());
        }
        bytes.extend([0, 0]);
    }
    bytes
}

fn normal([p, q, r]: [[f64; 3]; 3]) -> [f64; 3] {
    let [u, v]: [[f64; 3]; 2] = [q, r].map(|corner| std::array::from_fn(|k| corner[k] - p[k]));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let norm = (cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]).sqrt();
    cross.map(|x| if norm > 0.0 { x / norm + 0.0 } else { 0.0 })
}

/// An OBJ file: the title as a comment, vertices with the fewest digits that give back their `f32`,
/// and faces.
pub fn obj_text(mesh: &Mesh, title: &str) -> String {
    let mut text = format!("# {title}\n");
    for [x, y, z] in mesh.vertices().iter().map(|vertex| vertex.map(|x| x as f32)) {
        writeln!(text, "v {x} {y} {z}").expect("a String takes all text");
    }
    for [a, b, c] in mesh.triangles().iter().map(|triangle| triangle.map(|vertex| vertex + 1)) {
        writeln!(text, "f {a} {b} {c}").expect("a String takes all text");
    }
    text
}
