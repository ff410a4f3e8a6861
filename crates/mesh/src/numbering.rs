//! Different points numbered in the order of their first appearance.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

/// Points that are different bit for bit: 0 and -0 are.
///
/// The table holds numbers alone, a quarter of what it would be with the points: of a mesh whose
/// triangles lie beside earlier ones, these are in the cache.
#[derive(Default)]
pub struct PointNumbers {
    of_point: HashTable<u32>,
    points: Vec<[f64; 3]>,
    hasher: RandomState,
}

impl PointNumbers {
    /// None yet, with room for so many.
    #[must_use]
    pub fn with_capacity(points: usize) -> Self {
        Self {
            of_point: HashTable::with_capacity(points),
            points: Vec::with_capacity(points),
            hasher: RandomState::default(),
        }
    }

    /// The number of a point, which is the next one if it is new; of fewer than 2^32 points.
    #[inline]
    pub fn number(&mut self, point: [f64; 3]) -> u32 {
        let Self { of_point, points, hasher } = self;
        let bits = |point: &[f64; 3]| point.map(f64::to_bits);
        let hash = |point: &[f64; 3]| hasher.hash_one(<(u64, u64, u64)>::from(bits(point)));
        let is_it = |&number: &u32| bits(&points[number as usize]) == bits(&point);
        let entry = of_point.entry(hash(&point), is_it, |&number| hash(&points[number as usize]));
        let next = points.len() as u32;
        let number = *entry.or_insert(next).get();
        if number == next {
            points.push(point);
        }
        number
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// The points by their numbers.
    #[must_use]
    pub fn into_points(self) -> Vec<[f64; 3]> {
        self.points
    }
}

#[cfg(test)]
mod tests {
    use super::PointNumbers;

    #[test]
    fn points_are_numbered_by_their_bits_however_many_come() {
        for capacity in [0, 2000] {
            let mut numbers = PointNumbers::with_capacity(capacity);
            let point = |n: u32| [f64::from(n % 10), f64::from(n / 10 % 10), f64::from(n / 100)];
            for _ in 0..2 {
                for n in 0..1000 {
                    assert_eq!(numbers.number(point(n)), n);
                }
            }
            assert_eq!(numbers.number([-0.0, 0.0, 0.0]), 1000);
            assert_eq!(numbers.count(), 1001);
            let points = numbers.into_points();
            assert_eq!(points[437], point(437));
            assert!(points[1000][0].is_sign_negative());
        }
    }
}
