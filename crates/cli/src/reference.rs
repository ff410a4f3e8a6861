//! `--engine classic`: the reference for answers and times, queried directly.
//!
//! It answers about surfaces whether they meet, by which pairs, and how far apart they are. What
//! is made of that (relations, solids, contacts, sweeps) is of the engine that ships alone.

use std::ops::ControlFlow;

use anyhow::{Result, bail, ensure};
use obbtree::query::{Counts, DistanceOptions};
use obbtree::{Mesh, Pose};
use obbtree_builder::classic::{Config, build};
use obbtree_predicates::Placement;
use obbtree_query::classic::Workspace;
use obbtree_query::{Distance, Engine, SearchMode};
use obbtree_tree::classic::Tree;

use crate::question::Question;

/// The trees of A and B.
pub(crate) struct Reference {
    pub(crate) trees: [Tree; 2],
}

/// Where a query works and counts.
#[derive(Default)]
pub(crate) struct Scratch {
    pub(crate) counts: Counts,
    workspace: Workspace,
}

impl Reference {
    pub(crate) fn build(meshes: [&Mesh; 2]) -> Self {
        Self { trees: meshes.map(Self::tree) }
    }

    pub(crate) fn tree(mesh: &Mesh) -> Tree {
        build(mesh, &Config::default())
    }

    /// # Errors
    /// If the classic engine does not answer this.
    pub(crate) fn ensure_answers(question: Question, beyond: bool) -> Result<()> {
        ensure!(!beyond, "--engine classic goes neither with --solid nor with --classify");
        match question {
            Question::Clearance(_) => bail!("--engine classic goes not with --query clearance"),
            Question::Contacts(_) => bail!("--engine classic goes not with --query contacts"),
            Question::Depth(_) => bail!("--engine classic goes not with --query depth"),
            Question::Within(..) => bail!("--engine classic goes not with --query within"),
            Question::Manifolds(_) => bail!("--engine classic goes not with --query manifolds"),
            _ => Ok(()),
        }
    }

    /// The pairs that meet, in the order of the search; with `first` one of them.
    pub(crate) fn pairs(
        &self,
        poses: [&Pose; 2],
        first: bool,
        scratch: &mut Scratch,
    ) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        let mode = if first { SearchMode::First } else { SearchMode::All };
        self.search(poses, mode, scratch, |pair| {
            pairs.push(pair);
            if first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        pairs
    }

    /// How many pairs meet.
    pub(crate) fn count(&self, poses: [&Pose; 2], scratch: &mut Scratch) -> u32 {
        let mut pairs = 0;
        self.search(poses, SearchMode::All, scratch, |_| {
            pairs += 1;
            ControlFlow::Continue(())
        });
        pairs
    }

    fn search(
        &self,
        [pose_a, pose_b]: [&Pose; 2],
        mode: SearchMode,
        Scratch { counts, workspace }: &mut Scratch,
        mut on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) {
        let (placement, counts) = (Placement::new(pose_a, pose_b), Some(counts));
        let trees = self.trees.each_ref();
        let _ = Tree::search(trees, &placement, mode, counts, workspace, |in_a, in_b| {
            on_pair([in_a, in_b])
        });
    }

    pub(crate) fn closer_than(
        &self,
        poses: [&Pose; 2],
        tolerance: f64,
        scratch: &mut Scratch,
    ) -> bool {
        let Scratch { counts, workspace } = scratch;
        let placement = Placement::new(poses[0], poses[1]);
        let counts = Some(counts);
        Tree::closer_than(self.trees.each_ref(), &placement, tolerance, counts, workspace).is_some()
    }

    pub(crate) fn distance(
        &self,
        poses: [&Pose; 2],
        options: &DistanceOptions,
        scratch: &mut Scratch,
    ) -> Option<Distance> {
        let Scratch { counts, workspace } = scratch;
        let placement = Placement::new(poses[0], poses[1]);
        Tree::distance(self.trees.each_ref(), &placement, options, None, counts, workspace)
    }
}
