//! How much memory reading takes, as a multiple of the file. Alone in their binary, the three tests
//! take turns, so that nothing else allocates meanwhile.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use obbtree::io::{ReadOptions, read_assembly, read_mesh, read_points};
use obbtree_tests::data;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The multiple that `obbtree::io` promises, the file itself included.
const MULTIPLE: usize = 48;

/// The same for files that are read as parts.
const MULTIPLE_OF_PARTS: usize = 64;

/// The same for compressed points.
const MULTIPLE_OF_PACKED: usize = 1024;

/// What an error message, a path and an empty hash table take whatever the file is, in bytes.
const CONSTANT: usize = 8 << 10;

/// What a scene may take that places one mesh many times, in bytes.
const COPIES: usize = 128 << 20;

/// The header of a PLY of vertices of three bytes.
fn ply(format: &str, n_vertices: usize, count: &str, n_faces: usize) -> String {
    format!(
        "ply\nformat {format} 1.0\nelement vertex {n_vertices}\nproperty uchar x\nproperty uchar y\n\
         property uchar z\nelement face {n_faces}\nproperty list {count} uchar vertex_index\nend_header\n"
    )
}

/// Vertices of such a PLY, on a zigzag.
fn zigzag_bytes(n: u8) -> String {
    (0..n)
        .flat_map(|i| [char::from(i % 2), char::from(if i % 2 == 0 { i } else { n - i }), '\0'])
        .collect()
}

/// The input of a primitive of `dae`, and an instance of its geometry.
const INPUT: &str = "<input semantic='VERTEX' source='#v' offset='0'/>";
const INSTANCE: &str = "<instance_geometry url='#g'/>";

/// A COLLADA file with one vertex.
fn dae(primitive: &str, scene: &str) -> String {
    format!(
        "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'><float_array>0 0 0</float_array>\
         </source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>{primitive}</mesh>\
         </geometry></library_geometries><library_visual_scenes><visual_scene>{scene}</visual_scene>\
         </library_visual_scenes></COLLADA>"
    )
}

fn gltf(entry: &str) -> String {
    format!("{{\"asset\":{{\"version\":\"2.0\"}},{entry}}}")
}

/// Held by the test that measures.
static TURN: Mutex<()> = Mutex::new(());

/// The file that took the largest multiple of its size, and that multiple.
#[derive(Default)]
struct Worst(f64, String);

impl Worst {
    /// Reads a file as a mesh and checks what that took.
    fn check(&mut self, path: &Path) {
        self.measure(path, MULTIPLE, |path| read_mesh(path));
    }

    /// Reads a file as parts and checks what that took.
    fn check_parts(&mut self, path: &Path) {
        self.measure(path, MULTIPLE_OF_PARTS, |path| read_assembly(path, &ReadOptions::default()));
    }

    fn measure<T>(&mut self, path: &Path, most: usize, read: impl Fn(&Path) -> T) {
        let size = std::fs::metadata(path).expect("a file").len() as usize;
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        let result = read(path);
        let peak = ALLOCATOR.peak_usage() - before;
        drop(result);
        assert!(peak <= most * size + CONSTANT, "{path:?}: {peak} bytes for {size}");
        let multiple = peak as f64 / size.max(1) as f64;
        if multiple > 30.0 && size > CONSTANT {
            eprintln!("{multiple:.1} times the file for {}", path.display());
        }
        if size > CONSTANT && multiple > self.0 {
            *self = Self(multiple, path.display().to_string());
        }
    }
}

impl Drop for Worst {
    fn drop(&mut self) {
        eprintln!("at most {:.1} times the file, for {}", self.0, self.1);
    }
}

#[test]
#[cfg_attr(
    not(all(data = "meshes", data = "formats", data = "hostile", data = "hostile_real")),
    ignore = "needs the developers' data: meshes, formats, hostile and hostile_real"
)]
fn reading_real_files_takes_a_bounded_multiple_of_them() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut worst, mut worst_parts) = (Worst::default(), Worst::default());
    for folder in [
        data::path("meshes"),
        data::path("formats"),
        data::path("hostile"),
        data::path("hostile_real"),
    ] {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                worst.check(&path);
                worst_parts.check_parts(&path);
            }
        }
    }
}

#[test]
fn reading_takes_a_bounded_multiple_of_the_file() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut worst, mut worst_parts) = (Worst::default(), Worst::default());
    let mut check = |path: &Path| {
        worst.check(path);
        worst_parts.check_parts(path);
    };
    // The densest text of every kind, written here: more memory for a byte than in any real file.
    let folder = tempfile::tempdir().expect("a folder");
    let zigzag = |n: usize| -> String {
        (0..n).map(|i| format!("v {} {} 0\n", i % 2, if i % 2 == 0 { i } else { n - i })).collect()
    };
    for (name, text) in [
        ("vertices.obj", "v 0 0 0\n".repeat(100_000) + "f 1 2 3"),
        ("fan.obj", "v 0 0 0\n".to_owned() + "f" + &" 1".repeat(140_000)),
        ("ears.obj", "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 3 0\n".to_owned() + &("f 1 2 3 4 1 2 4 3\n").repeat(20_000)),
        ("zigzag.obj", zigzag(3000) + "f" + &(1..=3000).map(|i| format!(" {i}")).collect::<String>()),
        ("tangle.obj", zigzag(9) + "f" + &" 1 3 2 4 5 9 7 6".repeat(50_000)),
        ("groups.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned() + &(0..50_000).map(|i| format!("g {i:x}\nf 1 2 3\n")).collect::<String>()),
        ("parts.gltf", gltf(&format!("\"scenes\":[{{\"nodes\":[{}]}}],\"nodes\":[{}{{}}],\"accessors\":[{{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}}],\"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}]", (0..50_000).map(|i| i.to_string()).collect::<Vec<_>>().join(","), "{\"mesh\":0},".repeat(50_000)))),
        ("triangles.obj", "v 0 0 0\n".to_owned() + &"f 1 1 1\n".repeat(100_000)),
        ("short.stl", "solid\n".to_owned() + &(0..20_000).map(|i| format!("facet outer loop vertex {i} 0 0 vertex {i} 0 1 vertex {i} 1 0 endloop endfacet\n")).collect::<String>()),
        ("vertices.off", format!("OFF 100000 1 0\n{}3 0 1 2", "0 0 0\n".repeat(100_000))),
        ("fan.off", format!("OFF 1 1 0\n0 0 0\n100000{}", " 0".repeat(100_000))),
        ("triangles.ply", format!("{}{}", ply("ascii", 1, "uchar", 100_000) + "0 0 0\n", "3 0 0 0\n".repeat(100_000))),
        ("tiny.ply", ply("binary_little_endian", 100_000, "uchar", 100_000) + &"\0\0\0".repeat(100_000) + &"\x03\0\0\0".repeat(100_000)),
        ("empty.ply", ply("binary_little_endian", 1, "uchar", 400_000) + "\0\0\0" + &"\0".repeat(400_000)),
        ("fan.ply", ply("binary_little_endian", 1, "int", 1) + "\0\0\0\0\0\x02\0" + &"\0".repeat(0x2_0000)),
        ("polygon.ply", ply("binary_little_endian", 8, "ushort", 8) + &zigzag_bytes(8) + &("\x60\x60".to_owned() + &"\0\x03\x01\x02\x04\x05\x07\x06".repeat(0xC0C)).repeat(8)),
        ("strips.ply", ply("binary_little_endian", 1, "ushort", 8).replace("face", "tristrips") + "\0\0\0" + &("\x60\x60".to_owned() + &"\0".repeat(0x6060)).repeat(8)),
        ("elements.dae", format!("<COLLADA>{}</COLLADA>", "<a/>".repeat(100_000))),
        ("attributes.dae", format!("<COLLADA>{}</COLLADA>", "<a b=''/>".repeat(100_000))),
        ("nodes.dae", dae("", &"<node/>".repeat(100_000))),
        ("ids.dae", dae("", &(0..100_000).map(|i| format!("<node id='{i}'/>")).collect::<String>())),
        ("deep.dae", dae("", &("<node>".repeat(100_000) + &"</node>".repeat(100_000)))),
        ("strip.dae", dae(&format!("<tristrips>{INPUT}<p>{}</p></tristrips>", "0 ".repeat(300_000)), INSTANCE)),
        ("fan.dae", dae(&format!("<polygons>{INPUT}<p>{}</p></polygons>", "0 ".repeat(100_000)), INSTANCE)),
        ("nodes.gltf", gltf(&format!("\"nodes\":[{}{{}}]", "{},".repeat(100_000)))),
        ("children.gltf", gltf(&format!("\"nodes\":[{}{{}}]", "{\"children\":[1]},".repeat(100_000)))),
        ("chain.gltf", gltf(&format!("\"nodes\":[{}{{}}]", (1..100_000).map(|i| format!("{{\"children\":[{i}]}},")).collect::<String>()))),
        ("scenes.gltf", gltf(&format!("\"scenes\":[{}{{}}]", "{},".repeat(100_000)))),
        ("buffers.gltf", gltf(&format!("\"buffers\":[{}{{\"byteLength\":1}}]", "{\"byteLength\":1},".repeat(100_000)))),
        ("targets.gltf", gltf(&format!("\"meshes\":[{{\"primitives\":[{{\"attributes\":{{}},\"targets\":[{}0]}}]}}]", "0,".repeat(100_000)))),
        ("primitives.gltf", gltf(&format!("\"meshes\":[{{\"primitives\":[{}{{\"attributes\":{{}}}}]}}]", "{\"attributes\":{}},".repeat(100_000)))),
        ("meshes.gltf", gltf(&format!("\"meshes\":[{}{{\"primitives\":[]}}]", "{\"primitives\":[]},".repeat(100_000)))),
        ("extensions.gltf", gltf(&format!("\"extensionsRequired\":[{}\"KHR_xmp\"]", "\"KHR_xmp\",".repeat(100_000)))),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        check(&path);
        std::fs::remove_file(&path).expect("removed");
    }
    // Every corner of a binary STL its own vertex.
    let mut binary = vec![0_u8; 80];
    binary.extend(20_000_u32.to_le_bytes());
    for triangle in 0..20_000_u16 {
        let corners =
            (0..9_u8).flat_map(|i| (f32::from(triangle) + f32::from(i) / 9.0).to_le_bytes());
        binary.extend([0; 12].into_iter().chain(corners).chain([0; 2]));
    }
    // What is placed many times: one strip by many nodes, zeros by many primitives.
    let strip = format!("<tristrips>{INPUT}<p>{}</p></tristrips>", "0 ".repeat(20_000));
    let primitives: String =
        (0..5).map(|i| format!("{{\"attributes\":{{\"POSITION\":{i}}}}},")).collect();
    let accessor = "{\"componentType\":5126,\"count\":300000,\"type\":\"VEC3\"},".repeat(5);
    let zeros = format!(
        "\"meshes\":[{{\"primitives\":[{}]}}],\"accessors\":[{}]",
        primitives.trim_end_matches(','),
        accessor.trim_end_matches(',')
    );
    for (name, text, what) in [
        ("copies.dae", dae(&strip, &INSTANCE.repeat(5_000)), "triangles"),
        ("zeros.gltf", gltf(&zeros), "vertices"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        let message = read_mesh(&path).unwrap_err().to_string();
        assert!(message.contains(&format!("more than 1048576 {what}")), "{message}");
        let peak = ALLOCATOR.peak_usage() - before;
        eprintln!("{peak} bytes for {name}");
        assert!(peak <= COPIES, "{peak} bytes for {name}");
        std::fs::remove_file(&path).expect("removed");
    }
    // Tree files: boxes and triangles of both precisions.
    for (name, shift) in [("single.obbt", 0.0), ("double.obbt", 0.1)] {
        let corner = |i: u32| [f64::from(i % 97) + shift, f64::from(i % 89), f64::from(i % 83)];
        let corners: Vec<_> = (0..6000).map(|i| [i, i + 1, i + 2].map(corner)).collect();
        let mesh = obbtree::Mesh::from_soup(&corners).expect("a mesh");
        let tree = obbtree_builder::wide::build(&mesh, &Default::default());
        let path = folder.path().join(name);
        std::fs::write(&path, obbtree::io::tree_bytes(&mesh, &tree).expect("saved"))
            .expect("written");
        drop((corners, mesh, tree));
        check(&path);
    }
    let path = folder.path().join("binary.stl");
    std::fs::write(&path, binary).expect("written");
    check(&path);
}

#[test]
fn reading_points_takes_a_bounded_multiple_of_the_file() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut worst = Worst::default();
    let folder = tempfile::tempdir().expect("a folder");
    let pcd = |size: usize, count: usize, data: &str| {
        format!(
            "FIELDS x y z\nSIZE {size} {size} {size}\nTYPE U U U\nPOINTS {count}\nDATA {data}\n"
        )
        .into_bytes()
    };
    let many = 100_000;
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({many}, 3), }}");
    let npy = [b"\x93NUMPY\x01\x00", &[header.len() as u8, 0][..], header.as_bytes()].concat();
    let fields = [&b"FIELDS"[..], &b" a".repeat(many), b"\nDATA ascii\n"].concat();
    // Three bytes, then copies of 264 bytes in three.
    let (copies, unpacked) = (3000, 3 + 3000 * 264);
    let packed = [&b"\x02\0\0\0"[..], &b"\xe0\xff\0".repeat(copies)].concat();
    let sizes = [packed.len() as u32, unpacked as u32].map(u32::to_le_bytes).concat();
    let packed = [&pcd(1, unpacked / 3, "binary_compressed")[..], &sizes, &packed].concat();
    for (name, bytes, most) in [
        ("text.xyz", b"0 0 0\n".repeat(many), MULTIPLE),
        ("commas.csv", b"0,0,0\n".repeat(many), MULTIPLE),
        ("ascii.pcd", [pcd(4, many, "ascii"), b"0 0 0\n".repeat(many)].concat(), MULTIPLE),
        ("binary.pcd", [pcd(1, many, "binary"), vec![0; 3 * many]].concat(), MULTIPLE),
        ("fields.pcd", fields, MULTIPLE),
        (
            "tiny.ply",
            [ply("binary_little_endian", many, "uchar", 0).into_bytes(), vec![0; 3 * many]]
                .concat(),
            MULTIPLE,
        ),
        ("tiny.npy", [npy, vec![0; 3 * many]].concat(), MULTIPLE),
        ("packed.pcd", packed, MULTIPLE_OF_PACKED),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        worst.measure(&path, most, |path| read_points(path));
    }
}
