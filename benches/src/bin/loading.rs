//! Loading a tree file beside building the tree: both end with a checked mesh and its tree in
//! memory.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin loading
//! ```
//!
//! The file is in the page cache. The two take turns; the least time of each counts. What was
//! loaded is compared with what was built before timing. Loading checks the checksum and
//! the shape; `Tree::validate`, for files from strangers, also what boxes contain.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use obbtree::Mesh;
use obbtree::collider::Config;
use obbtree::collider::Tree;
use obbtree::io::{read_mesh, tree_bytes};
use obbtree_tests::wide;
use obbtree_tests::{data, shapes};

const ROUNDS: usize = 15;
/// Loads a round, as they are the shorter.
const LOADS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut meshes = vec![("sphere".to_owned(), shapes::sphere(6, 1.0))];
    for name in ["bunny.stl", "fandisk.obj", "rocker-arm.ply", "env.obj", "teapot.dae"] {
        if let Some(path) = data::find(&format!("meshes/{name}")) {
            meshes.push((name.to_owned(), read_mesh(path)?.mesh));
        }
    }
    let file = std::env::temp_dir().join(format!("loading-{}.obbt", std::process::id()));
    println!(
        "| mesh | triangles | build, ms | load, ms | times | validate, ms | bytes a triangle |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, mesh) in &meshes {
        let build = || wide::build(mesh, &Config::default().with_parallel(false));
        let load = || -> Result<(Mesh, Tree), Box<dyn Error>> {
            let loaded = read_mesh(&file)?;
            Ok((loaded.mesh, loaded.tree.ok_or("no tree in the file")?))
        };
        let tree = build();
        let bytes = tree_bytes(mesh, &tree)?;
        std::fs::write(&file, &bytes)?;
        let (again, tree_again) = load()?;
        assert!(again == *mesh && tree_again == tree, "{name}: another tree than was built");

        let [mut building, mut loading, mut validating] = [f64::INFINITY; 3];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            black_box(build());
            building = building.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            black_box(tree.validate())?;
            validating = validating.min(start.elapsed().as_secs_f64());
            for _ in 0..LOADS {
                let start = Instant::now();
                black_box(load()?);
                loading = loading.min(start.elapsed().as_secs_f64());
            }
        }
        let triangles = mesh.triangles().len();
        println!(
            "| {name} | {triangles} | {:.1} | {:.2} | {:.0} | {:.2} | {:.1} |",
            building * 1e3,
            loading * 1e3,
            building / loading,
            validating * 1e3,
            bytes.len() as f64 / triangles as f64,
        );
    }
    std::fs::remove_file(&file)?;
    Ok(())
}
