//! What is known of a pair at all configurations, before any is given: where only one or two
//! values move its links relative to each other, their ranges are divided into cells, and a bit
//! for each says that the pair is proven to be farther apart than its margin for all values in it.
//!
//! The proof is that of an interval of a motion (`motion`): at the middle of a cell the pair is
//! farther apart than it can move in the cell. Large cells are tried first and divided where that
//! fails. So links two joints apart, which are always close, cost a look at a table; a pair that is
//! apart in all cells costs nothing.

use std::sync::Arc;

use obbtree_collider::Query;
use obbtree_predicates::UpperBound;
use obbtree_simd::SimdLevel;

use crate::items::{Item, ask, sphere_gap};
use crate::kinematics::{Chains, Kinematics, MotionBound};
use crate::model::Robot;

/// Divisions of the range of a value: cells of some degrees, within which a link moves less than
/// its thickness.
const DIVISIONS: usize = 128;
/// Questions about one pair at most, as many as all cells of all sizes: some 20 milliseconds. What
/// is not proven until then is tested each time.
const EFFORT: usize = 4 * DIVISIONS * DIVISIONS / 3 + DIVISIONS;
/// Cells of this size, of which none is proven: then smaller ones are not tried, as the two are
/// close everywhere.
const HOPELESS: usize = DIVISIONS / 64;

/// Where one pair is apart.
#[derive(Debug)]
pub(crate) struct DisjointnessTable {
    /// The values; the second may be missing.
    values: Vec<DividedValue>,
    bits: Vec<u64>,
}

/// A value whose range is divided into cells.
#[derive(Clone, Copy, Debug)]
struct DividedValue {
    value: usize,
    range: [f64; 2],
    /// Of all cells.
    width: f64,
    /// Cells per unit.
    scale: f64,
    /// All that it moves is where it was after a whole turn, which is the width.
    is_turn: bool,
}

/// Where a pair is farther apart than its margin, whatever the other values are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disjoint {
    pub(crate) table: Option<Arc<DisjointnessTable>>,
    /// At all configurations within the ranges.
    pub(crate) never: bool,
}

impl DisjointnessTable {
    /// Is the pair proven apart for these values? Where the others are within the ends of the
    /// lengths.
    #[inline]
    pub(crate) fn is_apart(&self, configuration: &[f64]) -> bool {
        let mut cell = 0;
        for divided in &self.values {
            let value = configuration[divided.value];
            let Some((at, _)) = divided.cells([value; 2]) else { return false };
            cell = cell * DIVISIONS + at;
        }
        self.has(cell)
    }

    /// Is it so for all values between two of each?
    pub(crate) fn is_apart_between(&self, between: impl Fn(usize) -> [f64; 2]) -> bool {
        let mut cells = [(0, 1); 2];
        for (of_value, divided) in cells[2 - self.values.len()..].iter_mut().zip(&self.values) {
            let Some(some) = divided.cells(between(divided.value)) else { return false };
            *of_value = some;
        }
        let [rows, columns] = cells;
        let all = |(first, count): (usize, usize)| (first..first + count).map(|at| at % DIVISIONS);
        all(rows).all(|row| all(columns).all(|column| self.has(row * DIVISIONS + column)))
    }

    #[inline]
    fn has(&self, cell: usize) -> bool {
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

/// Of a turn without limits, so many either way: see [`OVERLAP`].
const TURNS: f64 = 1024.0;
/// More than what rounding to `f32` adds, of the larger limit: pi is often a limit, and then beyond
/// it. (Slides have lengths within their limits alone.)
const BEYOND_LIMITS: f64 = 1.0 / (1 << 20) as f64;

/// By value, within the ends: its limits, where it alone turns or slides a joint.
pub(crate) fn limits(robot: &Robot, ends: &[[f64; 2]]) -> Vec<[f64; 2]> {
    joint_ranges(robot, ends, |limits| limits)
}

/// Where what is known of all configurations holds: a little beyond the limits, within the ends.
pub(crate) fn ranges(robot: &Robot, ends: &[[f64; 2]]) -> Vec<[f64; 2]> {
    joint_ranges(robot, ends, |[low, high]| {
        let beyond = BEYOND_LIMITS * low.abs().max(high.abs());
        [low - beyond, high + beyond]
    })
}

fn joint_ranges(
    robot: &Robot,
    ends: &[[f64; 2]],
    within: impl Fn([f64; 2]) -> [f64; 2],
) -> Vec<[f64; 2]> {
    const ALL_TURNS: [f64; 2] = [-TURNS * std::f64::consts::TAU, TURNS * std::f64::consts::TAU];
    let mut ranges = ends.to_vec();
    for joint in robot.active_joints().filter(|joint| joint.kind().dof() == 1) {
        let value = joint.first_value().unwrap_or(0);
        let [low, high] = joint.limits().map_or(ALL_TURNS, &within);
        let [least, most] = ends[value];
        ranges[value] = [low.max(least), high.min(most)];
    }
    ranges
}

impl DividedValue {
    /// `None` if the range cannot be divided.
    fn of(robot: &Robot, value: usize, range: [f64; 2]) -> Option<Self> {
        use std::f64::consts::TAU;
        let [low, high] = range;
        let is_turn = high - low >= TAU && robot.repeats_each_turn(value);
        let width = if is_turn { TAU } else { high - low };
        // A value at the very end of its range belongs to the last cell.
        let scale = DIVISIONS as f64 / width * (1.0 - f64::EPSILON);
        let is_bounded = low < high && width.is_finite();
        is_bounded.then_some(Self { value, range, width, scale, is_turn })
    }

    /// The first of the cells that hold all between two values, and how many they are; `None`
    /// beyond the range. Of a turn, the first cell follows the last.
    #[inline]
    fn cells(&self, ends: [f64; 2]) -> Option<(usize, usize)> {
        let [low, high] = self.range;
        // Written so that NaN is beyond.
        if !(low <= ends[0] && ends[1] <= high) {
            return None;
        }
        let [from, to] = ends.map(|x| ((x - low) * self.scale) as usize);
        let count = to - from + 1;
        match self.is_turn {
            true => Some((from % DIVISIONS, count.min(DIVISIONS))),
            false => (to < DIVISIONS).then_some((from, count)),
        }
    }
}

/// A pair of items, of which proofs are wanted.
pub(crate) struct Proof<'p> {
    robot: &'p Robot,
    items: [&'p Item; 2],
    chains: Chains,
    margin: f64,
    rounding: f64,
    kinematics: Kinematics,
    bound: MotionBound,
    query: Query,
    middle: Vec<f64>,
    half: Vec<f64>,
}

impl<'p> Proof<'p> {
    /// Of a pair that collides at a margin; `rounding` is that of its frames, within the ranges.
    pub(crate) fn new(robot: &'p Robot, items: [&'p Item; 2], margin: f64, rounding: f64) -> Self {
        let spheres = items.iter().map(|item| (item.link, item.sphere)).collect();
        Self {
            robot,
            items,
            chains: Chains::new(robot, spheres, std::iter::once([0, 1])),
            margin,
            rounding,
            kinematics: Kinematics::default(),
            bound: MotionBound::default(),
            query: Query::new(),
            middle: robot.zero(),
            half: vec![0.0; robot.dof],
        }
    }

    /// Proves what can be proven of a pair that these values move; more than `most` values are too
    /// many to divide the ranges of.
    pub(crate) fn disjoint(
        &mut self,
        values: &[usize],
        ranges: &[[f64; 2]],
        most: usize,
    ) -> Disjoint {
        if values.is_empty() {
            // Nothing moves the two relative to each other but what frames round.
            return Disjoint { table: None, never: self.is_apart() };
        }
        let divided = |&value: &usize| DividedValue::of(self.robot, value, ranges[value]);
        let divided = if values.len() > most { None } else { values.iter().map(divided).collect() };
        let Some(divided) = divided else { return Disjoint::default() };
        let table = self.table(divided);
        Disjoint { never: table.is_full(), table: Some(Arc::new(table)) }
    }

    fn table(&mut self, values: Vec<DividedValue>) -> DisjointnessTable {
        let cells = DIVISIONS.pow(values.len() as u32);
        let mut table = DisjointnessTable { values: values.clone(), bits: vec![0; cells / 64] };
        // Large cells first, so that what effort there is proves as much as it can.
        let mut waiting = std::collections::VecDeque::from([(vec![0; values.len()], DIVISIONS)]);
        let (mut effort, mut proven) = (0, 0);
        while let Some((first, size)) = waiting.pop_front() {
            if size < HOPELESS && proven == 0 {
                break;
            }
            effort += 1;
            if effort > EFFORT {
                break;
            }
            for (n, &DividedValue { value, range: [low, high], width, .. }) in
                values.iter().enumerate()
            {
                let cell = width / DIVISIONS as f64;
                self.middle[value] = low + cell * (first[n] as f64 + 0.5 * size as f64);
                // A value near the end of a cell may be taken for one of the next.
                let most = low.abs().max(high.abs());
                self.half[value] = cell * (0.5 * size as f64 + OVERLAP) + MIDDLE * most;
            }
            if self.is_apart() {
                table.set(&first, size);
                proven += 1;
            } else if size > 1 {
                let half = size / 2;
                for part in 0..1_usize << values.len() {
                    let corner = |n: usize| first[n] + if part >> n & 1 == 0 { 0 } else { half };
                    waiting.push_back(((0..values.len()).map(corner).collect(), half));
                }
            }
        }
        for DividedValue { value, .. } in values {
            (self.middle[value], self.half[value]) = (0.0, 0.0);
        }
        table
    }

    /// Is the pair farther apart at the middle than its margin and what it can move?
    fn is_apart(&mut self) -> bool {
        let Self { robot, chains, kinematics, bound, middle, half, .. } = self;
        kinematics.compute(robot, middle, SimdLevel::detect());
        bound.compute(robot, chains, kinematics, middle, half, self.rounding);
        let moves = UpperBound::from(bound.of_pair(chains, 0, self.rounding)) + self.margin.into();
        let pose = |item: &Item| item.pose(&kinematics.frames[item.link]);
        let [a, b] = self.items;
        if sphere_gap([a, b].map(|item| (&kinematics.frames[item.link], item)), moves.get()) > 0.0 {
            return true;
        }
        let (Some(pose_a), Some(pose_b)) = (pose(a), pose(b)) else { return false };
        !ask::closer_than(&mut self.query, [(a, &pose_a), (b, &pose_b)], moves.get())
    }
}

/// Of a cell: more than what rounds in a value's place among the cells. The difference from the
/// lower end, the width and the scale are each within `v = 2^-53` of themselves, so places up to
/// [`DIVISIONS`] are off by less than `2^-43`, and the lower and upper ends of cells, as this file
/// computes them, by as little. Where a turn is a whole one its width is within `v` of it; within
/// `2^20` turns that and the place among so many cells are off by less than `2^-24` of a cell.
const OVERLAP: f64 = 1.0 / 1024.0;
/// Of the larger end of a range: more than the rounding of the middle of a cell, which is a sum
/// with the lower end, and of what half a cell and this term lose. 8 roundings, where there are 3.
/// What underflows is in the rounding of frames: a slide that is not normal is less than that, and
/// a turn of so little moves nothing by more.
const MIDDLE: f64 = 1.0 / (1_u64 << 50) as f64;
