//! A robot and what is around it as triangles: in the frames of the links, and placed.

use anyhow::Result;
use obbtree::Pose;
use obbtree::nalgebra::Point3;
use obbtree::robot::{Checker, Kinematics, Part};
use obbtree::scene;

/// A link with its elements, or an obstacle, in a frame of its own.
pub(super) struct Shown {
    pub(super) name: String,
    /// Its number among the robot's links; `None` for obstacles, which do not move.
    pub(super) link: Option<usize>,
    pub(super) triangles: Vec<[Point3<f64>; 3]>,
}

/// The obstacles, then the links that have shapes.
pub(super) fn shown(checker: &Checker) -> Vec<Shown> {
    let mut all = Vec::new();
    for obstacle in checker.obstacles() {
        let triangles = match &obstacle.part {
            Part::Mesh(_) => placed(&outline(&obstacle.part), &obstacle.pose),
            Part::Shape(_) => vec![],
        };
        all.push(Shown { name: obstacle.name.clone(), link: None, triangles });
    }
    for (n, link) in checker.robot().links().iter().enumerate() {
        let mut triangles = Vec::new();
        for element in link.elements() {
            triangles.extend(placed(&outline(element.part()), element.origin()));
        }
        if !triangles.is_empty() {
            all.push(Shown { name: link.name().to_owned(), link: Some(n), triangles });
        }
    }
    all
}

/// Where a configuration puts the frames of what is shown.
pub(super) fn poses(
    checker: &Checker,
    kinematics: &mut Kinematics,
    shown: &[Shown],
    configuration: &[f64],
) -> Result<Vec<Pose>> {
    let links = kinematics.link_poses(checker.robot(), configuration);
    let pose = |one: &Shown| match one.link {
        Some(link) => Pose::try_from(links[link]),
        None => Ok(Pose::identity()),
    };
    Ok(shown.iter().map(pose).collect::<Result<_, _>>()?)
}

/// Triangles of a part under a pose.
fn placed(part: &scene::Part, pose: &Pose) -> Vec<[Point3<f64>; 3]> {
    let Some(mesh) = part.outline() else { return vec![] };
    let triangle = |n| mesh.triangle(n).map(|corner| pose.place(&corner));
    (0..mesh.triangles().len()).map(triangle).collect()
}

/// A collision element as a part of a scene, which knows how shapes are drawn.
fn outline(part: &Part) -> scene::Part {
    match part {
        Part::Mesh(body) => scene::Part::new(body.clone()),
        Part::Shape(shape) => scene::Part::new(shape.clone()),
    }
}
