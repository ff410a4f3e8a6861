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

use obbtree_ccd::{Ended, IntervalProof, Left, Limits, TimeInterval};
use obbtree_scene::BodyId;

use super::ask;
use super::check::Checker;
use super::data::CheckerData;
use super::intervals::Intervals;
use super::state::State;
use crate::error::CheckError;

/// How a motion is checked.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MotionOptions {
    /// The time of a first contact is known to within this; a motion takes time 1.
    pub time_tolerance: f64,
    /// At most so many intervals are looked at; then the motion is given up as
    /// [`Undecided`](MotionVerdict::Undecided).
    pub effort: u32,
}

impl Default for MotionOptions {
    /// A thousandth of the motion, and 20,000 intervals.
    fn default() -> Self {
        Self { time_tolerance: 1e-3, effort: 20_000 }
    }
}

impl MotionOptions {
    /// The time of a contact is known to within this; at least 2^-40.
    #[must_use]
    pub fn time_tolerance(mut self, time: f64) -> Self {
        self.time_tolerance = time;
        self
    }

    /// At most so many intervals are looked at.
    #[must_use]
    pub fn effort(mut self, intervals: u32) -> Self {
        self.effort = intervals;
        self
    }
}

/// Is a motion free?
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MotionVerdict {
    /// Proven: nothing collides at any time.
    Free,
    /// Something collides.
    Contact(MotionContact),
    /// Neither a contact was found nor a proof that there is none: a pair grazes. Planners take it
    /// as one that is not free.
    Undecided(MotionContact),
}

/// Where a motion stops to be free.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MotionContact {
    /// Up to this time the motion is proven free; 0 if it collides at the start.
    pub last_free: f64,
    /// The configuration there: what planners call the last valid one; the start, valid or not, if
    /// that time is 0.
    pub configuration: Vec<f64>,
    /// For a contact: at this time the pair collides; 0 if it does at the start. For an undecided
    /// motion: up to this time nothing is proven.
    pub until: f64,
    /// The bodies, a link or an attached body first.
    pub pair: [BodyId; 2],
}

impl MotionVerdict {
    /// Is the whole motion proven to be free?
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Free)
    }

    /// `free`, `contact` or `undecided`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Contact(_) => "contact",
            Self::Undecided(_) => "undecided",
        }
    }
}

impl Checker {
    /// Is every configuration on the straight line from one to another free? Proven, at all real
    /// times; a motion that grazes something so closely that nothing is proven is not, nor one
    /// with an end that [`Checker::check_values`] refuses.
    ///
    /// The line is that of joint values; of floating joints' quaternions too, which are normalised.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><origin xyz="0 0 3"/><geometry><sphere radius="0.5"/>
    /// #   </geometry>
    /// #   </collision></link>
    /// #   <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    /// #   </joint></robot>"#;
    /// use obbtree_collider::Body;
    /// use obbtree_mesh::Mesh;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, MotionOptions, MotionVerdict, Robot};
    /// use obbtree_scene::Scene;
    /// let robot = Robot::of_text(text, "r.urdf", &[])?; // a sphere, 3 above a hinge along x
    /// let corners = vec![[-1.0, 2.0, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 9.0]];
    /// let wall = Body::new(Mesh::new(corners, vec![[0, 1, 2]])?);
    /// let mut world = Scene::new();
    /// world.add("wall", wall, Pose::identity())?;
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// assert!(checker.is_motion_valid(&[0.0], &[0.5])); // away from the wall
    /// let verdict = checker.check_motion(&[0.0], &[-3.0], &MotionOptions::default())?;
    /// let MotionVerdict::Contact(found) = verdict else { panic!("it turns into the wall") };
    /// assert!((3.0 * found.until - 0.5).abs() < 0.1); // reaches y = 2 after about 0.5 rad
    /// assert!(checker.is_motion_valid(&[0.0], &found.configuration));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_motion_valid(&mut self, from: &[f64], to: &[f64]) -> bool {
        // Most motions that are not free end, or are half way, in a collision.
        self.is_valid(to) && self.check_values(from).is_ok() && {
            let any_time = MotionOptions::default().time_tolerance(1.0);
            self.searched(from, to, &any_time, |search, how| search.run(how)).is_free()
        }
    }

    /// [`Checker::is_motion_valid`], with the last configuration up to which the motion is proven
    /// free, and the pair that collides first.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses an end.
    pub fn check_motion(
        &mut self,
        from: &[f64],
        to: &[f64],
        options: &MotionOptions,
    ) -> Result<MotionVerdict, CheckError> {
        self.check_values(from)?;
        self.check_values(to)?;
        Ok(self.searched(from, to, options, |search, options| {
            let found = search.run(options);
            search.at_the_start(found)
        }))
    }

    fn searched(
        &mut self,
        from: &[f64],
        to: &[f64],
        options: &MotionOptions,
        search_for: impl FnOnce(&mut Search<'_>, &MotionOptions) -> MotionVerdict,
    ) -> MotionVerdict {
        let data = std::sync::Arc::clone(&self.data);
        self.state.uses_tables = self.remembers;
        let rounding = data.jacobian.rounding_on_line(from, to);
        let state = &mut self.state;
        let mut search = Search { data: &data, state, from, to, rounding, hit: None, unproven: 0 };
        search_for(&mut search, options)
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

/// The configuration at a time; the ends exactly.
fn on_line(from: &[f64], to: &[f64], time: f64, at: &mut [f64]) {
    for n in 0..at.len() {
        at[n] = if time == 1.0 { to[n] } else { from[n] + time * (to[n] - from[n]) };
    }
}

struct Search<'s> {
    data: &'s CheckerData,
    state: &'s mut State,
    from: &'s [f64],
    to: &'s [f64],
    /// Of the frames at two times.
    rounding: f64,
    /// The earliest time that is known to collide, and the pair.
    hit: Option<(f64, u32)>,
    /// A pair that was not proven free in the last interval that was not.
    unproven: u32,
}

impl Search<'_> {
    fn run(&mut self, options: &MotionOptions) -> MotionVerdict {
        let pairs = self.list_pairs();
        let limits = Limits {
            time_tolerance: options.time_tolerance,
            effort: options.effort,
            known_contact: None,
        };
        let mut intervals = std::mem::take(&mut self.state.intervals.search);
        let ended = intervals.run(self, pairs, &limits);
        self.state.intervals.search = intervals;
        match (ended, self.hit) {
            (Ended::Contact { last_free, .. }, Some((time, pair))) => {
                MotionVerdict::Contact(self.contact(last_free, time, pair))
            }
            (Ended::GivenUp { last_free, until }, _) => {
                MotionVerdict::Undecided(self.contact(last_free, until, self.unproven))
            }
            _ => MotionVerdict::Free,
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
        let all = 0..self.data.pairs.len();
        let State { intervals: Intervals { pairs, .. }, hits, .. } = &mut *self.state;
        pairs.clear();
        pairs.extend(all.filter(|&n| !(skips && never[n])).map(|n| n as u32));
        pairs.sort_by_key(|&pair| u32::MAX - hits[pair as usize]);
        pairs.len()
    }

    /// The verdict; a contact at 0 if the motion was not proven free for any time, as its start
    /// collides.
    fn at_the_start(&mut self, verdict: MotionVerdict) -> MotionVerdict {
        let (MotionVerdict::Contact(found) | MotionVerdict::Undecided(found)) = &verdict else {
            return verdict;
        };
        if found.last_free > 0.0 {
            return verdict;
        }
        // What collides at the start was proven for no interval that begins there.
        let mut pairs = self.state.intervals.pairs.clone();
        pairs.sort_unstable();
        pairs.dedup();
        self.state.place(self.data, self.from);
        match pairs.into_iter().find(|&pair| self.collides(pair)) {
            Some(pair) => MotionVerdict::Contact(self.contact(0.0, 0.0, pair)),
            None => verdict,
        }
    }

    /// Goes to the middle of an interval and adds the pairs that are not proven free on it; returns
    /// where they begin.
    fn not_proven(&mut self, interval: &TimeInterval<()>, range: Range<usize>) -> usize {
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
        for n in range {
            let pair = pairs[n];
            let moves = bound.of_pair(&data.chains, pair as usize, self.rounding);
            let moves = data.pairs[pair as usize].beyond_margin(moves);
            if state.sphere_gap(data, pair as usize, moves) > 0.0 {
                continue;
            }
            let near = state.placed(data, pair as usize);
            if near.is_none_or(|(parts, query)| ask::closer_than(query, parts, moves)) {
                pairs.push(pair);
            }
        }
        self.state.intervals = intervals;
        begin
    }

    /// Does a pair collide where the links are?
    fn collides(&mut self, pair: u32) -> bool {
        let margin = self.data.pairs[pair as usize].margin;
        let placed = self.state.placed(self.data, pair as usize);
        placed.is_none_or(|(parts, query)| ask::collide(query, parts, margin).is_some())
    }

    fn contact(&self, last_free: f64, until: f64, pair: u32) -> MotionContact {
        let mut configuration = self.from.to_vec();
        on_line(self.from, self.to, last_free, &mut configuration);
        let pair = self.data.bodies(pair as usize);
        MotionContact { last_free, configuration, until, pair }
    }
}

impl IntervalProof for Search<'_> {
    type State = ();

    fn state_at(&mut self, _: f64) {}

    fn truncate(&mut self, pairs: usize) {
        self.state.intervals.pairs.truncate(pairs);
    }

    fn prove(&mut self, interval: &TimeInterval<()>, range: Range<usize>) -> Left {
        let begin = self.not_proven(interval, range);
        let left = begin..self.state.intervals.pairs.len();
        let mut colliding = None;
        for n in left.clone() {
            let pair = self.state.intervals.pairs[n];
            if self.collides(pair) {
                colliding = Some(pair);
                break;
            }
        }
        if let Some(pair) = colliding {
            let time = interval.middle.time;
            self.hit = Some((time, pair));
            self.state.last_hit = Some(pair);
            self.state.hits[pair as usize] += 1;
            return Left::Contact(time, left);
        }
        if !left.is_empty() {
            self.unproven = self.state.intervals.pairs[begin];
        }
        Left::Pairs(left)
    }
}
