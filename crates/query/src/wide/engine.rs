//! The wide tree as an [`Engine`]: the door to the fast query.

use std::ops::ControlFlow;

use obbtree_geom::{Placement, Pose, Stages, Triangle};
use obbtree_tree::wide::{Child, Leaf, Tree};
use smallvec::{SmallVec, smallvec};

use super::query::{Scratch, search};
use super::tally::{Tally, Uncounted};
use crate::Counts;
use crate::engine::{Aim, Engine};
use crate::line::Line;

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
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let placement = Placement::new(pose_a, pose_b);
        match (aim, counts) {
            (Aim::First, None) => {
                search::<_, true>(a, b, &placement, scratch, Uncounted::default(), on_pair)
            }
            (Aim::All, None) => {
                search::<_, false>(a, b, &placement, scratch, Uncounted::default(), on_pair)
            }
            (Aim::First, Some(counts)) => {
                search::<_, true>(a, b, &placement, scratch, counts, on_pair)
            }
            (Aim::All, Some(counts)) => {
                search::<_, false>(a, b, &placement, scratch, counts, on_pair)
            }
        }
    }

    fn for_each_triangle_near(&self, line: &Line, mut on_triangle: impl FnMut(&Triangle)) {
        let mut stack: SmallVec<[u32; 64]> = smallvec![0];
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
                let center = node.center(c) + nalgebra::Vector3::from(self.origin);
                if !line.may_meet(&node.axes(c), &center, &node.half(c)) {
                    continue;
                }
                let child = node.child[c];
                if !child.is_leaf() {
                    stack.push(child.index());
                    continue;
                }
                let leaf = child.index() as usize;
                for place in (0..4).filter(|&p| self.leaves[leaf].ids[p] != Leaf::NO_TRIANGLE) {
                    on_triangle(&self.triangle(leaf, place));
                }
            }
        }
    }
}

impl Tally for &mut Counts {
    #[inline(always)]
    fn visit(&mut self, box_pairs: u32) {
        self.visits += 1;
        self.box_tests += u64::from(box_pairs);
    }
    #[inline(always)]
    fn crosses(&mut self, registers: usize) {
        self.crosses += registers as u64;
    }
    #[inline(always)]
    fn leaf(&mut self, triangle_pairs: u32, by_kernel: u32) {
        self.leaf_pairs += 1;
        self.triangle_tests += u64::from(triangle_pairs);
        self.by_kernel += u64::from(by_kernel);
    }
    fn stages(&mut self) -> &mut Stages {
        &mut self.stages
    }
}
