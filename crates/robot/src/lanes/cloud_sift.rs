//! The cover of a moving item against a cloud, for all lanes at once: the larger of a node and a
//! box is divided. What a box is divided into is compared with the node lane by lane, sixteen boxes
//! or points at a time, as the node's places in the lanes of a line are far from each other.
//!
//! *Lemma.* All are compared by the lemmas of `nodes`: the boxes of a cloud are along the axes of
//! its frame, a point with its radius is a box of no size. A point of an item that is within the
//! radius of a point, at the middle of an interval, shows that the two meet, as does a point in a
//! sphere inside of what is solid.

use obbtree_cloud::WIDE;
use obbtree_simd::{Kernel, Lanes};

use super::block::{Block, LANES, LaneFrame};
use super::chain::deviation;
use super::cloud::{CloudPair, CloudPart, Members, POINT, REL_ERR, StillCloud};
use super::cloud_probe::CloudProbe;
use super::from_node::{FromNode, RelativeRows};
use super::node::Node;
use super::nodes::{Relative, cross, dot, inside, splat, test};
use super::pairs::{LaneWorld, Task};
use super::sift::{Sifted, TOO_MANY, Tables, Undecided, WHOLE};

/// Pairs of a node and a part of the cloud that are tested in a register; those that `push_near`
/// leaves out are not counted. A line that is free and left open costs a planner far more: with
/// 1000, a narrow place took hundreds of times as long.
const MOST_TESTS: u32 = 16_000;
/// Where what is left is decided by exact tests, so many.
const MOST_TESTS_OF_PROOF: u32 = 16_000;
/// Steps towards the closest point of a leaf.
const MOST_STEPS: u32 = 2;
const MOST_STEPS_OF_PROOF: u32 = 8;
/// Leaves and points that are kept to be tested in shorter intervals; of more, the whole.
const MOST_KEPT: usize = 256;

/// The memory of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct CloudMemory {
    stack: Vec<Entry>,
    /// The pair that collided last.
    last: usize,
}

/// A node and a part of the cloud that may be near each other in some lanes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    a: u32,
    lanes: u32,
    part: CloudPart,
    /// Nothing but a division is left of it.
    is_near: bool,
}

/// Tests the lanes of a block that is placed, with its velocities. The first in which something
/// certainly collides ends it.
pub(crate) struct CloudSift<'k> {
    pub(crate) world: &'k LaneWorld,
    pub(crate) block: &'k Block,
    pub(crate) memory: &'k mut CloudMemory,
    pub(crate) tables: &'k dyn Tables,
    pub(crate) lanes: u32,
    /// These alone; else all pairs.
    pub(crate) only: Option<&'k [Undecided]>,
    /// What is not proven ends it.
    pub(crate) is_quick: bool,
    pub(crate) to: &'k mut Sifted,
}

impl Kernel for CloudSift<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self { world, block, memory, tables, lanes: all_lanes, only, is_quick, to } = self;
        let CloudMemory { stack, last } = memory;
        let lanes_of = |first: usize| all_lanes >> first & ((1_u64 << S::WIDTH) - 1) as u32;
        if only.is_none() {
            for first in (0..LANES).step_by(S::WIDTH) {
                let lanes = lanes_of(first);
                to.hit = CloudProbe { simd, world, block, first, lanes, all_lanes }.search(last);
                if to.hit {
                    return;
                }
            }
        }
        for first in (0..LANES).step_by(S::WIDTH) {
            let lanes = lanes_of(first);
            if lanes == 0 {
                continue;
            }
            let mut search = Search { simd, world, block, stack, first, is_quick, to };
            let mut next = 0;
            loop {
                let (pair, of_pair) = match only {
                    None => {
                        let Some(pair) = world.cloud_pairs.get(next) else { break };
                        next += 1;
                        if tables.are_apart(pair.pair, block) {
                            continue;
                        }
                        (pair, &[][..])
                    }
                    Some(some) => {
                        let same = |one: &Undecided, other: &Undecided| one.pair == other.pair;
                        let Some(of_pair) = some[next..].chunk_by(same).next() else { break };
                        next += of_pair.len();
                        let Some(pair) = world.cloud_pair(of_pair[0].pair as usize) else {
                            continue;
                        };
                        (pair, of_pair)
                    }
                };
                search.descend(pair, of_pair, lanes);
                if search.is_done() {
                    return;
                }
            }
        }
    }
}

struct Search<'s, S: Lanes> {
    simd: S,
    world: &'s LaneWorld,
    block: &'s Block,
    stack: &'s mut Vec<Entry>,
    /// The first lane of the register.
    first: usize,
    is_quick: bool,
    to: &'s mut Sifted,
}

impl<S: Lanes> Search<'_, S> {
    /// Does nothing more count?
    #[inline(always)]
    fn is_done(&self) -> bool {
        self.to.hit || self.is_quick && !self.to.undecided.is_empty()
    }

    /// The whole pair, or what is left of it.
    #[inline(always)]
    fn descend(&mut self, pair: &CloudPair, of_pair: &[Undecided], lanes: u32) {
        let (simd, world, block, first) = (self.simd, self.world, self.block, self.first);
        let (item, cloud) = (&world.moving[pair.item], &world.clouds[pair.cloud]);
        let (nodes, points) = item.tree();
        let number = pair.pair;
        let extra = pair.extra.of(block.is_in_f64);
        let half = simd.load(&block.half[first..]);
        let [of_half, of_square] = deviation(&item.movers, &block.rates, pair.velocity_error);
        let added = simd.mul_add(simd.splat(of_square), half, simd.splat(of_half));
        let [turn, shift] = cloud.see_velocity(simd, block.velocity(simd, item.frame, first));
        let relative = Relative {
            frame: cloud.see(simd, &block.frame(simd, item.frame, first)),
            turn,
            shift,
            half,
            extra: simd.mul_add(added, half, simd.splat(extra)),
        };
        let rows = RelativeRows::of(simd, &relative);
        let (most_tests, most_steps) = match self.is_quick {
            true => (MOST_TESTS, MOST_STEPS),
            false => (MOST_TESTS_OF_PROOF, MOST_STEPS_OF_PROOF),
        };
        self.stack.clear();
        for one in of_pair {
            let (a, part) = match one.nodes {
                WHOLE | TOO_MANY => (0, cloud.root()),
                [a, place] => (a, CloudPart { kind: 0, number: place }),
            };
            self.stack.push(Entry { a, part, lanes: one.lanes >> first & lanes, is_near: false });
        }
        if of_pair.is_empty() {
            self.stack.push(Entry { a: 0, part: cloud.root(), lanes, is_near: false });
        }
        let (begin, mut tests) = (self.to.undecided.len(), 0);
        while let Some(Entry { a: at_a, part, lanes: of_entry, is_near }) = self.stack.pop() {
            if of_entry == 0 {
                continue;
            }
            tests += 1;
            if tests > most_tests {
                self.leave_whole(begin, number, lanes, TOO_MANY);
                return;
            }
            let (a, b) = (&nodes[at_a as usize], cloud.node(part));
            let inner = if item.is_solid { a.inner + b.meets_at } else { 0.0 };
            let mut left = of_entry;
            // What a division of the cloud leaves is near; only leaves can be told apart better.
            if !is_near || a.children == 0 {
                let found =
                    test(simd, &relative, (a, points), (&b, &POINT), inner, most_steps, of_entry);
                left &= !found.apart;
                if found.meet & left != 0 {
                    self.to.hit = true;
                    return;
                }
            }
            if left == 0 {
                continue;
            }
            let divides_a = a.children > 0 && (part.kind == 0 || a.radius >= b.radius);
            if divides_a {
                for child in (a.first..a.first + a.children).rev() {
                    self.stack.push(Entry { a: child, part, lanes: left, is_near: false });
                }
            } else if part.kind > 0 {
                self.push_near(cloud, &rows, (at_a, a, points), part, left);
            } else {
                if !self.is_quick && inside(simd, &relative, a, &b) & left != 0 {
                    self.to.hit = true;
                    return;
                }
                if self.to.undecided.len() - begin >= MOST_KEPT {
                    self.leave_whole(begin, number, lanes, WHOLE);
                    return;
                }
                let (nodes, lanes) = ([at_a, part.number], left << first);
                self.to.undecided.push(Undecided { pair: number, lanes, nodes });
                if self.is_quick {
                    return;
                }
            }
        }
    }

    /// Leaves a pair undecided as a whole.
    #[inline(always)]
    fn leave_whole(&mut self, begin: usize, pair: u32, lanes: u32, nodes: [u32; 2]) {
        self.to.undecided.truncate(begin);
        self.to.undecided.push(Undecided { pair, lanes: lanes << self.first, nodes });
    }

    /// Puts those members of a box on the stack that are not proven apart from a node in some of
    /// the lanes, the nearest last.
    #[inline(always)]
    fn push_near(
        &mut self,
        cloud: &StillCloud,
        rows: &RelativeRows,
        (at_a, a, points): (u32, &Node, &[[f32; 3]]),
        part: CloudPart,
        mut lanes: u32,
    ) {
        let simd = self.simd;
        let block = obbtree_cloud::Block { kind: part.kind - 1, number: part.number };
        let (of_block, all) = (Members::of(&cloud.cloud, block), cloud.cloud.members_of(block));
        let (centers, halves) = (of_block.centers(), of_block.halves());
        let (mut gaps, mut lanes_of, mut near) = ([f32::INFINITY; WIDE], [0; WIDE], 0);
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let relative = rows.lane(simd, lane as usize);
            let from = FromNode::new(simd, &relative, (a, points));
            for at in (0..WIDE).step_by(S::WIDTH) {
                let needed = all >> at & ((1_u64 << S::WIDTH) - 1) as u32;
                let center = three!(k => simd.load(&centers[k][at..]));
                let half = match halves {
                    Some(halves) => three!(k => simd.load(&halves[k][at..])),
                    None => [simd.splat(0.0); 3],
                };
                let mut round = simd.splat(cloud.round);
                if let Some(radii) = of_block.radii() {
                    let radii = simd.mul(simd.load(&radii[at..]), simd.splat(REL_ERR));
                    round = simd.add(round, radii);
                }
                let (apart, gap_sq) = from.apart_from_boxes(simd, (center, half), round, needed);
                simd.store(simd.min(gap_sq, simd.load(&gaps[at..])), &mut gaps[at..]);
                let mut left = needed & !apart;
                near |= left << at;
                while left != 0 {
                    lanes_of[(at + left.trailing_zeros() as usize) % WIDE] |= 1 << lane;
                    left &= left - 1;
                }
            }
        }
        let begin = self.stack.len();
        while near != 0 {
            let member = near.trailing_zeros();
            near &= near - 1;
            let part = CloudPart { kind: block.kind, number: WIDE as u32 * block.number + member };
            self.stack.push(Entry {
                a: at_a,
                part,
                lanes: lanes_of[member as usize % WIDE],
                is_near: true,
            });
            // The nearest is popped first.
            let mut n = self.stack.len() - 1;
            let gap_of = |entry: &Entry| gaps[entry.part.number as usize % WIDE];
            while n > begin && gap_of(&self.stack[n - 1]) < gap_of(&self.stack[n]) {
                self.stack.swap(n - 1, n);
                n -= 1;
            }
        }
    }
}

impl StillCloud {
    /// A frame of the root's, seen from that of the boxes.
    #[inline(always)]
    pub(super) fn see<S: Lanes>(&self, simd: S, frame: &LaneFrame<S::F>) -> LaneFrame<S::F> {
        let LaneFrame { turn, at } = frame;
        let rows = three!(i => splat(simd, &self.turn[i]));
        LaneFrame {
            turn: three!(i => three!(k => {
                let column = three!(j => turn[j][k]);
                dot(simd, rows[i], column)
            })),
            at: three!(i => simd.add(dot(simd, rows[i], *at), simd.splat(self.shift[i]))),
        }
    }

    /// The same of an angular velocity, and of the velocity of what is at the frame's origin.
    #[inline(always)]
    fn see_velocity<S: Lanes>(&self, simd: S, [turn, shift]: [[S::F; 3]; 2]) -> [[S::F; 3]; 2] {
        let rows = three!(i => splat(simd, &self.turn[i]));
        let turn = three!(i => dot(simd, rows[i], turn));
        let at_origin = cross(simd, turn, splat(simd, &self.shift));
        let shift = three!(i => simd.sub(dot(simd, rows[i], shift), at_origin[i]));
        [turn, shift]
    }
}

impl LaneWorld {
    /// The pair of an item and a cloud, if it is one that the lanes test.
    #[inline(always)]
    pub(super) fn cloud_pair(&self, pair: usize) -> Option<&CloudPair> {
        match self.task_of[pair] {
            Task::Cloud(n) => Some(&self.cloud_pairs[n as usize]),
            _ => None,
        }
    }
}
