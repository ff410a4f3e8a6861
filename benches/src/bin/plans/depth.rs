//! How deep a robot is in what it meets on a path, at samples.
//!
//! Of two meshes the depth is the length of a translation that parts them, which the certain test
//! says. It is an upper bound: a shorter one may part them too. Shapes have no such translation
//! here, so obstacles must be meshes.

use anyhow::Result;
use obbtree::Query;
use obbtree::robot::{Checker, configuration_at};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Depth {
    pub(crate) mm: f64,
    pub(crate) pair: [String; 2],
    pub(crate) configuration: Vec<f64>,
}

impl Depth {
    /// The deepest of all pairs of meshes at so many configurations of each line; `None` if none
    /// of these meet.
    pub(crate) fn of_path(
        checker: &Checker,
        path: &[Vec<f64>],
        samples: usize,
    ) -> Result<Option<Self>> {
        let mut deepest: Option<Self> = None;
        for line in path.windows(2) {
            for k in 0..samples {
                let time = k as f64 / samples.saturating_sub(1).max(1) as f64;
                let configuration = configuration_at(&line[0], &line[1], time);
                if let Some((mm, pair)) = deepest_pair(checker, &configuration)?
                    && deepest.as_ref().is_none_or(|deepest| mm > deepest.mm)
                {
                    deepest = Some(Self { mm, pair, configuration });
                }
            }
        }
        Ok(deepest)
    }
}

/// The deepest pair of bodies, each as deep as its deepest meshes.
fn deepest_pair(checker: &Checker, configuration: &[f64]) -> Result<Option<(f64, [String; 2])>> {
    const MM: f64 = 1e3; // robots are described in metres
    let pairs = checker.clone().colliding_pairs(configuration)?;
    if pairs.is_empty() {
        return Ok(None);
    }
    let world = checker.world_at(configuration)?;
    let mut query = Query::new();
    let mut deepest = None;
    for pair in pairs {
        let [a, b] = pair;
        for (i, part_a) in world.parts(a)?.iter().enumerate() {
            for (k, part_b) in world.parts(b)?.iter().enumerate() {
                let [Some(mesh_a), Some(mesh_b)] =
                    [part_a, part_b].map(|part| part.collider().body())
                else {
                    continue;
                };
                let [at_a, at_b] = [world.part_pose(a, i)?, world.part_pose(b, k)?];
                let contacts = query.contacts(mesh_a, &at_a, mesh_b, &at_b);
                if contacts.is_empty() {
                    continue;
                }
                let parts = query.separating_translation(mesh_a, &at_a, mesh_b, &at_b, &contacts);
                let Some(mm) = parts.map(|translation| MM * translation.norm()) else { continue };
                if deepest.as_ref().is_none_or(|&(most, _)| mm > most) {
                    deepest = Some((mm, checker.names(pair).map(str::to_owned)));
                }
            }
        }
    }
    Ok(deepest)
}
