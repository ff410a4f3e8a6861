//! The pairs of triangles that may be the closest two, and the distance of two bodies from them.
//!
//! A search over boxes offers pairs of triangles with what it has proven of them, and asks how far away a
//! pair may be and still matter ([`Nearest::cut`]). At the end each pair that still matters gets the
//! interval of [`obbtree_predicates::triangles_distance`].
//!
//! # Which pair, which interval
//!
//! Let every pair `P` of triangles have its certified interval `[l(P), u(P)]`, at most four ulps wide and
//! the same on every CPU. The answer is the pair with the least `u`, of equal ones that with the least
//! numbers `[of A, of B]`, its two points, and the interval `[min l, min u]` over all pairs. It depends on
//! no search, so searches may differ: *proof that none leaves out a pair that counts.* A search drops pairs
//! that are farther apart than `cut = (1 + 2^-48) U` with an upper bound `U` of `d(Q) (1 + 2^-50)`, so of `u(Q)`,
//! for some pair `Q`. For a dropped pair `d(P) > cut`, so `l(P) >= (1 - 2^-50) d(P) > U >= min u >=
//! min l`: neither end nor the pair is `P`'s. *End.*
//!
//! With an error allowed, pairs beyond `(U - absolute) / (1 + relative)` are dropped, and the lower end is
//! at most that: certified, but which of the permitted answers it is depends on the search.

use nalgebra::Point3;
use obbtree_predicates::{Placement, RoundedDistance, Stages, Triangle, TriangleDistance};

/// What is asked of a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DistanceOptions {
    /// `upper - lower` may be this times `lower`; 0 for the narrowest interval.
    pub relative_error: f64,
    /// Or this, in the caller's unit, and both add up; 0 for the narrowest interval.
    pub absolute_error: f64,
    /// Distances above this need not be told; infinity by default.
    pub at_most: f64,
}

impl DistanceOptions {
    /// `upper - lower` may be this times `lower`. What is negative or NaN counts as 0.
    #[must_use]
    pub fn relative_error(mut self, error: f64) -> Self {
        self.relative_error = error;
        self
    }

    /// `upper - lower` may be this, in the caller's unit. What is negative or NaN counts as 0.
    #[must_use]
    pub fn absolute_error(mut self, error: f64) -> Self {
        self.absolute_error = error;
        self
    }

    /// Distances above this need not be told.
    #[must_use]
    pub fn at_most(mut self, distance: f64) -> Self {
        self.at_most = distance;
        self
    }
}

impl Default for DistanceOptions {
    fn default() -> Self {
        Self { relative_error: 0.0, absolute_error: 0.0, at_most: f64::INFINITY }
    }
}

/// The distance of two surfaces, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Distance {
    /// The distance is at least this, in the caller's unit. 0 if and only if the surfaces meet.
    pub lower: f64,
    /// The distance is at most this: so far apart are two points that lie on the placed triangles.
    pub upper: f64,
    /// These points, of A's and of B's surface, in the world, rounded.
    pub points: [Point3<f64>; 2],
    /// The triangles that the points are on, by their numbers in A's and B's mesh.
    pub triangles: [u32; 2],
    /// For solids: a component of one body is inside the other, so the distance is 0, although the
    /// surfaces do not meet. Points and triangles then tell where the surfaces are closest.
    pub one_inside: bool,
}

/// Bounds of the distance of two surfaces, for a limited effort. Certain, however far apart they are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clearance {
    /// The distance is at least this, in the caller's unit.
    pub lower: f64,
    /// The distance is at most this.
    pub upper: f64,
}

/// The cut is so much above the upper bound: see the proof above.
const ABOVE: f64 = 1.0 + 1.0 / (1_u64 << 48) as f64;

/// A factor that makes an upper bound of a distance one of the interval's upper end, and pays for the
/// rounding of what an error allowed gives.
const ROUNDED: f64 = 1.0 + 1.0 / (1_u64 << 49) as f64;

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
pub(crate) struct Nearest<'q> {
    pub(crate) placement: &'q Placement,
    options: DistanceOptions,
    candidates: &'q mut Vec<Candidate>,
    upper: f64,
    /// The candidate that the upper bound is of, which an error allowed can put beyond the cut.
    nearest: Option<usize>,
    cut: f64,
    /// A pair that meets: nothing more to look for.
    contact: Option<Distance>,
}

impl<'q> Nearest<'q> {
    pub(crate) fn new(
        placement: &'q Placement,
        options: &DistanceOptions,
        memory: &'q mut Candidates,
    ) -> Self {
        let candidates = &mut memory.0;
        candidates.clear();
        let cut = options.at_most * ABOVE;
        let options = *options;
        Self {
            placement,
            options,
            candidates,
            upper: f64::INFINITY,
            nearest: None,
            cut,
            contact: None,
        }
    }

    /// What is known, apart from the interval of a pair that meets.
    pub(crate) fn clearance(&self) -> Clearance {
        let upper = if self.contact.is_some() { 0.0 } else { self.upper };
        Clearance { lower: 0.0, upper }
    }

    /// Pairs farther apart than this, in the world, do not matter.
    #[inline(always)]
    pub(crate) fn cut(&self) -> f64 {
        self.cut
    }

    /// Some pair has at most this distance. Is that the least so far?
    #[inline]
    pub(crate) fn bound_above(&mut self, distance: f64) -> bool {
        let upper = distance * ROUNDED;
        if !(upper < self.upper) {
            return false;
        }
        self.upper = upper;
        self.cut = self.cut.min(self.cut_of(upper));
        true
    }

    fn cut_of(&self, upper: f64) -> f64 {
        // `max` takes the 0 where the other is NaN.
        let relative = self.options.relative_error.max(0.0);
        let absolute = self.options.absolute_error.max(0.0);
        if relative > 0.0 || absolute > 0.0 {
            ((upper - absolute) / (1.0 + relative)).max(0.0)
        } else {
            upper * ABOVE
        }
    }

    /// A pair that may matter, with what is proven of its distance; that of the least upper bound always
    /// does.
    #[inline]
    pub(crate) fn offer(
        &mut self,
        triangles: [u32; 2],
        corners: [Triangle; 2],
        lower: f64,
        is_nearest: bool,
    ) {
        self.push(Candidate { triangles, corners, lower, rounded: None }, is_nearest);
    }

    #[inline]
    fn push(&mut self, candidate: Candidate, is_nearest: bool) {
        if is_nearest {
            self.nearest = Some(self.candidates.len());
        }
        self.candidates.push(candidate);
    }

    /// Looks at a pair that may even meet; then the search is over, and this is true.
    pub(crate) fn look_at(
        &mut self,
        triangles: [u32; 2],
        corners: [Triangle; 2],
        stages: &mut Stages,
    ) -> bool {
        let [a, b] = &corners;
        let rounded = RoundedDistance::new(a, b, self.placement);
        let (lower, is_nearest);
        if rounded.lower > 0.0 {
            lower = rounded.lower;
            is_nearest = self.bound_above(rounded.upper);
        } else {
            let refined = rounded.refine(a, b, self.placement, stages);
            if refined.upper == 0.0 {
                self.contact = Some(distance(triangles, &refined));
                return true;
            }
            is_nearest = self.bound_above(refined.upper);
            lower = refined.lower;
        }
        if is_nearest || lower <= self.cut {
            let candidate = Candidate { triangles, corners, lower, rounded: Some(rounded) };
            self.push(candidate, is_nearest);
        }
        false
    }

    /// The answer; `None` if the distance is above what is asked for.
    pub(crate) fn finish(mut self, stages: &mut Stages) -> Option<Distance> {
        if self.contact.is_some() {
            return self.contact;
        }
        let first = self.round()?;
        let refine = |one: &Candidate, rounded: RoundedDistance, stages: &mut Stages| {
            let [a, b] = &one.corners;
            rounded.refine(a, b, self.placement, stages)
        };
        // The most promising first, so that few others matter.
        let (mut cut, mut best, mut lower) = (self.cut, None::<Distance>, f64::INFINITY);
        for n in std::iter::once(first).chain(0..self.candidates.len()) {
            let one = &self.candidates[n];
            let Some(rounded) = one.rounded else { continue };
            // With an error allowed, the pair that the cut is of can be beyond it, and holds the upper end.
            let is_farther = one.lower.max(rounded.lower) > cut && self.nearest != Some(n);
            let is_beyond = n == first || is_farther;
            if best.is_some() && is_beyond {
                continue;
            }
            let refined = refine(one, rounded, stages);
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

fn distance(triangles: [u32; 2], found: &TriangleDistance) -> Distance {
    let TriangleDistance { lower, upper, points } = *found;
    Distance { lower, upper, points, triangles, one_inside: false }
}
