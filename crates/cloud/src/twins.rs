//! Points that are not kept, as an equal one is: when that is taken out, one of them comes in its
//! place. Else a point that two frames see would go with the first of them.

use std::collections::{HashMap, HashSet};

/// Those of a cloud.
#[derive(Clone, Debug, Default)]
pub(crate) struct Twins {
    /// By number: where it is, and its radius.
    by_number: HashMap<u32, ([u64; 3], f64)>,
    /// By where they are.
    numbers: HashMap<[u64; 3], Vec<u32>>,
}

/// Equal points have equal keys: zeros of either sign do.
fn key(point: [f64; 3]) -> [u64; 3] {
    point.map(|x| (x + 0.0).to_bits())
}

impl Twins {
    pub(crate) fn insert(&mut self, number: u32, point: [f64; 3], radius: f64) {
        let key = key(point);
        self.by_number.insert(number, (key, radius));
        self.numbers.entry(key).or_default().push(number);
    }

    /// Takes out the one of a number; was it there?
    pub(crate) fn remove(&mut self, number: u32) -> bool {
        let Some((key, _)) = self.by_number.remove(&number) else { return false };
        if let Some(numbers) = self.numbers.get_mut(&key) {
            numbers.retain(|&other| other != number);
            if numbers.is_empty() {
                self.numbers.remove(&key);
            }
        }
        true
    }

    /// Takes out the one at a point that counts most, with its radius: the largest, of these the
    /// first.
    pub(crate) fn next_at(&mut self, point: [f64; 3]) -> Option<(u32, f64)> {
        let numbers = self.numbers.get(&key(point))?;
        let of = |number: &u32| (*number, self.by_number[number].1);
        let best = numbers.iter().map(of).reduce(|best, next| {
            let is_better = next.1 > best.1 || next.1 == best.1 && next.0 < best.0;
            if is_better { next } else { best }
        })?;
        self.remove(best.0);
        Some(best)
    }

    /// About what they take.
    pub(crate) fn bytes(&self) -> usize {
        self.by_number.capacity() * size_of::<(u32, [u64; 3], f64)>()
            + self.numbers.capacity() * size_of::<([u64; 3], Vec<u32>)>()
            + self.by_number.len() * size_of::<u32>()
    }

    /// Only those at points of a cloud.
    pub(crate) fn keep_at(&mut self, points: impl Iterator<Item = [f64; 3]>) {
        let there: HashSet<[u64; 3]> = points.map(key).collect();
        self.numbers.retain(|key, _| there.contains(key));
        self.by_number.retain(|_, (key, _)| there.contains(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_then_the_first_comes_next() {
        let mut twins = Twins::default();
        for (number, radius) in [(4, 0.1), (7, 0.3), (5, 0.3), (6, 0.2)] {
            twins.insert(number, [0.0, 1.0, -0.0], radius);
        }
        twins.insert(9, [2.0; 3], 0.0);
        assert!(twins.remove(6) && !twins.remove(6));
        let mut next = || twins.next_at([-0.0, 1.0, 0.0]);
        assert_eq!(
            [next(), next(), next(), next()],
            [Some((5, 0.3)), Some((7, 0.3)), Some((4, 0.1)), None]
        );
        twins.keep_at([[1.0; 3]].into_iter());
        assert!(!twins.remove(9));
    }
}
