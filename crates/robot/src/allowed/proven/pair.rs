//! One pair of links: what all searches about it share.

use obbtree_collider::Query;
use obbtree_predicates::Pose;
use obbtree_simd::SimdLevel;

use super::cover::Cover;
use super::path::{Path, Side};
use crate::frames::Frame;
use crate::items::{Item, PlacedItem, ask, sphere_gap};
use crate::kinematics::Kinematics;
use crate::model::{JointKind, Robot};

/// What all pairs of a robot share.
pub(super) struct Shared<'r> {
    pub(super) robot: &'r Robot,
    /// By link.
    pub(super) items: Vec<Vec<Item>>,
    pub(super) covers: Vec<Cover>,
    /// By value: between which ends all that it can do is done; `None` if there are none, or those
    /// of `jacobian_bound` are nearer.
    pub(super) ranges: Vec<Option<[f64; 2]>>,
    /// Of frames.
    pub(super) rounding: f64,
    pub(super) samples: Vec<Vec<f64>>,
    /// By sample: those of all links.
    pub(super) frames: Vec<Vec<Frame>>,
}

/// Two links, and the memory to answer about them.
pub(super) struct Pair<'r> {
    pub(super) shared: &'r Shared<'r>,
    pub(super) links: [usize; 2],
    pub(super) path: Path<'r>,
    pub(super) query: Query,
    /// Of what is compared here: see [`Path::slack`].
    pub(super) slack: f64,
    kinematics: Kinematics,
}

impl<'r> Pair<'r> {
    pub(super) fn new(shared: &'r Shared<'r>, links: [usize; 2]) -> Self {
        let path = Path::between(shared.robot, links);
        let reaches = links.map(|link| shared.covers[link].nodes[0].sphere.reach());
        let size = path.length(&shared.ranges) + reaches[0] + reaches[1];
        let slack = path.slack(shared.rounding, size);
        Self { shared, links, path, query: Query::new(), slack, kinematics: Kinematics::default() }
    }

    pub(super) fn items(&self, side: Side) -> &'r [Item] {
        &self.shared.items[self.links[side as usize]]
    }

    pub(super) fn cover(&self, side: Side) -> &'r Cover {
        &self.shared.covers[self.links[side as usize]]
    }

    /// Is it a configuration that a checker answers about? Within a box a joint without ends to its
    /// values, as one that floats, may come to what places nothing.
    pub(super) fn is_configuration(&self, values: &[f64]) -> bool {
        let robot = self.shared.robot;
        robot.check_values(values).is_ok() && robot.check_limits(values).is_ok()
    }

    /// Does the pair collide at a configuration? What a checker says of it; `None` if it is none.
    pub(super) fn collides_at(&mut self, configuration: &[f64]) -> Option<bool> {
        if !self.is_configuration(configuration) {
            return None;
        }
        self.kinematics.compute(self.shared.robot, configuration, SimdLevel::detect());
        let frames = self.links.map(|link| self.kinematics.frames[link]);
        Some(self.collides([&frames[0], &frames[1]]))
    }

    /// Does it collide at a sample? `None` as of [`Pair::collides_at`].
    pub(super) fn collides_in(&mut self, sample: usize) -> Option<bool> {
        if !self.is_configuration(&self.shared.samples[sample]) {
            return None;
        }
        let frames = &self.shared.frames[sample];
        Some(self.collides(self.links.map(|link| &frames[link])))
    }

    fn collides(&mut self, frames: [&Frame; 2]) -> bool {
        let (of_a, of_b) = (self.items(Side::A), self.items(Side::B));
        of_a.iter().any(|a| {
            of_b.iter().any(|b| {
                !(sphere_gap([(frames[0], a), (frames[1], b)], 0.0) > 0.0)
                    && match (a.pose(frames[0]), b.pose(frames[1])) {
                        (Some(in_a), Some(in_b)) => {
                            let placed = [(a, &in_a), (b, &in_b)];
                            ask::collide(&mut self.query, placed, 0.0).is_some()
                        }
                        // As everywhere: what is beyond the range of poses collides.
                        _ => true,
                    }
            })
        })
    }

    /// About how far apart the two are; 0 if they seem to meet, infinite at what is no
    /// configuration.
    pub(super) fn distance_at(&mut self, configuration: &[f64]) -> f64 {
        if !self.is_configuration(configuration) {
            return f64::INFINITY;
        }
        self.path.place(configuration);
        let frames = [Side::A, Side::B].map(|side| *self.path.frame(side));
        let (of_a, of_b) = (self.items(Side::A), self.items(Side::B));
        let mut pairs: Vec<(f64, &Item, &Item)> = of_a
            .iter()
            .flat_map(|a| of_b.iter().map(move |b| (a, b)))
            .map(|(a, b)| (sphere_gap([(&frames[0], a), (&frames[1], b)], 0.0), a, b))
            .collect();
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best = f64::INFINITY;
        for (gap, a, b) in pairs {
            let poses: [Option<Pose>; 2] = [a.pose(&frames[0]), b.pose(&frames[1])];
            let [Some(in_a), Some(in_b)] = poses else { return 0.0 };
            if gap < best
                && ask::closer_than(&mut self.query, [(a, &in_a), (b, &in_b)], best.min(f64::MAX))
            {
                let radii = a.sphere.radius + b.sphere.radius;
                let most = best.min(gap + 2.0 * radii);
                best = about_apart(&mut self.query, [(a, &in_a), (b, &in_b)], most);
            }
        }
        best
    }
}

/// About how far apart two items are that are no farther apart than this; 0 if they meet. By
/// halves: where many features tie, certified distances take a hundred times as long.
fn about_apart(query: &mut Query, pair: [PlacedItem<'_>; 2], most: f64) -> f64 {
    const HALVES: usize = 16;
    if ask::collide(query, pair, 0.0).is_some() {
        return 0.0;
    }
    let (mut near, mut far) = (0.0, most);
    for _ in 0..HALVES {
        let middle = 0.5 * (near + far);
        let end = if ask::closer_than(query, pair, middle) { &mut far } else { &mut near };
        *end = middle;
    }
    far
}

/// Between which ends each value does all that it can do, within its limits.
///
/// A turn of a whole one or more does so in a whole one where all that it moves repeats then.
pub(super) fn ranges(robot: &Robot, ends: &[[f64; 2]]) -> Vec<Option<[f64; 2]>> {
    const HALF_TURN: f64 = std::f64::consts::PI;
    let mut ranges = vec![None; robot.dof];
    for joint in robot.active_joints() {
        let first = joint.first_value().unwrap_or(0);
        let limits = joint.limits().filter(|limits| limits.iter().all(|x| x.is_finite()));
        match joint.kind() {
            JointKind::Planar => ranges[first + 2] = Some([-HALF_TURN, HALF_TURN]),
            JointKind::Floating | JointKind::Fixed => {}
            JointKind::Revolute | JointKind::Continuous if robot.repeats_each_turn(first) => {
                let wide = limits.filter(|[low, high]| high - low >= 2.0 * HALF_TURN);
                let middle = wide.map_or(0.0, |[low, high]| 0.5 * (low + high));
                let whole = [middle - HALF_TURN, middle + HALF_TURN];
                let is_wide = wide.is_some() || joint.limits().is_none();
                ranges[first] = if is_wide { Some(whole) } else { limits };
            }
            JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic => {
                let [least, most] = ends[first];
                ranges[first] = limits.filter(|[low, high]| least <= *low && *high <= most);
            }
        }
    }
    ranges
}
