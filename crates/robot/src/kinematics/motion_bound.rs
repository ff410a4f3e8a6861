//! How far an item can move while every value stays within a distance of that of a middle
//! configuration.
//!
//! *Lemma.* Change the joints between an item and the link that it is seen from one after the
//! other, the item's own first. When a joint is changed the item's points are off by at most `D`
//! from where they were; about its axis, from which they were at most `r` away at the middle, a
//! turn by at most `h` moves them by at most `min(h, 2) (r + D)` more, as a chord is at most two
//! radii; a slide by at most `h` by `h` more. The distance of two items so changes by at most the
//! sum of what both move, seen from the link where their joints meet. That holds for exact frames.
//! The rounded ones, of which `r` is computed, and which the poses are, are off by less than the
//! caller's `rounding` (`jacobian_bound`), of two configurations and two points: `r` is at most
//! that more, and so is the change of the distance. *End.*
//!
//! *Underflow.* Every sphere has a radius of 2^-500 at least, which is more than what squares in
//! [`length`] lose; products of angles and lengths lose less than 2^-1074 each, which the caller's
//! `rounding` holds too.

use obbtree_predicates::{LowerBound, UpperBound, unit_scale};

use super::forward::Kinematics;
use super::jacobian_bound::common_joints;
use crate::model::{BoundingSphere, Joint, JointKind, Robot};
use crate::vectors::{cross, norm, sub};

/// The joints above each item, and where the two chains of a pair meet.
#[derive(Debug)]
pub(crate) struct Chains {
    /// By item: its link, and its sphere in the link's frame.
    spheres: Vec<(usize, BoundingSphere)>,
    /// By item: from its own joint to that at the root.
    of_item: Vec<Vec<usize>>,
    /// By item: where its row in `MotionBound` begins.
    starts: Vec<usize>,
    /// By pair: in the rows of its two items, what counts.
    of_pair: Vec<[usize; 2]>,
    length: usize,
}

/// By item and joint above it: how far the item moves, seen from the parent of that joint; first 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct MotionBound(Vec<f64>);

/// More than a few products and sums lose. (A sum that is not normal is exact, and a product with
/// this not below it.)
const REL_ERR_FACTOR: f64 = 1.0 + 1.0 / (1_u64 << 44) as f64;

impl Chains {
    /// Of items by their links and spheres, and pairs of items.
    pub(crate) fn new(
        robot: &Robot,
        spheres: Vec<(usize, BoundingSphere)>,
        pairs: impl Iterator<Item = [usize; 2]>,
    ) -> Self {
        let of_item: Vec<Vec<usize>> =
            spheres.iter().map(|(link, _)| robot.joints_above(*link)).collect();
        let mut starts = Vec::new();
        let mut length = 0;
        for chain in &of_item {
            starts.push(length);
            length += chain.len() + 1;
        }
        let of_pair = pairs.map(|pair| {
            let [a, b] = pair.map(|item| &of_item[item]);
            let common = common_joints(a, b);
            pair.map(|item| starts[item] + of_item[item].len() - common)
        });
        let of_pair = of_pair.collect();
        Self { spheres, of_item, starts, of_pair, length }
    }
}

impl MotionBound {
    /// For values within `half` of those of the configuration that the frames are of; `rounding`
    /// is that of the frames.
    pub(crate) fn compute(
        &mut self,
        robot: &Robot,
        chains: &Chains,
        kinematics: &Kinematics,
        middle: &[f64],
        half: &[f64],
        rounding: f64,
    ) {
        self.0.resize(chains.length, 0.0);
        for (item, chain) in chains.of_item.iter().enumerate() {
            if chain.is_empty() {
                continue; // of the root: it does not move
            }
            let (link, in_link) = &chains.spheres[item];
            let center = kinematics.frames[*link].place(in_link.center);
            let sphere = BoundingSphere { center, radius: in_link.radius + rounding };
            let mut bound = 0.0;
            for (k, &n) in chain.iter().enumerate() {
                let joint = &robot.joints[n];
                bound = after(joint, kinematics, &sphere, bound, middle, half) * REL_ERR_FACTOR;
                self.0[chains.starts[item] + k + 1] = bound;
            }
        }
    }

    /// How far the items of a pair move relative to each other, and `more`: not below the exact
    /// sum.
    pub(crate) fn of_pair(&self, chains: &Chains, pair: usize, more: f64) -> f64 {
        let [a, b] = chains.of_pair[pair];
        (self.0[a] + self.0[b] + more) * REL_ERR_FACTOR
    }
}

/// The longest chord of a circle of radius 1.
const MOST_CHORD: f64 = 2.0;

/// How far a turn moves what is so far away: not at all where nothing turns, also if that is
/// infinitely far, as of a half-space.
#[inline]
fn chord(turn: f64, radius: f64) -> f64 {
    if turn == 0.0 { 0.0 } else { turn * radius }
}

/// How far a sphere has moved after this joint too.
#[inline]
fn after(
    joint: &Joint,
    kinematics: &Kinematics,
    sphere: &BoundingSphere,
    bound: f64,
    middle: &[f64],
    half: &[f64],
) -> f64 {
    let Some(first) = joint.first_value else { return bound };
    let factor = joint.mimic.map_or(1.0, |mimic| mimic.multiplier.abs());
    let from_axis = || {
        let frame = &kinematics.frames[joint.child];
        let away = sub(sphere.center, frame.translation());
        norm(cross(away, frame.turn(joint.axis))) + sphere.radius + bound
    };
    match joint.kind {
        JointKind::Fixed => bound,
        JointKind::Revolute | JointKind::Continuous => {
            bound + chord((factor * half[first]).min(MOST_CHORD), from_axis())
        }
        JointKind::Prismatic => bound + factor * half[first],
        JointKind::Planar => {
            let turn = half[first + 2].min(MOST_CHORD);
            bound + half[first] + half[first + 1] + chord(turn, from_axis())
        }
        JointKind::Floating => {
            let away = sub(sphere.center, kinematics.frames[joint.child].translation());
            let from_origin = norm(away) + sphere.radius + bound;
            let slides = half[first] + half[first + 1] + half[first + 2];
            let turn = quaternion_turn(&middle[first + 3..first + 7], &half[first + 3..first + 7]);
            bound + slides + chord(turn, from_origin)
        }
    }
}

/// The largest angle between the rotation of a quaternion and that of one within `half` of it, or
/// 2, which bounds every chord: the vectors are at an angle of at most `asin(|half| / |q|) <= pi/2
/// |half| / |q|`, the rotations of twice that.
pub(crate) fn quaternion_turn(q: &[f64], half: &[f64]) -> f64 {
    // Both times one power of two: squares of short ones would underflow.
    let scale = unit_scale(q.iter().fold(0.0_f64, |most, x| most.max(x.abs())));
    let of_half: UpperBound =
        half.iter().map(|x| UpperBound::of_abs(x * scale)).map(|x| x * x).sum();
    let of_q = q
        .iter()
        .map(|x| LowerBound::from((x * scale).abs()))
        .fold(LowerBound::ZERO, |sum, x| sum + x * x);
    let ratio = (of_half.sqrt() / of_q.sqrt()).get();
    if ratio < 0.5 { std::f64::consts::PI * ratio } else { MOST_CHORD }
}
