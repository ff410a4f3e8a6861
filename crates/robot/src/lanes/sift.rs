//! Both covers of each pair are descended together, for all lanes at once: what is proven apart is
//! done with, of the rest the larger node is replaced by its children. A pair of leaves that is not
//! proven apart in some lanes leaves the pair undecided there; where a point of the one is inside
//! the other, it certainly collides.

use obbtree_simd::{Kernel, Lanes};

use super::block::{Block, LANES, LaneFrame, PlaceFrames, PlaceVelocities};
use super::chain::{Mover, VelocityError, deviation};
use super::moving::MovingPair;
use super::node::{NO_ITEM, Node};
use super::nodes::{Relative, cross, dot, inside, place, splat, support, test, times_transposed};
use super::pairs::{LaneRobot, LaneWorld, Plane, StillPair, Task};
use super::probe::{Probe, ProbeMemory};

/// A number of a pair that is none.
const NO_PAIR: u32 = u32::MAX;

/// Leaves at which a point inside is looked for, in lanes where a pair is undecided already.
const LOOKS: u32 = 12;

/// Pairs of nodes of one pair of items that are tested in a register: where more are near each
/// other, the exact tests are faster.
const MOST_TESTS: u32 = 400;
/// Where what is left is decided by exact tests, so many.
const MOST_TESTS_OF_PROOF: u32 = 4000;
/// Steps towards the closest points of two leaves.
const MOST_STEPS: u32 = 2;
const MOST_STEPS_OF_PROOF: u32 = 12;

/// Leaves of one pair of items that are kept to be tested in shorter intervals; of more, the whole.
const MOST_KEPT: usize = 64;

/// What a block left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sifted {
    /// What is not proven free; pairs follow each other.
    pub(crate) undecided: Vec<Undecided>,
    /// In some lane something certainly collides, at the middle of the interval.
    pub(crate) hit: bool,
}

impl Sifted {
    pub(crate) fn clear(&mut self) {
        self.undecided.clear();
        self.hit = false;
    }
}

/// Of a pair, two nodes that are not proven apart in some lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undecided {
    pub(crate) pair: u32,
    pub(crate) lanes: u32,
    pub(super) nodes: [u32; 2],
}

/// Nodes of the pair as a whole.
pub(super) const WHOLE: [u32; 2] = [u32::MAX; 2];
/// The same, where shorter intervals take as many tests.
pub(super) const TOO_MANY: [u32; 2] = [u32::MAX - 1; 2];

impl Undecided {
    /// Are the exact tests faster?
    pub(crate) fn is_for_exact_tests(&self) -> bool {
        self.nodes == TOO_MANY
    }

    /// If they are known, the two leaves.
    pub(crate) fn leaves(&self) -> Option<[u32; 2]> {
        Some(self.nodes).filter(|nodes| ![WHOLE, TOO_MANY].contains(nodes))
    }

    /// The same of other lanes.
    pub(crate) fn in_lanes(self, lanes: u32) -> Self {
        Self { lanes, ..self }
    }
}

/// The memory of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct SiftMemory {
    probe: ProbeMemory,
    stack: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    a: u32,
    b: u32,
    lanes: u32,
    pair: u32,
}

/// What is known of pairs beforehand.
pub(crate) trait Tables {
    /// Lanes, of these, in which a pair is proven apart throughout.
    fn apart(&self, pair: u32, block: &Block, lanes: u32) -> u32;

    /// Is it so in all lanes at once?
    fn are_apart(&self, pair: u32, block: &Block) -> bool;
}

/// Places a block and tests its lanes. The first in which something certainly collides ends it.
pub(crate) struct Sift<'k> {
    pub(crate) robot: &'k LaneRobot,
    pub(crate) world: &'k LaneWorld,
    pub(crate) block: &'k mut Block,
    pub(crate) memory: &'k mut SiftMemory,
    pub(crate) tables: &'k dyn Tables,
    pub(crate) lanes: u32,
    /// These alone; else all pairs.
    pub(crate) only: Option<&'k [Undecided]>,
    /// What is not proven ends it.
    pub(crate) is_quick: bool,
    pub(crate) to: &'k mut Sifted,
}

impl Kernel for Sift<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self { robot, world, block, memory, tables, lanes, only, is_quick, to } = self;
        let chain = &robot.chain;
        if !block.is_in_f64 {
            PlaceFrames { chain, robot: &robot.robot, block }.run(simd);
        }
        let registers = (0..LANES).step_by(S::WIDTH);
        let lanes_of = |first: usize| lanes >> first & ((1 << S::WIDTH) - 1) as u32;
        if only.is_none() {
            for first in registers.clone() {
                let probe = Probe { simd, world, block, first, lanes: lanes_of(first) };
                to.hit = probe.search(&mut memory.probe);
                if to.hit {
                    return;
                }
            }
        }
        PlaceVelocities { chain, block }.run(simd);
        for first in registers {
            let lanes = lanes_of(first);
            if lanes == 0 {
                continue;
            }
            let mut search = Search::<S> {
                simd,
                world,
                block,
                memory,
                tables,
                to,
                first,
                lanes,
                half: simd.load(&block.half[first..]),
                pair: NO_PAIR,
                open: 0,
                looks: 0,
                tests: 0,
                whole: WHOLE,
                most_tests: MOST_TESTS,
                begin: 0,
                is_quick,
                entered: Entered::default(),
            };
            search.test(only);
            search.decide_entered();
            if search.is_done() {
                return;
            }
        }
    }
}

struct Search<'s, S: Lanes> {
    simd: S,
    world: &'s LaneWorld,
    block: &'s Block,
    memory: &'s mut SiftMemory,
    tables: &'s dyn Tables,
    to: &'s mut Sifted,
    /// The first lane of the register.
    first: usize,
    /// Of the register, those that are tested.
    lanes: u32,
    half: S::F,
    /// The pair that is tested, where it is undecided, and how long more is wanted of it there.
    pair: u32,
    open: u32,
    looks: u32,
    tests: u32,
    /// How the pair is left undecided as a whole: [`WHOLE`] or [`TOO_MANY`].
    whole: [u32; 2],
    most_tests: u32,
    /// Where what is undecided of the pair begins.
    begin: usize,
    is_quick: bool,
    entered: Entered,
}

/// Nodes that enclose, in which a point of an item was found: some of them, as they only hit if the
/// item was outside as well. That is decided after the descent, as its loop is hot.
#[derive(Clone, Copy, Default)]
struct Entered {
    /// The item and the node of the world.
    all: [[u32; 2]; 4],
    count: usize,
}

impl Entered {
    #[inline(always)]
    fn add(&mut self, item: Option<usize>, node: u32) {
        let Some(item) = item else { return };
        let new = [item as u32, node];
        if self.count < self.all.len() && !self.all[..self.count].contains(&new) {
            self.all[self.count] = new;
            self.count += 1;
        }
    }
}

impl<S: Lanes> Search<'_, S> {
    /// All pairs, or what is left of some. There is one place that calls `descend`, which is long
    /// and compiled into this for each instruction set.
    #[inline(always)]
    fn test(&mut self, some: Option<&[Undecided]>) {
        let world = self.world;
        let of_block = (self.block, self.first);
        let mut next = 0;
        while !self.is_done() {
            let (task, of_pair) = match some {
                None => (world.tasks.get(next).copied(), &[][..]),
                Some(some) => {
                    let of_pair = some[next..].chunk_by(|a, b| a.pair == b.pair).next();
                    let of_pair = of_pair.unwrap_or_default();
                    (of_pair.first().map(|one| world.task_of[one.pair as usize]), of_pair)
                }
            };
            let Some(task) = task else { break };
            next += of_pair.len().max(1);
            let mut lanes = self.lanes;
            if some.is_some() {
                let of_pair = of_pair.iter().fold(0, |lanes, one| lanes | one.lanes);
                lanes &= of_pair >> self.first;
            }
            if lanes == 0 {
                continue;
            }
            let (tree_a, tree_b, relative, of_item) = match task {
                Task::Item(a) | Task::Still(a, _) => {
                    let a = a as usize;
                    match task {
                        Task::Still(_, b) => self.start(of_pair, [0, b]),
                        _ => self.start_near(a as u32),
                    }
                    if self.memory.stack.is_empty() {
                        continue;
                    }
                    (world.moving[a].tree(), world.still_tree(), self.seen_from_root(a), Some(a))
                }
                Task::Moving(n) => {
                    let n = n as usize;
                    let pair = &world.moving_pairs[n];
                    let [a, b] = pair.items.map(|item| &world.moving[item]);
                    if some.is_some() {
                        self.start(of_pair, [0; 2]);
                    } else if lanes
                        & !pair.spheres_apart(self.simd, &world.moving, of_block, self.half)
                        == 0
                        || self.tables.are_apart(pair.pair, self.block)
                    {
                        continue;
                    } else {
                        self.memory.stack.push(Entry { a: 0, b: 0, lanes, pair: pair.pair });
                    }
                    (a.tree(), b.tree(), self.seen_from_other(n), None)
                }
                Task::Plane(a, plane) => {
                    let (a, plane) = (a as usize, &world.planes[plane as usize]);
                    if let Some(pair) = world.still_pairs[a * world.items + plane.item] {
                        self.beside_plane(a, plane, pair, lanes);
                    }
                    continue;
                }
                Task::Untested(pair) => {
                    self.leave_open(pair, TOO_MANY, lanes);
                    continue;
                }
                Task::Frames(n) => {
                    let frames = &world.frame_pairs[n as usize];
                    if lanes & !frames.apart(self.simd, of_block, self.half) == 0 {
                        next += frames.count;
                    }
                    continue;
                }
                // See `cloud_sift`.
                Task::Cloud(_) => continue,
            };
            self.descend(tree_a, tree_b, relative, of_item);
        }
    }

    /// Has an item come from outside to where it was found?
    fn decide_entered(&mut self) {
        let Self { world, block, lanes, first, .. } = *self;
        let hits = |&[item, node]: &[u32; 2]| {
            let (item, node) = (item as usize, &world.still[node as usize]);
            let extra = world.most_extra[item].in_f32;
            world.moving[item].has_been_outside(block, extra, node, lanes << first)
        };
        self.to.hit |= self.entered.all[..self.entered.count].iter().any(hits);
    }

    /// Does nothing more count?
    #[inline(always)]
    fn is_done(&self) -> bool {
        self.to.hit || self.is_quick && !self.to.undecided.is_empty()
    }

    /// Puts what stands still and may be near an item on the stack.
    #[inline(always)]
    fn start_near(&mut self, item: u32) {
        let SiftMemory { probe, stack } = &mut *self.memory;
        let near = probe.near(self.first / S::WIDTH, item);
        stack.extend(near.iter().rev().map(|near| Entry {
            a: 0,
            b: near.node,
            lanes: near.lanes & self.lanes,
            pair: NO_PAIR,
        }));
    }

    /// Puts nodes that are left of a pair on the stack.
    #[inline(always)]
    fn start(&mut self, of_pair: &[Undecided], whole: [u32; 2]) {
        for one in of_pair {
            let [a, b] = if one.nodes == WHOLE { whole } else { one.nodes };
            let lanes = one.lanes >> self.first & self.lanes;
            self.memory.stack.push(Entry { a, b, lanes, pair: one.pair });
        }
    }

    #[inline(always)]
    fn leave_open(&mut self, pair: u32, nodes: [u32; 2], lanes: u32) {
        self.to.undecided.push(Undecided { pair, nodes, lanes: lanes << self.first });
    }

    /// Of an item seen from the root.
    #[inline(always)]
    fn seen_from_root(&self, a: usize) -> Relative<S::F> {
        let Self { simd, world, block, first, .. } = *self;
        let item = &world.moving[a];
        let frame = item.frame;
        let [turn, shift] = block.velocity(simd, frame, first);
        Relative {
            frame: block.frame(simd, frame, first),
            turn,
            shift,
            half: self.half,
            extra: self.added(&item.movers, item.velocity_error),
        }
    }

    /// What an interval adds to `extra`.
    #[inline(always)]
    fn added(&self, movers: &[Mover], error: VelocityError) -> S::F {
        let simd = self.simd;
        let [of_half, of_square] = deviation(movers, &self.block.rates, error);
        let sum = simd.mul_add(simd.splat(of_square), self.half, simd.splat(of_half));
        simd.mul(sum, self.half)
    }

    /// The first of two moving items seen from the other.
    #[inline(always)]
    fn seen_from_other(&self, n: usize) -> Relative<S::F> {
        let (simd, world) = (self.simd, self.world);
        let MovingPair { items, extra, movers, velocity_error, .. } = &world.moving_pairs[n];
        let [a, b] = items.map(|item| world.moving[item].frame);
        let extra = simd.splat(extra.of(self.block.is_in_f64));
        let of_a = self.block.frame(simd, a, self.first);
        let of_b = self.block.frame(simd, b, self.first);
        let apart_by = three!(k => simd.sub(of_a.at[k], of_b.at[k]));
        let columns = three!(k => {
            let column = three!(i => of_a.turn[i][k]);
            times_transposed(simd, &of_b.turn, column)
        });
        let [turn_a, shift_a] = self.block.velocity(simd, a, self.first);
        let [turn_b, shift_b] = self.block.velocity(simd, b, self.first);
        let turn = three!(k => simd.sub(turn_a[k], turn_b[k]));
        let at_b = cross(simd, turn, of_b.at);
        let shift = three!(k => simd.add(simd.sub(shift_a[k], shift_b[k]), at_b[k]));
        Relative {
            frame: LaneFrame {
                turn: three!(i => [columns[0][i], columns[1][i], columns[2][i]]),
                at: times_transposed(simd, &of_b.turn, apart_by),
            },
            turn: times_transposed(simd, &of_b.turn, turn),
            shift: times_transposed(simd, &of_b.turn, shift),
            half: self.half,
            extra: simd.add(extra, self.added(movers, *velocity_error)),
        }
    }

    /// What is on the stack. `of_item`: B's are nodes of the world, and this is the moving item.
    #[inline(always)]
    fn descend(
        &mut self,
        (nodes_a, points): (&[Node], &[[f32; 3]]),
        (nodes_b, points_b): (&[Node], &[[f32; 3]]),
        relative: Relative<S::F>,
        of_item: Option<usize>,
    ) {
        let (simd, world) = (self.simd, self.world);
        let mut stack = std::mem::take(&mut self.memory.stack);
        while let Some(Entry { a: at_a, b: at_b, lanes, mut pair }) = stack.pop() {
            let (a, b) = (&nodes_a[at_a as usize], &nodes_b[at_b as usize]);
            let mut here = relative;
            if let Some(item) = of_item {
                if b.item != NO_ITEM && pair == NO_PAIR {
                    let Some(found) = world.still_pair(item, b) else { continue };
                    pair = found.pair;
                }
                let extra = world.most_extra[item].of(self.block.is_in_f64);
                here.extra = simd.add(here.extra, simd.splat(extra));
            }
            if pair != self.pair {
                self.flush();
                self.pair = pair;
                self.most_tests = if self.is_quick { MOST_TESTS } else { MOST_TESTS_OF_PROOF };
            }
            let mut lanes = lanes & self.lanes & !self.open;
            let can_hit = b.inset < f32::INFINITY && self.looks < LOOKS;
            if lanes == 0 {
                continue;
            }
            self.tests += 1;
            if self.tests > self.most_tests && pair != NO_PAIR {
                self.give_up();
                self.whole = TOO_MANY;
                continue;
            }
            let shows_inner = pair != NO_PAIR && world.shows_inner[pair as usize];
            let inner = if shows_inner { a.inner + b.meets_at } else { 0.0 };
            let most_steps = if self.is_quick { MOST_STEPS } else { MOST_STEPS_OF_PROOF };
            let found = test(simd, &here, (a, points), (b, points_b), inner, most_steps, lanes);
            lanes &= !found.apart;
            if lanes == 0 {
                continue;
            }
            if of_item.is_none() && at_a == 0 && at_b == 0 {
                lanes &= !(self.tables.apart(pair, self.block, lanes << self.first) >> self.first);
                if lanes == 0 {
                    continue;
                }
            }
            let mut hit = found.meet & lanes != 0;
            let divides_a = a.children > 0
                && (b.children == 0
                    || a.radius >= b.radius
                    || pair != NO_PAIR && b.inset < f32::INFINITY);
            let divided = if divides_a { a } else { b };
            // A shape is divided only for what comes near it; it is seen whole.
            let is_leaf = divided.children == 0 || !divides_a && b.inset < f32::INFINITY;
            if is_leaf && can_hit && !hit {
                self.looks += 1;
                hit = inside(simd, &here, a, b) & lanes != 0;
            }
            if hit && b.encloses {
                hit = false;
                self.entered.add(of_item, at_b);
            }
            if hit {
                self.to.hit = true;
                stack.clear();
                break;
            }
            if is_leaf {
                if self.to.undecided.len() - self.begin < MOST_KEPT {
                    self.leave_open(pair, [at_a, at_b], lanes);
                } else {
                    self.give_up();
                }
                if self.is_done() {
                    stack.clear();
                    break;
                }
                continue;
            }
            for child in (divided.first..divided.first + divided.children).rev() {
                let [a, b] = if divides_a { [child, at_b] } else { [at_a, child] };
                stack.push(Entry { a, b, lanes, pair });
            }
        }
        self.flush();
        self.memory.stack = stack;
    }

    /// Leaves the current pair undecided as a whole.
    #[inline(always)]
    fn give_up(&mut self) {
        self.to.undecided.truncate(self.begin);
        self.open = self.lanes;
    }

    /// Writes down where the current pair is undecided.
    #[inline(always)]
    fn flush(&mut self) {
        if self.open != 0 && self.pair != NO_PAIR {
            self.leave_open(self.pair, self.whole, self.open);
        }
        (self.pair, self.open, self.looks, self.tests) = (NO_PAIR, 0, 0, 0);
        self.whole = WHOLE;
        self.begin = self.to.undecided.len();
    }

    /// A's box is in front of the plane throughout: for each sign of the motion.
    #[inline(always)]
    fn beside_plane(&mut self, item: usize, plane: &Plane, pair: StillPair, lanes: u32) {
        let (simd, world) = (self.simd, self.world);
        let relative = self.seen_from_root(item);
        let normal = splat(simd, &plane.normal);
        let m = times_transposed(simd, &relative.frame.turn, normal);
        let turned =
            times_transposed(simd, &relative.frame.turn, cross(simd, normal, relative.turn));
        let extra =
            simd.add(relative.extra, simd.splat(pair.extra.of(self.block.is_in_f64) + plane.round));
        let (nodes, points) = world.moving[item].tree();
        let mut stack = std::mem::take(&mut self.memory.stack);
        stack.push(Entry { a: 0, b: 0, lanes, pair: pair.pair });
        let mut open = 0;
        while let Some(Entry { a: at_a, lanes, .. }) = stack.pop() {
            let lanes = lanes & !open;
            if lanes == 0 {
                continue;
            }
            let a = &nodes[at_a as usize];
            let p = place(simd, &relative.frame, &a.center);
            let height = simd.sub(dot(simd, normal, p), simd.splat(plane.offset));
            let speeds = cross(simd, relative.turn, p);
            let velocity = three!(k => simd.add(speeds[k], relative.shift[k]));
            let rise = simd.mul(dot(simd, normal, velocity), relative.half);
            let step = three!(k => simd.mul(turned[k], relative.half));
            let mut clear = in_front(simd, (a, points), [m, step], [height, rise], extra);
            if !plane.is_half_space {
                // Seen from the other side all is turned round.
                let zero = simd.splat(0.0);
                let [m, step] =
                    [three!(k => simd.sub(zero, m[k])), three!(k => simd.sub(zero, step[k]))];
                let heights = [simd.sub(zero, height), simd.sub(zero, rise)];
                clear |= in_front(simd, (a, points), [m, step], heights, extra);
            }
            let left = lanes & !clear;
            if left == 0 {
                continue;
            }
            if a.children == 0 {
                open |= left;
            }
            for child in a.first..a.first + a.children {
                stack.push(Entry { a: child, b: 0, lanes: left, pair: pair.pair });
            }
        }
        self.memory.stack = stack;
        if open != 0 {
            self.leave_open(pair.pair, WHOLE, open);
        }
    }
}

/// A bit for each lane in which a node is in front of a plane throughout: its centre is at a height
/// and rises by so much in half the interval; the plane's normal is seen from its frame, and turns
/// by so much there.
#[inline(always)]
fn in_front<S: Lanes>(
    simd: S,
    (node, points): (&Node, &[[f32; 3]]),
    [normal, step]: [[S::F; 3]; 2],
    [height, rise]: [S::F; 2],
    extra: S::F,
) -> u32 {
    let before = support(simd, node, points, three!(k => simd.sub(normal[k], step[k])));
    let after = support(simd, node, points, three!(k => simd.add(normal[k], step[k])));
    simd.greater(simd.sub(height, rise), simd.add(before, extra))
        & simd.greater(simd.add(height, rise), simd.add(after, extra))
}
