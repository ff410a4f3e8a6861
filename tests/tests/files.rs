//! Mesh and pose files: the shared tables of good, bad and odd ones, the same mesh in several
//! formats, and thousands of damaged files.

use std::path::Path;
use std::time::{Duration, Instant};

use obbtree::io::{
    Format, Loaded, ReadError, read_mesh, read_mesh_from, read_poses, read_poses_from,
};
use obbtree_tests::data;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How long any file of the shared data may take. The largest takes a hundredth of it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads within the time that a file may take; an error must begin with the file's name.
fn read_in_time(path: &Path) -> Result<Loaded, ReadError> {
    let start = Instant::now();
    let result = read_mesh(path);
    assert!(start.elapsed() < PATIENCE, "{path:?} took {:?}", start.elapsed());
    if let Err(error) = &result {
        let message = error.to_string();
        assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
        assert!(message.len() < path.as_os_str().len() + 250, "{message}");
    }
    result
}

fn rows(table: &Path) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(table).expect("a table");
    reader.records().collect::<Result<_, _>>().expect("rows")
}

#[test]
fn every_hostile_file_is_accepted_or_refused_as_listed() {
    let Some(folder) = data::path("hostile") else { return };
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
fn errors_of_hostile_files_name_their_lines() {
    let Some(folder) = data::path("hostile") else { return };
    for (file, place) in [
        ("stl_empty_file.stl", "byte 0: "),
        ("stl_bin_83.stl", "byte 83: "),
        ("stl_bin_count_max.stl", "byte 684: the file ends inside triangle 12; "),
        ("stl_bin_cut_record.stl", "byte 351: the file ends inside triangle 5; "),
        ("stl_bin_nan.stl", "triangle "),
        ("stl_ascii_badnum.stl", "line 18: 'one' is not a number"),
        ("stl_ascii_overflow.stl", "line 18: triangle 2, corner 0 has x = 1e999"),
        ("stl_ascii_4verts.stl", "line 7: "),
        ("obj_zero_index.obj", "line 9: "),
        ("obj_oor.obj", "line 21: vertex index 9 "),
        ("obj_neg_oor.obj", "line 21: vertex index -9 "),
        ("obj_index_2p32.obj", "line 21: vertex index 4294967299 "),
        ("obj_nan.obj", "line 5: vertex 4 has x = nan"),
    ] {
        let message = read_mesh(folder.join(file)).expect_err(file).to_string();
        assert!(message.contains(place), "{message}");
    }
}

#[test]
fn concave_polygons_cover_their_area_and_nothing_else() {
    let Some(folder) = data::path("hostile") else { return };
    for file in ["obj_concave.obj", "obj_concave2.obj"] {
        let mesh = read_mesh(folder.join(file)).expect(file).mesh;
        assert_eq!(mesh.report().area, 3.0, "{file}");
    }
}

/// Real files that other libraries' tests carry. Where trimesh and assimp agree, so do we, with one
/// exception.
#[test]
fn real_odd_files_read_as_peers_read_them() {
    let Some(folder) = data::path("hostile_real") else { return };
    let mut checked = 0;
    for row in rows(&folder.join("peers.csv")) {
        let (file, trimesh, assimp) = (&row[0], &row[2], &row[3]);
        let result = read_in_time(&folder.join(file));
        checked += 1;
        if file == "number_formats.obj" {
            // It writes `3.1+e2` and `3.1-e2`; peers stop at the sign and take 3.1.
            let message = result.expect_err(file).to_string();
            assert!(message.contains("line 11: '3.1+e2' is not a number"), "{message}");
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
fn good_meshes_have_the_listed_counts_bounds_area_and_volume() {
    let Some(table) = data::path("meshes.csv") else { return };
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
        // The table has nine digits.
        let close = |found: f64, column: usize| {
            let wanted = listed(column);
            assert!((found - wanted).abs() <= 1e-8 * wanted.abs(), "{file}: {found}, not {wanted}");
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
fn one_mesh_in_three_formats_has_the_same_triangles_bit_for_bit() {
    let Some(folder) = data::path("formats") else { return };
    let bits = |file: &str| -> Vec<[u64; 9]> {
        let mesh = read_mesh(folder.join(file)).expect(file).mesh;
        let triangle = |t: &[u32; 3]| {
            let [p, q, r] = t.map(|vertex| mesh.vertices()[vertex as usize].map(f64::to_bits));
            [p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2]]
        };
        mesh.triangles().iter().map(triangle).collect()
    };
    let binary = bits("cow.bin.stl");
    assert_eq!(binary.len(), 5804);
    assert_eq!(bits("cow.ascii.stl"), binary);
    assert_eq!(bits("cow.obj"), binary);
}

#[test]
fn every_pose_file_is_read() {
    let Some(folder) = data::path("poses") else { return };
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

/// Small good files of every format, without the shared data.
fn seeds() -> Vec<(Format, Vec<u8>)> {
    let corners = [[0.0, 0.0, 0.0], [1.5, 0.25, 0.0], [0.0, -1e-3, 0.125], [0.1, 7e5, 1.0_f32]];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mut binary = vec![b' '; 80];
    binary.extend((faces.len() as u32).to_le_bytes());
    let mut ascii = String::from("solid s\n");
    for face in faces {
        binary.extend([0; 12]);
        ascii += "facet normal 0 0 0\nouter loop\n";
        for [x, y, z] in face.map(|corner: usize| corners[corner]) {
            binary.extend([x, y, z].into_iter().flat_map(f32::to_le_bytes));
            ascii += &format!("vertex {x} {y} {z:e}\n");
        }
        binary.extend([0; 2]);
        ascii += "endloop\nendfacet\n";
    }
    ascii += "endsolid s\n";
    let obj = "# seed\nmtllib m\\\nv 0 0 0\nv 2 0 0 1\nv 2 1e0 0\nv 1 1 0\nv 1 2 0\nv 0 2 0 .5 .5 .5\n\
               vn 0 0 1\ng a\nf 3//1 4//1 5//1 6//1 1//1 2//1\nf -6 -5 \\\n-4\nl 1 2\nf 1/1 2/1 3/1 6/1\n";
    vec![
        (Format::StlBinary, binary),
        (Format::StlAscii, ascii.into_bytes()),
        (Format::Obj, obj.into()),
    ]
}

/// Must not panic, whatever comes out; says whether it was a mesh.
fn survives(bytes: &[u8], format: Option<Format>) -> bool {
    match read_mesh_from(bytes, "damaged", format) {
        Ok(loaded) => !loaded.mesh.triangles().is_empty(),
        Err(error) => {
            assert!(error.to_string().starts_with("damaged: "), "{error}");
            false
        }
    }
}

#[test]
fn every_beginning_of_a_file_is_read_or_refused() {
    for (format, bytes) in seeds() {
        assert!(survives(&bytes, None), "{format} seed");
        let read = (0..bytes.len()).filter(|&end| {
            survives(&bytes[..end], None);
            survives(&bytes[..end], Some(format))
        });
        let read = read.count();
        // A binary STL says how long it is; text can end after any whole element.
        assert_eq!(read == 0, format == Format::StlBinary, "{format}: {read} beginnings");
    }
}

/// Bytes that mean something to a reader.
const SPECIAL: &[u8] = b"\n\r\\# -/.0nv\xff";

#[test]
fn damaged_files_never_panic() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for (format, seed) in seeds() {
        let mut accepted = 0;
        for _ in 0..5000 {
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
            survives(&bytes, None);
            accepted += usize::from(survives(&bytes, Some(format)));
        }
        // Both outcomes must occur for the test to mean something.
        assert!((100..4900).contains(&accepted), "{format}: {accepted} accepted");
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

#[test]
fn random_polygons_of_hostile_files_end_in_time() {
    // One polygon that crosses itself everywhere, and many corners at few places: a megabyte.
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut text = String::new();
    for _ in 0..1000 {
        let [x, y]: [f64; 2] = [random.random(), random.random()];
        text += &format!("v {x:.3} {y:.3} 0\n");
    }
    text += "f";
    for _ in 0..250_000 {
        text += &format!(" {}", random.random_range(1..1001));
    }
    let start = Instant::now();
    let message = read_mesh_from(text.as_bytes(), "tangle", None).unwrap_err().to_string();
    assert!(message.contains("line 1001: a polygon of 250000 corners is too tangled"), "{message}");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}
