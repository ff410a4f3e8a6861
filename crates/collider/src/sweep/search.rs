//! The search for the first contact.
//!
//! Both trees are descended for an interval of time, at first the whole motion: boxes are ruled
//! out that cannot meet in it, by where they are in the middle and how far each of them goes
//! (conservative advancement by bounds of motion in a direction, node by node: M. Tang, Y. J.
//! Kim, D. Manocha, "C2A: Controlled Conservative Advancement for Continuous Collision Detection
//! of Polygonal Models", ICRA 2009). Boxes that go far beside their sizes are deferred to both
//! halves of the interval. The pairs of triangles that are left are swept one by one (`pairs`),
//! and what that does not tell of translations is decided exactly (`translation`).

use std::ops::Range;

use obbtree_ccd::{
    CONTACT_TRIES, CloseApproach, Ended, FirstContact, INSIDE_TOLERANCE, IntervalProof, LEAST_TIME,
    Left, Limits, Sweep, SweepOptions, TimeInterval,
};
use obbtree_predicates::{LowerBound, Pose, TranslatingContact, UpperBound};
use obbtree_query::interrupt::pause_at;

use super::memory::SweepMemory;
use super::pairs::PairSweep;
use super::relative::{MotionInterval, RelativeMotion, of_pair, placement_at};
use super::translation::Decided;
use crate::query::Query;

/// In intervals below this length, 2^-30 of the motion, no pair of boxes is deferred.
const LEAST_DEFERRED: f64 = 1.0 / (1_u64 << 30) as f64;

/// Boxes must be apart by this share of what the bodies move in an interval.
const CLEARANCE: UpperBound = UpperBound::exactly(1.0 / 64.0);

/// What ended the free part of a motion.
#[derive(Clone, Copy)]
struct Ending {
    pair: [u32; 2],
    /// If there is none, it can neither be shown to meet nor to be free.
    contact: Option<Met>,
}

/// Not after this time the motion has met.
#[derive(Clone, Copy)]
struct Met {
    time: f64,
    /// The poses of that time do.
    poses_meet: bool,
}

impl Met {
    fn at_pose(time: f64) -> Self {
        Self { time, poses_meet: true }
    }
}

/// The state of a search.
pub(super) struct Search<'s, 'm> {
    relative: RelativeMotion<'m>,
    query: &'s mut Query,
    options: SweepOptions,
    /// Any contact ends the search.
    any_contact: bool,
    /// The pair of triangles that was closest last.
    pub(super) near: Option<[u32; 2]>,
    clearance: LowerBound,
    /// What is later does not matter any more.
    end: f64,
    ending: Option<Ending>,
}

impl<'s, 'm> Search<'s, 'm> {
    /// With a pair that may be the first to meet.
    pub(super) fn new(
        relative: RelativeMotion<'m>,
        query: &'s mut Query,
        options: &SweepOptions,
        any_contact: bool,
        near: Option<[u32; 2]>,
    ) -> Self {
        let mut options = *options;
        // `max` takes the number where the other is NaN.
        options.time_tolerance = options.time_tolerance.max(LEAST_TIME);
        options.distance_tolerance = options.distance_tolerance.max(0.0);
        let (clearance, end, ending) = (LowerBound::from(f64::INFINITY), 1.0, None);
        Self { relative, query, options, any_contact, near, clearance, end, ending }
    }

    /// A contact at one of these times.
    pub(super) fn sampled(&mut self, times: &[f64]) -> Option<Sweep> {
        let samples = times.iter().map(|&time| self.relative.sample(time));
        if let Some(pair) = self.near
            && let Some(sample) = samples.clone().find(|at| self.relative.is_contact(pair, at))
        {
            return Some(self.contact_at(0.0, Met::at_pose(sample.time), pair));
        }
        let (query, relative) = (&mut *self.query, &self.relative);
        let found = samples.clone().find_map(|sample| {
            let pair = query.meeting_pair(relative.bodies, &placement_at(&sample))?;
            relative.is_contact(pair, &sample).then_some((sample.time, pair))
        });
        let (time, pair) = found?;
        self.near = Some(pair);
        Some(self.contact_at(0.0, Met::at_pose(time), pair))
    }

    /// The answer, given that the bodies do not meet at the start.
    pub(super) fn run(&mut self) -> Sweep {
        let mut memory = std::mem::take(self.query.sweep_memory());
        let mut intervals = std::mem::take(&mut memory.intervals);
        memory.deferred.begin();
        let limits = Limits {
            time_tolerance: self.options.time_tolerance,
            effort: self.options.effort,
            known_contact: None,
            time: [0.0, 1.0],
        };
        let deferred = memory.deferred.len();
        let mut descent = Descent { search: self, memory: &mut memory };
        let ended = intervals.run(&mut descent, deferred, &limits);
        memory.intervals = intervals;
        *self.query.sweep_memory() = memory;
        match (ended, self.ending) {
            (Ended::GivenUp { last_free, until }, _) => {
                self.given_up(last_free, until, self.near.unwrap_or([0; 2]))
            }
            (_, None) => Sweep::Free { clearance: self.clearance.get() },
            (_, Some(Ending { pair, contact: Some(met) })) => self.contact_at(self.end, met, pair),
            (_, Some(Ending { pair, contact: None })) => self.undecided(pair),
        }
    }

    /// Sweeps a pair along an interval.
    fn sweep_pair(&mut self, pair: [u32; 2], interval: &MotionInterval) {
        let to = interval.to.time.min(self.end);
        if to <= interval.from.time {
            return;
        }
        let swept = PairSweep::run(&self.relative, pair, interval, to, &self.options);
        self.clearance = self.clearance.min(swept.clearance);
        if swept.free_until >= to {
            return;
        }
        let is_within = |&time: &f64| time - swept.free_until <= self.options.time_tolerance;
        let contact = swept.contact.filter(is_within).map(Met::at_pose);
        let decided = match contact {
            Some(_) => None,
            None => self.relative.decide(pair, [swept.free_until, to]),
        };
        if let Some(Decided::Free) = decided {
            self.clearance = LowerBound::ZERO;
            return;
        }
        self.near = Some(pair);
        self.end = swept.free_until;
        let contact = match decided {
            Some(Decided::Meets(found)) => Some(self.met(pair, &found)),
            _ => contact.or_else(|| self.look_closely(pair)),
        };
        self.ending = Some(Ending { pair, contact });
    }

    /// A contact that exact arithmetic found, and the end of the free part before it: the later
    /// of what was proven before and the tolerance before the contact. At the first pose that is
    /// found to meet, if any is.
    fn met(&mut self, pair: [u32; 2], found: &TranslatingContact) -> Met {
        let [below, above] = found.first;
        let before = if below == above { below.next_down() } else { below };
        let tolerated = above - self.options.time_tolerance * INSIDE_TOLERANCE;
        self.end = self.end.max(tolerated.min(before));
        let last = found.last[0].min(self.stretch());
        let times = [above, 0.5 * (above + last), last];
        let met = times.into_iter().find(|&time| above <= time && self.is_met_at(pair, time));
        let met = met
            .or_else(|| self.look_closely(pair).map(|met| met.time).filter(|&time| above <= time));
        met.map_or(Met { time: above, poses_meet: false }, Met::at_pose)
    }

    /// The end of the stretch of the time tolerance that comes next.
    fn stretch(&self) -> f64 {
        (self.end + self.options.time_tolerance * INSIDE_TOLERANCE).min(1.0)
    }

    /// Looks for a contact in that stretch: a pair at several times. What is found is certain.
    fn look_closely(&self, pair: [u32; 2]) -> Option<Met> {
        let stretch = self.stretch();
        let share = |n: u32| f64::from(n) / f64::from(CONTACT_TRIES);
        let mut times = (1..=CONTACT_TRIES).map(|n| self.end + (stretch - self.end) * share(n));
        times.find(|&time| self.is_met_at(pair, time)).map(Met::at_pose)
    }

    fn is_met_at(&self, pair: [u32; 2], time: f64) -> bool {
        self.relative.is_contact(pair, &self.relative.sample(time))
    }

    /// The free part has ended with a pair that is neither shown to meet nor to be free.
    fn undecided(&mut self, pair: [u32; 2]) -> Sweep {
        let stretch = self.stretch();
        let sample = self.relative.sample(stretch);
        match self.query.meeting_pair(self.relative.bodies, &placement_at(&sample)) {
            Some(pair) if self.relative.is_contact(pair, &sample) => {
                self.contact_at(self.end, Met::at_pose(stretch), pair)
            }
            _ => self.given_up(self.end, stretch, pair),
        }
    }

    fn contact_at(&mut self, last_free: f64, met: Met, pair: [u32; 2]) -> Sweep {
        let sample = self.relative.sample(met.time);
        let placement = placement_at(&sample);
        // Where the pose does not show this pair, it may show another.
        let shown = match met.poses_meet {
            true => Some(pair),
            false => self.query.meeting_pair(self.relative.bodies, &placement),
        };
        let pair = shown.unwrap_or(pair);
        let (points, _) = self.relative.points(pair, &placement);
        let mut contact = FirstContact::new((), [last_free, met.time], sample.state);
        contact.poses_meet = shown.is_some();
        (contact.triangles, contact.points) = (of_pair(Some(pair)), Some(points));
        Sweep::Contact(contact)
    }

    fn given_up(&self, last_free: f64, until: f64, pair: [u32; 2]) -> Sweep {
        let sample = self.relative.sample(last_free);
        let (points, distance) = self.relative.points(pair, &placement_at(&sample));
        let mut close = CloseApproach::new((), [last_free, until], sample.state, distance, points);
        close.triangles = of_pair(Some(pair));
        Sweep::Undecided(close)
    }
}

/// Both trees, descended for one interval after the other; pairs of nodes are deferred to halves.
struct Descent<'d, 's, 'm> {
    search: &'d mut Search<'s, 'm>,
    memory: &'d mut SweepMemory,
}

impl IntervalProof for Descent<'_, '_, '_> {
    type State = [Pose; 2];

    fn state_at(&mut self, time: f64) -> [Pose; 2] {
        self.search.relative.poses_at(time)
    }

    fn truncate(&mut self, pairs: usize) {
        self.memory.deferred.truncate(pairs);
    }

    fn prove(&mut self, interval: &TimeInterval<[Pose; 2]>, range: Range<usize>) -> Left {
        let Self { search, memory: SweepMemory { deferred, pairs, .. } } = self;
        let TimeInterval { from, middle, to } = *interval;
        let interval = search.relative.sampled(from, middle, to);
        let (mut swept, clearance) = search.relative.swept(&interval, CLEARANCE);
        swept.may_wait = to.time - from.time > LEAST_DEFERRED;
        let begin = range.end;
        let bodies = search.relative.bodies;
        search.query.list_swept_pairs(bodies, &swept, deferred, range, pairs);
        search.clearance = search.clearance.min(clearance);
        for (index, &pair) in pairs.iter().enumerate() {
            pause_at(index);
            search.sweep_pair(pair, &interval);
            if search.any_contact && search.ending.is_some_and(|ending| ending.contact.is_some()) {
                return Left::End;
            }
        }
        Left::Until(search.end, begin..deferred.len())
    }
}
