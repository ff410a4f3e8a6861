//! Worlds of named parts, checkers in them, and the arm of the test data.
#![allow(dead_code, reason = "each test uses some")]

pub(crate) mod sensed;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use obbtree_collider::{Body, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random, Robot, Srdf};
use obbtree_scene::{BodyId, Part, Scene};

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

/// A box of side 1 on a planar joint.
pub(crate) const CART: &str = r#"<robot name="r"><link name="a"/>
    <link name="b"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
    <joint name="drive" type="planar"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
      </joint></robot>"#;

/// A turn, a turn and a slide: two beams and a tool.
const BEAMS: &str = r#"<robot name="arm"><link name="base"/>
    <link name="a"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry>
      </collision></link>
    <link name="b"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.8 0.1 0.1"/>
      </geometry></collision></link>
    <link name="tool"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
    <joint name="i" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
      </joint>
    <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 1"/>
      <origin xyz="1 0 0"/><limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
    <joint name="k" type="prismatic"><parent link="b"/><child link="tool"/><axis xyz="1 0 0"/>
      <origin xyz="0.8 0 0"/><limit lower="0" upper="0.5" effort="1" velocity="1"/></joint></robot>"#;

/// The same beside a wall and a lamp, without limits.
pub(crate) fn beams() -> Checker {
    let wall = triangle([[-2.0, 1.2, -1.0], [2.0, 1.2, -1.0], [0.0, 1.6, 2.0]]);
    let lamp = Shape::sphere([0.0; 3], 0.3).expect("a shape");
    let bodies = [
        ("wall", Part::new(wall), Pose::identity()),
        ("lamp", Part::new(lamp), at([-1.3, -0.6, 0.2])),
    ];
    among(robot(BEAMS), &world(bodies)).ignoring_limits(true)
}

/// The URDF of a robot whose link `base` carries a mast, which no joint moves and on which a link
/// `arm` turns: with its other links and joints.
pub(crate) fn on_a_mast(links: &str) -> String {
    format!(
        r#"<robot name="r">{links}
        <joint name="foot" type="fixed"><parent link="base"/><child link="mast"/>
          <origin xyz="0.1 0.2 0.4" rpy="0.3 0.1 0.7"/></joint>
        <link name="mast"><collision><geometry>
          <mesh filename="../../../../assets/l_piece.stl" scale="0.4 0.4 0.4"/></geometry>
          </collision></link>
        <joint name="turn" type="continuous"><parent link="mast"/><child link="arm"/>
          <origin xyz="0 0 0.5"/><axis xyz="0 0 1"/></joint></robot>"#
    )
}

/// A translation.
pub(crate) fn at(translation: [f64; 3]) -> Pose {
    Pose::from_translation(translation).expect("a pose")
}

/// The names of the two bodies of each pair.
pub(crate) fn names(checker: &Checker, pairs: &[[BodyId; 2]]) -> Vec<[String; 2]> {
    pairs.iter().map(|&pair| checker.names(pair).map(str::to_owned)).collect()
}

/// A mesh of one triangle.
pub(crate) fn triangle(corners: [[f64; 3]; 3]) -> Body {
    Body::new(Mesh::from_soup(&[corners]).expect("a mesh"))
}

/// A file of the test data.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The arm of the test data, 4 values, without its SRDF.
pub(crate) fn bare_arm() -> Robot {
    Robot::read(data("arm.urdf"), &[]).expect("a robot")
}

/// The arm of the test data with its SRDF.
pub(crate) fn arm() -> Robot {
    let srdf = Srdf::read(data("arm.srdf")).expect("an SRDF");
    bare_arm().with_srdf(&srdf).expect("of this robot")
}

pub(crate) fn random_configurations(robot: &Robot, count: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut random = Random(seed);
    (0..count).map(|_| robot.random(|| random.uniform())).collect()
}
