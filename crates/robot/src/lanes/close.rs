//! Pairs of leaves that the lanes leave open, one interval after the other, in `f64`: leaves some
//! micrometres apart, which is what `f32` rounds, and faces beside faces, whose closest points the
//! steps of `nodes` come near too slowly.
//!
//! What is proven is the lemma of `nodes` for leaves, along directions that lead to the closest
//! points at the middle of the interval.
//!
//! *Rounding.* A node's numbers in `f32` are taken as they are. What they describe may differ from
//! the part that they stand for by [`HULL`] of the sphere, where points are within half an ulp of
//! where they should be in each coordinate, or [`AXES`] of the half sides: with `E` what axes
//! round, at most 2^-23, `n . A^-1 q` differs from `(A n) . q` by less than `(2 |E| + |E|^2) |q|`,
//! which is 2^-21 of the sum of half sides. The rest is in the `extra` of the pair (`pairs`), but
//! for what the centre of B's node rounds of coordinates ([`CENTER`]). Directions are of length one
//! but for rounding, so lengths are taken 2^-40 larger.

use nalgebra::{Matrix3, Vector3};
use obbtree_collider::has_parting_direction;
use obbtree_simd::SimdLevel;

use super::chain::{Mover, StepKind, VelocityError, deviation};
use super::cloud::StillCloud;
use super::node::Node;
use super::pairs::{LaneRobot, LaneWorld, Task};
use super::sift::Undecided;
use crate::kinematics::Kinematics;

const HULL: f64 = 1.0 / (1 << 22) as f64;
const AXES: f64 = 1.0 / (1 << 21) as f64;
const CENTER: f64 = 1.0 / (1_u64 << 40) as f64;
const LONGER: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

/// Intervals are halved so often at most.
const MOST_HALVINGS: u32 = 8;
/// Tests of two leaves at most, of one line.
const MOST_TESTS: u32 = 2000;

/// An interval of a line by its middle, and half its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    pub(crate) middle: f64,
    pub(crate) half: f64,
}

/// The memory of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct CloseMemory {
    kinematics: Kinematics,
    configuration: Vec<f64>,
    frames: Vec<Moving>,
    /// Tests that may still be done.
    left: u32,
}

/// Where a frame is, seen from the root, and how it moves at the middle.
#[derive(Clone, Copy, Debug)]
struct Moving {
    turn: Matrix3<f64>,
    at: Vector3<f64>,
    /// The angular velocity, and the velocity of what is at the root's origin.
    spin: Vector3<f64>,
    shift: Vector3<f64>,
}

impl CloseMemory {
    /// Before a line.
    pub(crate) fn begin(&mut self) {
        self.left = MOST_TESTS;
    }
}

/// A line between two configurations.
pub(crate) struct Close<'c> {
    pub(crate) robot: &'c LaneRobot,
    pub(crate) world: &'c LaneWorld,
    pub(crate) level: SimdLevel,
    pub(crate) from: &'c [f64],
    pub(crate) rates: &'c [f64],
    pub(crate) memory: &'c mut CloseMemory,
}

/// What is found of two leaves.
enum Found {
    Apart,
    /// They are at the middle, so perhaps in a shorter interval.
    ApartAtMiddle,
    Open,
}

impl Close<'_> {
    /// Hands on what is not proven of pairs of leaves in an interval.
    pub(crate) fn prove(
        &mut self,
        around: Around,
        leaves: &[Undecided],
        to: &mut impl FnMut(Around, u32),
    ) {
        self.halve(around, leaves, MOST_HALVINGS, to);
    }

    fn halve(
        &mut self,
        around: Around,
        leaves: &[Undecided],
        halvings: u32,
        to: &mut impl FnMut(Around, u32),
    ) {
        self.place(around.middle);
        let mut left = Vec::new();
        for leaf in leaves {
            let found = match self.memory.left.checked_sub(1) {
                Some(tests) => {
                    self.memory.left = tests;
                    self.test(leaf, around.half)
                }
                None => Found::Open,
            };
            match found {
                Found::Apart => {}
                Found::ApartAtMiddle if halvings > 0 => left.push(*leaf),
                _ => to(around, leaf.pair),
            }
        }
        if left.is_empty() {
            return;
        }
        let half = 0.5 * around.half;
        for middle in [around.middle - half, around.middle + half] {
            self.halve(Around { middle, half }, &left, halvings - 1, to);
        }
    }

    /// Places all frames.
    fn place(&mut self, time: f64) {
        let Self { robot: LaneRobot { chain, robot }, level, from, rates, memory, .. } = self;
        let CloseMemory { kinematics, configuration, frames, .. } = &mut **memory;
        configuration.clear();
        configuration.extend(from.iter().zip(*rates).map(|(from, rate)| from + time * rate));
        kinematics.compute(robot, configuration, *level);
        frames.clear();
        let zero = Vector3::zeros();
        frames.push(Moving { turn: Matrix3::identity(), at: zero, spin: zero, shift: zero });
        for step in &chain.steps {
            let frame = &kinematics.frames[step.link];
            let turn = Matrix3::from_fn(|i, k| frame.0[i][k]);
            let at = Vector3::from(frame.translation());
            let Moving { mut spin, mut shift, .. } = frames[step.parent];
            let along = turn * Vector3::from(step.axis.map(f64::from));
            let along = along * (step.multiplier * rates[step.value]);
            match step.kind {
                StepKind::Turn => {
                    spin += along;
                    shift += at.cross(&along);
                }
                StepKind::Slide => shift += along,
                // It is held: its bounds are infinite otherwise.
                StepKind::Free(_) => {}
            }
            frames.push(Moving { turn, at, spin, shift });
        }
    }

    fn test(&self, leaf: &Undecided, half: f64) -> Found {
        let world = self.world;
        let Some([at_a, at_b]) = leaf.leaves() else { return Found::Open };
        let point;
        let of_pair = match world.task_of[leaf.pair as usize] {
            Task::Still(a, b) => {
                let item = &world.moving[a as usize];
                let Some(pair) = world.still_pair(a as usize, &world.still[b as usize]) else {
                    return Found::Open;
                };
                PairOfLeaves {
                    seen: self.memory.frames[item.frame],
                    a: Leaf::of(item.tree(), at_a),
                    b: Leaf::of(world.still_tree(), at_b),
                    extra: pair.extra.not_rounded,
                    movers: &item.movers,
                    velocity_error: item.velocity_error,
                }
            }
            Task::Moving(n) => {
                let pair = &world.moving_pairs[n as usize];
                let [a, b] = pair.items.map(|item| &world.moving[item]);
                let frames = [a, b].map(|item| &self.memory.frames[item.frame]);
                PairOfLeaves {
                    seen: seen_from(frames),
                    a: Leaf::of(a.tree(), at_a),
                    b: Leaf::of(b.tree(), at_b),
                    extra: pair.extra.not_rounded,
                    movers: &pair.movers,
                    velocity_error: pair.velocity_error,
                }
            }
            Task::Cloud(n) => {
                let pair = &world.cloud_pairs[n as usize];
                let (item, cloud) = (&world.moving[pair.item], &world.clouds[pair.cloud]);
                point = cloud.node_at_origin(at_b);
                PairOfLeaves {
                    seen: seen_from_point(&self.memory.frames[item.frame], cloud, at_b),
                    a: Leaf::of(item.tree(), at_a),
                    b: Leaf { node: &point, points: &[] },
                    extra: pair.extra.not_rounded,
                    movers: &item.movers,
                    velocity_error: pair.velocity_error,
                }
            }
            _ => return Found::Open,
        };
        of_pair.test(self.rates, half)
    }
}

/// The first frame, seen from the second.
fn seen_from([a, b]: [&Moving; 2]) -> Moving {
    let back = b.turn.transpose();
    let spin = a.spin - b.spin;
    Moving {
        turn: back * a.turn,
        at: back * (a.at - b.at),
        spin: back * spin,
        shift: back * (a.shift - b.shift + spin.cross(&b.at)),
    }
}

/// A frame, seen from a point of a cloud along the axes of its boxes.
fn seen_from_point(frame: &Moving, cloud: &StillCloud, place: u32) -> Moving {
    let turn = Matrix3::from_fn(|i, k| f64::from(cloud.turn[i][k]));
    let shift = Vector3::from(cloud.shift.map(f64::from)) - Vector3::from(cloud.point(place));
    let spin = turn * frame.spin;
    Moving {
        turn: turn * frame.turn,
        at: turn * frame.at + shift,
        spin,
        shift: turn * frame.shift - spin.cross(&shift),
    }
}

/// A leaf, and the points whose hull contains it.
#[derive(Clone, Copy)]
struct Leaf<'l> {
    node: &'l Node,
    points: &'l [[f32; 3]],
}

impl<'l> Leaf<'l> {
    fn of((nodes, points): (&'l [Node], &'l [[f32; 3]]), at: u32) -> Self {
        let node = &nodes[at as usize];
        let first = node.first_point as usize;
        Self { node, points: &points[first..first + node.points as usize] }
    }

    fn center(&self) -> Vector3<f64> {
        Vector3::from(self.node.center.map(f64::from))
    }

    /// Of its hull, or of the box that contains all of it, the point from the centre that is lowest
    /// along a vector.
    fn lowest(&self, along: &Vector3<f64>) -> Vector3<f64> {
        self.lowest_of(along, self.node.outer)
    }

    fn lowest_of(&self, along: &Vector3<f64>, half: [f32; 3]) -> Vector3<f64> {
        let points = self.points.iter().map(|point| Vector3::from(point.map(f64::from)));
        let lowest = points.min_by(|p, q| along.dot(p).total_cmp(&along.dot(q)));
        lowest.unwrap_or_else(|| {
            let [x, y, z] = self.axes();
            let [a, b, c] = half.map(f64::from);
            let sides = [x * a, y * b, z * c];
            sides.iter().map(|side| -side.dot(along).signum() * side).sum()
        })
    }

    fn axes(&self) -> [Vector3<f64>; 3] {
        self.node.axes.map(|axis| Vector3::from(axis.map(f64::from)))
    }

    /// The same of what, inflated by `least_round`, contains it; and how far it reaches there,
    /// times the length of the vector.
    fn lowest_of_core(&self, along: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let node = self.node;
        if node.is_cylinder && self.points.is_empty() {
            let [x, y, z] = self.axes();
            let across = x * x.dot(along) + y * y.dot(along);
            let length = across.norm();
            let [radius, _, height] = node.half.map(f64::from);
            let out = if length > 0.0 { across * (radius / length) } else { Vector3::zeros() };
            let up = z.dot(along);
            let reach = f64::hypot(x.dot(along), y.dot(along)) * radius + up.abs() * height;
            return (-out - z * (height * up.signum()), reach);
        }
        let lowest = self.lowest_of(along, node.half);
        (lowest, -lowest.dot(along))
    }

    /// How far its numbers may be off as B, or as A.
    fn off(&self, half: [f32; 3]) -> f64 {
        match self.points.is_empty() {
            true => AXES * half.iter().map(|&side| f64::from(side)).sum::<f64>(),
            false => HULL * f64::from(self.node.radius),
        }
    }
}

struct PairOfLeaves<'l> {
    /// A's frame, from B's.
    seen: Moving,
    a: Leaf<'l>,
    b: Leaf<'l>,
    extra: f32,
    movers: &'l [Mover],
    velocity_error: VelocityError,
}

impl PairOfLeaves<'_> {
    fn test(&self, rates: &[f64], half: f64) -> Found {
        let Self { seen: Moving { turn, at, spin, shift }, a, b, .. } = self;
        let [of_half, of_square] = deviation(self.movers, rates, self.velocity_error);
        let still = f64::from(self.extra)
            + a.off(a.node.outer)
            + b.off(b.node.half)
            + CENTER * b.center().lp_norm(1)
            + if b.points.is_empty() { f64::from(b.node.least_round) } else { 0.0 };
        let moved = still + half * (f64::from(of_half) + half * f64::from(of_square));
        let from_b = turn * a.center() + at - b.center();
        let velocity = spin.cross(&(turn * a.center() + at)) + shift;
        let mut is_apart_at_middle = false;
        let parts = |direction: &Vector3<f64>| {
            let length = direction.norm();
            if !(length > 0.0) {
                return false;
            }
            let normal = direction / length;
            let (_, reach) = b.lowest_of_core(&-normal);
            let ahead = normal.dot(&from_b) - reach;
            let along = turn.tr_mul(&normal);
            let back = |along: &Vector3<f64>| -a.lowest(along).dot(along);
            if ahead <= (still + back(&along)) * LONGER {
                return false;
            }
            is_apart_at_middle = true;
            let step = turn.tr_mul(&normal.cross(spin)) * half;
            let rise = normal.dot(&velocity) * half;
            ahead - rise > (moved + back(&(along - step))) * LONGER
                && ahead + rise > (moved + back(&(along + step))) * LONGER
        };
        let farthest = |direction: &Vector3<f64>| {
            let lowest = a.lowest(&turn.tr_mul(direction));
            from_b + turn * lowest - b.lowest_of_core(&-direction).0
        };
        if has_parting_direction(from_b, farthest, parts) {
            Found::Apart
        } else if is_apart_at_middle {
            Found::ApartAtMiddle
        } else {
            Found::Open
        }
    }
}
