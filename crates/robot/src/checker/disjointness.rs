//! What is disjoint of a pair at all configurations, before any is pair_collides about: where only one or two values move its
//! links relative to each other, their ranges are divided into cells, and a bit for each says that the pair is
//! proven apart for all values in it.
//!
//! The proof is that of a interval of a motion (`motion`): at the middle of a cell the pair is farther apart than it
//! can move in the cell. Large cells are tried first and divided where that fails. So the neighbours but one in a
//! chain, which are always close, cost a look at a table; a pair that is apart in all cells costs nothing.

use obbtree_collider::Query;
use obbtree_predicates::Pose;
use obbtree_simd::SimdLevel;

use super::ask;
use super::items::{Item, ItemPair};
use super::jacobian_bound::JacobianBound;
use super::motion_bound::{Chains, MotionBound};
use crate::frame::Frame;
use crate::kinematics::Kinematics;
use crate::robot::Robot;

/// Divisions of the range of a value: cells of some degrees, within which a link moves less than its thickness.
const DIVISIONS: usize = 128;
/// Questions about one pair at most: a few milliseconds. What is not proven until then is pair_collides each time.
const EFFORT: usize = 3000;

/// Where one pair is apart.
#[derive(Debug)]
pub(super) struct DisjointnessTable {
    /// The values; the second may be missing.
    values: Vec<usize>,
    low: Vec<f64>,
    /// Cells per unit.
    scale: Vec<f64>,
    bits: Vec<u64>,
}

/// What is disjoint of all pairs.
#[derive(Debug, Default)]
pub(super) struct DisjointnessTables {
    pub(super) tables: Vec<Option<DisjointnessTable>>,
    /// By pair: it is apart at all configurations within `ranges`.
    pub(super) never: Vec<bool>,
    /// By value; within the ends of the reach.
    pub(super) ranges: Vec<[f64; 2]>,
}

impl DisjointnessTable {
    /// Is the pair proven apart for these values? Where the others are within the ends of the reach.
    #[inline]
    pub(super) fn is_apart(&self, configuration: &[f64]) -> bool {
        let mut cell = 0;
        for (n, &value) in self.values.iter().enumerate() {
            let at = (configuration[value] - self.low[n]) * self.scale[n];
            // Written so that NaN is outside.
            if !(at >= 0.0 && at < DIVISIONS as f64) {
                return false;
            }
            cell = cell * DIVISIONS + at as usize;
        }
        self.bits[cell / 64] >> (cell % 64) & 1 != 0
    }

    fn set(&mut self, first: &[usize], size: usize) {
        let rows = if first.len() == 2 { first[0]..first[0] + size } else { 0..1 };
        let columns = first[first.len() - 1];
        for row in rows {
            for cell in row * DIVISIONS + columns..row * DIVISIONS + columns + size {
                self.bits[cell / 64] |= 1 << (cell % 64);
            }
        }
    }

    fn is_full(&self) -> bool {
        self.bits.iter().all(|bits| *bits == u64::MAX)
    }
}

impl DisjointnessTables {
    /// Of pairs that one value moves, and of the robot's that two values move.
    pub(super) fn of(
        robot: &Robot,
        items: &[Item],
        pairs: &[ItemPair],
        reach: &JacobianBound,
        chains: &Chains,
        of_robot: usize,
    ) -> Self {
        let ranges = ranges(robot, &reach.ends);
        let mut proof = Proof::new(robot, items, chains, reach.rounding);
        let (mut tables, mut never) = (Vec::new(), Vec::new());
        for (n, pair) in pairs.iter().enumerate() {
            let is_of_robot = pair.items.iter().all(|&item| item < of_robot);
            let moves = |value: &usize| reach.rows[value * reach.columns + n] > 0.0;
            let values: Vec<usize> = (0..robot.values).filter(moves).collect();
            let is_bounded = values.iter().all(|&value| is_bounded(ranges[value]));
            let table = match values.len() {
                // Nothing moves the two relative to each other: pair_collides once.
                0 => {
                    tables.push(None);
                    never.push(proof.is_apart(n, pair));
                    continue;
                }
                1 if is_bounded => Some(proof.table(n, pair, &values, &ranges)),
                2 if is_of_robot && is_bounded => Some(proof.table(n, pair, &values, &ranges)),
                _ => None,
            };
            never.push(table.as_ref().is_some_and(DisjointnessTable::is_full));
            tables.push(table);
        }
        Self { tables, never, ranges }
    }
}

/// The limits of the values that turn or slide one joint, within the ends; a whole turn for those
/// without limits. For others the ends. So what is within the ranges is within the limits and the
/// ends.
fn ranges(robot: &Robot, ends: &[[f64; 2]]) -> Vec<[f64; 2]> {
    const WHOLE_TURN: [f64; 2] = [-std::f64::consts::PI, std::f64::consts::PI];
    let mut ranges = ends.to_vec();
    for joint in robot.active_joints().filter(|joint| joint.kind().values() == 1) {
        let value = joint.first_value().unwrap_or(0);
        let [low, high] = joint.limits().unwrap_or(WHOLE_TURN);
        let [least, most] = ends[value];
        ranges[value] = [low.max(least), high.min(most)];
    }
    ranges
}

/// Can a range be divided into cells?
fn is_bounded([low, high]: [f64; 2]) -> bool {
    low < high && (high - low).is_finite()
}

/// The memory of proofs about cells.
struct Proof<'p> {
    robot: &'p Robot,
    items: &'p [Item],
    chains: &'p Chains,
    rounding: f64,
    kinematics: Kinematics,
    bound: MotionBound,
    query: Query,
    middle: Vec<f64>,
    half: Vec<f64>,
}

impl<'p> Proof<'p> {
    fn new(robot: &'p Robot, items: &'p [Item], chains: &'p Chains, rounding: f64) -> Self {
        Self {
            robot,
            items,
            chains,
            rounding,
            kinematics: Kinematics::default(),
            bound: MotionBound::default(),
            query: Query::new(),
            middle: robot.zero(),
            half: vec![0.0; robot.values],
        }
    }

    fn table(
        &mut self,
        number: usize,
        pair: &ItemPair,
        values: &[usize],
        ranges: &[[f64; 2]],
    ) -> DisjointnessTable {
        let low: Vec<f64> = values.iter().map(|&value| ranges[value][0]).collect();
        let wide: Vec<f64> = values.iter().map(|&v| ranges[v][1] - ranges[v][0]).collect();
        // A value at the very end of its range belongs to the last cell.
        let scale = wide.iter().map(|w| DIVISIONS as f64 / w * (1.0 - f64::EPSILON)).collect();
        let cells = DIVISIONS.pow(values.len() as u32);
        let mut table = DisjointnessTable {
            values: values.to_vec(),
            low: low.clone(),
            scale,
            bits: vec![0; cells / 64],
        };
        // Large cells first, so that what effort there is proves as much as it can.
        let mut waiting = std::collections::VecDeque::from([(vec![0; values.len()], DIVISIONS)]);
        let mut effort = 0;
        while let Some((first, size)) = waiting.pop_front() {
            effort += 1;
            if effort > EFFORT {
                break;
            }
            for (n, &value) in values.iter().enumerate() {
                let cell = wide[n] / DIVISIONS as f64;
                self.middle[value] = low[n] + cell * (first[n] as f64 + 0.5 * size as f64);
                // A value near the end of a cell may be taken for one of the next.
                let most = low[n].abs().max(ranges[value][1].abs());
                self.half[value] = cell * (0.5 * size as f64 + OVERLAP) + MIDDLE * most;
            }
            if self.is_apart(number, pair) {
                table.set(&first, size);
            } else if size > 1 {
                let half = size / 2;
                for part in 0..1_usize << values.len() {
                    let corner = |n: usize| first[n] + if part >> n & 1 == 0 { 0 } else { half };
                    waiting.push_back(((0..values.len()).map(corner).collect(), half));
                }
            }
        }
        for &value in values {
            (self.middle[value], self.half[value]) = (0.0, 0.0);
        }
        table
    }

    /// Is a pair farther apart at the middle than it can move?
    fn is_apart(&mut self, number: usize, pair: &ItemPair) -> bool {
        self.kinematics.compute(self.robot, &self.middle, SimdLevel::detect());
        let Self { robot, chains, kinematics, bound, middle, half, .. } = self;
        bound.compute(robot, chains, kinematics, middle, half, self.rounding);
        let moves = bound.of_pair(chains, number, self.rounding);
        let pose = |item: usize| -> Option<Pose> {
            let one: &Item = &self.items[item];
            let link: Frame = self.kinematics.frames[one.link];
            let frame = if one.is_at_link { link } else { link.times(&one.frame) };
            frame.to_pose().ok()
        };
        let [a, b] = pair.items;
        let (Some(pose_a), Some(pose_b)) = (pose(a), pose(b)) else { return false };
        let parts = [(&self.items[a], &pose_a), (&self.items[b], &pose_b)];
        !ask::closer_than(&mut self.query, parts, moves)
    }
}

/// Of a cell: more than what rounds in a value's place among the cells. The difference from the
/// lower end, the width and the scale are each within `v = 2^-53` of themselves, so places up to
/// [`DIVISIONS`] are off by less than `2^-43`, and the lower and upper ends of cells, as this file
/// computes them, by as little.
const OVERLAP: f64 = 1.0 / 1024.0;
/// Of the larger end of a range: more than the rounding of the middle of a cell, which is a sum
/// with the lower end, and of what half a cell and this term lose. 8 roundings, where there are 3.
/// What underflows is in the rounding of frames: a slide that is not normal is less than that, and
/// a turn of so little moves nothing by more.
const MIDDLE: f64 = 1.0 / (1_u64 << 50) as f64;
