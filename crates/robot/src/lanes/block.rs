//! The middles of sixteen intervals of a line between two configurations: their values, and the
//! frames that follow from them, in `f32`.

use nalgebra::{Matrix3, Vector3};
use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::chain::{Chain, StepKind};
use super::sin_cos::sin_cos;
use crate::kinematics::Kinematics;
use crate::model::Robot;

/// Configurations of a block, whatever the width of registers.
pub(crate) const LANES: usize = 16;

/// One number of each.
pub(super) type Row = [f32; LANES];

/// Rows of a frame: of the rotation, row by row with the translation behind each; then the angular
/// velocity, and the velocity of what is at the origin of the root.
pub(super) const ROWS: usize = 18;

/// Sixteen configurations and where they have all frames.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// By value.
    pub(super) values: Vec<[f64; LANES]>,
    /// By value: how it changes on the line.
    pub(super) rates: Vec<f64>,
    /// Half of each interval.
    pub(super) half: Row,
    /// By frame.
    pub(super) frames: Vec<Row>,
    sines: Vec<[Row; 2]>,
    /// The frames are placed already, more closely.
    pub(super) is_in_f64: bool,
    configuration: Vec<f64>,
    kinematics: Kinematics,
}

/// Where a frame is in one register of lanes.
#[derive(Clone, Copy)]
pub(super) struct LaneFrame<F> {
    pub(super) turn: [[F; 3]; 3],
    pub(super) at: [F; 3],
}

impl Block {
    /// Room for the frames of a robot.
    pub(crate) fn resize(&mut self, chain: &Chain, dof: usize) {
        self.values.resize(dof, [0.0; LANES]);
        self.rates.resize(dof, 0.0);
        self.frames.resize(ROWS * (chain.steps.len() + 1), [0.0; LANES]);
        self.sines.resize(chain.steps.len(), [[0.0; LANES]; 2]);
        // The root's.
        for (row, values) in self.frames[..ROWS].iter_mut().enumerate() {
            *values = [if matches!(row, 0 | 5 | 10) { 1.0 } else { 0.0 }; LANES];
        }
    }

    /// All lanes' values: the middles of intervals of a line, given by their times and half
    /// their length.
    pub(crate) fn set_line(&mut self, [from, rates]: [&[f64]; 2], times: &[f64; LANES], half: f64) {
        /// Halves round in `f32`. (Times round too: what is between two intervals is nearer to one
        /// than values may be off, see `chain`.)
        const LONGER: f64 = 1.0 + 1.0 / (1 << 20) as f64;
        for (n, row) in self.values.iter_mut().enumerate() {
            for lane in 0..LANES {
                row[lane] = from[n] + times[lane] * rates[n];
            }
        }
        self.rates.copy_from_slice(rates);
        self.is_in_f64 = false;
        self.half = [(half * LONGER) as f32; LANES];
    }

    /// Places the frames of some lanes in `f64`; they are then rounded.
    pub(crate) fn place_in_f64(
        &mut self,
        chain: &Chain,
        robot: &Robot,
        lanes: u32,
        level: SimdLevel,
    ) {
        let Self { values, frames, configuration, kinematics, .. } = self;
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
            configuration.clear();
            configuration.extend(values.iter().map(|row| row[lane]));
            kinematics.compute(robot, configuration, level);
            for (n, step) in chain.steps.iter().enumerate() {
                let rows = &mut frames[ROWS * (n + 1)..ROWS * (n + 2)];
                for (row, x) in rows.iter_mut().zip(kinematics.frames[step.link].to_rows()) {
                    row[lane] = x as f32;
                }
            }
        }
        self.is_in_f64 = true;
    }

    /// The values of a lane's interval, or one value twice.
    pub(crate) fn between(&self, value: usize, lane: usize) -> [f64; 2] {
        /// The middle and the ends round by less, of both.
        const MIDDLE_AND_HALF_ERROR: f64 = 1.0 / (1_u64 << 50) as f64;
        let middle = self.values[value][lane];
        let half = (self.rates[value] * f64::from(self.half[lane])).abs();
        let half =
            if half > 0.0 { half + MIDDLE_AND_HALF_ERROR * (middle.abs() + half) } else { 0.0 };
        [middle - half, middle + half]
    }

    /// All lanes' intervals.
    pub(crate) fn between_all(&self, value: usize) -> [f64; 2] {
        let ends = (0..LANES).map(|lane| self.between(value, lane));
        let all = ends.reduce(|[low, high], [from, to]| [low.min(from), high.max(to)]);
        all.unwrap_or([f64::NAN; 2])
    }

    /// Rotation and translation of a frame in one lane.
    pub(super) fn place_of(&self, frame: usize, lane: usize) -> (Matrix3<f64>, Vector3<f64>) {
        let row = |n: usize| f64::from(self.frames[ROWS * frame + n][lane]);
        (Matrix3::from_fn(|i, k| row(4 * i + k)), Vector3::from_fn(|i, _| row(4 * i + 3)))
    }

    #[inline(always)]
    pub(super) fn frame<S: Lanes>(&self, simd: S, frame: usize, first: usize) -> LaneFrame<S::F> {
        let rows = &self.frames[ROWS * frame..ROWS * (frame + 1)];
        LaneFrame {
            turn: three!(i => three!(k => simd.load(&rows[4 * i + k][first..]))),
            at: three!(i => simd.load(&rows[4 * i + 3][first..])),
        }
    }

    /// The angular velocity, and the velocity at the root's origin.
    #[inline(always)]
    pub(super) fn velocity<S: Lanes>(&self, simd: S, frame: usize, first: usize) -> [[S::F; 3]; 2] {
        let rows = &self.frames[ROWS * frame..ROWS * (frame + 1)];
        let turn = three!(k => simd.load(&rows[12 + k][first..]));
        [turn, three!(k => simd.load(&rows[15 + k][first..]))]
    }
}

/// Computes the frames of a block.
pub(super) struct PlaceFrames<'k> {
    pub(super) chain: &'k Chain,
    pub(super) robot: &'k Robot,
    pub(super) block: &'k mut Block,
}

impl Kernel for PlaceFrames<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self { chain, robot, block } = self;
        for (n, step) in chain.steps.iter().enumerate() {
            let own = &block.values[step.value];
            let [sin, cos] = &mut block.sines[n];
            let mut values = [0.0; LANES];
            for lane in 0..LANES {
                values[lane] = step.multiplier * own[lane] + step.offset;
            }
            match step.kind {
                StepKind::Turn => sin_cos(&values, sin, cos),
                StepKind::Slide => {
                    for lane in 0..LANES {
                        sin[lane] = values[lane] as f32;
                        cos[lane] = 0.0;
                    }
                }
                StepKind::Free(joint) => free_frame(chain, robot, block, n, joint),
            }
        }
        for first in (0..LANES).step_by(S::WIDTH) {
            for n in 0..chain.steps.len() {
                place(simd, chain, block, n, first);
            }
        }
    }
}

/// Computes the velocities of frames that are placed.
pub(super) struct PlaceVelocities<'k> {
    pub(super) chain: &'k Chain,
    pub(super) block: &'k mut Block,
}

impl Kernel for PlaceVelocities<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self { chain, block } = self;
        for first in (0..LANES).step_by(S::WIDTH) {
            for n in 0..chain.steps.len() {
                velocities(simd, chain, block, n, first);
            }
        }
    }
}

/// The frame of a joint of several values in its parent's, in `f64`, where its place will be.
fn free_frame(chain: &Chain, robot: &Robot, block: &mut Block, step: usize, joint: usize) {
    let (joint, first) = (&robot.joints[joint], chain.steps[step].value);
    for lane in 0..LANES {
        let mut values = [0.0; 7];
        for (n, value) in values.iter_mut().enumerate().take(chain.steps[step].values) {
            *value = block.values[first + n][lane];
        }
        let own = chain.parents_of_free[step].times(&joint.free_frame(&values));
        for (n, x) in own.to_rows().into_iter().enumerate() {
            block.frames[ROWS * (step + 1) + n][lane] = x as f32;
        }
    }
}

#[inline(always)]
fn place<S: Lanes>(simd: S, chain: &Chain, block: &mut Block, n: usize, first: usize) {
    let step = &chain.steps[n];
    let parent = block.frame(simd, step.parent, first);
    let [sin, cos] = &block.sines[n];
    let (sin, cos) = (simd.load(&sin[first..]), simd.load(&cos[first..]));
    let mut own = [[simd.splat(0.0); 4]; 3];
    match step.kind {
        StepKind::Turn => {
            for i in 0..3 {
                for k in 0..3 {
                    let of_cos = simd.mul_add(
                        cos,
                        simd.splat(step.of_second[i][k]),
                        simd.splat(step.constant[i][k]),
                    );
                    own[i][k] = simd.mul_add(sin, simd.splat(step.of_first[i][k]), of_cos);
                }
                own[i][3] = simd.splat(step.constant[i][3]);
            }
        }
        StepKind::Slide => {
            for i in 0..3 {
                for k in 0..3 {
                    own[i][k] = simd.splat(step.constant[i][k]);
                }
                own[i][3] = simd.mul_add(
                    sin,
                    simd.splat(step.of_first[i][3]),
                    simd.splat(step.constant[i][3]),
                );
            }
        }
        StepKind::Free(_) => {
            let frame = block.frame(simd, n + 1, first);
            for i in 0..3 {
                own[i] = [frame.turn[i][0], frame.turn[i][1], frame.turn[i][2], frame.at[i]];
            }
        }
    }
    let mut rows = [[simd.splat(0.0); 4]; 3];
    for i in 0..3 {
        let [x, y, z] = parent.turn[i];
        for k in 0..4 {
            let start = if k == 3 {
                simd.mul_add(x, own[0][3], parent.at[i])
            } else {
                simd.mul(x, own[0][k])
            };
            rows[i][k] = simd.mul_add(z, own[2][k], simd.mul_add(y, own[1][k], start));
        }
    }
    let to = &mut block.frames[ROWS * (n + 1)..ROWS * (n + 2)];
    for i in 0..3 {
        for k in 0..4 {
            simd.store(rows[i][k], &mut to[4 * i + k][first..]);
        }
    }
}

/// Those of the parent, and what the joint adds: a turn about a line through its origin, or a
/// slide.
#[inline(always)]
fn velocities<S: Lanes>(simd: S, chain: &Chain, block: &mut Block, n: usize, first: usize) {
    let step = &chain.steps[n];
    let frame = block.frame(simd, n + 1, first);
    let [mut turn, mut shift] = block.velocity(simd, step.parent, first);
    let rate = simd.splat((step.multiplier * block.rates[step.value]) as f32);
    let along = three!(i => {
        let [x, y, z] = frame.turn[i];
        let sum = simd.mul_add(y, simd.splat(step.axis[1]), simd.mul(x, simd.splat(step.axis[0])));
        simd.mul(rate, simd.mul_add(z, simd.splat(step.axis[2]), sum))
    });
    match step.kind {
        StepKind::Turn => {
            let at = frame.at;
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                turn[i] = simd.add(turn[i], along[i]);
                // at x along
                let cross = simd.neg_mul_add(at[k], along[j], simd.mul(at[j], along[k]));
                shift[i] = simd.add(shift[i], cross);
            }
        }
        StepKind::Slide => {
            for i in 0..3 {
                shift[i] = simd.add(shift[i], along[i]);
            }
        }
        // It is held: its bounds are infinite otherwise.
        StepKind::Free(_) => {}
    }
    let to = &mut block.frames[ROWS * (n + 1)..ROWS * (n + 2)];
    for i in 0..3 {
        simd.store(turn[i], &mut to[12 + i][first..]);
        simd.store(shift[i], &mut to[15 + i][first..]);
    }
}
