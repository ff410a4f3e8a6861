//! A robot along a path: as a picture, and as a page that plays it.
//!
//! Both show a scene whose bodies are the obstacles and the links that have shapes. It has the
//! pairs that the checker checks and no others, so that a page answers about a configuration as the
//! checker does.

use std::collections::BTreeSet;

use anyhow::Result;
use obbtree::Pose;
use obbtree::nalgebra::Point3;
use obbtree::robot::{Checker, Element, Kinematics, Part};
use obbtree::scene::{self, BodyId, Groups, Scene};

use crate::figure::Figure;
use crate::page::Page;
use crate::raster::camera::View;
use crate::raster::picture::Size;

/// How often the robot is drawn along a path.
const DRAWN: usize = 6;
/// Configurations of a path that is played: some seconds at the pace of a page.
const PLAYED: usize = 120;

/// Obstacles meet links only; links meet what they are checked against.
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
    let mut shown = Shown::of(checker)?;
    // The colour of a body follows from its place.
    let mut bodies: [Vec<[Point3<f64>; 3]>; 2] = [shown.triangles(false)?, vec![]];
    for configuration in along(path, DRAWN) {
        for (body, pose) in shown.poses(checker, &configuration)? {
            shown.scene.set_pose(body, pose)?;
        }
        bodies[1].extend(shown.triangles(true)?);
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
    let mut shown = Shown::of(checker)?;
    let steps: Result<Vec<_>> = along(path, PLAYED)
        .iter()
        .map(|configuration| shown.poses(checker, configuration))
        .collect();
    let is_link: BTreeSet<usize> =
        shown.links.iter().map(|(body, _)| body.number() as usize).collect();
    Page::new("obbtree robot", &shown.scene)
        .second_colour(|body| is_link.contains(&body))
        .played(&steps?, Vec::new())
        .html()
}

/// A robot and what is around it.
struct Shown {
    scene: Scene,
    /// The bodies that are links, with their numbers among the robot's links.
    links: Vec<(BodyId, usize)>,
    kinematics: Kinematics,
}

impl Shown {
    /// The obstacles, then the links that have shapes, all at the origin.
    fn of(checker: &Checker) -> Result<Self> {
        let mut shown =
            Self { scene: Scene::new(), links: Vec::new(), kinematics: Kinematics::default() };
        for obstacle in checker.obstacles() {
            shown.add(&obstacle.name, vec![part_of(&obstacle.part)], obstacle.pose, OBSTACLES)?;
        }
        let links = checker.robot().links();
        for (link, of_link) in links.iter().enumerate() {
            let part = |element: &Element| part_of(element.part()).at(*element.origin());
            let parts: Vec<_> = of_link.elements().iter().map(part).collect();
            if !parts.is_empty() {
                let body = shown.add(of_link.name(), parts, Pose::identity(), LINKS)?;
                shown.links.push((body, link));
            }
        }
        let checked: BTreeSet<[usize; 2]> = checker.robot().pairs().iter().copied().collect();
        for (n, &(body_a, a)) in shown.links.iter().enumerate() {
            for &(body_b, b) in &shown.links[..n] {
                if !checked.contains(&[b, a]) && !checked.contains(&[a, b]) {
                    let name = |body| shown.scene.name(body).map(str::to_owned);
                    let (one, other) = (name(body_a)?, name(body_b)?);
                    shown.scene.allow(&one, &other);
                }
            }
        }
        Ok(shown)
    }

    /// Adds a body. Names of bodies differ; an obstacle may be called as a link is.
    fn add(
        &mut self,
        name: &str,
        parts: Vec<scene::Part>,
        pose: Pose,
        groups: Groups,
    ) -> Result<BodyId> {
        let mut unique = name.to_owned();
        while self.scene.id(&unique).is_ok() {
            unique.push('\'');
        }
        let body = self.scene.add(&unique, parts, pose)?;
        self.scene.set_groups(body, groups)?;
        Ok(body)
    }

    /// Where a configuration puts the links.
    fn poses(&mut self, checker: &Checker, configuration: &[f64]) -> Result<Vec<(BodyId, Pose)>> {
        let rows = self.kinematics.link_poses(checker.robot(), configuration);
        self.links.iter().map(|&(body, link)| Ok((body, Pose::try_from(rows[link])?))).collect()
    }

    /// The placed triangles of all links, or of all obstacles.
    fn triangles(&self, of_links: bool) -> Result<Vec<[Point3<f64>; 3]>> {
        let mut triangles = Vec::new();
        for body in self.scene.ids() {
            if self.links.iter().any(|(link, _)| *link == body) != of_links {
                continue;
            }
            for (n, part) in self.scene.parts(body)?.iter().enumerate() {
                let Some(mesh) = part.outline() else { continue };
                let pose = self.scene.part_pose(body, n)?;
                let placed = |n| mesh.triangle(n).map(|corner| pose.place(&corner));
                triangles.extend((0..mesh.triangles().len()).map(placed));
            }
        }
        Ok(triangles)
    }
}

/// A collision element as a part of a scene, which knows how shapes are drawn.
fn part_of(part: &Part) -> scene::Part {
    match part {
        Part::Mesh(body) => scene::Part::new(body.clone()),
        Part::Shape(shape) => scene::Part::new(shape.clone()),
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
