//! What the trees find: all that is near a box, and all pairs that meet. What is found is compared
//! with the exact boxes before it is told.

use obbtree_predicates::Aabb;

use super::boxes::are_near;
use super::tree::{AabbTree, Item};

impl AabbTree {
    /// Calls back with each item whose box is within a margin of the given one; returns the boxes
    /// looked at. The stack is memory to work in.
    ///
    /// *Proof* that no item is lost: [`are_near`] says yes only if along each axis the rounded
    /// gap is at most the next number after the margin, and so the true one less than the second
    /// next, which is less than `more (1 - 8 v)`, `v = 2^-53`. A corner `x` moves by `reach(x)`,
    /// which is at least `(more + 4 v |x|) (1 - 3 v)`, as `more` has room for underflow; rounding
    /// the difference takes back at most `v (|x| + reach(x))`. So the given box is grown by more
    /// than that gap: it overlaps the other one. An infinite corner stays where it is. *End.*
    pub(crate) fn for_each_near(
        &self,
        bounds: &Aabb,
        margin: f64,
        stack: &mut Vec<u32>,
        mut on_item: impl FnMut(Item),
    ) -> u64 {
        const MORE: f64 = 1.0 + 1.0 / (1_u64 << 48) as f64;
        let mut looked_at = 0;
        let more = margin * MORE + f64::MIN_POSITIVE;
        let reach = |x: f64| more + x.abs() * (2.0 * f64::EPSILON);
        let min = bounds.min.map(|x| (x - reach(x)).min(x));
        let max = bounds.max.map(|x| (x + reach(x)).max(x));
        stack.clear();
        stack.extend(self.roots());
        while let Some(n) = stack.pop() {
            looked_at += 1;
            let node = self.node(n);
            let Aabb { min: low, max: high } = &node.bounds;
            // Without branches: all six are compared faster than the first that fails is found.
            let overlaps = (min.x <= high.x)
                & (min.y <= high.y)
                & (min.z <= high.z)
                & (low.x <= max.x)
                & (low.y <= max.y)
                & (low.z <= max.z);
            if !overlaps {
                continue;
            }
            let [first, second] = node.children;
            if !node.is_leaf() {
                stack.extend([first, second]);
            } else if are_near(&self.exact[first as usize], bounds, margin) {
                on_item(first);
            }
        }
        looked_at
    }

    /// Calls back with each pair of items whose boxes meet, in no particular order: the tree
    /// against itself. As [`are_near`] says; boxes of nodes hold those below them, and it is
    /// monotone, so no pair is lost.
    pub(crate) fn for_each_pair(&self, mut on_pair: impl FnMut([Item; 2])) {
        let roots = self.roots().enumerate();
        let mut stack: Vec<[u32; 2]> = roots
            .flat_map(|(n, root)| self.roots().skip(n).map(move |other| [root, other]))
            .collect();
        while let Some([m, n]) = stack.pop() {
            let [p, q] = [m, n].map(|n| self.open(n));
            match (p.1, q.1) {
                (Ok([left, right]), _) if m == n => {
                    stack.extend([[left, left], [right, right], [left, right]]);
                }
                _ if m == n || !are_near(p.0, q.0, 0.0) => {}
                (Err(one), Err(other)) => on_pair([one.min(other), one.max(other)]),
                (Ok([left, right]), Err(_)) => stack.extend([[left, n], [right, n]]),
                (Ok([left, right]), _) if self.height_of(m) >= self.height_of(n) => {
                    stack.extend([[left, n], [right, n]]);
                }
                (_, Ok([left, right])) => stack.extend([[m, left], [m, right]]),
            }
        }
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
        let mut stack = vec![];
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
                    tree.rebuild_all();
                }
                assert_eq!(tree.len(), kept.iter().flatten().count());
                tree.assert_valid();
                for (n, bounds) in
                    kept.iter().enumerate().filter_map(|(n, b)| Some((n, b.as_ref()?)))
                {
                    assert_eq!(tree.bounds(n as u32), Some(bounds));
                    let mut found = vec![];
                    tree.for_each_near(bounds, 1.0, &mut stack, |item| found.push(item));
                    found.sort_unstable();
                    let expected: Vec<u32> = (0..ITEMS)
                        .filter(|&m| kept[m as usize].is_some_and(|b| are_near(&b, bounds, 1.0)))
                        .collect();
                    assert_eq!(found, expected);
                }
            }
        }
    }
}
