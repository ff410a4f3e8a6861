//! Items in the order of the curve, of equal ones one.
//!
//! Keys of thirty bits are sorted by their digits (D. E. Knuth, "The Art of Computer Programming",
//! volume 3, section 5.2.5): entries are put into buckets by the first digit, and buckets, which
//! caches hold, are sorted by the others, the last one first. Where many items are in one cell
//! these are sorted again, by keys for the box around them alone: a few items far away from all
//! others cost one pass more, and no precision.
//!
//! To read items by their numbers, anywhere in memory, takes longer than to sort them. So entries
//! have marks, by which most items of a cell are told apart.

use std::ops::Range;

use crate::blocks::WIDE;
use crate::key::Keys;
use crate::threads::{collected, mapped};

/// What is sorted: points or cubes by their numbers, which count from 0.
pub(crate) trait Items: Sync {
    /// So many, at most 2^31.
    fn count(&self) -> usize;
    /// Where one is.
    fn place(&self, number: u32) -> [f64; 3];
    /// Are two equal? Such are at one place.
    fn are_equal(&self, number: u32, other: u32) -> bool;
    /// Does the first of two equal ones count more?
    fn is_larger(&self, number: u32, than: u32) -> bool;
}

/// Bits of a digit.
const DIGIT: u32 = 10;
/// Digits of a key.
const DIGITS: u32 = 3;
/// So many different digits.
const RADIX: usize = 1 << DIGIT;

/// A key of thirty bits, the number of an item in as many as numbers need, and a mark in the rest.
type Entry = u64;
/// The key is above so many bits.
const NUMBER_AND_MARK: u32 = u64::BITS - DIGITS * DIGIT;

/// Fewer items than so many are one bucket.
const MANY: usize = 1 << 16;
/// So many items at a time, which caches hold, are put into buckets.
const PART: usize = 1 << 16;
/// So many sides, of buckets that follow each other, are sorted by themselves.
const SIDES: usize = 16;

/// The numbers of items in order; `low` and `high` are the ends of their places. Of equal items
/// one is kept: of those that count most the first, where the first of all was. Items in one cell
/// of the curve, more than [`WIDE`] only if all are at one place, are in the order of their
/// numbers.
pub(crate) fn ordered(all: &impl Items, low: [f64; 3], high: [f64; 3]) -> Vec<u32> {
    let count = all.count();
    if count < MANY {
        let mut ids: Vec<u32> = (0..count as u32).collect();
        let kept = Sorting::of(all).put_again(&mut ids);
        ids.truncate(kept);
        return ids;
    }
    // Before the parts: behind it their memory is free for the blocks, in one piece.
    let mut ids = vec![0; count];
    let (keys, sorting) = (Keys::new(low, high), Sorting::of(all));
    let parts = collected(count.div_ceil(PART), 1, |n| {
        let numbers = (n * PART) as u32..count.min((n + 1) * PART) as u32;
        Part::of(numbers.map(|n| sorting.entry(&keys, n)).collect())
    });
    // Before each bucket, so many items are in those before it.
    let before = |bucket: usize| parts.iter().map(|part| part.starts[bucket] as usize).sum();
    let before: Vec<usize> = (0..=RADIX).map(before).collect();
    let (mut from, mut others) = (0, &mut ids[..]);
    let sides = (1..=SIDES).map(|side| {
        let end = count - count / SIDES * (SIDES - side);
        let to = before.partition_point(|&items| items < end).max(from);
        let slots;
        (slots, others) = std::mem::take(&mut others).split_at_mut(before[to] - before[from]);
        (std::mem::replace(&mut from, to)..to, slots)
    });
    let counts = mapped(sides.collect(), |(buckets, slots): (Range<usize>, &mut [u32])| {
        let (mut entries, mut other, mut count) = (Vec::new(), Vec::new(), 0);
        for bucket in buckets {
            entries.clear();
            parts.iter().for_each(|part| entries.extend_from_slice(part.bucket(bucket)));
            by_digits(&mut entries, &mut other, DIGITS - 1);
            count += sorting.put(&entries, &mut slots[count..]);
        }
        [count, slots.len()]
    });
    // What is kept of sides moves together.
    let (mut to, mut from) = (0, 0);
    for [count, length] in counts {
        if to < from {
            ids.copy_within(from..from + count, to);
        }
        (to, from) = (to + count, from + length);
    }
    ids.truncate(to);
    ids
}

/// Entries of some items in buckets, by the first digits of their keys; in these in the order of
/// their numbers.
struct Part {
    entries: Vec<Entry>,
    /// Where each bucket starts, and where the last one ends.
    starts: Vec<u32>,
}

impl Part {
    fn of(given: Vec<Entry>) -> Self {
        let mut starts = vec![0; RADIX + 1];
        for &entry in &given {
            starts[digit(entry, DIGITS - 1)] += 1;
        }
        counts_to_starts(&mut starts);
        let mut entries = vec![0; given.len()];
        put_by_digit(&given, &mut entries, DIGITS - 1, &mut starts.clone());
        Self { entries, starts }
    }

    fn bucket(&self, n: usize) -> &[Entry] {
        &self.entries[self.starts[n] as usize..self.starts[n + 1] as usize]
    }
}

#[inline(always)]
fn digit(entry: Entry, n: u32) -> usize {
    (entry >> (NUMBER_AND_MARK + n * DIGIT)) as usize % RADIX
}

/// Where each of some things starts, by how many each are.
fn counts_to_starts(counts: &mut [u32]) {
    let mut start = 0;
    for count in counts {
        start += std::mem::replace(count, start);
    }
}

/// Puts entries where those of their digits start; equal ones in the order given.
#[inline(always)]
fn put_by_digit(from: &[Entry], to: &mut [Entry], n: u32, starts: &mut [u32]) {
    for &entry in from {
        let place = &mut starts[digit(entry, n)];
        to[*place as usize] = entry;
        *place += 1;
    }
}

/// Fewer entries than this are sorted by comparisons.
const FEW: usize = 1 << 8;

/// Sorts by the last digits of keys, all others being equal; with equal keys in the order given,
/// which is that of the numbers.
fn by_digits(entries: &mut Vec<Entry>, other: &mut Vec<Entry>, digits: u32) {
    if entries.len() < FEW {
        entries.sort_unstable();
        return;
    }
    other.resize(entries.len(), 0);
    let mut starts = [[0; RADIX]; DIGITS as usize];
    for &entry in &*entries {
        for n in 0..digits {
            starts[n as usize][digit(entry, n)] += 1;
        }
    }
    for n in 0..digits {
        let starts = &mut starts[n as usize];
        counts_to_starts(starts);
        put_by_digit(entries, other, n, starts);
        std::mem::swap(entries, other);
    }
}

/// What is sorted, and so many bits that a mark has.
struct Sorting<'a, A> {
    all: &'a A,
    mark: u32,
}

impl<'a, A: Items> Sorting<'a, A> {
    fn of(all: &'a A) -> Self {
        // So many bits tell all numbers; three or more are left.
        let number = usize::BITS - all.count().saturating_sub(1).leading_zeros();
        Self { all, mark: NUMBER_AND_MARK - number }
    }

    #[inline(always)]
    fn entry(&self, keys: &Keys, number: u32) -> Entry {
        let (key, mark) = keys.of(self.all.place(number));
        let mark = mark >> (u64::BITS - self.mark);
        u64::from(key) << NUMBER_AND_MARK | u64::from(number) << self.mark | mark
    }

    /// Puts the numbers of sorted entries into slots, those kept first, and says how many.
    fn put(&self, entries: &[Entry], slots: &mut [u32]) -> usize {
        let mut count = 0;
        for cell in entries.chunk_by(|p, q| p >> NUMBER_AND_MARK == q >> NUMBER_AND_MARK) {
            let slots = &mut slots[count..count + cell.len()];
            for (slot, &entry) in slots.iter_mut().zip(cell) {
                *slot = ((entry % (1 << NUMBER_AND_MARK)) >> self.mark) as u32;
            }
            count += match cell.len() {
                1 => 1,
                2..=WIDE if !self.has_equal_marks(cell) => cell.len(),
                2..=WIDE => self.put_once(slots),
                _ => self.put_again(slots),
            };
        }
        count
    }

    /// Do two entries have the same mark?
    #[inline(always)]
    fn has_equal_marks(&self, cell: &[Entry]) -> bool {
        let are_equal = |p: Entry, q: Entry| (p ^ q).is_multiple_of(1 << self.mark);
        (1..cell.len()).any(|n| cell[..n].iter().any(|&other| are_equal(other, cell[n])))
    }

    /// Of equal items of a cell keeps one, and says how many are left.
    fn put_once(&self, numbers: &mut [u32]) -> usize {
        let mut kept = 0;
        for n in 0..numbers.len() {
            let number = numbers[n];
            match numbers[..kept].iter().position(|&other| self.all.are_equal(number, other)) {
                Some(same) if self.all.is_larger(number, numbers[same]) => numbers[same] = number,
                Some(_) => {}
                None => {
                    numbers[kept] = number;
                    kept += 1;
                }
            }
        }
        kept
    }

    /// Sorts the numbers of one cell by keys for the box around its items.
    #[cold]
    fn put_again(&self, numbers: &mut [u32]) -> usize {
        let Some(&first) = numbers.first() else { return 0 };
        let [mut low, mut high] = [self.all.place(first); 2];
        for &number in &*numbers {
            let place = self.all.place(number);
            for k in 0..3 {
                low[k] = if place[k] < low[k] { place[k] } else { low[k] };
                high[k] = if place[k] > high[k] { place[k] } else { high[k] };
            }
        }
        if low == high {
            return self.put_once(numbers);
        }
        // The two ends of the longest side have different keys, so this ends.
        let keys = Keys::new(low, high);
        let mut entries: Vec<Entry> = numbers.iter().map(|&n| self.entry(&keys, n)).collect();
        by_digits(&mut entries, &mut Vec::new(), DIGITS);
        self.put(&entries, numbers)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Points; of equal ones that counts more whose mass is larger.
    struct Points<'p> {
        points: &'p [[f64; 3]],
        mass: fn(u32) -> u32,
    }

    impl Items for Points<'_> {
        fn count(&self) -> usize {
            self.points.len()
        }

        fn place(&self, number: u32) -> [f64; 3] {
            self.points[number as usize]
        }

        fn are_equal(&self, number: u32, other: u32) -> bool {
            self.place(number) == self.place(other)
        }

        fn is_larger(&self, number: u32, than: u32) -> bool {
            (self.mass)(number) > (self.mass)(than)
        }
    }

    fn ends(points: &[[f64; 3]]) -> [[f64; 3]; 2] {
        let of = |pick: fn(f64, f64) -> f64| {
            [0, 1, 2].map(|k| points.iter().map(|p| p[k]).reduce(pick).unwrap_or_default())
        };
        [of(f64::min), of(f64::max)]
    }

    fn order_of(points: &[[f64; 3]], mass: fn(u32) -> u32) -> Vec<u32> {
        let [low, high] = ends(points);
        ordered(&Points { points, mass }, low, high)
    }

    /// The slow and obvious way: pairs of keys and numbers, sorted; cells of many, which are not
    /// all at one place, again. Then of equal points one, where the first of them is.
    fn by_pairs(points: &[[f64; 3]], ids: &[u32], mass: fn(u32) -> u32) -> Vec<u32> {
        let of_cell: Vec<_> = ids.iter().map(|&id| points[id as usize]).collect();
        let [low, high] = ends(&of_cell);
        let keys = Keys::new(low, high);
        let mut pairs: Vec<(u32, u32)> =
            ids.iter().map(|&id| (keys.of(points[id as usize]).0, id)).collect();
        pairs.sort_unstable();
        let of_cell = |cell: &[(u32, u32)]| {
            let ids: Vec<u32> = cell.iter().map(|pair| pair.1).collect();
            if cell.len() > WIDE && low != high {
                return by_pairs(points, &ids, mass);
            }
            let mut kept: Vec<u32> = Vec::new();
            for id in ids {
                let point = |id: u32| points[id as usize];
                match kept.iter_mut().find(|other| point(**other) == point(id)) {
                    Some(same) if mass(id) > mass(*same) => *same = id,
                    Some(_) => {}
                    None => kept.push(id),
                }
            }
            kept
        };
        pairs.chunk_by(|p, q| p.0 == q.0).flat_map(of_cell).collect()
    }

    fn check(points: &[[f64; 3]]) {
        let all: Vec<u32> = (0..points.len() as u32).collect();
        for mass in [|_| 0, |id| id % 7] {
            assert!(order_of(points, mass) == by_pairs(points, &all, mass), "{}", points.len());
        }
    }

    #[test]
    fn of_equal_points_one_is_kept() {
        let random = &mut Pcg64Mcg::seed_from_u64(1);
        for n in [0, 1, 2, 15, 16, 17, 100, 5000, MANY - 1, MANY, 2 * MANY + 5] {
            for values in [1, 2, 3, 10, 100_000] {
                let mut coordinate =
                    || f64::from(random.random_range(-values..=values)) * 0.1 * f64::EPSILON;
                let points: Vec<_> = (0..n).map(|_| [(); 3].map(|()| coordinate())).collect();
                check(&points);
            }
        }
        let points = [[0.0; 3], [1.0; 3], [-0.0; 3], [1.0; 3]];
        check(&points);
        assert_eq!(order_of(&points, |_| 0), [0, 1]);
        assert_eq!(order_of(&points, |id| id), [2, 3]);
    }

    /// Buckets that are large and small, and some with nothing in them.
    #[test]
    fn buckets_follow_each_other() {
        let random = &mut Pcg64Mcg::seed_from_u64(2);
        for (power, far) in [(1, 1.0), (4, 1.0), (1, 1e5)] {
            let mut points: Vec<[f64; 3]> = (0..2 * MANY)
                .map(|_| [(); 3].map(|()| random.random::<f64>().powi(power)))
                .collect();
            points[MANY / 3] = [far, -far, 0.5];
            check(&points);
        }
        check(&[[0.1, 0.2, 0.3]].repeat(MANY + 1));
    }

    /// Each point is twice as far from the origin as the one before: no grid of cells holds them.
    #[test]
    fn points_of_every_size_are_told_apart() {
        let of = |exponent| [2.0_f64.powi(exponent), 0.0, 5e-324];
        let mut points: Vec<_> = (-1074..250).flat_map(|e| [of(e), of(e)]).collect();
        points.reverse();
        check(&points);
        let mut different = points.clone();
        different.dedup();
        assert_eq!(order_of(&points, |_| 0).len(), different.len());
    }
}
