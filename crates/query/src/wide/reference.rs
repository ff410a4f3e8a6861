//! The reference implementation of the kernels, in plain `f64`: the same trees, one box pair at a
//! time.
//!
//! It answers for meshes beyond the domain of the `f32` kernels, and the tests hold the kernels
//! against it.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{
    Placement, Stages, Triangle, meet_beyond_common_corners, triangles_closer,
};
use obbtree_tree::wide::{Child, Leaf, Node, Tree};

use crate::boxes::frame;
use crate::boxes::scalar_box::ScalarBox;
use crate::boxes::tolerance::Tolerance;
use crate::nearest::Nearest;
use crate::traverse::question::OnPair;
use crate::traverse::tally::Tally;

/// One box of a tree: a node and one of its four places.
type Place = (u32, usize);

/// Calls back with each pair of triangles whose distance in the world is at most the tolerance; of
/// those that meet, if it is 0.
pub(crate) fn for_each_pair(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    tolerance: f64,
    tally: &mut impl Tally,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let within = |of_a: &Triangle, of_b: &Triangle, stages: &mut Stages| {
        triangles_closer(of_a, of_b, placement, tolerance, stages)
    };
    for_each_pair_by([a, b], placement, tolerance, tally, within, on_pair)
}

/// Calls back with each pair of triangles of one tree that meet beyond their common corners, the
/// smaller number first.
pub(crate) fn for_each_pair_of_one(
    tree: &Tree,
    in_place: &Placement,
    tally: &mut impl Tally,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    // Each pair comes twice, and each triangle with itself.
    let once: OnPair<'_> = &mut |one, other| match one < other {
        true => on_pair(one, other),
        false => ControlFlow::Continue(()),
    };
    for_each_pair_by([tree, tree], in_place, 0.0, tally, meet_beyond_common_corners, once)
}

/// Calls back with each pair of triangles near each other that passes a test.
fn for_each_pair_by(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    tolerance: f64,
    tally: &mut impl Tally,
    mut test: impl FnMut(&Triangle, &Triangle, &mut Stages) -> bool,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let shift = Vector3::from(frame::shift(a, b, placement));
    let in_frame = if tolerance > 0.0 { Tolerance::of(tolerance, placement).farther } else { 0.0 };
    let slack = frame::slack(a, b, placement, in_frame);
    let mut stack: Vec<(Place, Place)> = all_pairs(&places(0), &places(0));
    while let Some((at_a, at_b)) = stack.pop() {
        let (node_a, node_b) = (&a.nodes()[at_a.0 as usize], &b.nodes()[at_b.0 as usize]);
        let (child_a, child_b) = (node_a.child[at_a.1], node_b.child[at_b.1]);
        if child_a == Child::EMPTY || child_b == Child::EMPTY {
            continue;
        }
        tally.visit(1);
        let box_b = box_of(node_b, at_b.1).moved(&placement.rotation, &shift);
        if box_of(node_a, at_a.1).is_apart(&box_b, slack) {
            continue;
        }
        // What is a leaf waits until the other side is one too.
        let next = |child: Child, at: Place| {
            if child.is_leaf() { vec![at] } else { places(child.index()) }
        };
        if !(child_a.is_leaf() && child_b.is_leaf()) {
            stack.extend(all_pairs(&next(child_a, at_a), &next(child_b, at_b)));
            continue;
        }
        let leaf_a = &a.leaves()[child_a.index() as usize];
        let leaf_b = &b.leaves()[child_b.index() as usize];
        for (in_b, in_a) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            if leaf_a.ids[in_a] == Leaf::NO_TRIANGLE || leaf_b.ids[in_b] == Leaf::NO_TRIANGLE {
                continue;
            }
            let (of_a, of_b) = (a.triangle(leaf_a, in_a), b.triangle(leaf_b, in_b));
            tally.leaf(1, 1);
            if test(&of_a, &of_b, tally.stages()) {
                on_pair(leaf_a.ids[in_a], leaf_b.ids[in_b])?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn places(node: u32) -> Vec<Place> {
    (0..4).map(|place| (node, place)).collect()
}

fn all_pairs(a: &[Place], b: &[Place]) -> Vec<(Place, Place)> {
    a.iter().flat_map(|&in_a| b.iter().map(move |&in_b| (in_a, in_b))).collect()
}

/// Offers every pair of triangles that may be the closest, near boxes first.
pub(crate) fn nearest(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    nearest: &mut Nearest<'_, Tree>,
    tally: &mut impl Tally,
) {
    let shift = Vector3::from(frame::shift(a, b, placement));
    let slack = frame::slack(a, b, placement, 0.0);
    // Lengths in A's frame are so much longer than in the world at most.
    let longer = 1.0 + placement.pose_a.skew() + f64::EPSILON;
    let mut stack: Vec<(f64, Place, Place)> = vec![];
    let mut next = all_pairs(&places(0), &places(0));
    loop {
        let pushed = stack.len();
        for (at_a, at_b) in next.drain(..) {
            let (node_a, node_b) = (&a.nodes()[at_a.0 as usize], &b.nodes()[at_b.0 as usize]);
            if [node_a.child[at_a.1], node_b.child[at_b.1]].contains(&Child::EMPTY) {
                continue;
            }
            tally.visit(1);
            let box_b = box_of(node_b, at_b.1).moved(&placement.rotation, &shift);
            let least = box_of(node_a, at_a.1).least_distance(&box_b, slack) / longer;
            stack.push((least, at_a, at_b));
        }
        stack[pushed..].sort_unstable_by(|(one, ..), (other, ..)| other.total_cmp(one));
        let Some((least, at_a, at_b)) = stack.pop() else { return };
        if least > nearest.cut() {
            continue;
        }
        let child_a = a.nodes()[at_a.0 as usize].child[at_a.1];
        let child_b = b.nodes()[at_b.0 as usize].child[at_b.1];
        let below = |child: Child, at: Place| {
            if child.is_leaf() { vec![at] } else { places(child.index()) }
        };
        if !(child_a.is_leaf() && child_b.is_leaf()) {
            next = all_pairs(&below(child_a, at_a), &below(child_b, at_b));
            continue;
        }
        let (leaf_a, leaf_b) =
            (&a.leaves()[child_a.index() as usize], &b.leaves()[child_b.index() as usize]);
        for (in_b, in_a) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            let ids = [leaf_a.ids[in_a], leaf_b.ids[in_b]];
            if ids.contains(&Leaf::NO_TRIANGLE) {
                continue;
            }
            tally.leaf(1, 1);
            let corners = [a.triangle(leaf_a, in_a), b.triangle(leaf_b, in_b)];
            if nearest.look_at(ids, corners, tally.stages()) {
                return;
            }
        }
    }
}

fn box_of(node: &Node, place: usize) -> ScalarBox {
    let frame = |k: usize, a: usize| f64::from(node.frame[k][a][place]);
    ScalarBox {
        axes: Matrix3::from_fn(frame),
        center: Vector3::from_fn(|k, _| frame(k, 3)),
        half: Vector3::from_fn(|a, _| f64::from(node.half[a][place])),
    }
}
