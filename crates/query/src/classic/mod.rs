//! The classic query: two binary trees descended together, in `f64`, as in Gottschalk, Lin, Manocha,
//! "OBBTree" (SIGGRAPH 1996).
//!
//! It is the reference that faster engines are held against, in answers and in time. Its answers are
//! certain: boxes are parted only by a margin that covers every rounding (`slack`), and triangles
//! that floating-point arithmetic cannot decide are decided exactly.

mod descent;
mod slack;

use std::ops::ControlFlow;

use obbtree_predicates::{Certain, Placement, Pose, Triangle, TriangleTest};
use obbtree_tree::classic::{Node, Tree};
use smallvec::{SmallVec, smallvec};

use crate::Counts;
use crate::engine::{Aim, Engine};
use crate::line::Line;
use descent::Descent;

/// The memory of a query: keep one per thread and hand it to every call. Empty at first; it grows to
/// what the queries need and stays there.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    stack: Vec<[u32; 2]>,
}

impl Scratch {
    /// An empty scratch; allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// [`crate::for_each_pair`] with another triangle test, for comparisons of tests.
#[allow(clippy::too_many_arguments)] // as Engine::search
pub fn search_by<T: TriangleTest>(
    a: &Tree,
    pose_a: &Pose,
    b: &Tree,
    pose_b: &Pose,
    counts: &mut Counts,
    scratch: &mut Scratch,
    on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let placement = Placement::new(pose_a, pose_b);
    Descent::new(a, b, &placement).run::<T>(counts, scratch, |_, _| (), on_pair)
}

/// The nodes, of A and of B, whose boxes were found to overlap one of the other tree's in a search
/// for all pairs: what a query looks at. For pictures and statistics; by number, ascending.
#[must_use]
pub fn visited_nodes(a: &Tree, pose_a: &Pose, b: &Tree, pose_b: &Pose) -> [Vec<u32>; 2] {
    let placement = Placement::new(pose_a, pose_b);
    let mut nodes = [Vec::new(), Vec::new()];
    let (counts, scratch) = (&mut Counts::default(), &mut Scratch::new());
    let on_nodes = |in_a, in_b| {
        nodes[0].push(in_a);
        nodes[1].push(in_b);
    };
    let on_pair = |_, _| ControlFlow::Continue(());
    let _ = Descent::new(a, b, &placement).run::<Certain>(counts, scratch, on_nodes, on_pair);
    for nodes in &mut nodes {
        nodes.sort_unstable();
        nodes.dedup();
    }
    nodes
}

impl Engine for Tree {
    type Scratch = Scratch;

    /// Counting costs one addition a test here, so it is always done; the aim changes nothing.
    fn search(
        a: &Self,
        pose_a: &Pose,
        b: &Self,
        pose_b: &Pose,
        _: Aim,
        counts: Option<&mut Counts>,
        scratch: &mut Scratch,
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut uncalled_for = Counts::default();
        let counts = counts.unwrap_or(&mut uncalled_for);
        search_by::<Certain>(a, pose_a, b, pose_b, counts, scratch, on_pair)
    }

    fn for_each_triangle_near(&self, line: &Line, mut on_triangle: impl FnMut(&Triangle)) {
        // A tree of a million triangles is about 25 deep, and a level leaves at most one node behind.
        let mut stack: SmallVec<[u32; 64]> = smallvec![0];
        while let Some(index) = stack.pop() {
            let node: &Node = &self.nodes()[index as usize];
            if !line.may_meet(&node.obb.axes, &node.obb.center.coords, &node.obb.half) {
                continue;
            }
            if node.is_leaf() {
                let places = node.first..node.first + node.count;
                places.for_each(|place| on_triangle(&self.triangle(place)));
            } else {
                stack.push(node.first + 1);
                stack.push(node.first);
            }
        }
    }
}
