//! The careful split: cuts judged by the true area of the boxes that the two sides would get.
//!
//! Up to 45 cuts (sixteen bins along three axes) are followed at once, one a lane. Sums over bins
//! give the moments of the triangles before every cut, a Jacobi iteration in lanes their principal
//! axes, and the product of deviations a first estimate of the box. The estimate is a good sieve
//! and a bad judge (deciding by it alone: 22 % more visits): the best few cuts get the exact
//! extents of both their boxes in their own axes, eight cuts and sixteen boxes at once.

use obbtree_simd::Lanes;

use super::bins::{Binned, CUTS, Cut};
use super::eigen::{Frame, Frames, compose, frame_at};
use super::moments::{MOMENTS, Moments, axes_of, of_block, unit_scale};
use super::points::{Point, Points};
use super::rows::{Row, WIDTH, inverse_sqrt, max, transposed};
use super::set::{Set, Weights};
use super::soup::Item;

/// Cuts judged, all at once: their sides before and behind are sixteen boxes. Eight more make 0.5 %
/// fewer visits.
const BATCH: usize = WIDTH / 2;
/// Rows that hold 45 cuts.
const ROWS: usize = 3;
const PLACES: usize = ROWS * WIDTH;

/// For each axis and bin, a row of numbers.
type ByBin = [[Row; WIDTH]; 3];

/// Room for the cuts of one set.
pub(super) struct Candidates {
    /// Moments before the cut and behind it.
    sums: [[Moments; ROWS]; 2],
    /// Principal axes of either side, along the set's own axes.
    frames: [[Frames; ROWS]; 2],
    cost: [f32; PLACES],
    /// Places of the best cuts, best first.
    best: [usize; BATCH],
    /// The set's corners, along its own axes.
    points: Points,
}

impl Candidates {
    pub(super) fn new() -> Self {
        Self {
            sums: [[[Row::ZERO; MOMENTS]; ROWS]; 2],
            frames: [[[[Row::ZERO; 3]; 3]; ROWS]; 2],
            cost: [0.0; PLACES],
            best: [0; BATCH],
            points: Points::new(),
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
/// misleads (env against rob, boxes in a planner's scene) they win; elsewhere the penalty keeps
/// them from it.
const PARENT_PENALTY: f32 = 1.15;

/// The cheapest cut of a set; `None` if all centroids lie in one bin.
#[inline(always)]
pub(super) fn choose<S: Lanes>(
    simd: S,
    items: &[Item],
    binned: &Binned,
    set: &Set,
    weights: &Weights,
    room: &mut Candidates,
) -> Option<Choice> {
    collect(binned, items, &mut room.points);
    sum_sides(simd, binned, set, room);
    estimate(binned, set, weights, room);
    rank(3 * CUTS, room);
    judge(simd, binned, set, weights, room)
}

/// The corners of a set's triangles, with the bins that they touch.
#[inline(always)]
fn collect(binned: &Binned, items: &[Item], points: &mut Points) {
    points.clear(items.len());
    for (b, items) in items.chunks(WIDTH).enumerate() {
        let (block, bins) = (&binned.blocks[b], &binned.bins[b]);
        for (t, item) in items.iter().enumerate() {
            let [x, y, z] = [0, 1, 2].map(|axis| bins[axis].0[t] as f32);
            let bins = [x, y, z, -x, -y, -z, 0.0, 0.0];
            for v in 0..3 {
                let at = [0, 1, 2].map(|k| block[3 * v + k].0[t]);
                points.add(item.vertex[v], at, &bins);
            }
        }
    }
}

/// Fills [`Candidates::sums`].
#[inline(always)]
fn sum_sides<S: Lanes>(simd: S, binned: &Binned, set: &Set, room: &mut Candidates) {
    sum_by_bins(simd, binned, set, &mut room.sums[0]);
    let total = 3 * CUTS;
    let rows = (total + 1).div_ceil(WIDTH);
    for m in 0..MOMENTS {
        let total = room.sums[0][total / WIDTH][m].0[total % WIDTH];
        for row in 0..rows {
            for l in 0..WIDTH {
                room.sums[1][row][m].0[l] = total - room.sums[0][row][m].0[l];
            }
        }
    }
}

/// Moments in lanes: every triangle is added to its three bins, and then bins to cuts.
#[inline(always)]
fn sum_by_bins<S: Lanes>(simd: S, binned: &Binned, set: &Set, sums: &mut [Moments; ROWS]) {
    let scale = unit_scale(set.area);
    let mut in_bin: ByBin = [[Row::ZERO; WIDTH]; 3];
    for (b, block) in binned.blocks.iter().enumerate() {
        let moments = of_block(block, scale);
        let bins = &binned.bins[b];
        let mut of_triangle = [Row::ZERO; WIDTH];
        let of = |m: usize, t: usize| -> [f32; 4] {
            std::array::from_fn(|i| if m < MOMENTS { moments[m].0[t + i] } else { 0.0 })
        };
        for t in (0..WIDTH).step_by(4) {
            for m in [0, 4, 8] {
                let columns = transposed([of(m, t), of(m + 1, t), of(m + 2, t), of(m + 3, t)]);
                for i in 0..4 {
                    of_triangle[t + i].0[m..m + 4].copy_from_slice(&columns[i]);
                }
            }
        }
        for t in 0..(set.count - b * WIDTH).min(WIDTH) {
            for axis in 0..3 {
                let sum = &mut in_bin[axis][bins[axis].0[t] as usize % WIDTH].0;
                for register in (0..WIDTH).step_by(S::WIDTH) {
                    let more = simd.load(&of_triangle[t].0[register..]);
                    simd.store(simd.add(simd.load(&sum[register..]), more), &mut sum[register..]);
                }
            }
        }
    }
    for axis in 0..3 {
        let mut before = [0.0; WIDTH];
        for bin in 0..WIDTH {
            for m in 0..WIDTH {
                before[m] += in_bin[axis][bin].0[m];
            }
            // Behind the last bin of an axis is no cut; of the first axis, that is the total.
            const LAST: usize = WIDTH - 1;
            let place = match bin {
                LAST if axis == 0 => 3 * CUTS,
                LAST => continue,
                _ => axis * CUTS + bin,
            };
            for m in 0..MOMENTS {
                sums[place / WIDTH][m].0[place % WIDTH] = before[m];
            }
        }
    }
}

/// Fills [`Candidates::frames`] and [`Candidates::cost`].
#[inline(always)]
fn estimate(binned: &Binned, set: &Set, weights: &Weights, room: &mut Candidates) {
    let cuts = CUTS;
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
        let [before, behind] = &mut room.frames;
        let mut variances = [[Row::ZERO; 3]; 2];
        let [variance, other] = &mut variances;
        axes_of(
            [&room.sums[0][row], &room.sums[1][row]],
            [&mut before[row], &mut behind[row]],
            [variance, other],
        );
        for side in 0..2 {
            let variance = &variances[side];
            let weight = &weight[side][row * WIDTH..][..WIDTH];
            let cost = &mut room.cost[row * WIDTH..][..WIDTH];
            for l in 0..WIDTH {
                let deviation = |k: usize| {
                    let variance = max(variance[k].0[l], 0.0);
                    variance * inverse_sqrt(variance)
                };
                let (x, y, z) = (deviation(0), deviation(1), deviation(2));
                cost[l] += weight[l] * (x * y + y * z + x * z);
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
            let before =
                (value < cost[place]) | ((value == cost[place]) & ((other as i32) < place as i32));
            ranks[place] += i32::from(before);
        }
    }
    room.best = [PLACES; BATCH];
    for place in 0..candidates {
        if let Some(slot) = room.best.get_mut(ranks[place] as usize) {
            *slot = place;
        }
    }
}

/// Exact extents of the sixteen boxes of eight cuts: the cheapest.
#[inline(always)]
fn judge<S: Lanes>(
    simd: S,
    binned: &Binned,
    set: &Set,
    weights: &Weights,
    room: &Candidates,
) -> Option<Choice> {
    let cuts = CUTS;
    let mut frames = [[Row::ZERO; 3]; 3];
    // Lane `x` is the side before cut `x`, lane `8 + x` the side behind it.
    let mut cut_of =
        CutOf { last: [Row([f32::MAX; WIDTH]); 3], first: [Row([-f32::MAX; WIDTH]); 3] };
    let mut cut_at = [None; BATCH];
    for x in 0..BATCH {
        let place = room.best[x];
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
                    frames[a][k].0[to] = room.frames[side][row % ROWS][a][k].0[from];
                }
            }
        }
        cut_of.last[cut.axis].0[x] = cut.bin as f32 + 0.5;
        cut_of.first[cut.axis].0[BATCH + x] = cut.bin as f32 + 0.5;
    }
    let mut best: Option<(f32, Choice)> = None;
    let (own, parents) = areas(simd, room.points.all(), &cut_of, &frames);
    for x in 0..BATCH {
        let Some(cut) = cut_at[x] else { continue };
        let before = binned.below[cut.axis][cut.bin] as usize;
        let sides = [before, set.count - before];
        let mut cost = 0.0;
        let mut area = [0.0; 2];
        let mut own_wins = [true; 2];
        for side in 0..2 {
            let lane = side * BATCH + x;
            let penalised = parents.0[lane] * PARENT_PENALTY;
            own_wins[side] = own.0[lane] <= penalised;
            let (real, counted) = if own_wins[side] {
                (own.0[lane], own.0[lane])
            } else {
                (parents.0[lane], penalised)
            };
            area[side] = real;
            cost += counted * weights.of(sides[side]);
        }
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            let frame = [0, 1].map(|side| match own_wins[side] {
                true => compose(&frame_at(&frames, side * BATCH + x), &set.frame),
                false => set.frame,
            });
            best = Some((cost, Choice { cut, frame, area }));
        }
    }
    best.map(|(_, choice)| choice)
}

/// For each lane: where its cut is. A lane whose box is not bounded by a cut along an axis has a
/// number there that no bin exceeds.
struct CutOf {
    /// Along each axis the last bin of the box and a half, for boxes before a cut.
    last: [Row; 3],
    /// Along each axis the first bin of the box less a half, for boxes behind a cut.
    first: [Row; 3],
}

/// Keeps a point out of a box: times half a bin, and added to an end, more than any end.
const OUTSIDE: f32 = 1e30;

/// Half surfaces of sixteen boxes, each around the triangles on its side of a cut: in their own
/// axes, and in those of the set, in which the points are given.
#[inline(always)]
fn areas<S: Lanes>(simd: S, points: &[Point], cut_of: &CutOf, frames: &Frames) -> (Row, Row) {
    let mut low = [[Row::ZERO; 3]; 2];
    let mut high = [[Row::ZERO; 3]; 2];
    for register in (0..WIDTH).step_by(S::WIDTH) {
        let axes = load_frames(simd, frames, register);
        let mut lower = [[simd.splat(f32::MAX); 3]; 2];
        let mut higher = [[simd.splat(-f32::MAX); 3]; 2];
        let mut last = [simd.splat(0.0); 3];
        let mut first = [simd.splat(0.0); 3];
        for a in 0..3 {
            last[a] = simd.load(&cut_of.last[a].0[register..]);
            first[a] = simd.load(&cut_of.first[a].0[register..]);
        }
        for point in points {
            // More than zero outside: a triangle at the point is on the box's side if the least bin
            // is not beyond the last, or the greatest not before the first.
            let mut beyond = simd.splat(0.0);
            for a in 0..3 {
                beyond = simd.max(beyond, simd.sub(simd.splat(point.bins[a]), last[a]));
                beyond = simd.max(beyond, simd.add(simd.splat(point.bins[3 + a]), first[a]));
            }
            let out = simd.mul(beyond, simd.splat(OUTSIDE));
            let at = [simd.splat(point.at[0]), simd.splat(point.at[1]), simd.splat(point.at[2])];
            for a in 0..3 {
                for (kind, along) in [dot(simd, at, axes[a]), at[a]].into_iter().enumerate() {
                    lower[kind][a] = simd.min(lower[kind][a], simd.add(along, out));
                    higher[kind][a] = simd.max(higher[kind][a], simd.sub(along, out));
                }
            }
        }
        for kind in 0..2 {
            for a in 0..3 {
                simd.store(lower[kind][a], &mut low[kind][a].0[register..]);
                simd.store(higher[kind][a], &mut high[kind][a].0[register..]);
            }
        }
    }
    (half_surfaces(&low[0], &high[0]), half_surfaces(&low[1], &high[1]))
}

/// One register of each row of sixteen frames.
#[inline(always)]
pub(super) fn load_frames<S: Lanes>(simd: S, frames: &Frames, register: usize) -> [[S::F; 3]; 3] {
    let mut axes = [[simd.splat(0.0); 3]; 3];
    for a in 0..3 {
        for k in 0..3 {
            axes[a][k] = simd.load(&frames[a][k].0[register..]);
        }
    }
    axes
}

/// The dot product, every operation rounded: a fused one would build another tree.
#[inline(always)]
pub(super) fn dot<S: Lanes>(simd: S, a: [S::F; 3], b: [S::F; 3]) -> S::F {
    let xy = simd.add(simd.mul(a[0], b[0]), simd.mul(a[1], b[1]));
    simd.add(xy, simd.mul(a[2], b[2]))
}

/// Half surfaces of sixteen boxes from their ends.
#[inline(always)]
pub(super) fn half_surfaces(low: &[Row; 3], high: &[Row; 3]) -> Row {
    let mut area = Row::ZERO;
    for l in 0..WIDTH {
        let side = |a: usize| high[a].0[l] - low[a].0[l];
        let (x, y, z) = (side(0), side(1), side(2));
        area.0[l] = x * y + y * z + x * z;
    }
    area
}
