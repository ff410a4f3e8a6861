//! Sixteen intervals of a line at once: `lanes` proves what it can, and the exact tests decide the
//! rest, for the intervals and pairs concerned alone.

use std::ops::ControlFlow;

use obbtree_simd::SimdLevel;

use crate::checker::data::CheckerData;
use crate::checker::questions::Checker;
use crate::checker::state::{LaneMemory, LeftOver};
use crate::lanes::{Around, Block, Close, CloudSift, LANES, LaneRobot, Sift, Tables, Undecided};
use crate::values::{StraightLine, ValuePath};

/// What is known of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Proven, at all times.
    Free,
    /// Something collides at some time.
    Hit,
    /// Of what is left in the memory it is not known.
    Open,
}

/// How much is tried on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineEffort {
    /// How often an interval that is not proven is divided at most.
    pub(crate) depth: u32,
    /// Blocks of intervals that are tested at most, beyond the first of a line. If there is none,
    /// the first thing that is not proven ends the line.
    pub(crate) blocks: u32,
}

impl LineEffort {
    /// For a planner, which has other lines to try.
    pub(crate) const SEARCH: Self = Self { depth: 0, blocks: 0 };
    /// Before exact tests, which take longer.
    pub(crate) const PROOF: Self = Self { depth: 3, blocks: 16 };

    fn is_quick(self) -> bool {
        self.blocks == 0
    }
}

/// Lengths of lines, of the Euclidean norm of values, for each sixteen intervals.
const BLOCK_LENGTH: f64 = 1.5;
/// Parts of an interval that is divided.
const MOST_PARTS: usize = 8;
/// Intervals that were divided so often are looked at exactly, in the middle of those in which a
/// pair is open; of so many pairs.
const LOOK_AT: u32 = 1;
const MOST_LOOKS: usize = 4;
/// Longer lines are left to the exact tests.
const MOST_BLOCKS: usize = 256;

impl LaneMemory {
    fn sift(
        &mut self,
        data: &CheckerData,
        level: SimdLevel,
        lanes: u32,
        only: Option<&[Undecided]>,
        is_quick: bool,
    ) {
        let Self { block, sift, clouds, found, .. } = self;
        found.clear();
        if only.is_some() {
            let LaneRobot { chain, robot } = &data.shared.lanes;
            block.place_in_f64(chain, robot, lanes, level);
        }
        level.dispatch(Sift {
            robot: &data.shared.lanes,
            world: &data.lanes,
            block,
            memory: sift,
            tables: data,
            lanes,
            only,
            is_quick,
            to: found,
        });
        let is_done = found.hit || is_quick && !found.undecided.is_empty();
        if data.lanes.has_clouds() && !is_done {
            level.dispatch(CloudSift {
                world: &data.lanes,
                block,
                memory: clouds,
                tables: data,
                lanes,
                only,
                is_quick,
                to: found,
            });
        }
    }

    fn leave_all(&mut self, data: &CheckerData) {
        self.left.clear();
        let pairs = 0..data.pairs.len() as u32;
        self.left.extend(pairs.map(|pair| LeftOver { time: [0.0, 1.0], pair }));
    }

    /// Intervals of time that hold all that is left, and pairs that are left in them.
    pub(crate) fn left_over(&mut self) -> Vec<([f64; 2], Vec<u32>)> {
        self.left.sort_by(|a, b| a.time[0].total_cmp(&b.time[0]).then(a.pair.cmp(&b.pair)));
        let mut all: Vec<([f64; 2], Vec<u32>)> = Vec::new();
        for &LeftOver { time, pair } in &self.left {
            match all.last_mut().filter(|(last, _)| time[0] <= last[1]) {
                Some((last, pairs)) => {
                    last[1] = last[1].max(time[1]);
                    if !pairs.contains(&pair) {
                        pairs.push(pair);
                    }
                }
                None => all.push((time, vec![pair])),
            }
        }
        all
    }

    fn resize(&mut self, data: &CheckerData) {
        self.block.resize(&data.shared.lanes.chain, data.robot().dof);
    }
}

impl LeftOver {
    fn of(Around { middle, half }: Around, pair: u32) -> Self {
        // More than the times and this sum round.
        let half = half + 1.0 / (1_u64 << 50) as f64;
        Self { time: [(middle - half).max(0.0), (middle + half).min(1.0)], pair }
    }
}

/// A pair is apart in lanes whose values are in cells of its table that say so.
impl Tables for CheckerData {
    fn apart(&self, pair: u32, block: &Block, lanes: u32) -> u32 {
        let Some(table) = &self.tables[pair as usize] else { return 0 };
        let mut apart = 0;
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
            let between = |value: usize| block.between(value, lane);
            apart |= u32::from(table.is_apart_between(between)) << lane;
        }
        apart
    }

    fn are_apart(&self, pair: u32, block: &Block) -> bool {
        let table = self.tables[pair as usize].as_ref();
        table.is_some_and(|table| table.is_apart_between(|value| block.between_all(value)))
    }
}

impl Checker {
    /// What the lanes find of a line between two configurations that are in the ranges.
    pub(crate) fn line(&mut self, [from, to]: [&[f64]; 2], effort: LineEffort) -> Line {
        let Self { data, state, lanes, remembers, .. } = self;
        state.uses_tables = *remembers;
        let level = state.level();
        lanes.resize(data);
        let path = StraightLine { from, to };
        let collides = |time, pair| {
            state.place(data, &path.at(time));
            let collides = state.collides(data, pair);
            if collides {
                state.remember_hit(pair);
            }
            collides
        };
        line(lanes, data, level, [from, to], effort, collides)
    }
}

/// `collides`: does a pair at a time?
fn line(
    memory: &mut LaneMemory,
    data: &CheckerData,
    level: SimdLevel,
    [from, to]: [&[f64]; 2],
    effort: LineEffort,
    collides: impl FnMut(f64, u32) -> bool,
) -> Line {
    memory.rates.clear();
    memory.rates.extend(from.iter().zip(to).map(|(from, to)| to - from));
    let length = memory.rates.iter().map(|rate| rate * rate).sum::<f64>().sqrt();
    let blocks = (length / BLOCK_LENGTH).ceil().max(1.0);
    memory.left.clear();
    memory.close.begin();
    // What holds for both ends does for all between them.
    let holds = [from, to].iter().all(|end| data.shared.lanes.chain.holds_for(end));
    if !(holds && blocks <= MOST_BLOCKS as f64) {
        memory.leave_all(data);
        return Line::Open;
    }
    let blocks = blocks as usize;
    let width = 1.0 / (blocks * LANES) as f64;
    let mut proof = LineProof { memory, data, level, from, effort, left: effort.blocks, collides };
    for block in 0..blocks {
        // Spread over the line, so that what collides shows early.
        let times = std::array::from_fn(|lane| ((lane * blocks + block) as f64 + 0.5) * width);
        let intervals = Intervals { times, half: 0.5 * width, lanes: u32::MAX >> 16 };
        if proof.prove(&intervals, None, 0).is_break() {
            return Line::Hit;
        }
        if effort.is_quick() && !proof.memory.left.is_empty() {
            break;
        }
    }
    if memory.left.is_empty() { Line::Free } else { Line::Open }
}

/// Intervals of one length, by their middles.
struct Intervals {
    times: [f64; LANES],
    half: f64,
    lanes: u32,
}

struct LineProof<'l, C> {
    memory: &'l mut LaneMemory,
    data: &'l CheckerData,
    level: SimdLevel,
    from: &'l [f64],
    effort: LineEffort,
    /// Blocks that may still be tested.
    left: u32,
    collides: C,
}

impl<C: FnMut(f64, u32) -> bool> LineProof<'_, C> {
    /// Does a pair that is open collide in the middle of the intervals in which it is? Where they
    /// are many it often does.
    fn collides_where_open(&mut self, times: &[f64; LANES]) -> bool {
        let Self { memory, collides, .. } = self;
        let mut of_pairs: Vec<(u32, u32)> = Vec::new();
        for some in &memory.found.undecided {
            match of_pairs.iter_mut().find(|(pair, _)| *pair == some.pair) {
                Some((_, lanes)) => *lanes |= some.lanes,
                None => of_pairs.push((some.pair, some.lanes)),
            }
        }
        of_pairs.sort_by_key(|(_, lanes)| lanes.count_zeros());
        of_pairs.iter().take(MOST_LOOKS).any(|&(pair, lanes)| {
            let open: Vec<usize> = (0..LANES).filter(|lane| lanes >> lane & 1 != 0).collect();
            collides(times[open[open.len() / 2]], pair)
        })
    }

    /// Writes down what is left of intervals, of pairs of leaves what is not proven in `f64`.
    fn leave(&mut self, intervals: &Intervals, left: &[Undecided]) {
        let Self { memory, data, level, from, effort, .. } = self;
        let LaneMemory { close: memory, rates, left: to, .. } = &mut **memory;
        let (robot, world) = (&data.shared.lanes, &data.lanes);
        let mut close = Close { robot, world, level: *level, from, rates, memory };
        let mut leaves = Vec::new();
        for lane in 0..LANES {
            let around = Around { middle: intervals.times[lane], half: intervals.half };
            let of_lane = left.iter().filter(|some| some.lanes >> lane & 1 != 0);
            leaves.clear();
            for some in of_lane {
                match some.leaves().is_some() && !effort.is_quick() {
                    true => leaves.push(*some),
                    false => to.push(LeftOver::of(around, some.pair)),
                }
            }
            if !leaves.is_empty() {
                close.prove(around, &leaves, &mut |around, pair| {
                    to.push(LeftOver::of(around, pair));
                });
            }
        }
    }

    /// Proves intervals free, and parts of those that are not; what is left is written down. A
    /// break if something collides.
    fn prove(
        &mut self,
        intervals: &Intervals,
        only: Option<&[Undecided]>,
        depth: u32,
    ) -> ControlFlow<()> {
        let Self { memory, data, level, from, effort, .. } = self;
        let Intervals { times, half, lanes } = intervals;
        memory.block.set_line([from, &memory.rates], times, *half);
        memory.sift(data, *level, *lanes, only, effort.is_quick());
        if memory.found.hit {
            return ControlFlow::Break(());
        }
        let is_last = depth >= effort.depth || self.left == 0;
        if depth == LOOK_AT && self.collides_where_open(times) {
            return ControlFlow::Break(());
        }
        let Self { memory, .. } = self;
        let mut undecided = std::mem::take(&mut memory.found.undecided);
        let (left, undecided): (Vec<_>, Vec<_>) =
            undecided.drain(..).partition(|some| is_last || some.is_for_exact_tests());
        self.leave(intervals, &left);
        let open = undecided.iter().fold(0, |all, one| all | one.lanes);
        if open == 0 {
            return ControlFlow::Continue(());
        }
        let open: Vec<usize> = (0..LANES).filter(|lane| open >> lane & 1 != 0).collect();
        // So many parts that a block is full.
        let parts = (LANES / open.len()).clamp(2, MOST_PARTS);
        let mut of_parts = Vec::with_capacity(undecided.len());
        for some in open.chunks(LANES / parts) {
            let mut next = Intervals { times: [0.0; LANES], half: half / parts as f64, lanes: 0 };
            next.lanes = ((1_u32 << (some.len() * parts)) - 1) & 0xffff;
            for (n, &lane) in some.iter().enumerate() {
                for part in 0..parts {
                    let from_middle = (2 * part + 1) as f64 / parts as f64 - 1.0;
                    next.times[n * parts + part] = times[lane] + half * from_middle;
                }
            }
            let parts_of = |lanes: u32| {
                let of_one = |(n, lane): (usize, &usize)| match lanes >> lane & 1 {
                    0 => 0,
                    _ => ((1_u32 << parts) - 1) << (n * parts),
                };
                some.iter().enumerate().map(of_one).fold(0, |all, one| all | one)
            };
            of_parts.clear();
            of_parts.extend(undecided.iter().map(|one| one.in_lanes(parts_of(one.lanes))));
            if of_parts.iter().all(|one| one.lanes == 0) {
                continue;
            }
            self.left = self.left.saturating_sub(1);
            self.prove(&next, Some(&of_parts), depth + 1)?;
        }
        ControlFlow::Continue(())
    }
}
