//! How the work of finding all pairs grows with the number of bodies, counted, not timed: boxes
//! that are compared for each body, up to 100,000 of them, at rest and after all have moved.
//! Every answer is compared with that of all pairs.
//!
//! ```sh
//! cargo run --release -p obbtree-scene --example growth -- target/growth.svg
//! ```

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_scene::{Part, Scene, SceneQuery};
use plotters::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const BODIES: [usize; 7] = [1_000, 3_000, 10_000, 20_000, 40_000, 70_000, 100_000];
const RADIUS: f64 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let random = &mut Pcg64Mcg::seed_from_u64(1);
    let mut counted = Vec::new();
    println!("  bodies   pairs   boxes  boxes / body / log2(bodies)");
    for bodies in BODIES {
        let side = (bodies as f64).cbrt(); // one body in each unit of volume
        let sphere = Part::new(Shape::sphere([0.0; 3], RADIUS)?);
        let parts: Arc<[Part]> = [sphere].into();
        let mut scene = Scene::new();
        for n in 0..bodies {
            scene.add(&n.to_string(), Arc::clone(&parts), place(random, side)?)?;
        }
        let moves: Result<Vec<_>, _> =
            scene.ids().map(|id| Ok::<_, Box<dyn Error>>((id, place(random, side)?))).collect();
        scene.set_poses(moves?)?; // all have moved: the tree is one that was edited
        let mut query = SceneQuery::new();
        let pairs = query.pairs(&scene);
        let found: Vec<[u32; 2]> = pairs.iter().map(|pair| pair.map(|id| id.number())).collect();
        assert_eq!(found, by_all_pairs(&scene)?, "{bodies} bodies");
        let boxes = query.counts().boxes;
        let each = boxes as f64 / bodies as f64;
        println!("{bodies:8} {:7} {boxes:9} {:6.2}", found.len(), each / (bodies as f64).log2());
        counted.push((bodies as f64, each));
    }
    if let Some(path) = std::env::args().nth(1) {
        chart(Path::new(&path), &counted)?;
    }
    Ok(())
}

fn place(random: &mut Pcg64Mcg, side: f64) -> Result<Pose, Box<dyn Error>> {
    let mut number = || random.random_range(0.0..side);
    Ok(Pose::from_translation([number(), number(), number()])?)
}

/// Spheres of one radius meet if their middles are at most two radii apart; random ones are never
/// so near to touching that rounding could matter.
fn by_all_pairs(scene: &Scene) -> Result<Vec<[u32; 2]>, Box<dyn Error>> {
    let middles: Result<Vec<_>, _> = scene.ids().map(|id| scene.pose(id)).collect();
    let middles: Vec<[f64; 3]> = middles?.iter().map(|pose| (*pose.translation()).into()).collect();
    let mut pairs = Vec::new();
    for (m, p) in middles.iter().enumerate() {
        for (n, q) in middles.iter().enumerate().skip(m + 1) {
            let [x, y, z] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
            if x * x + y * y + z * z <= 4.0 * RADIUS * RADIUS {
                pairs.push([m as u32, n as u32]);
            }
        }
    }
    Ok(pairs)
}

/// Boxes for each body over the number of bodies, on a logarithmic axis: n log n is a straight
/// line.
fn chart(path: &Path, counted: &[(f64, f64)]) -> Result<(), Box<dyn Error>> {
    let most = counted.iter().map(|(_, each)| *each).fold(0.0, f64::max);
    let area = SVGBackend::new(path, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d((1e3..1e5_f64).log_scale(), 0.0..1.1 * most)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("bodies").y_desc("boxes compared for each body").draw()?;
    chart.draw_series(LineSeries::new(counted.iter().copied(), BLUE.stroke_width(2)))?;
    area.present()?;
    Ok(())
}
