//! Points in the order of the curve, equal ones beside each other.
//!
//! Keys of thirty bits are sorted by their digits, least first (D. E. Knuth, "The Art of Computer
//! Programming", volume 3, section 5.2.5). Points of one cell are sorted again, by keys for the box
//! around these alone: a few points far away from all others cost one pass more, and no precision.

use std::cmp::Ordering;

use crate::blocks::WIDE;
use crate::key::Keys;
use crate::source::Coordinate;

/// Bits of a digit.
const DIGIT: u32 = 10;
/// Digits of a key.
const DIGITS: u32 = 3;
/// So many different digits.
const RADIX: usize = 1 << DIGIT;

/// A key in the upper half, the number of the point in the lower.
type Entry = u64;

/// The numbers of points, in order.
pub(crate) fn ordered<T: Coordinate>(points: &[[T; 3]], low: [f64; 3], high: [f64; 3]) -> Vec<u32> {
    let mut entries: Vec<Entry> = Vec::with_capacity(points.len());
    let keys = Keys::new(low, high);
    let numbered = points.iter().enumerate();
    entries.extend(numbered.map(|(n, point)| entry(&keys, point, n as u32)));
    let mut other = vec![0; entries.len()];
    sort(points, &mut entries, &mut other);
    entries.iter().map(|&entry| entry as u32).collect()
}

#[inline(always)]
fn entry<T: Coordinate>(keys: &Keys, point: &[T; 3], number: u32) -> Entry {
    u64::from(keys.of(point.map(T::wide))) << 32 | u64::from(number)
}

/// Sorts entries with their keys; `other` is as long.
fn sort<T: Coordinate>(points: &[[T; 3]], entries: &mut [Entry], other: &mut [Entry]) {
    by_digits(entries, other);
    let mut start = 0;
    while start < entries.len() {
        let key = entries[start] >> 32;
        let same = entries[start..].iter().take_while(|&&entry| entry >> 32 == key).count();
        if same > 1 {
            let range = start..start + same;
            one_cell(points, &mut entries[range.clone()], &mut other[range]);
        }
        start += same;
    }
}

/// The entries of one cell of a box.
fn one_cell<T: Coordinate>(points: &[[T; 3]], entries: &mut [Entry], other: &mut [Entry]) {
    let of = |entry: Entry| points[entry as u32 as usize].map(T::wide);
    if entries.len() <= WIDE {
        // By coordinates, where zeros have one sign; equal points by their numbers.
        entries.sort_unstable_by(|&p, &q| {
            let [a, b] = [of(p), of(q)].map(|point| point.map(|x| x + 0.0));
            let by_axes = (0..3).map(|k| a[k].total_cmp(&b[k]));
            by_axes.fold(Ordering::Equal, Ordering::then).then((p as u32).cmp(&(q as u32)))
        });
        return;
    }
    let [mut low, mut high] = [of(entries[0]); 2];
    for &entry in &*entries {
        let point = of(entry);
        for k in 0..3 {
            low[k] = if point[k] < low[k] { point[k] } else { low[k] };
            high[k] = if point[k] > high[k] { point[k] } else { high[k] };
        }
    }
    if low == high {
        entries.sort_unstable_by_key(|&entry| entry as u32);
        return;
    }
    // The two ends of the longest side have different keys, so this ends.
    let keys = Keys::new(low, high);
    for slot in &mut *entries {
        let number = *slot as u32;
        *slot = entry(&keys, &points[number as usize], number);
    }
    sort(points, entries, other);
}

/// Fewer entries than this are sorted by comparisons.
const FEW: usize = 1 << 11;

/// By their keys; with equal keys in the order given.
fn by_digits(entries: &mut [Entry], other: &mut [Entry]) {
    if entries.len() < FEW {
        // Entries of one key are in the order of their numbers, which are the lower half.
        entries.sort_unstable();
        return;
    }
    let digit = |entry: Entry, n: u32| (entry >> (32 + n * DIGIT)) as usize % RADIX;
    let mut starts = [[0_u32; RADIX]; DIGITS as usize];
    for &entry in &*entries {
        for n in 0..DIGITS {
            starts[n as usize][digit(entry, n)] += 1;
        }
    }
    let (mut from, mut to) = (entries, other);
    for n in 0..DIGITS {
        let starts = &mut starts[n as usize];
        let mut start = 0;
        for count in starts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for &entry in &*from {
            let place = &mut starts[digit(entry, n)];
            to[*place as usize] = entry;
            *place += 1;
        }
        std::mem::swap(&mut from, &mut to);
    }
    // Three digits: what is sorted is in the memory that was given for the other.
    to.copy_from_slice(from);
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn order_of(points: &[[f64; 3]]) -> Vec<u32> {
        let mut ends = [points[0]; 2];
        for point in points {
            for k in 0..3 {
                ends[0][k] = ends[0][k].min(point[k]);
                ends[1][k] = ends[1][k].max(point[k]);
            }
        }
        ordered(points, ends[0], ends[1])
    }

    /// Every number once, equal points beside each other and by their numbers.
    fn check(points: &[[f64; 3]]) {
        let order = order_of(points);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(n, &number)| n as u32 == number));
        let mut last = std::collections::HashMap::new();
        for (place, &number) in order.iter().enumerate() {
            let key = points[number as usize].map(|x| (x + 0.0).to_bits());
            if let Some((before, lower)) = last.insert(key, (place, number)) {
                assert!(before + 1 == place && lower < number, "{place}");
            }
        }
    }

    #[test]
    fn equal_points_are_beside_each_other() {
        let random = &mut Pcg64Mcg::seed_from_u64(1);
        for n in [1, 2, 15, 16, 17, 100, 5000] {
            for values in [1, 2, 3, 10, 100_000] {
                let mut coordinate =
                    || f64::from(random.random_range(-values..=values)) * 0.1 * f64::EPSILON;
                let points: Vec<_> = (0..n).map(|_| [(); 3].map(|()| coordinate())).collect();
                check(&points);
            }
        }
        check(&[[0.0; 3], [1.0; 3], [-0.0; 3], [1.0; 3]]);
    }

    /// Each point is twice as far from the origin as the one before: no grid of cells holds them.
    #[test]
    fn points_of_every_size_are_told_apart() {
        let of = |exponent| [2.0_f64.powi(exponent), 0.0, 5e-324];
        let mut points: Vec<_> = (-1074..250).flat_map(|e| [of(e), of(e)]).collect();
        points.reverse();
        check(&points);
        let ascending: Vec<_> = order_of(&points).iter().map(|&n| points[n as usize][0]).collect();
        assert!(ascending.is_sorted());
    }
}
