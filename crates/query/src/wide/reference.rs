//! The reference implementation of the kernels, in plain `f64`: the same trees, one box pair at a time.
//!
//! It answers for meshes beyond the domain of the `f32` kernels, and the tests hold the kernels against it.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{Placement, triangles_closer};
use obbtree_tree::wide::{Child, Leaf, Node, Tree};

use super::frame;
use super::tally::Tally;
use super::tolerance::Tolerance;

/// Called with each pair of triangles that meets. Behind a pointer, so that the searches are compiled
/// once and not for every caller; a call costs little beside the pair.
pub(super) type OnPair<'q> = &'q mut dyn FnMut(u32, u32) -> ControlFlow<()>;

/// One box of a tree: a node and one of its four places.
type Place = (u32, usize);

/// Calls back with each pair of triangles whose distance in the world is at most the tolerance; of
/// those that meet, if it is 0.
pub(super) fn for_each_pair(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    tolerance: f64,
    tally: &mut impl Tally,
    on_pair: OnPair<'_>,
) -> ControlFlow<()> {
    let shift = Vector3::from(frame::shift(a, b, placement));
    let in_frame = if tolerance > 0.0 { Tolerance::of(tolerance, placement).farther } else { 0.0 };
    let slack = frame::slack(a, b, placement, in_frame);
    let mut stack: Vec<(Place, Place)> = all_pairs(&places(0), &places(0));
    while let Some((at_a, at_b)) = stack.pop() {
        let (node_a, node_b) = (a.node(at_a.0 as usize), b.node(at_b.0 as usize));
        let (child_a, child_b) = (node_a.child[at_a.1], node_b.child[at_b.1]);
        if child_a == Child::EMPTY || child_b == Child::EMPTY {
            continue;
        }
        tally.visit(1);
        let box_a = OneBox::of(&node_a, at_a.1);
        let box_b = OneBox::of(&node_b, at_b.1).moved(&placement.rotation, &shift);
        if apart(&box_a, &box_b, slack) {
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
        let leaf_a = a.leaf(child_a.index());
        let leaf_b = b.leaf(child_b.index());
        for (in_b, in_a) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            if leaf_a.ids[in_a] == Leaf::NO_TRIANGLE || leaf_b.ids[in_b] == Leaf::NO_TRIANGLE {
                continue;
            }
            let (of_a, of_b) = (a.triangle(&leaf_a, in_a), b.triangle(&leaf_b, in_b));
            tally.leaf(1, 0);
            if triangles_closer(&of_a, &of_b, placement, tolerance, tally.stages()) {
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

/// A box in `f64`, in A's tree frame.
struct OneBox {
    /// Axes as columns.
    axes: Matrix3<f64>,
    center: Vector3<f64>,
    half: Vector3<f64>,
}

impl OneBox {
    fn of(node: &Node, place: usize) -> Self {
        let frame = |k: usize, a: usize| f64::from(node.frame[k][a][place]);
        Self {
            axes: Matrix3::from_fn(frame),
            center: Vector3::from_fn(|k, _| frame(k, 3)),
            half: Vector3::from_fn(|a, _| f64::from(node.half[a][place])),
        }
    }

    fn moved(&self, rotation: &Matrix3<f64>, shift: &Vector3<f64>) -> Self {
        Self { axes: rotation * self.axes, center: rotation * self.center + shift, half: self.half }
    }
}

/// Does one of the fifteen axes separate the boxes by more than the slack? NaN never separates.
fn apart(a: &OneBox, b: &OneBox, slack: f64) -> bool {
    let apart_along = |axis: Vector3<f64>| {
        let reach = |one: &OneBox| (one.axes.transpose() * axis).abs().dot(&one.half);
        axis.dot(&(b.center - a.center)).abs() > reach(a) + reach(b) + slack
    };
    let columns = |one: &OneBox| [0, 1, 2].map(|j| one.axes.column(j).into_owned());
    let (of_a, of_b) = (columns(a), columns(b));
    of_a.iter().chain(&of_b).any(|axis| apart_along(*axis))
        || of_a.iter().any(|u| of_b.iter().any(|w| apart_along(u.cross(w))))
}
