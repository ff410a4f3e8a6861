//! The questions, and the memory they are answered in.

use std::ops::ControlFlow;

use obbtree_geom::Placement;
use obbtree_simd::Level;
use obbtree_tree::wide::Tree;

use super::motion::{Motion, Start};
use super::naive;
use super::tally::{Counts, Tally, Uncounted};
use super::traverse::{Memory, Traverse};

/// The memory of a query: keep one per thread and hand it to every call. It grows to what the
/// queries need and stays there; a warm one allocates nothing.
///
/// It also holds the choice of instruction set: by default the best that the CPU has, see
/// [`Level::detect`]. The choice never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    memory: Memory,
    level: Option<Level>,
}

impl Scratch {
    /// An empty scratch; allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty scratch whose queries run on this instruction set.
    #[must_use]
    pub fn with_level(level: Level) -> Self {
        Self { level: Some(level), ..Self::default() }
    }
}

/// Do the two surfaces meet? The first contact found ends the search.
///
/// Touching counts as meeting. The answer is that of exact arithmetic on vertices and poses as they
/// stand.
///
/// ```
/// # use obbtree_mesh::Mesh;
/// use obbtree_geom::{Placement, Pose};
/// use obbtree_query::wide::{Scratch, collide};
/// # use obbtree_tree::wide::{Child, Leaf, Node, Tree};
/// # let mut node = Node { frame: [[[0.0; 4]; 4]; 3], half: [[-(125f32.exp2()); 4]; 3], child: [Child::EMPTY; 4] };
/// # for k in 0..3 { node.frame[k][k] = [1.0; 4]; node.half[k][0] = 1.0; }
/// # node.child[0] = Child::leaf(0);
/// # let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [0, u32::MAX, u32::MAX, u32::MAX] };
/// # (leaf.corners[0][1], leaf.corners[1][2]) = ([1.0; 4], [1.0; 4]);
/// # let tree = Tree { nodes: vec![node], leaves: vec![leaf], exact: vec![], origin: [0.0; 3],
/// #     ball_center: [0.0; 3], ball_radius: 1.0, largest_half: 2.0, largest_center: 0.0 };
/// // `tree` holds one triangle, in the plane z = 0.
/// let here = Pose::identity();
/// let above = Pose::from_translation([0.0, 0.0, 1e-300])?;
/// let mut scratch = Scratch::new();
/// assert!(collide(&tree, &tree, &Placement::new(&here, &here), &mut scratch));
/// assert!(!collide(&tree, &tree, &Placement::new(&here, &above), &mut scratch));
/// # Ok::<(), obbtree_geom::PoseError>(())
/// ```
#[must_use]
pub fn collide(a: &Tree, b: &Tree, placement: &Placement, scratch: &mut Scratch) -> bool {
    search::<_, true>(a, b, placement, scratch, Uncounted::default(), |_, _| ControlFlow::Break(()))
        .is_break()
}

/// [`collide`], with what it did added to `counts`.
#[must_use]
pub fn collide_counted(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    scratch: &mut Scratch,
    counts: &mut Counts,
) -> bool {
    search::<_, true>(a, b, placement, scratch, counts, |_, _| ControlFlow::Break(())).is_break()
}

/// All pairs of triangles that meet, `[triangle of A, triangle of B]` by the caller's numbers,
/// ascending, each once; they replace what `out` held.
pub fn intersecting_pairs(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    scratch: &mut Scratch,
    out: &mut Vec<[u32; 2]>,
) {
    collect(a, b, placement, scratch, Uncounted::default(), out);
}

/// [`intersecting_pairs`], with what it did added to `counts`.
pub fn intersecting_pairs_counted(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    scratch: &mut Scratch,
    out: &mut Vec<[u32; 2]>,
    counts: &mut Counts,
) {
    collect(a, b, placement, scratch, counts, out);
}

/// Calls back with each pair of triangles that meets (of A, of B), each once, in no order that
/// should be relied on. Breaking off ends the search, and is returned.
pub fn for_each_pair(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    scratch: &mut Scratch,
    on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    search::<_, false>(a, b, placement, scratch, Uncounted::default(), on_pair)
}

/// [`for_each_pair`] by the naive twin of the kernels: one pair of boxes at a time, in `f64`. The
/// same pairs, slower; for meshes whose size is beyond `f32`, queries go this way by themselves.
pub fn for_each_pair_naive(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    naive::for_each_pair(a, b, placement, &mut Uncounted::default(), on_pair)
}

fn collect(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    scratch: &mut Scratch,
    tally: impl Tally,
    out: &mut Vec<[u32; 2]>,
) {
    out.clear();
    let all = search::<_, false>(a, b, placement, scratch, tally, |in_a, in_b| {
        out.push([in_a, in_b]);
        ControlFlow::Continue(())
    });
    debug_assert!(all.is_continue());
    // As one number each: a third of the time of comparing arrays.
    out.sort_unstable_by_key(|&[in_a, in_b]| u64::from(in_a) << 32 | u64::from(in_b));
}

pub(super) fn search<T: Tally, const FIRST: bool>(
    a: &Tree,
    b: &Tree,
    placement: &Placement,
    scratch: &mut Scratch,
    mut tally: T,
    on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match Motion::start(a, b, placement) {
        Start::Apart => ControlFlow::Continue(()),
        Start::Naive => naive::for_each_pair(a, b, placement, &mut tally, on_pair),
        Start::Fast(motion) => {
            let level = scratch.level.unwrap_or_else(Level::detect);
            let memory = &mut scratch.memory;
            let motion = &motion;
            level.dispatch(Traverse::<_, _, FIRST> {
                a,
                b,
                placement,
                motion,
                memory,
                tally,
                on_pair,
            })
        }
    }
}
