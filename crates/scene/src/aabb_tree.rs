//! A dynamic tree of axis-aligned boxes: what may touch what, without asking about all pairs.
//!
//! A binary tree, kept balanced by rotations; a new box goes to where the sum of all areas grows least. C.
//! Ericson, "Real-Time Collision Detection", section 6.3.3 (insertion), and E. Catto, "Dynamic Bounding
//! Volume Hierarchies" (GDC 2019). Balanced, no path is longer than 1.45 times the logarithm of the number
//! of boxes. Where many boxes move at once, the tree is made anew from the top. Crates with such trees keep `f32` boxes, or find a box to remove by searching for its
//! coordinates; here are `f64` boxes, and the leaf of each item is known.
//!
//! The boxes come from the caller, exact; here they are only compared and united, which rounds nothing.

use nalgebra::Vector3;
use obbtree_predicates::Aabb;

/// What a leaf stands for: a number of the caller's.
pub(crate) type Item = u32;

#[derive(Clone, Debug)]
struct Node {
    bounds: Aabb,
    parent: u32,
    /// Two nodes, or none and an item.
    children: [u32; 2],
    item: Item,
    /// Longest way to a leaf; 0 for leaves.
    height: u32,
}

/// No node, or no leaf for an item.
const NONE: u32 = u32::MAX;

/// The tree. Items are small numbers, each in it once at most.
#[derive(Clone, Debug, Default)]
pub(crate) struct AabbTree {
    nodes: Vec<Node>,
    unused: Vec<u32>,
    root: Option<u32>,
    /// By item.
    leaves: Vec<u32>,
}

impl Node {
    fn is_leaf(&self) -> bool {
        self.height == 0
    }
}

impl AabbTree {
    /// Puts an item into the tree, or to another place in it.
    pub(crate) fn set(&mut self, item: Item, bounds: Aabb) {
        self.remove(item);
        let node = Node { bounds, parent: NONE, children: [NONE; 2], item, height: 0 };
        let leaf = self.new_node(node);
        let at = item as usize;
        if self.leaves.len() <= at {
            self.leaves.resize(at + 1, NONE);
        }
        self.leaves[at] = leaf;
        match self.root {
            None => self.root = Some(leaf),
            Some(root) => self.insert_beside(self.best_sibling(root, &bounds), leaf),
        }
    }

    /// Removes an item, if it is there.
    pub(crate) fn remove(&mut self, item: Item) {
        let Some(leaf) = self.leaf(item) else { return };
        self.leaves[item as usize] = NONE;
        let parent = self.node(leaf).parent;
        self.unused.push(leaf);
        if parent == NONE {
            self.root = None;
            return;
        }
        let [left, right] = self.node(parent).children;
        let sibling = if left == leaf { right } else { left };
        let above = self.node(parent).parent;
        self.replace_child(above, parent, sibling);
        self.unused.push(parent);
        self.repair_from(above);
    }

    /// How many items are in the tree.
    pub(crate) fn len(&self) -> usize {
        (self.nodes.len() - self.unused.len()).div_ceil(2)
    }

    /// The same boxes in a new tree, halved at the median of their middles along the longest side. After many
    /// have moved, that is better than a tree which was repaired at each of them: balancing looks at heights
    /// alone.
    pub(crate) fn rebuild(&mut self) {
        let leaves: Vec<Node> = self
            .leaves
            .iter()
            .filter(|&&leaf| leaf != NONE)
            .map(|&leaf| self.node(leaf).clone())
            .collect();
        self.nodes = leaves;
        self.unused.clear();
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        for leaf in 0..self.nodes.len() {
            self.leaves[self.nodes[leaf].item as usize] = leaf as u32;
        }
        self.root = (!order.is_empty()).then(|| self.halve(&mut order));
        if let Some(root) = self.root {
            self.node_mut(root).parent = NONE;
        }
    }

    /// A node for these leaves; their order changes. Its parent is yet to be set.
    fn halve(&mut self, leaves: &mut [u32]) -> u32 {
        if let [leaf] = *leaves {
            return leaf;
        }
        let middle = |n: u32| {
            let bounds = &self.nodes[n as usize].bounds;
            bounds.min.coords * 0.5 + bounds.max.coords * 0.5
        };
        let (low, high) = leaves.iter().fold(
            (Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY)),
            |(low, high), &n| (low.inf(&middle(n)), high.sup(&middle(n))),
        );
        let axis = (high - low).imax();
        let half = leaves.len() / 2;
        // Ties in the order of items, so that the tree follows from the boxes alone.
        leaves.select_nth_unstable_by(half, |&m, &n| {
            middle(m)[axis].total_cmp(&middle(n)[axis]).then(m.cmp(&n))
        });
        let (left, right) = leaves.split_at_mut(half);
        let children = [self.halve(left), self.halve(right)];
        let bounds = union(&self.node(children[0]).bounds, &self.node(children[1]).bounds);
        let height = 1 + self.node(children[0]).height.max(self.node(children[1]).height);
        let n = self.new_node(Node { bounds, parent: NONE, children, item: NONE, height });
        for child in children {
            self.node_mut(child).parent = n;
        }
        n
    }

    /// The box of an item that is in the tree.
    pub(crate) fn bounds(&self, item: Item) -> Option<Aabb> {
        self.leaf(item).map(|leaf| self.node(leaf).bounds)
    }

    /// Calls back with each item whose box is within a margin of the given one; returns the boxes looked at.
    pub(crate) fn for_each_near(
        &self,
        bounds: &Aabb,
        margin: f64,
        mut on_item: impl FnMut(Item),
    ) -> u64 {
        let mut looked_at = 0;
        let mut stack: Vec<u32> = self.root.into_iter().collect();
        while let Some(n) = stack.pop() {
            looked_at += 1;
            let node = self.node(n);
            if !are_near(&node.bounds, bounds, margin) {
                continue;
            }
            if node.is_leaf() {
                on_item(node.item);
            } else {
                stack.extend(node.children);
            }
        }
        looked_at
    }

    /// The root, as a place to descend from.
    pub(crate) fn root(&self) -> Option<u32> {
        self.root
    }

    /// The box of a node, and its children or its item.
    pub(crate) fn open(&self, n: u32) -> (Aabb, Result<[u32; 2], Item>) {
        let node = self.node(n);
        (node.bounds, if node.is_leaf() { Err(node.item) } else { Ok(node.children) })
    }

    fn leaf(&self, item: Item) -> Option<u32> {
        self.leaves.get(item as usize).copied().filter(|&leaf| leaf != NONE)
    }

    fn node(&self, n: u32) -> &Node {
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

    /// Where the areas of all boxes grow least: a way down by comparing, at each node, the cost of a new
    /// parent here with that of either child.
    fn best_sibling(&self, root: u32, bounds: &Aabb) -> u32 {
        let mut n = root;
        while !self.node(n).is_leaf() {
            let node = self.node(n);
            let grown = area(&union(&node.bounds, bounds));
            let here = 2.0 * grown;
            // What this node grows by is paid by whatever is chosen below.
            let inherited = 2.0 * (grown - area(&node.bounds));
            let below = |child: u32| {
                let child = self.node(child);
                let grown = area(&union(&child.bounds, bounds));
                inherited + if child.is_leaf() { grown } else { grown - area(&child.bounds) }
            };
            let [left, right] = node.children;
            let costs = [below(left), below(right)];
            if here < costs[0] && here < costs[1] {
                break;
            }
            n = if costs[0] <= costs[1] { left } else { right };
        }
        n
    }

    fn insert_beside(&mut self, sibling: u32, leaf: u32) {
        let above = self.node(sibling).parent;
        let parent = self.new_node(Node {
            bounds: union(&self.node(sibling).bounds, &self.node(leaf).bounds),
            parent: above,
            children: [sibling, leaf],
            item: NONE,
            height: self.node(sibling).height + 1,
        });
        self.replace_child(above, sibling, parent);
        self.node_mut(sibling).parent = parent;
        self.node_mut(leaf).parent = parent;
        self.repair_from(parent);
    }

    /// Hangs `new` where `old` is below `above`, or at the root.
    fn replace_child(&mut self, above: u32, old: u32, new: u32) {
        self.node_mut(new).parent = above;
        if above == NONE {
            self.root = Some(new);
            return;
        }
        for child in &mut self.node_mut(above).children {
            if *child == old {
                *child = new;
            }
        }
    }

    /// Heights and boxes from a node up to the root, balanced on the way.
    fn repair_from(&mut self, start: u32) {
        let mut n = start;
        while n != NONE {
            let top = self.balanced(n);
            self.refresh(top);
            n = self.node(top).parent;
        }
    }

    fn refresh(&mut self, n: u32) {
        let [left, right] = self.node(n).children;
        let bounds = union(&self.node(left).bounds, &self.node(right).bounds);
        let height = 1 + self.node(left).height.max(self.node(right).height);
        let node = self.node_mut(n);
        (node.bounds, node.height) = (bounds, height);
    }

    /// Lifts a child that is higher than the other by two or more; returns the node that is on top then. What it
    /// is lifted over may be far from balanced, where a box went beside a high tree: the same again.
    fn balanced(&mut self, n: u32) -> u32 {
        let [left, right] = self.node(n).children;
        let (of_left, of_right) = (self.node(left).height, self.node(right).height);
        if of_left.abs_diff(of_right) < 2 {
            return n;
        }
        let (high, low_side) = if of_left > of_right { (left, 0) } else { (right, 1) };
        // The higher grandchild stays below the lifted child, the other one goes down to `n`.
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

/// The least box around two.
pub(crate) fn union(a: &Aabb, b: &Aabb) -> Aabb {
    Aabb { min: a.min.inf(&b.min), max: a.max.sup(&b.max) }
}

/// Half of the area. Only the order of what it compares depends on it, so it may overflow.
fn area(bounds: &Aabb) -> f64 {
    let sides = bounds.max - bounds.min;
    sides.x * sides.y + sides.y * sides.z + sides.z * sides.x
}

/// May points of two boxes be within a margin of each other? Rounded towards yes.
pub(crate) fn are_near(a: &Aabb, b: &Aabb, margin: f64) -> bool {
    (0..3).all(|k| gap(a, b, k) <= margin)
}

/// At most the distance of two boxes; 0 if they meet.
pub(crate) fn distance_below(a: &Aabb, b: &Aabb) -> f64 {
    (0..3).map(|k| gap(a, b, k)).fold(0.0, f64::max)
}

/// The gap along one axis, negative for boxes that overlap along it; rounded down.
fn gap(a: &Aabb, b: &Aabb, k: usize) -> f64 {
    let gap = (a.min[k] - b.max[k]).max(b.min[k] - a.max[k]);
    if gap > 0.0 { gap.next_down() } else { gap }
}

#[cfg(test)]
impl AabbTree {
    /// Every node's box is around its children, heights differ by one at most, every leaf is known.
    pub(crate) fn assert_valid(&self) {
        let count = self.root.map_or(0, |root| self.check(root, NONE));
        assert_eq!(count, self.leaves.iter().filter(|&&leaf| leaf != NONE).count());
    }

    fn check(&self, n: u32, parent: u32) -> usize {
        let node = self.node(n);
        assert_eq!(node.parent, parent);
        if node.is_leaf() {
            assert_eq!(self.leaf(node.item), Some(n));
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
        self.root.map_or(0, |root| self.node(root).height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn items_that_appear_move_and_vanish_are_all_found() {
        const ITEMS: u32 = 400;
        let random = &mut Pcg64Mcg::seed_from_u64(3);
        let (mut tree, mut kept) = (AabbTree::default(), vec![None; ITEMS as usize]);
        for round in 0..6000 {
            let item = random.random_range(0..ITEMS);
            if random.random_range(0..4) == 0 {
                tree.remove(item);
                kept[item as usize] = None;
            } else {
                // On a grid, so that many boxes touch.
                let mut number = |n: i32| f64::from(random.random_range(0..n));
                let min = nalgebra::Point3::new(number(30), number(30), number(30));
                let sides = nalgebra::Vector3::new(number(5), number(5), number(5));
                let bounds = Aabb { min, max: min + sides };
                tree.set(item, bounds);
                kept[item as usize] = Some(bounds);
            }
            if round % 500 == 0 {
                if round % 1000 == 0 {
                    tree.rebuild();
                }
                assert_eq!(tree.len(), kept.iter().flatten().count());
                tree.assert_valid();
                for (n, bounds) in kept.iter().enumerate().filter_map(|(n, b)| Some((n, (*b)?))) {
                    assert_eq!(tree.bounds(n as u32), Some(bounds));
                    let mut found = vec![];
                    tree.for_each_near(&bounds, 1.0, |item| found.push(item));
                    found.sort_unstable();
                    let expected: Vec<u32> = (0..ITEMS)
                        .filter(|&m| kept[m as usize].is_some_and(|b| are_near(&b, &bounds, 1.0)))
                        .collect();
                    assert_eq!(found, expected);
                }
            }
        }
    }

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
