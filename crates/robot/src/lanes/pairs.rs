//! Which pairs of items the lanes test: covers of what moves, against each other and against all
//! that stands still, in one hierarchy.
//!
//! What is added to the distance that two nodes have to be apart (`extra`) is the margin of the
//! pair; where A's points are off, by the lemma of `chain`; the same of B's frame, and what its
//! rotation turns them by; and [`SHARE`] of all sizes for what relative frames, products and sums
//! round. The points are off by less where frames are placed in `f64`.

use std::sync::Arc;

use obbtree_collider::{ColliderRef, Shape, ShapeKind};
use obbtree_predicates::{UpperBound, round_up_f32};

use super::broad::Broad;
use super::chain::{ByPlacing, Chain, ROOT, VelocityError};
use super::cloud::{CloudPair, StillCloud};
use super::inner::inner_spheres;
use super::moving::{FramePair, LEAST_PAIRS, MovingCover, MovingPair};
use super::node::{NO_ITEM, Node, SHARE, placed, placed_points};
use super::sample::Sample;
use super::still_boxes::StillBoxes;
use crate::frames::Frame;
use crate::model::{Cover, Element, Robot};

/// The least inflation, so that squares do not underflow: 2^-30 of the unit.
pub(super) const LEAST_EXTRA: f64 = 1.0 / (1 << 30) as f64;

/// What all checkers of a robot share.
#[derive(Debug)]
pub(crate) struct LaneRobot {
    pub(crate) chain: Chain,
    pub(crate) robot: Arc<Robot>,
}

/// A plane or half-space of the world: `n . x <= d` for a half-space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) normal: [f32; 3],
    pub(super) offset: f32,
    /// What the offset rounds; the rest is a share of a point's size.
    pub(super) round: f32,
    pub(super) is_half_space: bool,
    pub(super) item: usize,
}

/// A pair of a moving item and one that does not move.
#[derive(Clone, Copy, Debug)]
pub(super) struct StillPair {
    pub(super) pair: u32,
    pub(super) extra: ByPlacing<f32>,
}

/// What the lanes know of a robot in a world.
#[derive(Debug)]
pub(crate) struct LaneWorld {
    pub(super) moving: Vec<MovingCover>,
    /// The hierarchy of all that stands still; the first node is of all, unless there is none.
    pub(super) still: Vec<Node>,
    still_points: Vec<[f32; 3]>,
    pub(super) broad: Broad,
    pub(crate) still_boxes: StillBoxes,
    pub(super) planes: Vec<Plane>,
    /// By moving item: the largest `extra` of its pairs; negative if it has none.
    pub(super) most_extra: Vec<ByPlacing<f32>>,
    /// By moving item and item.
    pub(super) still_pairs: Vec<Option<StillPair>>,
    pub(super) items: usize,
    pub(super) moving_pairs: Vec<MovingPair>,
    pub(super) frame_pairs: Vec<FramePair>,
    pub(super) clouds: Vec<StillCloud>,
    /// Of the points of each that the robot reaches, if anything in it has room for a point.
    pub(super) samples: Vec<Option<Sample>>,
    /// Those of what moves farthest first.
    pub(super) cloud_pairs: Vec<CloudPair>,
    /// All that is to be tested, in this order.
    pub(super) tasks: Vec<Task>,
    /// The moving items that are tested against all that stands still.
    pub(super) beside_still: Vec<u32>,
    /// By pair: what tests it alone.
    pub(super) task_of: Vec<Task>,
    /// By pair: do the elements meet where a sphere of the moving one meets the other?
    pub(super) shows_inner: Vec<bool>,
}

/// What is tested at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// A pair that is never close, or that the lanes cannot test.
    Untested(u32),
    /// A moving item and all that stands still.
    Item(u32),
    /// Two frames: if they are apart, so are as many pairs, which come next.
    Frames(u32),
    /// A pair by its number among the moving pairs.
    Moving(u32),
    /// A moving item, and the first node of the other.
    Still(u32, u32),
    /// A moving item, and the plane.
    Plane(u32, u32),
    /// A moving item and a cloud, by the number of the pair: not one of the tasks.
    Cloud(u32),
}

/// Two items that are checked against each other.
pub(crate) struct LanePair {
    pub(crate) items: [usize; 2],
    pub(crate) margin: f64,
    /// It is proven apart at all configurations within the ranges.
    pub(crate) is_never: bool,
}

/// An item as the lanes take it.
pub(crate) struct LaneItem<'i> {
    pub(crate) element: &'i Arc<Element>,
    pub(crate) link: usize,
    /// In the link's frame.
    pub(crate) frame: Frame,
    /// The sum of the lengths that the frame is made of, and of the element's own where that is
    /// bounded; and how many bodies carry its own.
    pub(crate) placed_by: (UpperBound, usize),
}

impl LaneRobot {
    pub(crate) fn new(robot: &Arc<Robot>) -> Self {
        Self { chain: Chain::of(robot), robot: Arc::clone(robot) }
    }

    /// Does no joint move a link?
    pub(crate) fn is_fixed(&self, link: usize) -> bool {
        self.chain.of_link[link].0 == ROOT
    }

    /// The cover of an item.
    pub(crate) fn cover(&self, item: &LaneItem<'_>) -> MovingCover {
        let (frame, at) = self.chain.of_link[item.link];
        let cover = item.element.cover();
        let at = at.times(&item.frame);
        let nodes = cover.map_or_else(Vec::new, |cover| placed(cover, item.element.inner(), &at));
        let points = cover.map_or_else(Vec::new, |cover| placed_points(cover, &at));
        let reach = nodes.first().map_or(UpperBound::ZERO, Node::reach);
        let size = self.chain.reach_of_root(frame, reach);
        let cancels = self.chain.cancellation(item.link, item.placed_by);
        let off = self.chain.placing_error(frame, reach).map(|off| off + cancels);
        let turning = self.chain.turning_error(frame);
        MovingCover {
            frame,
            off,
            is_solid: item.element.part.collider().shape().is_some(),
            is_connected: item.element.is_connected(),
            velocity_error: VelocityError::of(turning.in_f32, off.in_f32, size),
            movers: self.chain.movers(frame, reach, ROOT).into(),
            inner_spheres: inner_spheres(&nodes).into(),
            nodes: nodes.into(),
            points: points.into(),
            size: size.get(),
            reach,
        }
    }
}

impl LaneWorld {
    /// Of items, of which the first have covers, and pairs of them.
    pub(crate) fn new(
        robot: &LaneRobot,
        covers: Vec<MovingCover>,
        items: &[LaneItem<'_>],
        pairs: &[LanePair],
    ) -> Self {
        let chain = &robot.chain;
        let moves = |item: usize| !robot.is_fixed(items[item].link);
        let mut world = Self {
            moving: covers,
            still: Vec::new(),
            still_points: Vec::new(),
            broad: Broad::default(),
            still_boxes: StillBoxes::default(),
            planes: Vec::new(),
            most_extra: Vec::new(),
            still_pairs: Vec::new(),
            items: items.len(),
            moving_pairs: Vec::new(),
            frame_pairs: Vec::new(),
            clouds: Vec::new(),
            samples: Vec::new(),
            cloud_pairs: Vec::new(),
            tasks: Vec::new(),
            beside_still: Vec::new(),
            task_of: (0..pairs.len() as u32).map(Task::Untested).collect(),
            shows_inner: vec![false; pairs.len()],
        };
        let moving = world.moving.len();
        let none = ByPlacing { in_f32: -1.0, in_f64: -1.0, not_rounded: -1.0 };
        world.most_extra = vec![none; moving];
        world.still_pairs = vec![None; moving * items.len()];
        let mut of_still: Vec<Option<StillCover>> = items.iter().map(|_| None).collect();
        let off_of = |item: &LaneItem<'_>| chain.cancellation(item.link, item.placed_by);
        let off: Vec<UpperBound> = items.iter().map(off_of).collect();
        for (number, &LanePair { items: pair, margin, is_never }) in pairs.iter().enumerate() {
            let [a, b] = pair;
            if is_never {
                continue;
            }
            match [moves(a), moves(b)] {
                [true, true] => world.add_moving(chain, number as u32, pair, margin),
                [false, false] => world.tasks.push(Task::Untested(number as u32)),
                [a_moves, _] => {
                    let [a, b] = if a_moves { [a, b] } else { [b, a] };
                    let placed = world.moving.get(b).filter(|cover| !cover.is_solid);
                    let placed = placed.filter(|cover| !cover.nodes.is_empty());
                    let still = of_still[b].get_or_insert_with(|| match placed {
                        Some(cover) => {
                            StillCover::Nodes(cover.nodes.to_vec(), cover.points.to_vec())
                        }
                        None => StillCover::of(&items[b], &chain.of_link, off[b]),
                    });
                    match still {
                        StillCover::Cloud(cloud) => {
                            let number = number as u32;
                            world.add_cloud_pair(chain, number, [a, b], margin, cloud);
                        }
                        _ => world.add_still(number as u32, [a, b], margin, (still, off[b])),
                    }
                }
            }
        }
        world.group(of_still);
        world.broad = Broad::of(&world.still);
        world.still_boxes = StillBoxes::of(&world.still, &off);
        let Self { moving, moving_pairs, .. } = &mut world;
        moving_pairs.sort_by_key(|pair| pair.items.map(|item| moving[item].frame));
        world.list_tasks(chain);
        world.list_cloud_pairs();
        world
    }

    /// The pair of a moving item and the item that a node of the world is the first one of.
    #[inline(always)]
    pub(super) fn still_pair(&self, moving: usize, node: &Node) -> Option<StillPair> {
        let item = Some(node.item).filter(|&item| item != NO_ITEM)?;
        self.still_pairs[moving * self.items + item as usize]
    }

    fn add_moving(&mut self, chain: &Chain, number: u32, [a, b]: [usize; 2], margin: f64) {
        let covers = [&self.moving[a], &self.moving[b]];
        if covers.iter().any(|cover| cover.nodes.is_empty()) {
            self.tasks.push(Task::Untested(number));
            return;
        }
        // Something that is one box is best seen from, something that is many is best divided.
        let swap =
            covers[0].nodes[0].inset < f32::INFINITY && covers[1].nodes[0].inset == f32::INFINITY;
        let [a, b] = if swap { [b, a] } else { [a, b] };
        let [of_a, of_b] = [&self.moving[a], &self.moving[b]];
        if of_a.frame == of_b.frame {
            self.tasks.push(Task::Untested(number));
            return;
        }
        let size = UpperBound::from(of_a.size) + UpperBound::from(of_b.size);
        let off = of_a.off.plus(of_b.off);
        let turning_b = chain.turning_error(of_b.frame);
        let turning = chain.turning_error(of_a.frame).plus(turning_b);
        let rounding = turning_b.map(|turning| turning * size).plus(rounded(size));
        let extra = extra(margin, off.plus(rounding));
        let movers = chain.movers(of_a.frame, of_a.reach, of_b.frame);
        self.moving_pairs.push(MovingPair {
            items: [a, b],
            pair: number,
            extra,
            velocity_error: VelocityError::of(turning.in_f32, off.in_f32, size),
            movers: movers.into(),
        });
    }

    /// `still_off`: how far what stands still is off.
    fn add_still(
        &mut self,
        number: u32,
        [a, b]: [usize; 2],
        margin: f64,
        (still, still_off): (&StillCover, UpperBound),
    ) {
        let cover = &self.moving[a];
        if cover.nodes.is_empty() || matches!(still, StillCover::Unknown) {
            self.tasks.push(Task::Untested(number));
            return;
        }
        let off = cover.off.plus(rounded(cover.size.into())).map(|off| off + still_off);
        let extra = extra(margin, off);
        let most = &mut self.most_extra[a];
        *most = ByPlacing {
            in_f32: most.in_f32.max(extra.in_f32),
            in_f64: most.in_f64.max(extra.in_f64),
            not_rounded: most.not_rounded.max(extra.not_rounded),
        };
        self.still_pairs[a * self.items + b] = Some(StillPair { pair: number, extra });
    }

    fn add_cloud_pair(
        &mut self,
        chain: &Chain,
        number: u32,
        [a, b]: [usize; 2],
        margin: f64,
        cloud: &StillCloud,
    ) {
        let cover = &self.moving[a];
        if cover.nodes.is_empty() {
            self.tasks.push(Task::Untested(number));
            return;
        }
        let own = UpperBound::from(cover.size);
        let sizes = own + cloud.size;
        let off = cover.off.plus(rounded(own)).plus(rounded(sizes));
        let off = off.map(|off| off + cloud.error);
        let turning = chain.turning_error(cover.frame).in_f32 + UpperBound::from(SHARE);
        let velocity_error = VelocityError::of(turning, cover.off.in_f32, sizes);
        let extra = extra(margin, off);
        // By its item until all clouds are known.
        self.cloud_pairs.push(CloudPair { item: a, cloud: b, pair: number, extra, velocity_error });
    }

    /// After [`LaneWorld::group`].
    fn list_cloud_pairs(&mut self) {
        let Self { moving, clouds, samples, cloud_pairs, task_of, .. } = self;
        cloud_pairs.sort_by_key(|pair| std::cmp::Reverse(pair.item));
        for (n, pair) in cloud_pairs.iter_mut().enumerate() {
            let place = clouds.iter().position(|cloud| cloud.item == pair.cloud);
            pair.cloud = place.expect("each is listed");
            task_of[pair.pair as usize] = Task::Cloud(n as u32);
        }
        let items = |cloud: usize| {
            let of_cloud = cloud_pairs.iter().filter(move |pair| pair.cloud == cloud);
            of_cloud.map(|pair| &moving[pair.item])
        };
        let sample_of = |(n, still): (usize, &StillCloud)| {
            let radii = items(n).flat_map(|item| item.inner_spheres.iter().map(|one| one.radius));
            let reach = items(n).fold(0.0, |most: f64, item| most.max(item.size));
            Sample::of(&still.cloud, still.shift, reach as f32, radii)
        };
        *samples = clouds.iter().enumerate().map(sample_of).collect();
    }

    pub(crate) fn has_clouds(&self) -> bool {
        !self.clouds.is_empty()
    }

    /// Is a pair one of an item that moves and of a cloud that does not?
    #[inline]
    pub(crate) fn has_cloud(&self, pair: usize) -> bool {
        self.has_clouds() && matches!(self.task_of[pair], Task::Cloud(_))
    }

    /// Those of what moves farthest first; untested pairs, which are there, last.
    fn list_tasks(&mut self, chain: &Chain) {
        let untested = std::mem::take(&mut self.tasks);
        for a in (0..self.moving.len()).rev().filter(|&a| self.most_extra[a].in_f32 >= 0.0) {
            if !self.still.is_empty() {
                self.tasks.push(Task::Item(a as u32));
                self.beside_still.push(a as u32);
            }
            let planes = (0..self.planes.len()).map(|plane| Task::Plane(a as u32, plane as u32));
            self.tasks.extend(planes);
        }
        let (frames, mut n) = (|pair: &MovingPair| pair.items.map(|of| self.moving[of].frame), 0);
        for run in self.moving_pairs.chunk_by(|p, q| frames(p) == frames(q)) {
            if run.len() >= LEAST_PAIRS {
                self.tasks.push(Task::Frames(self.frame_pairs.len() as u32));
                self.frame_pairs.push(FramePair::of(chain, &self.moving, run));
            }
            for pair in run {
                let task = Task::Moving(n as u32);
                self.tasks.push(task);
                self.task_of[pair.pair as usize] = task;
                let [a, b] = pair.items.map(|item| &self.moving[item]);
                self.shows_inner[pair.pair as usize] = a.shows_inner(&b.nodes[0]);
                n += 1;
            }
        }
        self.tasks.extend(untested);
        for a in 0..self.moving.len() {
            let row = &self.still_pairs[a * self.items..(a + 1) * self.items];
            let of_item = |item: usize| row[item].map(|pair| pair.pair as usize);
            for (n, node) in self.still.iter().enumerate().filter(|(_, node)| node.item != NO_ITEM)
            {
                if let Some(pair) = of_item(node.item as usize) {
                    self.task_of[pair] = Task::Still(a as u32, n as u32);
                    self.shows_inner[pair] = self.moving[a].shows_inner(node);
                }
            }
            for (n, plane) in self.planes.iter().enumerate() {
                if let Some(pair) = of_item(plane.item) {
                    self.task_of[pair] = Task::Plane(a as u32, n as u32);
                }
            }
        }
    }

    /// All pairs of leaves of a pair.
    #[cfg(test)]
    pub(super) fn leaves_of_pair(&self, pair: usize) -> Vec<[u32; 2]> {
        let (a, nodes_b) = match self.task_of[pair] {
            Task::Still(a, _) => (a as usize, &self.still[..]),
            Task::Moving(n) => {
                let [a, b] = self.moving_pairs[n as usize].items;
                (a, &self.moving[b].nodes[..])
            }
            _ => return Vec::new(),
        };
        let leaves = |nodes: &[Node]| -> Vec<u32> {
            let all = nodes.iter().enumerate().filter(|(_, node)| node.children == 0);
            all.map(|(n, _)| n as u32).collect()
        };
        let of_b = leaves(nodes_b);
        let of_b = |a: u32| of_b.iter().map(move |&b| [a, b]);
        leaves(&self.moving[a].nodes).into_iter().flat_map(of_b).collect()
    }

    pub(super) fn still_tree(&self) -> (&[Node], &[[f32; 3]]) {
        (&self.still, &self.still_points)
    }

    /// Puts what stands still into one hierarchy.
    fn group(&mut self, of_still: Vec<Option<StillCover>>) {
        let mut covers: Vec<(usize, Vec<Node>)> = Vec::new();
        for (item, still) in of_still.into_iter().enumerate() {
            match still {
                Some(StillCover::Nodes(mut nodes, points)) => {
                    for node in &mut nodes {
                        node.first_point += self.still_points.len() as u32;
                    }
                    self.still_points.extend(points);
                    covers.push((item, nodes));
                }
                Some(StillCover::Plane(plane)) => {
                    self.planes.push(Plane { item, ..plane });
                }
                Some(StillCover::Cloud(cloud)) => self.clouds.push(StillCloud { item, ..*cloud }),
                Some(StillCover::Unknown) | None => {}
            }
        }
        if covers.is_empty() {
            return;
        }
        // The first nodes of items are children of groups; below them each item's own nodes.
        self.still.push(covers[0].1[0]);
        let mut waiting = vec![(0, covers)];
        while let Some((to, mut covers)) = waiting.pop() {
            if covers.len() == 1 {
                let (item, mut nodes) = covers.pop().unwrap_or_default();
                let shift = self.still.len() as u32;
                for node in &mut nodes {
                    // The first node is put elsewhere.
                    node.first = (node.first + shift).saturating_sub(1);
                }
                let mut nodes = nodes.into_iter();
                if let Some(first) = nodes.next() {
                    self.still[to] = Node { item: item as u32, ..first };
                }
                self.still.extend(nodes);
                continue;
            }
            let parts = quarters(covers);
            let first = self.still.len();
            let around: Vec<Node> = parts
                .iter()
                .map(|part| {
                    let roots: Vec<Node> = part.iter().map(|(_, nodes)| nodes[0]).collect();
                    Node::around(&roots, 0)
                })
                .collect();
            self.still[to] = Node::around(&around, first);
            self.still.extend(around);
            waiting.extend(parts.into_iter().enumerate().map(|(n, part)| (first + n, part)));
        }
    }
}

/// What relative frames, products and sums round, of sizes; 2^-36 of these in `f64`, which is 2^16
/// roundings, where there are fewer than 100.
fn rounded(size: UpperBound) -> ByPlacing<UpperBound> {
    const IN_F64: f64 = 1.0 / (1_u64 << 36) as f64;
    let in_f32 = size * UpperBound::from(SHARE);
    ByPlacing { in_f32, in_f64: in_f32, not_rounded: size * UpperBound::from(IN_F64) }
}

/// What is added for a margin and what is off.
fn extra(margin: f64, off: ByPlacing<UpperBound>) -> ByPlacing<f32> {
    let least = UpperBound::from(margin) + UpperBound::from(LEAST_EXTRA);
    off.map(|off| round_up_f32((off + least).get()))
}

/// Up to four parts of about the same number, each of what is near each other.
fn quarters(covers: Vec<(usize, Vec<Node>)>) -> Vec<Vec<(usize, Vec<Node>)>> {
    let halve = |mut covers: Vec<(usize, Vec<Node>)>| {
        if covers.len() < 2 {
            return vec![covers];
        }
        let spread = |k: usize| {
            let at = covers.iter().map(|(_, nodes)| nodes[0].center[k]);
            let (low, high) = at.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            high - low
        };
        let axis = (0..3).max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(0);
        covers.sort_by(|a, b| a.1[0].center[axis].total_cmp(&b.1[0].center[axis]));
        let second = covers.split_off(covers.len() / 2);
        vec![covers, second]
    };
    halve(covers).into_iter().flat_map(halve).collect()
}

/// What does not move, in the root's frame.
enum StillCover {
    /// And the points of their hulls.
    Nodes(Vec<Node>, Vec<[f32; 3]>),
    Plane(Plane),
    Cloud(Box<StillCloud>),
    /// The exact tests decide.
    Unknown,
}

impl StillCover {
    fn of_cover(cover: &Cover, frame: &Frame) -> Self {
        Self::Nodes(placed(cover, &[], frame), placed_points(cover, frame))
    }

    fn of(item: &LaneItem<'_>, of_link: &[(usize, Frame)], off: UpperBound) -> Self {
        let frame = of_link[item.link].1.times(&item.frame);
        let collider = item.element.part.collider();
        if let ColliderRef::Points(cloud) = ColliderRef::from(collider) {
            let cloud = StillCloud::of(cloud, &frame, off).map(Box::new);
            return cloud.map_or(Self::Unknown, Self::Cloud);
        }
        let shape = collider.shape();
        if let Some(cover) = item.element.whole_cover() {
            let mut nodes = placed(cover, &[], &frame);
            nodes.iter_mut().for_each(|node| node.encloses = shape.is_none());
            return Self::Nodes(nodes, placed_points(cover, &frame));
        }
        if let Some(cover) = item.element.cover() {
            return Self::of_cover(cover, &frame);
        }
        let (points, is_half_space) = match shape.map(Shape::kind) {
            Some(ShapeKind::HalfSpace { points }) => (points, true),
            Some(ShapeKind::Plane { points }) => (points, false),
            _ => return Self::Unknown,
        };
        plane(points.map(|point| frame.place(point)), is_half_space)
            .map_or(Self::Unknown, Self::Plane)
    }
}

/// The plane through three points, its outside where they are seen counter-clockwise; `None` of
/// points so near each other that rounding may turn it.
fn plane(points: [[f64; 3]; 3], is_half_space: bool) -> Option<Plane> {
    use nalgebra::Vector3;
    let [p, q, r] = points.map(Vector3::from);
    let normal = (q - p).cross(&(r - p));
    let size = p.amax().max(q.amax()).max(r.amax());
    let edges = (q - p).norm() * (r - p).norm();
    // The normal is then exact to 2^-24: corners round by 2^-50 of the size.
    let is_clear = normal.norm() > 1e-2 * edges && edges.sqrt() > size / f64::from(1 << 16);
    let normal = normal.normalize();
    let offset = normal.dot(&p);
    is_clear.then(|| Plane {
        normal: [normal.x as f32, normal.y as f32, normal.z as f32],
        offset: offset as f32,
        round: round_up_f32(2.0 * SHARE * size),
        is_half_space,
        item: 0,
    })
}
