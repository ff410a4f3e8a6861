//! A robot along a path as a picture: at the start, at the goal, and in between as ghosts; of
//! several paths each in a picture of its own, side by side, where most bodies collide.

use anyhow::{Result, ensure};
use obbtree::robot::Checker;
use obbtree::scene::{BodyId, Scene};

use crate::figure::{Figure, Looks};
use crate::meeting::Meeting;
use crate::raster::camera::View;
use crate::raster::picture::{Picture, Size};

/// How often the robot is drawn between start and goal.
const GHOSTS: usize = 4;
/// Configurations of a path of which the one with the most collisions is drawn.
const TRIED: usize = 120;

/// A path with what it is called.
pub type NamedPath<'p> = (&'p str, &'p [Vec<f64>]);

/// The PNG of the robot among its obstacles along paths.
///
/// # Errors
/// If a configuration has no place, a picture would be less than a pixel wide, or it cannot be
/// compressed.
pub fn path_picture(
    checker: &Checker,
    paths: &[NamedPath<'_>],
    view: View,
    size: Size,
) -> Result<Vec<u8>> {
    if let [(_, path)] = paths {
        return along_path(checker, path)?.draw(view, size).png();
    }
    let each = Size { width: size.width / paths.len().max(1), ..size };
    ensure!(each.width > 0, "{} paths do not fit into {} pixels", paths.len(), size.width);
    let mut pictures = Vec::new();
    for (_, path) in paths {
        let (mut most, mut worst) = (0, path.len() / 2);
        let tried = along(path, TRIED);
        for (n, configuration) in tried.iter().enumerate() {
            let count = checker.clone().colliding_pairs(configuration)?.len();
            if count > most {
                (most, worst) = (count, n);
            }
        }
        let mut figure = Figure::default();
        add(&mut figure, checker, &tried[worst.min(tried.len() - 1)], Part::All)?;
        pictures.push(figure.draw(view, each));
    }
    Picture::beside(&pictures).png()
}

/// What of a world is added to a figure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    Moving,
    Ghosts,
}

fn along_path(checker: &Checker, path: &[Vec<f64>]) -> Result<Figure> {
    let mut figure = Figure::default();
    let steps = along(path, GHOSTS + 2);
    for (n, configuration) in steps.iter().enumerate() {
        let part = match n {
            0 => Part::All,
            _ if n + 1 == steps.len() => Part::Moving,
            _ => Part::Ghosts,
        };
        add(&mut figure, checker, configuration, part)?;
    }
    Ok(figure)
}

/// Adds what is there at a configuration; links in the second colour.
fn add(figure: &mut Figure, checker: &Checker, configuration: &[f64], part: Part) -> Result<()> {
    let world = checker.world_at(configuration)?;
    let pairs = checker.clone().ignoring_limits(true).colliding_pairs(configuration)?;
    let meeting = Meeting::of_pairs(&world, &pairs)?;
    for body in world.ids() {
        let is_moving = moves(checker, &world, body)?;
        if world.is_enabled(body)? && (is_moving || part == Part::All) {
            let looks = Looks { colour: usize::from(is_moving), is_ghost: part == Part::Ghosts };
            figure.add_body(&world, body, &meeting, looks)?;
        }
    }
    Ok(())
}

/// Does a body of the world move with the robot?
fn moves(checker: &Checker, world: &Scene, body: BodyId) -> Result<bool> {
    Ok(checker.link_of(body).is_some() || world.parent(body)?.is_some())
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
