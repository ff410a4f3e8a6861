//! Are two links apart for all values of the joints between them? Boxes of joint values are proven
//! free or divided, the one in which the two are closest first.
//!
//! In a box, pairs of spheres around parts of the two links are swept (`path`); those that are
//! apart are done with, for all boxes within it. Others are divided into smaller spheres as long as
//! these are large beside what the joints move them by. Of patches of the surfaces, which are not
//! divided, the certified distance at the middle is more than both can move, or both stay on their
//! sides of a plane, or neither is so. What is left goes to both halves of the box, along the value
//! that moves it most.

use std::rc::Rc;

use obbtree_collider::Distance;

use super::boxes::{JointBox, Queue};
use super::cover::{Below, Node};
use super::pair::Pair;
use super::path::{Side, Swept};
use crate::items::ask;
use crate::model::BoundingSphere;
use crate::vectors::norm;

/// What a search found.
pub(super) enum Found {
    /// No configuration collides.
    Never,
    /// One that collides.
    Colliding(Vec<f64>),
    /// Neither, within the effort.
    Nothing,
}

/// A pair of nodes, of A and of B.
#[derive(Clone, Copy)]
struct NodePair {
    nodes: [u32; 2],
    /// Of patches that were nearly parted by a plane: the direction across it in A's frame.
    normal: Option<[f64; 3]>,
}

/// Of a box: what is left of the pairs, and how to go on.
struct Left {
    pairs: Vec<NodePair>,
    key: f64,
    /// The value to divide, by its place among those of the path.
    divide: Option<usize>,
}

impl Left {
    /// Nothing was proven, and nothing can be.
    fn all(pairs: &[NodePair]) -> Self {
        Self { pairs: pairs.to_vec(), key: f64::INFINITY, divide: None }
    }
}

pub(super) struct NeverSearch<'s, 'r> {
    pub(super) pair: &'s mut Pair<'r>,
    /// All values of the robot.
    middle: Vec<f64>,
    half: Vec<f64>,
    /// By side and node: where its spheres begin among `spheres`, if they are of this box.
    places: [Vec<(u32, u32)>; 2],
    spheres: Vec<Swept>,
    stamp: u32,
    pub(super) effort: usize,
    queue: Queue<Rc<[NodePair]>>,
    /// Was something left that is not divided further?
    gave_up: bool,
}

/// Pairs of spheres are divided as long as joints move them by at most so much of their radii.
const DIVIDED_AT: f64 = 0.5;

impl<'s, 'r> NeverSearch<'s, 'r> {
    pub(super) fn new(pair: &'s mut Pair<'r>) -> Self {
        let places = [Side::A, Side::B].map(|side| vec![(0, 0); pair.cover(side).nodes.len()]);
        let mut search = Self {
            // Within the limits, also where the path does not come.
            middle: pair.shared.samples[0].clone(),
            half: vec![0.0; pair.shared.robot.dof],
            pair,
            places,
            spheres: Vec::new(),
            stamp: 0,
            effort: 0,
            queue: Queue::new(),
            gave_up: false,
        };
        match JointBox::all(search.pair).filter(|_| search.pair.slack < f64::INFINITY) {
            Some(all) => {
                search.queue.push(0.0, all, [NodePair { nodes: [0; 2], normal: None }].into())
            }
            None => search.gave_up = true,
        }
        search
    }

    /// Goes on until all is proven, a configuration collides, or the effort is reached.
    pub(super) fn run(&mut self, effort: usize) -> Found {
        while let Some((joint_box, pairs)) = self.queue.pop() {
            if self.effort > effort {
                self.queue.push(f64::NEG_INFINITY, joint_box, pairs);
                return Found::Nothing;
            }
            self.go_to(&joint_box);
            let left = self.left(&pairs);
            if left.pairs.is_empty() {
                continue;
            }
            if left.key == 0.0 && self.pair.collides_at(&self.middle) == Some(true) {
                return Found::Colliding(self.middle.clone());
            }
            match left.divide.and_then(|at| joint_box.divided(at)) {
                Some(parts) => {
                    let pairs: Rc<[NodePair]> = left.pairs.into();
                    for part in parts {
                        self.queue.push(left.key, part, Rc::clone(&pairs));
                    }
                }
                None => self.gave_up = true,
            }
        }
        if self.gave_up { Found::Nothing } else { Found::Never }
    }

    /// Is no box left?
    pub(super) fn is_done(&self) -> bool {
        self.queue.peek().is_none()
    }

    /// The middle of the box that is next.
    pub(super) fn most_promising(&mut self) -> Option<Vec<f64>> {
        let joint_box = self.queue.peek()?.clone();
        self.go_to(&joint_box);
        Some(self.middle.clone())
    }

    fn go_to(&mut self, joint_box: &JointBox) {
        for (n, &value) in self.pair.path.values.iter().enumerate() {
            self.middle[value] = joint_box.middle[n];
            self.half[value] = joint_box.half[n];
        }
        self.pair.path.place(&self.middle);
        self.stamp += 1;
        self.spheres.clear();
        self.effort += 1;
    }

    /// The spheres of a node, after each number of joints.
    fn swept(&mut self, side: Side, node: u32) -> usize {
        let (stamp, place) = self.places[side as usize][node as usize];
        if stamp == self.stamp {
            return place as usize;
        }
        let Self { pair, spheres, middle, half, .. } = self;
        let place = spheres.len();
        let sphere = sphere_at(pair, side, node);
        pair.path.sweep(side, sphere, middle, half, spheres);
        self.places[side as usize][node as usize] = (self.stamp, place as u32);
        place
    }

    /// Proves pairs of nodes apart, in the box that was gone to.
    fn left(&mut self, pairs: &[NodePair]) -> Left {
        let mut stack: Vec<NodePair> = pairs.iter().rev().copied().collect();
        let mut left = Left { pairs: Vec::new(), key: f64::INFINITY, divide: None };
        let mut closest: Option<([u32; 2], bool)> = None;
        let moving = self.pair.path.moving.len();
        while let Some(NodePair { nodes: [a, b], mut normal }) = stack.pop() {
            let (of_a, of_b) = (self.swept(Side::A, a), self.swept(Side::B, b));
            // The first `s` joints move A, the others B.
            let at = |s: usize| (&self.spheres[of_a + s], &self.spheres[of_b + moving - s]);
            if (0..=moving).any(|s| gap(at(s)) > self.pair.slack) {
                continue;
            }
            let (first_a, first_b) = (&self.spheres[of_a], &self.spheres[of_b]);
            let radii = first_a.around.radius + first_b.around.radius;
            let swept = |s: usize| at(s).0.around.radius + at(s).1.around.radius;
            let split = least(moving, swept);
            let moved = swept(split) - radii;
            if self.spheres_stay_apart([a, b], [of_a, of_b], split) {
                continue;
            }
            let now = gap((first_a, first_b));
            let nodes = [Side::A, Side::B].map(|side| {
                let node = if side == Side::A { a } else { b };
                &self.pair.cover(side).nodes[node as usize]
            });
            let below = below(nodes);
            let mut key = now;
            let mut of_patches = false;
            if moved <= DIVIDED_AT * radii || moving == 0 {
                match below {
                    Ok(parts) => {
                        stack.extend(parts.map(|(side, node)| NodePair {
                            nodes: if side == Side::A { [node, b] } else { [a, node] },
                            normal: None,
                        }));
                        continue;
                    }
                    Err(patches) => {
                        let displacement = |s: usize| at(s).0.displacement + at(s).1.displacement;
                        let split = least(moving, displacement);
                        let starts = [of_a, of_b];
                        let in_a = *self.pair.path.frame(Side::A);
                        if let Some(known) = normal
                            && self.stay_apart(patches, starts, split, in_a.turn(known))
                        {
                            continue;
                        }
                        let length = displacement(split) + self.pair.slack;
                        self.effort += 1;
                        let Some(near) = self.patch_distance(patches) else {
                            return Left::all(pairs);
                        };
                        if near.lower > length {
                            continue;
                        }
                        key = near.upper;
                        let [p, q] = near.points;
                        if near.upper > 0.0
                            && let Some(across) = direction(p.into(), q.into())
                        {
                            if self.stay_apart(patches, starts, split, across) {
                                continue;
                            }
                            normal = Some(in_a.turn_back(across));
                        }
                        of_patches = true;
                    }
                }
            }
            left.pairs.push(NodePair { nodes: [a, b], normal });
            if key < left.key || closest.is_none() {
                left.key = key;
                closest = Some(([a, b], of_patches));
            }
        }
        if let Some((nodes, of_patches)) = closest {
            left.divide = self.widest(nodes, if of_patches { 1.0 } else { 0.0 });
        }
        left
    }

    /// The distance of two patches at the middle; `None` beyond the range of poses.
    fn patch_distance(&mut self, [a, b]: [u32; 2]) -> Option<Distance> {
        let pair = &mut *self.pair;
        let [a, b] = [(Side::A, a), (Side::B, b)]
            .map(|(side, patch)| &pair.cover(side).patches[patch as usize].item);
        let in_a = a.pose(pair.path.frame(Side::A))?;
        let in_b = b.pose(pair.path.frame(Side::B))?;
        Some(ask::distance(&mut pair.query, [(a, &in_a), (b, &in_b)]))
    }

    /// Is there a plane, across a direction from A to B, that two patches stay on either side of?
    fn stay_apart(
        &self,
        [a, b]: [u32; 2],
        [of_a, of_b]: [usize; 2],
        split: usize,
        normal: [f64; 3],
    ) -> bool {
        let (pair, moving) = (&*self.pair, self.pair.path.moving.len());
        let [a, b] = [(Side::A, a), (Side::B, b)]
            .map(|(side, patch)| &pair.cover(side).patches[patch as usize]);
        let around =
            |place: usize| (self.spheres[place].around.center, self.spheres[place].around.radius);
        let (path, half, back) = (&pair.path, &self.half, normal.map(|x| -x));
        let highest = path.highest(Side::A, split, around(of_a), &a.points, normal, half);
        let lowest = path.highest(Side::B, moving - split, around(of_b), &b.points, back, half);
        // A direction that is not of length one to within rounding scales both.
        -lowest - highest - a.radius - b.radius > pair.slack
    }

    /// Is there such a plane across the line between the centres of two spheres? A sphere turns
    /// with its centre.
    fn spheres_stay_apart(&self, nodes: [u32; 2], [of_a, of_b]: [usize; 2], split: usize) -> bool {
        let (pair, moving) = (&*self.pair, self.pair.path.moving.len());
        let [around_a, around_b] = [of_a, of_b].map(|place| self.spheres[place].around);
        let Some(normal) = direction(around_a.center, around_b.center) else { return false };
        let [a, b] = [(Side::A, nodes[0]), (Side::B, nodes[1])]
            .map(|(side, node)| [pair.cover(side).nodes[node as usize].sphere.center]);
        let (path, half, back) = (&pair.path, &self.half, normal.map(|x| -x));
        let highest = path.highest(Side::A, split, (around_a.center, pair.slack), &a, normal, half);
        let lowest =
            path.highest(Side::B, moving - split, (around_b.center, pair.slack), &b, back, half);
        -lowest - highest - around_a.radius - around_b.radius > pair.slack
    }

    /// The value that moves two nodes most, by its place among those of the path.
    fn widest(&self, [a, b]: [u32; 2], more: f64) -> Option<usize> {
        let path = &self.pair.path;
        let moving = path.moving.len();
        let starts = [self.places[0][a as usize].1, self.places[1][b as usize].1];
        let radius = |s: usize| {
            let [of_a, of_b] = [starts[0] as usize + s, starts[1] as usize + moving - s];
            self.spheres[of_a].around.radius + self.spheres[of_b].around.radius
        };
        let split = least(moving, radius);
        let [in_a, in_b] =
            [(Side::A, a), (Side::B, b)].map(|(side, node)| sphere_at(self.pair, side, node));
        let mut gains = vec![0.0; path.values.len()];
        let normal = direction(in_a.center, in_b.center).unwrap_or([0.0; 3]);
        for more in [more, 1.0] {
            let of_a = path.gains_along(Side::A, split, &in_a, more, normal, &self.half);
            let of_b = path.gains_along(Side::B, moving - split, &in_b, more, normal, &self.half);
            for (value, gain) in of_a.into_iter().chain(of_b) {
                if let Ok(place) = path.values.binary_search(&value) {
                    gains[place] += gain;
                }
            }
            if gains.iter().any(|gain| *gain > 0.0) {
                break;
            }
        }
        (0..gains.len()).max_by(|&s, &t| gains[s].total_cmp(&gains[t]))
    }
}

/// A node's sphere where the links are, larger by what rounds.
fn sphere_at(pair: &Pair<'_>, side: Side, node: u32) -> BoundingSphere {
    let BoundingSphere { center, radius } = pair.cover(side).nodes[node as usize].sphere;
    BoundingSphere { center: pair.path.frame(side).place(center), radius: radius + pair.slack }
}

/// How many joints move A, so that a length is least.
fn least(moving: usize, length: impl Fn(usize) -> f64) -> usize {
    (0..=moving).min_by(|&s, &t| length(s).total_cmp(&length(t))).unwrap_or(0)
}

/// From one point to another, of length one.
fn direction(from: [f64; 3], to: [f64; 3]) -> Option<[f64; 3]> {
    let along = [0, 1, 2].map(|k| to[k] - from[k]);
    let length = norm(along);
    (length > 0.0).then(|| along.map(|x| x / length))
}

/// The gap between two swept spheres.
fn gap((a, b): (&Swept, &Swept)) -> f64 {
    let (a, b) = (&a.around, &b.around);
    norm([0, 1, 2].map(|k| a.center[k] - b.center[k])) - a.radius - b.radius
}

/// What a pair of nodes is divided into: the larger one that has nodes below; the patches if none
/// has.
fn below([a, b]: [&Node; 2]) -> Result<[(Side, u32); 2], [u32; 2]> {
    let a_is_larger = a.sphere.radius >= b.sphere.radius;
    match (a.below, b.below) {
        (Below::Patch(a), Below::Patch(b)) => Err([a, b]),
        (Below::Nodes(nodes), Below::Patch(_)) => Ok(nodes.map(|node| (Side::A, node))),
        (Below::Nodes(nodes), _) if a_is_larger => Ok(nodes.map(|node| (Side::A, node))),
        (_, Below::Nodes(nodes)) => Ok(nodes.map(|node| (Side::B, node))),
    }
}
