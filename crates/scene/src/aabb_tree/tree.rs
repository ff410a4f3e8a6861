//! The tree, and how it changes.
//!
//! A binary tree, kept balanced by rotations; a new box goes to where the sum of all areas grows
//! least. C. Ericson, "Real-Time Collision Detection", section 6.3.3 (insertion), and E. Catto,
//! "Dynamic Bounding Volume Hierarchies" (GDC 2019). Balanced, no path is longer than 1.45 times
//! the logarithm of the number of boxes. But balancing looks at heights alone: a query of 50,000
//! random boxes looks at 177 nodes of a tree that is balanced, at 51 of one that is made from the
//! top. So a tree is made anew from the top where many boxes move at once, and when as many have
//! been inserted as it had the last time.
//!
//! There are two trees over one array of nodes: one of the boxes that were put there or made anew
//! with all others, one of those that moved alone since. Few move, as a rule, so theirs is small
//! and changes at once. The leaf of a box that moved is larger than it on all sides
//! ([`SLACK`]; Catto's "fat" boxes), and stays as it is as long as the box is inside.
//!
//! The boxes come from the caller, exact, and are kept so. What the trees find is compared with the
//! exact boxes before it is told (`search`), so no answer depends on what moved before.

use std::ops::Range;

use nalgebra::Vector3;
use obbtree_predicates::Aabb;

use super::boxes::{area, union};

/// What a leaf stands for: a number of the caller's.
pub(crate) type Item = u32;

/// A node in a cache line of its own.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    pub(super) bounds: Aabb,
    parent: u32,
    /// Longest path to a leaf; 0 for leaves.
    height: u32,
    /// Two nodes; of a leaf its item and [`NONE`].
    pub(super) children: [u32; 2],
}

/// No node, or no leaf for an item.
const NONE: u32 = u32::MAX;

/// The leaf of a box that moved is larger on each side, by this part of the longest side: a
/// planner's small steps stay inside for a while, and few other boxes come inside.
const SLACK: f64 = 0.125;
/// A leaf is left as it is while no side is longer than so many of the longest side of its box.
const LARGEST: f64 = 2.0;

/// Both trees are made anew as one where at least so many boxes leave their leaves at once, and
/// one in so many of all.
const MANY: usize = 16;
const ONE_IN: usize = 4;
/// So many boxes more are inserted before a tree is made anew.
const FEW: usize = 64;

/// Where boxes are put first.
const RESTING: usize = 0;
/// Where boxes go that moved.
const MOVED: usize = 1;

/// The trees. Items are small numbers, each in one of them once at most.
#[derive(Clone, Debug)]
pub(crate) struct AabbTree {
    nodes: Vec<Node>,
    unused: Vec<u32>,
    trees: [Tree; 2],
    /// By item.
    leaves: Vec<u32>,
    /// By item: the boxes as they are.
    pub(super) exact: Vec<Aabb>,
}

#[derive(Clone, Copy, Debug)]
struct Tree {
    root: u32,
    /// How many boxes it had when it was made anew, and has got since.
    built: usize,
    inserted: usize,
}

impl Tree {
    const EMPTY: Self = Self { root: NONE, built: 0, inserted: 0 };
}

/// The middle of a leaf's box, as numbers in the same order, and the leaf.
type Middle = ([u32; 3], u32);

impl Default for AabbTree {
    fn default() -> Self {
        let (nodes, unused, leaves, exact) = (vec![], vec![], vec![], vec![]);
        Self { nodes, unused, trees: [Tree::EMPTY; 2], leaves, exact }
    }
}

impl Node {
    pub(super) fn is_leaf(&self) -> bool {
        self.height == 0
    }

    fn leaf(item: Item, bounds: Aabb) -> Self {
        Self { bounds, parent: NONE, height: 0, children: [item, NONE] }
    }
}

impl AabbTree {
    /// Puts an item into the tree, or its box to another place.
    pub(crate) fn set(&mut self, item: Item, bounds: Aabb) {
        if self.leaf(item).is_some() {
            if !self.moved_inside(item, bounds) {
                self.put_elsewhere(item);
            }
            return;
        }
        let at = item as usize;
        if self.leaves.len() <= at {
            self.leaves.resize(at + 1, NONE);
            self.exact.resize(at + 1, bounds);
        }
        self.exact[at] = bounds;
        let leaf = self.new_node(Node::leaf(item, bounds));
        self.leaves[at] = leaf;
        self.insert(leaf, RESTING);
    }

    /// The box of an item that is in the tree has moved: is it inside its leaf still? If not,
    /// queries of the tree have no answer until [`Self::put_elsewhere`] or
    /// [`Self::put_many_elsewhere`].
    pub(crate) fn moved_inside(&mut self, item: Item, bounds: Aabb) -> bool {
        self.exact[item as usize] = bounds;
        let leaf = &self.node(self.leaves[item as usize]).bounds;
        let longest = |bounds: &Aabb| bounds.sides().max();
        (0..3).all(|k| leaf.min[k] <= bounds.min[k] && bounds.max[k] <= leaf.max[k])
            && longest(leaf) <= LARGEST * longest(&bounds)
    }

    /// A new place for an item whose box has left its leaf.
    pub(crate) fn put_elsewhere(&mut self, item: Item) {
        let leaf = self.leaves[item as usize];
        self.take_out(leaf);
        self.node_mut(leaf).bounds = enlarged(&self.exact[item as usize]);
        self.insert(leaf, MOVED);
    }

    /// New places for items whose boxes have left their leaves.
    pub(crate) fn put_many_elsewhere(&mut self, items: &[Item]) {
        if items.len() < MANY.max(self.len() / ONE_IN) {
            return items.iter().for_each(|&item| self.put_elsewhere(item));
        }
        for &item in items {
            let bounds = enlarged(&self.exact[item as usize]);
            self.node_mut(self.leaves[item as usize]).bounds = bounds;
        }
        self.rebuild_all();
    }

    /// Removes an item, if it is there.
    pub(crate) fn remove(&mut self, item: Item) {
        let Some(leaf) = self.leaf(item) else { return };
        self.leaves[item as usize] = NONE;
        self.take_out(leaf);
        self.unused.push(leaf);
    }

    /// How many items are in the tree.
    pub(crate) fn len(&self) -> usize {
        (self.nodes.len() - self.unused.len() + self.roots().count()) / 2
    }

    fn insert(&mut self, leaf: u32, tree: usize) {
        match self.trees[tree].root {
            NONE => {
                self.trees[tree].root = leaf;
                self.node_mut(leaf).parent = NONE;
            }
            root => self.insert_beside(self.best_sibling(root, &self.node(leaf).bounds), leaf),
        }
        let Tree { built, inserted, .. } = &mut self.trees[tree];
        *inserted += 1;
        if *inserted > *built + FEW {
            self.rebuild(tree);
        }
    }

    /// Takes a leaf out of its tree; the node stays.
    fn take_out(&mut self, leaf: u32) {
        let parent = self.node(leaf).parent;
        if parent == NONE {
            return self.replace_child(NONE, leaf, NONE);
        }
        let [left, right] = self.node(parent).children;
        let sibling = if left == leaf { right } else { left };
        let above = self.node(parent).parent;
        self.replace_child(above, parent, sibling);
        self.unused.push(parent);
        self.repair_from(above);
    }

    /// Makes both trees anew, as one.
    pub(super) fn rebuild_all(&mut self) {
        let leaves = [RESTING, MOVED].map(|tree| self.take_apart(tree)).concat();
        (self.nodes, self.unused) = (Vec::with_capacity(2 * leaves.len()), Vec::new());
        self.build(RESTING, &leaves);
    }

    /// Makes one tree anew.
    fn rebuild(&mut self, tree: usize) {
        let leaves = self.take_apart(tree);
        // Nodes that are side by side get children that are.
        self.unused.sort_unstable_by(|a, b| b.cmp(a));
        self.build(tree, &leaves);
    }

    /// The leaves of a tree, which is empty then.
    fn take_apart(&mut self, tree: usize) -> Vec<Node> {
        let Tree { built, inserted, .. } = self.trees[tree];
        let mut leaves = Vec::with_capacity(built + inserted);
        let mut stack = Vec::from_iter(Some(self.trees[tree].root).filter(|&root| root != NONE));
        while let Some(n) = stack.pop() {
            match self.node(n) {
                leaf if leaf.is_leaf() => leaves.push(*leaf),
                node => stack.extend(node.children),
            }
            self.unused.push(n);
        }
        self.trees[tree] = Tree::EMPTY;
        leaves
    }

    fn build(&mut self, tree: usize, leaves: &[Node]) {
        let middle = |(leaf, n): (&Node, u32)| {
            let Aabb { min, max } = &leaf.bounds;
            ([0, 1, 2].map(|k| in_order((0.5 * min[k] + 0.5 * max[k]) as f32)), n)
        };
        let mut middles: Vec<Middle> = leaves.iter().zip(0..).map(middle).collect();
        self.trees[tree].built = leaves.len();
        if !middles.is_empty() {
            let root = self.new_node(leaves[0]);
            self.trees[tree].root = root;
            self.halve(leaves, &mut middles, root, NONE);
        }
    }

    /// Makes a node of leaves, halved at the median of their middles along the longest side; their
    /// order changes.
    fn halve(&mut self, all: &[Node], leaves: &mut [Middle], n: u32, parent: u32) {
        if let [(_, leaf)] = *leaves {
            *self.node_mut(n) = Node { parent, ..all[leaf as usize] };
            self.leaves[all[leaf as usize].children[0] as usize] = n;
            return;
        }
        let mut around = [[u32::MAX, 0]; 3];
        for (middle, _) in &*leaves {
            for k in 0..3 {
                around[k] = [around[k][0].min(middle[k]), around[k][1].max(middle[k])];
            }
        }
        let axis = Vector3::from(around.map(|[low, high]| of_order(high) - of_order(low))).imax();
        let half = leaves.len() / 2;
        // Ties in the order of leaves, so that the tree follows from the leaves alone.
        leaves.select_nth_unstable_by_key(half, |(middle, leaf)| {
            u64::from(middle[axis]) << 32 | u64::from(*leaf)
        });
        let (left, right) = leaves.split_at_mut(half);
        let children = [self.new_node(all[0]), self.new_node(all[0])];
        self.halve(all, left, children[0], n);
        self.halve(all, right, children[1], n);
        let [p, q] = children.map(|child| self.node(child));
        let (bounds, height) = (union(&p.bounds, &q.bounds), 1 + p.height.max(q.height));
        *self.node_mut(n) = Node { bounds, parent, height, children };
    }

    /// The box of an item that is in the tree.
    pub(crate) fn bounds(&self, item: Item) -> Option<&Aabb> {
        self.leaf(item).map(|_| &self.exact[item as usize])
    }

    /// The items of a range and their boxes, ascending.
    pub(crate) fn items(&self, range: Range<Item>) -> impl Iterator<Item = (Item, &Aabb)> {
        let end = (range.end as usize).min(self.leaves.len());
        let range = (range.start as usize).min(end)..end;
        let items = self.leaves[range.clone()].iter().zip(&self.exact[range.clone()]);
        let items = (range.start as Item..).zip(items);
        items.filter_map(|(item, (&leaf, bounds))| (leaf != NONE).then_some((item, bounds)))
    }

    /// The roots, as places to descend from.
    pub(crate) fn roots(&self) -> impl Iterator<Item = u32> + Clone {
        self.trees.map(|tree| tree.root).into_iter().filter(|&root| root != NONE)
    }

    /// The box of a node, of a leaf the exact one; and its children or its item.
    pub(crate) fn open(&self, n: u32) -> (&Aabb, Result<[u32; 2], Item>) {
        let node = self.node(n);
        match node.is_leaf() {
            true => (&self.exact[node.children[0] as usize], Err(node.children[0])),
            false => (&node.bounds, Ok(node.children)),
        }
    }

    /// How many levels are below a node.
    pub(crate) fn height_of(&self, n: u32) -> u32 {
        self.node(n).height
    }

    fn leaf(&self, item: Item) -> Option<u32> {
        self.leaves.get(item as usize).copied().filter(|&leaf| leaf != NONE)
    }

    pub(super) fn node(&self, n: u32) -> &Node {
        &self.nodes[n as usize]
    }

    fn node_mut(&mut self, n: u32) -> &mut Node {
        &mut self.nodes[n as usize]
    }

    fn new_node(&mut self, node: Node) -> u32 {
        match self.unused.pop() {
            Some(n) => {
                *self.node_mut(n) = node;
                n
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        }
    }

    /// Where the areas of all boxes grow least: a descent that compares, at each node, the cost
    /// of a new parent here with that of either child.
    fn best_sibling(&self, root: u32, bounds: &Aabb) -> u32 {
        // The area of a node, and what it is with the new box.
        let areas = |n: u32| {
            let node = self.node(n);
            [area(&node.bounds), area(&union(&node.bounds, bounds))]
        };
        let (mut n, [mut before, mut grown]) = (root, areas(root));
        while !self.node(n).is_leaf() {
            let children = self.node(n).children;
            let of_children = children.map(areas);
            // What this node grows by is paid by whatever is chosen below.
            let inherited = 2.0 * (grown - before);
            let costs = [0, 1].map(|side| {
                let [before, grown] = of_children[side];
                inherited + grown - if self.node(children[side]).is_leaf() { 0.0 } else { before }
            });
            if 2.0 * grown < costs[0] && 2.0 * grown < costs[1] {
                break;
            }
            let side = usize::from(costs[0] > costs[1]);
            (n, [before, grown]) = (children[side], of_children[side]);
        }
        n
    }

    fn insert_beside(&mut self, sibling: u32, leaf: u32) {
        let above = self.node(sibling).parent;
        let parent = self.new_node(Node {
            bounds: union(&self.node(sibling).bounds, &self.node(leaf).bounds),
            parent: above,
            children: [sibling, leaf],
            height: self.node(sibling).height + 1,
        });
        self.replace_child(above, sibling, parent);
        self.node_mut(sibling).parent = parent;
        self.node_mut(leaf).parent = parent;
        self.repair_from(parent);
    }

    /// Hangs `new` where `old` is below `above`, or at its root; nothing, if `new` is none.
    fn replace_child(&mut self, above: u32, old: u32, new: u32) {
        if new != NONE {
            self.node_mut(new).parent = above;
        }
        if above == NONE {
            let tree = if self.trees[RESTING].root == old { RESTING } else { MOVED };
            self.trees[tree].root = new;
            return;
        }
        for child in &mut self.node_mut(above).children {
            if *child == old {
                *child = new;
            }
        }
    }

    /// Heights and boxes from a node up, balanced on the way: to the root, or where nothing changes
    /// any more above the first.
    fn repair_from(&mut self, start: u32) {
        let mut n = start;
        while n != NONE {
            let top = self.balanced(n);
            let is_changed = self.refresh(top) || top != n || n == start;
            n = if is_changed { self.node(top).parent } else { NONE };
        }
    }

    /// Did that change the node?
    fn refresh(&mut self, n: u32) -> bool {
        let [left, right] = self.node(n).children.map(|child| self.node(child));
        let bounds = union(&left.bounds, &right.bounds);
        let height = 1 + left.height.max(right.height);
        let node = self.node_mut(n);
        let is_changed = (node.bounds, node.height) != (bounds, height);
        (node.bounds, node.height) = (bounds, height);
        is_changed
    }

    /// Lifts a child that is higher than the other by two or more; returns the node that is on
    /// top then. What it is lifted over may be far from balanced, where a box went beside a high
    /// tree: the same again.
    fn balanced(&mut self, n: u32) -> u32 {
        let [left, right] = self.node(n).children;
        let (of_left, of_right) = (self.node(left).height, self.node(right).height);
        if of_left.abs_diff(of_right) < 2 {
            return n;
        }
        let (high, low_side) = if of_left > of_right { (left, 0) } else { (right, 1) };
        // The higher grandchild stays below the lifted child, the other one becomes a child of `n`.
        let [p, q] = self.node(high).children;
        let (stays, moves) =
            if self.node(p).height >= self.node(q).height { (p, q) } else { (q, p) };
        let above = self.node(n).parent;
        self.replace_child(above, n, high);
        self.node_mut(high).children = [stays, n];
        self.node_mut(n).parent = high;
        self.node_mut(n).children[low_side] = moves;
        self.node_mut(moves).parent = n;
        let below = self.balanced(n);
        self.refresh(below);
        high
    }
}

/// A box with [`SLACK`] around it.
fn enlarged(bounds: &Aabb) -> Aabb {
    let slack = SLACK * bounds.sides().max();
    Aabb { min: bounds.min.map(|x| x - slack), max: bounds.max.map(|x| x + slack) }
}

/// A number for each `f32`, in the same order.
fn in_order(x: f32) -> u32 {
    let bits = x.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// What [`in_order`] gave the number for.
fn of_order(n: u32) -> f32 {
    f32::from_bits(if n >> 31 == 0 { !n } else { n & !(1 << 31) })
}

#[cfg(test)]
impl AabbTree {
    /// Every node's box is around its children, heights differ by one at most, every leaf is known.
    pub(crate) fn assert_valid(&self) {
        let count: usize = self.roots().map(|root| self.check(root, NONE)).sum();
        assert_eq!(count, self.leaves.iter().filter(|&&leaf| leaf != NONE).count());
    }

    fn check(&self, n: u32, parent: u32) -> usize {
        let node = self.node(n);
        assert_eq!(node.parent, parent);
        if node.is_leaf() {
            let [item, none] = node.children;
            assert_eq!((self.leaf(item), none), (Some(n), NONE));
            assert_eq!(union(&node.bounds, &self.exact[item as usize]), node.bounds);
            return 1;
        }
        let [left, right] = node.children;
        let both = union(&self.node(left).bounds, &self.node(right).bounds);
        assert_eq!(both, node.bounds);
        assert_eq!(node.height, 1 + self.node(left).height.max(self.node(right).height));
        assert!(self.node(left).height.abs_diff(self.node(right).height) < 2);
        self.check(left, n) + self.check(right, n)
    }

    pub(crate) fn height(&self) -> u32 {
        self.roots().map(|root| self.node(root).height).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// A box far away goes beside the whole tree: one rotation left it beside half of the tree.
    #[test]
    fn boxes_far_away_leave_the_tree_balanced() {
        let random = &mut Pcg64Mcg::seed_from_u64(4);
        let mut tree = AabbTree::default();
        for n in 0..3000 {
            let reach = if n % 100 == 99 { 1e6 } else { 10.0 };
            let min = nalgebra::Point3::from([(); 3].map(|()| random.random_range(0.0..reach)));
            tree.set(n, Aabb { min, max: min + nalgebra::Vector3::repeat(1.0) });
            if n % 100 == 99 {
                tree.assert_valid();
            }
        }
        for n in (0..3000).step_by(2) {
            tree.remove(n);
        }
        tree.assert_valid();
        assert!(tree.height() <= 15, "{}", tree.height()); // 1.45 times 10.6
    }

    #[test]
    fn a_sorted_row_of_boxes_does_not_make_a_list() {
        let mut tree = AabbTree::default();
        for n in 0..10_000_u32 {
            let min = nalgebra::Point3::new(2.0 * f64::from(n), 0.0, 0.0);
            tree.set(n, Aabb { min, max: min + nalgebra::Vector3::repeat(1.0) });
        }
        tree.assert_valid();
        assert!(tree.height() <= 20, "{}", tree.height()); // 14 at least
    }
}
