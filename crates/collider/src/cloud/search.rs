//! Searches among the pairs of a point of a cloud and an item of the other: for one within a
//! tolerance, for all points that are, for all pairs that meet, for the closest.

use std::ops::ControlFlow;

use obbtree_cloud::{Found, PointMask, Target, WIDE, Walk, WalkMemory};
use obbtree_query::interrupt::pause_at;
use obbtree_simd::Lanes;

use super::others::{Bounds, Others, Side};
use crate::distance::Distance;

/// What a search does with pairs that are not told apart.
trait Search<O: Others> {
    /// Does the limit shrink with what is found? Then the nearest pair is best looked at first.
    const SHRINKS: bool = false;
    /// The square of the gap above which pairs do not matter.
    fn limit_sq(&self) -> f32;
    /// Of a block of points those of which pairs still matter, a bit for each.
    #[inline(always)]
    fn wanted(&self, block: usize) -> u32 {
        let _ = block;
        u32::MAX
    }
    /// Looks at a pair.
    fn look_at(&mut self, others: &mut O, place: usize, item: O::Part) -> ControlFlow<()>;
}

/// Others, and what is searched there.
struct Searched<'s, O, Q> {
    others: &'s mut O,
    search: Q,
    looked_at: usize,
}

impl<O: Others, Q: Search<O>> Target for Searched<'_, O, Q> {
    type Part = O::Part;
    type Region = O::Region;

    #[inline(always)]
    fn limit_sq(&self) -> f32 {
        self.search.limit_sq()
    }

    #[inline(always)]
    fn wanted(&self, block: usize) -> u32 {
        self.search.wanted(block)
    }

    #[inline(always)]
    fn is_divisible(&self, part: O::Part) -> bool {
        self.others.is_divisible(part)
    }

    #[inline(always)]
    fn divide(&mut self, part: O::Part, put: impl FnMut(O::Part, O::Region)) {
        self.others.divide(part, put);
    }

    #[inline(always)]
    fn meet<S: Lanes>(&mut self, simd: S, found: Found<'_, O::Part>) -> ControlFlow<()> {
        let mut left = self.others.sift(simd, &found, self.search.limit_sq());
        let gaps = if Q::SHRINKS { self.others.gaps_sq(simd, &found) } else { None };
        while left != 0 {
            let slot = match &gaps {
                Some(gaps) => least_of(gaps, left),
                None => left.trailing_zeros() as usize,
            };
            // No gap that is left is less; one that is NaN counts as 0.
            if gaps.is_some_and(|gaps| gaps[slot] > self.search.limit_sq()) {
                break;
            }
            left &= !(1 << slot);
            pause_at(self.looked_at);
            self.looked_at += 1;
            self.search.look_at(self.others, WIDE * found.block + slot, found.part)?;
        }
        ControlFlow::Continue(())
    }
}

/// The slot with the least number of those whose bits are set; NaN counts as 0.
fn least_of(numbers: &[f32; WIDE], mut slots: u32) -> usize {
    let (mut best, mut least) = (0, f32::INFINITY);
    while slots != 0 {
        let slot = slots.trailing_zeros() as usize % WIDE;
        slots &= slots - 1;
        let number = if numbers[slot] > 0.0 { numbers[slot] } else { 0.0 };
        if number <= least {
            (best, least) = (slot, number);
        }
    }
    best
}

fn run<O: Others, Q: Search<O>>(
    side: Side<'_>,
    others: &mut O,
    search: Q,
    memory: &mut WalkMemory<O::Part, O::Region>,
) -> Q {
    let (part, region) = others.root();
    let mut target = Searched { others, search, looked_at: 1 };
    let _ = Walk { cloud: side.cloud, target: &mut target, memory }.run(part, region, side.level);
    target.search
}

/// A pair within a tolerance, if there is one: any.
pub(super) fn closer_pair<O: Others>(
    side: Side<'_>,
    others: &mut O,
    tolerance: f64,
    memory: &mut WalkMemory<O::Part, O::Region>,
) -> Option<(usize, O::Part)> {
    if !(tolerance >= 0.0) {
        return None;
    }
    let limit_sq = others.limit_sq(tolerance);
    run(side, others, Closer { tolerance, limit_sq, found: None }, memory).found
}

struct Closer<P> {
    tolerance: f64,
    limit_sq: f32,
    found: Option<(usize, P)>,
}

impl<O: Others> Search<O> for Closer<O::Part> {
    #[inline(always)]
    fn limit_sq(&self) -> f32 {
        self.limit_sq
    }

    #[inline(never)]
    fn look_at(&mut self, others: &mut O, place: usize, item: O::Part) -> ControlFlow<()> {
        if !others.within(place, item, self.tolerance) {
            return ControlFlow::Continue(());
        }
        self.found = Some((place, item));
        ControlFlow::Break(())
    }
}

/// Adds all points that are within a tolerance to a mask; those in it are not looked at.
pub(super) fn mark_points<O: Others>(
    side: Side<'_>,
    others: &mut O,
    tolerance: f64,
    mask: &mut PointMask,
    memory: &mut WalkMemory<O::Part, O::Region>,
) {
    if tolerance >= 0.0 {
        let limit_sq = others.limit_sq(tolerance);
        run(side, others, Marking { tolerance, limit_sq, mask }, memory);
    }
}

struct Marking<'m> {
    tolerance: f64,
    limit_sq: f32,
    mask: &'m mut PointMask,
}

impl<O: Others> Search<O> for Marking<'_> {
    #[inline(always)]
    fn limit_sq(&self) -> f32 {
        self.limit_sq
    }

    #[inline(always)]
    fn wanted(&self, block: usize) -> u32 {
        !self.mask.of_block(block)
    }

    #[inline(never)]
    fn look_at(&mut self, others: &mut O, place: usize, item: O::Part) -> ControlFlow<()> {
        if others.within(place, item, self.tolerance) {
            self.mask.insert(place);
        }
        ControlFlow::Continue(())
    }
}

/// All pairs that meet, or the first so many that are found.
pub(super) fn meeting_pairs<O: Others>(
    side: Side<'_>,
    others: &mut O,
    limit: usize,
    memory: &mut WalkMemory<O::Part, O::Region>,
) -> Vec<(usize, O::Part)> {
    if limit == 0 {
        return Vec::new();
    }
    let limit_sq = others.limit_sq(0.0);
    run(side, others, Meeting { limit, limit_sq, found: Vec::new() }, memory).found
}

struct Meeting<P> {
    limit: usize,
    limit_sq: f32,
    found: Vec<(usize, P)>,
}

impl<O: Others> Search<O> for Meeting<O::Part> {
    #[inline(always)]
    fn limit_sq(&self) -> f32 {
        self.limit_sq
    }

    #[inline(never)]
    fn look_at(&mut self, others: &mut O, place: usize, item: O::Part) -> ControlFlow<()> {
        if others.within(place, item, 0.0) {
            self.found.push((place, item));
        }
        match self.found.len() < self.limit {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// The smallest number above 0.
const SMALLEST: f64 = f64::from_bits(1);

/// The distance of the closest pair, the cloud first, unless it is above a limit that is not
/// negative.
///
/// The interval holds the least distance of all pairs: its lower end is the least of theirs, and
/// its upper one too. Points and numbers are those of the pair with the least upper end; of these
/// that of the lowest numbers.
pub(super) fn closest_pair<O: Others>(
    side: Side<'_>,
    others: &mut O,
    at_most: f64,
    memory: &mut WalkMemory<O::Part, O::Region>,
) -> Option<Distance> {
    let limit_sq = others.limit_sq(at_most);
    let search = Closest { least: at_most, limit_sq, near: Vec::new(), contact: None };
    let Closest { mut near, contact, .. } = run(side, others, search, memory);
    if let Some((place, item)) = contact {
        let (_, of) = others.candidate(place, item);
        let mut found = others.refined(place, item, &of);
        (found.lower, found.upper) = (0.0, 0.0);
        return Some(found.along(None));
    }
    let ascending = |p: &Near<O>, q: &Near<O>| p.bounds.lower.total_cmp(&q.bounds.lower);
    near.sort_unstable_by(ascending);
    let mut best: Option<(Distance, [u32; 2])> = None;
    let mut lower = f64::INFINITY;
    for (index, Near { bounds, place, item, of }) in near.iter().enumerate() {
        pause_at(index);
        let upper = best.as_ref().map_or(f64::INFINITY, |(best, _)| best.upper);
        if bounds.lower > upper {
            break;
        }
        let found = others.refined(*place, *item, of);
        let [least, most] = [found.lower.max(0.0), found.upper.max(SMALLEST)];
        lower = lower.min(least);
        let numbers = [found.cloud_points[0], found.cloud_points[1].or(found.triangles[1])]
            .map(|number| number.unwrap_or(0));
        if best.as_ref().is_none_or(|(best, of_best)| (most, numbers) < (best.upper, *of_best)) {
            best = Some((Distance { lower: least, upper: most, ..found }, numbers));
        }
    }
    let (best, _) = best?;
    let found = Distance { lower: lower.min(best.upper), ..best };
    (found.lower <= at_most).then(|| found.along(found.normal))
}

/// A pair that may be the closest.
struct Near<O: Others> {
    bounds: Bounds,
    place: usize,
    item: O::Part,
    of: O::Candidate,
}

struct Closest<O: Others> {
    /// No pair that is farther apart matters.
    least: f64,
    limit_sq: f32,
    near: Vec<Near<O>>,
    contact: Option<(usize, O::Part)>,
}

/// Pairs that no longer may be the closest are let go of when there are twice as many as were left
/// last time.
const MANY: usize = 64;

impl<O: Others> Search<O> for Closest<O> {
    const SHRINKS: bool = true;

    #[inline(always)]
    fn limit_sq(&self) -> f32 {
        self.limit_sq
    }

    #[inline(never)]
    fn look_at(&mut self, others: &mut O, place: usize, item: O::Part) -> ControlFlow<()> {
        let (bounds, of) = others.candidate(place, item);
        if bounds.lower > self.least {
            return ControlFlow::Continue(());
        }
        if !(bounds.lower > 0.0) && others.certainly_meets(place, item, bounds) {
            self.contact = Some((place, item));
            return ControlFlow::Break(());
        }
        if bounds.upper < self.least {
            self.least = bounds.upper.max(SMALLEST);
            self.limit_sq = others.limit_sq(self.least);
        }
        if self.near.len() == self.near.capacity().max(MANY) {
            let least = self.least;
            self.near.retain(|near| near.bounds.lower <= least);
        }
        self.near.push(Near { bounds, place, item, of });
        ControlFlow::Continue(())
    }
}
