//! The cover of a moving item against a cloud, for all lanes at once: the larger of a node and a
//! box is divided, and what a box is divided into is compared with one sphere around the node's
//! places in all lanes first, sixteen boxes or points at a time.
//!
//! *Lemma.* That sphere holds the node's own at the places of all lanes that count, and wherever it
//! moves within the lanes' intervals; see `cloud`, `probe` and `broad` for what rounds. A leaf and
//! a point with its radius are compared by the lemmas of `nodes`: the point is a box of no size.
//! A point of an item that is within the radius of a point, at the middle of an interval, shows
//! that the two meet, as does a point in a sphere inside of what is solid.

use obbtree_cloud::WIDE;
use obbtree_simd::{Kernel, Lanes};

use super::block::{Block, LANES, LaneFrame};
use super::chain::{deviation, speed};
use super::cloud::{CloudPair, CloudPart, POINT, REL_ERR, StillCloud};
use super::node::Node;
use super::nodes::{Relative, cross, dot, inside, place, splat, test};
use super::pairs::{LaneWorld, Task};
use super::sift::{Sifted, TOO_MANY, Tables, Undecided, WHOLE};

/// Pairs of a node and a part of the cloud that are tested in a register. A line that is free and
/// left open costs a planner far more: with 1000, a narrow place took hundreds of times as long.
const MOST_TESTS: u32 = 16_000;
/// Where what is left is decided by exact tests, so many.
const MOST_TESTS_OF_PROOF: u32 = 16_000;
/// Steps towards the closest point of a leaf.
const MOST_STEPS: u32 = 2;
const MOST_STEPS_OF_PROOF: u32 = 8;
/// Leaves and points that are kept to be tested in shorter intervals; of more, the whole.
const MOST_KEPT: usize = 256;

/// A node and a part of the cloud that may be near each other in some lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloudEntry {
    a: u32,
    lanes: u32,
    part: CloudPart,
}

/// Tests the lanes of a block that is placed, with its velocities. The first in which something
/// certainly collides ends it.
pub(crate) struct CloudSift<'k> {
    pub(crate) world: &'k LaneWorld,
    pub(crate) block: &'k Block,
    pub(crate) stack: &'k mut Vec<CloudEntry>,
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
        let Self { world, block, stack, tables, lanes, only, is_quick, to } = self;
        for first in (0..LANES).step_by(S::WIDTH) {
            let lanes = lanes >> first & ((1_u64 << S::WIDTH) - 1) as u32;
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
    stack: &'s mut Vec<CloudEntry>,
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
        // All intervals of a block are of the same length.
        let moved = speed(&item.movers, &block.rates) * block.half[0];
        let reach = cloud.round + extra + moved;
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
            self.stack.push(CloudEntry { a, part, lanes: one.lanes >> first & lanes });
        }
        if of_pair.is_empty() {
            self.stack.push(CloudEntry { a: 0, part: cloud.root(), lanes });
        }
        let (begin, mut tests) = (self.to.undecided.len(), 0);
        while let Some(CloudEntry { a: at_a, part, lanes: of_entry }) = self.stack.pop() {
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
            let found =
                test(simd, &relative, (a, points), (&b, &POINT), inner, most_steps, of_entry);
            let left = of_entry & !found.apart;
            if left == 0 {
                continue;
            }
            if found.meet & left != 0 {
                self.to.hit = true;
                return;
            }
            let divides_a = a.children > 0 && (part.kind == 0 || a.radius >= b.radius);
            if divides_a {
                for child in (a.first..a.first + a.children).rev() {
                    self.stack.push(CloudEntry { a: child, part, lanes: left });
                }
            } else if part.kind > 0 {
                let places = place(simd, &relative.frame, &a.center);
                self.push_near(cloud, (at_a, a), places, part, left, reach);
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

    /// Puts those members of a box on the stack that are near a node in some of the lanes, the
    /// nearest last.
    #[inline(always)]
    fn push_near(
        &mut self,
        cloud: &StillCloud,
        (at_a, a): (u32, &Node),
        places: [S::F; 3],
        part: CloudPart,
        lanes: u32,
        reach: f32,
    ) {
        let simd = self.simd;
        let (center, spread) = around_some(simd, places, lanes);
        let reach = (a.radius + reach + spread) * REL_ERR;
        let (kind, block) = (part.kind - 1, part.number as usize);
        let (mut gaps, mut near) = ([0.0; LANES], 0);
        let (points, radii, boxes, cubes);
        let (centers, halves) = if kind == 0 && !cloud.cloud.has_cubes() {
            points = cloud.cloud.relative_points(block);
            (&points, None)
        } else if kind == 0 {
            cubes = cloud.cloud.cubes_as_boxes(block);
            (&cubes.center, Some(&cubes.half))
        } else {
            boxes = &cloud.cloud.boxes(kind as usize - 1).0[block];
            (&boxes.center, Some(&boxes.half))
        };
        radii = if kind == 0 { cloud.cloud.radii_in_frame(block) } else { None };
        for at in (0..WIDE).step_by(S::WIDTH) {
            let mut gap_sq = simd.splat(0.0);
            for k in 0..3 {
                let away = simd.sub(simd.load(&centers[k][at..]), simd.splat(center[k]));
                let mut gap = simd.abs(away);
                if let Some(halves) = halves {
                    gap = simd.max(simd.sub(gap, simd.load(&halves[k][at..])), simd.splat(0.0));
                }
                gap_sq = simd.mul_add(gap, gap, gap_sq);
            }
            let mut least = simd.splat(reach);
            if let Some(radii) = &radii {
                let more = simd.mul(simd.load(&radii[at..]), simd.splat(REL_ERR));
                least = simd.add(least, more);
            }
            let limit = simd.mul(simd.mul(least, least), simd.splat(REL_ERR));
            let some = !simd.greater(gap_sq, limit) & ((1_u64 << S::WIDTH) - 1) as u32;
            simd.store(gap_sq, &mut gaps[at..]);
            near |= some << at;
        }
        let mut left = near & cloud.members(kind, block);
        let begin = self.stack.len();
        while left != 0 {
            let member = left.trailing_zeros();
            left &= left - 1;
            let number = WIDE as u32 * part.number + member;
            let part = CloudPart { kind, number };
            self.stack.push(CloudEntry { a: at_a, part, lanes });
            // The nearest is popped first.
            let mut n = self.stack.len() - 1;
            let gap_of = |entry: &CloudEntry| gaps[entry.part.number as usize % WIDE];
            while n > begin && gap_of(&self.stack[n - 1]) < gap_of(&self.stack[n]) {
                self.stack.swap(n - 1, n);
                n -= 1;
            }
        }
    }
}

/// The middle of the places of some lanes of a register, and how far one is from it at most:
/// infinite where a place is not finite.
#[inline(always)]
fn around_some<S: Lanes>(simd: S, places: [S::F; 3], lanes: u32) -> ([f32; 3], f32) {
    let (mut center, mut spread_sq, mut size) = ([0.0; 3], 0.0_f32, 0.0_f32);
    let mut is_finite = true;
    for k in 0..3 {
        let mut row = [0.0; LANES];
        simd.store(places[k], &mut row);
        let (mut low, mut high, mut left) = (f32::INFINITY, f32::NEG_INFINITY, lanes);
        while left != 0 {
            let x = row[left.trailing_zeros() as usize % LANES];
            left &= left - 1;
            is_finite &= x.abs() < f32::INFINITY;
            size = if x.abs() > size { x.abs() } else { size };
            low = if x < low { x } else { low };
            high = if x > high { x } else { high };
        }
        center[k] = 0.5 * low + 0.5 * high;
        let half = 0.5 * high - 0.5 * low;
        spread_sq += half * half;
    }
    match is_finite {
        true => (center, spread_sq.sqrt() * REL_ERR + size / (1 << 18) as f32),
        false => ([0.0; 3], f32::INFINITY),
    }
}

impl StillCloud {
    /// A frame of the root's, seen from that of the boxes.
    #[inline(always)]
    fn see<S: Lanes>(&self, simd: S, frame: &LaneFrame<S::F>) -> LaneFrame<S::F> {
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

    /// The members of a block, a bit for each.
    #[inline(always)]
    fn members(&self, kind: u32, block: usize) -> u32 {
        self.cloud.members_of(obbtree_cloud::Block { kind, number: block as u32 })
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
