//! Poses that follow each other along a smooth motion, as planners and simulations ask them: a nut
//! screwed down, a pinion rolled, a piece turned through a hole, a body flown low over hills.

use std::f64::consts::TAU;

use nalgebra::{Rotation3, Vector3};
use obbtree::Mesh;
use obbtree_assets::poses::{Step, l_through_wall, nut_turning, pinion_rolling};
use obbtree_assets::{PINION, WHEEL, bolt, gear, l_piece, nut, wall};

use obbtree_tests::shapes::scaled;

use super::patches::size;
use super::{Coordinates, Family, Pair, Part, Scene, Set, b_at, named, placed, pose};

/// The flight: so many poses; the body is this share of the terrain's size.
const FLIGHT: usize = 100;
const FLYING: f64 = 0.03;
/// Waves up and down along the way, and how many turns about a tilted axis.
const WAVES: f64 = 3.0;
const TURNS: f64 = 1.5;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new(Family::Paths, "nut screwed down its bolt", || {
            recorded(("bolt", bolt()), ("nut", nut()), nut_turning())
        })
        .quick(true),
        Scene::new(Family::Paths, "pinion rolled on a wheel", || {
            recorded(("wheel", gear(WHEEL)), ("pinion", gear(PINION)), pinion_rolling())
        }),
        Scene::new(Family::Paths, "L-shaped piece through a wall", || {
            recorded(("wall", wall()), ("l-piece", l_piece()), l_through_wall())
        }),
        Scene::new(Family::Paths, "blob flown low over hills", flight).quick(true),
    ]
}

fn recorded(a: (&str, Mesh), b: (&str, Mesh), steps: Vec<Step>) -> Pair {
    let part = |(name, mesh): (&str, Mesh)| Part { name: name.to_owned(), mesh };
    let poses = b_at(steps.into_iter().map(|step| placed(step.pose)));
    let sets = vec![Set { name: "all of the way".to_owned(), poses, meets: None }];
    Pair { a: part(a), b: part(b), sets }
}

fn flight() -> Pair {
    let hills = named("terrain", 50_000);
    let blob = named("blob", 20_000).mesh;
    let blob = Coordinates::F32.of(&scaled(&blob, FLYING * size(&hills.mesh) / size(&blob)));
    let bounds = hills.mesh.report().bounds;
    let (middle, sides) = (bounds.center().coords, bounds.sides());
    let at = |i: usize| {
        let s = i as f64 / FLIGHT as f64;
        let rotation = Rotation3::new(Vector3::new(0.6, 0.0, 0.8) * (TURNS * TAU * s));
        let along = Vector3::new(0.8 * (s - 0.5), 0.3 * libm::sin(TAU * s), 0.0);
        let height = 0.25 + 0.3 * libm::sin(WAVES * TAU * s);
        let to = middle + sides.component_mul(&along) + Vector3::new(0.0, 0.0, height * sides.z);
        pose(rotation.into_inner(), to)
    };
    let poses = b_at((0..FLIGHT).map(at));
    let sets = vec![Set { name: "all of the way".to_owned(), poses, meets: None }];
    Pair { a: hills, b: Part { name: "flying-blob".to_owned(), mesh: blob }, sets }
}
