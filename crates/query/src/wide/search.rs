//! The wide tree as an [`Engine`], and the memory its queries work in.

use std::ops::{ControlFlow, Range};

use nalgebra::Vector3;
use obbtree_predicates::{
    Aabb, Placement, Pose, Triangle, meet_beyond_common_corners, triangles_closer,
};
use obbtree_simd::SimdLevel;
use obbtree_tree::wide::{Outliers, Tree};

use super::distance_search::{SearchMemory, clearance, distance};
use super::nearly_in_place::{WaitingCopies, contact_nearly_in_place};
use super::outliers::{InParts, near_one};
use super::reference;
use crate::Counts;
use crate::boxes::frame::{QueryFrame, Start};
use crate::boxes::root_boxes;
use crate::boxes::tolerance::Tolerance;
use crate::distance::{Distance, DistanceOptions, Interval};
use crate::engine::{Engine, SearchMode, sealed::Sealed};
use crate::nearest::Candidates;
use crate::one_tree::ray_cast::RayCast;
use crate::one_tree::ray_frame::RayFrame;
use crate::one_tree::walk::{KeepsBox, for_each_in_boxes};
use crate::questions::{ClosePairs, Closer, HardPairs, Meeting, SelfMeeting};
use crate::time::extent::Extent;
use crate::time::swept::{DeferredPairs, SweptPlacement};
use crate::time::swept_frame::SweptFrame;
use crate::time::swept_search::{SweptMemory, SweptSearch};
use crate::traverse::child_pairs::Descent;
use crate::traverse::question::OnPair;
use crate::traverse::relevance_sphere::RelevanceSphere;
use crate::traverse::tally::{Tally, Uncounted};
use crate::traverse::traversal::{Memory, Traverse};

/// The memory of a query: one per thread. It grows to what queries need and stays there; a warm one
/// allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    memory: Memory,
    swept: SweptMemory,
    candidates: Candidates,
    waiting: WaitingCopies,
    level: Option<SimdLevel>,
}

impl Workspace {
    /// Runs later queries on an instruction set: the best that the CPU has, if none is chosen. The
    /// choice never changes an answer.
    pub fn choose_level(&mut self, level: Option<SimdLevel>) {
        self.level = level;
    }

    /// The instruction set that was chosen, or the best.
    fn level(&self) -> SimdLevel {
        self.level.unwrap_or_else(SimdLevel::detect)
    }
}

impl Sealed for Tree {}

impl Engine for Tree {
    type Workspace = Workspace;

    fn search(
        [a, b]: [&Self; 2],
        placement: &Placement,
        mode: SearchMode,
        counts: Option<&mut Counts>,
        workspace: &mut Workspace,
        mut on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match InParts::of([a, b]) {
            None => search([a, b], placement, mode, counts, workspace, &mut on_pair),
            Some(parts) => {
                search_in_parts(&parts, placement, mode, counts, workspace, &mut on_pair)
            }
        }
    }

    fn self_search(
        &self,
        counts: &mut Counts,
        workspace: &mut Workspace,
        mut on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(Outliers { others, triangles }) = self.outliers() else {
            return self_search(self, counts, workspace, &mut on_pair);
        };
        self_search(others, counts, workspace, &mut on_pair)?;
        outliers_meet(others, triangles, counts, &mut on_pair)
    }

    fn closer_than(
        bodies: [&Self; 2],
        placement: &Placement,
        tolerance: f64,
        counts: Option<&mut Counts>,
        workspace: &mut Workspace,
    ) -> Option<[u32; 2]> {
        let mut found = None;
        if tolerance > 0.0 {
            // Counted always: one search less to compile for every instruction set.
            let mut uncounted = Counts::default();
            let counts = counts.unwrap_or(&mut uncounted);
            let parts = InParts::of(bodies);
            let others = parts.as_ref().map_or(bodies, |parts| parts.others);
            closer(others, placement, tolerance, counts, workspace, &mut found);
            if let (None, Some(parts)) = (found, parts) {
                let mut on_pair = |in_a, in_b| {
                    found = Some([in_a, in_b]);
                    ControlFlow::Break(())
                };
                let _ = outliers_closer(&parts, placement, tolerance, counts, &mut on_pair);
            }
        } else if tolerance == 0.0 {
            let on_pair = |in_a, in_b| {
                found = Some([in_a, in_b]);
                ControlFlow::Break(())
            };
            let _ = Self::search(bodies, placement, SearchMode::First, counts, workspace, on_pair);
        }
        found
    }

    fn distance(
        bodies: [&Self; 2],
        placement: &Placement,
        options: &DistanceOptions,
        start: Option<([u32; 2], [Triangle; 2])>,
        counts: &mut Counts,
        workspace: &mut Workspace,
    ) -> Option<Distance> {
        let level = workspace.level();
        let Workspace { memory, candidates, waiting, .. } = workspace;
        let memory = SearchMemory { memory, candidates, waiting, level };
        distance(bodies, placement, options, start, counts, memory)
    }

    fn clearance(
        bodies: [&Self; 2],
        placement: &Placement,
        box_tests: u64,
        counts: &mut Counts,
        workspace: &mut Workspace,
    ) -> Interval {
        let level = workspace.level();
        let Workspace { memory, candidates, waiting, .. } = workspace;
        let memory = SearchMemory { memory, candidates, waiting, level };
        clearance(bodies, placement, box_tests, counts, memory)
    }

    fn cast(&self, ray: &RayFrame, on_triangle: &mut dyn FnMut(u32, &Triangle) -> f64) {
        SimdLevel::detect().dispatch(RayCast { tree: self, ray, on_triangle });
    }

    fn for_each_in_boxes(
        &self,
        keeps: &mut KeepsBox<'_>,
        on_triangle: &mut dyn FnMut(u32, &Triangle) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for_each_in_boxes(self, keeps, on_triangle)
    }

    fn for_each_triangle(&self, mut on_triangle: impl FnMut(u32, &Triangle)) {
        for leaf in self.leaves() {
            for place in 0..leaf.used() {
                on_triangle(leaf.ids[place], &self.triangle(leaf, place));
            }
        }
    }

    fn aabb(&self) -> Aabb {
        self.root_box().aabb
    }
}

/// Does the root-level test show that the bodies are farther apart than a tolerance of at least 0?
/// If not, nothing is known.
#[must_use]
pub fn bounds_disjoint(
    bodies: [&Tree; 2],
    poses: [&Pose; 2],
    tolerance: f64,
    workspace: &Workspace,
) -> bool {
    root_boxes::bounds_disjoint(bodies, poses, tolerance, || workspace.level())
}

/// What a body reaches to, in the mesh's frame.
#[must_use]
pub fn extent(tree: &Tree) -> Extent {
    let around = tree.root_box();
    let half_side = |i: usize| Vector3::from(around.axes.map(|row| row[i])) * around.half[i];
    let half_sides = [0, 1, 2].map(half_side);
    let center = tree.sphere_center().into();
    Extent::new(around.center.into(), half_sides, center, tree.sphere_radius().into())
}

/// The search by the reference implementation of the kernels: one pair of boxes at a time, in
/// `f64`. The same pairs, slower; queries of meshes beyond the domain of the kernels use it by
/// themselves.
pub fn for_each_pair_reference(
    a: &Tree,
    pose_a: &Pose,
    b: &Tree,
    pose_b: &Pose,
    mut on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let placement = Placement::new(pose_a, pose_b);
    reference::for_each_pair([a, b], &placement, 0.0, &mut Uncounted::default(), &mut on_pair)
}

/// [`search`] of bodies with outliers.
fn search_in_parts(
    parts: &InParts<'_>,
    placement: &Placement,
    mode: SearchMode,
    mut counts: Option<&mut Counts>,
    workspace: &mut Workspace,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    search(parts.others, placement, mode, counts.as_deref_mut(), workspace, on_pair)?;
    let mut uncounted = Counts::default();
    outliers_closer(parts, placement, 0.0, counts.unwrap_or(&mut uncounted), on_pair)
}

/// Calls back with the pairs of which one is an outlier at least, and whose distance is at most
/// the tolerance.
fn outliers_closer(
    parts: &InParts<'_>,
    placement: &Placement,
    tolerance: f64,
    mut counts: &mut Counts,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    parts.for_each_near(placement, &|| tolerance, &mut |[in_a, in_b], [of_a, of_b]| {
        counts.leaf(1, 0);
        match triangles_closer(&of_a, &of_b, placement, tolerance, counts.stages()) {
            true => on_pair(in_a, in_b),
            false => ControlFlow::Continue(()),
        }
    })
}

/// Calls back with the pairs of one mesh that have an outlier and meet beyond common corners.
fn outliers_meet(
    others: &Tree,
    outliers: &[(u32, Triangle)],
    mut counts: &mut Counts,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let in_place = Placement::new(&Pose::identity(), &Pose::identity());
    for (n, (one, of_one)) in outliers.iter().enumerate() {
        let mut look_at = |other: u32, of_other: &Triangle| {
            counts.leaf(1, 0);
            match meet_beyond_common_corners(of_one, of_other, counts.stages()) {
                true => on_pair(*one.min(&other), *one.max(&other)),
                false => ControlFlow::Continue(()),
            }
        };
        near_one(others, of_one, &in_place, &|| 0.0, &mut look_at)?;
        for (other, of_other) in &outliers[n + 1..] {
            look_at(*other, of_other)?;
        }
    }
    ControlFlow::Continue(())
}

/// Not generic, so that the kernels are compiled here, once, and not again wherever a query is
/// used.
fn search(
    bodies: [&Tree; 2],
    placement: &Placement,
    mode: SearchMode,
    counts: Option<&mut Counts>,
    workspace: &mut Workspace,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let none = Uncounted::default();
    match (mode, counts) {
        (SearchMode::First, None) => {
            search_as::<_, true>(bodies, placement, none, workspace, on_pair)
        }
        (SearchMode::All, None) => {
            search_as::<_, false>(bodies, placement, none, workspace, on_pair)
        }
        (SearchMode::First, Some(to)) => {
            search_as::<_, true>(bodies, placement, to, workspace, on_pair)
        }
        (SearchMode::All, Some(to)) => {
            search_as::<_, false>(bodies, placement, to, workspace, on_pair)
        }
    }
}

fn search_as<T: Tally, const FIRST: bool>(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    mut tally: T,
    workspace: &mut Workspace,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let level = workspace.level();
    let memory = &mut workspace.memory;
    match &QueryFrame::start(a, b, placement, 0.0) {
        Start::Reference => reference::for_each_pair([a, b], placement, 0.0, &mut tally, on_pair),
        Start::Fast(frame) => {
            if FIRST
                && let waiting = &mut workspace.waiting
                && let Some((pair, _)) =
                    contact_nearly_in_place([a, b], placement, waiting, &mut tally)
            {
                on_pair(pair[0], pair[1])?;
                // Not broken off: each of the others once.
                let mut others = |in_a, in_b| {
                    if [in_a, in_b] == pair {
                        ControlFlow::Continue(())
                    } else {
                        on_pair(in_a, in_b)
                    }
                };
                return search_as::<T, false>([a, b], placement, tally, workspace, &mut others);
            }
            let hard = &mut HardPairs::default();
            let question = Meeting::<FIRST> { a, b, placement, frame, on_pair, hard };
            let descent = Descent::of(a, b);
            let near = RelevanceSphere::of_descent(descent, [a, b], placement, 0.0);
            let ended =
                level.dispatch(Traverse { a, b, question, descent, near, level, memory, tally });
            if hard.bodies_apart { ControlFlow::Continue(()) } else { ended }
        }
    }
}

/// Looks for the pairs of one tree.
fn self_search(
    tree: &Tree,
    mut tally: &mut Counts,
    workspace: &mut Workspace,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let placement = &Placement::new(&Pose::identity(), &Pose::identity());
    let level = workspace.level();
    let memory = &mut workspace.memory;
    match &QueryFrame::start(tree, tree, placement, 0.0) {
        Start::Reference => reference::for_each_pair_of_one(tree, placement, &mut tally, on_pair),
        Start::Fast(frame) => {
            let question = SelfMeeting { tree, placement, frame, on_pair };
            let (descent, near) = (Descent::of(tree, tree), [RelevanceSphere::EVERYWHERE; 2]);
            let (a, b) = (tree, tree);
            level.dispatch(Traverse { a, b, question, descent, near, level, memory, tally })
        }
    }
}

/// Looks for a pair within a tolerance above 0.
fn closer(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    tolerance: f64,
    mut tally: &mut Counts,
    workspace: &mut Workspace,
    found: &mut Option<[u32; 2]>,
) {
    let in_frame = Tolerance::of(tolerance, placement);
    let level = workspace.level();
    let memory = &mut workspace.memory;
    match &QueryFrame::start(a, b, placement, in_frame.farther) {
        Start::Reference => {
            let mut on_pair = |in_a, in_b| {
                *found = Some([in_a, in_b]);
                ControlFlow::Break(())
            };
            let _ =
                reference::for_each_pair([a, b], placement, tolerance, &mut tally, &mut on_pair);
        }
        Start::Fast(frame) => {
            let in_frame = &in_frame;
            let boxes = in_frame.of_boxes();
            let question = Closer { a, b, placement, frame, tolerance, in_frame, boxes, found };
            let descent = Descent::of(a, b);
            let near = RelevanceSphere::of_descent(descent, [a, b], placement, in_frame.farther);
            let _ =
                level.dispatch(Traverse { a, b, question, descent, near, level, memory, tally });
        }
    }
}

/// Calls back with each pair of triangles (of A, of B) whose distance in the world is at most
/// `tolerance`, and perhaps with others that are little farther apart, each once. Breaking off
/// ends the search, and is returned. A tolerance that is negative or NaN counts as 0.
pub fn close_pairs(
    bodies: [&Tree; 2],
    placement: &Placement,
    tolerance: f64,
    counts: &mut Counts,
    workspace: &mut Workspace,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let tolerance = tolerance.max(0.0);
    let Some(parts) = InParts::of(bodies) else {
        return close_pairs_of(bodies, placement, tolerance, counts, workspace, on_pair);
    };
    close_pairs_of(parts.others, placement, tolerance, counts, workspace, on_pair)?;
    outliers_closer(&parts, placement, tolerance, counts, on_pair)
}

/// [`close_pairs`] of bodies without outliers.
fn close_pairs_of(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    tolerance: f64,
    mut tally: &mut Counts,
    workspace: &mut Workspace,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let in_frame = &Tolerance::of(tolerance, placement);
    let level = workspace.level();
    let memory = &mut workspace.memory;
    match &QueryFrame::start(a, b, placement, in_frame.farther) {
        Start::Reference => {
            reference::for_each_pair([a, b], placement, tolerance, &mut tally, on_pair)
        }
        Start::Fast(frame) => {
            let boxes = in_frame.of_boxes();
            let question = ClosePairs { frame, in_frame, boxes, on_pair };
            let descent = Descent::of(a, b);
            let near = RelevanceSphere::of_descent(descent, [a, b], placement, in_frame.farther);
            level.dispatch(Traverse { a, b, question, descent, near, level, memory, tally })
        }
    }
}

/// Calls back with each pair of triangles (of A, of B) that may meet in an interval of time, and
/// perhaps with others, some more than once. Breaking off ends the search, and is returned.
///
/// Of the nodes, the pairs in a range of the deferred are looked at. Those that had better be
/// looked at in shorter intervals are put at the end of the deferred, where the interval allows
/// it: they and the pairs called back with are all that can meet in the interval. What is left
/// out is farther apart by what [`SweptPlacement::deviation`] has more than it needs.
pub fn swept_pairs(
    [a, b]: [&Tree; 2],
    swept: &SweptPlacement,
    deferred: &mut DeferredPairs,
    range: Range<usize>,
    tally: &mut Counts,
    workspace: &mut Workspace,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    if range.is_empty() {
        return ControlFlow::Continue(());
    }
    let level = workspace.level();
    let placement = &swept.placement;
    match &QueryFrame::start(a, b, placement, Tolerance::of(swept.reach().get(), placement).farther)
    {
        Start::Reference => swept_from_roots([a, b], swept, deferred, tally, workspace, on_pair),
        Start::Fast(frame) => level.dispatch(SweptSearch {
            trees: [a, b],
            frame,
            swept_frame: &SweptFrame::of([a, b], swept),
            may_wait: swept.may_wait,
            descent: Descent::of(a, b),
            level,
            memory: &mut workspace.swept,
            deferred,
            range,
            tally,
            on_pair,
        }),
    }
}

/// Where more pairs of triangles than this are close, shorter intervals of time are tried first.
const FEW_PAIRS: usize = 32;

/// [`swept_pairs`] of meshes beyond the domain of the kernels: from both roots, each time.
fn swept_from_roots(
    bodies: [&Tree; 2],
    swept: &SweptPlacement,
    deferred: &mut DeferredPairs,
    counts: &mut Counts,
    workspace: &mut Workspace,
    on_pair: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut few = Vec::with_capacity(FEW_PAIRS);
    let is_few = close_pairs(
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
