//! A first contact of two bodies of one shape that are nearly in one place.
//!
//! Such bodies meet where the surface is parallel to the displacement: elsewhere each triangle is
//! in front of its copy, or behind it. No box tells where that is, so a search that goes where
//! centres are near tests hundreds of pairs. Here the two trees are descended box by box with its
//! copy, first to those whose normals are the most nearly perpendicular to the displacement for how
//! thick they are; and in a leaf, triangles in front of their copies are tested against those
//! behind theirs.
//!
//! All of this only chooses which pairs of triangles are tested first. That a pair meets is
//! certain, and where none is found the search begins as ever.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{Placement, Triangle};
use obbtree_tree::wide::{Child, Leaf, Node, Tree};

use crate::boxes::frame::shift;
use crate::questions::later_stages;
use crate::traverse::tally::Tally;

/// Boxes are copies of each other if their half sides differ by less than this share of the
/// largest.
const SAME_SIZE: f64 = 1.0 / 1024.0;

/// And if their centres are nearer than this share of the half diagonal.
const NEAR: f64 = 1.0 / 4.0;

/// Bodies are nearly in one place if their centres are nearer than this share of the radius.
/// Measured with 2^-12: moved by 1e-4 of the size, a bunny and a rocker-arm take 0.55 and 0.73
/// times as long as without, fandisk 1.4, a cow 1.2, and a soup that meets itself everywhere 3.
const NEARLY_IN_PLACE: f64 = 1.0 / (1_u32 << 15) as f64;

/// Pairs of nodes that are looked at before the search begins as ever.
const MOST_NODES: usize = 32;

/// A box and its copy that wait.
#[derive(Clone, Copy, Debug)]
struct Copied {
    children: [Child; 2],
    /// From the centre of A's to that of B's, in A's frame.
    moved: Vector3<f64>,
    /// The smaller, the sooner; 1 for all that may have triangles on both sides of their copies.
    order: f64,
}

/// The memory of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaitingCopies(Vec<Copied>);

/// Two triangles that meet, by their numbers and corners, if the bodies are nearly in one place and
/// some are found soon.
pub(crate) fn contact_nearly_in_place(
    trees: [&Tree; 2],
    placement: &Placement,
    WaitingCopies(waiting): &mut WaitingCopies,
    tally: &mut impl Tally,
) -> Option<([u32; 2], [Triangle; 2])> {
    let [a, b] = trees;
    let (size_a, size_b) = (a.sphere_radius(), b.sphere_radius());
    if (size_a - size_b).abs() > SAME_SIZE * size_a {
        return None;
    }
    let middle = placement.to_a(&b.sphere_center().into()).coords;
    let moved = middle - Vector3::from(a.sphere_center());
    if moved.norm_squared() > (NEARLY_IN_PLACE * size_a).powi(2) {
        return None;
    }
    if let Some(found) = equal_in_one_place(trees, placement) {
        tally.leaf(1, 0);
        return Some(found);
    }
    search(trees, placement, waiting, tally)
}

/// The first triangles of both trees, if they are equal and in one place: then they meet.
fn equal_in_one_place(
    [a, b]: [&Tree; 2],
    placement: &Placement,
) -> Option<([u32; 2], [Triangle; 2])> {
    if placement.pose_a != placement.pose_b {
        return None;
    }
    let (leaf_a, leaf_b) = (a.leaves().first()?, b.leaves().first()?);
    let corners = [a.triangle(leaf_a, 0), b.triangle(leaf_b, 0)];
    (corners[0] == corners[1]).then_some(([leaf_a.ids[0], leaf_b.ids[0]], corners))
}

#[cold]
#[inline(never)]
fn search(
    trees: [&Tree; 2],
    placement: &Placement,
    waiting: &mut Vec<Copied>,
    tally: &mut impl Tally,
) -> Option<([u32; 2], [Triangle; 2])> {
    let [a, b] = trees;
    let shift = Vector3::from(shift(a, b, placement));
    waiting.clear();
    let root = Child::node(0);
    waiting.push(Copied { children: [root; 2], moved: shift, order: 1.0 });
    for _ in 0..MOST_NODES {
        let Copied { children: [of_a, of_b], moved, .. } = first_of(waiting)?;
        let [index_a, index_b] = [of_a, of_b].map(|child| child.index() as usize);
        if of_a.is_leaf() {
            let leaves = [&a.leaves()[index_a], &b.leaves()[index_b]];
            let pairs = on_other_sides(trees, leaves, &placement.rotation, &moved);
            tally.leaf(pairs, pairs);
            let met = later_stages::<true>(trees, leaves, pairs, placement, tally);
            if met != 0 {
                let pair = met.trailing_zeros() as usize;
                let (in_a, in_b) = (pair % 4, pair / 4);
                let triangles = [leaves[0].ids[in_a], leaves[1].ids[in_b]];
                let corners = [a.triangle(leaves[0], in_a), b.triangle(leaves[1], in_b)];
                return Some((triangles, corners));
            }
        } else {
            tally.visit(16);
            let nodes = [&a.nodes()[index_a], &b.nodes()[index_b]];
            push_copies(nodes, &placement.rotation, &shift, waiting);
        }
    }
    None
}

/// Takes the one that comes next; of equal ones the last, which is the deepest.
fn first_of(waiting: &mut Vec<Copied>) -> Option<Copied> {
    let (mut first, mut least) = (0, f64::INFINITY);
    for (n, copied) in waiting.iter().enumerate() {
        if copied.order <= least {
            (first, least) = (n, copied.order);
        }
    }
    (first < waiting.len()).then(|| waiting.swap_remove(first))
}

/// Adds each box of A's node that has a copy in B's.
fn push_copies(
    [a, b]: [&Node; 2],
    rotation: &Matrix3<f64>,
    shift: &Vector3<f64>,
    waiting: &mut Vec<Copied>,
) {
    let centers_b = [0, 1, 2, 3].map(|c| rotation * b.center(c) + shift);
    for in_a in 0..4 {
        let (half, center) = (a.half(in_a), a.center(in_a));
        let near_sq = NEAR * NEAR * half.norm_squared();
        // The trees of one mesh have copies in the same places.
        let copied = [0, 1, 2, 3].iter().find_map(|n| {
            let in_b = in_a ^ n;
            let (children, moved) = ([a.child[in_a], b.child[in_b]], centers_b[in_b] - center);
            let is_copy = moved.norm_squared() <= near_sq
                && are_alike(children)
                && is_same(&half, &b.half(in_b));
            is_copy.then_some((children, moved))
        });
        if let Some((children, moved)) = copied {
            let order = order_of(&moved, a, in_a, &half);
            waiting.push(Copied { children, moved, order });
        }
    }
}

/// Both leaves, or both nodes?
fn are_alike([a, b]: [Child; 2]) -> bool {
    a.is_leaf() && b.is_leaf() || a.is_node() && b.is_node()
}

fn is_same(a: &Vector3<f64>, b: &Vector3<f64>) -> bool {
    (a - b).amax() <= SAME_SIZE * a.amax()
}

/// The cosine of the angle between the displacement and the normal of a box, its thinnest axis,
/// over how far the normals of its triangles are likely to differ from that.
fn order_of(moved: &Vector3<f64>, node: &Node, child: usize, half: &Vector3<f64>) -> f64 {
    let thinnest = half.imin();
    let normal = Vector3::from_fn(|k, _| f64::from(node.frame[k][thinnest][child]));
    let thin = half[thinnest];
    let wide = half[(thinnest + 1) % 3].min(half[(thinnest + 2) % 3]);
    let along = normal.dot(moved).abs();
    // 1 where that is no number.
    (along * wide / (thin * moved.norm())).max(1.0)
}

/// The pairs of two leaves of which not both are in front of their copies, or both behind.
fn on_other_sides(
    [tree_a, tree_b]: [&Tree; 2],
    [a, b]: [&Leaf; 2],
    rotation: &Matrix3<f64>,
    moved: &Vector3<f64>,
) -> u32 {
    let back = rotation.tr_mul(moved);
    let [front_a, behind_a] = sides(a, moved, |place| tree_a.triangle(a, place));
    let [front_b, behind_b] = sides(b, &back, |place| tree_b.triangle(b, place));
    let mut pairs = 0;
    for pair in 0..a.used() + 4 * (b.used() - 1) {
        let (of_a, of_b) = (1 << (pair % 4), 1 << (pair / 4));
        let same = front_a & of_a != 0 && front_b & of_b != 0
            || behind_a & of_a != 0 && behind_b & of_b != 0;
        pairs |= u32::from(!same && pair % 4 < a.used()) << pair;
    }
    pairs
}

/// The triangles of a leaf that are moved to their front, and those moved to their back.
fn sides(leaf: &Leaf, moved: &Vector3<f64>, triangle: impl Fn(usize) -> Triangle) -> [u32; 2] {
    let (mut front, mut behind) = (0, 0);
    for place in 0..leaf.used() {
        let [x, y, z] = triangle(place);
        let along = (y - x).cross(&(z - x)).dot(moved);
        front |= u32::from(along > 0.0) << place;
        behind |= u32::from(along < 0.0) << place;
    }
    [front, behind]
}
