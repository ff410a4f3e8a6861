//! One body past another one in a thousand small steps, as a planner or a control loop moves it: it
//! turns a little about its own middle, sways sideways and goes away and comes back.
//!
//! These are for distances only, where the closest triangles of a step are a start for the next.

use std::f64::consts::TAU;

use nalgebra::{Rotation3, Unit, Vector3};
use obbtree::Pose;

use super::patches::size;
use super::{Family, Pair, Poses, Scene, Set, b_at, gaps, models, pose};

const STEPS: usize = 1000;
/// Sets whose first pose is the start of a way, by their names: 1 % and 0.1 % of A's size apart.
const STARTS: [&str; 4] = ["+1 %", "+0.1 %", "gap+1", "gap+0.1"];
/// Radians from first to last.
const TURN: f64 = 0.5;
/// Shares of A's size: how far it sways to each side and how far it goes away.
const SIDEWAYS: f64 = 0.05;
const AWAY: f64 = 0.04;

pub(super) fn scenes() -> Vec<Scene> {
    let of_kinds = gaps::scenes().into_iter().chain(models::at_gaps());
    let smooth = |of: Scene| {
        let quick = of.quick;
        Scene::new(Family::Paths, format!("smooth: {}", of.name), move || past(of.make()))
            .quick(quick)
    };
    of_kinds.map(smooth).collect()
}

fn past(pair: Pair) -> Pair {
    let starts = pair.sets.iter().filter(|set| STARTS.contains(&set.name.as_str()));
    let sets = starts.map(|set| Set {
        name: format!("{STEPS} steps from {}", set.name),
        poses: way(&pair, &set.poses[0]),
        meets: None,
    });
    let sets = sets.collect();
    Pair { sets, ..pair }
}

fn way(pair: &Pair, [at_a, start]: &Poses) -> Vec<Poses> {
    let length = size(&pair.a.mesh);
    let middle = |mesh: &obbtree::Mesh| mesh.report().bounds.center();
    let middle_b = middle(&pair.b.mesh);
    let from = start.place(&middle_b).coords;
    let outwards = (from - at_a.place(&middle(&pair.a.mesh)).coords).normalize();
    let least = Vector3::ith(outwards.iamin(), 1.0);
    let sideways = outwards.cross(&least).normalize();
    let axis = Unit::new_normalize(outwards + sideways);
    let at = |step: usize| -> Pose {
        let s = step as f64 / STEPS as f64;
        let angle = TURN * s;
        let rotation = Rotation3::from_axis_angle(&axis, angle).into_inner() * start.rotation();
        let sway = SIDEWAYS * libm::sin(TAU * s);
        let away = 0.5 * AWAY * (1.0 - libm::cos(TAU * s));
        let to = from + length * (sway * sideways + away * outwards);
        pose(rotation, to - rotation * middle_b.coords)
    };
    b_at((0..STEPS).map(at))
}
