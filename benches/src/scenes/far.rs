//! Bodies far from the origin: their own coordinates are far off, as those of maps and of large
//! assemblies, or both are placed far away. The numbers are rounded there, once, when they are
//! made.

use nalgebra::Vector3;
use obbtree::Pose;

use super::approach::approaches;
use super::patches::size;
use super::{Family, Pair, Poses, Scene, Set, moved, named, pose};

const TRIANGLES: usize = 20_000;
const GAPS: [f64; 3] = [0.01, 1e-4, -0.01];
const POSES: usize = 12;
/// How far, in sizes of the body: a house on a map of a country, and beyond what `f32` can tell.
const DISTANCES: [f64; 2] = [1e4, 1e7];
/// No axis of the frame, about 1 long.
const DIRECTION: Vector3<f64> = Vector3::new(0.48, -0.6, 0.64);

pub(super) fn scenes() -> Vec<Scene> {
    let mut all = Vec::new();
    for distance in DISTANCES {
        let quick = distance == DISTANCES[0];
        let name = format!("vertices {distance:e} sizes away");
        all.push(Scene::new(Family::Far, name, move || vertices_away(distance)).quick(quick));
        let name = format!("poses {distance:e} sizes away");
        all.push(Scene::new(Family::Far, name, move || poses_away(distance)));
    }
    all
}

fn vertices_away(distance: f64) -> Pair {
    let near = named("blob", TRIANGLES);
    let by = DIRECTION * distance * size(&near.mesh);
    let part = || moved(&near, by, &format!("away-{distance:e}"));
    let (a, b) = (part(), part());
    let sets = approaches(&a.mesh, &b.mesh, &GAPS, POSES, 200);
    Pair { a, b, sets }
}

fn poses_away(distance: f64) -> Pair {
    let (a, b) = (named("blob", TRIANGLES), named("blob", TRIANGLES));
    let by = DIRECTION * distance * size(&a.mesh);
    let away = |at: &Pose| pose(*at.rotation(), at.translation() + by);
    let carry = |set: Set| {
        let poses: Vec<Poses> = set.poses.iter().map(|both| both.each_ref().map(away)).collect();
        Set { poses, ..set }
    };
    let sets = approaches(&a.mesh, &b.mesh, &GAPS, POSES, 201);
    Pair { a, b, sets: sets.into_iter().map(carry).collect() }
}
