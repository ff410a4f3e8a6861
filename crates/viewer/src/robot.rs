//! A robot along a path: as a picture, and as a page that plays it; or along several paths, each
//! in a copy of the world beside the last one.
//!
//! Both show the checker's world. The scene has the pairs that the checker checks and no others,
//! so that it answers about a configuration as the checker does: what a path meets is red.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Result, ensure};
use obbtree::Pose;
use obbtree::nalgebra::Vector3;
use obbtree::robot::Checker;
use obbtree::scene::{BodyId, Groups, Scene, SceneQuery};

use crate::figure::{Figure, MarkedTriangle, marked};
use crate::meeting::Meeting;
use crate::page::Page;
use crate::raster::camera::View;
use crate::raster::picture::Size;

/// How often the robot is drawn along a path that is alone.
const DRAWN: usize = 6;
/// Configurations of a path that is played: some seconds at the pace of a page.
const PLAYED: usize = 120;
/// The sides of worlds beside each other, of the width of what is in one.
const SPACING: f64 = 1.1;

/// Copies of the world that can be told apart by two groups each.
const MOST_COPIES: usize = 16;

/// What does not move meets only what moves, and that meets what it is checked against; in each
/// copy of the world.
fn groups(is_moving: bool, copy: usize) -> Groups {
    let [member, with] = if is_moving { [2, 3] } else { [1, 2] };
    Groups { member: member << (2 * copy), with: with << (2 * copy) }
}

/// A path with what it is called.
pub type NamedPath<'p> = (&'p str, &'p [Vec<f64>]);

/// The PNG of the robot among its obstacles: at the start of a path, at the goal and in between;
/// on several paths once on each, as far along it as most bodies collide.
///
/// # Errors
/// If a shape of the robot cannot be drawn, a configuration has no place, there are too many paths,
/// or the picture cannot be compressed.
pub fn path_picture(
    checker: &Checker,
    paths: &[NamedPath<'_>],
    view: View,
    size: Size,
) -> Result<Vec<u8>> {
    let drawn = if paths.len() == 1 { DRAWN } else { PLAYED };
    let Shown { mut scene, moving, mut steps } = Shown::of(checker, paths, drawn)?;
    if paths.len() > 1 {
        steps = vec![step_with_most_pairs(&mut scene, steps)?];
    }
    // The colour of a body follows from its place.
    let mut bodies = [vec![], vec![]];
    for (n, step) in steps.into_iter().enumerate() {
        scene.set_poses(step)?;
        let meeting = Meeting::of(&scene)?;
        for body in scene.ids() {
            let is_moving = moving.contains(&body);
            if is_moving || n == 0 {
                bodies[usize::from(is_moving)].extend(triangles(&scene, body, &meeting)?);
            }
        }
    }
    let mut figure = Figure::default();
    bodies.into_iter().for_each(|triangles| figure.add(triangles));
    figure.png(view, size)
}

/// A page that plays the robot along paths.
///
/// # Errors
/// If a shape of the robot cannot be drawn, a configuration has no place, or there are too many
/// paths.
pub fn path_page(checker: &Checker, paths: &[NamedPath<'_>]) -> Result<String> {
    let Shown { scene, moving, steps } = Shown::of(checker, paths, PLAYED)?;
    let moving: BTreeSet<usize> = moving.iter().map(|body| body.number() as usize).collect();
    Page::new("obbtree robot", &scene)
        .second_colour(|body| moving.contains(&body))
        .played(&steps, Vec::new())
        .html()
}

/// Does a body of the world move with the robot?
fn moves(checker: &Checker, body: BodyId) -> Result<bool> {
    Ok(checker.link_of(body).is_some() || checker.world().parent(body)?.is_some())
}

/// The placed triangles of a body.
fn triangles(scene: &Scene, body: BodyId, meeting: &Meeting) -> Result<Vec<MarkedTriangle>> {
    let mut triangles = Vec::new();
    for (n, part) in scene.parts(body)?.iter().enumerate() {
        let Some(mesh) = part.outline() else { continue };
        let meets = |triangle| meeting.meets(body, n, triangle);
        triangles.extend(marked(&mesh, scene.part_pose(body, n)?, meets));
    }
    Ok(triangles)
}

/// Where bodies are.
type Step = Vec<(BodyId, Pose)>;

/// The first of the steps with the most pairs that collide; the middle one if none collides.
fn step_with_most_pairs(scene: &mut Scene, mut steps: Vec<Step>) -> Result<Step> {
    let (mut query, mut best) = (SceneQuery::new(), (0, steps.len() / 2));
    for (n, step) in steps.iter().enumerate() {
        scene.set_poses(step.iter().copied())?;
        let count = query.pairs(scene).len();
        if count > best.0 {
            best = (count, n);
        }
    }
    Ok(steps.swap_remove(best.1))
}

/// A robot and what is around it, once for each path, as a scene of its own: its bodies are
/// numbered without a gap.
struct Shown {
    scene: Scene,
    /// The bodies that move: links and what they carry.
    moving: BTreeSet<BodyId>,
    /// Where these are, step by step.
    steps: Vec<Step>,
}

impl Shown {
    fn of(checker: &Checker, paths: &[NamedPath<'_>], count: usize) -> Result<Self> {
        ensure!(paths.len() <= MOST_COPIES, "more than {MOST_COPIES} paths cannot be shown");
        let mut scene = Scene::new();
        scene.set_margin(checker.world().margin())?;
        let mut shown = Self { scene, moving: BTreeSet::new(), steps: vec![Vec::new(); count] };
        let configurations: Vec<_> = paths.iter().map(|(_, path)| along(path, count)).collect();
        let width =
            if paths.len() > 1 { width(checker, configurations.iter().flatten())? } else { 0.0 };
        for (copy, ((name, _), configurations)) in paths.iter().zip(&configurations).enumerate() {
            let name = if paths.len() > 1 { format!("{name}: ") } else { String::new() };
            let aside = Vector3::y() * (-SPACING * width * copy as f64);
            shown.add(checker, copy, &name, aside, configurations)?;
        }
        Ok(shown)
    }

    /// Adds a copy of the world: what does not move, then the links that have shapes and what they
    /// carry.
    fn add(
        &mut self,
        checker: &Checker,
        copy: usize,
        prefix: &str,
        aside: Vector3<f64>,
        configurations: &[Vec<f64>],
    ) -> Result<()> {
        let world = checker.world();
        let name = |body| -> Result<String> { Ok(format!("{prefix}{}", world.name(body)?)) };
        let placed = |pose: &Pose| Pose::new(*pose.rotation(), pose.translation() + aside);
        let (scene, mut all, mut moving) = (&mut self.scene, Vec::new(), Vec::new());
        for is_moving in [false, true] {
            for body in world.ids() {
                if !world.is_enabled(body)? || moves(checker, body)? != is_moving {
                    continue;
                }
                let parts = Arc::clone(world.parts(body)?);
                let shown = scene.add(&name(body)?, parts, placed(world.pose(body)?)?)?;
                scene.set_groups(shown, groups(is_moving, copy))?;
                scene.set_padding(shown, world.padding(body)?)?;
                all.push(body);
                if is_moving {
                    moving.push((shown, body));
                }
            }
        }
        for ([a, b], margin) in world.pair_margins() {
            let [a, b] = [a, b].map(|name| format!("{prefix}{name}"));
            if scene.id(&a).is_ok() && scene.id(&b).is_ok() {
                scene.set_pair_margin(&a, &b, Some(margin))?;
            }
        }
        let checked: BTreeSet<[BodyId; 2]> = checker.pairs().iter().copied().collect();
        for &(_, a) in &moving {
            for &b in &all {
                if a != b && !checked.contains(&[a, b]) && !checked.contains(&[b, a]) {
                    scene.allow(&name(a)?, &name(b)?);
                }
            }
        }
        self.moving.extend(moving.iter().map(|&(shown, _)| shown));
        for (step, configuration) in self.steps.iter_mut().zip(configurations) {
            let world = checker.world_at(configuration)?;
            for &(shown, body) in &moving {
                step.push((shown, placed(world.pose(body)?)?));
            }
        }
        Ok(())
    }
}

/// How wide all is that a checker's world has at configurations, along y.
fn width<'q>(checker: &Checker, configurations: impl Iterator<Item = &'q Vec<f64>>) -> Result<f64> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for configuration in configurations {
        let world = checker.world_at(configuration)?;
        for body in world.ids() {
            for (n, part) in world.parts(body)?.iter().enumerate() {
                if let Some(bounds) = part.bounds(world.part_pose(body, n)?) {
                    (low, high) = (low.min(bounds.min.y), high.max(bounds.max.y));
                }
            }
        }
    }
    Ok((high - low).max(0.0))
}

/// So many configurations along a path, evenly by the length of its lines, both ends among them.
fn along(path: &[Vec<f64>], count: usize) -> Vec<Vec<f64>> {
    let length = |line: &[Vec<f64>]| {
        line[0].iter().zip(&line[1]).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    };
    let lengths: Vec<f64> = path.windows(2).map(length).collect();
    let total: f64 = lengths.iter().sum();
    let at = |k: usize| {
        let mut left = total * k as f64 / (count - 1) as f64;
        for (line, &length) in path.windows(2).zip(&lengths) {
            if left < length {
                let point = |(a, b): (&f64, &f64)| a + left / length * (b - a);
                return line[0].iter().zip(&line[1]).map(point).collect();
            }
            left -= length;
        }
        path[path.len() - 1].clone()
    };
    (0..count).map(at).collect()
}

#[cfg(test)]
mod tests {
    use obbtree::Shape;
    use obbtree::robot::Robot;

    use super::*;

    #[test]
    fn steps_are_even_along_the_path_and_its_ends_are_among_them() {
        let path = [vec![0.0, 1.0], vec![3.0, 1.0], vec![3.0, 2.0]];
        let found = along(&path, 5);
        let expected = [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [3.0, 2.0]];
        assert_eq!(found, expected.map(|q| q.to_vec()));
    }

    #[test]
    fn worlds_beside_each_other_collide_as_each_does_alone() {
        let text = r#"<robot name="r"><link name="rail"/>
            <link name="runner"><collision><geometry><sphere radius="0.4"/></geometry></collision></link>
            <joint name="x" type="prismatic"><parent link="rail"/><child link="runner"/><axis xyz="1 0 0"/>
              <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"#;
        let robot = Robot::from_urdf_str(text, "r.urdf", &[]).expect("a robot");
        let mut world = Scene::new();
        let block = Shape::cuboid([0.5; 3]).expect("a box");
        world.add("block", block, Pose::identity()).expect("a block");
        let checker = Checker::new(Arc::new(robot), &world).expect("a checker");
        let (through, before) = ([vec![-2.0], vec![2.0]], [vec![-2.0], vec![-1.0]]);
        let paths: [NamedPath<'_>; 2] = [("through", &through), ("before", &before)];
        let Shown { mut scene, moving, steps } = Shown::of(&checker, &paths, 5).expect("shown");
        assert_eq!((scene.ids().count(), moving.len(), steps.len()), (4, 2, 5));
        for (n, step) in steps.iter().enumerate() {
            scene.set_poses(step.iter().copied()).expect("placed");
            let pairs = SceneQuery::new().pairs(&scene);
            let names = pairs.iter().flatten().map(|&body| scene.name(body).expect("a name"));
            let expected: &[&str] =
                if n == 2 { &["through: block", "through: runner"] } else { &[] };
            assert_eq!(names.collect::<Vec<_>>(), expected, "step {n}");
        }
        assert_eq!(step_with_most_pairs(&mut scene, steps.clone()).expect("a step"), steps[2]);
        let alone = Shown::of(&checker, &paths[1..], 5).expect("shown").scene;
        assert!(alone.id("runner").is_ok(), "named as in the checker's world");
    }
}
