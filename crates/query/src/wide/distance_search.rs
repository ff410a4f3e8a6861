//! The question for the distance, put to the traversal or to the reference implementation.

use obbtree_predicates::{Placement, Triangle};
use obbtree_simd::SimdLevel;
use obbtree_tree::wide::Tree;

use super::child_pairs::Descent;
use super::frame::{QueryFrame, Start};
use super::questions;
use super::reference;
use super::traverse::{Memory, Traverse};
use crate::Counts;
use crate::nearest::{Candidates, Distance, DistanceOptions, Nearest};

/// What the search works in.
pub(super) struct Room<'m> {
    pub(super) memory: &'m mut Memory,
    pub(super) candidates: &'m mut Candidates,
    pub(super) level: SimdLevel,
}

/// The distance in the world, as [`crate::Engine::distance`]. Counted always: one search less to compile
/// for every instruction set.
pub(super) fn distance(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    options: &DistanceOptions,
    start: Option<([u32; 2], [Triangle; 2])>,
    mut counts: &mut Counts,
    room: Room<'_>,
) -> Option<Distance> {
    let Room { memory, candidates, level } = room;
    let mut nearest = Nearest::new(placement, options, candidates);
    if let Some((triangles, corners)) = start
        && nearest.look_at(triangles, corners, &mut counts.stages)
    {
        return nearest.finish(&mut counts.stages);
    }
    match QueryFrame::start(a, b, placement, 0.0) {
        Start::Reference => reference::nearest([a, b], placement, &mut nearest, &mut counts),
        Start::Fast(frame) => {
            let question = questions::Distance::new([a, b], &frame, &mut nearest);
            let descent = Descent::of(a.sphere_radius(), b.sphere_radius());
            let tally = &mut *counts;
            // Broken off at a pair that meets, which the search knows.
            let _ = level.dispatch(Traverse { a, b, question, descent, level, memory, tally });
        }
    }
    nearest.finish(&mut counts.stages)
}
