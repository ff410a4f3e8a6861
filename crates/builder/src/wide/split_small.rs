//! Sets of up to sixteen triangles, one a lane: cut into up to four parts at once.
//!
//! Three of four nodes are this small. Their triangles are read once, all cuts between two
//! triangles in the order of their centroids are judged by boxes in the set's own axes, and the
//! triangles are moved once. No side gets axes of its own, which costs no visit: the boxes are
//! fitted later.

use super::bounds::{Bounds, columns};
use super::rows::{Row, WIDTH};
use super::set::{LEAF, Set, Weights, costliest};
use super::soup::Item;

/// Lanes `start..start + count` in sorted order, and half the surface area of their box.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    count: usize,
    area: f32,
}

/// Cuts a set of at most sixteen triangles into up to `pieces` (2 to 4) sets, in order of their
/// positions; what fits into one leaf is not cut.
#[inline(always)]
pub(super) fn cut(
    items: &mut [Item],
    set: &Set,
    pieces: usize,
    weights: &Weights,
) -> [Option<Set>; 4] {
    let items = &mut items[set.start..set.start + set.count];
    let (about, columns) = (items[0].first(), columns(&set.frame));
    let mut along = [Row::ZERO; 3];
    let mut bounds = [Bounds::EMPTY; WIDTH];
    for (l, item) in items.iter().take(WIDTH).enumerate() {
        let (of_item, sum) = Bounds::of(item, about, &columns);
        bounds[l] = of_item;
        for a in 0..3 {
            along[a].0[l] = sum[a];
        }
    }
    let mut order: [u8; WIDTH] = std::array::from_fn(|l| l as u8);
    let mut orders = [[0; WIDTH]; 3];
    for axis in 0..3 {
        orders[axis] = sorted(&order[..set.count], &along[axis]);
    }
    let mut groups = [Group { start: 0, count: set.count, area: set.area }; 4];
    let mut used = 1;
    while used < pieces {
        let of_groups = groups[..used].iter().map(|group| (group.area, group.count));
        let Some(slot) = costliest(of_groups) else { break };
        let Group { start, count, .. } = groups[slot];
        let lanes = &mut order[start..start + count];
        let (low, area) = cut_group(lanes, &orders, &bounds, weights);
        groups.copy_within(slot + 1..used.min(3), slot + 2);
        groups[slot] = Group { start, count: low, area: area[0] };
        groups[slot + 1] = Group { start: start + low, count: count - low, area: area[1] };
        used += 1;
    }
    let mut moved = [items[0]; WIDTH];
    for (to, &lane) in moved.iter_mut().zip(&order[..set.count]) {
        *to = items[lane as usize % WIDTH];
    }
    items.copy_from_slice(&moved[..set.count]);
    let mut sets = [None; 4];
    for (set_of, group) in sets.iter_mut().zip(&groups[..used]) {
        let Group { start, count, area } = *group;
        *set_of = Some(Set { start: set.start + start, count, frame: set.frame, area });
    }
    sets
}

/// More triangles than this are cut into as few leaves as can be: as many visits, in less time and
/// with 1 % less memory. Two leaves as well, 4 % more pairs of leaves.
const WHOLE_LEAVES: usize = 2 * LEAF;

/// Do two sides need no more leaves than both together?
#[inline(always)]
fn fills_leaves([before, behind]: [usize; 2]) -> bool {
    before.div_ceil(LEAF) + behind.div_ceil(LEAF) == (before + behind).div_ceil(LEAF)
}

/// The cheapest cut of at least two lanes: sorts them along its axis, and returns the number of
/// lanes before it and the areas of both sides. `orders` are those of all lanes along the axes.
#[inline(always)]
fn cut_group(
    lanes: &mut [u8],
    orders: &[[u8; WIDTH]; 3],
    bounds: &[Bounds; WIDTH],
    weights: &Weights,
) -> (usize, [f32; 2]) {
    let count = lanes.len();
    let mut members = [0; WIDTH];
    for &lane in &*lanes {
        members[lane as usize % WIDTH] = 1;
    }
    let mut best: Option<(f32, usize, [f32; 2])> = None;
    let mut best_order = [0; WIDTH];
    for axis in 0..3 {
        let order = only(&members, &orders[axis]);
        let mut behind = [0.0; WIDTH];
        let mut joined = Bounds::EMPTY;
        for position in (1..count).rev() {
            joined.join(&bounds[order[position] as usize % WIDTH]);
            behind[position % WIDTH] = joined.area();
        }
        let mut joined = Bounds::EMPTY;
        for position in 1..count {
            joined.join(&bounds[order[position - 1] as usize % WIDTH]);
            if count > WHOLE_LEAVES && !fills_leaves([position, count - position]) {
                continue;
            }
            let area = [joined.area(), behind[position % WIDTH]];
            let cost = area[0] * weights.of(position) + area[1] * weights.of(count - position);
            // The very first is taken even if its cost is NaN.
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, position, area));
                best_order = order;
            }
        }
    }
    lanes.copy_from_slice(&best_order[..count]);
    let (_, low, area) = best.expect("a cut after four or one fills leaves");
    (low, area)
}

/// Those of some sorted lanes for which there is a one; of no meaning after them.
#[inline(always)]
fn only(members: &[u8; WIDTH], order: &[u8; WIDTH]) -> [u8; WIDTH] {
    let (mut found, mut count) = ([0; WIDTH], 0);
    for &lane in order {
        // A lane that is none of them is overwritten by the next.
        found[count % WIDTH] = lane;
        count += usize::from(members[lane as usize % WIDTH]);
    }
    found
}

/// Some lanes sorted by their values, equal ones by lane.
#[inline(always)]
fn sorted(lanes: &[u8], along: &Row) -> [u8; WIDTH] {
    let mut rank = [0_i32; WIDTH];
    for &other in lanes {
        let other = other as usize % WIDTH;
        let value = along.0[other];
        for l in 0..WIDTH {
            let before = (value < along.0[l]) | ((value == along.0[l]) & (other < l));
            rank[l] += i32::from(before);
        }
    }
    let mut order = [0; WIDTH];
    for &lane in lanes {
        order[rank[lane as usize % WIDTH] as usize % WIDTH] = lane;
    }
    order
}
