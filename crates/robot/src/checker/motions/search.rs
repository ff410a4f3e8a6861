//! The search for the first contact of a robot whose joint values change over time.
//!
//! At the middle of an interval of time each pair is tested to be farther apart than its margin and
//! what it can move in the interval (`value_box`); the search over intervals is that of
//! `obbtree_ccd`. What moves is a [`ValuePath`]: a straight line or a curve.

use std::ops::Range;

use obbtree_ccd::{
    CloseApproach, Ended, FirstContact, IntervalProof, Left, Limits, Sweep, SweepOptions,
    TimeInterval,
};
use obbtree_collider::Distance;
use obbtree_predicates::Pose;
use obbtree_scene::PartPair;

use crate::checker::data::CheckerData;
use crate::checker::questions::{Checker, NOWHERE};
use crate::checker::state::{Intervals, State};
use crate::items::ask;
use crate::values::ValuePath;

impl Checker {
    /// A search along a path, of these pairs alone where the others are proven free.
    pub(crate) fn search<'s, P: ValuePath>(
        &'s mut self,
        path: &'s P,
        options: &'s SweepOptions,
        only: Option<&'s [u32]>,
    ) -> Search<'s, P> {
        let Self { data, state, remembers, .. } = self;
        state.uses_tables = *remembers;
        let rounding = data.jacobian.rounding_up_to(|value| path.most(value));
        let (hit, unproven) = (None, 0);
        let time = [0.0, 1.0];
        Search { data, state, path, options, time, only, rounding, hit, unproven }
    }
}

pub(crate) struct Search<'s, P> {
    data: &'s CheckerData,
    state: &'s mut State,
    path: &'s P,
    options: &'s SweepOptions,
    /// The time that is searched.
    time: [f64; 2],
    /// The pairs that are tested; all if there are none here.
    only: Option<&'s [u32]>,
    /// Of the frames at two times.
    rounding: f64,
    /// The earliest time that is known to collide, and the pair.
    hit: Option<(f64, u32)>,
    /// A pair that was not proven free in the last interval that was not.
    unproven: u32,
}

impl<P: ValuePath> Search<'_, P> {
    /// The same in a part of the time alone.
    pub(crate) fn within(self, time: [f64; 2]) -> Self {
        Self { time, ..self }
    }

    pub(crate) fn run(&mut self) -> Ended {
        let pairs = self.list_pairs();
        if pairs == 0 {
            return Ended::Proven;
        }
        let limits = Limits {
            time_tolerance: self.options.time_tolerance,
            effort: self.options.effort,
            known_contact: None,
            time: self.time,
        };
        let mut intervals = std::mem::take(&mut self.state.intervals.search);
        let ended = intervals.run(self, pairs, &limits);
        self.state.intervals.search = intervals;
        ended
    }

    pub(crate) fn verdict(&mut self) -> Sweep<PartPair> {
        let (times, contact) = match (self.run(), self.hit) {
            (Ended::Contact { last_free, .. }, Some((time, pair))) => {
                ([last_free, time], Some(pair))
            }
            (Ended::GivenUp { last_free, until }, _) => ([last_free, until], None),
            _ => return Sweep::Free { clearance: self.data.least_margin },
        };
        // A motion that was not proven free for any time may collide at its start.
        let at_start = if times[0] > 0.0 { None } else { self.colliding_at_start() };
        match (at_start, contact) {
            (Some(pair), _) => Sweep::Contact(self.contact([0.0; 2], pair)),
            (None, Some(pair)) => Sweep::Contact(self.contact(times, pair)),
            (None, None) => Sweep::Undecided(self.close_approach(times)),
        }
    }

    /// Lists the pairs that are to be proven free, those that collided often first.
    fn list_pairs(&mut self) -> usize {
        let CheckerData { shared, apart, .. } = self.data;
        let knows = self.state.uses_tables;
        let in_ranges = knows && self.path.is_within(&shared.ranges);
        let skips = |pair: u32| knows && apart[pair as usize].holds(in_ranges);
        let all = 0..self.data.pairs.len() as u32;
        let State { intervals: Intervals { pairs, .. }, hits, .. } = &mut *self.state;
        pairs.clear();
        match self.only {
            Some(only) => pairs.extend_from_slice(only),
            None => pairs.extend(all.filter(|&pair| !skips(pair))),
        }
        pairs.sort_by_key(|&pair| u32::MAX - hits[pair as usize]);
        pairs.len()
    }

    fn colliding_at_start(&mut self) -> Option<u32> {
        // What collides at the start was proven for no interval that begins there.
        let mut pairs = self.state.intervals.pairs.clone();
        pairs.sort_unstable();
        pairs.dedup();
        self.state.place(self.data, &self.path.at(0.0));
        pairs.into_iter().find(|&pair| self.state.collides(self.data, pair))
    }

    /// Goes to the middle of an interval and adds the pairs that are not proven free on it; returns
    /// where they begin, and a pair of them that is closer than the distance tolerance.
    fn not_proven(
        &mut self,
        interval: &TimeInterval<()>,
        range: Range<usize>,
    ) -> (usize, Option<u32>) {
        let Intervals { middle, half, .. } = &mut self.state.intervals;
        let dof = self.data.robot().dof;
        middle.resize(dof, 0.0);
        half.resize(dof, 0.0);
        let TimeInterval { from, middle: at, to } = interval;
        self.path.around([from.time, at.time, to.time], middle, half);
        self.state.not_proven(self.data, self.rounding, range, self.options.distance_tolerance)
    }

    /// Of a pair that is closer than the distance tolerance and moves less in an interval: it
    /// collides at the end of it, or the search gives up.
    fn given_up(&mut self, interval: &TimeInterval<()>, pair: u32, left: Range<usize>) -> Left {
        self.unproven = pair;
        let to = interval.to.time;
        self.state.place(self.data, &self.path.at(to));
        if self.state.collides(self.data, pair) {
            self.hit(to, pair);
            return Left::Contact(to, left);
        }
        Left::GiveUp(left)
    }

    /// Keeps a time at which a pair collides.
    fn hit(&mut self, time: f64, pair: u32) {
        self.hit = Some((time, pair));
        self.state.remember_hit(pair);
    }

    /// Goes to a time; where the parts of a pair are closest there, and their poses.
    fn closest_at(&mut self, time: f64, pair: u32) -> Option<(Distance, [Pose; 2])> {
        self.state.place(self.data, &self.path.at(time));
        let (parts, query) = self.state.placed(self.data, pair as usize)?;
        Some((ask::distance(query, parts), parts.map(|(_, pose)| *pose)))
    }

    fn contact(&mut self, times: [f64; 2], pair: u32) -> FirstContact<PartPair> {
        let found = self.closest_at(times[1], pair);
        let pair = self.data.part_pair(pair as usize);
        let times = times.map(|share| self.path.time(share));
        let Some((closest, poses)) = found else {
            let mut contact = FirstContact::new(pair, times, [Pose::identity(); 2]);
            contact.poses_meet = false;
            return contact;
        };
        let mut contact = FirstContact::new(pair, times, poses);
        (contact.triangles, contact.points) = (closest.triangles, Some(closest.points));
        contact
    }

    /// Of the pair that is not proven, where it is proven last.
    fn close_approach(&mut self, times: [f64; 2]) -> CloseApproach<PartPair> {
        let found = self.closest_at(times[0], self.unproven);
        let pair = self.data.part_pair(self.unproven as usize);
        let times = times.map(|share| self.path.time(share));
        let Some((closest, poses)) = found else {
            return CloseApproach::new(pair, times, [Pose::identity(); 2], 0.0, NOWHERE);
        };
        let mut close = CloseApproach::new(pair, times, poses, closest.upper, closest.points);
        close.triangles = closest.triangles;
        close
    }
}

impl<P: ValuePath> IntervalProof for Search<'_, P> {
    type State = ();

    fn state_at(&mut self, _: f64) {}

    fn truncate(&mut self, pairs: usize) {
        self.state.intervals.pairs.truncate(pairs);
    }

    fn prove(&mut self, interval: &TimeInterval<()>, range: Range<usize>) -> Left {
        let (begin, close) = self.not_proven(interval, range);
        let left = begin..self.state.intervals.pairs.len();
        for n in left.clone() {
            let pair = self.state.intervals.pairs[n];
            if self.state.collides(self.data, pair) {
                self.hit(interval.middle.time, pair);
                return Left::Contact(interval.middle.time, left);
            }
        }
        if let Some(pair) = close.filter(|_| self.hit.is_none()) {
            return self.given_up(interval, pair, left);
        }
        if !left.is_empty() {
            self.unproven = self.state.intervals.pairs[begin];
        }
        Left::Pairs(left)
    }

    fn meets_at(&mut self, time: f64, pairs: Range<usize>) -> bool {
        self.state.place(self.data, &self.path.at(time));
        for n in pairs {
            let pair = self.state.intervals.pairs[n];
            if self.state.collides(self.data, pair) {
                self.hit(time, pair);
                return true;
            }
        }
        false
    }
}
