//! How much memory reading takes, as a multiple of the file. Alone in its binary and in one test,
//! so that nothing else allocates meanwhile.

use obbtree::io::read_mesh;
use obbtree_tests::data;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The multiple that `obbtree::io` promises, the file itself included.
const MULTIPLE: usize = 48;

/// What an error message, a path and an empty hash table take whatever the file is, in bytes.
const CONSTANT: usize = 8 << 10;

#[test]
fn reading_takes_a_bounded_multiple_of_the_file() {
    let mut worst = (0.0, String::new());
    let mut check = |path: &std::path::Path| {
        let size = std::fs::metadata(path).expect("a file").len() as usize;
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        let result = read_mesh(path);
        let peak = ALLOCATOR.peak_usage() - before;
        assert!(peak <= MULTIPLE * size + CONSTANT, "{path:?}: {peak} bytes for {size}");
        let multiple = peak as f64 / size.max(1) as f64;
        if size > CONSTANT && multiple > worst.0 {
            worst = (multiple, path.display().to_string());
        }
        drop(result);
    };
    // The densest text of every kind, written here: more memory for a byte than in any real file.
    let folder = std::env::temp_dir().join(format!("obbtree-files-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let zigzag = |n: usize| -> String {
        (0..n).map(|i| format!("v {} {} 0\n", i % 2, if i % 2 == 0 { i } else { n - i })).collect()
    };
    for (name, text) in [
        ("vertices.obj", "v 0 0 0\n".repeat(100_000) + "f 1 2 3"),
        ("fan.obj", "v 0 0 0\n".to_owned() + "f" + &" 1".repeat(140_000)),
        ("ears.obj", "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 3 0\n".to_owned() + &("f 1 2 3 4 1 2 4 3\n").repeat(20_000)),
        ("zigzag.obj", zigzag(3000) + "f" + &(1..=3000).map(|i| format!(" {i}")).collect::<String>()),
        ("tangle.obj", zigzag(9) + "f" + &" 1 3 2 4 5 9 7 6".repeat(50_000)),
        ("triangles.obj", "v 0 0 0\n".to_owned() + &"f 1 1 1\n".repeat(100_000)),
        ("short.stl", "solid\n".to_owned() + &(0..20_000).map(|i| format!("facet outer loop vertex {i} 0 0 vertex {i} 0 1 vertex {i} 1 0 endloop endfacet\n")).collect::<String>()),
    ] {
        let path = folder.join(name);
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
    let path = folder.join("binary.stl");
    std::fs::write(&path, binary).expect("written");
    check(&path);
    std::fs::remove_dir_all(&folder).expect("removed");
    for name in ["meshes", "formats", "hostile", "hostile_real"] {
        let Some(folder) = data::path(name) else { continue };
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                check(&path);
            }
        }
    }
    eprintln!("at most {:.1} times the file, for {}", worst.0, worst.1);
}
