//! Bodies by number, and what can be asked of them: the safe part of the module.
//!
//! Numbers, because a page cannot hold a Rust value. A number is never given twice, so that a freed
//! body is an error text and not another body.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use obbtree_builder::wide::{Config, build};
use obbtree_geom::Pose;
use obbtree_mesh::Mesh;
use obbtree_query::wide::Scratch;
use obbtree_query::{collide, for_each_pair};
use obbtree_tree::wide::Tree;

use crate::boxes;

/// Everything that one instance of the module holds.
#[derive(Default)]
pub(crate) struct Bodies {
    trees: BTreeMap<u32, Tree>,
    last: u32,
    scratch: Scratch,
    /// What the last question found: pairs of triangle numbers, or pairs of box numbers.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// What the last [`Bodies::boxes`] found.
    pub(crate) boxes: Vec<[f64; boxes::NUMBERS]>,
}

/// A body and its pose, the twelve numbers row by row of `[R | t]`.
pub(crate) struct Placed {
    pub(crate) body: u32,
    pub(crate) pose: [f64; 12],
}

impl Bodies {
    /// Checks a mesh, builds its tree and gives the body's number, which is not 0.
    pub(crate) fn add(
        &mut self,
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<u32, String> {
        let mesh = Mesh::new(vertices, triangles).map_err(|error| error.to_string())?;
        let number = self.last.checked_add(1).ok_or("no number is left for another body")?;
        self.trees.insert(number, build(&mesh, &Config::default()));
        self.last = number;
        Ok(number)
    }

    /// Frees a body. Nothing happens if there is none of this number.
    pub(crate) fn remove(&mut self, body: u32) {
        self.trees.remove(&body);
    }

    /// Do the surfaces meet? Touching counts.
    pub(crate) fn collide(&mut self, a: &Placed, b: &Placed) -> Result<bool, String> {
        let (tree_a, pose_a) = placed(&self.trees, a)?;
        let (tree_b, pose_b) = placed(&self.trees, b)?;
        Ok(collide(tree_a, &pose_a, tree_b, &pose_b, &mut self.scratch))
    }

    /// All pairs of triangles that meet, ascending, in `self.pairs`; of more than `limit`, the first
    /// `limit` that the search finds.
    pub(crate) fn pairs(&mut self, a: &Placed, b: &Placed, limit: usize) -> Result<usize, String> {
        let (tree_a, pose_a) = placed(&self.trees, a)?;
        let (tree_b, pose_b) = placed(&self.trees, b)?;
        let pairs = &mut self.pairs;
        pairs.clear();
        let _ = for_each_pair(tree_a, &pose_a, tree_b, &pose_b, &mut self.scratch, |in_a, in_b| {
            if pairs.len() == limit {
                return ControlFlow::Break(());
            }
            pairs.push([in_a, in_b]);
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        Ok(pairs.len())
    }

    /// How many levels of boxes a body's tree has.
    pub(crate) fn levels(&self, body: u32) -> Result<usize, String> {
        Ok(tree(&self.trees, body)?.depth())
    }

    /// The boxes of one level of a body's tree, with the leaves above it, in `self.boxes`.
    pub(crate) fn boxes(&mut self, body: u32, level: usize) -> Result<usize, String> {
        self.boxes = boxes::of_level(tree(&self.trees, body)?, level);
        Ok(self.boxes.len())
    }

    /// Pairs of boxes of a level that a search reaches, in `self.pairs`.
    pub(crate) fn box_pairs(
        &mut self,
        a: &Placed,
        b: &Placed,
        level: usize,
    ) -> Result<usize, String> {
        let (tree_a, pose_a) = placed(&self.trees, a)?;
        let (tree_b, pose_b) = placed(&self.trees, b)?;
        self.pairs = boxes::overlapping(tree_a, &pose_a, tree_b, &pose_b, level);
        Ok(self.pairs.len())
    }
}

fn tree(trees: &BTreeMap<u32, Tree>, body: u32) -> Result<&Tree, String> {
    trees.get(&body).ok_or_else(|| format!("there is no body {body}"))
}

fn placed<'t>(
    trees: &'t BTreeMap<u32, Tree>,
    placed: &Placed,
) -> Result<(&'t Tree, Pose), String> {
    let pose = Pose::from_rows(placed.pose).map_err(|error| error.to_string())?;
    Ok((tree(trees, placed.body)?, pose))
}
