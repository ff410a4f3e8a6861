//! The questions for the distance and for the clearance, put to the traversal or to the reference
//! implementation.

use std::cell::Cell;
use std::ops::ControlFlow;

use nalgebra::Vector3;
use obbtree_predicates::{Placement, Triangle};
use obbtree_simd::SimdLevel;
use obbtree_tree::wide::{Child, Tree};

use super::nearly_in_place::{WaitingCopies, contact_nearly_in_place};
use super::outliers::{Effort, InParts};
use super::reference;
use crate::Counts;
use crate::boxes::frame::{QueryFrame, Start};
use crate::boxes::tolerance::Tolerance;
use crate::distance::{Distance, DistanceOptions, Interval};
use crate::nearest::{Candidates, Nearest};
use crate::questions;
use crate::traverse::child_pairs::Descent;
use crate::traverse::relevance_sphere::RelevanceSphere;
use crate::traverse::traversal::{Memory, Traverse};

/// What the search works in.
pub(crate) struct SearchMemory<'m> {
    pub(crate) memory: &'m mut Memory,
    pub(crate) candidates: &'m mut Candidates,
    pub(crate) waiting: &'m mut WaitingCopies,
    pub(crate) level: SimdLevel,
}

/// The distance in the world, as [`crate::Engine::distance`].
pub(crate) fn distance(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    options: &DistanceOptions,
    start: Option<([u32; 2], [Triangle; 2])>,
    mut counts: &mut Counts,
    of_search: SearchMemory<'_>,
) -> Option<Distance> {
    let SearchMemory { memory, candidates, waiting, level } = of_search;
    let mut nearest = Nearest::new([a, b], placement, options, candidates);
    let parts = InParts::of([a, b]);
    let [a, b] = parts.as_ref().map_or([a, b], |parts| parts.others);
    let descent = Descent::of(a, b);
    // A bound for the relevance spheres. Where both are descended none is needed, and one is found
    // sooner.
    let start = match descent {
        Descent::Larger if start.is_none() => Some(near_pair([a, b], placement)),
        _ => start,
    };
    if let Some((triangles, corners)) = start
        && nearest.look_at(triangles, corners, &mut counts.stages)
    {
        return nearest.finish(&mut counts.stages);
    }
    match &QueryFrame::start(a, b, placement, 0.0) {
        Start::Reference => reference::nearest([a, b], placement, &mut nearest, &mut counts),
        Start::Fast(frame) => {
            // A body on its own copy meets it along curves alone, and all its boxes meet theirs:
            // an order by bounds does not lead there.
            if let Some((triangles, corners)) =
                contact_nearly_in_place([a, b], placement, waiting, &mut counts)
                && nearest.look_at(triangles, corners, &mut counts.stages)
            {
                return nearest.finish(&mut counts.stages);
            }
            // What is farther away than the cut does not matter, and the cut only falls.
            let reach = Tolerance::of(nearest.cut(), placement).farther;
            let near = RelevanceSphere::of_descent(descent, [a, b], placement, reach);
            let question = questions::Distance::new([a, b], frame, &mut nearest);
            let tally = &mut *counts;
            let ended =
                level.dispatch(Traverse { a, b, question, descent, near, level, memory, tally });
            // Broken off at a pair that meets, which the search knows, or where it knows enough of
            // all pairs, by the boxes around the bodies.
            if ended.is_break() {
                return nearest.finish(&mut counts.stages);
            }
        }
    }
    if let Some(parts) = parts {
        look_at_outliers(&parts, placement, &mut nearest, counts);
    }
    nearest.finish(&mut counts.stages)
}

/// Looks at each pair that has an outlier and may be the closest.
#[cold]
#[inline(never)]
fn look_at_outliers(
    parts: &InParts<'_>,
    placement: &Placement,
    nearest: &mut Nearest<'_, Tree>,
    counts: &mut Counts,
) {
    let cut = Cell::new(nearest.cut());
    let _ = parts.for_each_near(placement, &|| cut.get(), &mut |triangles, corners| {
        counts.leaf_pairs += 1;
        let meets = nearest.look_at(triangles, corners, &mut counts.stages);
        cut.set(nearest.cut());
        if meets { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
}

/// Bounds of the distance in the world, as [`crate::Engine::clearance`].
pub(crate) fn clearance(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    box_tests: u64,
    counts: &mut Counts,
    of_search: SearchMemory<'_>,
) -> Interval {
    let SearchMemory { memory, candidates, level, .. } = of_search;
    let mut nearest = Nearest::new([a, b], placement, &DistanceOptions::default(), candidates);
    let parts = InParts::of([a, b]);
    let [a, b] = parts.as_ref().map_or([a, b], |parts| parts.others);
    let (triangles, corners) = near_pair([a, b], placement);
    nearest.look_at(triangles, corners, &mut counts.stages);
    let known = nearest.clearance();
    if known.upper == 0.0 {
        return known;
    }
    let mut found = known;
    // Beyond the domain of the kernels, the upper bound is all there is for an effort that is
    // limited.
    if let Start::Fast(frame) = &QueryFrame::start(a, b, placement, 0.0) {
        let descent = Descent::of(a, b);
        let reach = Tolerance::of(found.upper, placement).farther;
        let near = RelevanceSphere::of_descent(descent, [a, b], placement, reach);
        let question = questions::Clearance::new(placement, frame, box_tests, &mut found);
        let tally = &mut *counts;
        // Broken off where the effort is spent.
        let _ = level.dispatch(Traverse { a, b, question, descent, near, level, memory, tally });
    }
    if let Some(parts) = parts {
        let share = box_tests / parts.count() as u64;
        let effort = Effort { box_tests: share, within: known.upper };
        parts.bound_clearance(placement, effort, &mut found, counts);
        // What the boxes around the bodies prove holds for all pairs.
        found.lower = found.lower.max(known.lower);
    }
    found
}

/// A pair of triangles that is likely to be near.
fn near_pair([a, b]: [&Tree; 2], placement: &Placement) -> ([u32; 2], [Triangle; 2]) {
    let (first_a, toward_a) = near_triangle(a, &middle_in_a(b, placement));
    let (first_b, _) = near_triangle(b, &seen_from_b(&toward_a, placement));
    ([first_a.0, first_b.0], [first_a.1, first_b.1])
}

/// The middle of B in A's mesh frame.
fn middle_in_a(b: &Tree, placement: &Placement) -> Vector3<f64> {
    placement.to_a(&b.sphere_center().into()).coords
}

/// A point of A's mesh frame in B's, as far as a transposed matrix is an inverse one.
fn seen_from_b(point: &Vector3<f64>, placement: &Placement) -> Vector3<f64> {
    placement.rotation.tr_mul(&(point - placement.translation))
}

/// A triangle of a tree towards a point of its mesh frame: its number and corners, and its first
/// corner. Boxes whose centres are nearest are descended.
fn near_triangle(tree: &Tree, point: &Vector3<f64>) -> ((u32, Triangle), Vector3<f64>) {
    let point = point - Vector3::from(tree.origin());
    let mut index = 0;
    loop {
        let node = &tree.nodes()[index as usize];
        let (mut child, mut least) = (node.child[0], f64::INFINITY);
        for c in 0..4 {
            let away_sq = (node.center(c) - point).norm_squared();
            if node.child[c] != Child::EMPTY && away_sq < least {
                (child, least) = (node.child[c], away_sq);
            }
        }
        if child.is_leaf() {
            let leaf = &tree.leaves()[child.index() as usize];
            let corners = tree.triangle(leaf, 0);
            return ((leaf.ids[0], corners), corners[0].coords);
        }
        index = child.index();
    }
}
