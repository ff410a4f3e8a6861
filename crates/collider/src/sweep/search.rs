//! The search for the first contact.
//!
//! Both trees are descended for a interval of time, at first the whole motion: boxes are ruled out that cannot
//! meet in it, by where they are in the middle and how far each of them goes (conservative advancement by
//! bounds of motion in a direction, node by node: M. Tang, Y. J. Kim, D. Manocha, "C2A: Controlled Conservative
//! Advancement for Continuous Collision Detection of Polygonal Models", ICRA 2009; after B. Mirtich,
//! "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3.2). Boxes that go far beside
//! their sizes wait, and are asked again in each half of the interval, the earlier one first: nothing that was ruled
//! out is looked at a second time, and time is cut finely only for boxes near each other, and not after a contact.
//! The pairs of triangles that are left are swept one by one (`pairs`), and what that does not tell of translations
//! is decided exactly (`translation`).

use std::ops::Range;

use obbtree_predicates::{LowerBound, TranslatingContact, UpperBound};
use obbtree_query::DeferredPairs;
use obbtree_query::interrupt::{pause, pause_at};

use super::memory::{SweepMemory, Waiting};
use super::options::SweepOptions;
use super::outcome::{CloseApproach, FirstContact, Sweep};
use super::pairs::PairSweep;
use super::relative::{RelativeMotion, TimeInterval};
use super::translation::Decided;
use crate::query::Query;

/// The least time tolerance: 2^-40 of the motion.
const LEAST_TIME: f64 = 1.0 / (1_u64 << 40) as f64;

/// In intervals below this length, 2^-30 of the motion, no pair of boxes waits.
const LEAST_INTERVAL: f64 = 1.0 / (1_u64 << 30) as f64;

/// Boxes are asked for a clearance of this share of what the bodies move in a interval.
const CLEARANCE: UpperBound = UpperBound::exactly(1.0 / 64.0);

/// Times in a stretch of the time tolerance at which a pair is tried before giving up.
const TRIES: u32 = 8;

/// Differences of times are rounded: so much of the tolerance is aimed at.
const INSIDE_TOLERANCE: f64 = 1.0 - 1.0 / (1_u64 << 20) as f64;

/// What ended the free part of a motion.
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
        let options = SweepOptions {
            // `max` takes the number where the other is NaN.
            time_tolerance: options.time_tolerance.max(LEAST_TIME),
            distance_tolerance: options.distance_tolerance.max(0.0),
            ..*options
        };
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
            let pair = query.meeting_pair(relative.bodies, &sample.placement())?;
            relative.is_contact(pair, &sample).then_some((sample.time, pair))
        });
        let (time, pair) = found?;
        self.near = Some(pair);
        Some(self.contact_at(0.0, Met::at_pose(time), pair))
    }

    /// The answer, given that the bodies do not meet at the start.
    pub(super) fn run(&mut self) -> Sweep {
        let mut memory = std::mem::take(self.query.sweep_memory());
        memory.deferred.begin();
        memory.waiting.clear();
        let (from, to) = (self.relative.sample(0.0), self.relative.sample(1.0));
        memory.waiting.push(Waiting { from, to, deferred: 0..memory.deferred.len() });
        let found = self.intervals(&mut memory);
        *self.query.sweep_memory() = memory;
        found
    }

    fn intervals(&mut self, memory: &mut SweepMemory) -> Sweep {
        let SweepMemory { deferred, waiting, pairs } = memory;
        let mut effort = self.options.effort;
        while let Some(next) = waiting.pop() {
            pause();
            deferred.truncate(next.deferred.end);
            let Waiting { from, mut to, deferred: range } = next;
            if from.time >= self.end {
                continue;
            }
            if effort == 0 {
                return self.given_up(from.time, to.time, self.near.unwrap_or([0; 2]));
            }
            effort -= 1;
            if to.time > self.end {
                to = self.relative.sample(self.end);
            }
            let interval = self.relative.interval(from, to);
            let begin = range.end;
            self.list(&interval, deferred, range, pairs);
            for (index, &pair) in pairs.iter().enumerate() {
                pause_at(index);
                self.sweep_pair(pair, &interval);
                if let Some(Ending { contact: Some(met), pair }) = self.ending
                    && self.any_contact
                {
                    return self.contact_at(self.end, met, pair);
                }
            }
            let range = begin..deferred.len();
            if !range.is_empty() {
                let TimeInterval { from, middle, to, .. } = interval;
                waiting.push(Waiting { from: middle, to, deferred: range.clone() });
                waiting.push(Waiting { from, to: middle, deferred: range });
            }
        }
        match self.ending {
            None => Sweep::Free { clearance: self.clearance.get() },
            Some(Ending { pair, contact: Some(met) }) => self.contact_at(self.end, met, pair),
            Some(Ending { pair, contact: None }) => self.undecided(pair),
        }
    }

    /// The pairs of triangles that may meet in a interval; what waits is put to the deferred.
    fn list(
        &mut self,
        interval: &TimeInterval,
        deferred: &mut DeferredPairs,
        range: Range<usize>,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        let (mut swept, clearance) = self.relative.swept(interval, CLEARANCE);
        swept.may_wait = interval.to.time - interval.from.time > LEAST_INTERVAL;
        self.query.list_swept_pairs(self.relative.bodies, &swept, deferred, range, pairs);
        self.clearance = self.clearance.min(clearance);
    }

    /// Sweeps a pair along a interval.
    fn sweep_pair(&mut self, pair: [u32; 2], interval: &TimeInterval) {
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

    /// A contact that exact arithmetic found, and the end of the free part before it: the later of what was
    /// proven before and the tolerance before the contact. At the first pose that is found to meet, if any is.
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
        let share = |n: u32| f64::from(n) / f64::from(TRIES);
        let mut times = (1..=TRIES).map(|n| self.end + (stretch - self.end) * share(n));
        times.find(|&time| self.is_met_at(pair, time)).map(Met::at_pose)
    }

    fn is_met_at(&self, pair: [u32; 2], time: f64) -> bool {
        self.relative.is_contact(pair, &self.relative.sample(time))
    }

    /// The free part has ended with a pair that is neither shown to meet nor to be free.
    fn undecided(&mut self, pair: [u32; 2]) -> Sweep {
        let stretch = self.stretch();
        let sample = self.relative.sample(stretch);
        match self.query.meeting_pair(self.relative.bodies, &sample.placement()) {
            Some(pair) if self.relative.is_contact(pair, &sample) => {
                self.contact_at(self.end, Met::at_pose(stretch), pair)
            }
            _ => self.given_up(self.end, stretch, pair),
        }
    }

    fn contact_at(&mut self, last_free: f64, met: Met, pair: [u32; 2]) -> Sweep {
        let sample = self.relative.sample(met.time);
        let placement = sample.placement();
        // Where the pose does not show this pair, it may show another.
        let shown = match met.poses_meet {
            true => Some(pair),
            false => self.query.meeting_pair(self.relative.bodies, &placement),
        };
        let pair = shown.unwrap_or(pair);
        let (points, _) = self.relative.points(pair, &placement);
        Sweep::Contact(FirstContact {
            last_free,
            first_contact: met.time,
            poses: sample.poses,
            poses_meet: shown.is_some(),
            triangles: Some(pair),
            points: Some(points),
        })
    }

    fn given_up(&self, last_free: f64, until: f64, pair: [u32; 2]) -> Sweep {
        let sample = self.relative.sample(last_free);
        let (points, distance) = self.relative.points(pair, &sample.placement());
        Sweep::Undecided(CloseApproach {
            last_free,
            until,
            distance,
            poses: sample.poses,
            triangles: pair,
            points,
        })
    }
}
