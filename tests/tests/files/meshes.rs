//! Mesh and pose files: the shared tables of good, bad and odd ones, the same mesh in several
//! formats, and thousands of damaged files.

use std::path::Path;
use std::time::Instant;

use obbtree::Mesh;
use obbtree::io::{Format, read_mesh, read_mesh_from, read_poses, read_poses_from};
use obbtree_tests::corpus::formats;
use obbtree_tests::corpus::hostile::{self, Expect, Hostile};
use obbtree_tests::data;
use obbtree_tests::reading::{PATIENCE, read_in_time};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn rows(table: &Path) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(table).expect("a table");
    reader.records().collect::<Result<_, _>>().expect("rows")
}

#[test]
#[cfg_attr(not(data = "hostile"), ignore = "needs the developers' data: hostile")]
fn every_hostile_file_is_accepted_or_refused_as_listed() {
    let folder = data::path("hostile");
    let mut checked = 0;
    for row in rows(&folder.join("expected.csv")) {
        let (file, expect, triangles) = (&row[0], &row[2], &row[3]);
        if file.contains('/') {
            continue;
        }
        let result = read_in_time(&folder.join(file));
        checked += 1;
        match result {
            Ok(loaded) => {
                assert_ne!(expect, "error", "{file} was accepted");
                assert_eq!(loaded.mesh.triangles().len().to_string(), triangles, "{file}");
            }
            Err(error) => {
                assert_ne!(expect, "ok", "{error}");
                let names_a_place = ["line ", "byte ", "triangle ", "]: "];
                let message = error.to_string();
                // That there is no triangle anywhere has no place.
                let placeless = message.ends_with("the mesh has no triangles") && triangles == "0";
                assert!(
                    placeless || names_a_place.iter().any(|place| message.contains(place)),
                    "{message}"
                );
            }
        }
    }
    assert!(checked >= 83, "{checked} rows");
}

#[test]
#[cfg_attr(not(data = "robots"), ignore = "needs the developers' data: robots")]
fn robot_visuals_have_the_listed_number_of_triangles() {
    let robots = data::path("robots/example-robot-data/robots");
    for (folder, n_files, n_triangles) in [
        ("panda_description/meshes/visual", 10, 134_300),
        ("ur_description/meshes/ur5/visual", 7, 95_694),
    ] {
        let mut found = (0, 0);
        for entry in std::fs::read_dir(robots.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let report = read_in_time(&path).expect("a mesh").mesh.report();
            // A link of an arm, in metres.
            let size = (report.bounds.max - report.bounds.min).norm();
            assert!((0.05..1.0).contains(&size), "{path:?}: {size}");
            found = (found.0 + 1, found.1 + report.triangles);
        }
        assert_eq!(found, (n_files, n_triangles), "{folder}");
    }
}

/// Real files that other libraries' tests carry. Where trimesh and assimp agree, so do we, with two
/// exceptions.
#[test]
#[cfg_attr(not(data = "hostile_real"), ignore = "needs the developers' data: hostile_real")]
fn real_odd_files_read_as_peers_read_them() {
    let folder = data::path("hostile_real");
    let mut checked = 0;
    for row in rows(&folder.join("peers.csv")) {
        let (file, trimesh, assimp) = (&row[0], &row[2], &row[3]);
        let result = read_in_time(&folder.join(file));
        checked += 1;
        if file == "number_formats.obj" {
            // It writes `3.1+e2` and `3.1-e2`; peers stop at the sign and take 3.1.
            let message = result.expect_err(file).to_string();
            assert!(message.contains("line 11: '3.1+e2' is not a number"), "{message}");
        } else if file == "BoxWithInfinites.glb" {
            // Peers keep triangles with corners at infinity.
            let message = result.expect_err(file).to_string();
            assert!(message.contains("vertex 0 has x = -inf (used by triangle 0)"), "{message}");
        } else if trimesh == assimp {
            let found = result.map(|loaded| loaded.mesh.triangles().len());
            let wanted = trimesh.parse().ok().filter(|&count| count > 0);
            assert_eq!(found.ok(), wanted, "{file}");
        } else if let Ok(loaded) = result {
            let found = loaded.mesh.triangles().len().to_string();
            assert!([trimesh, assimp].contains(&found.as_str()), "{file}: {found}");
        }
    }
    assert!(checked >= 39, "{checked} rows");
}

#[test]
#[cfg_attr(not(data = "table"), ignore = "needs the developers' data: table")]
fn good_meshes_have_the_listed_counts_bounds_area_and_volume() {
    let table = data::path("meshes.csv");
    let folder = table.parent().expect("a folder");
    let mut checked = 0;
    for row in rows(&table) {
        let file = &row[0];
        if !folder.join(file).exists() {
            continue;
        }
        checked += 1;
        let report = read_in_time(&folder.join(file)).expect(file).mesh.report();
        let listed = |column: usize| -> f64 { row[column].parse().expect("a number") };
        assert_eq!(report.triangles as f64, listed(1), "{file}");
        assert_eq!(report.distinct_positions as f64, listed(2), "{file}");
        assert_eq!(report.degenerate as f64, listed(3), "{file}");
        // The table has nine digits; of this file it has what came of single precision.
        let digits = if file.ends_with("staircases_koroibot_hr.dae") { 1e-6 } else { 1e-8 };
        let close = |found: f64, column: usize| {
            let wanted = listed(column);
            assert!(
                (found - wanted).abs() <= digits * wanted.abs(),
                "{file}: {found}, not {wanted}"
            );
        };
        for axis in 0..3 {
            close(report.bounds.min[axis], 4 + axis);
            close(report.bounds.max[axis], 7 + axis);
        }
        close(report.area, 10);
        close(report.signed_volume, 11);
    }
    assert!(checked >= 10, "{checked} meshes");
}

#[test]
#[cfg_attr(not(data = "poses"), ignore = "needs the developers' data: poses")]
fn every_pose_file_is_read() {
    let folder = data::path("poses");
    let mut n_poses = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.ends_with(".txt") && !name.ends_with("__pairs.txt") {
            let poses = read_poses(&path).expect("poses");
            let answers = rows(&path.with_file_name(name.replace(".txt", ".expected.csv")));
            assert_eq!(poses.len(), answers.len(), "{name}");
            n_poses += poses.len();
        }
    }
    assert_eq!(n_poses, 3520);
}

/// Small files that are read: a tetrahedron in every format, then rare but lawful ones.
fn seeds() -> Vec<(String, Format, Vec<u8>)> {
    let corners = [[0.0; 3], [1.5, 0.25, 0.0], [0.0, -0.0625, 0.125], [0.5, 7e5, 1.0]];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mesh = Mesh::new(corners.to_vec(), faces.to_vec()).expect("a tetrahedron");
    let plain = formats::files(&mesh).into_iter().map(|(file, bytes)| (file.to_owned(), bytes));
    let is_lawful =
        |file: &Hostile| matches!(file.expect, Expect::Mesh(_)) && file.bytes.len() < 3000;
    let lawful = hostile::files().into_iter().filter(is_lawful).map(|file| (file.file, file.bytes));
    let of = |(file, bytes): (String, Vec<u8>)| {
        let loaded = read_mesh_from(&bytes, &file, None).unwrap_or_else(|error| panic!("{error}"));
        (file, loaded.format, bytes)
    };
    plain.chain(lawful).map(of).collect()
}

/// Must not panic, whatever comes out; says whether it was a mesh.
fn survives(bytes: &[u8], file: &str, format: Option<Format>) -> bool {
    match read_mesh_from(bytes, file, format) {
        Ok(loaded) => !loaded.mesh.triangles().is_empty(),
        Err(error) => {
            assert!(error.to_string().starts_with(&format!("{file}: ")), "{error}");
            false
        }
    }
}

#[test]
fn every_beginning_of_a_file_is_read_or_refused() {
    for (file, format, bytes) in seeds() {
        let read = (0..bytes.len()).filter(|&end| {
            survives(&bytes[..end], &file, None);
            survives(&bytes[..end], &file, Some(format))
        });
        let read = read.count();
        // Others say how much there is: all that may be missing is the end of the last line. These
        // can end after any whole element.
        let is_open = ["mesh.ascii.stl", "mesh.obj"].contains(&&*file);
        assert!(!file.starts_with("mesh.") || is_open == (read > 1), "{file}: {read} beginnings");
    }
}

/// Bytes that mean something to a reader.
const SPECIAL: &[u8] = b"\n\r\\# -/.019nv<>[]{}\",'\xff";

#[test]
fn damaged_files_never_panic() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for (file, format, seed) in seeds() {
        let mut accepted = 0;
        for _ in 0..1000 {
            let mut bytes = seed.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..bytes.len());
                match random.random_range(0..4) {
                    0 => bytes[at] ^= 1 << random.random_range(0..8),
                    1 => bytes[at] = random.random(),
                    2 => bytes[at] = SPECIAL[random.random_range(0..SPECIAL.len())],
                    _ => drop(bytes.drain(at..(at + random.random_range(1..9)).min(bytes.len()))),
                }
            }
            survives(&bytes, &file, None);
            accepted += usize::from(survives(&bytes, &file, Some(format)));
        }
        // Both outcomes must occur for the test to mean something.
        assert!((10..990).contains(&accepted), "{file}: {accepted} accepted");
    }
    let poses = b"# p\n1 2 3 0 0 0 1\n1 0 0 1 0 1 0 2 0 0 1 3\n";
    for _ in 0..5000 {
        let mut bytes = poses.to_vec();
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
        if let Err(error) = read_poses_from(&bytes, "damaged") {
            assert!(error.to_string().starts_with("damaged: line "), "{error}");
        }
    }
}

/// More vertices than a scene may make from a small file, in a large one beside it.
#[test]
fn buffers_beside_a_gltf_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let n_vertices = (1 << 20) + 2;
    let floats = (0..3 * n_vertices).map(|i: u32| i as f32);
    std::fs::write(
        folder.path().join("a b.bin"),
        floats.flat_map(f32::to_le_bytes).collect::<Vec<_>>(),
    )
    .expect("written");
    let bytes = 12 * n_vertices;
    let json = |uri: &str| {
        format!(
            "{{\"asset\":{{\"version\":\"2.0\"}},\"meshes\":[{{\"primitives\":[{{\"attributes\":\
             {{\"POSITION\":0}}}}]}}],\"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":\
             {n_vertices},\"type\":\"VEC3\"}}],\"bufferViews\":[{{\"buffer\":0,\"byteLength\":{bytes}}}],\
             \"buffers\":[{{\"byteLength\":{bytes},\"uri\":\"{uri}\"}}]}}"
        )
    };
    let path = folder.path().join("a.gltf");
    std::fs::write(&path, json("a%20b.bin")).expect("written");
    let mesh = read_mesh(&path).expect("a mesh").mesh;
    assert_eq!(mesh.triangles().len(), n_vertices as usize / 3);
    assert_eq!(mesh.vertices()[5], [15.0, 16.0, 17.0]);
    std::fs::write(&path, json("../a.bin")).expect("written");
    let message = read_mesh(&path).unwrap_err().to_string();
    assert!(message.contains("is not in the folder"), "{message}");
}

#[test]
fn deep_and_wide_scenes_end_in_time() {
    let check = |text: String, format: Format, message: &str| {
        let start = Instant::now();
        let found = read_mesh_from(text.as_bytes(), "f", Some(format)).unwrap_err().to_string();
        assert!(found.contains(message), "{found}");
        assert!(start.elapsed() < PATIENCE, "{message}: {:?}", start.elapsed());
    };
    let dae = |nodes: &str, scene: &str| {
        format!(
            "<COLLADA><library_nodes>{nodes}</library_nodes><library_visual_scenes><visual_scene>{scene}\
             </visual_scene></library_visual_scenes></COLLADA>"
        )
    };
    let deep = "<node>".repeat(200_000) + &"</node>".repeat(200_000);
    check(dae("", &deep), Format::Dae, "the mesh has no triangles");
    check("<a>".repeat(500_000), Format::Dae, "line 1: ");
    let refer = |id: &str| format!("<instance_node url='#{id}'/>");
    let cycle = format!("<node id='a'>{}</node><node id='b'>{}</node>", refer("b"), refer("a"));
    check(dae(&cycle, &refer("a")), Format::Dae, "line 1: the node contains itself");
    // Each node twice in the one before: 2^64 nodes.
    let doubling: String = (0..64)
        .map(|i| format!("<node id='{i}'>{0}{0}</node>", refer(&(i + 1).to_string())))
        .collect();
    let doubling = doubling + "<node id='64'/>";
    check(dae(&doubling, &refer("0")), Format::Dae, "the scene places more than 1048576 nodes");
    let gltf = |nodes: &str| format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{nodes}]}}");
    let chain: String = (1..100_000).map(|i| format!("{{\"children\":[{i}]}},")).collect();
    check(gltf(&(chain + "{}")), Format::Gltf, "the mesh has no triangles");
    check("[".repeat(500_000), Format::Gltf, "line 1: ");
    check("{\"asset\":".repeat(500_000), Format::Gltf, "line 1: ");
    // A cycle without a scene has no root.
    check(gltf("{\"children\":[0]}"), Format::Gltf, "the mesh has no triangles");
    let zeros = "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}]}";
    check(zeros.to_owned(), Format::Gltf, "accessors[0]: the scene places more than 1048576 ");
}

#[test]
fn random_polygons_of_hostile_files_end_in_time() {
    // One polygon that crosses itself everywhere, and many corners at few places.
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut text = String::new();
    for _ in 0..1000 {
        let [x, y]: [f64; 2] = [random.random(), random.random()];
        text += &format!("v {x:.3} {y:.3} 0\n");
    }
    text += "f";
    for _ in 0..50_000 {
        text += &format!(" {}", random.random_range(1..1001));
    }
    let start = Instant::now();
    let message = read_mesh_from(text.as_bytes(), "tangle", None).unwrap_err().to_string();
    assert!(
        message.contains("line 1001: a polygon of 50000 corners crosses itself too often"),
        "{message}"
    );
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}
