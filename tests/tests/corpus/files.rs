//! Hostile files of every format give what is expected of them; one mesh in every format is one
//! mesh.

use std::path::PathBuf;

use obbtree::io::{AssemblyNode, read_assembly};
use obbtree::{Body, Pose, collide};
use obbtree_assets::named;
use obbtree_tests::corpus::formats;
use obbtree_tests::corpus::hostile::{Expect, files};
use obbtree_tests::reading::read_in_time;
use tempfile::TempDir;

fn write(folder: &TempDir, file: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(file);
    std::fs::write(&path, bytes).expect("written");
    path
}

#[test]
fn hostile_files_give_what_is_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    let files = files();
    for hostile in &files {
        let result = read_in_time(&write(&folder, &hostile.file, &hostile.bytes));
        let found = result.as_ref().map(|loaded| loaded.mesh.triangles().len());
        let is_right = match (hostile.expect, &found) {
            (Expect::Mesh(wanted) | Expect::Either(wanted), Ok(found)) => wanted == *found,
            (Expect::Error(place), Err(error)) => error.to_string().contains(place),
            (Expect::Either(_), Err(_)) => true,
            _ => false,
        };
        if !is_right {
            let found = found.map_err(ToString::to_string);
            wrong.push(format!("{}: {found:?}, not {:?}", hostile.file, hostile.expect));
        }
        // As parts the file has the same triangles, or the same fault.
        let parts =
            read_assembly(write(&folder, &hostile.file, &hostile.bytes), &Default::default());
        let of_parts = parts.as_ref().map(|assembly| {
            let of_node = |node: &AssemblyNode| assembly.meshes[node.mesh].triangles().len();
            assembly.nodes.iter().map(of_node).sum::<usize>()
        });
        let is_same = match (&found, &of_parts) {
            (Ok(found), Ok(of_parts)) => found == of_parts,
            (Err(error), Err(of_parts)) => error.to_string() == of_parts.to_string(),
            _ => false,
        };
        if !is_same {
            wrong.push(format!("{} as parts: {of_parts:?}, not {found:?}", hostile.file));
        }
        if let Ok(loaded) = result {
            // What is read can be built and queried; on itself it meets.
            let body = Body::new(loaded.mesh);
            let here = Pose::identity();
            assert!(collide(&body, &here, &body, &here), "{}", hostile.file);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(files.len() >= 80, "{} files", files.len());
}

#[test]
fn nodes_and_units_place_geometry() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, min, max) in [
        ("dae_matrix.dae", [4.0, 6.0, 7.0], [5.0, 7.0, 8.0]),
        ("dae_mm_yup.dae", [0.0; 3], [0.001; 3]),
        ("dae_two_instances.dae", [0.0; 3], [12.0, 2.0, 2.0]),
        ("gltf_trs.gltf", [-1.0, 2.0, 3.0], [1.0, 4.0, 5.0]),
    ] {
        let files = files();
        let bytes = &files.iter().find(|hostile| hostile.file == file).expect("a file").bytes;
        let loaded = read_in_time(&write(&folder, file, bytes)).expect(file);
        let bounds = loaded.mesh.report().bounds;
        // A quaternion of decimals does not turn by exactly a right angle.
        for axis in 0..3 {
            assert!((bounds.min[axis] - min[axis]).abs() < 1e-14, "{file}: {bounds:?}");
            assert!((bounds.max[axis] - max[axis]).abs() < 1e-14, "{file}: {bounds:?}");
        }
    }
}

#[test]
fn concave_polygons_cover_their_area_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    for hostile in files().iter().filter(|hostile| hostile.file.starts_with("obj_concave")) {
        let mesh =
            read_in_time(&write(&folder, &hostile.file, &hostile.bytes)).expect("a mesh").mesh;
        assert_eq!(mesh.report().area, 3.0, "{}", hostile.file);
    }
}

#[test]
fn one_mesh_in_ten_formats_has_the_same_triangles_bit_for_bit() {
    let folder = tempfile::tempdir().expect("a folder");
    let mesh = named::by_name("scan").expect("a mesh").mesh(5_000);
    let bits = |mesh: &obbtree::Mesh| -> Vec<[[u64; 3]; 3]> {
        let place = |v: u32| mesh.vertices()[v as usize].map(f64::to_bits);
        mesh.triangles().iter().map(|t| t.map(place)).collect()
    };
    for (file, bytes) in formats::files(&mesh) {
        let loaded = read_in_time(&write(&folder, file, &bytes)).expect(file).mesh;
        assert!(bits(&loaded) == bits(&mesh), "{file}");
    }
}
