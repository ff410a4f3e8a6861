//! The boxes of a tree's level, for a page that draws them, and which of them a search reaches.
//!
//! The overlap test is rounded, with a slack that only ever colours a box too many: contacts are
//! decided by the query, never here.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{BoxInFrame, Placement, Pose, box_separating_axis};
use obbtree_tree::wide::{Child, Tree};

/// Numbers that describe a box: its own number, centre, three axes (each three numbers), half
/// sides. All in the frame of the mesh.
pub(crate) const NUMBERS: usize = 1 + 3 + 9 + 3;

/// Relative to the larger box: `f32` axes are orthonormal to 6 * 2^-24, which moves a corner by
/// less.
const SLACK: f64 = 1e-6;

/// A box by its place: the node and which of its four children.
#[derive(Clone, Copy)]
struct Place {
    node: u32,
    child: usize,
}

struct TreeBox {
    axes: Matrix3<f64>,
    center: Vector3<f64>,
    half: Vector3<f64>,
    child: Child,
}

impl Place {
    fn number(self) -> u32 {
        4 * self.node + self.child as u32
    }

    fn look(self, tree: &Tree) -> TreeBox {
        let node = &tree.nodes()[self.node as usize];
        TreeBox {
            axes: node.axes(self.child),
            center: node.center(self.child) + Vector3::from(tree.origin()),
            half: node.half(self.child),
            child: node.child[self.child],
        }
    }
}

fn children(tree: &Tree, node: u32) -> impl Iterator<Item = Place> + Clone {
    let child = tree.nodes()[node as usize].child;
    (0..4).filter(move |&c| child[c] != Child::EMPTY).map(move |child| Place { node, child })
}

/// The boxes of a level, 0 being the root node's, with the leaves above it, so that all of the mesh
/// is covered.
pub(crate) fn of_level(tree: &Tree, level: usize) -> Vec<[f64; NUMBERS]> {
    let mut found = Vec::new();
    let mut stack = vec![(0, 0)];
    while let Some((node, depth)) = stack.pop() {
        for place in children(tree, node) {
            let TreeBox { axes, center, half, child } = place.look(tree);
            if depth < level && !child.is_leaf() {
                stack.push((child.index(), depth + 1));
                continue;
            }
            found.push(numbers(place, &TreeBox { axes, center, half, child }));
        }
    }
    found
}

fn numbers(place: Place, tree_box: &TreeBox) -> [f64; NUMBERS] {
    let mut numbers = [f64::from(place.number()); NUMBERS];
    numbers[1..4].copy_from_slice(tree_box.center.as_slice());
    numbers[4..13].copy_from_slice(tree_box.axes.as_slice()); // column by column: axis by axis
    numbers[13..].copy_from_slice(tree_box.half.as_slice());
    numbers
}

/// All boxes of a tree, from the root down.
pub(crate) fn all(tree: &Tree) -> Vec<[f64; NUMBERS]> {
    let nodes = 0..tree.nodes().len() as u32;
    let places = nodes.flat_map(|node| children(tree, node));
    places.map(|place| numbers(place, &place.look(tree))).collect()
}

/// A pair of boxes that a search tests.
pub(crate) struct Step {
    /// Their numbers, of A and of B.
    pub(crate) boxes: [u32; 2],
    pub(crate) is_separated: bool,
    /// They overlap, and the search goes no deeper.
    pub(crate) is_end: bool,
}

/// Descends both trees as a search does, to a level, from pairs that overlap to their children:
/// calls for each pair that it tests, until that says no.
pub(crate) fn search(
    [a, b]: [&Tree; 2],
    [pose_a, pose_b]: [&Pose; 2],
    level: usize,
    mut call: impl FnMut(Step) -> bool,
) {
    let placement = Placement::new(pose_a, pose_b);
    let mut stack = Vec::new();
    push_pairs(&mut stack, children(a, 0), children(b, 0), 0);
    while let Some((in_a, in_b, depth)) = stack.pop() {
        let (box_a, box_b) = (in_a.look(a), in_b.look(b));
        let boxes = [in_a.number(), in_b.number()];
        let is_separated = separate(&box_a, &box_b, &placement);
        let ends = |tree_box: &TreeBox| depth == level || tree_box.child.is_leaf();
        let below = |tree: &Tree, place: Place, tree_box: &TreeBox| -> Vec<Place> {
            if ends(tree_box) {
                vec![place]
            } else {
                children(tree, tree_box.child.index()).collect()
            }
        };
        let is_end = !is_separated && ends(&box_a) && ends(&box_b);
        if !call(Step { boxes, is_separated, is_end }) {
            return;
        }
        if !is_separated && !is_end {
            let (of_a, of_b) = (below(a, in_a, &box_a), below(b, in_b, &box_b));
            push_pairs(&mut stack, of_a.into_iter(), of_b.into_iter(), depth + 1);
        }
    }
}

fn push_pairs(
    stack: &mut Vec<(Place, Place, usize)>,
    of_a: impl Iterator<Item = Place>,
    of_b: impl Iterator<Item = Place> + Clone,
    depth: usize,
) {
    for in_a in of_a {
        stack.extend(of_b.clone().map(|in_b| (in_a, in_b, depth)));
    }
}

fn separate(a: &TreeBox, b: &TreeBox, placement: &Placement) -> bool {
    let to_box = a.axes.transpose();
    let center = placement.rotation * b.center + placement.translation - a.center;
    let b_in_a = BoxInFrame { axes: to_box * placement.rotation * b.axes, offset: to_box * center };
    let slack = SLACK * a.half.amax().max(b.half.amax());
    box_separating_axis(&a.half, &b.half, &b_in_a, slack).is_some()
}
