//! How deep a robot is in what it meets on a path, at samples, between two bounds.
//!
//! The depth of two solids is the length of the shortest translation that parts them. A vertex of
//! one that is so far inside the other bounds it from below; a translation that parts the two by
//! the certain test bounds it from above. Shapes have neither here: obstacles must be meshes.

use anyhow::Result;
use obbtree::robot::{Checker, configuration_at};
use obbtree::{Body, Pose, Query};
use serde::Serialize;

/// Of the deepest pair of meshes.
#[derive(Serialize)]
pub(crate) struct Depth {
    /// A vertex is so far inside the other solid; 0 if none is inside.
    pub(crate) at_least_mm: f64,
    pub(crate) at_most_mm: f64,
    /// Where the lower bound was found, if the two meet anywhere.
    pair: Option<[String; 2]>,
    configuration: Vec<f64>,
}

impl Depth {
    /// At so many configurations of each line.
    pub(crate) fn of_path(checker: &Checker, path: &[Vec<f64>], samples: usize) -> Result<Self> {
        let mut deepest =
            Self { at_least_mm: 0.0, at_most_mm: 0.0, pair: None, configuration: Vec::new() };
        for line in path.windows(2) {
            for k in 0..samples {
                let time = k as f64 / samples.saturating_sub(1).max(1) as f64;
                deepest.look(checker, &configuration_at(&line[0], &line[1], time))?;
            }
        }
        Ok(deepest)
    }

    /// Takes in the pairs that meet at a configuration.
    fn look(&mut self, checker: &Checker, configuration: &[f64]) -> Result<()> {
        let pairs = checker.clone().colliding_pairs(configuration)?;
        if pairs.is_empty() {
            return Ok(());
        }
        let world = checker.world_at(configuration)?;
        for pair in pairs {
            let mut meshes = [Vec::new(), Vec::new()];
            for (body, meshes) in pair.into_iter().zip(&mut meshes) {
                for (n, part) in world.parts(body)?.iter().enumerate() {
                    if let Some(mesh) = part.collider().body() {
                        meshes.push((mesh.clone(), *world.part_pose(body, n)?));
                    }
                }
            }
            for a in &meshes[0] {
                for b in &meshes[1] {
                    let Some([at_least, at_most]) = bounds_mm(a, b) else { continue };
                    self.at_most_mm = self.at_most_mm.max(at_most);
                    if at_least >= self.at_least_mm {
                        self.at_least_mm = at_least;
                        self.pair = Some(checker.names(pair).map(str::to_owned));
                        self.configuration = configuration.to_vec();
                    }
                }
            }
        }
        Ok(())
    }
}

/// `None` if the two do not meet.
fn bounds_mm((a, at_a): &(Body, Pose), (b, at_b): &(Body, Pose)) -> Option<[f64; 2]> {
    const MM: f64 = 1e3; // robots are described in metres
    let mut query = Query::new();
    let contacts = query.contacts(a, at_a, b, at_b);
    if contacts.is_empty() {
        return None;
    }
    let inside = query.deepest_points([a, b], [at_a, at_b]);
    let at_least = inside.iter().flatten().map(|deepest| deepest.lower).fold(0.0, f64::max);
    let parts = query.separating_translation(a, at_a, b, at_b, &contacts);
    let at_most = parts.map_or(f64::INFINITY, |translation| translation.norm());
    Some([MM * at_least, MM * at_most])
}
