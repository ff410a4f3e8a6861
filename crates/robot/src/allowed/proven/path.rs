//! The joints between two links: where they put the two, seen from the link where both chains
//! meet, and how far a sphere of one can get from where it is while every value stays within
//! `half` of the middle.
//!
//! The distance of two links does not depend on the frame that it is seen from, so any link on the
//! path may be the one at rest: joints between it and A move A, the others B. What is near the
//! end of a long chain has short lengths there, so all choices are tried, and the best one counts
//! for each pair of spheres by itself.
//!
//! *Lemma (swept spheres).* Change the joints that move A one after the other, A's own first. A
//! sphere that contains what was reached so far turns about the axis as a whole: its centre, at
//! distance `rho` from the axis, stays on an arc of half angle `h`. The arc is within
//! `rho sin h` of the point at `rho cos h` towards its middle, for `h < pi/2`, and within `rho` of
//! the axis for any `h`: for a point at angle `t` the square of the distance is `rho^2 (1 - 2 cos t
//! cos h + cos^2 h)`, which is largest at `t = h`. A slide by at most `h` is within `h` of its
//! middle. *End.*
//!
//! *Lemma (displacement).* That of `motion_bound`, with any link of the path for the one where the
//! joints meet; a joint turns what is on either side of it about the same axis.
//!
//! *Rounding.* Frames here are products of fewer joints than those from the root, so what
//! `jacobian_bound` proves of the latter's rounding holds for them. Each step of a sweep rounds
//! fewer than 256 times `2^-53` of lengths below the path's size: see [`Path::slack`].

use obbtree_predicates::UpperBound;

use crate::frames::Frame;
use crate::kinematics::{common_joints, quaternion_turn};
use crate::model::{BoundingSphere, Joint, JointKind, Robot, length};
use crate::vectors::{cross, dot, norm, sub};

/// The joints between two links, and the frames that they have at a configuration.
#[derive(Debug)]
pub(super) struct Path<'r> {
    robot: &'r Robot,
    /// From A's own joint up to the link where the chains meet, then down to B's own.
    joints: Vec<usize>,
    /// How many of them are above A.
    of_a: usize,
    /// Their children's frames, seen from the link where the chains meet.
    frames: Vec<Frame>,
    /// Those that move, by their places on the path.
    pub(super) moving: Vec<usize>,
    /// The values that move one of them, ascending.
    pub(super) values: Vec<usize>,
}

/// A sphere, and what contains it after some joints have moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swept {
    pub(super) around: BoundingSphere,
    /// How far any of its points has moved.
    pub(super) displacement: f64,
}

/// Which of the two links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    A,
    B,
}

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// More than a few products and sums lose.
const REL_ERR_FACTOR: f64 = 1.0 + 1.0 / (1_u64 << 44) as f64;
/// More than a chain of a thousand joints rounds of an axis.
const AXIS_ERR: f64 = 1.0 / (1_u64 << 40) as f64;
/// The longest chord of a circle of radius 1.
const MOST_CHORD: f64 = 2.0;

impl<'r> Path<'r> {
    pub(super) fn between(robot: &'r Robot, [a, b]: [usize; 2]) -> Self {
        let [up_a, up_b] = [a, b].map(|link| robot.joints_above(link));
        let common = common_joints(&up_a, &up_b);
        let of_a = up_a.len() - common;
        let down_b = up_b[..up_b.len() - common].iter().rev();
        let joints: Vec<usize> = up_a[..of_a].iter().chain(down_b).copied().collect();
        let moves = |place: &usize| robot.joints[joints[*place]].first_value.is_some();
        let moving: Vec<usize> = (0..joints.len()).filter(moves).collect();
        let values_of = |&place: &usize| {
            let joint = &robot.joints[joints[place]];
            let first = joint.first_value.unwrap_or(0);
            first..first + joint.kind.dof()
        };
        let mut values: Vec<usize> = moving.iter().flat_map(values_of).collect();
        values.sort_unstable();
        values.dedup();
        let frames = vec![Frame::IDENTITY; joints.len()];
        Self { robot, joints, of_a, frames, moving, values }
    }

    /// A joint that moves, by its number among these.
    pub(super) fn joint(&self, moving: usize) -> &'r Joint {
        &self.robot.joints[self.joints[self.moving[moving]]]
    }

    /// Puts the links where a configuration has them.
    pub(super) fn place(&mut self, configuration: &[f64]) {
        let upwards = (0..self.of_a).rev().map(|n| (n, n + 1 < self.of_a, n + 1));
        let downwards =
            (self.of_a..self.joints.len()).map(|n| (n, n > self.of_a, n.wrapping_sub(1)));
        for (n, has_parent, parent) in upwards.chain(downwards) {
            let own = self.robot.joints[self.joints[n]].frame(configuration);
            self.frames[n] = if has_parent { self.frames[parent].times(&own) } else { own };
        }
    }

    /// Where a link is.
    pub(super) fn frame(&self, side: Side) -> &Frame {
        let (own, has_own) = match side {
            Side::A => (0, self.of_a > 0),
            Side::B => (self.joints.len().wrapping_sub(1), self.joints.len() > self.of_a),
        };
        if has_own { &self.frames[own] } else { &Frame::IDENTITY }
    }

    /// Of the lengths along the path, where values are within the ranges; what the two links
    /// reach comes on top.
    pub(super) fn length(&self, ranges: &[Option<[f64; 2]>]) -> UpperBound {
        let most = |value: usize| {
            let [low, high] = ranges[value].unwrap_or([f64::INFINITY; 2]);
            UpperBound::from(low.abs().max(high.abs()))
        };
        let of_joint = |&n: &usize| {
            let joint = &self.robot.joints[n];
            let first = joint.first_value.unwrap_or(0);
            let slides = match joint.kind {
                JointKind::Prismatic if joint.first_value.is_some() => {
                    let offset = joint.mimic.map_or(0.0, |mimic| mimic.offset.abs());
                    UpperBound::from(factor(joint)) * most(first) + UpperBound::from(offset)
                }
                JointKind::Planar | JointKind::Floating => UpperBound::INFINITE,
                _ => UpperBound::ZERO,
            };
            length(joint.origin.translation()) + slides
        };
        self.joints.iter().map(of_joint).sum()
    }

    /// Bounds what frames and sweeps round, in a difference of lengths, by the `rounding` of frames
    /// and the size of all.
    ///
    /// *Proof.* Axes and spheres are off by less than `e`, the sum of the two, as the arithmetic of
    /// a step is. So the centre of a swept sphere is off by at most `k e` more after `k` steps (a
    /// step brings points of a sphere no farther apart), and the sum of the radii by `k^2 e`. Both
    /// links, the frames of another configuration, and the test itself are in the 8. A displacement
    /// that begins with a radius that is so much larger is none too short. *End.*
    pub(super) fn slack(&self, rounding: f64, size: UpperBound) -> f64 {
        const PER_STEP: f64 = 1.0 / (1_u64 << 43) as f64;
        let steps = (self.joints.len() + 8) as f64;
        let of_step = UpperBound::from(rounding) + size * UpperBound::from(PER_STEP);
        (UpperBound::from(steps * steps) * of_step).get()
    }

    /// What contains a sphere of a link after each number of joints: first none, last all that
    /// move, those that are next to the link first.
    pub(super) fn sweep(
        &self,
        side: Side,
        sphere: BoundingSphere,
        middle: &[f64],
        half: &[f64],
        to: &mut Vec<Swept>,
    ) {
        let mut swept = Swept { around: sphere, displacement: 0.0 };
        to.push(swept);
        for step in 0..self.moving.len() {
            let moving = self.nth_joint(side, step);
            swept = self.after(moving, &sphere, swept, middle, half);
            to.push(swept);
        }
    }

    /// What a joint does to a sphere and what contained it before.
    fn after(
        &self,
        moving: usize,
        sphere: &BoundingSphere,
        before: Swept,
        middle: &[f64],
        half: &[f64],
    ) -> Swept {
        let (joint, frame) = (self.joint(moving), &self.frames[self.moving[moving]]);
        let first = joint.first_value.unwrap_or(0);
        let Swept { mut around, mut displacement } = before;
        let mut slide = |by: f64| {
            around.radius += by;
            displacement += by;
        };
        match joint.kind {
            JointKind::Fixed => return before,
            JointKind::Revolute | JointKind::Continuous => {}
            JointKind::Prismatic => slide(factor(joint) * half[first]),
            JointKind::Planar => slide(half[first] + half[first + 1]),
            JointKind::Floating => {
                slide(half[first] + half[first + 1] + half[first + 2]);
                let values = first + 3..first + 7;
                let turn = quaternion_turn(&middle[values.clone()], &half[values]);
                let from_origin = |p: [f64; 3]| norm(sub(p, frame.translation()));
                let reach = from_origin(sphere.center) + sphere.radius + displacement;
                around.radius += turn * from_origin(around.center);
                displacement += turn * reach;
            }
        }
        let angle = self.angle(moving, half);
        if angle > 0.0 {
            let axis = frame.turn(joint.axis);
            let [of_sphere, of_around] =
                [sphere.center, around.center].map(|p| from_axis(p, frame.translation(), axis));
            let reach = norm(of_sphere) + sphere.radius + displacement;
            displacement += angle.min(MOST_CHORD) * reach;
            let [sin, cos] = match angle < std::f64::consts::FRAC_PI_2 {
                true => crate::frames::sin_cos(angle),
                false => [1.0, 0.0],
            };
            around.radius += norm(of_around) * sin;
            around.center = [0, 1, 2].map(|k| around.center[k] - (1.0 - cos) * of_around[k]);
        }
        around.radius *= REL_ERR_FACTOR;
        displacement *= REL_ERR_FACTOR;
        Swept { around, displacement }
    }

    /// How far along a direction of length one some points of a link get at most.
    ///
    /// *Lemma.* Let `x` be the place of a point as a function of the angles and slides of these
    /// joints. Its derivative by the angle of joint `j` is `u_j x (x - o_j)`, by a slide `u_j`. The
    /// second derivative by joints `i` and `j`, of which `j` is nearer to the link, is `u_i` times
    /// that derivative for a turn `i`, and 0 for a slide. The derivative is at most the distance
    /// `R_j` of the point from the axis of `j`, or 1 for a slide; and `R_j` is at most that at the
    /// middle and what the joints nearer to the link moved the point by. Along `n` the second one
    /// is at most `|n x u_i| R_j`, where `|n x u_i|` is at most 1, and at most `c_i`: that at the
    /// middle and the angles by which joints farther from the link turn `u_i`. So by Taylor's
    /// theorem, along `n`, the point is at most at
    /// `n . x + sum_j |n . dx/dj| h_j + 1/2 sum_ij c_i h_i h_j R_j` with all at the middle. Points
    /// in between are at most where the vertices are, as motions are affine. *End.*
    ///
    /// The points are in the link's frame, and within `radius` of `center`, which is seen from
    /// where the chains meet. The first `joints` of those next to the link move.
    pub(super) fn highest(
        &self,
        side: Side,
        joints: usize,
        (center, radius): ([f64; 3], f64),
        points: &[[f64; 3]],
        normal: [f64; 3],
        half: &[f64],
    ) -> f64 {
        // What slides and second derivatives add; how far the points have moved; and
        // `sum_j h_j R_j` of the joints so far.
        let (mut more, mut displacement, mut sum) = (0.0, 0.0, 0.0);
        // By turn: `n . (u x (x - o)) = (n x u) . x - (n x u) . o`, times the angle.
        let mut turns: Vec<([f64; 3], f64)> = Vec::with_capacity(joints);
        let angle = |step: usize| self.angle(self.nth_joint(side, step), half);
        for step in 0..joints {
            let moving = self.nth_joint(side, step);
            let (joint, frame) = (self.joint(moving), &self.frames[self.moving[moving]]);
            let axis = frame.turn(joint.axis);
            let by = factor(joint) * half[joint.first_value.unwrap_or(0)];
            match joint.kind {
                JointKind::Revolute | JointKind::Continuous => {
                    let across = cross(normal, axis);
                    let farther: f64 = (step + 1..joints).map(angle).sum();
                    let of_axis = (norm(across) + farther + AXIS_ERR).min(1.0);
                    let by_angle = across.map(|x| x * by);
                    turns.push((by_angle, dot(by_angle, frame.translation())));
                    let away = norm(from_axis(center, frame.translation(), axis));
                    let reach = away + radius + displacement;
                    displacement += by.min(MOST_CHORD) * reach;
                    more += of_axis * by * (0.5 * by * reach + sum);
                    sum += by * reach;
                }
                JointKind::Prismatic => {
                    more += dot(normal, axis).abs() * by;
                    displacement += by;
                    sum += by;
                }
                JointKind::Fixed => {}
                JointKind::Planar | JointKind::Floating => return f64::INFINITY,
            }
        }
        let frame = self.frame(side);
        let of_point = |&point: &[f64; 3]| {
            let x = frame.place(point);
            let turned = |(across, of_axis): &([f64; 3], f64)| (dot(*across, x) - of_axis).abs();
            dot(normal, x) + turns.iter().map(turned).sum::<f64>()
        };
        let of_points = points.iter().map(of_point).fold(f64::NEG_INFINITY, f64::max);
        more * REL_ERR_FACTOR + of_points
    }

    /// A joint that moves, by how many others are between it and a link.
    fn nth_joint(&self, side: Side, step: usize) -> usize {
        match side {
            Side::A => step,
            Side::B => self.moving.len() - 1 - step,
        }
    }

    /// By value: how much of what [`Path::highest`] adds to a sphere, and `more` of its radius, the
    /// joints on one side are to be blamed for.
    pub(super) fn gains_along(
        &self,
        side: Side,
        joints: usize,
        sphere: &BoundingSphere,
        more: f64,
        normal: [f64; 3],
        half: &[f64],
    ) -> Vec<(usize, f64)> {
        let steps = || (0..joints).map(|step| self.nth_joint(side, step));
        let all: f64 = steps().map(|moving| self.angle(moving, half)).sum();
        let mut gains = Vec::new();
        for moving in steps() {
            let (joint, frame) = (self.joint(moving), &self.frames[self.moving[moving]]);
            let axis = frame.turn(joint.axis);
            let first = joint.first_value.unwrap_or(0);
            let angle = self.angle(moving, half);
            if matches!(joint.kind, JointKind::Revolute | JointKind::Continuous) {
                let away = sub(sphere.center, frame.translation());
                let first_order = dot(cross(normal, axis), away).abs();
                let second_order =
                    0.5 * all * norm(from_axis(sphere.center, frame.translation(), axis));
                gains.push((first, angle * (first_order + second_order + more * sphere.radius)));
            } else if joint.kind == JointKind::Prismatic {
                gains.push((first, factor(joint) * half[first] * dot(normal, axis).abs()));
            } else {
                gains.extend(self.gains(moving, sphere, more, half));
            }
        }
        gains
    }

    /// By how much a joint turns at most, seen from the middle; 0 for those that do not turn, and
    /// for quaternions.
    fn angle(&self, moving: usize, half: &[f64]) -> f64 {
        let joint = self.joint(moving);
        let first = joint.first_value.unwrap_or(0);
        match joint.kind {
            JointKind::Revolute | JointKind::Continuous => factor(joint) * half[first],
            JointKind::Planar => half[first + 2],
            _ => 0.0,
        }
    }

    /// How much a pair of spheres would gain if the values of a joint were divided: by value, how
    /// far they move the centre of a sphere, and `more` of its radius.
    pub(super) fn gains(
        &self,
        moving: usize,
        sphere: &BoundingSphere,
        more: f64,
        half: &[f64],
    ) -> Vec<(usize, f64)> {
        let (joint, frame) = (self.joint(moving), &self.frames[self.moving[moving]]);
        let first = joint.first_value.unwrap_or(0);
        let slides = match joint.kind {
            JointKind::Prismatic => 1,
            JointKind::Planar => 2,
            JointKind::Floating => 3,
            _ => 0,
        };
        let mut gains: Vec<(usize, f64)> =
            (first..first + slides).map(|value| (value, factor(joint) * half[value])).collect();
        let o = frame.translation();
        let angle = self.angle(moving, half);
        if angle > 0.0 {
            let value = if joint.kind == JointKind::Planar { first + 2 } else { first };
            let away = norm(from_axis(sphere.center, o, frame.turn(joint.axis)));
            gains.push((value, angle * (away + more * sphere.radius)));
        }
        if joint.kind == JointKind::Floating {
            let away = norm(sub(sphere.center, o)) + sphere.radius;
            gains.extend((first + 3..first + 7).map(|value| (value, half[value] * away)));
        }
        gains
    }
}

/// How far a joint moves for one unit of the value that it has or follows.
pub(super) fn factor(joint: &Joint) -> f64 {
    joint.mimic.map_or(1.0, |mimic| mimic.multiplier.abs())
}

/// From the nearest point of an axis to a point.
fn from_axis(p: [f64; 3], o: [f64; 3], axis: [f64; 3]) -> [f64; 3] {
    let away = sub(p, o);
    let along = dot(away, axis);
    [0, 1, 2].map(|k| away[k] - along * axis[k])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Arms of turns and slides about all kinds of axes, among them some in a line and some that
    /// are perpendicular.
    fn arm(random: &mut Random) -> Robot {
        let mut text = "<robot name='r'><link name='0'/>".to_owned();
        let axes = ["1 0 0", "0 1 0", "0 0 1", "0.6 0 0.8", "0.48 0.6 0.64"];
        for n in 0..4 {
            let kind = if random.uniform() < 0.25 { "prismatic" } else { "revolute" };
            let axis = axes[(random.uniform() * axes.len() as f64) as usize];
            let xyz = [(); 3].map(|()| format!("{}", random.uniform().round()));
            text += &format!(
                "<link name='{}'/><joint name='j{n}' type='{kind}'><parent link='{n}'/>
                <child link='{}'/><origin xyz='{}'/><axis xyz='{axis}'/>
                <limit lower='-9' upper='9' effort='1' velocity='1'/></joint>",
                n + 1,
                n + 1,
                xyz.join(" ")
            );
        }
        Robot::from_urdf_str(&(text + "</robot>"), "r.urdf", &[]).expect("an arm")
    }

    /// No configuration of a box brings a point farther along a direction than is said, and some
    /// come near.
    #[test]
    fn no_point_gets_farther_than_the_highest() {
        let random = &mut Random(3);
        let mut most = 0.0_f64;
        for round in 0..600 {
            let robot = arm(random);
            let side = if round % 2 == 0 { Side::A } else { Side::B };
            let links = if round % 2 == 0 { [4, 0] } else { [0, 4] };
            let mut path = Path::between(&robot, links);
            let mut signed = || 2.0 * random.uniform() - 1.0;
            let point = [signed(), signed(), signed()];
            let toward = [signed(), signed(), signed()];
            let normal = match round % 3 {
                0 => toward.map(|x| x / norm(toward)),
                1 => [0.0, 0.0, 1.0],
                _ => [0.6, 0.0, 0.8],
            };
            let middle: Vec<f64> = (0..4).map(|_| 3.0 * signed()).collect();
            let width = 0.5_f64.powi(round % 9);
            let half: Vec<f64> = (0..4).map(|_| width * signed().abs()).collect();
            let joints = round as usize % 5;
            path.place(&middle);
            let center = path.frame(side).place(point);
            let highest = path.highest(side, joints, (center, 0.0), &[point], normal, &half);
            let before = dot(normal, center);
            for corner in 0..64 {
                // Corners of the box, then places within it.
                let mut at = middle.clone();
                for step in 0..joints {
                    let value = path.joint(path.nth_joint(side, step)).first_value.expect("one");
                    let by = if corner >> step & 1 == 0 { -1.0 } else { 1.0 };
                    at[value] += half[value] * if corner < 32 { by } else { signed() };
                }
                path.place(&at);
                let reached = dot(normal, path.frame(side).place(point));
                assert!(reached <= highest + 1e-12, "round {round}: {reached} {highest}");
                if highest - before > 1e-6 {
                    most = most.max((reached - before) / (highest - before));
                }
            }
        }
        assert!(most > 0.9, "{most}");
    }
}
