//! Boxes by number, and which of them meet or are nearest: the broad phase of a scene, for
//! programs that answer what comes after it themselves.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Arc;

use obbtree_predicates::{Aabb, compare_by_ord};

use crate::aabb_tree::{AabbTree, distance_below};

/// Axis-aligned boxes by number, and which pairs of them meet. Answers follow from the boxes
/// alone, not from the order of changes. Clones share all until one of them is changed.
///
/// ```
/// use obbtree_scene::BroadPhase;
/// let mut boxes = BroadPhase::default();
/// for n in 0..4 {
///     boxes.set(n, [[2.0 * f64::from(n); 3], [2.0 * f64::from(n) + 1.0; 3]]);
/// }
/// boxes.set(3, [[0.5; 3], [2.0; 3]]); // it has moved
/// assert_eq!(boxes.pairs(), [[0, 3], [1, 3]]);
/// let nearest = boxes.nearest_first().next_within(f64::INFINITY);
/// assert_eq!(nearest, Some(([0, 3], 0.0)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    tree: Arc<AabbTree>,
}

impl BroadPhase {
    /// Puts a box between two corners, or moves the one of this number there. A corner that is NaN
    /// counts as infinitely far. The memory grows with the largest number.
    pub fn set(&mut self, number: u32, [min, max]: [[f64; 3]; 2]) {
        let known = |x: f64, else_: f64| if x.is_nan() { else_ } else { x };
        let min = min.map(|x| known(x, f64::NEG_INFINITY)).into();
        let max = max.map(|x| known(x, f64::INFINITY)).into();
        Arc::make_mut(&mut self.tree).set(number, Aabb { min, max });
    }

    /// Removes a box, if there is one of this number.
    pub fn remove(&mut self, number: u32) {
        Arc::make_mut(&mut self.tree).remove(number);
    }

    /// How many boxes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of the boxes that meet a given one, ascending. Touching counts.
    #[must_use]
    pub fn near(&self, [min, max]: [[f64; 3]; 2]) -> Vec<u32> {
        let mut near = Vec::new();
        let around = Aabb { min: min.into(), max: max.into() };
        self.tree.for_each_near(&around, 0.0, &mut Vec::new(), |n| near.push(n));
        near.sort_unstable();
        near
    }

    /// The pairs of boxes that meet, ascending. Touching counts.
    #[must_use]
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        self.pairs_of(0..u32::MAX)
    }

    /// As [`Self::pairs`], but only pairs whose smaller number is in a range: for programs that
    /// may end before all are found.
    #[must_use]
    pub fn pairs_of(&self, first: Range<u32>) -> Vec<[u32; 2]> {
        let (mut pairs, mut stack) = (Vec::new(), Vec::new());
        // All pairs are found faster by the tree against itself.
        if first.len() > self.len() / 2 {
            self.tree.for_each_pair(|pair| {
                if first.contains(&pair[0]) {
                    pairs.push(pair);
                }
            });
            pairs.sort_unstable();
            return pairs;
        }
        for (n, bounds) in self.tree.items(first) {
            let first = pairs.len();
            self.tree.for_each_near(bounds, 0.0, &mut stack, |other| {
                if other > n {
                    pairs.push([n, other]);
                }
            });
            pairs[first..].sort_unstable();
        }
        pairs
    }

    /// All pairs in the order of the distances of their boxes, as the boxes are now.
    #[must_use]
    pub fn nearest_first(&self) -> NearestPairs {
        let tree = &self.tree;
        NearestPairs { search: NearestSearch::within(tree), trees: [tree, tree].map(Arc::clone) }
    }

    /// All pairs of a box and one of another broad phase, in the order of their distances, as the
    /// boxes are now.
    ///
    /// ```
    /// use obbtree_scene::BroadPhase;
    /// let (mut boxes, mut others) = (BroadPhase::default(), BroadPhase::default());
    /// boxes.set(7, [[0.0; 3], [1.0; 3]]);
    /// others.set(3, [[1.0; 3], [2.0; 3]]);
    /// others.set(4, [[3.0; 3], [4.0; 3]]);
    /// let mut nearest = boxes.nearest_first_to(&others);
    /// assert_eq!(nearest.next_within(1.0), Some(([7, 3], 0.0)));
    /// assert_eq!(nearest.next_within(1.0), None);
    /// ```
    #[must_use]
    pub fn nearest_first_to(&self, other: &Self) -> NearestPairs {
        let trees = [&self.tree, &other.tree];
        let search = NearestSearch::between(trees.map(|tree| &**tree));
        NearestPairs { search, trees: trees.map(Arc::clone) }
    }
}

/// Pairs of boxes, the nearest first.
#[derive(Clone, Debug)]
pub struct NearestPairs {
    trees: [Arc<AabbTree>; 2],
    search: NearestSearch,
}

impl NearestPairs {
    /// The next pair, of one broad phase the smaller number first, and a number that is at most the
    /// distance of the boxes; none if that is greater than a limit. These numbers ascend.
    pub fn next_within(&mut self, limit: f64) -> Option<([u32; 2], f64)> {
        let [first, second] = &self.trees;
        self.search.next_within([first, second], limit)
    }
}

/// Pairs of nodes of a tree, or of two, in the order of their distances, the nearest first (branch
/// and bound; N. Roussopoulos and others, "Nearest Neighbor Queries", 1995, for pairs). The trees
/// stay as they are.
#[derive(Clone, Debug)]
pub(crate) struct NearestSearch {
    open: BinaryHeap<Open>,
    /// Are both nodes of a pair of one tree? Then a leaf is no pair with itself.
    is_within: bool,
}

impl NearestSearch {
    /// Pairs of one tree, each once.
    pub(crate) fn within(tree: &AabbTree) -> Self {
        let skipped = |(n, root)| tree.roots().skip(n).map(move |other| [root, other]);
        Self::of(tree.roots().enumerate().flat_map(skipped), true)
    }

    /// Pairs of a box of each tree.
    fn between([first, second]: [&AabbTree; 2]) -> Self {
        let roots = |root| second.roots().map(move |other| [root, other]);
        Self::of(first.roots().flat_map(roots), false)
    }

    fn of(roots: impl Iterator<Item = [u32; 2]>, is_within: bool) -> Self {
        let open = |nodes| Open { gap: 0.0, height: u32::MAX, nodes };
        Self { open: roots.map(open).collect(), is_within }
    }

    /// See [`NearestPairs::next_within`].
    ///
    /// *Proof* that numbers ascend: boxes of nodes hold those of their children, and that of a
    /// leaf, which stands for it here, is the exact one. Differences, maxima and the next smaller
    /// number are monotone, so no pair has a smaller number than one that it was pushed for.
    /// *End.*
    pub(crate) fn next_within(
        &mut self,
        [first, second]: [&AabbTree; 2],
        limit: f64,
    ) -> Option<([u32; 2], f64)> {
        while self.open.peek().is_some_and(|next| next.gap <= limit) {
            let Open { gap, nodes, .. } = self.open.pop()?;
            let (one, other) = (first.open(nodes[0]).1, second.open(nodes[1]).1);
            let mut push = |m: u32, n: u32| {
                let (p, q) = (first.open(m).0, second.open(n).0);
                let height = first.height_of(m) + second.height_of(n);
                self.open.push(Open { gap: distance_below(p, q), height, nodes: [m, n] });
            };
            match (one, other) {
                (Err(a), Err(b)) if !self.is_within => return Some(([a, b], gap)),
                (Err(a), Err(b)) if a != b => return Some(([a.min(b), a.max(b)], gap)),
                (Err(_), Err(_)) => {}
                (Ok([p, q]), _) if self.is_within && nodes[0] == nodes[1] => {
                    for n in [p, q].into_iter().filter(|&n| first.height_of(n) > 0) {
                        push(n, n);
                    }
                    push(p, q);
                }
                (Ok(children), Err(_)) => children.into_iter().for_each(|n| push(n, nodes[1])),
                (Err(_), Ok(children)) => children.into_iter().for_each(|n| push(nodes[0], n)),
                // The higher is opened, so that few pairs are pushed that are never taken.
                (Ok(children), Ok(_))
                    if first.height_of(nodes[0]) >= second.height_of(nodes[1]) =>
                {
                    children.into_iter().for_each(|n| push(n, nodes[1]));
                }
                (Ok(_), Ok(children)) => children.into_iter().for_each(|n| push(nodes[0], n)),
            }
        }
        None
    }
}

/// Two nodes of the tree, the nearest first in a heap; of equally near ones the lowest.
#[derive(Clone, Debug)]
struct Open {
    gap: f64,
    height: u32,
    nodes: [u32; 2],
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_gap = other.gap.total_cmp(&self.gap);
        by_gap.then_with(|| (other.height, other.nodes).cmp(&(self.height, self.nodes)))
    }
}

compare_by_ord!(Open);

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Against all pairs, while boxes appear, move and vanish; some of them infinite.
    #[test]
    fn all_pairs_come_the_nearest_first() {
        let random = &mut Pcg64Mcg::seed_from_u64(8);
        let (mut boxes, mut kept) = (BroadPhase::default(), vec![None; 60]);
        for round in 0..1500 {
            let n = random.random_range(0..60_usize);
            match random.random_range(0..9) {
                0 => {
                    boxes.remove(n as u32);
                    kept[n] = None;
                }
                kind => {
                    let min = [(); 3].map(|()| f64::from(random.random_range(0..40)));
                    let max = min.map(|x| x + f64::from(random.random_range(0..5)));
                    let wide = [[f64::NEG_INFINITY; 3], [f64::INFINITY, f64::INFINITY, 1.0]];
                    let corners = if kind == 1 && n < 3 { wide } else { [min, max] };
                    boxes.set(n as u32, corners);
                    kept[n] = Some(corners);
                }
            }
            if round % 50 != 0 {
                continue;
            }
            assert_eq!(boxes.len(), kept.iter().flatten().count());
            let mut all = Vec::new();
            for (m, p) in kept.iter().enumerate().filter_map(|(m, p)| Some((m, p.as_ref()?))) {
                for (n, q) in kept.iter().enumerate().filter_map(|(n, q)| Some((n, q.as_ref()?))) {
                    if m < n {
                        let [p, q] = [p, q]
                            .map(|[min, max]| Aabb { min: (*min).into(), max: (*max).into() });
                        all.push((distance_below(&p, &q), [m as u32, n as u32]));
                    }
                }
            }
            let meeting: Vec<[u32; 2]> =
                all.iter().filter(|(gap, _)| *gap == 0.0).map(|(_, pair)| *pair).collect();
            assert_eq!(boxes.pairs(), meeting);
            assert_eq!([boxes.pairs_of(0..9), boxes.pairs_of(9..u32::MAX)].concat(), meeting);
            let (mut nearest, mut found) = (boxes.nearest_first(), Vec::new());
            while let Some((pair, gap)) = nearest.next_within(f64::INFINITY) {
                assert!(found.last().is_none_or(|(last, _)| *last <= gap));
                found.push((gap, pair));
            }
            let in_order = |pairs: &mut Vec<(f64, [u32; 2])>| {
                pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            };
            in_order(&mut all);
            in_order(&mut found);
            assert_eq!(found, all);
            // The same boxes as another broad phase: each pair both ways, and each box itself.
            let (mut nearest, mut found) = (boxes.nearest_first_to(&boxes.clone()), Vec::new());
            while let Some((pair, gap)) = nearest.next_within(f64::INFINITY) {
                found.push((gap, pair));
            }
            assert!(found.is_sorted_by(|(gap, _), (next, _)| gap <= next));
            let numbers = (0_u32..).zip(&kept).filter(|(_, corners)| corners.is_some());
            let itself = numbers.map(|(n, _)| (0.0, [n, n]));
            let other_way = all.iter().map(|&(gap, [m, n])| (gap, [n, m]));
            all = all.iter().copied().chain(other_way).chain(itself).collect();
            in_order(&mut all);
            in_order(&mut found);
            assert_eq!(found, all);
        }
    }
}
