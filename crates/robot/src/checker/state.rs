//! The memory of one thread: where everything is, and what is known of each pair.

use obbtree_body::Query;
use obbtree_predicates::Pose;
use obbtree_simd::SimdLevel;

use super::ask::PlacedItem;
use super::balls::{Balls, NearPairs, PlaceBalls};
use super::budgets::Pay;
use super::pieces::Pieces;
use super::plan::Plan;
use crate::kinematics::Kinematics;

/// Sums of steps up to this, in radians and metres, are a path; beyond, what was known of the last
/// configuration is of no use. It decides what is remembered, and no answer.
const PATH_STEP: f64 = 1.0;

/// For how many steps like the last one a pair is first asked to be apart.
pub(super) const FIRST_SPAN: f32 = 8.0;

#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) kinematics: Kinematics,
    pub(super) query: Query,
    level: SimdLevel,
    balls: Balls,
    /// Poses of items, and of which configuration.
    poses: Vec<(u64, Option<Pose>)>,
    /// Counts configurations.
    now: u64,
    /// Pairs whose balls are not apart.
    pub(super) near: Vec<u32>,
    /// By pair: it has not met as long as this is above 0.
    pub(super) budgets: Vec<f64>,
    /// By pair: what the last small step cost it.
    pub(super) prices: Vec<f64>,
    /// By pair: for how many steps like the last one it is asked to be apart.
    pub(super) spans: Vec<f32>,
    /// Pairs with budgets without end, as long as their tables say that they are apart.
    pub(super) watched: Vec<u32>,
    previous: Vec<f64>,
    steps: Vec<f64>,
    /// The pair that collided last.
    pub(super) last_hit: Option<u32>,
    /// By pair: the triangles that met last.
    pub(super) hints: Vec<Option<[u32; 2]>>,
    /// By pair: how often it collided.
    pub(super) hits: Vec<u32>,
    pub(super) pieces: Pieces,
    /// Are the tables of `known` asked?
    pub(super) uses_known: bool,
    /// Are all values within the ranges of the tables?
    in_range: bool,
    /// Are all values within the ends of the reach?
    is_within: bool,
}

/// What the step from the last configuration leaves to be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The configuration has no place, or is beyond limits that count.
    Refused,
    /// Every pair is still apart.
    AllApart,
    /// A small step, taken from the budgets.
    OnPath,
    /// Nothing is known.
    Away,
}

impl State {
    pub(super) fn new(plan: &Plan) -> Self {
        let pairs = plan.pairs.len();
        let mut budgets = vec![f64::NEG_INFINITY; plan.reach.columns];
        budgets[pairs..].fill(f64::INFINITY);
        let mut balls = Balls::default();
        balls.resize(plan.items.len());
        for (n, item) in plan.items.iter().enumerate() {
            balls.radius[n] = (item.ball.radius as f32).next_up();
        }
        Self {
            kinematics: Kinematics::default(),
            query: Query::new(),
            level: SimdLevel::detect(),
            balls,
            poses: vec![(0, None); plan.items.len()],
            now: 0,
            near: vec![0; pairs],
            prices: vec![0.0; budgets.len()],
            budgets,
            spans: vec![FIRST_SPAN; pairs],
            watched: Vec::new(),
            previous: vec![f64::NAN; plan.robot.values],
            steps: vec![0.0; plan.robot.values],
            last_hit: None,
            hints: vec![None; pairs],
            hits: vec![0; pairs],
            pieces: Pieces::default(),
            uses_known: true,
            in_range: false,
            is_within: false,
        }
    }

    /// Goes to a configuration: takes the step from the budgets.
    pub(super) fn step(&mut self, plan: &Plan, configuration: &[f64], limits: bool) -> Step {
        assert_eq!(configuration.len(), plan.robot.values, "values of the configuration");
        let (mut sum, mut in_range) = (0.0, true);
        for (n, &value) in configuration.iter().enumerate() {
            let step = (value - self.previous[n]).abs();
            self.steps[n] = step;
            sum += step;
            let [low, high] = plan.known.ranges[n];
            in_range &= low <= value && value <= high;
        }
        // What is within the ranges is finite and within the ends and the limits.
        let mut is_within = in_range;
        if !in_range || plan.has_quaternions {
            if plan.problem(configuration, limits).is_some() {
                self.previous.fill(f64::NAN);
                return Step::Refused;
            }
            is_within = plan.reach.holds_for(configuration);
        }
        self.previous.copy_from_slice(configuration);
        self.is_within = is_within;
        let was_in_range = std::mem::replace(&mut self.in_range, in_range && self.uses_known);
        if sum <= PATH_STEP && is_within {
            if was_in_range != self.in_range {
                self.clear_budgets(plan);
            }
            self.look_at_watched(plan);
            let pay = Pay {
                reach: &plan.reach,
                steps: &self.steps,
                budgets: &mut self.budgets,
                prices: &mut self.prices,
                pairs: plan.pairs.len(),
            };
            let some_left = self.level.dispatch(pay);
            return if some_left { Step::OnPath } else { Step::AllApart };
        }
        self.clear_budgets(plan);
        Step::Away
    }

    /// Takes back what pairs may move; those that are never close may move anywhere within the ranges.
    fn clear_budgets(&mut self, plan: &Plan) {
        self.watched.clear();
        for (budget, never) in self.budgets.iter_mut().zip(&plan.known.never) {
            let is_free = *never && self.in_range;
            *budget = if is_free { f64::INFINITY } else { f64::NEG_INFINITY };
        }
    }

    /// Takes the budgets back from pairs whose tables do not say any more that they are apart.
    fn look_at_watched(&mut self, plan: &Plan) {
        let Self { watched, budgets, previous, .. } = self;
        watched.retain(|&pair| {
            let table = plan.known.tables[pair as usize].as_ref();
            let is_apart = table.is_some_and(|table| table.is_apart(previous));
            if !is_apart {
                budgets[pair as usize] = f64::NEG_INFINITY;
            }
            is_apart
        });
    }

    /// Gives a pair that its table says is apart a budget without end, as long as it does.
    pub(super) fn watch(&mut self, pair: usize) {
        self.budgets[pair] = f64::INFINITY;
        self.watched.push(pair as u32);
    }

    /// Is a pair proven apart for all values like those of the current configuration?
    pub(super) fn is_known_apart(&self, plan: &Plan, pair: usize) -> bool {
        let is_asked = self.uses_known && self.is_within;
        let table = plan.known.tables[pair].as_ref().filter(|_| is_asked);
        table.is_some_and(|table| table.is_apart(&self.previous))
    }

    /// Forgets what is known of the last configuration.
    pub(super) fn forget(&mut self, plan: &Plan) {
        self.budgets[..plan.pairs.len()].fill(f64::NEG_INFINITY);
        self.spans.fill(FIRST_SPAN);
        self.watched.clear();
        self.previous.fill(f64::NAN);
        self.last_hit = None;
        self.hits.fill(0);
        self.hints.fill(None);
    }

    /// Puts all links where a configuration has them.
    pub(super) fn place(&mut self, plan: &Plan, configuration: &[f64]) {
        self.now += 1;
        self.kinematics.compute(&plan.robot, configuration, self.level);
    }

    /// Finds the pairs whose balls are not apart.
    pub(super) fn find_near(&mut self, plan: &Plan) {
        self.level.dispatch(PlaceBalls {
            items: &plan.items,
            frames: &self.kinematics.frames,
            balls: &mut self.balls,
        });
        self.near.resize(plan.pairs.len(), 0);
        let found = self.level.dispatch(NearPairs {
            balls: &self.balls,
            masks: if self.in_range { &plan.masks_in_range } else { &plan.masks },
            pair_of: &plan.pair_of,
            items: plan.items.len(),
            to: &mut self.near,
        });
        self.near.truncate(found);
    }

    /// A lower bound of how much farther apart a pair's spheres are than `than`, where it is
    /// positive; else they may be nearer than that. Not above 0 where a number is not finite.
    ///
    /// *Lemma.* Centres are off by `8 v` of themselves, see `items::in_frame`, their difference,
    /// its length and the sums by some `8 v` of the sizes, `v = 2^-53`: [`ROUNDING`] is `2^13 v`.
    /// Where the result is positive, `than` is no larger than the distance, so than the sizes.
    /// Squares that underflow take less than 2^-535 from the distance or give it to it, which is
    /// in the radii. *End.*
    pub(super) fn ball_gap(&self, plan: &Plan, pair: usize, than: f64) -> f64 {
        const ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;
        let [a, b] = plan.pairs[pair].items.map(|item| {
            let item = &plan.items[item];
            (self.kinematics.frames[item.link].place(item.ball.center), item.ball.radius)
        });
        let away = [0, 1, 2].map(|k| a.0[k] - b.0[k]);
        let distance = away.iter().map(|x| x * x).sum::<f64>().sqrt();
        let size = a.0.iter().chain(&b.0).map(|x| x.abs()).sum::<f64>() + a.1 + b.1;
        distance - (a.1 + b.1) - (ROUNDING * size + than)
    }

    /// Makes sure that an item's pose is that of the current configuration. A pose that cannot be used, as it
    /// is out of range, is `None`.
    pub(super) fn update_pose(&mut self, plan: &Plan, item: usize) {
        let (when, pose) = &mut self.poses[item];
        if *when == self.now {
            return;
        }
        *when = self.now;
        let one = &plan.items[item];
        let link = self.kinematics.frames[one.link];
        let frame = if one.is_at_link { link } else { link.times(&one.frame) };
        *pose = frame.to_pose().ok();
    }

    /// Both parts of a pair, placed, and the query to ask by; `None` if one cannot be placed.
    pub(super) fn placed<'s>(
        &'s mut self,
        plan: &'s Plan,
        pair: usize,
    ) -> Option<([PlacedItem<'s>; 2], &'s mut Query)> {
        let [a, b] = plan.pairs[pair].items;
        self.update_pose(plan, a);
        self.update_pose(plan, b);
        let pose_a = self.poses[a].1.as_ref()?;
        let pose_b = self.poses[b].1.as_ref()?;
        let parts = [(&plan.items[a], pose_a), (&plan.items[b], pose_b)];
        Some((parts, &mut self.query))
    }
}
