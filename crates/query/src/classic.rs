//! The classic query: two binary trees descended together, in `f64`, as in Gottschalk, Lin, Manocha,
//! "OBBTree" (SIGGRAPH 1996).
//!
//! It is the reference that faster engines are held against, in answers and in time. Its answers are
//! certain: boxes are parted only by a margin that covers every rounding (`slack`), and triangles
//! that floating-point arithmetic cannot decide are decided exactly.

mod descent;
mod slack;

use std::ops::ControlFlow;

use obbtree_geom::{Certain, Placement, Pose, Triangle, TriangleTest};
use obbtree_tree::classic::{Node, Tree};

use crate::Counts;
use crate::engine::Engine;
use crate::line::Line;

/// The memory of a query: keep one per thread and hand it to every call. Empty at first; it grows to
/// what the queries need and stays there.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    stack: Vec<[u32; 2]>,
    /// What all queries with this scratch did; reset it as you like.
    pub counts: Counts,
}

impl Scratch {
    /// An empty scratch; allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// Do the two surfaces meet? The first contact found ends the search.
///
/// Each mesh is placed by its own pose. Touching counts as meeting.
///
/// ```
/// # use obbtree_mesh::Mesh;
/// # use obbtree_geom::Pose;
/// # use obbtree_builder::classic::{build, Config};
/// use obbtree_query::classic::{Scratch, collide};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let tree = build(&mesh, &Config::default());
/// let (here, away) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1e-300])?);
/// let mut scratch = Scratch::new();
/// assert!(collide(&tree, &here, &tree, &here, &mut scratch));
/// assert!(!collide(&tree, &here, &tree, &away, &mut scratch));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn collide(a: &Tree, pose_a: &Pose, b: &Tree, pose_b: &Pose, scratch: &mut Scratch) -> bool {
    for_each_pair(a, pose_a, b, pose_b, scratch, |_, _| ControlFlow::Break(())).is_break()
}

/// All pairs of triangles that meet, `[triangle of A, triangle of B]` by the caller's numbers,
/// ascending, each once.
#[must_use]
pub fn intersecting_pairs(
    a: &Tree,
    pose_a: &Pose,
    b: &Tree,
    pose_b: &Pose,
    scratch: &mut Scratch,
) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let all = for_each_pair(a, pose_a, b, pose_b, scratch, |in_a, in_b| {
        pairs.push([in_a, in_b]);
        ControlFlow::Continue(())
    });
    debug_assert!(all.is_continue());
    pairs.sort_unstable();
    pairs
}

/// Calls back with each pair of triangles that meet (of A, of B), in the order of the search, which
/// is the same every time. Breaking off ends the search, and is returned.
pub fn for_each_pair(
    a: &Tree,
    pose_a: &Pose,
    b: &Tree,
    pose_b: &Pose,
    scratch: &mut Scratch,
    on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for_each_pair_by::<Certain>(a, pose_a, b, pose_b, scratch, on_pair)
}

/// [`for_each_pair`] with another triangle test, for comparisons of tests.
pub fn for_each_pair_by<T: TriangleTest>(
    a: &Tree,
    pose_a: &Pose,
    b: &Tree,
    pose_b: &Pose,
    scratch: &mut Scratch,
    on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let placement = Placement::new(pose_a, pose_b);
    descent::Descent::new(a, b, &placement).run::<T>(scratch, on_pair)
}

impl Engine for Tree {
    type Scratch = Scratch;

    fn for_each_pair(
        a: &Self,
        pose_a: &Pose,
        b: &Self,
        pose_b: &Pose,
        scratch: &mut Scratch,
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for_each_pair(a, pose_a, b, pose_b, scratch, on_pair)
    }

    fn for_each_triangle_near(&self, line: &Line, mut on_triangle: impl FnMut(&Triangle)) {
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            let node: &Node = &self.nodes[index as usize];
            if !line.may_meet(&node.obb.axes, &node.obb.center.coords, &node.obb.half) {
                continue;
            }
            if node.is_leaf() {
                let places = node.first..node.first + node.count;
                places.for_each(|place| on_triangle(&self.triangle(place)));
            } else {
                stack.extend([node.first, node.first + 1]);
            }
        }
    }
}
