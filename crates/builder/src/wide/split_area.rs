//! The careful split: cuts judged by the true area of the boxes that the two sides would get.
//!
//! Up to 45 cuts (sixteen bins along three axes) are followed at once, one a lane. Masked sums give
//! the moments of the triangles before every cut, a Jacobi iteration in lanes their principal axes,
//! and the product of variances a first estimate of the box. The estimate is a good sieve and a bad
//! judge: the best few cuts get the exact extents of both their boxes in their own axes, eight cuts
//! and sixteen boxes at a time.

use super::bins::{Binned, Cut};
use super::eigen::{Frame, Frames, frame_at};
use super::moments::{MOMENTS, Moments, axes_of, of_block, unit_scale};
use super::rows::{Row, WIDTH, inverse_sqrt, max, min};
use super::set::{Set, Weights};

/// Cuts judged at once: their sides before and behind are sixteen boxes.
const BATCH: usize = WIDTH / 2;
/// Rows that hold 45 cuts.
const ROWS: usize = 3;
const PLACES: usize = ROWS * WIDTH;

/// Room for the cuts of one set.
pub(super) struct Candidates {
    /// Moments before the cut and behind it, cut `axis * cuts + bin` at its place.
    sums: [[Moments; ROWS]; 2],
    frames: [[Frames; ROWS]; 2],
    cost: [f32; PLACES],
    /// Places of the best cuts, best first.
    best: [usize; 2 * BATCH],
}

impl Candidates {
    pub(super) fn new() -> Self {
        Self {
            sums: [[[Row::ZERO; MOMENTS]; ROWS]; 2],
            frames: [[[[Row::ZERO; 3]; 3]; ROWS]; 2],
            cost: [0.0; PLACES],
            best: [0; 2 * BATCH],
        }
    }
}

/// The chosen cut, and axes and area of the box of either side.
pub(super) struct Choice {
    pub(super) cut: Cut,
    pub(super) frame: [Frame; 2],
    pub(super) area: [f32; 2],
}

/// The parent's own axes compete for both sides with their area times this. Where covariance
/// misleads (env against rob, boxes in a planner's scene) they win; elsewhere the penalty keeps them
/// from it.
const PARENT_PENALTY: f32 = 1.15;
/// Sets up to this size have the parent's axes left out and half as many cuts judged: both change
/// visits by less than 2 % and cost most of the time, as nearly all sets are small.
pub(super) const SMALL: usize = 16;

/// The cheapest cut of a set; `None` if all centroids lie in one bin.
#[inline(always)]
pub(super) fn choose(
    binned: &Binned,
    set: &Set,
    weights: &Weights,
    room: &mut Candidates,
) -> Option<Choice> {
    let judged = if set.count > SMALL { 2 * BATCH } else { BATCH };
    sum_before(binned, set, room);
    estimate(binned, set, weights, room);
    rank(3 * binned.cuts, room);
    let mut best: Option<(f32, Choice)> = None;
    for batch in 0..judged / BATCH {
        judge(binned, set, weights, room, batch, &mut best);
    }
    best.map(|(_, choice)| choice)
}

/// Fills [`Candidates::sums`].
#[inline(always)]
fn sum_before(binned: &Binned, set: &Set, room: &mut Candidates) {
    let mut before = [[Row::ZERO; MOMENTS]; 3];
    let scale = unit_scale(set.area);
    for (b, block) in binned.blocks.iter().enumerate() {
        let moments = of_block(block, scale);
        let triangles = (set.count - b * WIDTH).min(WIDTH);
        for axis in 0..3 {
            let bins = &binned.bins[b][axis].0;
            let mut sums = before[axis];
            for t in 0..triangles {
                // What is left out adds nothing: a masked store would stall the next load.
                let bin = bins[t];
                let values: [f32; MOMENTS] = std::array::from_fn(|m| moments[m].0[t]);
                for l in 0..WIDTH {
                    let counts = l as i32 >= bin;
                    for m in 0..MOMENTS {
                        sums[m].0[l] += if counts { values[m] } else { 0.0 };
                    }
                }
            }
            before[axis] = sums;
        }
    }
    // The three axes side by side without gaps, so that small sets fill few rows.
    let cuts = binned.cuts;
    for m in 0..MOMENTS {
        let mut flat = [0.0; PLACES + WIDTH];
        for axis in 0..3 {
            flat[axis * cuts..][..WIDTH].copy_from_slice(&before[axis][m].0);
        }
        let total = before[0][m].0[WIDTH - 1];
        for row in 0..ROWS {
            for l in 0..WIDTH {
                let sum = flat[row * WIDTH + l];
                room.sums[0][row][m].0[l] = sum;
                room.sums[1][row][m].0[l] = total - sum;
            }
        }
    }
}

/// Fills [`Candidates::frames`] and [`Candidates::cost`].
#[inline(always)]
fn estimate(binned: &Binned, set: &Set, weights: &Weights, room: &mut Candidates) {
    let cuts = binned.cuts;
    let mut weight = [[0.0; PLACES]; 2];
    let mut penalty = [f32::MAX; PLACES];
    for axis in 0..3 {
        for bin in 0..cuts {
            let place = axis * cuts + bin;
            if let Some(sides) = binned.sides(Cut { axis, bin }, set.count) {
                weight[0][place] = weights.of(sides[0]);
                weight[1][place] = weights.of(sides[1]);
                penalty[place] = 0.0;
            }
        }
    }
    room.cost = penalty;
    for row in 0..(3 * cuts).div_ceil(WIDTH) {
        for side in 0..2 {
            let mut variance = [Row::ZERO; 3];
            axes_of(&room.sums[side][row], &mut room.frames[side][row], &mut variance);
            for l in 0..WIDTH {
                let place = row * WIDTH + l;
                let deviation = |k: usize| {
                    let variance = max(variance[k].0[l], 0.0);
                    variance * inverse_sqrt(variance)
                };
                let (x, y, z) = (deviation(0), deviation(1), deviation(2));
                room.cost[place] += weight[side][place] * (x * y + y * z + x * z);
            }
        }
    }
}

/// Fills [`Candidates::best`] from the first `candidates` costs. Equal costs count in order.
#[inline(always)]
fn rank(candidates: usize, room: &mut Candidates) {
    let cost = &room.cost;
    let mut ranks = [0_i32; PLACES];
    for other in 0..candidates {
        let value = cost[other];
        for place in 0..PLACES {
            let before = (value < cost[place]) | ((value == cost[place]) & (other < place));
            ranks[place] += i32::from(before);
        }
    }
    room.best = [PLACES; 2 * BATCH];
    for place in 0..candidates {
        if let Some(slot) = room.best.get_mut(ranks[place] as usize) {
            *slot = place;
        }
    }
}

/// Exact extents of the sixteen boxes of eight cuts; keeps the cheapest cut seen so far.
#[inline(always)]
fn judge(
    binned: &Binned,
    set: &Set,
    weights: &Weights,
    room: &Candidates,
    batch: usize,
    best: &mut Option<(f32, Choice)>,
) {
    let cuts = binned.cuts;
    let mut frames = [[Row::ZERO; 3]; 3];
    // Lane `x` is the side before cut `x`, lane `8 + x` the side behind it. A triangle is inside if
    // its bin, or the bin's complement, is at most the limit.
    let mut uses = [Row([0_i32; WIDTH]); 3];
    let mut flip = Row([0_i32; WIDTH]);
    let mut limit = Row([i32::MIN; WIDTH]);
    let mut cut_at = [None; BATCH];
    for x in 0..BATCH {
        let place = room.best[batch * BATCH + x];
        if place >= 3 * cuts || room.cost[place] >= f32::MAX {
            continue;
        }
        let cut = Cut { axis: place / cuts, bin: place % cuts };
        cut_at[x] = Some(cut);
        let (row, from) = (place / WIDTH, place % WIDTH);
        for side in 0..2 {
            let to = side * BATCH + x;
            for a in 0..3 {
                for k in 0..3 {
                    frames[a][k].0[to] = room.frames[side][row][a][k].0[from];
                }
            }
            uses[cut.axis].0[to] = -1;
            flip.0[to] = -(side as i32);
            limit.0[to] = if side == 0 { cut.bin as i32 } else { !(cut.bin as i32 + 1) };
        }
    }
    if cut_at[0].is_none() {
        return;
    }
    let own = extents(binned, set.count, &frames, &uses, &flip, &limit);
    let parents = (set.count > SMALL).then(|| {
        let parent = set.frame.map(|axis| axis.map(|x| Row([x; WIDTH])));
        extents(binned, set.count, &parent, &uses, &flip, &limit)
    });
    for x in 0..BATCH {
        let Some(cut) = cut_at[x] else { continue };
        let sides = [binned.below[cut.axis][cut.bin] as usize, 0];
        let sides = [sides[0], set.count - sides[0]];
        let mut choice = Choice { cut, frame: [set.frame; 2], area: [0.0; 2] };
        let mut cost = 0.0;
        for side in 0..2 {
            let lane = side * BATCH + x;
            let parent = parents.as_ref().map_or(f32::MAX, |area| area.0[lane]);
            let penalised = parent * PARENT_PENALTY;
            let area = own.0[lane];
            if area <= penalised {
                choice.frame[side] = frame_at(&frames, lane);
                choice.area[side] = area;
                cost += area * weights.of(sides[side]);
            } else {
                choice.area[side] = parent;
                cost += penalised * weights.of(sides[side]);
            }
        }
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            *best = Some((cost, choice));
        }
    }
}

/// Half surfaces of sixteen boxes, each around the triangles on its side.
#[inline(always)]
fn extents(
    binned: &Binned,
    count: usize,
    frames: &Frames,
    uses: &[Row<i32>; 3],
    flip: &Row<i32>,
    limit: &Row<i32>,
) -> Row {
    let mut low = [Row([f32::MAX; WIDTH]); 3];
    let mut high = [Row([-f32::MAX; WIDTH]); 3];
    for (b, block) in binned.blocks.iter().enumerate() {
        let bins = &binned.bins[b];
        for t in 0..(count - b * WIDTH).min(WIDTH) {
            let bin = [bins[0].0[t], bins[1].0[t], bins[2].0[t]];
            let v: [f32; 9] = std::array::from_fn(|q| block[q].0[t]);
            for l in 0..WIDTH {
                let here =
                    (bin[0] & uses[0].0[l]) | (bin[1] & uses[1].0[l]) | (bin[2] & uses[2].0[l]);
                let inside = (here ^ flip.0[l]) <= limit.0[l];
                for a in 0..3 {
                    let axis = [frames[a][0].0[l], frames[a][1].0[l], frames[a][2].0[l]];
                    let p = v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
                    let q = v[3] * axis[0] + v[4] * axis[1] + v[5] * axis[2];
                    let r = v[6] * axis[0] + v[7] * axis[1] + v[8] * axis[2];
                    // As above: every lane is written.
                    let lower = if inside { min(min(p, q), r) } else { f32::MAX };
                    let higher = if inside { max(max(p, q), r) } else { -f32::MAX };
                    low[a].0[l] = min(low[a].0[l], lower);
                    high[a].0[l] = max(high[a].0[l], higher);
                }
            }
        }
    }
    let mut area = Row::ZERO;
    for l in 0..WIDTH {
        let side = |a: usize| high[a].0[l] - low[a].0[l];
        let (x, y, z) = (side(0), side(1), side(2));
        area.0[l] = x * y + y * z + x * z;
    }
    area
}
