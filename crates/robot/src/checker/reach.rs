//! How far two items can move relative to each other when a value of the configuration changes by one, at any
//! configuration: a length for each pair and value.
//!
//! *Lemma.* Let the values change from `q` to `q'`. Change the joints between the two links one after the other.
//! When one turns by `d`, all that is on one side of it turns about its axis relative to the other side, so the
//! distance of the two items changes by at most `|d| r`, with `r` the largest distance of a point of the item on
//! that side from the axis; either side may be taken as the one that moves. At any configuration `r` is at most the
//! sum of the lengths on the way from the axis to the item: of the joints' origins, of slides at their limits,
//! and of the item's ball. A slide by `d` changes the distance by `|d|` at most. The sum over the joints bounds
//! the change. *End.* (The frames are rounded ones; `budgets` pays for that.)

use crate::joint::{Joint, JointKind};
use crate::part::{Ball, length};
use crate::robot::Robot;

/// Lengths in lanes of this many pairs.
pub(super) const LANES: usize = 8;

/// A length that no budget pays.
const UNBOUNDED: f64 = 1e150;

/// Lengths by value and pair.
#[derive(Debug)]
pub(super) struct Reach {
    /// Row `value`, column `pair`; a row has a multiple of `LANES` columns.
    pub(super) rows: Vec<f64>,
    pub(super) columns: usize,
    /// Values within these ends are what the lengths hold for.
    pub(super) ends: Vec<[f64; 2]>,
    /// Pays for the roundings of the frames at two configurations.
    pub(super) rounding: f64,
}

impl Reach {
    /// Of pairs of balls, each in the frame of a link.
    pub(super) fn of(robot: &Robot, pairs: &[[(usize, Ball); 2]]) -> Self {
        let columns = pairs.len().div_ceil(LANES) * LANES;
        let mut rows = vec![0.0; robot.values * columns];
        for (n, pair) in pairs.iter().enumerate() {
            let [up_a, up_b] = pair.map(|(link, _)| to_root(robot, link));
            let common =
                up_a.iter().rev().zip(up_b.iter().rev()).take_while(|(a, b)| a == b).count();
            let sides = [&up_a[..up_a.len() - common], &up_b[..up_b.len() - common]];
            let reaches = pair.map(|(_, ball)| ball.reach());
            for (value, reach) in along(robot, sides, reaches) {
                rows[value * columns + n] += reach;
            }
        }
        Self { rows, columns, ends: ends(robot), rounding: rounding(robot, pairs) }
    }
}

/// What the distance of a pair at two configurations can change by the roundings of their frames.
///
/// A product of two frames rounds each coordinate of a point within `s` of the root by less than `8 2^-53 s`,
/// the sine and the cosine of a joint by another `8`. After at most 256 joints the places of a point are off
/// by less than `2^-41 s` at each configuration: of two points and two configurations, `2^-39 s`.
fn rounding(robot: &Robot, pairs: &[[(usize, Ball); 2]]) -> f64 {
    const MOST_JOINTS: usize = 256;
    const PER_SIZE: f64 = 1.0 / (1_u64 << 38) as f64;
    if robot.joints.len() > MOST_JOINTS {
        return f64::INFINITY;
    }
    // What is at the root does not move, and is not rounded twice.
    let moving = pairs.iter().flatten().filter(|(link, _)| *link != robot.root);
    let of_balls = moving.map(|(_, ball)| ball.reach()).fold(0.0, f64::max);
    PER_SIZE * (robot.joints.iter().map(step).sum::<f64>() + of_balls)
}

/// The joints from a link to the root.
pub(super) fn to_root(robot: &Robot, mut link: usize) -> Vec<usize> {
    let mut joints = Vec::new();
    while let Some(joint) = robot.links[link].parent_joint {
        joints.push(joint);
        link = robot.joints[joint].parent;
    }
    joints
}

/// The most that passing a joint adds to a distance from what is beyond it.
fn step(joint: &Joint) -> f64 {
    let slide = match joint.kind {
        JointKind::Prismatic => {
            joint.limits.map_or(UNBOUNDED, |[low, high]| low.abs().max(high.abs()))
        }
        JointKind::Planar | JointKind::Floating => UNBOUNDED,
        _ => 0.0,
    };
    length(joint.origin.translation()) + slide
}

/// Values, and how far one unit of each moves the two ends relative to each other. The sides are the joints from
/// each end up to the link where they meet.
fn along(robot: &Robot, sides: [&[usize]; 2], reaches: [f64; 2]) -> Vec<(usize, f64)> {
    let mut moves = Vec::new();
    let total = |side: usize| {
        reaches[side] + sides[side].iter().map(|&n| step(&robot.joints[n])).sum::<f64>()
    };
    for side in [0, 1] {
        // What is on this side of the joint; and what is on the other, seen from its axis.
        let mut near = reaches[side];
        let mut far = total(1 - side) + total(side) - reaches[side];
        for &n in sides[side] {
            let joint = &robot.joints[n];
            moves.extend(of_joint(joint, near.min(far)));
            near += step(joint);
            far -= step(joint);
            far = far.max(0.0);
        }
    }
    moves
}

/// What a joint with this reach from its axis moves for one unit of its values.
fn of_joint(joint: &Joint, reach: f64) -> Vec<(usize, f64)> {
    let Some(first) = joint.first_value else { return Vec::new() };
    let factor = joint.mimic.map_or(1.0, |mimic| mimic.multiplier.abs());
    match joint.kind {
        JointKind::Fixed => Vec::new(),
        JointKind::Revolute | JointKind::Continuous => vec![(first, factor * reach)],
        JointKind::Prismatic => vec![(first, factor)],
        JointKind::Planar => vec![(first, 1.0), (first + 1, 1.0), (first + 2, reach)],
        // A change of a quaternion that need not be of length one: never skipped.
        JointKind::Floating => (first..first + 7)
            .map(|value| (value, if value < first + 3 { 1.0 } else { UNBOUNDED }))
            .collect(),
    }
}

/// Between which values the lengths hold: slides within their limits.
fn ends(robot: &Robot) -> Vec<[f64; 2]> {
    let mut ends = vec![[f64::NEG_INFINITY, f64::INFINITY]; robot.values];
    for joint in robot.joints.iter().filter(|joint| joint.kind == JointKind::Prismatic) {
        if let (Some(first), Some([low, high])) = (joint.first_value, joint.limits) {
            let most = low.abs().max(high.abs());
            let (multiplier, offset) = joint.mimic.map_or((1.0, 0.0), |m| (m.multiplier, m.offset));
            // Inside of these the slide is within `most` of its origin.
            let within = if multiplier == 0.0 {
                f64::INFINITY
            } else {
                (most - offset.abs()) / multiplier.abs()
            };
            ends[first] = [ends[first][0].max(-within), ends[first][1].min(within)];
        }
    }
    ends
}
