//! Mesh and pose files: the shared tables of good, bad and odd ones, the same mesh in several
//! formats, and thousands of damaged files.

use std::path::Path;
use std::time::Instant;

use obbtree::io::{Format, read_mesh, read_mesh_from, read_poses, read_poses_from};
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
#[cfg_attr(not(data = "hostile"), ignore = "needs the developers' data: hostile")]
fn errors_of_hostile_files_name_their_lines() {
    let folder = data::path("hostile");
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
        ("ply_truncated.ply", "byte 402: the file ends inside face 10; "),
        ("ply_count_huge.ply", "byte 179: 4000000000 'vertex' are announced, "),
        ("ply_oor.ply", "line 20: vertex index 8 "),
        ("ply_neg.ply", "line 18: vertex index -1 "),
        ("ply_no_end_header.ply", "line 9: "),
        ("off_cut.off", "line 19: the file ends inside face 9 of 12"),
        ("dae_bad_index.dae", "line 7: vertex index 999 "),
        ("xml_bomb.dae", "line 1: XML with DTD"),
        ("gltf_cycle.gltf", "nodes[0]: "),
        ("gltf_index_oor.gltf", "accessors[1]: vertex index 7 "),
        ("gltf_view_oor.gltf", "accessors[1]: bytes 1000000 to 1000072 "),
        ("gltf_missing_bin.gltf", "the buffer 'not-there.bin' cannot be read: "),
        ("gltf_draco.gltf", "extensionsRequired[0]: the extension KHR_draco_mesh_compression "),
        ("glb_cut.glb", "byte 766: "),
    ] {
        let message = read_mesh(folder.join(file)).expect_err(file).to_string();
        assert!(message.contains(place), "{message}");
    }
}

#[test]
#[cfg_attr(not(data = "hostile"), ignore = "needs the developers' data: hostile")]
fn concave_polygons_cover_their_area_and_nothing_else() {
    let folder = data::path("hostile");
    for file in ["obj_concave.obj", "obj_concave2.obj"] {
        let mesh = read_mesh(folder.join(file)).expect(file).mesh;
        assert_eq!(mesh.report().area, 3.0, "{file}");
    }
}

#[test]
#[cfg_attr(not(data = "hostile"), ignore = "needs the developers' data: hostile")]
fn nodes_and_units_place_geometry() {
    let folder = data::path("hostile");
    for (file, min, max) in [
        ("dae_matrix.dae", [4.0, 6.0, 7.0], [5.0, 7.0, 8.0]),
        ("dae_mm_yup.dae", [0.0; 3], [0.001; 3]),
        ("dae_two_instances.dae", [0.0; 3], [12.0, 2.0, 2.0]),
        ("gltf_trs.gltf", [-1.0, 2.0, 3.0], [1.0, 4.0, 5.0]),
    ] {
        let bounds = read_mesh(folder.join(file)).expect(file).mesh.report().bounds;
        // A quaternion of decimals does not turn by exactly a right angle.
        for axis in 0..3 {
            assert!((bounds.min[axis] - min[axis]).abs() < 1e-15, "{file}: {bounds:?}");
            assert!((bounds.max[axis] - max[axis]).abs() < 1e-14, "{file}: {bounds:?}");
        }
    }
    let report = read_mesh(folder.join("dae_mm_yup.dae")).expect("a mesh").report;
    assert_eq!((report.unit_in_metres, report.up_axis), (Some(0.001), Some('y')));
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
#[cfg_attr(not(data = "formats"), ignore = "needs the developers' data: formats")]
fn one_mesh_in_ten_formats_has_the_same_triangles_bit_for_bit() {
    let folder = data::path("formats");
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
    for file in [
        "cow.ascii.ply",
        "cow.ascii.stl",
        "cow.be.ply",
        "cow.dae",
        "cow.glb",
        "cow.gltf",
        "cow.le.ply",
        "cow.obj",
        "cow.off",
    ] {
        assert!(bits(file) == binary, "{file}");
    }
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
    // The formats below end with what they announce last, so that every beginning lacks something.
    let header = |format: &str, index: &str| {
        format!(
            "ply\nformat {format} 1.0\ncomment seed\nelement vertex 4\nproperty uchar flag\n\
             property float x\nproperty float y\nproperty float z\nelement edge 1\n\
             property list uchar short ends\nelement face 5\nproperty list uchar {index} vertex_indices\n\
             end_header\n"
        )
    };
    let mut ply = header("ascii", "int");
    let mut off = String::from("OFF # seed\n4 5 0\n");
    let mut little = header("binary_little_endian", "ushort").into_bytes();
    let mut big = header("binary_big_endian", "ushort").into_bytes();
    let (mut floats, mut positions) = (String::new(), Vec::new());
    for [x, y, z] in corners {
        ply += &format!("7 {x} {y} {z}\n");
        off += &format!("{x} {y} {z}\n");
        floats += &format!("{x} {y} {z:e} ");
        positions.extend([x, y, z].into_iter().flat_map(f32::to_le_bytes));
        little.extend([7].into_iter().chain([x, y, z].into_iter().flat_map(f32::to_le_bytes)));
        big.extend([7].into_iter().chain([x, y, z].into_iter().flat_map(f32::to_be_bytes)));
    }
    ply += "2 0 1\n4 0 1 2 3";
    off += "4 0 1 2 3";
    little.extend(b"\x02\0\0\x01\0\x04\0\0\x01\0\x02\0\x03\0");
    big.extend(b"\x02\0\0\0\x01\x04\0\0\0\x01\0\x02\0\x03");
    let mut indices = Vec::new();
    for [p, q, r] in faces {
        ply += &format!("\n3 {p} {q} {r}");
        off += &format!("\n3 {p} {q} {r}");
        little.push(3);
        big.push(3);
        for corner in [p, q, r] {
            little.extend((corner as u16).to_le_bytes());
            big.extend((corner as u16).to_be_bytes());
            indices.extend((corner as u16).to_le_bytes());
        }
    }
    let dae = format!(
        "<COLLADA><asset><unit meter='.5'/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry \
         id='g'><mesh><source id='s'><float_array id='a'>{floats}</float_array><technique_common>\
         <accessor source='#a' count='4' stride='3'/></technique_common></source><vertices id='v'>\
         <input semantic='POSITION' source='#s'/></vertices><polylist count='2'><input semantic='VERTEX' \
         source='#v' offset='1'/><vcount>4 3</vcount><p>0 0 0 1 0 2 0 3 9 3 9 2 9 1</p></polylist>\
         <tristrips><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2 3</p></tristrips></mesh>\
         </geometry></library_geometries><library_nodes><node id='l'><instance_geometry url='#g'/></node>\
         </library_nodes><library_visual_scenes><visual_scene id='w'><node><translate>1 2 3</translate>\
         <rotate>0 0 1 30</rotate><scale>1 -2 1</scale><instance_geometry url='#g'/><instance_node \
         url='#l'/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url='#w'/>\
         </scene></COLLADA>"
    );
    let json = |uri: &str| {
        format!(
            "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[1]}}],\"nodes\":[{{\"mesh\":0,\
             \"matrix\":[1,0,0,0,0,2,0,0,0,0,1,0,5,6,7,1]}},{{\"children\":[0],\"rotation\":[0,0,1,0],\
             \"mesh\":0}}],\"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"indices\":1}},\
             {{\"attributes\":{{\"POSITION\":0}},\"mode\":5}}]}}],\"accessors\":[{{\"bufferView\":0,\
             \"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{{\"count\":1,\"indices\":\
             {{\"bufferView\":1,\"componentType\":5123}},\"values\":{{\"bufferView\":0}}}}}},{{\"bufferView\":1,\
             \"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}}],\"bufferViews\":[{{\"buffer\":0,\
             \"byteLength\":48,\"byteStride\":12}},{{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24}}],\
             \"buffers\":[{{{uri}\"byteLength\":72}}]}}"
        )
    };
    let buffer = [positions, indices].concat();
    let mut chunk = json("").into_bytes();
    chunk.resize(chunk.len().next_multiple_of(4), b' ');
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    glb.extend((28 + chunk.len() as u32 + buffer.len() as u32).to_le_bytes());
    for (kind, data) in [(b"JSON", &chunk), (b"BIN\0", &buffer)] {
        glb.extend((data.len() as u32).to_le_bytes());
        glb.extend(kind);
        glb.extend(data);
    }
    let uri = format!("\"uri\":\"data:;base64,{}\",", base64(&buffer));
    vec![
        (Format::Ply, ply.into_bytes()),
        (Format::Ply, little),
        (Format::Ply, big),
        (Format::Off, off.into_bytes()),
        (Format::Dae, dae.into_bytes()),
        (Format::Gltf, json(&uri).into_bytes()),
        (Format::Glb, glb),
        (Format::StlBinary, binary),
        (Format::StlAscii, ascii.into_bytes()),
        (Format::Obj, obj.into()),
    ]
}

/// Bytes, as many as a multiple of three, as base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |three: &[u8]| {
        let number = three.iter().fold(0, |number, &byte| number << 8 | usize::from(byte));
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[number >> shift & 63]))
    };
    bytes.chunks_exact(3).flat_map(digits).collect()
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
        // The others say how much there is; these can end after any whole element.
        let open = [Format::StlAscii, Format::Obj].contains(&format);
        assert_eq!(read > 0, open, "{format}: {read} beginnings");
    }
}

/// Bytes that mean something to a reader.
const SPECIAL: &[u8] = b"\n\r\\# -/.019nv<>[]{}\",'\xff";

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

/// More vertices than a scene may make from a small file, in a large one beside it.
#[test]
fn buffers_beside_a_gltf_are_read() {
    let folder = std::env::temp_dir().join(format!("obbtree-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let n_vertices = (1 << 20) + 2;
    let floats = (0..3 * n_vertices).map(|i: u32| i as f32);
    std::fs::write(folder.join("a b.bin"), floats.flat_map(f32::to_le_bytes).collect::<Vec<_>>())
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
    let path = folder.join("a.gltf");
    std::fs::write(&path, json("a%20b.bin")).expect("written");
    let mesh = read_mesh(&path).expect("a mesh").mesh;
    assert_eq!(mesh.triangles().len(), n_vertices as usize / 3);
    assert_eq!(mesh.vertices()[5], [15.0, 16.0, 17.0]);
    std::fs::write(&path, json("../a.bin")).expect("written");
    let message = read_mesh(&path).unwrap_err().to_string();
    assert!(message.contains("is not in the folder"), "{message}");
    std::fs::remove_dir_all(folder).expect("removed");
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
