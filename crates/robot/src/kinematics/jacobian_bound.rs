//! How far two items can move relative to each other when a value of the configuration changes by
//! one, at any configuration within some ends: a length for each pair and value.
//!
//! *Lemma.* Let the values change from `q` to `q'`. Change the joints between the two links one
//! after the other. When one turns by `d`, all that is on one side of it turns about its axis
//! relative to the other side, so the distance of the two items changes by at most `|d| r`, with
//! `r` the largest distance of a point of the item on that side from the axis; either side may be
//! taken as the one that moves. At any configuration `r` is at most the sum of the lengths
//! from the axis to the item: of the joints' origins, of slides at the ends of their values,
//! and of the item's sphere. A slide by `d` changes the distance by `|d|` at most. The sum over the
//! joints bounds the change. *End.* (That holds for exact frames. The rounded ones are off by
//! `rounding`, which whoever uses these lengths adds.) All sums and products here round up.
//!
//! Slides without limits have ends too, [`FARTHEST`], and so have turns that others mimic,
//! [`MOST_MIMICKED`]; beyond any of the ends nothing is remembered. A motion has ends of its own,
//! and what its frames round follows from these.

use std::sync::Arc;

use obbtree_predicates::UpperBound;

use crate::items::Item;
use crate::model::{Joint, JointKind, Robot, length};

/// Lengths in lanes of this many pairs.
pub(crate) const LANES: usize = 8;

/// A length that exceeds every clearance.
const UNBOUNDED: f64 = 1e150;

/// The end of slides without limits, or with limits farther away: 131 km, if the unit is a metre,
/// where frames round half a micrometre in proof.
const FARTHEST: f64 = (1_u32 << 17) as f64;

/// The end of turns without limits that other joints follow, in radians: 650 whole turns, where the
/// values of those that follow round 1e-12 in proof.
const MOST_MIMICKED: f64 = (1_u32 << 12) as f64;

/// Of a robot: between which values lengths hold, and what of the joints they are made of.
#[derive(Debug)]
pub(crate) struct JointLengths {
    /// Values within these ends are what the lengths and the rounding hold for.
    pub(crate) ends: Vec<[f64; 2]>,
    /// By joint: the most that passing it adds to a distance from what is beyond it.
    steps: Vec<UpperBound>,
    slides: Vec<Weighed>,
    followers: Vec<Follower>,
}

/// Lengths by value and pair.
#[derive(Debug)]
pub(crate) struct JacobianBound {
    /// Row `value`, column `pair`; a row has a multiple of `LANES` columns.
    pub(crate) rows: Vec<f64>,
    pub(crate) columns: usize,
    /// Bounds what the distance of a pair at two configurations within the ends differs by, as
    /// frames round.
    pub(crate) rounding: f64,
    joints: Arc<JointLengths>,
    /// Points are within this of the root where all values are 0.
    at_zero: UpperBound,
    /// What frames round, of the size.
    share: UpperBound,
}

/// A value that moves something, by `factor` for one unit.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    value: usize,
    factor: UpperBound,
}

/// What an item can reach: what is within a radius of the origin of a joint, but for rounding; the
/// radius is infinite if a slide has no limits, or limits beyond the ends.
pub(crate) struct ReachSphere {
    pub(crate) joint: usize,
    pub(crate) radius: UpperBound,
}

/// A turn whose angle is the rounded `factor x + offset`.
#[derive(Clone, Copy, Debug)]
struct Follower {
    of: Weighed,
    offset: UpperBound,
}

impl JointLengths {
    pub(crate) fn of(robot: &Robot) -> Self {
        let ends = ends(robot);
        Self {
            steps: robot.joints.iter().map(|joint| step(joint, &ends)).collect(),
            slides: robot.joints.iter().flat_map(slides).collect(),
            followers: robot.joints.iter().filter_map(follower).collect(),
            ends,
        }
    }

    /// By value: how far one unit of it moves two items relative to each other; exactly 0 for those
    /// that do not.
    pub(crate) fn of_pair(&self, robot: &Robot, items: [&Item; 2]) -> Vec<f64> {
        let [up_a, up_b] = items.map(|item| robot.joints_above(item.link));
        let common = common_joints(&up_a, &up_b);
        let sides = [&up_a[..up_a.len() - common], &up_b[..up_b.len() - common]];
        let reaches = items.map(|item| item.sphere.reach());
        let mut lengths = vec![0.0; robot.dof];
        for (value, reach) in along(robot, &self.steps, sides, reaches) {
            let entry = &mut lengths[value];
            *entry = (UpperBound::from(*entry) + reach).get().min(f64::MAX);
        }
        lengths
    }

    /// How far an item can be from the origin of the first joint that moves it, seen from the root,
    /// whatever the values are within the limits, if these count. `None` if no joint moves it.
    ///
    /// *Lemma.* The item is within `sphere.reach()` of the origin of its link. Passing a joint,
    /// whatever it turns by, adds at most the length of its origin and of its slides. The origin of
    /// the first joint stays where it is, and of that joint slides alone count. *End.* That holds
    /// for exact frames. By [`PER_JOINT`] an item and that origin are where the rounded frames have
    /// them but for a quarter of `rounding` each.
    pub(crate) fn reach(&self, robot: &Robot, item: &Item, limits: bool) -> Option<ReachSphere> {
        let chain = robot.joints_above(item.link);
        let first = chain.iter().rposition(|&n| robot.joints[n].first_value.is_some())?;
        let is_bounded = |joint: &Joint| {
            let own = |slide: &Weighed| {
                let of = robot.active_joints().find(|joint| joint.first_value == Some(slide.value));
                let ends = of.and_then(Joint::limits).filter(|_| limits);
                ends.is_some_and(|ends| ends.iter().all(|end| end.abs() <= FARTHEST))
            };
            slides(joint).iter().all(own)
        };
        let joint = chain[first];
        if !chain[..=first].iter().all(|&n| is_bounded(&robot.joints[n])) {
            return Some(ReachSphere { joint, radius: UpperBound::INFINITE });
        }
        let beyond: UpperBound = chain[..first].iter().map(|&n| self.steps[n]).sum();
        let radius = item.sphere.reach() + beyond + travel(&robot.joints[joint], &self.ends);
        Some(ReachSphere { joint, radius })
    }

    /// Are all values within the ends?
    pub(crate) fn holds_for(&self, configuration: &[f64]) -> bool {
        configuration.iter().zip(&self.ends).all(|(x, [low, high])| low <= x && x <= high)
    }
}

impl JacobianBound {
    /// Of items, and of pairs of them by their lengths.
    pub(crate) fn new<'l>(
        robot: &Robot,
        joints: &Arc<JointLengths>,
        items: &[Item],
        pairs: impl ExactSizeIterator<Item = &'l [f64]>,
    ) -> Self {
        let columns = pairs.len().div_ceil(LANES) * LANES;
        let mut rows = vec![0.0; robot.dof * columns];
        for (n, lengths) in pairs.enumerate() {
            for (value, length) in lengths.iter().enumerate() {
                rows[value * columns + n] = *length;
            }
        }
        let (at_zero, share) = size_at_zero(robot, items);
        let joints = Arc::clone(joints);
        let mut bound = Self { rows, columns, rounding: 0.0, joints, at_zero, share };
        bound.rounding = bound.rounding_up_to(|value| bound.joints.ends[value][1]);
        bound
    }

    /// The rounding of the frames at two configurations whose values that slide or are followed
    /// are no larger than these, but for the rounding of a value on a line or a curve: it is less
    /// than the spare part of [`PER_JOINT`].
    ///
    /// The angle of a joint that follows another is off by two roundings, of `v = 2^-53` of
    /// `|factor x| + |offset|` each and a little more. A turn moves points by that times their
    /// distance from its axis, at most twice the size: at two configurations by less than `2^-50`
    /// of the product, and this takes twice as much. What such a slide rounds is a share of its
    /// length, and in the spare part of [`PER_JOINT`].
    pub(crate) fn rounding_up_to(&self, most: impl Fn(usize) -> f64) -> f64 {
        const PER_ANGLE: f64 = 1.0 / (1_u64 << 49) as f64;
        let of = |weighed: &Weighed| weighed.factor * UpperBound::from(most(weighed.value));
        let size = self.at_zero + self.joints.slides.iter().map(of).sum();
        let angles: UpperBound =
            self.joints.followers.iter().map(|follower| of(&follower.of) + follower.offset).sum();
        let share = self.share + angles * UpperBound::from(PER_ANGLE);
        (size * share + UpperBound::from(UNDERFLOW)).get()
    }
}

/// Bounds what the distance of a pair at two configurations can change by the roundings of their
/// frames, for each joint between an item and the root, by the size `s`: points are within it of
/// the root.
///
/// *Lemma.* Against exact frames, of exact rotations, with `v = 2^-53`, of a coordinate of a
/// point: the product with the parent's frame rounds `14 v s`; the origin of a joint, of sines and
/// cosines that are off by `4 v`, is within `72 v` of a rotation; the products of origin and axis
/// in [`Coefficients`](crate::model::Coefficients), their sum with the sine and the cosine, and an
/// axis of a length that is 1 to three roundings are `50 v s`. The place of a point is so off by
/// less than `256 v s = 2^-45 s` a joint, and the distance of two points at two configurations by
/// four times that. What rounds in the products with an item's frames, of its body and of its part,
/// counts as one joint more, and so does each body that carries its body. A joint that is held is a
/// fixed one, whose origin rounds no more than origin, axis and turn of the one that it was. *End.*
///
/// A frame of several values counts as 8 joints. Of a floating joint the components of the
/// quaternion are off by less than 5 roundings of themselves, entries of the rotation by less than
/// 32, and a coordinate, of three entries, by 96; the product with its origin is 14. Of a planar
/// joint, the rotation to its axis and back are off by less than 8 an entry, 24 a coordinate,
/// each, the turn by 8, and there are three products more than that with the parent.
const PER_JOINT: f64 = 1.0 / (1_u64 << 43) as f64;

/// More than all products of lengths, of angles and of what they move lose that are too small for
/// `f64`: less than 2^-1060 in all.
const UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// Where all values are 0: within what length of the root points are, and what share of it frames
/// round. Items of the root do not count: its frame is exactly 1, so that they do not move, and
/// their poses are exactly those given.
fn size_at_zero(robot: &Robot, items: &[Item]) -> (UpperBound, UpperBound) {
    /// That a joint of several values counts as.
    const JOINTS_OF_A_FREE_ONE: usize = 8;
    let count = |joint: &Joint| if joint.kind.dof() > 1 { JOINTS_OF_A_FREE_ONE } else { 1 };
    let (mut size, mut most_joints) = (UpperBound::ZERO, 0);
    for item in items.iter().filter(|item| item.link != robot.root) {
        let chain = robot.joints_above(item.link);
        let joints = || chain.iter().map(|&n| &robot.joints[n]);
        size = size.max(joints().map(step_at_zero).sum::<UpperBound>() + item.placed);
        let products = 1 + item.parents();
        most_joints = most_joints.max(products + joints().map(count).sum::<usize>());
    }
    (size, UpperBound::from(most_joints as f64) * UpperBound::from(PER_JOINT))
}

/// The most that passing a joint adds to a distance from what is beyond it, at values within the
/// ends.
fn step(joint: &Joint, ends: &[[f64; 2]]) -> UpperBound {
    length(joint.origin.translation()) + travel(joint, ends)
}

/// The same where all values are 0.
pub(crate) fn step_at_zero(joint: &Joint) -> UpperBound {
    length(joint.origin.translation()) + travel_at_zero(joint)
}

/// How far a joint slides at most, at values within the ends.
fn travel(joint: &Joint, ends: &[[f64; 2]]) -> UpperBound {
    let slid = |slide: &Weighed| slide.factor * UpperBound::from(ends[slide.value][1]);
    travel_at_zero(joint) + slides(joint).iter().map(slid).sum()
}

/// The same where all values are 0.
fn travel_at_zero(joint: &Joint) -> UpperBound {
    UpperBound::from(match (joint.kind, &joint.mimic) {
        (JointKind::Prismatic, Some(mimic)) => mimic.offset.abs(),
        _ => 0.0,
    })
}

/// How far a joint moves for one unit of the value that it has or follows.
fn factor(joint: &Joint) -> UpperBound {
    UpperBound::from(joint.mimic.map_or(1.0, |mimic| mimic.multiplier.abs()))
}

/// The values that slide a joint.
fn slides(joint: &Joint) -> Vec<Weighed> {
    let Some(first) = joint.first_value else { return Vec::new() };
    let values = match joint.kind {
        JointKind::Prismatic => 1,
        JointKind::Planar => 2,
        JointKind::Floating => 3,
        JointKind::Fixed | JointKind::Revolute | JointKind::Continuous => 0,
    };
    (first..first + values).map(|value| Weighed { value, factor: factor(joint) }).collect()
}

/// The value that a turn follows, if it does.
fn follower(joint: &Joint) -> Option<Follower> {
    let mimic = joint.mimic.filter(|_| joint.kind.turns())?;
    let of = Weighed { value: joint.first_value?, factor: factor(joint) };
    Some(Follower { of, offset: UpperBound::from(mimic.offset.abs()) })
}

/// How many joints two chains to the root share.
pub(crate) fn common_joints(a: &[usize], b: &[usize]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Values, and how far one unit of each moves the two ends relative to each other. The sides are
/// the joints from each end up to the link where they meet.
fn along(
    robot: &Robot,
    steps: &[UpperBound],
    sides: [&[usize]; 2],
    reaches: [UpperBound; 2],
) -> Vec<(usize, UpperBound)> {
    let mut moves = Vec::new();
    let beyond = |side: usize| reaches[side] + sides[side].iter().map(|&n| steps[n]).sum();
    for side in [0, 1] {
        // What is on the other side of each joint, seen from its axis; summed from there, as a
        // difference would lose what is short beside what is long.
        let mut far = beyond(1 - side);
        let mut fars: Vec<UpperBound> = sides[side]
            .iter()
            .rev()
            .map(|&n| {
                far += steps[n];
                far
            })
            .collect();
        let mut near = reaches[side];
        for &n in sides[side] {
            let far = fars.pop().unwrap_or(UpperBound::INFINITE);
            moves.extend(of_joint(&robot.joints[n], near.tighter(far)));
            near += steps[n];
        }
    }
    moves
}

/// What a joint with this reach from its axis moves for one unit of its values.
///
/// *Floating joints.* A quaternion changed from `q` to `p` turns by at most `pi |p - q| / |q|`,
/// and no configuration has an answer whose quaternion is shorter than 1e-6. So [`UNBOUNDED`]
/// holds for any reach: coordinates are below 1e76.
fn of_joint(joint: &Joint, reach: UpperBound) -> Vec<(usize, UpperBound)> {
    let Some(first) = joint.first_value else { return Vec::new() };
    let one = UpperBound::from(1.0);
    match joint.kind {
        JointKind::Fixed => Vec::new(),
        JointKind::Revolute | JointKind::Continuous => vec![(first, factor(joint) * reach)],
        JointKind::Prismatic => vec![(first, factor(joint))],
        JointKind::Planar => vec![(first, one), (first + 1, one), (first + 2, reach)],
        JointKind::Floating => (first..first + 7)
            .map(|value| (value, if value < first + 3 { one } else { UNBOUNDED.into() }))
            .collect(),
    }
}

/// Between which values the lengths and the rounding hold: slides and turns that are followed
/// within their limits, as far from 0 on either side; others are finite.
fn ends(robot: &Robot) -> Vec<[f64; 2]> {
    let mut most = vec![f64::MAX; robot.dof];
    for follower in robot.joints.iter().filter_map(follower) {
        most[follower.of.value] = MOST_MIMICKED;
    }
    for slide in robot.joints.iter().flat_map(slides) {
        most[slide.value] = most[slide.value].min(FARTHEST);
    }
    for joint in robot.active_joints() {
        if let (Some(first), Some([low, high])) = (joint.first_value, joint.limits)
            && most[first] < f64::MAX
        {
            most[first] = low.abs().max(high.abs()).min(most[first]);
        }
    }
    most.into_iter().map(|most| [-most, most]).collect()
}
