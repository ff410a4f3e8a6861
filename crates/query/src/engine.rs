//! What both kinds of tree answer. The rest of what is queried is in [`crate::wide`] alone.

use std::ops::ControlFlow;

use obbtree_predicates::{Aabb, Placement, Triangle};

use crate::Counts;
use crate::distance::{Distance, DistanceOptions, Interval};
use crate::one_tree::ray_frame::RayFrame;
use crate::one_tree::walk::KeepsBox;

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
}

pub(crate) mod sealed {
    /// Keeps [`super::Engine`] to this crate.
    pub trait Sealed {}
}
