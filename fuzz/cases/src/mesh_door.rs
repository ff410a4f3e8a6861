//! The doors for meshes: any bytes as a file of every format, and as vertices and triangles. What
//! passes is sound, and both builders make a valid tree of it.

use obbtree::io::{Format, read_mesh_from};
use obbtree::{MAX_COORDINATE, Mesh, classic, wide};

use crate::bytes::Bytes;

const FORMATS: [Format; 8] = [
    Format::StlBinary,
    Format::StlAscii,
    Format::Obj,
    Format::Ply,
    Format::Off,
    Format::Dae,
    Format::Gltf,
    Format::Glb,
];

/// The bytes by their content, then as each format, then as numbers.
///
/// # Panics
/// If a mesh that was taken is not sound.
pub fn mesh_door(data: &[u8]) {
    for format in [None].into_iter().chain(FORMATS.map(Some)) {
        match read_mesh_from(data, "fuzzed", format) {
            Ok(loaded) => check(&loaded.mesh),
            Err(error) => assert!(error.to_string().starts_with("fuzzed: "), "{error}"),
        }
    }
    let mut bytes = Bytes::new(data);
    let raw = bytes.byte().is_multiple_of(2);
    let mut number = || if raw { bytes.raw() } else { bytes.coordinate() };
    let vertices: Vec<[f64; 3]> = (0..4).map(|_| [number(), number(), number()]).collect();
    // One triangle in 85 names a vertex that is not there.
    let triangles = (0..1 + bytes.byte() % 8)
        .map(|_| {
            std::array::from_fn(|_| {
                u32::from(bytes.byte().saturating_sub(251).max(bytes.byte() % 4))
            })
        })
        .collect();
    if let Ok(mesh) = Mesh::new(vertices, triangles) {
        check(&mesh);
    }
}

/// What a mesh that exists is.
fn check(mesh: &Mesh) {
    assert!(!mesh.triangles().is_empty());
    let count = mesh.vertices().len();
    assert!(mesh.triangles().iter().flatten().all(|&vertex| (vertex as usize) < count));
    assert!(mesh.vertices().iter().flatten().all(|x| x.abs() <= MAX_COORDINATE));
    let again = Mesh::new(mesh.vertices().to_vec(), mesh.triangles().to_vec());
    assert_eq!(again.as_ref(), Ok(mesh), "refused the second time");
    let _ = (mesh.report(), mesh.inside_rule(), mesh.a_point_of_each_part());
    // The time to build is not in question here.
    if mesh.triangles().len() <= 256 {
        classic::build(mesh, &Default::default()).validate().expect("a valid classic tree");
        wide::build(mesh, &Default::default()).validate().expect("a valid wide tree");
    }
}
