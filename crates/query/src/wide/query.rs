//! The wide tree as an [`Engine`]: the door to the fast query, and the memory it works in.

use std::ops::ControlFlow;

use nalgebra::Vector3;
use obbtree_geom::{Placement, Pose, Triangle};
use obbtree_simd::SimdLevel;
use obbtree_tree::wide::{Child, Leaf, Tree};
use smallvec::{SmallVec, smallvec};

use super::motion::{Motion, Start};
use super::naive::{self, OnPair};
use super::tally::{Tally, Uncounted};
use super::traverse::{Memory, Traverse};
use crate::Counts;
use crate::engine::{Aim, Engine};
use crate::line::Line;

/// The memory of a query: keep one per thread and hand it to every call. It grows to what the
/// queries need and stays there; a warm one allocates nothing.
///
/// It also holds the choice of instruction set: by default the best that the CPU has, see
/// [`SimdLevel::detect`]. The choice never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    memory: Memory,
    level: Option<SimdLevel>,
}

impl Scratch {
    /// An empty scratch; allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty scratch whose queries run on this instruction set.
    #[must_use]
    pub fn with_level(level: SimdLevel) -> Self {
        Self { level: Some(level), ..Self::default() }
    }
}

impl Engine for Tree {
    type Scratch = Scratch;

    fn search(
        a: &Self,
        pose_a: &Pose,
        b: &Self,
        pose_b: &Pose,
        aim: Aim,
        counts: Option<&mut Counts>,
        scratch: &mut Scratch,
        mut on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        search(a, b, &Placement::new(pose_a, pose_b), aim, counts, scratch, &mut on_pair)
    }

    fn for_each_triangle_near(&self, line: &Line, mut on_triangle: impl FnMut(&Triangle)) {
        let mut stack: SmallVec<[u32; 64]> = smallvec![0];
        while let Some(index) = stack.pop() {
            let node = self.node(index as usize);
            for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
                let center = node.center(c) + Vector3::from(self.origin);
                if !line.may_meet(&node.axes(c), &center, &node.half(c)) {
                    continue;
                }
                let child = node.child[c];
                if !child.is_leaf() {
                    stack.push(child.index());
                    continue;
                }
                let leaf = self.leaf(child.index());
                for place in (0..4).filter(|&p| leaf.ids[p] != Leaf::NO_TRIANGLE) {
                    on_triangle(&self.triangle(&leaf, place));
                }
            }
        }
    }
}

/// The search by the naive twin of the kernels: one pair of boxes at a time, in `f64`. The same
/// pairs, slower; for meshes whose size is beyond the kernels, queries go this way by themselves.
pub fn for_each_pair_naive(
    a: &Tree,
    pose_a: &Pose,
    b: &Tree,
    pose_b: &Pose,
    mut on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let placement = Placement::new(pose_a, pose_b);
    naive::for_each_pair(a, b, &placement, &mut Uncounted::default(), &mut on_pair)
}

/// Not generic, so that the kernels are compiled here, once, and not again wherever a query is asked.
fn search(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    aim: Aim,
    counts: Option<&mut Counts>,
    scratch: &mut Scratch,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let none = Uncounted::default();
    match (aim, counts) {
        (Aim::First, None) => search_as::<_, true>(a, b, placement, none, scratch, on_pair),
        (Aim::All, None) => search_as::<_, false>(a, b, placement, none, scratch, on_pair),
        (Aim::First, Some(to)) => search_as::<_, true>(a, b, placement, to, scratch, on_pair),
        (Aim::All, Some(to)) => search_as::<_, false>(a, b, placement, to, scratch, on_pair),
    }
}

fn search_as<T: Tally, const FIRST: bool>(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    mut tally: T,
    scratch: &mut Scratch,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    match Motion::start(a, b, placement) {
        Start::Apart => ControlFlow::Continue(()),
        Start::Naive => naive::for_each_pair(a, b, placement, &mut tally, on_pair),
        Start::Fast(motion) => {
            let level = scratch.level.unwrap_or_else(SimdLevel::detect);
            let memory = &mut scratch.memory;
            let motion = &motion;
            let query = Traverse::<_, FIRST> { a, b, placement, motion, memory, tally, on_pair };
            level.dispatch(query)
        }
    }
}
