//! Input of meshes: any bytes as a file of every format, and as vertices and triangles. What is
//! accepted is sound, and both builders make a valid tree of it. Each reader has a target of its
//! own besides, so that a campaign can go deep into one format.

use std::collections::HashSet;

use obbtree::io::{Format, ReadOptions, read_assembly_from, read_mesh_from, tree_bytes};
use obbtree::pose::MAX_COORDINATE;
use obbtree::{Body, Mesh, Pose, collide};
use obbtree_builder::{classic, wide};

use crate::bytes::Bytes;

const FORMATS: [Format; 9] = [
    Format::StlBinary,
    Format::StlAscii,
    Format::Obj,
    Format::Ply,
    Format::Off,
    Format::Dae,
    Format::Gltf,
    Format::Glb,
    Format::Tree,
];

/// The bytes by their content, then as each format, then as numbers.
pub fn mesh_input(data: &[u8]) {
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

/// The bytes as STL of both kinds.
pub fn read_stl(data: &[u8]) {
    read_as(data, Format::StlBinary);
    read_as(data, Format::StlAscii);
}

/// The bytes as OBJ.
pub fn read_obj(data: &[u8]) {
    read_as(data, Format::Obj);
}

/// The bytes as PLY.
pub fn read_ply(data: &[u8]) {
    read_as(data, Format::Ply);
}

/// The bytes as OFF.
pub fn read_off(data: &[u8]) {
    read_as(data, Format::Off);
}

/// The bytes as COLLADA.
pub fn read_dae(data: &[u8]) {
    read_as(data, Format::Dae);
}

/// The bytes as glTF, JSON and binary.
pub fn read_gltf(data: &[u8]) {
    read_as(data, Format::Gltf);
    read_as(data, Format::Glb);
}

/// The bytes as a tree file: as they are, and with the right checksum in place of their last eight,
/// which no fuzzer finds by itself. What loads can be queried, and saves to the same bytes.
pub fn read_tree(data: &[u8]) {
    read_as(data, Format::Tree);
    let mut data = data.to_vec();
    data.truncate(data.len().saturating_sub(8));
    data.extend(crc::Crc::<u64>::new(&crc::CRC_64_XZ).checksum(&data).to_le_bytes());
    let Ok(loaded) = read_mesh_from(&data, "fuzzed", Some(Format::Tree)) else { return };
    let tree = loaded.tree.expect("a tree file holds a tree");
    let body = Body::from_parts(loaded.mesh, tree).expect("a tree file holds the tree of its mesh");
    let here = Pose::identity();
    let _ = collide(&body, &here, &body, &here);
    let saved = tree_bytes(body.mesh(), body.tree());
    assert_eq!(saved.as_ref(), Ok(&data), "saved to other bytes");
}

fn read_as(data: &[u8], format: Format) {
    read_parts(data, format);
    match read_mesh_from(data, "fuzzed", Some(format)) {
        Ok(loaded) => check(&loaded.mesh),
        Err(error) => assert!(error.to_string().starts_with("fuzzed: "), "{error}"),
    }
}

/// The bytes as an assembly: sound meshes, and nodes of different names that have them.
fn read_parts(data: &[u8], format: Format) {
    let options = ReadOptions::default().with_format(format);
    match read_assembly_from(data, "fuzzed", &options) {
        Ok(assembly) => {
            assembly.meshes.iter().for_each(check);
            let used: HashSet<usize> = assembly.nodes.iter().map(|node| node.mesh).collect();
            assert_eq!(used.len(), assembly.meshes.len());
            assert!(used.iter().all(|&mesh| mesh < assembly.meshes.len()));
            let names: HashSet<&str> = assembly.nodes.iter().map(|node| &*node.name).collect();
            assert_eq!(names.len(), assembly.nodes.len());
        }
        Err(error) => assert!(error.to_string().starts_with("fuzzed: "), "{error}"),
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
    let _ = (mesh.report(), mesh.inside_rule(), mesh.component_points());
    // The time to build is not in question here.
    if mesh.triangles().len() <= 256 {
        classic::build(mesh, &Default::default()).validate().expect("a valid classic tree");
        wide::build(mesh, &Default::default()).validate().expect("a valid wide tree");
    }
}
