//! Worlds of named parts, and checkers in them.
#![allow(dead_code, reason = "each test uses some")]

use std::sync::Arc;

use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Robot};
use obbtree_scene::{Part, Scene};

/// A world of bodies of one part each.
pub(crate) fn world<'n>(bodies: impl IntoIterator<Item = (&'n str, Part, Pose)>) -> Scene {
    let mut world = Scene::new();
    for (name, part, pose) in bodies {
        world.add(name, part, pose).expect("a new name");
    }
    world
}

/// A checker in a world.
pub(crate) fn among(robot: impl Into<Arc<Robot>>, world: &Scene) -> Checker {
    Checker::new(robot.into(), world).expect("no link's name in the world")
}

/// A checker with nothing around.
pub(crate) fn alone(robot: impl Into<Arc<Robot>>) -> Checker {
    among(robot, &Scene::new())
}

/// The links of a robot in the text of a URDF.
pub(crate) fn robot(text: &str) -> Robot {
    Robot::from_urdf_str(text, "r.urdf", &[]).expect("a robot")
}
