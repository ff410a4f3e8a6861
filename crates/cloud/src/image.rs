//! The cloud of a depth image without sorting.
//!
//! Points are near each other where their pixels are. So the pixels are taken by tiles of four by
//! four, and tiles along the curve that fills the plane; those that show nothing are passed over.
//!
//! *Lemma (no two points are equal).* Pixels of one column have rows that differ, and others
//! columns. Let `a` and `b` be `(u - cx) / fx` of two columns, `a` the larger one by its absolute
//! value. They differ by at least `1 / |fx|`, less what rounds: by more than `2^-21 |a|`, as
//! `|u - cx|` is below 2^20 ([`WIDEST`]). If both points have one z, which is rounded to `f32`,
//! then the depths before differ by at most 2^-22 of them, and so do the products with `a` and `b`
//! by more than `2^-21.6` of the larger one: `f32` tells them apart, unless it is subnormal, and
//! its absolute value is at least `z / (2 |fx|)` ([`LEAST`]). So it is with rows. *End.*

use obbtree_predicates::Aabb;

use crate::blocks::{PointBlock, WIDE};
use crate::camera::{Camera, DepthValue};
use crate::cloud::check_radius;
use crate::parts::{Points, Radii, Shared};
use crate::present::Radius;
use crate::source::Coordinate;

/// Columns and rows are at most so far from the principal point.
const WIDEST: f64 = (1 << 20) as f64;
/// The least z over the largest focal length: 2^-100.
const LEAST: f64 = f64::from_bits((1023 - 100) << 52);
/// Pixels of a tile, along a side.
const SIDE: usize = 4;

/// The cloud of what an image shows, or `None` if it has to be sorted to know it, or to say what is
/// wrong. The camera is checked, and depths fill their rows.
pub(crate) fn of_image<T: DepthValue>(
    depths: &[T],
    width: usize,
    camera: &Camera,
    radius: Radius<'_>,
) -> Option<Shared> {
    let Camera { focal, center, .. } = *camera;
    let height = depths.len() / width;
    let is_narrow = |k: usize, count: usize| {
        center[k].abs() < WIDEST && (count as f64 - center[k]).abs() < WIDEST
    };
    if !(T::Point::IS_SINGLE && is_narrow(0, width) && is_narrow(1, height)) {
        return None;
    }
    if let Radius::Each(radii) = radius
        && radii.len() != depths.len()
    {
        return None;
    }
    let rays = |count: usize, k: usize| -> Vec<f64> {
        (0..count).map(|n| (n as f64 - center[k]) / focal[k]).collect()
    };
    let (across, down) = (rays(width, 0), rays(height, 1));
    let mut seen = Seen::new(depths.len());
    let image = Image { depths, width, across: &across, down: &down, camera };
    let sides = [width.div_ceil(SIDE), height.div_ceil(SIDE)];
    let whole = sides[0].max(sides[1]).next_power_of_two();
    visit([0, 0], whole, sides, &mut |tile| image.tile(tile, &mut seen));
    let aabb = seen.finish()?;
    let longest = focal[0].abs().max(focal[1].abs());
    let largest = [aabb.min, aabb.max].map(|end| end.coords.amax());
    let is_told_apart = aabb.min.z >= LEAST * longest
        && aabb.max.z <= f64::from(f32::MAX)
        && largest.iter().all(|x| *x <= f64::from(f32::MAX));
    if !is_told_apart {
        return None;
    }
    let Seen { blocks, ids, .. } = seen;
    let (mut largest_radius, mut own) = (0.0, Radii::One);
    match radius {
        Radius::One(radius) => {
            check_radius(radius, None).ok()?;
            largest_radius = radius;
        }
        Radius::Each(radii) => {
            let radii: Vec<f64> = ids.iter().map(|&id| radii[id as usize]).collect();
            for &radius in &radii {
                check_radius(radius, None).ok()?;
                largest_radius = f64::max(largest_radius, radius);
            }
            own = Radii::Each(radii);
        }
    }
    let (given, left_out) = (depths.len(), depths.len() - ids.len());
    let shared = Shared::new(Points::Single(blocks), ids, own, aabb);
    let mut shared = Shared { given, left_out, largest_radius, ..shared };
    shared.make_boxes(0);
    Some(shared)
}

struct Image<'i, T> {
    depths: &'i [T],
    width: usize,
    across: &'i [f64],
    down: &'i [f64],
    camera: &'i Camera,
}

/// What was seen so far: full blocks, and one that is being filled.
struct Seen {
    blocks: Vec<PointBlock<f32>>,
    ids: Vec<u32>,
    open: PointBlock<f32>,
    low: PointBlock<f32>,
    high: PointBlock<f32>,
}

/// Calls back with the tiles of a square that are in the image, along the curve.
fn visit([i, j]: [usize; 2], side: usize, sides: [usize; 2], on_tile: &mut impl FnMut([usize; 2])) {
    if i >= sides[0] || j >= sides[1] {
        return;
    }
    if side == 1 {
        on_tile([i, j]);
        return;
    }
    let half = side / 2;
    for [right, below] in [[0, 0], [half, 0], [0, half], [half, half]] {
        visit([i + right, j + below], half, sides, on_tile);
    }
}

impl<T: DepthValue> Image<'_, T> {
    /// Adds what a tile shows.
    #[inline]
    fn tile(&self, [i, j]: [usize; 2], seen: &mut Seen) {
        let Camera { scale, near, far, .. } = *self.camera;
        let (left, top) = (SIDE * i, SIDE * j);
        let (columns, rows) = (self.across.len() - left, self.down.len() - top);
        let mut points = PointBlock([[0.0; WIDE]; 3]);
        let mut shown = [false; WIDE];
        for v in 0..SIDE.min(rows) {
            let first = (top + v) * self.width + left;
            let down = self.down[top + v];
            for u in 0..SIDE.min(columns) {
                let (depth, slot): (f64, _) = (self.depths[first + u].into(), SIDE * v + u);
                let z = scale * depth;
                shown[slot] = depth.is_finite() && z > 0.0 && near <= z && z <= far;
                points.0[0][slot] = (self.across[left + u] * z) as f32;
                points.0[1][slot] = (down * z) as f32;
                points.0[2][slot] = z as f32;
            }
        }
        let number = |slot: usize| ((top + slot / SIDE) * self.width + left + slot % SIDE) as u32;
        if seen.ids.len().is_multiple_of(WIDE) && !shown.contains(&false) {
            seen.push(points);
            seen.ids.extend((0..WIDE).map(number));
            return;
        }
        for slot in (0..WIDE).filter(|&slot| shown[slot]) {
            let to = seen.ids.len() % WIDE;
            for k in 0..3 {
                seen.open.0[k][to] = points.0[k][slot];
            }
            seen.ids.push(number(slot));
            if to + 1 == WIDE {
                seen.push(seen.open);
            }
        }
    }
}

impl Seen {
    fn new(count: usize) -> Self {
        let empty = PointBlock([[0.0; WIDE]; 3]);
        Self {
            blocks: Vec::with_capacity(count.div_ceil(WIDE)),
            ids: Vec::with_capacity(count),
            open: empty,
            low: PointBlock([[f32::INFINITY; WIDE]; 3]),
            high: PointBlock([[f32::NEG_INFINITY; WIDE]; 3]),
        }
    }

    #[inline(always)]
    fn push(&mut self, block: PointBlock<f32>) {
        for k in 0..3 {
            for slot in 0..WIDE {
                let x = block.0[k][slot];
                let (low, high) = (&mut self.low.0[k][slot], &mut self.high.0[k][slot]);
                *low = if x < *low { x } else { *low };
                *high = if x > *high { x } else { *high };
            }
        }
        self.blocks.push(block);
    }

    /// Fills the last block with its last point. The box around all; `None` if there is no point.
    fn finish(&mut self) -> Option<Aabb> {
        if self.ids.is_empty() {
            return None;
        }
        let count = self.ids.len() % WIDE;
        if count > 0 {
            let mut last = self.open;
            for row in &mut last.0 {
                let x = row[count - 1];
                row[count..].fill(x);
            }
            self.push(last);
        }
        let least =
            |row: &[f32; WIDE]| f64::from(row.iter().copied().fold(f32::INFINITY, f32::min));
        let most =
            |row: &[f32; WIDE]| f64::from(row.iter().copied().fold(f32::NEG_INFINITY, f32::max));
        let [low, high] = [&self.low.0, &self.high.0];
        let min = [0, 1, 2].map(|k| least(&low[k]));
        let max = [0, 1, 2].map(|k| most(&high[k]));
        Some(Aabb { min: min.into(), max: max.into() })
    }
}
