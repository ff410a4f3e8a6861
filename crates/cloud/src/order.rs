//! Points in the order of the curve, equal ones near each other.
//!
//! Keys of thirty bits are sorted by their digits, least first (D. E. Knuth, "The Art of Computer
//! Programming", volume 3, section 5.2.5). Where many points are in one cell these are sorted
//! again, by keys for the box around them alone: a few points far away from all others cost one
//! pass more, and no precision.

use crate::blocks::WIDE;
use crate::key::Keys;
use crate::source::Coordinate;
use crate::threads::collected;

/// Bits of a digit.
const DIGIT: u32 = 10;
/// Digits of a key.
const DIGITS: u32 = 3;
/// So many different digits.
const RADIX: usize = 1 << DIGIT;

/// A key in the upper half, the number of the point in the lower.
type Entry = u64;

/// The number of a point, with [`NEW_CELL`].
pub(crate) type Marked = u32;

/// The first point of a cell has this bit. Equal points are in one cell, and in a cell of more than
/// [`WIDE`] points all are equal; points of one cell are in the order of their numbers.
pub(crate) const NEW_CELL: Marked = 1 << 31;

/// So many sides are sorted by themselves, and so many parts of the points put to these.
const SIDES: usize = 8;
/// Points fewer than so many are one side.
const MANY: usize = 1 << 15;
/// Keys of so many points tell where sides end.
const SAMPLES: usize = 1 << 10;

/// The numbers of points, in order: in sides, one after the other.
pub(crate) fn ordered<T: Coordinate>(
    points: &[[T; 3]],
    low: [f64; 3],
    high: [f64; 3],
) -> Vec<Vec<Marked>> {
    let keys = Keys::new(low, high);
    if points.len() < MANY {
        let numbered = points.iter().enumerate();
        let entries = numbered.map(|(n, point)| entry(&keys, point, n as u32)).collect();
        return vec![sorted(points, entries)];
    }
    let step = points.len() / SAMPLES;
    let mut samples: Vec<u32> =
        points.iter().step_by(step).map(|point| keys.of(point.map(T::wide))).collect();
    samples.sort_unstable();
    let ends: [u32; SIDES - 1] = std::array::from_fn(|n| samples[(n + 1) * samples.len() / SIDES]);
    // Of each part of the points what belongs to each side; a key to that whose end is above.
    let length = points.len().div_ceil(SIDES);
    let parts = collected(SIDES, 1, |part| {
        let mut sides: [Vec<Entry>; SIDES] =
            std::array::from_fn(|_| Vec::with_capacity(length / SIDES * 5 / 4));
        let first = part * length;
        for n in first..points.len().min(first + length) {
            let entry = entry(&keys, &points[n], n as u32);
            let key = (entry >> 32) as u32;
            let side = ends.iter().map(|&end| usize::from(key >= end)).sum::<usize>();
            sides[side].push(entry);
        }
        sides
    });
    collected(SIDES, 1, |side| {
        let count = parts.iter().map(|sides| sides[side].len()).sum();
        let mut entries = Vec::with_capacity(count);
        parts.iter().for_each(|sides| entries.extend_from_slice(&sides[side]));
        sorted(points, entries)
    })
}

/// The numbers of entries, in order.
fn sorted<T: Coordinate>(points: &[[T; 3]], mut unsorted: Vec<Entry>) -> Vec<Marked> {
    let mut entries = vec![0; unsorted.len()];
    by_digits(&mut unsorted, &mut entries);
    let mut marked = Vec::with_capacity(entries.len());
    mark_cells(points, &mut entries, &mut unsorted, &mut marked);
    marked
}

#[inline(always)]
fn entry<T: Coordinate>(keys: &Keys, point: &[T; 3], number: u32) -> Entry {
    u64::from(keys.of(point.map(T::wide))) << 32 | u64::from(number)
}

/// Appends the numbers of sorted entries; `other` is as long.
fn mark_cells<T: Coordinate>(
    points: &[[T; 3]],
    entries: &mut [Entry],
    other: &mut [Entry],
    marked: &mut Vec<Marked>,
) {
    let mut start = 0;
    while start < entries.len() {
        let key = entries[start] >> 32;
        let mut end = start + 1;
        while end < entries.len() && entries[end] >> 32 == key {
            end += 1;
        }
        if end - start <= WIDE {
            marked.push(entries[start] as u32 | NEW_CELL);
            marked.extend(entries[start + 1..end].iter().map(|&entry| entry as u32));
        } else {
            large_cell(points, &mut entries[start..end], &mut other[start..end], marked);
        }
        start = end;
    }
}

/// The entries of one cell, again by keys for the box around them.
#[cold]
fn large_cell<T: Coordinate>(
    points: &[[T; 3]],
    entries: &mut [Entry],
    other: &mut [Entry],
    marked: &mut Vec<Marked>,
) {
    let of = |entry: Entry| points[entry as u32 as usize].map(T::wide);
    let [mut low, mut high] = [of(entries[0]); 2];
    for &entry in &*entries {
        let point = of(entry);
        for k in 0..3 {
            low[k] = if point[k] < low[k] { point[k] } else { low[k] };
            high[k] = if point[k] > high[k] { point[k] } else { high[k] };
        }
    }
    if low == high {
        let first = marked.len();
        marked.extend(entries.iter().map(|&entry| entry as u32));
        marked[first] |= NEW_CELL;
        return;
    }
    // The two ends of the longest side have different keys, so this ends.
    let keys = Keys::new(low, high);
    for (slot, &mut old) in other.iter_mut().zip(entries.iter_mut()) {
        let number = old as u32;
        *slot = entry(&keys, &points[number as usize], number);
    }
    by_digits(other, entries);
    mark_cells(points, entries, other, marked);
}

/// Fewer entries than this are sorted by comparisons.
const FEW: usize = 1 << 11;

/// Sorts by keys, from one place to another; with equal keys in the order given, which is that of
/// the numbers.
fn by_digits(from: &mut [Entry], to: &mut [Entry]) {
    if from.len() < FEW {
        to.copy_from_slice(from);
        to.sort_unstable();
        return;
    }
    let digit = |entry: Entry, n: u32| (entry >> (32 + n * DIGIT)) as usize % RADIX;
    let mut starts = [[0_u32; RADIX]; DIGITS as usize];
    for &entry in &*from {
        for n in 0..DIGITS {
            starts[n as usize][digit(entry, n)] += 1;
        }
    }
    let (mut from, mut to) = (from, to);
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
        // Three digits: the last goes where the first did.
        std::mem::swap(&mut from, &mut to);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn order_of(points: &[[f64; 3]]) -> Vec<Marked> {
        let mut ends = [points[0]; 2];
        for point in points {
            for k in 0..3 {
                ends[0][k] = ends[0][k].min(point[k]);
                ends[1][k] = ends[1][k].max(point[k]);
            }
        }
        ordered(points, ends[0], ends[1]).concat()
    }

    /// Every number once, equal points in one cell, where numbers ascend.
    fn check(points: &[[f64; 3]]) {
        let marked = order_of(points);
        assert!(marked[0] & NEW_CELL != 0);
        let mut sorted: Vec<_> = marked.iter().map(|&number| number & !NEW_CELL).collect();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(n, &number)| n as u32 == number));
        let mut cell_of = std::collections::HashMap::new();
        let mut cells: Vec<Vec<u32>> = Vec::new();
        for number in marked {
            if number & NEW_CELL != 0 {
                cells.push(Vec::new());
            }
            let (number, cell) = (number & !NEW_CELL, cells.len() - 1);
            let key = points[number as usize].map(|x| (x + 0.0).to_bits());
            assert_eq!(*cell_of.entry(key).or_insert(cell), cell);
            cells[cell].push(number);
        }
        for cell in cells {
            assert!(cell.is_sorted());
            let first = points[cell[0] as usize];
            assert!(cell.len() <= WIDE || cell.iter().all(|&n| points[n as usize] == first));
        }
    }

    #[test]
    fn equal_points_are_in_one_cell() {
        let random = &mut Pcg64Mcg::seed_from_u64(1);
        for n in [1, 2, 15, 16, 17, 100, 5000, MANY] {
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
        let cells = order_of(&points).iter().filter(|&number| number & NEW_CELL != 0).count();
        assert!(cells >= points.len() / 2 / WIDE, "{cells}");
    }
}
