//! What all threads share: of a robot, whatever is around it; and of that robot in one world.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use obbtree_collider::{Batch, ColliderRef, QueryOptions};
use obbtree_predicates::UpperBound;
use obbtree_scene::{BodyId, Part, PartPair, Scene, SceneError};
use obbtree_simd::SimdLevel;

use super::disjointness::{Disjoint, DisjointnessTable, Proof, limits, ranges};
use super::fixed::FixedPair;
use super::world::Others;
use crate::error::{CheckError, NothingChecked};
use crate::items::{Item, ItemPair};
use crate::kinematics::{Chains, JacobianBound, JointLengths, Kinematics};
use crate::lanes::{LaneItem, LanePair, LaneRobot, LaneWorld, MovingCover};
use crate::model::{JointKind, Robot};

/// What all checkers of a robot share, in any world.
#[derive(Debug)]
pub(crate) struct RobotData {
    pub(crate) robot: Arc<Robot>,
    /// The collision elements of all links, by link.
    items: Vec<Item>,
    /// By link: its items.
    of_link: Vec<std::ops::Range<usize>>,
    pub(crate) joints: Arc<JointLengths>,
    /// By value: where the tables of `disjointness` hold; within the ends of the lengths.
    pub(crate) ranges: Vec<[f64; 2]>,
    /// What of these is within the limits.
    limits: Vec<[f64; 2]>,
    /// Has the robot a joint with a quaternion, which can be of no length?
    pub(crate) has_quaternions: bool,
    /// The frames that move, for the lanes, and the covers of the links' elements.
    pub(crate) lanes: LaneRobot,
    covers: Vec<MovingCover>,
    /// Where the links are at the values zero: those that no joint moves are there always.
    pub(crate) at_zero: Kinematics,
    /// By items: the pairs that are checked as long as the world says nothing else.
    pairs: HashMap<[usize; 2], Arc<KnownPair>>,
}

/// What is known of a pair of items at a margin.
#[derive(Debug)]
struct KnownPair {
    margin: f64,
    /// By value: how far one unit of it moves the two relative to each other.
    lengths: Vec<f64>,
    /// If no joint moves either of the two.
    fixed: Option<FixedPair>,
    /// Else.
    disjoint: Disjoint,
}

impl KnownPair {
    fn apart(&self) -> Apart {
        match &self.fixed {
            Some(fixed) if fixed.collides => Apart::Unknown,
            Some(_) => Apart::Anywhere,
            None if self.disjoint.never => Apart::InRanges,
            None => Apart::Unknown,
        }
    }
}

/// Where a pair is known to be farther apart than its margin, whatever the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    Unknown,
    /// At all configurations within the ranges of the tables.
    InRanges,
    /// At all that have a place.
    Anywhere,
}

impl Apart {
    /// Is it so at configurations within the ranges, or at others?
    #[inline]
    pub(crate) fn holds(self, in_ranges: bool) -> bool {
        match self {
            Self::Unknown => false,
            Self::InRanges => in_ranges,
            Self::Anywhere => true,
        }
    }
}

/// Values of which the ranges are divided for a pair of the robot, and for one with something else:
/// the latter are made anew where the world changes, so they have to cost less.
const VALUES_OF_ROBOT: usize = 2;
const VALUES_OF_WORLD: usize = 1;

impl RobotData {
    pub(crate) fn new(robot: Arc<Robot>) -> Self {
        let mut items = Vec::new();
        let mut of_link = Vec::new();
        for (n, link) in robot.links.iter().enumerate() {
            let first = items.len();
            items.extend(link.elements.iter().map(|element| Item::of_link(element, n)));
            of_link.push(first..items.len());
        }
        let joints = Arc::new(JointLengths::of(&robot));
        let (limits, ranges) = (limits(&robot, &joints.ends), ranges(&robot, &joints.ends));
        let has_quaternions = robot.joints.iter().any(|joint| joint.kind == JointKind::Floating);
        let lanes = LaneRobot::new(&robot);
        let covers = of_each(&items, |item| lanes.cover(&for_lanes(item)));
        let mut at_zero = Kinematics::default();
        at_zero.compute(&robot, &robot.zero(), SimdLevel::detect());
        let mut data = Self {
            robot,
            items,
            of_link,
            joints,
            limits,
            ranges,
            has_quaternions,
            lanes,
            covers,
            at_zero,
            pairs: HashMap::new(),
        };
        let none: [&[f64]; 0] = [];
        let alone = JacobianBound::new(&data.robot, &data.joints, &data.items, none.into_iter());
        let of_links = |&[a, b]: &[usize; 2]| product(&data.of_link[a], &data.of_link[b]);
        let pairs: Vec<[usize; 2]> = data.robot.pairs.iter().flat_map(of_links).collect();
        let known = of_each(&pairs, |pair| {
            let items = pair.map(|item| &data.items[item]);
            data.known(items, 0.0, alone.rounding, VALUES_OF_ROBOT)
        });
        data.pairs = pairs.into_iter().zip(known.into_iter().map(Arc::new)).collect();
        data
    }

    /// What can be known of a pair of items that collide at a margin.
    fn known(&self, items: [&Item; 2], margin: f64, rounding: f64, most: usize) -> KnownPair {
        let lengths = self.joints.of_pair(&self.robot, items);
        if items.iter().all(|item| self.lanes.is_fixed(item.link)) {
            let fixed = Some(FixedPair::new(items, &self.at_zero, margin));
            return KnownPair { margin, lengths, fixed, disjoint: Disjoint::default() };
        }
        let values: Vec<usize> = (0..lengths.len()).filter(|&n| lengths[n] > 0.0).collect();
        let mut proof = Proof::new(&self.robot, items, margin, rounding);
        let disjoint = proof.disjoint(&values, &self.ranges, most);
        KnownPair { margin, lengths, fixed: None, disjoint }
    }

    /// The ranges of the tables, or, if the limits count, what of them is within the limits.
    #[inline]
    pub(crate) fn ranges(&self, limits: bool) -> &[[f64; 2]] {
        if limits { &self.limits } else { &self.ranges }
    }

    /// Is every value within the ranges of the tables, so finite and within the ends, and within
    /// the limits, if these count?
    pub(crate) fn in_ranges(&self, configuration: &[f64], limits: bool) -> bool {
        let within = |(x, [low, high]): (&f64, &[f64; 2])| low <= x && x <= high;
        let ranges = self.ranges(limits);
        configuration.len() == ranges.len()
            && configuration.iter().zip(ranges).all(within)
            && (!self.has_quaternions || self.robot.check_values(configuration).is_ok())
    }

    /// Why there is no answer about a configuration; limits may count.
    pub(crate) fn problem(&self, configuration: &[f64], limits: bool) -> Option<CheckError> {
        let of_limits = || self.robot.check_limits(configuration).err().filter(|_| limits);
        self.robot.check_values(configuration).err().or_else(of_limits)
    }
}

/// What is found of each, on all threads.
fn of_each<Q: Sync, R: Send>(all: &[Q], find: impl Fn(&Q) -> R + Sync) -> Vec<R> {
    let found = Batch::new(QueryOptions::default()).map(all, |one, _| find(one));
    // Nothing cancels it; without threads, one after the other.
    found.unwrap_or_else(|_| all.iter().map(&find).collect())
}

/// Pairs of one number of each.
fn product<'r>(
    a: &'r std::ops::Range<usize>,
    b: &'r std::ops::Range<usize>,
) -> impl Iterator<Item = [usize; 2]> + 'r {
    a.clone().flat_map(|a| b.clone().map(move |b| [a, b]))
}

/// What all threads share of a robot in a world.
#[derive(Debug)]
pub(crate) struct CheckerData {
    pub(crate) shared: Arc<RobotData>,
    /// With the links.
    pub(crate) world: Scene,
    /// The links' bodies.
    pub(crate) links: Vec<BodyId>,
    pub(crate) items: Vec<Item>,
    /// By item: its body, and its place among the body's parts.
    owners: Vec<(BodyId, usize)>,
    /// Items that are not parts of the world at rest: those before it.
    pub(crate) moving: usize,
    pub(crate) pairs: Vec<ItemPair>,
    /// Of the margins of all pairs; infinite if there is none.
    pub(crate) least_margin: f64,
    /// The pairs of bodies that are checked, in the order of answers.
    pub(crate) groups: Vec<[BodyId; 2]>,
    /// By first and second item: the number of the pair, or `NO_PAIR`. Rows are those of moving
    /// items.
    pub(crate) pair_of: Vec<u32>,
    /// For each moving item, where its row of masks begins: one for every sixteen items, a bit for
    /// each partner of a higher number.
    masks: Vec<u16>,
    /// `masks` without the pairs that are known to be apart: anywhere, or within the ranges.
    masks_anywhere: Vec<u16>,
    masks_in_ranges: Vec<u16>,
    pub(crate) jacobian: JacobianBound,
    pub(crate) chains: Chains,
    /// The pairs as the lanes test them.
    pub(crate) lanes: LaneWorld,
    known: Vec<Arc<KnownPair>>,
    /// By pair; copies of what is `known`.
    pub(crate) tables: Vec<Option<Arc<DisjointnessTable>>>,
    pub(crate) apart: Vec<Apart>,
    /// Does it collide at every configuration?
    pub(crate) always: Vec<bool>,
    /// By item: added to its sphere, so that two of them are never farther apart than these two and
    /// the margin of their pair.
    pub(crate) half_margins: Vec<f64>,
}

/// Where two items are no pair.
pub(crate) const NO_PAIR: u32 = u32::MAX;

/// Items whose spheres one mask is about.
pub(crate) const BLOCK: usize = 16;

impl CheckerData {
    /// In a world with the links of the robot; what is the same in the one `before` is taken over.
    ///
    /// # Errors
    /// If a body is attached where it cannot be.
    pub(crate) fn new(
        shared: &Arc<RobotData>,
        world: Scene,
        links: Vec<BodyId>,
        before: Option<&Self>,
    ) -> Result<Self, SceneError> {
        let robot = &shared.robot;
        let mut items = shared.items.clone();
        let mut owners = Vec::new();
        for (link, of_link) in shared.of_link.iter().enumerate() {
            owners.extend((0..of_link.len()).map(|part| (links[link], part)));
        }
        let known = |body, parts: &Arc<[Part]>| {
            let same = before.filter(|before| {
                before.world.parts(body).is_ok_and(|known| Arc::ptr_eq(known, parts))
            });
            let items = same.map(|before| before.items_of(body));
            items.into_iter().flatten().map(|item| Arc::clone(&item.element)).collect()
        };
        let others = Others::of(&world, &links, robot.root, known)?;
        let mut of_other = Vec::new();
        let mut moving = items.len();
        for other in &others.0 {
            let first = items.len();
            items.extend(other.items.iter().cloned());
            owners.extend((0..other.items.len()).map(|part| (other.body, part)));
            of_other.push(first..items.len());
            if other.is_attached {
                moving = items.len();
            }
        }

        let (mut pairs, mut groups) = (Vec::new(), Vec::new());
        let items_of_all = &items;
        let mut add = |bodies: [BodyId; 2], of_a, of_b| -> Result<(), SceneError> {
            if world.is_checked(bodies[0], bodies[1])? {
                let (group, margin) = (groups.len(), world.margin_between(bodies[0], bodies[1])?);
                let pair = |items| ItemPair { items, group, margin };
                // A cloud without points, or voxels of which none is occupied, meet nothing.
                let is_there = |items: &[usize; 2]| {
                    let part = |item: usize| items_of_all[item].element.part.collider();
                    items.iter().all(|&item| !ColliderRef::from(part(item)).is_empty())
                };
                pairs.extend(product(of_a, of_b).filter(is_there).map(pair));
                groups.push(bodies);
            }
            Ok(())
        };
        let with_items = || (0..links.len()).filter(|&link| !shared.of_link[link].is_empty());
        for a in with_items() {
            for b in with_items().filter(|&b| a < b) {
                add([links[a], links[b]], &shared.of_link[a], &shared.of_link[b])?;
            }
        }
        let by_id = others.by_id();
        for link in with_items() {
            for &n in &by_id {
                add([links[link], others.0[n].body], &shared.of_link[link], &of_other[n])?;
            }
        }
        for (a, one) in others.0.iter().enumerate().filter(|(_, one)| one.is_attached) {
            for &b in &by_id {
                let other = &others.0[b];
                // Two that one link carries do not move relative to each other.
                if !other.is_attached || (a < b && one.link != other.link) {
                    add([one.body, other.body], &of_other[a], &of_other[b])?;
                }
            }
        }

        let none: [&[f64]; 0] = [];
        let alone = JacobianBound::new(robot, &shared.joints, &items, none.into_iter());
        let old = before.map(|before| Old::new(before, &items, &owners));
        let of_robot = shared.items.len();
        let known = |pair: &ItemPair| {
            let is_of_robot = pair.items.iter().all(|&item| item < of_robot);
            let found = shared.pairs.get(&pair.items).filter(|_| is_of_robot);
            let found = found.filter(|known| known.margin == pair.margin);
            let found = found.or_else(|| old.as_ref()?.known(pair));
            found.cloned().unwrap_or_else(|| {
                let of_items = pair.items.map(|item| &items[item]);
                let is_of_tables = is_of_robot && pair.margin == 0.0;
                let most = if is_of_tables { VALUES_OF_ROBOT } else { VALUES_OF_WORLD };
                Arc::new(shared.known(of_items, pair.margin, alone.rounding, most))
            })
        };
        let known: Vec<Arc<KnownPair>> = pairs.iter().map(known).collect();

        let blocks = items.len().div_ceil(BLOCK);
        let mut pair_of = vec![NO_PAIR; moving * items.len()];
        let mut masks = vec![0; moving * blocks];
        let [mut masks_anywhere, mut masks_in_ranges] = [masks.clone(), masks.clone()];
        let margins = pairs.iter().map(|pair: &ItemPair| pair.margin);
        let least_margin = margins.fold(f64::INFINITY, f64::min);
        let mut half_margins = vec![0.0_f64; items.len()];
        for (n, pair) in pairs.iter().enumerate() {
            let [a, b] = pair.items;
            pair_of[a * items.len() + b] = n as u32;
            let (at, bit) = (a * blocks + b / BLOCK, 1 << (b % BLOCK));
            masks[at] |= bit;
            for (of_known, in_ranges) in
                [(&mut masks_anywhere, false), (&mut masks_in_ranges, true)]
            {
                of_known[at] |= if known[n].apart().holds(in_ranges) { 0 } else { bit };
            }
            for item in pair.items {
                half_margins[item] = half_margins[item].max(0.5 * pair.margin);
            }
        }
        let lengths = known.iter().map(|known| &known.lengths[..]);
        let jacobian = JacobianBound::new(robot, &shared.joints, &items, lengths);
        let spheres = items.iter().map(|item| (item.link, item.sphere)).collect();
        let chains = Chains::new(robot, spheres, pairs.iter().map(|pair| pair.items));
        let tables = known.iter().map(|known| known.disjoint.table.clone()).collect();
        let apart: Vec<Apart> = known.iter().map(|known| known.apart()).collect();
        let collides = |known: &Arc<KnownPair>| known.fixed.as_ref().is_some_and(|of| of.collides);
        let always = known.iter().map(collides).collect();
        let lanes = lane_world(shared, &items, moving, &pairs, &apart);
        Ok(Self {
            shared: Arc::clone(shared),
            world,
            links,
            items,
            owners,
            moving,
            pairs,
            groups,
            pair_of,
            masks,
            masks_anywhere,
            masks_in_ranges,
            jacobian,
            chains,
            lanes,
            known,
            tables,
            apart,
            always,
            half_margins,
            least_margin,
        })
    }

    pub(crate) fn robot(&self) -> &Robot {
        &self.shared.robot
    }

    /// The pairs that have to be tested, a mask for every sixteen items; all if what is known of
    /// pairs does not count.
    pub(crate) fn masks(&self, knows: bool, in_ranges: bool) -> &[u16] {
        match (knows, in_ranges) {
            (false, _) => &self.masks,
            (true, false) => &self.masks_anywhere,
            (true, true) => &self.masks_in_ranges,
        }
    }

    /// What is known of a pair that no joint moves.
    pub(crate) fn fixed(&self, pair: usize) -> Option<&FixedPair> {
        self.known[pair].fixed.as_ref()
    }

    /// The bodies of a pair of items, and the places of these among the parts.
    pub(crate) fn part_pair(&self, pair: usize) -> PartPair {
        let ItemPair { items, group, .. } = self.pairs[pair];
        PartPair::new(self.groups[group], items.map(|item| self.owners[item].1))
    }

    /// The items of links and of what these carry; of each its body, and its place among the
    /// body's parts.
    pub(crate) fn of_robot(&self) -> impl Iterator<Item = (&Item, (BodyId, usize))> {
        self.items[..self.moving].iter().zip(self.owners.iter().copied())
    }

    /// The items of a body.
    pub(crate) fn items_of(&self, body: BodyId) -> impl Iterator<Item = &Item> {
        let owned = self.items.iter().zip(&self.owners);
        owned.filter(move |(_, owner)| owner.0 == body).map(|(item, _)| item)
    }

    /// Why no pair is checked, if none is.
    pub(crate) fn nothing_checked(&self) -> Option<NothingChecked> {
        match self.shared.items.is_empty() {
            _ if !self.pairs.is_empty() => None,
            false => Some(NothingChecked::NoPairs),
            true => Some(NothingChecked::NoElements),
        }
    }
}

/// The first items move with the robot; pairs that are never close within the ranges are not
/// tested.
fn lane_world(
    shared: &RobotData,
    items: &[Item],
    moving: usize,
    pairs: &[ItemPair],
    apart: &[Apart],
) -> LaneWorld {
    let items: Vec<LaneItem<'_>> = items.iter().map(for_lanes).collect();
    let attached = &items[shared.covers.len()..moving];
    let of_attached = attached.iter().map(|item| shared.lanes.cover(item));
    let covers = shared.covers.iter().cloned().chain(of_attached).collect();
    let pair = |(pair, apart): (&ItemPair, &Apart)| LanePair {
        items: pair.items,
        margin: pair.margin,
        is_never: apart.holds(true),
    };
    let pairs: Vec<LanePair> = pairs.iter().zip(apart).map(pair).collect();
    LaneWorld::new(&shared.lanes, covers, &items, &pairs)
}

impl ItemPair {
    /// Of a length beyond the margin: the distance beyond which nothing is within both.
    #[inline]
    pub(crate) fn beyond_margin(&self, length: f64) -> f64 {
        match self.margin {
            0.0 => length,
            margin => (UpperBound::from(length) + UpperBound::from(margin)).get(),
        }
    }
}

/// What is known of another world, by the items of a new one.
struct Old<'d> {
    data: &'d CheckerData,
    /// By new item: which one it was, if it is the same at the same place.
    was: Vec<Option<usize>>,
}

impl<'d> Old<'d> {
    fn new(data: &'d CheckerData, items: &[Item], owners: &[(BodyId, usize)]) -> Self {
        let numbers: BTreeMap<(BodyId, usize), usize> =
            data.owners.iter().enumerate().map(|(n, owner)| (*owner, n)).collect();
        let same = |(item, owner): (&Item, &(BodyId, usize))| {
            numbers.get(owner).copied().filter(|&old| data.items[old].is_same(item))
        };
        Self { data, was: items.iter().zip(owners).map(same).collect() }
    }

    fn known(&self, pair: &ItemPair) -> Option<&'d Arc<KnownPair>> {
        let [a, b] = [self.was[pair.items[0]]?, self.was[pair.items[1]]?];
        if a >= self.data.moving {
            return None;
        }
        let number = self.data.pair_of[a * self.data.items.len() + b];
        let known = self.data.known.get(number as usize)?;
        (known.margin == pair.margin).then_some(known)
    }
}

fn for_lanes(item: &Item) -> LaneItem<'_> {
    let placed_by = (item.placed_lengths(), item.parents());
    LaneItem { element: &item.element, link: item.link, frame: item.frame(), placed_by }
}
