//! A robot along a path: as a picture, and as a page that plays it.
//!
//! Both show the checker's world. The scene of a page has the pairs that the checker checks and no
//! others, so that it answers about a configuration as the checker does.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Result;
use obbtree::Pose;
use obbtree::nalgebra::Point3;
use obbtree::robot::Checker;
use obbtree::scene::{BodyId, Groups, Scene};

use crate::figure::Figure;
use crate::page::Page;
use crate::raster::camera::View;
use crate::raster::picture::Size;

/// How often the robot is drawn along a path.
const DRAWN: usize = 6;
/// Configurations of a path that is played: some seconds at the pace of a page.
const PLAYED: usize = 120;

/// What does not move meets only what moves; that meets what it is checked against.
const OBSTACLES: Groups = Groups { member: 1, with: 2 };
const LINKS: Groups = Groups { member: 2, with: 3 };

/// The PNG of the robot at the start, at the goal and in between, among its obstacles.
///
/// # Errors
/// If a shape of the robot cannot be drawn, a configuration has no place, or the picture cannot be
/// compressed.
pub fn path_picture(
    checker: &Checker,
    path: &[Vec<f64>],
    view: View,
    size: Size,
) -> Result<Vec<u8>> {
    // The colour of a body follows from its place.
    let mut bodies = [triangles(checker, checker.world(), false)?, vec![]];
    for configuration in along(path, DRAWN) {
        bodies[1].extend(triangles(checker, &checker.world_at(&configuration)?, true)?);
    }
    let mut figure = Figure::default();
    bodies.into_iter().for_each(|triangles| figure.add_free(triangles.into_iter()));
    figure.png(view, size)
}

/// A page that plays the robot along a path.
///
/// # Errors
/// If a shape of the robot cannot be drawn, or a configuration has no place.
pub fn path_page(checker: &Checker, path: &[Vec<f64>]) -> Result<String> {
    let shown = Shown::of(checker)?;
    let steps: Result<Vec<_>> = along(path, PLAYED)
        .iter()
        .map(|configuration| shown.poses(checker, configuration))
        .collect();
    let is_link: BTreeSet<usize> =
        shown.moving.iter().map(|(body, _)| body.number() as usize).collect();
    Page::new("obbtree robot", &shown.scene)
        .second_colour(|body| is_link.contains(&body))
        .played(&steps?, Vec::new())
        .html()
}

/// Does a body of the world move with the robot?
fn moves(checker: &Checker, body: BodyId) -> Result<bool> {
    Ok(checker.link_of(body).is_some() || checker.world().parent(body)?.is_some())
}

/// The placed triangles of all that moves, or of all that does not.
fn triangles(checker: &Checker, world: &Scene, of_robot: bool) -> Result<Vec<[Point3<f64>; 3]>> {
    let mut triangles = Vec::new();
    for body in world.ids() {
        if !world.is_enabled(body)? || moves(checker, body)? != of_robot {
            continue;
        }
        for (n, part) in world.parts(body)?.iter().enumerate() {
            let Some(mesh) = part.outline() else { continue };
            let pose = world.part_pose(body, n)?;
            let placed = |n| mesh.triangle(n).map(|corner| pose.place(&corner));
            triangles.extend((0..mesh.triangles().len()).map(placed));
        }
    }
    Ok(triangles)
}

/// A robot and what is around it, as a scene of its own: its bodies are numbered without a gap.
struct Shown {
    scene: Scene,
    /// The bodies that move, links and what they carry, and what they are in the checker's world.
    moving: Vec<(BodyId, BodyId)>,
}

impl Shown {
    /// What does not move, then the links that have shapes and what they carry.
    fn of(checker: &Checker) -> Result<Self> {
        let world = checker.world();
        let (mut scene, mut moving, mut all) = (Scene::new(), Vec::new(), Vec::new());
        scene.set_margin(world.margin())?;
        for (is_moving, groups) in [(false, OBSTACLES), (true, LINKS)] {
            for body in world.ids() {
                if !world.is_enabled(body)? || moves(checker, body)? != is_moving {
                    continue;
                }
                let parts = Arc::clone(world.parts(body)?);
                let shown = scene.add(world.name(body)?, parts, *world.pose(body)?)?;
                scene.set_groups(shown, groups)?;
                scene.set_padding(shown, world.padding(body)?)?;
                all.push((shown, body));
                if is_moving {
                    moving.push((shown, body));
                }
            }
        }
        for ([a, b], margin) in world.pair_margins() {
            if scene.id(a).is_ok() && scene.id(b).is_ok() {
                scene.set_pair_margin(a, b, Some(margin))?;
            }
        }
        let checked: BTreeSet<[BodyId; 2]> = checker.pairs().iter().copied().collect();
        for &(_, a) in &moving {
            for &(_, b) in &all {
                if a != b && !checked.contains(&[a, b]) && !checked.contains(&[b, a]) {
                    scene.allow(world.name(a)?, world.name(b)?);
                }
            }
        }
        Ok(Self { scene, moving })
    }

    /// Where a configuration puts what moves.
    fn poses(&self, checker: &Checker, configuration: &[f64]) -> Result<Vec<(BodyId, Pose)>> {
        let world = checker.world_at(configuration)?;
        self.moving.iter().map(|&(shown, body)| Ok((shown, *world.pose(body)?))).collect()
    }
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
    use super::*;

    #[test]
    fn steps_are_even_along_the_path_and_its_ends_are_among_them() {
        let path = [vec![0.0, 1.0], vec![3.0, 1.0], vec![3.0, 2.0]];
        let found = along(&path, 5);
        let expected = [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [3.0, 2.0]];
        assert_eq!(found, expected.map(|q| q.to_vec()));
    }
}
