//! How far two items can move relative to each other when a value of the configuration changes by one, at any
//! configuration within some ends: a length for each pair and value.
//!
//! *Lemma.* Let the values change from `q` to `q'`. Change the joints between the two links one after the other.
//! When one turns by `d`, all that is on one side of it turns about its axis relative to the other side, so the
//! distance of the two items changes by at most `|d| r`, with `r` the largest distance of a point of the item on
//! that side from the axis; either side may be taken as the one that moves. At any configuration `r` is at most the
//! sum of the lengths on the way from the axis to the item: of the joints' origins, of slides at the ends of their
//! values, and of the item's ball. A slide by `d` changes the distance by `|d|` at most. The sum over the joints
//! bounds the change. *End.* (The frames are rounded ones; `budgets` pays for that.)
//!
//! Slides without limits have ends too, [`FARTHEST`]; beyond any of the ends nothing is remembered. A motion has
//! ends of its own, and what its frames round follows from these.

use crate::joint::{Joint, JointKind};
use crate::part::{Ball, length};
use crate::robot::Robot;

/// Lengths in lanes of this many pairs.
pub(super) const LANES: usize = 8;

/// A length that no budget pays.
const UNBOUNDED: f64 = 1e150;

/// The end of slides without limits, or with limits farther away: 131 km, if the unit is a metre, where frames
/// round half a micrometre in proof.
const FARTHEST: f64 = (1_u32 << 17) as f64;

/// Lengths by value and pair.
#[derive(Debug)]
pub(super) struct Reach {
    /// Row `value`, column `pair`; a row has a multiple of `LANES` columns.
    pub(super) rows: Vec<f64>,
    pub(super) columns: usize,
    /// Values within these ends are what the lengths and the rounding hold for.
    pub(super) ends: Vec<[f64; 2]>,
    /// Pays for the roundings of the frames at two configurations within the ends.
    pub(super) rounding: f64,
    /// What of it does not depend on the values.
    rounding_at_zero: f64,
    slides: Vec<Slide>,
}

/// A value that slides something, by `factor` for one unit.
#[derive(Clone, Copy, Debug)]
struct Slide {
    value: usize,
    factor: f64,
}

impl Reach {
    /// Of pairs of balls, each in the frame of a link.
    pub(super) fn of(robot: &Robot, pairs: &[[(usize, Ball); 2]]) -> Self {
        let columns = pairs.len().div_ceil(LANES) * LANES;
        let mut rows = vec![0.0; robot.values * columns];
        let ends = ends(robot);
        let steps: Vec<f64> = robot.joints.iter().map(|joint| step(joint, &ends)).collect();
        for (n, pair) in pairs.iter().enumerate() {
            let [up_a, up_b] = pair.map(|(link, _)| to_root(robot, link));
            let common =
                up_a.iter().rev().zip(up_b.iter().rev()).take_while(|(a, b)| a == b).count();
            let sides = [&up_a[..up_a.len() - common], &up_b[..up_b.len() - common]];
            let reaches = pair.map(|(_, ball)| ball.reach());
            for (value, reach) in along(robot, &steps, sides, reaches) {
                rows[value * columns + n] += reach;
            }
        }
        let rounding_at_zero = rounding_at_zero(robot, pairs);
        let slides = robot.joints.iter().flat_map(slides).collect();
        let mut reach = Self { rows, columns, ends, rounding: 0.0, rounding_at_zero, slides };
        reach.rounding = reach.rounding_up_to(|value| reach.ends[value][1]);
        reach
    }

    /// Pays for the roundings of the frames at two configurations of a straight line.
    ///
    /// A slide between the two ends is no longer than at one of them, but for the rounding of a value on the line,
    /// which is less than the spare part of `PER_SIZE`.
    pub(super) fn rounding_on_line(&self, from: &[f64], to: &[f64]) -> f64 {
        self.rounding_up_to(|value| from[value].abs().max(to[value].abs()))
    }

    /// Where no value that slides something is larger.
    fn rounding_up_to(&self, most: impl Fn(usize) -> f64) -> f64 {
        let slid: f64 = self.slides.iter().map(|slide| slide.factor * most(slide.value)).sum();
        self.rounding_at_zero + PER_SIZE * slid
    }
}

/// Pays for what the distance of a pair at two configurations can change by the roundings of their frames, by the
/// size `s`: points are within it of the root.
///
/// A product of two frames rounds each coordinate of a point within `s` of the root by less than `8 2^-53 s`,
/// the sine and the cosine of a joint by another `8`. After at most 256 joints the places of a point are off
/// by less than `2^-41 s` at each configuration: of two points and two configurations, `2^-39 s`. The other half
/// is spare.
///
/// A frame of several values counts as 8 joints, `128 2^-53 s`. Of a floating joint the components of the quaternion
/// are off by less than 5 roundings of themselves, entries of the rotation by less than 32, and a coordinate, of
/// three entries, by 96; the product with its origin is 8. Of a planar joint, the rotation to its axis and back are
/// off by less than 8 an entry, 24 a coordinate, each, the turn by 8, and there are three products more than that
/// with the parent.
const PER_SIZE: f64 = 1.0 / (1_u64 << 38) as f64;

/// What of the rounding does not depend on the values: of the origins, of slides that stay, and of the balls.
fn rounding_at_zero(robot: &Robot, pairs: &[[(usize, Ball); 2]]) -> f64 {
    const MOST_JOINTS: usize = 256;
    /// That a joint of several values counts as.
    const JOINTS_OF_A_FREE_ONE: usize = 8;
    let count = |joint: &Joint| if joint.kind.values() > 1 { JOINTS_OF_A_FREE_ONE } else { 1 };
    if robot.joints.iter().map(count).sum::<usize>() > MOST_JOINTS {
        return f64::INFINITY;
    }
    // What is at the root does not move, and is not rounded twice.
    let moving = pairs.iter().flatten().filter(|(link, _)| *link != robot.root);
    let of_balls = moving.map(|(_, ball)| ball.reach()).fold(0.0, f64::max);
    PER_SIZE * (robot.joints.iter().map(step_at_zero).sum::<f64>() + of_balls)
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

/// The most that passing a joint adds to a distance from what is beyond it, at values within the ends.
fn step(joint: &Joint, ends: &[[f64; 2]]) -> f64 {
    let slid = slides(joint).iter().map(|slide| slide.factor * ends[slide.value][1]).sum::<f64>();
    step_at_zero(joint) + slid
}

/// The same where all values are 0.
fn step_at_zero(joint: &Joint) -> f64 {
    let slide = match (joint.kind, &joint.mimic) {
        (JointKind::Prismatic, Some(mimic)) => mimic.offset.abs(),
        _ => 0.0,
    };
    length(joint.origin.translation()) + slide
}

/// The values that slide a joint.
fn slides(joint: &Joint) -> Vec<Slide> {
    let Some(first) = joint.first_value else { return Vec::new() };
    let (values, factor) = match joint.kind {
        JointKind::Prismatic => (1, joint.mimic.map_or(1.0, |mimic| mimic.multiplier.abs())),
        JointKind::Planar => (2, 1.0),
        JointKind::Floating => (3, 1.0),
        JointKind::Fixed | JointKind::Revolute | JointKind::Continuous => (0, 0.0),
    };
    (first..first + values).map(|value| Slide { value, factor }).collect()
}

/// Values, and how far one unit of each moves the two ends relative to each other. The sides are the joints from
/// each end up to the link where they meet.
fn along(
    robot: &Robot,
    steps: &[f64],
    sides: [&[usize]; 2],
    reaches: [f64; 2],
) -> Vec<(usize, f64)> {
    let mut moves = Vec::new();
    let beyond = |side: usize| reaches[side] + sides[side].iter().map(|&n| steps[n]).sum::<f64>();
    for side in [0, 1] {
        // What is on the other side of each joint, seen from its axis; summed from there, as a difference would
        // lose what is short beside what is long.
        let mut far = beyond(1 - side);
        let mut fars: Vec<f64> = sides[side]
            .iter()
            .rev()
            .map(|&n| {
                far += steps[n];
                far
            })
            .collect();
        let mut near = reaches[side];
        for &n in sides[side] {
            let far = fars.pop().unwrap_or(f64::INFINITY);
            moves.extend(of_joint(&robot.joints[n], near.min(far)));
            near += steps[n];
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

/// Between which values the lengths hold: slides within their limits, as far from 0 on either side.
fn ends(robot: &Robot) -> Vec<[f64; 2]> {
    let mut ends = vec![[f64::NEG_INFINITY, f64::INFINITY]; robot.values];
    for slide in robot.joints.iter().flat_map(slides) {
        ends[slide.value] = [-FARTHEST, FARTHEST];
    }
    for joint in robot.active_joints() {
        if let (Some(first), Some([low, high])) = (joint.first_value, joint.limits)
            && ends[first][1].is_finite()
        {
            let most = low.abs().max(high.abs()).min(FARTHEST);
            ends[first] = [-most, most];
        }
    }
    ends
}
