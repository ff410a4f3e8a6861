//! From the set of all triangles down to leaves: four children a node.
//!
//! A node starts as one set. Three times the set that costs most is cut in two; then each of the
//! four gets its box turned. Work is kept in a list, so no mesh is too deep; large sets are handed
//! to other threads.

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use super::Effort;
use super::bins::{Binned, Cut};
use super::eigen::{Frame, IDENTITY, frame_at};
use super::fit;
use super::moments::{MOMENTS, add_first, of_block};
use super::points::Points;
use super::rows::{Row, WIDTH};
use super::set::{LEAF, QUICK, Set, Weights};
use super::soup::{Item, partition};
use super::split_area::{self, Candidates};
use super::split_own;
use super::split_tiny;
use super::threads::map_large;

/// Children of a node.
const CHILDREN: usize = 4;

/// Below this depth every set is halved, so that no sequence of lopsided cuts makes a tree deeper
/// than this plus 15 levels. A good tree of 2^30 triangles is 15 deep.
const LOPSIDED_DEPTH: u32 = 64;

/// Sets of more triangles than this are nodes of their own task. A fixed number, so that the tree
/// does not depend on the number of threads.
const TASK: usize = 2048;

/// Of larger sets about this many triangles tell where to cut, by effort; all are then moved. With
/// twice as many, or half, visits change by 1 %, which may be chance.
const SAMPLED: [usize; 2] = [1024, 8192];

/// About this many triangles tell the axes along which the whole mesh is cut first. Its box is
/// turned like all others: 8 % fewer visits than along principal axes, and a fifth fewer for env
/// against rob.
const FIRST: usize = 1024;

/// Sets up to this size are always cut the quick way: about 1 % more visits, a tenth more pairs of
/// leaves near contact, and fuller leaves in less time.
const TINY: usize = WIDTH;

/// Rounds of turns that the box of a leaf gets, and any other box, by effort. A second round for
/// all but leaves of [`Effort::Fast`]: 4 to 9 % fewer visits for 6 % more time. One round fewer for
/// all but leaves of [`Effort::Best`]: up to 3 % more.
const ROUNDS: [[usize; 2]; 2] = [[1, 1], [2, 5]];

/// A node before its boxes are measured. Drafts are in depth-first order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    pub(super) children: [Option<Child>; CHILDREN],
}

/// One box of a draft.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) frame: Frame,
    /// Place of the first triangle.
    pub(super) start: u32,
    pub(super) count: u32,
    /// The draft that opens it; `None` for a leaf.
    pub(super) node: Option<u32>,
}

/// What stays the same all the way down.
pub(super) struct Builder {
    pub(super) effort: Effort,
    pub(super) level: SimdLevel,
    pub(super) parallel: bool,
    pub(super) weights: Weights,
}

/// Memory of one task.
struct Room {
    binned: Binned,
    candidates: Box<Candidates>,
    spare: Vec<Item>,
    behind: Vec<bool>,
    points: Points,
}

impl Room {
    fn new() -> Self {
        Self {
            binned: Binned::default(),
            candidates: Box::new(Candidates::new()),
            spare: Vec::new(),
            behind: Vec::new(),
            points: Points::new(),
        }
    }
}

/// A set that becomes a node, the frame of its box, and how deep it is.
struct Task<'a> {
    items: &'a mut [Item],
    set: Set,
    parent: Frame,
    depth: u32,
}

impl Builder {
    /// The drafts of the whole tree. Orders the triangles on the way.
    ///
    /// `sides` are those of the box around all triangles.
    pub(super) fn grow(&self, items: &mut [Item], [x, y, z]: [f32; 3]) -> Vec<Draft> {
        let mut set =
            Set { start: 0, count: items.len(), frame: IDENTITY, area: x * y + y * z + x * z };
        let mut room = Room::new();
        let some: Vec<Item> = items.iter().step_by(set.count.div_ceil(FIRST)).copied().collect();
        let mut of_some = Set { count: some.len(), ..set };
        of_some.frame =
            self.level.dispatch(PrincipalAxes { items: &some, set: of_some, room: &mut room });
        let points = &mut room.points;
        let fit = Fit {
            effort: self.effort,
            items: &some,
            parent: &IDENTITY,
            children: [Some(of_some), None, None, None],
            points,
        };
        if let [Some(turned), ..] = self.level.dispatch(fit) {
            set.frame = turned.frame;
        }
        let task = Task { items, set, parent: IDENTITY, depth: 0 };
        if self.parallel { self.grow_apart(task) } else { self.grow_in_order(task, &mut room) }
    }

    /// One node here, its large children as tasks of their own.
    fn grow_apart(&self, task: Task<'_>) -> Vec<Draft> {
        if task.set.count <= TASK {
            return self.grow_in_order(task, &mut Room::new());
        }
        let Task { mut items, set, parent, depth } = task;
        let mut children = self.open(items, set, &parent, depth, &mut Room::new());
        let mut tasks = Vec::new();
        for set in children.into_iter().flatten() {
            let (own, rest) = items.split_at_mut(set.count);
            items = rest;
            if set.count > LEAF {
                let set = Set { start: 0, ..set };
                tasks.push(Task { items: own, set, parent: set.frame, depth: depth + 1 });
            }
        }
        let grown = map_large(true, tasks, |task| self.grow_apart(task));
        let mut drafts = vec![Draft { children: [None; CHILDREN] }];
        let mut grown = grown.into_iter();
        for (slot, child) in children.iter_mut().enumerate() {
            let Some(child) = child else { continue };
            let node = (child.count > LEAF).then_some(drafts.len() as u32);
            drafts[0].children[slot] = Some(Child {
                frame: child.frame,
                start: child.start as u32,
                count: child.count as u32,
                node,
            });
            if let Some(first) = node {
                let below = grown.next().unwrap_or_default();
                drafts.extend(below.into_iter().map(|mut draft| {
                    for below in draft.children.iter_mut().flatten() {
                        below.start += child.start as u32;
                        below.node = below.node.map(|node| node + first);
                    }
                    draft
                }));
            }
        }
        drafts
    }

    /// All of a task, depth first.
    fn grow_in_order(&self, task: Task<'_>, room: &mut Room) -> Vec<Draft> {
        let Task { items, set, parent, depth } = task;
        let mut drafts: Vec<Draft> = Vec::with_capacity(set.count / 6 + 1);
        let mut list = vec![(set, parent, depth, None)];
        while let Some((set, parent, depth, above)) = list.pop() {
            let index = drafts.len();
            if let Some((above, slot)) = above {
                let above: &mut Draft = &mut drafts[above];
                if let Some(child) = &mut above.children[slot] {
                    let child: &mut Child = child;
                    child.node = Some(index as u32);
                }
            }
            let children = self.open(items, set, &parent, depth, room);
            for (slot, child) in children.iter().enumerate().rev() {
                if let Some(child) = child.filter(|child| child.count > LEAF) {
                    list.push((child, child.frame, depth + 1, Some((index, slot))));
                }
            }
            let children = children.map(|child| {
                child.map(|child| Child {
                    frame: child.frame,
                    start: child.start as u32,
                    count: child.count as u32,
                    node: None,
                })
            });
            drafts.push(Draft { children });
        }
        drafts
    }

    /// Cuts a set into up to four, in the order of their places, each with the frame of its box.
    fn open(
        &self,
        items: &mut [Item],
        set: Set,
        parent: &Frame,
        depth: u32,
        room: &mut Room,
    ) -> [Option<Set>; CHILDREN] {
        let mut children = [Some(set), None, None, None];
        let halves = depth >= LOPSIDED_DEPTH;
        if set.count <= TINY && !halves {
            let kernel = Tiny { builder: self, items, set, parent, points: &mut room.points };
            return self.level.dispatch(kernel);
        }
        for used in 1..CHILDREN {
            // Largest area times the fourth root of the count; other powers were tried up to 1.
            let mut largest: Option<(f32, usize)> = None;
            for (slot, child) in children.iter().enumerate() {
                if let Some(child) = child.filter(|child| child.count > LEAF) {
                    let cost = child.area * (child.count as f32).sqrt().sqrt();
                    if largest.is_none_or(|(most, _)| cost > most) {
                        largest = Some((cost, slot));
                    }
                }
            }
            let Some((set, slot)) =
                largest.and_then(|(_, slot)| children[slot].map(|set| (set, slot)))
            else {
                break;
            };
            let kernel = Split { builder: self, items, set, halves, room };
            let [low, high] = self.level.dispatch(kernel);
            // Behind the set stands nothing that is still to move but the sets after it.
            children.copy_within(slot + 1..used, slot + 2);
            children[slot] = Some(low);
            children[slot + 1] = Some(high);
        }
        let kernel = Fit { effort: self.effort, items, parent, children, points: &mut room.points };
        self.level.dispatch(kernel)
    }
}

/// The principal axes of a whole set.
struct PrincipalAxes<'a> {
    items: &'a [Item],
    set: Set,
    room: &'a mut Room,
}

impl Kernel for PrincipalAxes<'_> {
    type Output = Frame;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> Frame {
        let Self { items, set, room } = self;
        room.binned.load(items, &set);
        let mut sums = [Row::ZERO; MOMENTS];
        for (b, block) in room.binned.blocks.iter().enumerate() {
            let triangles = (set.count - b * WIDTH).min(WIDTH);
            let moments = of_block(block, 1.0);
            add_first(&mut sums, &moments, triangles);
        }
        for row in &mut sums {
            row.0[0] = split_own::sum(row);
        }
        frame_at(&split_own::axes_of_sums(&sums), 0)
    }
}

/// One cut: orders the set's triangles and gives the two sides.
struct Split<'a> {
    builder: &'a Builder,
    items: &'a mut [Item],
    set: Set,
    halves: bool,
    room: &'a mut Room,
}

impl Kernel for Split<'_> {
    type Output = [Set; 2];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> [Set; 2] {
        let Self { builder, items, set, halves, room } = self;
        if halves {
            return halves_of(set);
        }
        if set.count <= TINY {
            let [low, high, ..] = split_tiny::cut(items, &set, 2, &builder.weights);
            return low.zip(high).map_or_else(|| halves_of(set), |(low, high)| [low, high]);
        }
        let Room { binned, candidates, spare, behind, .. } = room;
        let items = &mut items[set.start..set.start + set.count];
        let sampled = SAMPLED[usize::from(builder.effort == Effort::Best)];
        let some = set.count > sampled;
        if some {
            spare.clear();
            spare.extend(items.iter().step_by(set.count.div_ceil(sampled)));
        }
        let judged = if some { &spare[..] } else { &*items };
        let judged_set = Set { start: 0, count: judged.len(), ..set };
        binned.load(judged, &judged_set);
        let weights = &builder.weights;
        let choice = if builder.effort == Effort::Fast || set.count <= QUICK {
            split_own::choose(binned, &judged_set, weights)
        } else {
            split_area::choose(simd, judged, binned, &judged_set, weights, candidates)
        };
        let Some(choice) = choice else {
            return halves_of(set);
        };
        let Cut { axis, bin } = choice.cut;
        let mut low = binned.below[axis][bin] as usize;
        if some {
            let about = items[0].first();
            let is_behind = |item| binned.would_be_behind(choice.cut, item, about, set.frame[axis]);
            behind.clear();
            behind.extend(items.iter().map(is_behind));
            low = behind.iter().filter(|&&behind| !behind).count();
            partition(items, low, |place| behind[place], spare);
        } else {
            partition(items, low, |place| binned.is_behind(choice.cut, place), spare);
        }
        let side = |start, count, side: usize| Set {
            start,
            count,
            frame: choice.frame[side],
            area: choice.area[side],
        };
        [side(set.start, low, 0), side(set.start + low, set.count - low, 1)]
    }
}

/// A set that nothing tells how to cut: half of it to either side as it stands, in whole leaves.
fn halves_of(set: Set) -> [Set; 2] {
    let low = (set.count / 2).next_multiple_of(LEAF).min(set.count - 1);
    [Set { count: low, ..set }, Set { start: set.start + low, count: set.count - low, ..set }]
}

/// All of a node of few triangles.
struct Tiny<'a> {
    builder: &'a Builder,
    items: &'a mut [Item],
    set: Set,
    parent: &'a Frame,
    points: &'a mut Points,
}

impl Kernel for Tiny<'_> {
    type Output = [Option<Set>; CHILDREN];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Self::Output {
        let Self { builder, items, set, parent, points } = self;
        let children = split_tiny::cut(items, &set, CHILDREN, &builder.weights);
        Fit { effort: builder.effort, items, parent, children, points }.run(simd)
    }
}

/// The last step of a node: turns the boxes of its children.
struct Fit<'a> {
    effort: Effort,
    items: &'a [Item],
    parent: &'a Frame,
    children: [Option<Set>; CHILDREN],
    points: &'a mut Points,
}

impl Kernel for Fit<'_> {
    type Output = [Option<Set>; CHILDREN];

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Self::Output {
        let Self { effort, items, parent, mut children, points } = self;
        for child in children.iter_mut().flatten() {
            let rounds = ROUNDS[usize::from(effort == Effort::Best)];
            let rounds = rounds[usize::from(child.count > LEAF)];
            (child.frame, child.area) = fit::fit(simd, items, child, parent, rounds, points);
        }
        children
    }
}
