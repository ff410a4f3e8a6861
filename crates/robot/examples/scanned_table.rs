//! A scanned table: three depth cameras see a table, what stands on it, and the arm beside it. The
//! arm plans its way among their points, without those that are its own or out of its reach. Every
//! line of the path is proven free twice: of the points, each with a radius that covers what lies
//! between two of them, and of the meshes that the cameras saw.
//!
//! ```sh
//! cargo run --release -p obbtree-robot --example scanned_table
//! ```

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};
use obbtree_collider::{Body, Camera, PointCloud, Ray, Shape};
use obbtree_io::{ReadOptions, read_mesh_with};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, PlanOptions, Robot, plan_path};
use obbtree_scene::Scene;

/// All lengths are in metres. Seen from 2 m, two neighbours are 14 mm apart across the view, and
/// 30 mm along what leans away from it by 60 degrees: no point between is farther from both.
const RADIUS: f64 = 0.03;
/// What is at most so far from the arm, and from the radius of a point, is the arm itself.
const OWN: f64 = 0.01;
/// Points are kept where the arm can come so near.
const MARGIN: f64 = 0.05;

/// Of each image, in pixels.
const WIDTH: usize = 160;
const HEIGHT: usize = 120;
const FOCAL: f64 = 140.0;

/// Where each camera is.
const CAMERAS: [[f64; 3]; 3] = [[0.9, -1.2, 0.5], [0.9, 0.8, 0.5], [-0.25, -0.2, 1.3]];
/// What all look at.
const LOOKED_AT: [f64; 3] = [-0.2, -0.2, -0.4];

/// The hand beside a box, and on its other side.
const START: [f64; 5] = [-0.6, 0.9, -1.8, -0.67, 0.0];
const GOAL: [f64; 5] = [0.6, 0.9, -1.8, -0.67, 0.0];

fn main() -> Result<(), Box<dyn Error>> {
    let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets"));
    let meshes = table(assets)?;
    let robot = Arc::new(Robot::read(assets.join("arm.urdf"), &[])?);
    let mut among_meshes = Checker::new(Arc::clone(&robot), &meshes)?;
    assert!(!among_meshes.is_motion_valid(&START, &GOAL), "the straight way is not free");

    let mut seen = Scene::new();
    let scanned = Scanned::new(&among_meshes)?;
    for (n, at) in CAMERAS.into_iter().enumerate() {
        let pose = looking_at(at, LOOKED_AT)?;
        let (cloud, of_robot) = scanned.cloud(&pose)?;
        let own = among_meshes.points_near_robot(&START, &cloud, &pose, OWN)?;
        let is_all = of_robot.iter().zip(&own).all(|(of_robot, own)| *own || !of_robot);
        assert!(is_all, "a point of the arm is left");
        let rest = cloud.without(&own)?;
        let far = among_meshes.points_out_of_reach(&rest, &pose, MARGIN)?;
        let near = rest.without(&far)?;
        let (all, is_own) = (cloud.len(), cloud.len() - rest.len());
        println!(
            "camera {n}: {all} points, {is_own} of the arm, {} out of reach",
            all - is_own - near.len()
        );
        seen.add(&format!("camera {n}"), near, pose)?;
    }

    let mut among_points = among_meshes.in_world(&seen)?;
    assert!(!among_points.is_motion_valid(&START, &GOAL), "the box is seen");
    let path = plan_path(&robot, &mut among_points, &START, &GOAL, &PlanOptions::default())?;
    for line in path.windows(2) {
        assert!(among_points.is_motion_valid(&line[0], &line[1]), "free of the points");
        assert!(among_meshes.is_motion_valid(&line[0], &line[1]), "free of the meshes");
    }
    println!("a path of {} lines is proven free of the points and of the meshes", path.len() - 1);
    Ok(())
}

/// A table on its foot, a box, a knot and a piece of an L on it, and the floor.
fn table(assets: &Path) -> Result<Scene, Box<dyn Error>> {
    let mut scene = Scene::new();
    let at = Pose::from_translation;
    for (name, sides, place) in [
        ("floor", [4.0, 4.0, 0.1], [-0.2, -0.2, -1.05]),
        ("foot", [0.1, 0.8, 0.48], [-0.2, -0.2, -0.76]),
        ("table", [0.56, 1.2, 0.04], [-0.2, -0.2, -0.5]),
        ("box", [0.16, 0.16, 0.3], [-0.2, -0.2, -0.33]),
    ] {
        // The triangles of a box are a surface, as those of a mesh from a file are.
        let shape = Shape::cuboid(sides.map(|side| 0.5 * side))?;
        let core = shape.core().ok_or("a box has triangles")?;
        scene.add(name, core.clone(), at(place)?)?;
    }
    for (name, file, scale, place) in [
        ("knot", "torus_knot.obj", 0.0015, [-0.05, 0.0, -0.44]),
        ("piece", "l_piece.stl", 0.15, [-0.05, -0.25, -0.46]),
    ] {
        let read = read_mesh_with(assets.join(file), &ReadOptions::default().with_scale(scale))?;
        scene.add(name, Body::new(read.mesh), at(place)?)?;
    }
    Ok(scene)
}

/// A camera of which x is to the right, y down and z forward.
fn looking_at(at: [f64; 3], target: [f64; 3]) -> Result<Pose, Box<dyn Error>> {
    let (at, target) = (Vector3::from(at), Vector3::from(target));
    let forward = (target - at).normalize();
    let up = if forward.z.abs() > 0.9 { Vector3::x() } else { Vector3::z() };
    let right = forward.cross(&up).normalize();
    let down = forward.cross(&right);
    Ok(Pose::new(Matrix3::from_columns(&[right, down, forward]), at)?)
}

/// All that cameras see: triangles, their poses, and whether they are the arm's.
struct Scanned(Vec<(Body, Pose, bool)>);

impl Scanned {
    /// The world of a checker with the arm at the start.
    fn new(checker: &Checker) -> Result<Self, Box<dyn Error>> {
        let world = checker.world_at(&START)?;
        let mut parts = Vec::new();
        for id in world.ids() {
            for (n, part) in world.parts(id)?.iter().enumerate() {
                let is_arm = checker.link_of(id).is_some();
                if let (true, Some(outline)) = (world.is_enabled(id)?, part.outline()) {
                    parts.push((Body::new(outline), *world.part_pose(id, n)?, is_arm));
                }
            }
        }
        Ok(Self(parts))
    }

    /// What a camera sees, as a depth image makes it; and which of its points are the arm's.
    fn cloud(&self, camera: &Pose) -> Result<(PointCloud, Vec<bool>), Box<dyn Error>> {
        let center = [0.5 * (WIDTH as f64 - 1.0), 0.5 * (HEIGHT as f64 - 1.0)];
        let (mut depths, mut of_robot) =
            (vec![0.0_f32; WIDTH * HEIGHT], vec![false; WIDTH * HEIGHT]);
        for pixel in 0..WIDTH * HEIGHT {
            let (u, v) = ((pixel % WIDTH) as f64, (pixel / WIDTH) as f64);
            // Of depth 1, so that the parameter of a hit is its depth.
            let way = Vector3::new((u - center[0]) / FOCAL, (v - center[1]) / FOCAL, 1.0);
            let way = camera.rotation() * way;
            let ray = Ray::new((*camera.translation()).into(), way.into())?;
            let hits = self.0.iter().filter_map(|(body, pose, is_arm)| {
                Some((body.closest_hit(pose, &ray)?.lower, *is_arm))
            });
            let closest = hits.min_by(|(one, _), (other, _)| one.total_cmp(other));
            if let Some((depth, is_arm)) = closest {
                (depths[pixel], of_robot[pixel]) = (depth as f32, is_arm);
            }
        }
        let camera = Camera::new([FOCAL; 2], center);
        let cloud = PointCloud::from_depth(&depths, WIDTH, &camera, RADIUS)?;
        let of_robot = cloud.kept().numbers.iter().map(|&pixel| of_robot[pixel as usize]).collect();
        Ok((cloud, of_robot))
    }
}
