//! What every kind of tree answers.

use std::ops::{ControlFlow, Range};

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{Aabb, Placement, Pose, Triangle};
use obbtree_simd::SimdLevel;

use crate::Counts;
use crate::distance::{Distance, DistanceOptions, Interval};
use crate::one_tree::inside_ray::InsideRay;
use crate::one_tree::ray_frame::RayFrame;
use crate::time::extent::Extent;
use crate::time::swept::{DeferredPairs, SweptPlacement};

/// The strategy of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMode {
    /// Look for any contact first: the search will be broken off at one.
    First,
    /// All contacts will be wanted.
    All,
}

/// A tree that queries can descend: [`crate::wide`] or [`crate::classic`]. No other kind can be
/// added from outside.
///
/// B is where `placement` puts it beside A. Touching is meeting, and every answer is that of
/// exact arithmetic on the numbers given.
pub trait Engine: sealed::Sealed + Clone + Send + Sync + 'static {
    /// The memory of a query: one per thread. It grows to what queries need and stays there; a
    /// warm one allocates nothing.
    type Workspace: Default + Clone + Send;

    /// Does the root-level test show that the bodies are farther apart than a tolerance of at
    /// least 0? If not, nothing is known.
    fn bounds_disjoint(
        bodies: [&Self; 2],
        poses: [&Pose; 2],
        tolerance: f64,
        workspace: &Self::Workspace,
    ) -> bool {
        let _ = (bodies, poses, tolerance, workspace);
        false
    }

    /// Calls back with each pair of triangles that meet, by their numbers in the meshes (of A, of
    /// B), each once, in the order of the search. Breaking off ends the search, and is returned.
    fn search(
        bodies: [&Self; 2],
        placement: &Placement,
        mode: SearchMode,
        counts: Option<&mut Counts>,
        workspace: &mut Self::Workspace,
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls back with each pair of triangles of one mesh that share more than the convex hull of
    /// the corners that they have in common, by their numbers in the mesh, the smaller first;
    /// each once, in the order of the search. Breaking off ends the search, and is returned.
    ///
    /// The test of a pair is
    /// [`meet_beyond_common_corners`](obbtree_predicates::meet_beyond_common_corners).
    fn self_search(
        &self,
        counts: &mut Counts,
        workspace: &mut Self::Workspace,
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// A pair of triangles (of A, of B) whose Euclidean distance in the world is at most
    /// `tolerance`, in the caller's unit; `None` if there is none, as for a tolerance that is
    /// negative or NaN.
    ///
    /// Certain: exact arithmetic decides where rounding could matter. With tolerance 0 it is a pair
    /// that meets. Which pair is given, where several are close enough, is the search's choice.
    fn closer_than(
        bodies: [&Self; 2],
        placement: &Placement,
        tolerance: f64,
        counts: Option<&mut Counts>,
        workspace: &mut Self::Workspace,
    ) -> Option<[u32; 2]>;

    /// Calls back with each pair of triangles (of A, of B) whose distance in the world is at most
    /// `tolerance`, and perhaps with others that are little farther apart, each once. Breaking
    /// off ends the search, and is returned. A tolerance that is negative or NaN counts as 0.
    fn close_pairs(
        bodies: [&Self; 2],
        placement: &Placement,
        tolerance: f64,
        counts: &mut Counts,
        workspace: &mut Self::Workspace,
        on_pair: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls back with each pair of triangles (of A, of B) that may meet in an interval of time,
    /// and perhaps with others, some more than once. Breaking off ends the search, and is
    /// returned.
    ///
    /// Of the nodes, the pairs in a range of the deferred are looked at. Those that had better be
    /// looked at in shorter intervals are put at the end of the deferred, where the interval
    /// allows it: they and the pairs called back with are all that can meet in the interval. What
    /// is left out is farther apart by what [`SweptPlacement::deviation`] has more than it needs.
    fn swept_pairs(
        bodies: [&Self; 2],
        swept: &SweptPlacement,
        deferred: &mut DeferredPairs,
        range: Range<usize>,
        counts: &mut Counts,
        workspace: &mut Self::Workspace,
        on_pair: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if range.is_empty() {
            return ControlFlow::Continue(());
        }
        swept_from_roots(bodies, swept, deferred, counts, workspace, on_pair)
    }

    /// The distance of the surfaces in the world; `None` if it is above what the options ask for.
    ///
    /// `start` names a pair of triangles that may be close, with their corners: it makes the
    /// search shorter and changes no answer, except which of those that an error allows is given.
    /// The work is counted always: one search less to compile.
    fn distance(
        bodies: [&Self; 2],
        placement: &Placement,
        options: &DistanceOptions,
        start: Option<([u32; 2], [Triangle; 2])>,
        counts: &mut Counts,
        workspace: &mut Self::Workspace,
    ) -> Option<Distance>;

    /// Bounds of the distance of the surfaces in the world, after about so many box tests. More
    /// of them never give a worse bound.
    fn clearance(
        bodies: [&Self; 2],
        placement: &Placement,
        box_tests: u64,
        counts: &mut Counts,
        workspace: &mut Self::Workspace,
    ) -> Interval;

    /// Calls back with every triangle that the ray may meet, and perhaps others.
    fn for_each_triangle_near(&self, ray: &InsideRay, mut on_triangle: impl FnMut(&Triangle)) {
        let mut may_meet = |axes: &_, center: &_, half: &_| ray.may_meet(axes, center, half);
        let _ = self.for_each_in_boxes(&mut may_meet, &mut |_, triangle| {
            on_triangle(triangle);
            ControlFlow::Continue(())
        });
    }

    /// Calls back with the triangles that the ray may meet, and perhaps others, near boxes first,
    /// and their numbers in the mesh. The callback gives the largest parameter of the ray that
    /// matters from then on; a negative one ends the search.
    fn cast(&self, ray: &RayFrame, on_triangle: &mut dyn FnMut(u32, &Triangle) -> f64);

    /// Calls back with the triangles of the boxes that are kept, and their numbers in the mesh,
    /// until told to stop. A box is given by its axes as columns, its centre in mesh coordinates,
    /// and its half sides; the axes are orthonormal to 2^-21.
    fn for_each_in_boxes(
        &self,
        keeps: &mut KeepsBox<'_>,
        on_triangle: &mut dyn FnMut(u32, &Triangle) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls back with every triangle and its number in the mesh, in the tree's order.
    fn for_each_triangle(&self, on_triangle: impl FnMut(u32, &Triangle));

    /// The exact ends of all triangles along the mesh's axes.
    fn aabb(&self) -> Aabb;

    /// What the body reaches to, in the mesh's frame.
    fn extent(&self) -> Extent;

    /// Bytes of everything the tree holds.
    fn bytes(&self) -> usize;

    /// Runs later queries of this workspace on an instruction set: the best that the CPU has, if
    /// none is chosen. The choice never changes an answer. A tree without vector code ignores it.
    fn choose_level(workspace: &mut Self::Workspace, level: Option<SimdLevel>);
}

/// Where more pairs of triangles than this are close, shorter intervals of time are tried first.
const FEW_PAIRS: usize = 32;

/// [`Engine::swept_pairs`] for trees without a search of their own: from both roots, each time.
pub(crate) fn swept_from_roots<T: Engine>(
    bodies: [&T; 2],
    swept: &SweptPlacement,
    deferred: &mut DeferredPairs,
    counts: &mut Counts,
    workspace: &mut T::Workspace,
    on_pair: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut few = Vec::with_capacity(FEW_PAIRS);
    let is_few = T::close_pairs(
        bodies,
        &swept.placement,
        swept.reach().get(),
        counts,
        workspace,
        &mut |in_a, in_b| {
            few.push([in_a, in_b]);
            match swept.may_wait && few.len() > FEW_PAIRS {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        },
    );
    if is_few.is_break() {
        deferred.add_roots();
        return ControlFlow::Continue(());
    }
    few.iter().try_for_each(|&[in_a, in_b]| on_pair(in_a, in_b))
}

/// Is a box kept? It is given by its axes as columns, its centre in mesh coordinates, and its
/// half sides.
pub type KeepsBox<'k> = dyn FnMut(&Matrix3<f64>, &Vector3<f64>, &Vector3<f64>) -> bool + 'k;

pub(crate) mod sealed {
    /// Keeps [`super::Engine`] to this crate.
    pub trait Sealed {}
}
