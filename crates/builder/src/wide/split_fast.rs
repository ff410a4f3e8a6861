//! The fast split: cuts judged by the boxes that the two sides would get in the set's own axes, the
//! binned surface-area heuristic (Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies", 2007) in the frame of the set.
//!
//! The sides keep the set's axes until their boxes are fitted: with principal axes of their own, a
//! tenth more visits. So the triangles of a node are brought to its axes once, all cuts sort what
//! is left of them there (an [`Entry`]), and the triangles are moved once.

use super::bins::{BINS, Below, CUTS, Cut, Plane, bin_at, scale_of};
use super::bounds::{Bounds, columns};
use super::rows::{max, min};
use super::set::{Set, Weights, costliest, halves_of};
use super::soup::Item;

/// A triangle along the axes of a node.
#[derive(Clone, Copy)]
#[repr(C)]
struct Entry {
    bounds: Bounds,
    /// Three times the centroid; the last one is unused.
    along: [f32; 4],
    /// Where the triangle is in the set.
    position: u32,
}

/// The triangles of a node, and memory to sort them.
#[derive(Default)]
pub(super) struct Entries {
    /// Either list has some of the parts of the set, each at its place: a cut moves a part from one
    /// to the other.
    lists: [Vec<Entry>; 2],
    moved: Vec<Item>,
}

/// A part of a set: consecutive entries of a list, and half the surface area of their box.
#[derive(Clone, Copy)]
struct Group {
    list: usize,
    start: usize,
    count: usize,
    area: f32,
}

/// A cut, how many entries are before it, and the areas of both sides.
struct Judged {
    plane: Plane,
    before: usize,
    area: [f32; 2],
}

/// Cuts a set into up to `pieces` (2 to 4) sets, in the order of their positions.
#[inline(always)]
pub(super) fn cut(
    items: &mut [Item],
    set: &Set,
    pieces: usize,
    weights: &Weights,
    memory: &mut Entries,
) -> [Option<Set>; 4] {
    let items = &mut items[set.start..set.start + set.count];
    let Entries { lists: [first, second], moved } = memory;
    load(items, set, first);
    if second.len() < first.len() {
        second.extend_from_slice(&first[second.len()..]);
    }
    let mut groups = [Group { list: 0, start: 0, count: set.count, area: set.area }; 4];
    let mut used = 1;
    while used < pieces {
        let of_groups = groups[..used].iter().map(|group| (group.area, group.count));
        let Some(slot) = costliest(of_groups) else { break };
        let Group { mut list, start, count, area } = groups[slot];
        let (from, to) = match list {
            0 => (&first[start..start + count], &mut second[start..start + count]),
            _ => (&second[start..start + count], &mut first[start..start + count]),
        };
        let (low, area) = match cheapest(from, weights) {
            Some(Judged { plane, before, area }) => {
                divide(from, to, &plane, before);
                list = 1 - list;
                (before, area)
            }
            None => (halves_of(count), [area; 2]),
        };
        groups.copy_within(slot + 1..used.min(3), slot + 2);
        groups[slot] = Group { list, start, count: low, area: area[0] };
        groups[slot + 1] = Group { list, start: start + low, count: count - low, area: area[1] };
        used += 1;
    }
    moved.clear();
    for &Group { list, start, count, .. } in &groups[..used] {
        let entries =
            if list == 0 { &first[start..start + count] } else { &second[start..start + count] };
        moved.extend(entries.iter().map(|entry| items[entry.position as usize]));
    }
    items.copy_from_slice(moved);
    let mut sets = [None; 4];
    for (set_of, group) in sets.iter_mut().zip(&groups[..used]) {
        let Group { start, count, area, .. } = *group;
        *set_of = Some(Set { start: set.start + start, count, frame: set.frame, area });
    }
    sets
}

/// The cheapest cut of a set by a sample of it, and the areas of both sides.
#[inline(always)]
pub(super) fn judge(
    sample: &[Item],
    set: &Set,
    weights: &Weights,
    memory: &mut Entries,
) -> Option<(Plane, [f32; 2])> {
    load(sample, set, &mut memory.lists[0]);
    cheapest(&memory.lists[0], weights).map(|judged| (judged.plane, judged.area))
}

/// Copies entries before a cut, of which the number is known, to the front and the others behind
/// them, both in their order.
#[inline(always)]
fn divide(from: &[Entry], to: &mut [Entry], plane: &Plane, before: usize) {
    let (mut low, mut high) = (0, before);
    for entry in from {
        let behind = plane.is_behind(entry.along[plane.axis % 4]);
        let place = if behind { high } else { low };
        to[place] = *entry;
        low += usize::from(!behind);
        high += usize::from(behind);
    }
}

/// Brings triangles to the axes of their set, relative to the first corner.
#[inline(always)]
fn load(items: &[Item], set: &Set, entries: &mut Vec<Entry>) {
    let about = items[0].first();
    entries.clear();
    entries.reserve(items.len());
    let columns = columns(&set.frame);
    for (position, item) in (0..).zip(items) {
        let (bounds, along) = Bounds::of(item, about, &columns);
        entries.push(Entry { bounds, along, position });
    }
}

/// The cheapest cut; `None` if all centroids are in one bin.
#[inline(always)]
fn cheapest(entries: &[Entry], weights: &Weights) -> Option<Judged> {
    let (mut low, mut high) = ([f32::MAX; 4], [-f32::MAX; 4]);
    for entry in entries {
        for k in 0..4 {
            low[k] = min(low[k], entry.along[k]);
            high[k] = max(high[k], entry.along[k]);
        }
    }
    let mut scale = [0.0; 4];
    for k in 0..3 {
        scale[k] = scale_of(low[k], high[k]);
    }
    let mut bins = [[Bounds::EMPTY; BINS]; 3];
    let mut below = Below::default();
    for entry in entries {
        let mut bin = [0; 4];
        for k in 0..4 {
            bin[k] = bin_at(entry.along[k], low[k], scale[k]);
        }
        for axis in 0..3 {
            let bin = bin[axis] as usize % BINS;
            bins[axis][bin].join(&entry.bounds);
            below.count(axis, bin);
        }
    }
    below.sum();
    let mut best: Option<(f32, Cut, [f32; 2])> = None;
    for axis in 0..3 {
        let mut behind = [0.0; BINS];
        let mut bounds = Bounds::EMPTY;
        for bin in (0..CUTS).rev() {
            bounds.join(&bins[axis][bin + 1]);
            behind[bin] = bounds.area();
        }
        let mut bounds = Bounds::EMPTY;
        for bin in 0..CUTS {
            bounds.join(&bins[axis][bin]);
            let cut = Cut { axis, bin };
            let Some(sides) = below.sides(cut, entries.len()) else { continue };
            let area = [bounds.area(), behind[bin]];
            let cost = area[0] * weights.of(sides[0]) + area[1] * weights.of(sides[1]);
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, cut, area));
            }
        }
    }
    best.map(|(_, cut, area)| {
        let Cut { axis, bin } = cut;
        let plane = Plane { axis, low: low[axis], scale: scale[axis], bin: bin as i32 };
        Judged { plane, before: below.before(cut), area }
    })
}
