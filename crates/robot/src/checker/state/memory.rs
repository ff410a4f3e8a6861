//! The memory of one thread: where everything is, and what is known of each pair.

use obbtree_collider::{Distance, Query};
use obbtree_predicates::{Pose, UpperBound, round_up_f32};
use obbtree_simd::SimdLevel;

use super::clearance_cache::SpendClearance;
use super::intervals::Intervals;
use super::sphere_soa::{NearPairs, PlaceSpheres, SphereSoa};
use crate::checker::data::CheckerData;
use crate::frames::Frame;
use crate::items::{Item, PlacedItem, ask, sphere_gap};
use crate::kinematics::Kinematics;
use crate::lanes::{CloudProof, CloudProofMemory, box_gap};

/// Sums of steps up to this, in radians and metres, are a path; beyond, what was known of the last
/// configuration is of no use. It decides what is remembered, and no answer.
const PATH_STEP: f64 = 1.0;

/// For how many steps like the last one a pair is tested to be apart at first.
pub(crate) const FIRST_SPAN: f32 = 8.0;

/// Of a pose that does not change: later than all configurations.
const AT_REST: u64 = u64::MAX;

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) kinematics: Kinematics,
    pub(crate) query: Query,
    clouds: CloudProofMemory,
    level: SimdLevel,
    spheres: SphereSoa,
    /// Poses of items, and of which configuration.
    poses: Vec<(u64, Option<Pose>)>,
    /// Counts configurations.
    now: u64,
    /// Pairs that may be near each other.
    pub(crate) near: Vec<u32>,
    /// By pair: it does not collide as long as this is above 0.
    pub(crate) clearances: Vec<f64>,
    /// By pair: what the last small step cost it.
    pub(crate) costs: Vec<f64>,
    /// By pair: for how many steps like the last one it is tested to be apart.
    pub(crate) spans: Vec<f32>,
    /// Pairs with unbounded clearances, as long as their tables say that they are apart.
    pub(crate) watched: Vec<u32>,
    previous: Vec<f64>,
    steps: Vec<f64>,
    /// The pair that collided last.
    pub(crate) last_hit: Option<u32>,
    /// By pair: the triangles that met last.
    pub(crate) hints: Vec<Option<[u32; 2]>>,
    /// By pair: how often it collided.
    pub(crate) hits: Vec<u32>,
    pub(crate) intervals: Intervals,
    /// Does what is known of all configurations count: the tables of `disjointness`, and pairs that
    /// no joint moves?
    pub(crate) uses_tables: bool,
    /// Are all values within the ranges of the tables?
    in_range: bool,
    /// Are all values within the ends of the lengths?
    is_within: bool,
}

/// What the step from the last configuration leaves to be tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The configuration has no place, or is beyond limits that count.
    Refused,
    /// Every pair is still apart.
    AllApart,
    /// A small step, taken from the clearances.
    OnPath,
    /// Nothing is known.
    Away,
}

/// How far a pair is apart.
pub(crate) enum Measured {
    /// One of the two has no pose: it collides with everything.
    Nowhere,
    /// More than the length.
    Beyond,
    Apart(Distance),
}

impl State {
    pub(crate) fn new(data: &CheckerData) -> Self {
        let pairs = data.pairs.len();
        let mut clearances = vec![f64::NEG_INFINITY; data.jacobian.columns];
        clearances[pairs..].fill(f64::INFINITY);
        let mut spheres = SphereSoa::default();
        spheres.resize(data.items.len());
        for (n, item) in data.items.iter().enumerate() {
            let radius = match data.half_margins[n] {
                0.0 => item.sphere.radius,
                half => (UpperBound::from(item.sphere.radius) + UpperBound::from(half)).get(),
            };
            spheres.radius[n] = (radius as f32).next_up();
            spheres.half_margin[n] = round_up_f32(data.half_margins[n]);
        }
        // What is at rest is placed once.
        let frame = Frame::IDENTITY;
        let mut poses = vec![(0, None); data.items.len()];
        for (n, item) in data.items.iter().enumerate().skip(data.moving) {
            let [x, y, z] = frame.place(item.sphere.center);
            (spheres.x[n], spheres.y[n], spheres.z[n]) = (x as f32, y as f32, z as f32);
            poses[n] = (AT_REST, item.pose(&frame));
        }
        Self {
            kinematics: Kinematics::default(),
            query: Query::new(),
            clouds: CloudProofMemory::default(),
            level: SimdLevel::detect(),
            spheres,
            poses,
            now: 0,
            near: vec![0; pairs],
            costs: vec![0.0; clearances.len()],
            clearances,
            spans: vec![FIRST_SPAN; pairs],
            watched: Vec::new(),
            previous: vec![f64::NAN; data.robot().dof],
            steps: vec![0.0; data.robot().dof],
            last_hit: None,
            hints: vec![None; pairs],
            hits: vec![0; pairs],
            intervals: Intervals::default(),
            uses_tables: true,
            in_range: false,
            is_within: false,
        }
    }

    /// Goes to a configuration: takes the step from the clearances.
    pub(crate) fn step(&mut self, data: &CheckerData, configuration: &[f64], limits: bool) -> Step {
        if configuration.len() != self.previous.len() {
            self.previous.fill(f64::NAN);
            return Step::Refused;
        }
        let ranges = data.shared.ranges(limits);
        let (mut sum, mut in_range) = (0.0, true);
        for (n, &value) in configuration.iter().enumerate() {
            let step = (value - self.previous[n]).abs();
            self.steps[n] = step;
            sum += step;
            let [low, high] = ranges[n];
            in_range &= low <= value && value <= high;
        }
        // What is within the ranges is finite and within the ends, and within limits that count.
        let mut is_within = in_range;
        if !in_range || data.shared.has_quaternions {
            if data.shared.problem(configuration, limits).is_some() {
                self.previous.fill(f64::NAN);
                return Step::Refused;
            }
            is_within = data.shared.joints.holds_for(configuration);
        }
        self.previous.copy_from_slice(configuration);
        self.is_within = is_within;
        let was_in_range = std::mem::replace(&mut self.in_range, in_range && self.uses_tables);
        if sum <= PATH_STEP && is_within {
            if was_in_range != self.in_range {
                self.drop_clearances(data);
            }
            self.look_at_watched(data);
            let spend = SpendClearance {
                lengths: &data.jacobian,
                steps: &self.steps,
                clearances: &mut self.clearances,
                costs: &mut self.costs,
                pairs: data.pairs.len(),
            };
            let some_left = self.level.dispatch(spend);
            return if some_left { Step::OnPath } else { Step::AllApart };
        }
        self.drop_clearances(data);
        Step::Away
    }

    /// Takes back what pairs may move; those that are known to be apart may move anywhere, or
    /// within the ranges.
    fn drop_clearances(&mut self, data: &CheckerData) {
        self.watched.clear();
        let (knows, in_range) = (self.uses_tables, self.in_range);
        for (clearance, apart) in self.clearances.iter_mut().zip(&data.apart) {
            let is_free = knows && apart.holds(in_range);
            *clearance = if is_free { f64::INFINITY } else { f64::NEG_INFINITY };
        }
    }

    /// Takes the clearances back from pairs whose tables do not say any more that they are apart.
    fn look_at_watched(&mut self, data: &CheckerData) {
        let Self { watched, clearances, previous, .. } = self;
        watched.retain(|&pair| {
            let table = data.tables[pair as usize].as_ref();
            let is_apart = table.is_some_and(|table| table.is_apart(previous));
            if !is_apart {
                clearances[pair as usize] = f64::NEG_INFINITY;
            }
            is_apart
        });
    }

    /// Gives a pair that its table says is apart an unbounded clearance, as long as it does.
    pub(crate) fn watch(&mut self, pair: usize) {
        self.clearances[pair] = f64::INFINITY;
        self.watched.push(pair as u32);
    }

    /// Is a pair proven apart for all values like those of the current configuration?
    pub(crate) fn is_apart_by_table(&self, data: &CheckerData, pair: usize) -> bool {
        let counts = self.uses_tables && self.is_within;
        let table = data.tables[pair].as_ref().filter(|_| counts);
        table.is_some_and(|table| table.is_apart(&self.previous))
    }

    /// Forgets what is known of the last configuration.
    pub(crate) fn forget(&mut self, data: &CheckerData) {
        self.clearances[..data.pairs.len()].fill(f64::NEG_INFINITY);
        self.spans.fill(FIRST_SPAN);
        self.watched.clear();
        self.previous.fill(f64::NAN);
        self.last_hit = None;
        self.hits.fill(0);
        self.hints.fill(None);
    }

    /// Keeps a pair that collides.
    pub(crate) fn remember_hit(&mut self, pair: u32) {
        self.last_hit = Some(pair);
        self.hits[pair as usize] += 1;
    }

    pub(crate) fn level(&self) -> SimdLevel {
        self.level
    }

    /// Puts all links where a configuration has them.
    pub(crate) fn place(&mut self, data: &CheckerData, configuration: &[f64]) {
        self.now += 1;
        self.kinematics.compute(data.robot(), configuration, self.level);
    }

    /// Finds the pairs that may be near each other by spheres and boxes.
    pub(crate) fn find_near(&mut self, data: &CheckerData) {
        self.level.dispatch(PlaceSpheres {
            items: &data.items[..data.moving],
            frames: &self.kinematics.frames,
            spheres: &mut self.spheres,
        });
        self.near.resize(data.pairs.len(), 0);
        let found = self.level.dispatch(NearPairs {
            spheres: &self.spheres,
            boxes: &data.lanes.still_boxes,
            masks: data.masks(self.uses_tables, self.in_range),
            pair_of: &data.pair_of,
            items: data.items.len(),
            moving: data.moving,
            to: &mut self.near,
        });
        self.near.truncate(found);
    }

    /// [`sphere_gap`] of a pair.
    pub(crate) fn sphere_gap(&self, data: &CheckerData, pair: usize, than: f64) -> f64 {
        let items = data.pairs[pair].items.map(|item| &data.items[item]);
        sphere_gap(items.map(|item| (&self.kinematics.frames[item.link], item)), than)
    }

    /// The same of the box of each item that moves and the sphere of the other. `than` has in it
    /// what frames round within the ends; of configurations beyond these nothing is known.
    pub(crate) fn box_gap(&self, data: &CheckerData, pair: usize, than: f64) -> f64 {
        if !self.is_within {
            return f64::NEG_INFINITY;
        }
        let [a, b] = data.pairs[pair].items;
        let frames = &self.kinematics.frames[..];
        let gap = |of: usize, other: usize| {
            let Item { link, sphere, .. } = &data.items[other];
            let sphere = (frames[*link].place(sphere.center), sphere.radius);
            box_gap(&data.shared.lanes, &data.lanes, (of, frames), sphere, than)
        };
        let of_a = gap(a, b);
        if of_a > 0.0 { of_a } else { gap(b, a) }
    }

    /// Makes sure that an item's pose is that of the current configuration. A pose that cannot be
    /// used, as it is out of range, is `None`.
    pub(crate) fn update_pose(&mut self, data: &CheckerData, item: usize) {
        let (when, pose) = &mut self.poses[item];
        if *when == self.now || *when == AT_REST {
            return;
        }
        *when = self.now;
        let one = &data.items[item];
        *pose = one.pose(&self.kinematics.frames[one.link]);
    }

    /// Is a pair of a link and a cloud proven to be farther apart than a length? Of other pairs
    /// nothing is.
    #[inline]
    pub(crate) fn is_apart_from_cloud(
        &mut self,
        data: &CheckerData,
        pair: usize,
        length: f64,
    ) -> bool {
        data.lanes.has_cloud(pair)
            && self.level.dispatch(CloudProof {
                robot: &data.shared.lanes,
                world: &data.lanes,
                frames: &self.kinematics.frames,
                pair,
                length,
                memory: &mut self.clouds,
            })
    }

    /// Does a pair collide at every configuration, as no joint moves it?
    #[inline]
    pub(crate) fn always_collides(&self, data: &CheckerData, pair: usize) -> bool {
        data.always[pair] && self.uses_tables
    }

    /// How far a pair is apart where the links are, unless that is more than a number that is
    /// finite.
    pub(crate) fn distance_within(
        &mut self,
        data: &CheckerData,
        pair: usize,
        at_most: f64,
    ) -> Measured {
        let fixed = data.fixed(pair).filter(|_| self.uses_tables);
        let Some((placed, query)) = self.placed(data, pair) else { return Measured::Nowhere };
        let found = match fixed {
            Some(fixed) => fixed.distance_within(query, placed, at_most),
            None => ask::distance_within(query, placed, at_most),
        };
        found.map_or(Measured::Beyond, Measured::Apart)
    }

    /// Both parts of a pair, placed, and the query for them; `None` if one cannot be placed.
    pub(crate) fn placed<'s>(
        &'s mut self,
        data: &'s CheckerData,
        pair: usize,
    ) -> Option<([PlacedItem<'s>; 2], &'s mut Query)> {
        let [a, b] = data.pairs[pair].items;
        self.update_pose(data, a);
        self.update_pose(data, b);
        let pose_a = self.poses[a].1.as_ref()?;
        let pose_b = self.poses[b].1.as_ref()?;
        let parts = [(&data.items[a], pose_a), (&data.items[b], pose_b)];
        Some((parts, &mut self.query))
    }
}
