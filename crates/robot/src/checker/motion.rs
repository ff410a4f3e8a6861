//! Continuous motions: is every configuration on the straight line between two free?
//!
//! At the middle of an interval of the line each pair is tested to be farther apart than its
//! margin and what it can move in the interval; the search over intervals is that of `obbtree_ccd`.
//! `motion_bound` says how far a pair can move; what frames and values round is added.
//!
//! Free means: at every real time from 0 to 1, of the line in exact arithmetic, and of the poses
//! that forward kinematics gives anywhere on it. Limits of joints are convex: a line between two
//! configurations within them stays within them.

use std::ops::Range;

use obbtree_ccd::{
    CloseApproach, Ended, FirstContact, IntervalProof, Left, Limits, Sweep, SweepOptions,
    TimeInterval,
};
use obbtree_collider::Distance;
use obbtree_predicates::Pose;
use obbtree_scene::PartPair;

use super::ask;
use super::blocks::{Line, LineEffort};
use super::check::Checker;
use super::data::CheckerData;
use super::intervals::Intervals;
use super::nearest::NOWHERE;
use super::state::State;
use crate::error::CheckError;
use crate::line::{configuration_at, on_line};

impl Checker {
    /// Is every configuration on the straight line from one to another free? Proven, at all real
    /// times; a motion that grazes something so closely that nothing is proven is not, nor one
    /// with an end that [`Checker::check_values`] refuses.
    ///
    /// The line is that of joint values; of floating joints' quaternions too, which are normalised.
    pub fn is_motion_valid(&mut self, from: &[f64], to: &[f64]) -> bool {
        let any_time = SweepOptions::default().time_tolerance(1.0);
        let is_proven = |search: &mut Search<'_>| search.run() == Ended::Proven;
        if self.data.in_ranges(from) && self.data.in_ranges(to) {
            match self.line([from, to], LineEffort::PROOF) {
                Line::Free => return true,
                Line::Hit => return false,
                Line::Open => {}
            }
            let pairs = std::mem::take(&mut self.state.lanes.pairs);
            let found = self.searched_pairs(from, to, &any_time, Some(&pairs), is_proven);
            self.state.lanes.pairs = pairs;
            return found;
        }
        // Most motions that are not free end, or are half way, in a collision.
        self.is_valid(to)
            && self.check_values(from).is_ok()
            && self.searched(from, to, &any_time, is_proven)
    }

    /// Does it show quickly that [`Checker::is_motion_valid`]? *Yes* is proof; after *no* it may
    /// still be so. For planners, which have other lines to try.
    pub fn is_motion_clear(&mut self, from: &[f64], to: &[f64]) -> bool {
        match self.data.in_ranges(from) && self.data.in_ranges(to) {
            true => self.line([from, to], LineEffort::SEARCH) == Line::Free,
            false => self.is_motion_valid(from, to),
        }
    }

    /// When does something collide first on the straight line of joint values from one
    /// configuration to another? What [`Checker::is_motion_valid`] tests, with times and places:
    /// a motion takes time 1, and [`configuration_at`](crate::configuration_at) is the
    /// configuration at a time; that of [`Sweep::last_free`] is what planners call the last valid
    /// one. Where the start collides both times of the contact are 0.
    ///
    /// A pair with a margin is in contact where it is at the margin. The poses are those of the two
    /// parts, the points the closest ones of these, in the frame of the root link. Where a link is
    /// so far away that no pose has its place, the poses are the identity, do not meet, and there
    /// are no points. The clearance of a free motion is no more than the least margin of the pairs:
    /// so much is proven of each. The effort counts intervals of time, in which all pairs are
    /// tested.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses an end.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><origin xyz="0 0 3"/><geometry><sphere radius="0.5"/>
    /// #   </geometry>
    /// #   </collision></link>
    /// #   <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    /// #   </joint></robot>"#;
    /// use obbtree_ccd::{Sweep, SweepOptions};
    /// use obbtree_collider::Body;
    /// use obbtree_mesh::Mesh;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot, configuration_at};
    /// use obbtree_scene::Scene;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere, 3 above a hinge along x
    /// let corners = vec![[-1.0, 2.0, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 9.0]];
    /// let wall = Body::new(Mesh::new(corners, vec![[0, 1, 2]])?);
    /// let mut world = Scene::new();
    /// world.add("wall", wall, Pose::identity())?;
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// assert!(checker.is_motion_valid(&[0.0], &[0.5])); // away from the wall
    /// let found = checker.sweep(&[0.0], &[-3.0], &SweepOptions::default())?;
    /// let last_valid = configuration_at(&[0.0], &[-3.0], found.last_free());
    /// assert!(checker.is_motion_valid(&[0.0], &last_valid));
    /// let Sweep::Contact(found) = found else { panic!("it turns into the wall") };
    /// assert_eq!(checker.names(found.pair.bodies), ["b", "wall"]);
    /// assert!((3.0 * found.first_contact - 0.5).abs() < 0.1); // y is 2 after about 0.5 rad
    /// assert!((found.points.expect("a place")[1].y - 2.0).abs() < 1e-9); // on the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(
        &mut self,
        from: &[f64],
        to: &[f64],
        options: &SweepOptions,
    ) -> Result<Sweep<PartPair>, CheckError> {
        self.check_values(from)?;
        self.check_values(to)?;
        if self.is_proven_in_lanes(from, to) {
            return Ok(Sweep::Free { clearance: self.data.least_margin });
        }
        Ok(self.searched(from, to, options, |search| search.verdict()))
    }

    /// Up to when a motion is proven free; 1 if all of it is. [`Sweep::last_free`] of
    /// [`Checker::sweep`] without where it meets.
    pub(crate) fn last_free(&mut self, from: &[f64], to: &[f64]) -> Result<f64, CheckError> {
        self.check_values(from)?;
        self.check_values(to)?;
        if self.is_proven_in_lanes(from, to) {
            return Ok(1.0);
        }
        let ended = self.searched(from, to, &SweepOptions::default(), |search| search.run());
        Ok(match ended {
            Ended::Proven => 1.0,
            Ended::Contact { last_free, .. } | Ended::GivenUp { last_free, .. } => last_free,
            // Without a distance tolerance nothing is given up on.
            Ended::ByProof => 0.0,
        })
    }

    /// Lanes prove most motions that are free.
    fn is_proven_in_lanes(&mut self, from: &[f64], to: &[f64]) -> bool {
        let is_in_ranges = self.data.in_ranges(from) && self.data.in_ranges(to);
        is_in_ranges && self.line([from, to], LineEffort::PROOF) == Line::Free
    }

    fn searched<R>(
        &mut self,
        from: &[f64],
        to: &[f64],
        options: &SweepOptions,
        search_for: impl FnOnce(&mut Search<'_>) -> R,
    ) -> R {
        self.searched_pairs(from, to, options, None, search_for)
    }

    /// Of these pairs alone, where the others are proven free.
    fn searched_pairs<R>(
        &mut self,
        from: &[f64],
        to: &[f64],
        options: &SweepOptions,
        only: Option<&[u32]>,
        search_for: impl FnOnce(&mut Search<'_>) -> R,
    ) -> R {
        let data = std::sync::Arc::clone(&self.data);
        self.state.uses_tables = self.remembers;
        let rounding = data.jacobian.rounding_on_line(from, to);
        let (state, hit, unproven, grazes) = (&mut self.state, None, 0, None);
        search_for(&mut Search {
            data: &data,
            state,
            from,
            to,
            options,
            only,
            rounding,
            hit,
            unproven,
            grazes,
        })
    }

    /// Are so many configurations on the straight line, evenly spaced with both ends, all free?
    /// What is between them is not tested: for comparison.
    pub fn is_motion_valid_sampled(&mut self, from: &[f64], to: &[f64], samples: usize) -> bool {
        if from.len() != to.len() {
            return false;
        }
        let last = samples.saturating_sub(1).max(1) as f64;
        let mut at = vec![0.0; from.len()];
        (0..samples.max(2)).all(|k| {
            on_line(from, to, k as f64 / last, &mut at);
            self.is_valid(&at)
        })
    }
}

struct Search<'s> {
    data: &'s CheckerData,
    state: &'s mut State,
    from: &'s [f64],
    to: &'s [f64],
    options: &'s SweepOptions,
    /// The pairs that are tested; all if there are none here.
    only: Option<&'s [u32]>,
    /// Of the frames at two times.
    rounding: f64,
    /// The earliest time that is known to collide, and the pair.
    hit: Option<(f64, u32)>,
    /// A pair that was not proven free in the last interval that was not.
    unproven: u32,
    /// Where the search ended as that pair comes closer than the distance tolerance.
    grazes: Option<[f64; 2]>,
}

impl Search<'_> {
    fn run(&mut self) -> Ended {
        let pairs = self.list_pairs();
        if pairs == 0 {
            return Ended::Proven;
        }
        let limits = Limits {
            time_tolerance: self.options.time_tolerance,
            effort: self.options.effort,
            known_contact: None,
        };
        let mut intervals = std::mem::take(&mut self.state.intervals.search);
        let ended = intervals.run(self, pairs, &limits);
        self.state.intervals.search = intervals;
        ended
    }

    fn verdict(&mut self) -> Sweep<PartPair> {
        let (times, contact) = match (self.run(), self.hit, self.grazes) {
            (Ended::Contact { last_free, .. }, Some((time, pair)), _) => {
                ([last_free, time], Some(pair))
            }
            (Ended::GivenUp { last_free, until }, ..) => ([last_free, until], None),
            (Ended::ByProof, _, Some(times)) => (times, None),
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
        let CheckerData { shared, never, .. } = self.data;
        let in_range = |values: &[f64]| {
            values.iter().zip(&shared.ranges).all(|(x, [low, high])| low <= x && x <= high)
        };
        // The ranges of values are convex: what is never close within them is not on the line.
        let skips = self.state.uses_tables && in_range(self.from) && in_range(self.to);
        let all = 0..self.data.pairs.len() as u32;
        let State { intervals: Intervals { pairs, .. }, hits, .. } = &mut *self.state;
        pairs.clear();
        match self.only {
            Some(only) => pairs.extend_from_slice(only),
            None => pairs.extend(all.filter(|&n| !(skips && never[n as usize]))),
        }
        pairs.sort_by_key(|&pair| u32::MAX - hits[pair as usize]);
        pairs.len()
    }

    fn colliding_at_start(&mut self) -> Option<u32> {
        // What collides at the start was proven for no interval that begins there.
        let mut pairs = self.state.intervals.pairs.clone();
        pairs.sort_unstable();
        pairs.dedup();
        self.state.place(self.data, self.from);
        pairs.into_iter().find(|&pair| self.collides(pair))
    }

    /// Goes to the middle of an interval and adds the pairs that are not proven free on it; returns
    /// where they begin, and a pair of them that is closer than the distance tolerance.
    fn not_proven(
        &mut self,
        interval: &TimeInterval<()>,
        range: Range<usize>,
    ) -> (usize, Option<u32>) {
        /// More than the rounding of a value on the line, of half an interval and of this sum, of
        /// both ends' sizes: 8 roundings, where there are 5. What underflows is less than the
        /// rounding of frames holds.
        const VALUE_REL_ERR: f64 = 1.0 / (1_u64 << 50) as f64;
        let (data, state) = (self.data, &mut *self.state);
        let (from, to) = (self.from, self.to);
        let mut intervals = std::mem::take(&mut state.intervals);
        intervals.middle.resize(from.len(), 0.0);
        intervals.half.resize(from.len(), 0.0);
        on_line(from, to, interval.middle.time, &mut intervals.middle);
        let share = 0.5 * interval.length();
        for n in 0..from.len() {
            // A value that stays is exact.
            let moves = to[n] != from[n];
            let rounding = if moves { VALUE_REL_ERR * (from[n].abs() + to[n].abs()) } else { 0.0 };
            intervals.half[n] = share * (to[n] - from[n]).abs() + rounding;
        }
        state.place(data, &intervals.middle);
        let Intervals { bound, middle, half, pairs, .. } = &mut intervals;
        bound.compute(data.robot(), &data.chains, &state.kinematics, middle, half, self.rounding);
        let begin = pairs.len();
        let mut close = None;
        for n in range {
            let pair = pairs[n];
            let displacement = bound.of_pair(&data.chains, pair as usize, self.rounding);
            let moves = data.pairs[pair as usize].beyond_margin(displacement);
            if state.sphere_gap(data, pair as usize, moves) > 0.0 {
                continue;
            }
            let near = state.placed(data, pair as usize);
            if near.is_none_or(|(parts, query)| ask::closer_than(query, parts, moves)) {
                pairs.push(pair);
                if displacement < self.options.distance_tolerance {
                    close = close.or(Some(pair));
                }
            }
        }
        self.state.intervals = intervals;
        (begin, close)
    }

    /// Does a pair collide where the links are?
    fn collides(&mut self, pair: u32) -> bool {
        let margin = self.data.pairs[pair as usize].margin;
        let placed = self.state.placed(self.data, pair as usize);
        placed.is_none_or(|(parts, query)| ask::collide(query, parts, margin).is_some())
    }

    /// Of a pair that is closer than the distance tolerance and moves less in an interval: it
    /// collides at the end of it, or the search ends.
    fn given_up(&mut self, interval: &TimeInterval<()>, pair: u32, left: Range<usize>) -> Left {
        self.unproven = pair;
        let to = interval.to.time;
        self.state.place(self.data, &configuration_at(self.from, self.to, to));
        if self.collides(pair) {
            self.hit(to, pair);
            return Left::Contact(to, left);
        }
        self.grazes = Some([interval.from.time, to]);
        Left::End
    }

    /// Keeps a time at which a pair collides.
    fn hit(&mut self, time: f64, pair: u32) {
        self.hit = Some((time, pair));
        self.state.last_hit = Some(pair);
        self.state.hits[pair as usize] += 1;
    }

    /// Goes to a time; where the parts of a pair are closest there, and their poses.
    fn closest_at(&mut self, time: f64, pair: u32) -> Option<(Distance, [Pose; 2])> {
        self.state.place(self.data, &configuration_at(self.from, self.to, time));
        let (parts, query) = self.state.placed(self.data, pair as usize)?;
        Some((ask::distance(query, parts), parts.map(|(_, pose)| *pose)))
    }

    fn contact(&mut self, times: [f64; 2], pair: u32) -> FirstContact<PartPair> {
        let found = self.closest_at(times[1], pair);
        let pair = self.data.part_pair(pair as usize);
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
        let Some((closest, poses)) = found else {
            return CloseApproach::new(pair, times, [Pose::identity(); 2], 0.0, NOWHERE);
        };
        let mut close = CloseApproach::new(pair, times, poses, closest.upper, closest.points);
        close.triangles = closest.triangles;
        close
    }
}

impl IntervalProof for Search<'_> {
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
            if self.collides(pair) {
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
}
