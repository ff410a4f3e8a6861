//! The frames that move: one for each joint with a value, and where links are in them. Fixed
//! joints are multiplied into what they carry.
//!
//! *Lemma (placing).* In `f32`, a point that is within `r_k` of the origin of each moving frame `k`
//! between it and the root, of `n`, and within `S` of the root's, is placed within
//! `sum (2^-18 r_k) + n 2^-21 S` of where exact arithmetic has it. *Proof.* With `u = 2^-24`.
//! Entries of a joint's matrix are `C + s S + c K`, of coefficients rounded once, sines and cosines
//! that are off by 8 `u` (`sin_cos`), two products and two sums: off by `4 u |C| + 11 u (|S| +
//! |K|)`, which is less than `47 u` in the Frobenius norm, as those of `C`, `S`, `K` are 1, and the
//! root of 2 each. An angle that rounds by `2^-30` (of a line of configurations, or that of a joint
//! that follows) moves points by `2^-30 r_k`. The product with the parent's matrix rounds three
//! terms of rows and columns of length one, `9.1 u` in this norm, so that the rotation part moves
//! the point by less than `57 u r_k`, and `2^-18` is `64 u`. Of the translation the product rounds
//! `7 u` of the sizes, which are at most `S`; `2^-21` is `8 u`. Errors of the parent's frame are
//! its own. *End.* The rotation of a frame is thus within `n 2^-18` of an exact one.
//!
//! *Lemma (placing in `f64`).* If frames are computed in `f64` and then rounded, the point is
//! within `sum 2^-30 r_k + 2^-22 S + J 2^-40 S` of it, for `J` joints. *Proof.* Entries of the
//! rotation round by `u` of themselves, of which the root of the sum of squares is that of 3, and
//! the translation by `u` of at most `S`: less than `4 u S`. Frames in `f64`, these and those that
//! answers are about, are each off by less than `2^-45 S` a joint, or 8 times that
//! (`checker::jacobian_bound`); angles as above. *End.* The rotation is within
//! `2^-22 + n 2^-30 + J 2^-40` of an exact one. Where nothing is rounded to `f32` the terms of
//! `2^-22` are not there.
//!
//! *Lemma (what cancels).* Fixed joints, a body's place in its link, also by way of others that
//! carry it, and a part's in its body may lead far away and back, so that `S` is small where the
//! frames that answers are about round much. These, and the products that are made of the same
//! frames here, are off by less than `2^-45 L` a joint, or 8 times that, each, with `L` the sum of
//! the lengths of all these translations (`checker::jacobian_bound`): by less than
//! `(J + 1) 2^-40 L` together. A body that carries others adds `2^-48 L` to each of the two: a
//! 64th of `2^-40 L` is more. *End.*
//!
//! *Lemma (motion).* On a line of values with rates `d_k`, the place of a point has the second
//! derivative `sum_k d_k^2 z_k x (z_k x p_k) + 2 sum_(j < k) d_j d_k z_j x (z_k x p_k)`, `z_k` the
//! axis of turning joint `k`, `p_k` the point seen from it, `j < k` if `j` is nearer to the frame
//! that it is seen from. So its length is at most `sum_k |d_k| r_k (|d_k| + 2 sum_(j < k) |d_j|)`.
//! A slide has `z_k` in place of `z_k x p_k`, no second derivative of its own, and turns nothing.
//!
//! *Lemma (velocity).* In `f32` the velocity of a point is off by less than `sum_k |d_k| e`, with
//! `e = (T + 2^-18) S + 2 E` for a turn and `T + 2^-18` for a slide: `T` bounds how far rotations
//! of the frames are from exact ones, `E` how far places are off, `S` all places. *Proof.* An axis
//! is off by `T`, seen from `S` at most; the point and the joint's origin by `E` each. Rates round
//! by `u`, cross products and sums of three terms by fewer than 60 `u` of `S`, in all. For two
//! frames that move, `T`, `E` and `S` are the sums of both. *End.*

use obbtree_predicates::{UpperBound, round_up_f32};

use crate::frames::Frame;
use crate::kinematics::step_at_zero;
use crate::model::{Coefficients, JointKind, Robot, length};

/// The frame of the root, which does not move.
pub(crate) const ROOT: usize = 0;

/// Of turns: `sin_cos` is proven up to here.
const MOST_ANGLE: f64 = (1_u32 << 18) as f64;
/// Of slides without limits: so many times the size of the robot. Beyond, the exact tests decide.
const SLIDES: f64 = 16.0;

/// A joint that moves.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The link that it moves.
    pub(super) link: usize,
    /// The frame that carries it.
    pub(super) parent: usize,
    pub(super) kind: StepKind,
    /// Its first value in a configuration, and how many it has.
    pub(super) value: usize,
    pub(super) values: usize,
    pub(super) multiplier: f64,
    pub(super) offset: f64,
    pub(super) constant: [[f32; 4]; 3],
    pub(super) of_first: [[f32; 4]; 3],
    pub(super) of_second: [[f32; 4]; 3],
    /// The axis in its own frame.
    pub(super) axis: [f32; 3],
    /// How far its frame's origin is from that of its parent, at most.
    shift: UpperBound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    Turn,
    Slide,
    /// Of several values: the robot's joint of this number, and where its link is in the parent's
    /// frame.
    Free(usize),
}

/// How values move a point that one frame carries, seen from another.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    value: usize,
    factor: f64,
    /// `r_k`; 1 for a slide.
    reach: f64,
    turns: bool,
}

/// All frames that move, by number; the root's, 0, does not.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// Of frame `n + 1`.
    pub(super) steps: Vec<Step>,
    /// By step: what carries its joint, in the parent's frame.
    pub(super) parents_of_free: Vec<Frame>,
    /// By link: the frame that carries it, and where it is there.
    pub(super) of_link: Vec<(usize, Frame)>,
    /// By link: the sum of the lengths that joints from the root to it translate by, without
    /// values.
    lengths: Vec<UpperBound>,
    /// By value: how large it may be; below 0 where none may be.
    pub(super) ends: Vec<f64>,
    /// What `f64` rounds of a frame, of sizes.
    in_f64: UpperBound,
}

impl Chain {
    pub(crate) fn of(robot: &Robot) -> Self {
        let ends = ends(robot);
        let mut of_link = vec![(ROOT, Frame::IDENTITY); robot.links.len()];
        let mut lengths = vec![UpperBound::ZERO; robot.links.len()];
        let (mut steps, mut parents) = (Vec::new(), Vec::new());
        for &n in &robot.order {
            let joint = &robot.joints[n];
            let (parent, at) = of_link[joint.parent];
            lengths[joint.child] = lengths[joint.parent] + step_at_zero(joint);
            let Some(value) = joint.first_value.filter(|_| joint.kind != JointKind::Fixed) else {
                let own = match joint.kind {
                    // What it follows is fixed.
                    JointKind::Revolute | JointKind::Continuous => {
                        joint.coefficients.frame(crate::frames::sin_cos(joint.value(&[])))
                    }
                    JointKind::Prismatic => joint.coefficients.frame([joint.value(&[]), 0.0]),
                    _ => joint.origin,
                };
                of_link[joint.child] = (parent, at.times(&own));
                continue;
            };
            let kind = match joint.kind {
                JointKind::Revolute | JointKind::Continuous => StepKind::Turn,
                JointKind::Prismatic => StepKind::Slide,
                _ => StepKind::Free(n),
            };
            let (multiplier, offset) =
                joint.mimic.map_or((1.0, 0.0), |mimic| (mimic.multiplier, mimic.offset));
            let Coefficients { constant, of_first, of_second } = &joint.coefficients;
            let constant = at.times(&Frame(*constant)).0;
            let turned = |m: &[[f64; 4]; 3]| {
                let columns = [0, 1, 2, 3].map(|k| at.turn([m[0][k], m[1][k], m[2][k]]));
                [0, 1, 2].map(|i| [0, 1, 2, 3].map(|k| columns[k][i]))
            };
            let end = |n: usize| ends[value + n].max(0.0);
            let slid = match joint.kind {
                JointKind::Prismatic => multiplier.abs() * end(0) + offset.abs(),
                JointKind::Planar => end(0) + end(1),
                JointKind::Floating => end(0) + end(1) + end(2),
                _ => 0.0,
            };
            let single = |m: [[f64; 4]; 3]| m.map(|row| row.map(|x| x as f32));
            let origin = at.place(joint.origin.translation());
            steps.push(Step {
                link: joint.child,
                parent,
                kind,
                value,
                values: joint.kind.dof(),
                multiplier,
                offset,
                of_first: single(turned(of_first)),
                of_second: single(turned(of_second)),
                constant: single(constant),
                axis: joint.axis.map(|x| x as f32),
                shift: length(origin) + UpperBound::from(slid),
            });
            parents.push(at);
            of_link[joint.child] = (steps.len(), Frame::IDENTITY);
        }
        let in_f64 = UpperBound::from(robot.joints.len() as f64 / (1_u64 << 40) as f64);
        Self { steps, parents_of_free: parents, of_link, lengths, ends, in_f64 }
    }

    /// Are all values so that what is said here of placing holds?
    pub(crate) fn holds_for(&self, configuration: &[f64]) -> bool {
        configuration.iter().zip(&self.ends).all(|(value, &end)| value.abs() <= end)
    }

    /// The frames from one to the root, which is left out.
    fn above(&self, mut frame: usize) -> Vec<usize> {
        let mut above = Vec::new();
        while frame != ROOT {
            above.push(frame);
            frame = self.steps[frame - 1].parent;
        }
        above
    }

    /// How far from the root a point is that is within a length of its frame's origin.
    pub(super) fn reach_of_root(&self, frame: usize, reach: UpperBound) -> UpperBound {
        self.above(frame).iter().fold(reach, |reach, &n| reach + self.steps[n - 1].shift)
    }

    /// How far it is off where it is placed; see the lemmas.
    pub(super) fn placing_error(&self, frame: usize, reach: UpperBound) -> ByPlacing<UpperBound> {
        let size = self.reach_of_root(frame, reach);
        let (mut near, mut turns, mut frames) = (reach, UpperBound::ZERO, 0.0);
        for n in self.above(frame) {
            turns += near;
            frames += 1.0;
            near += self.steps[n - 1].shift;
        }
        let in_f32 = UpperBound::from(frames / f64::from(1 << 21));
        let in_f64 = UpperBound::from(ROUNDED) + self.in_f64;
        let of_angles = turns * UpperBound::from(PER_ANGLE);
        ByPlacing {
            in_f32: turns * UpperBound::from(PER_TURN) + size * in_f32,
            in_f64: of_angles + size * in_f64,
            not_rounded: of_angles + size * self.in_f64,
        }
    }

    /// How far an item is off, as what cancels is rounded: in a link, by frames that are so long
    /// together, and by way of so many bodies that carry its own.
    pub(super) fn cancellation(
        &self,
        link: usize,
        (placed, bodies): (UpperBound, usize),
    ) -> UpperBound {
        let of_own = UpperBound::exactly(1.0 / (1_u64 << 40) as f64);
        let of_bodies = of_own * UpperBound::from(bodies as f64 / 64.0);
        (self.in_f64 + of_own + of_bodies) * (self.lengths[link] + placed)
    }

    /// The link that a frame is of; `None` of the root's.
    pub(super) fn link(&self, frame: usize) -> Option<usize> {
        Some(self.steps[frame.checked_sub(1)?].link)
    }

    /// How far its rotation is from an exact one.
    pub(super) fn turning_error(&self, frame: usize) -> ByPlacing<UpperBound> {
        let frames = UpperBound::from(self.above(frame).len() as f64);
        let not_rounded = frames * UpperBound::from(PER_ANGLE) + self.in_f64;
        ByPlacing {
            in_f32: frames * UpperBound::from(PER_TURN),
            in_f64: not_rounded + UpperBound::from(ROUNDED),
            not_rounded,
        }
    }

    /// What moves a point that one frame carries, within a length of its origin, seen from another
    /// frame: that which is nearest to the latter first.
    pub(super) fn movers(&self, frame: usize, reach: UpperBound, seen_from: usize) -> Vec<Mover> {
        let (up, down) = (self.above(seen_from), self.above(frame));
        let common = up.iter().rev().zip(down.iter().rev()).take_while(|(a, b)| a == b).count();
        let (up, down) = (&up[..up.len() - common], &down[..down.len() - common]);
        let mut near = reach;
        let mut of_down = Vec::new();
        for &n in down {
            of_down.extend(self.mover(n, near));
            near += self.steps[n - 1].shift;
        }
        of_down.reverse();
        let mut of_up: Vec<Vec<Mover>> = Vec::new();
        for &n in up.iter().rev() {
            near += self.steps[n - 1].shift;
            of_up.push(self.mover(n, near));
        }
        of_up.into_iter().rev().flatten().chain(of_down).collect()
    }

    fn mover(&self, frame: usize, reach: UpperBound) -> Vec<Mover> {
        let step = &self.steps[frame - 1];
        let (value, factor) = (step.value, step.multiplier.abs());
        match step.kind {
            StepKind::Turn => vec![Mover { value, factor, reach: reach.get(), turns: true }],
            StepKind::Slide => vec![Mover { value, factor, reach: 1.0, turns: false }],
            // Infinite as soon as one of them changes.
            StepKind::Free(_) => (0..step.values)
                .map(|n| Mover { value: value + n, factor, reach: f64::INFINITY, turns: true })
                .collect(),
        }
    }
}

/// What there is of each way to place frames.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByPlacing<T> {
    pub(super) in_f32: T,
    /// In `f64`, and then rounded.
    pub(super) in_f64: T,
    /// In `f64`, as are all tests.
    pub(super) not_rounded: T,
}

impl<T: Copy> ByPlacing<T> {
    pub(super) fn of(&self, in_f64: bool) -> T {
        if in_f64 { self.in_f64 } else { self.in_f32 }
    }

    pub(super) fn map<U>(self, f: impl Fn(T) -> U) -> ByPlacing<U> {
        let Self { in_f32, in_f64, not_rounded } = self;
        ByPlacing { in_f32: f(in_f32), in_f64: f(in_f64), not_rounded: f(not_rounded) }
    }
}

impl ByPlacing<UpperBound> {
    /// The sums.
    pub(super) fn plus(self, more: Self) -> Self {
        Self {
            in_f32: self.in_f32 + more.in_f32,
            in_f64: self.in_f64 + more.in_f64,
            not_rounded: self.not_rounded + more.not_rounded,
        }
    }
}

/// 64 roundings of `f32`.
const PER_TURN: f64 = 1.0 / (1 << 18) as f64;
/// Of an angle.
const PER_ANGLE: f64 = 1.0 / (1 << 30) as f64;
/// Four roundings of `f32`.
const ROUNDED: f64 = 1.0 / (1 << 22) as f64;

/// What a velocity is off by in `f32`, for one unit of a turn's or of a slide's rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct VelocityError {
    of_turns: f64,
    of_slides: f64,
}

impl VelocityError {
    /// Of frames whose rotations and places are off by so much, and places within a size.
    pub(super) fn of(turning: UpperBound, placing: UpperBound, size: UpperBound) -> Self {
        let of_slides = turning + UpperBound::from(PER_TURN);
        let of_turns = of_slides * size + placing + placing;
        Self { of_turns: of_turns.get(), of_slides: of_slides.get() }
    }
}

/// How far a point can be, at the end of half an interval, from where its velocity at the middle
/// carries it, and what `f32` rounds of that: the share of half the interval, and of its square.
pub(super) fn deviation(movers: &[Mover], rates: &[f64], error: VelocityError) -> [f32; 2] {
    let (mut acceleration, mut turned, mut rounding) = (0.0, 0.0, 0.0);
    for mover in movers {
        let rate = (mover.factor * rates[mover.value]).abs();
        if rate == 0.0 {
            continue;
        }
        let own = if mover.turns { rate } else { 0.0 };
        acceleration += rate * mover.reach * (own + 2.0 * turned);
        turned += own;
        rounding += rate * if mover.turns { error.of_turns } else { error.of_slides };
    }
    [rounding, 0.5 * acceleration].map(|x| round_up_f32(x * SUM_REL_ERR))
}

/// No point is faster.
pub(super) fn speed(movers: &[Mover], rates: &[f64]) -> f32 {
    let of_mover = |mover: &Mover| match (mover.factor * rates[mover.value]).abs() {
        0.0 => 0.0, // also where it reaches without end
        rate => rate * mover.reach,
    };
    round_up_f32(movers.iter().map(of_mover).sum::<f64>() * SUM_REL_ERR)
}

/// Sums of products of as many joints as a robot has, and what they are used for in `f32`, round by
/// less.
const SUM_REL_ERR: f64 = 1.0 + 1.0 / (1 << 20) as f64;

/// By value: how large it may be for what is said here of placing; below 0 where a turn that
/// follows it is farther than that by its offset alone.
fn ends(robot: &Robot) -> Vec<f64> {
    let size: f64 = robot.joints.iter().map(|joint| length(joint.origin.translation()).get()).sum();
    let of_elements = robot.links.iter().flat_map(|link| &link.elements).map(|element| {
        let away = length((*element.part.offset().translation()).into()).get();
        let reach = element.sphere.reach().get();
        if reach.is_finite() { away + reach } else { 0.0 }
    });
    let slide = SLIDES * (size + of_elements.fold(0.0, f64::max));
    let mut ends = vec![MOST_ANGLE; robot.dof];
    for joint in &robot.joints {
        let Some(value) = joint.first_value else { continue };
        let slides = match joint.kind {
            JointKind::Prismatic => 1,
            JointKind::Planar => 2,
            JointKind::Floating => 7,
            _ => 0,
        };
        let limit = joint.limits.map_or(f64::INFINITY, |[low, high]| low.abs().max(high.abs()));
        for end in &mut ends[value..value + slides] {
            *end = slide.max(if limit.is_finite() { limit } else { 0.0 }).min(*end);
        }
        // A turn that follows.
        let (factor, offset) = joint
            .mimic
            .map_or((1.0, 0.0), |mimic| (mimic.multiplier.abs().max(1.0), mimic.offset.abs()));
        if joint.kind.turns() {
            ends[value] = ends[value].min((MOST_ANGLE - offset) / factor);
        }
    }
    ends
}
