//! Two gears rolling on each other, a side face of each in one plane; flanks free by the backlash.

use nalgebra::Vector3;
use obbtree_assets::poses::{pinion_rolled, pinion_rolling};
use obbtree_assets::{Gear, PINION, WHEEL, gear};

use super::{Family, Pair, Part, Scene, Set, b_at, carried, placed, pose, tilt};

/// Poses on the way where the pinion lies on the wheel.
const LYING: usize = 6;
/// How much nearer to the wheel the lying pinion's axis is, in millimetres: teeth lie on teeth.
const NEARER: f64 = 4.0;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new(Family::Rest, "gears, lower faces in one plane", || rolling(PINION)),
        Scene::new(Family::Rest, "gears, both faces in one plane", || {
            rolling(Gear { width: WHEEL.width, ..PINION })
        }),
        Scene::new(Family::Rest, "gears, one on the other", lying),
    ]
}

fn rolling(pinion: Gear) -> Pair {
    let free = pinion_rolling().into_iter().filter(|step| step.collides.is_none());
    let poses = b_at(free.map(|step| placed(step.pose)));
    let rotated = carried(tilt(), &poses);
    let sets = vec![
        Set { name: "rolling".to_owned(), poses, meets: Some(false) },
        Set {
            name: "rolling, both rotated by 11 degrees".to_owned(),
            poses: rotated,
            meets: Some(false),
        },
    ];
    Pair { a: wheel(), b: named(pinion), sets }
}

/// The pinion's lower face on the wheel's upper one.
fn lying() -> Pair {
    let at = |i: usize| {
        let rolled = placed(pinion_rolled(0.1 * i as f64));
        let inwards = rolled.translation().normalize() * NEARER;
        pose(
            *rolled.rotation(),
            rolled.translation() - inwards + Vector3::new(0.0, 0.0, WHEEL.width),
        )
    };
    let poses = b_at((0..LYING).map(at));
    let sets = vec![Set { name: "face on face".to_owned(), poses, meets: Some(true) }];
    Pair { a: wheel(), b: named(PINION), sets }
}

fn wheel() -> Part {
    Part { name: "wheel".to_owned(), mesh: gear(WHEEL) }
}

fn named(pinion: Gear) -> Part {
    Part { name: format!("pinion-{}", pinion.width), mesh: gear(pinion) }
}
