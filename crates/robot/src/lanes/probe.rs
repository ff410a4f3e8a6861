//! Most lines that a planner tries collide, and most of these deeply: spheres inside of what moves
//! are looked for in what stands still, before anything is proven.

use std::ops::Range;

use obbtree_simd::Lanes;

use super::block::{Block, LANES};
use super::broad::around;
use super::chain::speed;
use super::inner::InnerSphere;
use super::node::Node;
use super::nodes::{beside, dot, is_beyond, is_within, place};
use super::pairs::LaneWorld;

/// What collided, which may do so again.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastSphere {
    item: u32,
    sphere: u32,
    node: u32,
}

/// The last that collided, the very last first; no two are the same.
#[derive(Clone, Debug, Default)]
struct LastSpheres(Vec<LastSphere>);

/// Of these: four took a twentieth longer, forty as long.
const MOST_LAST: usize = 8;

/// A moving item and a node of what stands still that may be near each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearPair {
    pub(super) item: u32,
    pub(super) node: u32,
    /// Of the register, those in which their spheres are not apart throughout.
    pub(super) lanes: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ProbeMemory {
    found: Vec<u32>,
    /// Of the items beside what stands still, those that collided last first: they often do again.
    order: Vec<u32>,
    /// Of each register: as many registers as the narrowest ones need.
    near: [NearPairs; LANES],
    last: LastSpheres,
}

/// The pairs of each item follow each other.
#[derive(Clone, Debug, Default)]
struct NearPairs {
    all: Vec<NearPair>,
    /// By item.
    of_item: Vec<Range<u32>>,
}

impl ProbeMemory {
    /// What stands still and may be near an item in the lanes of a register.
    #[inline(always)]
    pub(super) fn near(&self, register: usize, item: u32) -> &[NearPair] {
        let NearPairs { all, of_item } = &self.near[register];
        let Range { start, end } = of_item[item as usize];
        &all[start as usize..end as usize]
    }

    /// No pair is known yet.
    #[inline(always)]
    fn begin(&mut self, register: usize, world: &LaneWorld) {
        // Of another world, which may have as many items as the last one.
        if self.order.len() != world.beside_still.len() {
            self.order.clear();
            self.order.extend(0..world.beside_still.len() as u32);
        }
        let NearPairs { all, of_item } = &mut self.near[register];
        all.clear();
        of_item.resize(world.moving.len(), 0..0);
    }
}

/// One register of lanes of a block.
pub(super) struct Probe<'p, S: Lanes> {
    pub(super) simd: S,
    pub(super) world: &'p LaneWorld,
    pub(super) block: &'p Block,
    pub(super) first: usize,
    pub(super) lanes: u32,
}

impl<S: Lanes> Probe<'_, S> {
    /// Does something certainly collide at the middle in some lane? If not, all that is near is in
    /// the memory.
    #[inline(always)]
    pub(super) fn search(&self, memory: &mut ProbeMemory) -> bool {
        let Self { world, lanes, .. } = *self;
        let register = self.first / S::WIDTH;
        memory.begin(register, world);
        let ProbeMemory { found, order, near, last } = memory;
        let NearPairs { all: near, of_item } = &mut near[register];
        for n in 0..last.0.len() {
            let LastSphere { item, sphere, node } = last.0[n];
            let (items, nodes) = (&world.moving, &world.still);
            let of_item =
                items.get(item as usize).and_then(|item| item.inner_spheres.get(sphere as usize));
            if let (Some(sphere), Some(node)) = (of_item, nodes.get(node as usize))
                && self.shows_inner(item as usize, node)
                && self.meets(item as usize, sphere, node) & lanes != 0
                && self.has_been_outside(item as usize, node)
            {
                last.0[..=n].rotate_right(1);
                return true;
            }
        }
        let mut some_enclose = false;
        for n in 0..order.len() {
            let a = world.beside_still[order[n] as usize];
            let begin = near.len();
            self.near_item(a, found, near);
            of_item[a as usize] = begin as u32..near.len() as u32;
            for &NearPair { node, lanes, .. } in &near[begin..] {
                let of_node = &world.still[node as usize];
                if of_node.encloses {
                    some_enclose = true;
                    continue;
                }
                if !self.shows_inner(a as usize, of_node) {
                    continue;
                }
                for (sphere, inner) in world.moving[a as usize].inner_spheres.iter().enumerate() {
                    if self.meets(a as usize, inner, of_node) & lanes != 0 {
                        last.add(LastSphere { item: a, sphere: sphere as u32, node });
                        order[..=n].rotate_right(1);
                        return true;
                    }
                }
            }
        }
        some_enclose && self.enters(near, last)
    }

    /// The same of what encloses, after all that does not: compiled into one loop with it, the
    /// other takes a twentieth longer.
    #[inline(always)]
    fn enters(&self, near: &[NearPair], last: &mut LastSpheres) -> bool {
        let world = self.world;
        for &NearPair { item, node, lanes } in near {
            let (a, of_node) = (item as usize, &world.still[node as usize]);
            if !of_node.encloses || !self.shows_inner(a, of_node) {
                continue;
            }
            for (n, sphere) in world.moving[a].inner_spheres.iter().enumerate() {
                if self.meets(a, sphere, of_node) & lanes != 0 && self.has_been_outside(a, of_node)
                {
                    last.add(LastSphere { item, sphere: n as u32, node });
                    return true;
                }
            }
        }
        false
    }

    /// Adds what stands still and may be near an item.
    ///
    /// *Lemma.* The middle of the item's sphere moves no farther in half an interval than its speed
    /// lets it; see `broad` and `nodes`.
    #[inline(always)]
    fn near_item(&self, a: u32, found: &mut Vec<u32>, near: &mut Vec<NearPair>) {
        let Self { simd, world, block, first, lanes } = *self;
        let item = &world.moving[a as usize];
        let Some(root) = item.nodes.first() else { return };
        let places = place(simd, &block.frame(simd, item.frame, first), &root.center);
        // All intervals of a block are of the same length.
        let moved = speed(&item.movers, &block.rates) * block.half[0];
        let reach = root.radius + world.most_extra[a as usize].in_f32 + moved;
        found.clear();
        match around(simd, places) {
            Some((center, spread)) if !world.broad.is_empty() => {
                world.broad.near(simd, center, reach + spread, found);
            }
            _ => found.push(0),
        }
        for &node in found.iter() {
            let of_node = &world.still[node as usize];
            let beyond = beside(simd, places, of_node).beyond;
            let least = simd.splat(reach + of_node.round);
            let apart = is_beyond(simd, dot(simd, beyond, beyond), least);
            if lanes & !apart != 0 {
                near.push(NearPair { item: a, node, lanes: lanes & !apart });
            }
        }
    }

    /// Are the two a pair that meets where a sphere does?
    #[inline(always)]
    fn shows_inner(&self, item: usize, node: &Node) -> bool {
        let pair = self.world.still_pair(item, node);
        pair.is_some_and(|pair| self.world.shows_inner[pair.pair as usize])
    }

    /// Does what is inside of a node meet its surface at some time?
    #[inline(always)]
    fn has_been_outside(&self, item: usize, node: &Node) -> bool {
        let Self { world, block, first, lanes, .. } = *self;
        let extra = world.most_extra[item].in_f32;
        let outside = || world.moving[item].has_been_outside(block, extra, node, lanes << first);
        !node.encloses || outside()
    }

    /// A bit for each lane in which a sphere has a point of a shape in it.
    #[inline(always)]
    fn meets(&self, item: usize, sphere: &InnerSphere, node: &Node) -> u32 {
        let Self { simd, world, block, first, .. } = *self;
        let frame = block.frame(simd, world.moving[item].frame, first);
        let beyond = beside(simd, place(simd, &frame, &sphere.center), node).beyond;
        let near = sphere.radius + node.meets_at - world.most_extra[item].in_f32;
        match near > 0.0 {
            true => is_within(simd, dot(simd, beyond, beyond), simd.splat(near)),
            false => 0,
        }
    }
}

impl LastSpheres {
    /// The first of them now.
    fn add(&mut self, new: LastSphere) {
        self.0.truncate(MOST_LAST - 1);
        self.0.insert(0, new);
    }
}
