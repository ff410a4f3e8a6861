//! The pairs of triangles that may be the closest two, and the distance of two bodies from them.
//!
//! A search over boxes offers pairs of triangles with what it has proven of them, and needs to
//! know how far away a pair may be and still matter ([`Nearest::cut`]). At the end each pair that
//! still matters gets the interval of [`obbtree_predicates::triangles_distance`].
//!
//! # Which pair, which interval
//!
//! Let every pair `P` of triangles have its certified interval `[l(P), u(P)]`, at most four ulps
//! wide and the same on every CPU, and let `g` be the gap that the boxes around the two bodies
//! prove ([`BoxGap`]). A pair *attains the lower bound* if `0 < l(P) <= g`.
//!
//! The answer is, of the pairs that attain it, the one with the least numbers `[of A, of B]`,
//! with its points and its own interval. If none does, it is the pair with the least `u`, of
//! equal ones that with the least numbers, its two points, and the interval `[min l, min u]` over
//! all pairs.
//!
//! Both are right: the distance `D` is at least `g` and at most `u` of any pair; and `min l <= D
//! <= min u`, of which the ends are at most four ulps apart, as those of the pair with the least
//! `l` are.
//!
//! The answer depends on no search, so searches may differ: *proof that none leaves out a pair
//! that counts.* An interval's ends are at most `2^-50 d + e` from the distance `d`, with `e = 4
//! 2^-1074` where numbers have no more digits, and [`STEPS`] is more than that. A search drops
//! pairs that are farther apart than `cut = (1 + 2^-48) U + STEPS` with `U >= (1 + 2^-49) d(Q) +
//! STEPS`, so `U >= u(Q)`, for some pair `Q`. For a dropped pair `d(P) > cut`, so `l(P) >= (1 -
//! 2^-50) d(P) - e > U >= min u >= min l`: neither end nor the pair is `P`'s, and as
//! `min u >= D >= g` it does not attain the lower bound. Pairs with numbers above those of one that
//! attains it are not the answer either, and need not be looked at, nor boxes that hold no others:
//! where bodies lie on each other, that is nearly all of tens of thousands. A pair of which a
//! triangle is a copy of one with a lower number has the interval of the pair with that one, as
//! intervals follow from corners, and higher numbers: it is not the answer and its ends change
//! none, so it need not be looked at either. *End.*
//!
//! With an error allowed, however small, pairs beyond `(U - absolute) / (1 + relative)` are
//! dropped, all of them where `g` is beyond it, and the lower end is at most that, rounded up so
//! that the interval is no wider than allowed: certified, but which of the permitted answers it
//! is depends on the search. Which pairs attain the lower bound does not matter then: the pair
//! that the cut is of may be beyond the cut, and is the one that counts.

use obbtree_predicates::{LowerBound, Placement, Stages, Triangle, TriangleDistance, UpperBound};

use crate::decide::{BoxGap, Refiner, RoundedDistance};
use crate::distance::{Distance, DistanceOptions, Interval};
use crate::engine::Engine;

/// The cut is so much above the upper bound: see the proof above.
const CUT_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 48) as f64;

/// A factor that makes an upper bound of a distance one of the interval's upper end.
const INTERVAL_END_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 49) as f64;

/// More than the ends of an interval can be off where distances are subnormal, 2^-1060: see the
/// proof above.
const STEPS: f64 = f64::from_bits(1 << 14);

/// Where so many pairs may be the closest, or a power of two times as many, one that attains the
/// lower bound is looked for: then the others need not be kept.
const MANY: usize = 64;

/// So many of these are tried, which may attain it by what is known of them.
const TRIED: usize = 8;

/// Once one does, so many with lower numbers are gathered before the lowest of them that does
/// takes its place.
const LOWER: usize = 16;

/// Pairs that `f64` cannot tell from pairs that meet, before the boxes are tested for a gap.
const HARD: u32 = 8;

/// So many candidates are compared to tell whether a mesh has copies of triangles.
const COMPARED: usize = 64;

/// A pair of triangles that may be the closest.
#[derive(Clone, Debug)]
struct Candidate {
    triangles: [u32; 2],
    corners: [Triangle; 2],
    /// What is proven so far.
    lower: f64,
    rounded: Option<RoundedDistance>,
}

/// The memory of a search for the closest pair. A warm one allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates(Vec<Candidate>);

/// The search for the closest pair: what is known so far.
pub(crate) struct Nearest<'q, T> {
    bodies: [&'q T; 2],
    pub(crate) placement: &'q Placement,
    options: DistanceOptions,
    refiner: Refiner<'q>,
    /// The pairs that may be the answer. Once one attains the lower bound: those with lower
    /// numbers.
    candidates: &'q mut Vec<Candidate>,
    upper: f64,
    /// The candidate that the upper bound is of, which an error allowed can put beyond the cut.
    nearest: Option<usize>,
    cut: f64,
    /// A pair that meets: nothing more to look for.
    contact: Option<Distance>,
    /// What the boxes around the bodies prove, once compared.
    gap: Option<Option<BoxGap>>,
    /// Of the pairs found to attain the lower bound, that with the lowest numbers.
    at_lower_bound: Option<Distance>,
    /// Pairs that `f64` could not tell from pairs that meet.
    hard: u32,
    /// See [`Nearest::leaves_out_copies`].
    has_copies: bool,
}

impl<'q, T: Engine> Nearest<'q, T> {
    pub(crate) fn new(
        bodies: [&'q T; 2],
        placement: &'q Placement,
        options: &DistanceOptions,
        memory: &'q mut Candidates,
    ) -> Self {
        let candidates = &mut memory.0;
        candidates.clear();
        Self {
            bodies,
            placement,
            options: *options,
            refiner: Refiner::new(placement),
            candidates,
            upper: f64::INFINITY,
            nearest: None,
            cut: beyond(options.at_most, CUT_REL_ERR),
            contact: None,
            gap: None,
            at_lower_bound: None,
            hard: 0,
            has_copies: false,
        }
    }

    /// What is known from the pairs looked at and the boxes around the bodies.
    pub(crate) fn clearance(&mut self) -> Interval {
        let upper = if self.contact.is_some() { 0.0 } else { self.upper };
        let lower = self.gap().map_or(0.0, |gap| gap.lower());
        Interval { lower: lower.min(upper), upper }
    }

    /// Pairs farther apart than this, in the world, do not matter.
    #[inline(always)]
    pub(crate) fn cut(&self) -> f64 {
        self.cut
    }

    /// Some pair has at most this distance. Is that the least so far?
    #[inline]
    pub(crate) fn bound_above(&mut self, distance: f64) -> bool {
        let upper = beyond(distance, INTERVAL_END_REL_ERR);
        if !(upper < self.upper) {
            return false;
        }
        self.upper = upper;
        self.cut = self.cut.min(self.cut_of(upper));
        true
    }

    fn cut_of(&self, upper: f64) -> f64 {
        let DistanceOptions { relative_error, absolute_error, .. } = self.options;
        if self.is_exact() {
            return beyond(upper, CUT_REL_ERR);
        }
        // `max` takes the 0 where the other is NaN.
        let [relative, absolute] = [relative_error, absolute_error].map(|error| error.max(0.0));
        let rest = UpperBound::from(upper) - LowerBound::from(absolute);
        let divisor = LowerBound::from(1.0) + LowerBound::from(relative);
        (rest.max(UpperBound::ZERO) / divisor).get()
    }

    /// Is no error allowed?
    fn is_exact(&self) -> bool {
        let DistanceOptions { relative_error, absolute_error, .. } = self.options;
        // Written so that NaN is no error allowed.
        !(relative_error > 0.0 || absolute_error > 0.0)
    }

    /// Where the cut is below the upper bound: do the boxes around the bodies prove that no other
    /// pair matters?
    #[inline]
    pub(crate) fn is_close_enough(&mut self) -> bool {
        let cut = self.cut;
        cut < self.upper && self.gap().is_some_and(|gap| gap.lower() > 0.0 && gap.lower() >= cut)
    }

    /// The numbers of a pair that attains the lower bound: pairs with higher ones do not matter,
    /// whatever their distance.
    #[inline(always)]
    pub(crate) fn at_lower_bound(&self) -> Option<[u32; 2]> {
        self.at_lower_bound.as_ref().map(|at_lower_bound| at_lower_bound.triangles)
    }

    /// Have copies of triangles been seen among the pairs that may be the closest? Then only the
    /// copy with the lowest number of each matters.
    #[inline(always)]
    pub(crate) fn leaves_out_copies(&self) -> bool {
        self.has_copies
    }

    #[inline(always)]
    pub(crate) fn comes_after(&self, triangles: [u32; 2]) -> bool {
        self.at_lower_bound().is_some_and(|at_lower_bound| triangles >= at_lower_bound)
    }

    /// A pair that may matter, with what is proven of its distance; that of the least upper bound
    /// always does.
    #[inline]
    pub(crate) fn offer(
        &mut self,
        triangles: [u32; 2],
        corners: [Triangle; 2],
        lower: f64,
        is_nearest: bool,
        stages: &mut Stages,
    ) {
        let candidate = Candidate { triangles, corners, lower, rounded: None };
        self.push(candidate, is_nearest, stages);
    }

    #[inline]
    fn push(&mut self, candidate: Candidate, is_nearest: bool, stages: &mut Stages) {
        if is_nearest {
            self.nearest = Some(self.candidates.len());
        }
        self.candidates.push(candidate);
        let count = self.candidates.len();
        let is_due = match self.at_lower_bound {
            Some(_) => count >= LOWER,
            None => count >= MANY && count.is_power_of_two(),
        };
        if is_due {
            self.look_for_attaining(stages);
        }
    }

    /// Looks at a pair that may even meet; then the search is over, and this is true.
    pub(crate) fn look_at(
        &mut self,
        triangles: [u32; 2],
        corners: [Triangle; 2],
        stages: &mut Stages,
    ) -> bool {
        if self.comes_after(triangles) {
            return false;
        }
        let [a, b] = &corners;
        let rounded = RoundedDistance::new(a, b, self.placement);
        let mut lower = rounded.lower;
        if !(lower > 0.0) {
            lower = rounded.least_in_double_words(a, b, self.placement);
        }
        let is_nearest;
        if lower > 0.0 || self.none_meets() {
            is_nearest = self.bound_above(rounded.upper);
        } else {
            let refined = self.refiner.refine(&rounded, [a, b], stages);
            if refined.upper == 0.0 {
                self.contact = Some(distance(triangles, &refined));
                return true;
            }
            is_nearest = self.bound_above(refined.upper);
            lower = refined.lower;
        }
        if is_nearest || lower <= self.cut {
            let candidate = Candidate { triangles, corners, lower, rounded: Some(rounded) };
            self.push(candidate, is_nearest, stages);
        }
        false
    }

    /// Do the boxes show that no pair meets? They are compared when there are several that `f64`
    /// cannot tell.
    #[inline(never)]
    fn none_meets(&mut self) -> bool {
        self.hard += 1;
        self.hard > HARD && self.gap().is_some()
    }

    /// What the boxes around the bodies prove, if there is a gap between them.
    fn gap(&mut self) -> Option<&mut BoxGap> {
        let Self { bodies: [a, b], placement: Placement { pose_a, pose_b, .. }, .. } = self;
        let gap = || BoxGap::new(&a.aabb(), pose_a, &b.aabb(), pose_b);
        self.gap.get_or_insert_with(gap).as_mut()
    }

    /// The interval of a pair, if it attains the lower bound.
    fn attaining(&mut self, one: &Candidate, stages: &mut Stages) -> Option<Distance> {
        let [a, b] = &one.corners;
        // As in the proof: what is above this has a lower end above the gap.
        let above = beyond(self.gap()?.upper(), CUT_REL_ERR);
        if one.lower > above {
            return None;
        }
        let rounded = one.rounded.unwrap_or_else(|| RoundedDistance::new(a, b, self.placement));
        if rounded.lower > above {
            return None;
        }
        let refined = self.refiner.refine(&rounded, [a, b], stages);
        let attains = refined.lower > 0.0 && self.gap()?.is_at_least(refined.lower);
        attains.then(|| distance(one.triangles, &refined))
    }

    /// Among many pairs, is there one that attains the lower bound? Then only those with lower
    /// numbers are kept, and where some are known, the lowest numbers of one that does among them
    /// are found.
    #[cold]
    #[inline(never)]
    fn look_for_attaining(&mut self, stages: &mut Stages) {
        let mut candidates = std::mem::take(self.candidates);
        let is_known = self.at_lower_bound.is_some();
        if is_known {
            candidates.sort_unstable_by_key(|one| one.triangles);
        }
        // Others each time: half of them are new.
        let (first, tried) = if is_known { (0, usize::MAX) } else { (candidates.len() / 2, TRIED) };
        let above = self.gap().map_or(0.0, |gap| beyond(gap.upper(), CUT_REL_ERR));
        let may_attain = candidates[first..].iter().filter(|one| one.lower <= above);
        let found = may_attain.take(tried).find_map(|one| self.attaining(one, stages));
        if let Some(found) = found {
            self.at_lower_bound = Some(found);
            self.bound_above(found.upper);
            candidates.retain(|one| one.triangles < found.triangles);
        }
        if is_known {
            candidates.clear();
        } else if found.is_none() {
            self.has_copies |= has_copies(&candidates[candidates.len().saturating_sub(COMPARED)..]);
        }
        *self.candidates = candidates;
        if found.is_some() && !is_known && self.candidates.len() >= LOWER {
            self.look_for_attaining(stages);
        }
    }

    /// The answer; `None` if the distance is above what is wanted.
    pub(crate) fn finish(mut self, stages: &mut Stages) -> Option<Distance> {
        if self.contact.is_some() {
            return self.contact;
        }
        let may_attain =
            self.at_lower_bound.is_none() && self.is_exact() && self.candidates.len() > 1;
        if may_attain && self.gap().is_some() {
            self.candidates.sort_unstable_by_key(|one| one.triangles);
            self.nearest = None;
            let candidates = std::mem::take(self.candidates);
            self.at_lower_bound = candidates.iter().find_map(|one| self.attaining(one, stages));
            *self.candidates = candidates;
        } else if self.at_lower_bound.is_some() {
            self.look_for_attaining(stages);
        }
        match self.at_lower_bound {
            Some(found) => Some(found).filter(|found| found.lower <= self.options.at_most),
            None => self.least(stages),
        }
    }

    /// The answer where no pair attains the lower bound: the least upper and the least lower end.
    fn least(mut self, stages: &mut Stages) -> Option<Distance> {
        let first = self.round()?;
        // The most promising first, so that few others matter.
        let (mut cut, mut best, mut lower) = (self.cut, None::<Distance>, f64::INFINITY);
        for n in std::iter::once(first).chain(0..self.candidates.len()) {
            let one = &self.candidates[n];
            let Some(rounded) = one.rounded else { continue };
            // With an error allowed, the pair that the cut is of can be beyond it, and holds the
            // upper end.
            let is_farther = one.lower.max(rounded.lower) > cut && self.nearest != Some(n);
            let is_beyond = n == first || is_farther;
            if best.is_some() && is_beyond {
                continue;
            }
            let [a, b] = &one.corners;
            let refined = self.refiner.refine(&rounded, [a, b], stages);
            lower = lower.min(refined.lower);
            let found = distance(one.triangles, &refined);
            let is_better = best
                .is_none_or(|best| (found.upper, found.triangles) < (best.upper, best.triangles));
            if is_better {
                cut = cut.min(self.cut_of(found.upper));
                best = Some(found);
            }
            if found.upper == 0.0 {
                return Some(found);
            }
        }
        // All that was dropped is farther away than the cut.
        let lower = if cut < lower { cut } else { lower };
        let best = best.filter(|_| lower <= self.options.at_most)?;
        Some(Distance { lower: lower.min(best.upper), ..best })
    }

    /// Computes all that matter in `f64`; the one with the least upper bound, if there is any.
    fn round(&mut self) -> Option<usize> {
        let mut first = None;
        for n in 0..self.candidates.len() {
            let Candidate { corners: [a, b], lower, rounded, .. } = &self.candidates[n];
            if *lower > self.cut && self.nearest != Some(n) {
                continue;
            }
            let rounded = rounded.unwrap_or_else(|| RoundedDistance::new(a, b, self.placement));
            if self.bound_above(rounded.upper) {
                self.nearest = Some(n);
            }
            self.candidates[n].rounded = Some(rounded);
            if first.is_none_or(|(_, least)| rounded.upper < least) {
                first = Some((n, rounded.upper));
            }
        }
        first.map(|(n, _)| n)
    }
}

/// Do two of these have equal corners in triangles of different numbers?
fn has_copies(candidates: &[Candidate]) -> bool {
    candidates.iter().enumerate().any(|(n, one)| {
        candidates[..n].iter().any(|other| {
            (0..2).any(|side| {
                one.corners[side] == other.corners[side]
                    && one.triangles[side] != other.triangles[side]
            })
        })
    })
}

/// A distance times a factor above one, and [`STEPS`] more; rounded up.
#[inline]
fn beyond(distance: f64, factor: f64) -> f64 {
    (UpperBound::from(distance) * UpperBound::from(factor) + UpperBound::from(STEPS)).get()
}

fn distance(triangles: [u32; 2], found: &TriangleDistance) -> Distance {
    let TriangleDistance { lower, upper, points } = *found;
    Distance { lower, upper, points, triangles }
}
