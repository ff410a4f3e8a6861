//! What every kind of tree can be asked, and the questions themselves, written once for all kinds.

use std::ops::ControlFlow;

use obbtree_predicates::{Pose, Triangle};

use crate::Counts;
use crate::line::Line;

/// How a search should go about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Look for any contact first: the search will be broken off at one.
    First,
    /// All contacts will be wanted.
    All,
}

/// A tree that queries can descend: [`crate::wide`] or [`crate::classic`].
pub trait Engine: Sized {
    /// The memory of a query: keep one per thread and hand it to every call. It grows to what the
    /// queries need and stays there; a warm one allocates nothing.
    type Scratch: Default;

    /// Calls back with each pair of triangles that meet, by the caller's numbers (of A, of B), each
    /// once, and adds what it did to `counts`. Breaking off ends the search, and is returned.
    #[allow(clippy::too_many_arguments)] // two subjects with their poses, the request, the memory
    fn search(
        a: &Self,
        pose_a: &Pose,
        b: &Self,
        pose_b: &Pose,
        aim: Aim,
        counts: Option<&mut Counts>,
        scratch: &mut Self::Scratch,
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls back with every triangle that the ray may meet, and perhaps others.
    fn for_each_triangle_near(&self, line: &Line, on_triangle: impl FnMut(&Triangle));
}

/// Do the two surfaces meet? The first contact found ends the search.
///
/// Each mesh is placed by its own pose. Touching counts as meeting; a body wholly inside another does
/// not (see [`crate::collide_solid`]).
///
/// ```
/// # use obbtree_mesh::Mesh;
/// # use obbtree_predicates::Pose;
/// # use obbtree_builder::wide::{build, Config};
/// use obbtree_query::{collide, wide::Scratch};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let tree = build(&mesh, &Config::default());
/// let (here, away) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1e-300])?);
/// let mut scratch = Scratch::new();
/// assert!(collide(&tree, &here, &tree, &here, &mut scratch));
/// assert!(!collide(&tree, &here, &tree, &away, &mut scratch));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn collide<T: Engine>(
    a: &T,
    pose_a: &Pose,
    b: &T,
    pose_b: &Pose,
    scratch: &mut T::Scratch,
) -> bool {
    T::search(a, pose_a, b, pose_b, Aim::First, None, scratch, |_, _| ControlFlow::Break(()))
        .is_break()
}

/// All pairs of triangles that meet, `[triangle of A, triangle of B]` by the caller's numbers,
/// ascending, each once.
#[must_use]
pub fn intersecting_pairs<T: Engine>(
    a: &T,
    pose_a: &Pose,
    b: &T,
    pose_b: &Pose,
    scratch: &mut T::Scratch,
) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    intersecting_pairs_into(a, pose_a, b, pose_b, scratch, &mut pairs);
    pairs
}

/// [`intersecting_pairs`] into memory of the caller's: what was in `pairs` is replaced.
pub fn intersecting_pairs_into<T: Engine>(
    a: &T,
    pose_a: &Pose,
    b: &T,
    pose_b: &Pose,
    scratch: &mut T::Scratch,
    pairs: &mut Vec<[u32; 2]>,
) {
    pairs.clear();
    let _ = for_each_pair(a, pose_a, b, pose_b, scratch, |in_a, in_b| {
        pairs.push([in_a, in_b]);
        ControlFlow::Continue(())
    });
    // As one number each: a third of the time of comparing arrays.
    pairs.sort_unstable_by_key(|&[in_a, in_b]| u64::from(in_a) << 32 | u64::from(in_b));
}

/// Calls back with each pair of triangles that meet (of A, of B), each once, in the order of the
/// search. Breaking off ends the search, and is returned: that is how a limit is set.
pub fn for_each_pair<T: Engine>(
    a: &T,
    pose_a: &Pose,
    b: &T,
    pose_b: &Pose,
    scratch: &mut T::Scratch,
    on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    T::search(a, pose_a, b, pose_b, Aim::All, None, scratch, on_pair)
}
