//! One pair of bodies over all times: when they meet, and how near they come.

use obbtree_collider::{DistanceOptions, Motion, Query, Sweep, SweepOptions};
use obbtree_predicates::Aabb;

use super::moving::{MovingPart, Reversed};
use super::report::{Approach, ContactTimes};

/// What is wanted of a pair.
pub(super) struct Along<'s> {
    pub(super) times: &'s [f64],
    /// How two motions are swept, if it is proven what happens between the times.
    pub(super) sweep: Option<SweepOptions>,
    /// How near bodies are of interest; 0 if it is not.
    pub(super) clearance: f64,
    /// Distances of which it matters whether bodies come so near.
    pub(super) lengths: Vec<f64>,
}

/// What is known of a pair.
#[derive(Default)]
pub(super) struct Timeline {
    pub(super) contacts: Vec<ContactTimes>,
    pub(super) undecided: Vec<[f64; 2]>,
    pub(super) closest: Option<Approach>,
}

/// From one time to the next, which are 0 and 1 here.
#[derive(Clone, Copy)]
struct Step {
    /// Free before and after, for sure.
    free: [f64; 2],
    /// They meet not after the first and not before the second, for sure.
    meet: Option<[f64; 2]>,
    point: Option<[f64; 3]>,
    is_undecided: bool,
    /// They are farther apart than this.
    clearance: f64,
}

impl Step {
    /// Of nothing that is near.
    const FREE: Self = Self {
        free: [1.0, 0.0],
        meet: None,
        point: None,
        is_undecided: false,
        clearance: f64::INFINITY,
    };

    /// With what is known of other parts.
    fn and(self, other: Self) -> Self {
        let is_earlier = match (self.meet, other.meet) {
            (Some([one, _]), Some([two, _])) => one <= two,
            (one, _) => one.is_some(),
        };
        let meets = self.meet.into_iter().chain(other.meet);
        Self {
            free: [self.free[0].min(other.free[0]), self.free[1].max(other.free[1])],
            meet: meets.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)]),
            point: if is_earlier { self.point } else { other.point },
            is_undecided: self.is_undecided || other.is_undecided,
            clearance: self.clearance.min(other.clearance),
        }
    }
}

type Parts<'p, 's> = [&'p [MovingPart<'s>]; 2];

impl Along<'_> {
    pub(super) fn look(&self, query: &mut Query, parts: Parts<'_, '_>) -> Timeline {
        let mut timeline = Timeline::default();
        let least = match self.sweep {
            Some(options) => self.certified(query, parts, &options, &mut timeline),
            None => self.sampled(query, parts, &mut timeline),
        };
        if self.clearance > 0.0 && timeline.contacts.is_empty() && timeline.undecided.is_empty() {
            timeline.closest = self.closest(query, parts).map(|mut found| {
                if self.sweep.is_some() {
                    found.distance[0] = least.min(found.distance[1]);
                }
                found
            });
        }
        timeline
    }

    /// Sweeps from each time to the next, from both ends. The answer is how far apart they
    /// always are.
    fn certified(
        &self,
        query: &mut Query,
        parts: Parts<'_, '_>,
        options: &SweepOptions,
        timeline: &mut Timeline,
    ) -> f64 {
        let mut clearance = f64::INFINITY;
        for k in 0..self.times.len() - 1 {
            let mut step = Step::FREE;
            for (a, b) in pairs(parts) {
                if are_near(a.swept(k), b.swept(k), self.clearance) {
                    let found =
                        a.along(k, |p| b.along(k, |q| sweep(query, [a, b], [p, q], options)));
                    step = step.and(found);
                }
            }
            clearance = clearance.min(step.clearance);
            let [from, to] = [self.time_below(k, step.free[0]), self.time_above(k, step.free[1])];
            match step.meet {
                Some([first, last]) => timeline.meets(ContactTimes {
                    first: [from, self.time_above(k, first)],
                    last: [self.time_below(k, last), to],
                    point: step.point,
                }),
                None if step.is_undecided => match timeline.undecided.last_mut() {
                    Some(before) if before[1] >= from => before[1] = to,
                    _ => timeline.undecided.push([from, to]),
                },
                None => {}
            }
        }
        clearance
    }

    /// Looks at the times alone.
    fn sampled(&self, query: &mut Query, parts: Parts<'_, '_>, timeline: &mut Timeline) -> f64 {
        let mut was_free = None;
        for (k, &time) in self.times.iter().enumerate() {
            let meets = pairs(parts).any(|(a, b)| {
                let (of_a, of_b) = (a.pose(k), b.pose(k));
                are_near(a.part.bounds(of_a), b.part.bounds(of_b), 0.0)
                    && query.collide(a.part.collider(), of_a, b.part.collider(), of_b)
            });
            match (meets, was_free) {
                (true, Some(false)) => {
                    if let Some(contact) = timeline.contacts.last_mut() {
                        contact.last = [time; 2];
                    }
                }
                (true, _) => {
                    let before = if k == 0 { time } else { self.times[k - 1] };
                    let (first, last) = ([before, time], [time; 2]);
                    timeline.contacts.push(ContactTimes { first, last, point: None });
                }
                (false, Some(false)) => {
                    if let Some(contact) = timeline.contacts.last_mut() {
                        contact.last[1] = time;
                    }
                }
                (false, _) => {}
            }
            was_free = Some(!meets);
        }
        0.0
    }

    /// The least distance at one of the times, if it is at most the clearance.
    fn closest(&self, query: &mut Query, parts: Parts<'_, '_>) -> Option<Approach> {
        let (mut best, mut lower): (Option<Approach>, _) = (None, f64::INFINITY);
        for (k, &time) in self.times.iter().enumerate() {
            for (a, b) in pairs(parts) {
                let (of_a, of_b) = (a.pose(k), b.pose(k));
                let at_most = best.as_ref().map_or(self.clearance, |best| best.distance[1]);
                if !are_near(a.part.bounds(of_a), b.part.bounds(of_b), at_most) {
                    continue;
                }
                let options = DistanceOptions::default().at_most(at_most);
                let colliders = [a.part.collider(), b.part.collider()];
                let found = query.distance_within(colliders[0], of_a, colliders[1], of_b, &options);
                let Some(found) = found else { continue };
                lower = lower.min(found.lower);
                // An interval with such a length in it does not tell; that is decided exactly.
                let mut upper = found.upper;
                for &length in &self.lengths {
                    if found.lower <= length
                        && length < upper
                        && query.closer_than(colliders[0], of_a, colliders[1], of_b, length)
                    {
                        upper = length;
                    }
                }
                if upper <= self.clearance
                    && best.as_ref().is_none_or(|best| upper < best.distance[1])
                {
                    let (distance, points) = ([found.lower, upper], found.points);
                    best = Some(Approach { time, distance, points: points.map(Into::into) });
                }
            }
        }
        // Of two that are about as near, either may be the nearer one.
        if let Some(best) = &mut best {
            best.distance[0] = lower;
        }
        best
    }

    /// A time from one to the next, from 0 to 1 there: not above what it is, or not below.
    ///
    /// *Proof.* The length of the step, the product and the sum are rounded once each; a product
    /// that underflows loses less than the smallest normal number. *End.*
    fn time_below(&self, k: usize, time: f64) -> f64 {
        let [from, to] = [self.times[k], self.times[k + 1]];
        if time == 1.0 { to } else { (self.rounded(k, time) - self.error(k)).clamp(from, to) }
    }

    fn time_above(&self, k: usize, time: f64) -> f64 {
        let [from, to] = [self.times[k], self.times[k + 1]];
        if time == 0.0 { from } else { (self.rounded(k, time) + self.error(k)).clamp(from, to) }
    }

    fn rounded(&self, k: usize, time: f64) -> f64 {
        self.times[k] + time * (self.times[k + 1] - self.times[k])
    }

    fn error(&self, k: usize) -> f64 {
        let size = self.times[k].abs() + self.times[k + 1].abs();
        4.0 * f64::EPSILON * size + f64::MIN_POSITIVE
    }
}

impl Timeline {
    /// They meet from a time to another; in one piece with what ends where it begins.
    fn meets(&mut self, found: ContactTimes) {
        match self.contacts.last_mut() {
            Some(before) if before.last[1] >= found.first[0] => before.last = found.last,
            _ => self.contacts.push(found),
        }
    }
}

fn pairs<'p, 's>(
    [a, b]: Parts<'p, 's>,
) -> impl Iterator<Item = (&'p MovingPart<'s>, &'p MovingPart<'s>)> {
    a.iter().flat_map(move |one| b.iter().map(move |other| (one, other)))
}

/// Are two boxes at most so far apart along each axis, or one of them unknown? Rounded outwards.
pub(super) fn are_near(a: Option<Aabb>, b: Option<Aabb>, reach: f64) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    let above = |low: f64, high: f64| (low - high).next_down() <= reach;
    (0..3).all(|k| above(b.min[k], a.max[k]) && above(a.min[k], b.max[k]))
}

/// Two parts from one time to the next, swept from both ends where they meet.
fn sweep(
    query: &mut Query,
    [a, b]: [&MovingPart<'_>; 2],
    [motion_a, motion_b]: [&dyn Motion; 2],
    options: &SweepOptions,
) -> Step {
    let (of_a, of_b) = (a.part.collider(), b.part.collider());
    let forth = query.sweep(of_a, motion_a, of_b, motion_b, options);
    if let Sweep::Free { clearance } = forth {
        return Step { clearance, ..Step::FREE };
    }
    let back = query.sweep(of_a, &Reversed(motion_a), of_b, &Reversed(motion_b), options);
    let from_end = |time: f64, is_up: bool| {
        let rounded = 1.0 - time;
        match time {
            0.0 => 1.0,
            _ if is_up => rounded.next_up().min(1.0),
            _ => rounded.next_down().max(0.0),
        }
    };
    let free = [forth.last_free(), from_end(back.last_free(), true)];
    // A contact is between the last time that is free and the first one that is told.
    let (mut meet, mut point): (Option<[f64; 2]>, _) = (None, None);
    if let Sweep::Contact(found) = &back {
        meet = Some([free[1], from_end(found.first_contact, false)]);
    }
    if let Sweep::Contact(found) = &forth {
        point = found.points.map(|[of_a, _]| of_a.into());
        let last = meet.map_or(free[0], |[_, last]| last.max(free[0]));
        meet = Some([found.first_contact, last]);
    }
    Step { free, meet, point, is_undecided: meet.is_none(), clearance: 0.0 }
}
