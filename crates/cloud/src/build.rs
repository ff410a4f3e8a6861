//! Points in, a hierarchy out.

use obbtree_predicates::{Aabb, MAX_COORDINATE};

use crate::blocks::{BoxBlock, Level, PointBlock, WIDE};
use crate::cubes::{Cells, Grid, HALF_IN_FRAME, Sizes, leaf};
use crate::error::CloudError;
use crate::order::{Marked, NEW_CELL, ordered};
use crate::parts::{MAX_POINTS, Points, Radii, Shared};
use crate::region::RADIUS_IN_FRAME;
use crate::source::Coordinate;

/// Bounds the rounding of a sum of six sizes.
const SUM_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

/// The cloud of points that each have a radius, or share one that the caller knows.
pub(crate) fn build<T: Coordinate>(
    given: &[[T; 3]],
    radii: Option<&[f64]>,
) -> Result<Shared, CloudError> {
    build_in_frame(given, radii, RADIUS_IN_FRAME)
}

/// The same where each radius is in the frame at most this times as long.
fn build_in_frame<T: Coordinate>(
    given: &[[T; 3]],
    radii: Option<&[f64]>,
    in_frame: f64,
) -> Result<Shared, CloudError> {
    let (aabb, is_single) = check(given)?;
    let marked = ordered(given, aabb.min.into(), aabb.max.into());
    let radius = |id: u32| radii.map_or(0.0, |radii| radii[id as usize]);
    let ids = merged(marked, |id| given[id as usize].map(T::wide), |p, q| radius(p) > radius(q));
    let radii = radii.map(|radii| ids.iter().map(|&id| radii[id as usize]).collect::<Vec<f64>>());
    let origin = origin_of(&aabb);
    let (points, lowest) = if is_single {
        let blocks = blocks(given, &ids, T::narrow);
        let lowest = match &radii {
            None => {
                let origin = origin.map(|x| x as f32);
                lowest_level(&blocks, |block, k| block.0[k].map(|x| x - origin[k]))
            }
            Some(radii) => lowest_level_with_radii(&blocks, radii, origin, in_frame),
        };
        (Points::Single(blocks), lowest)
    } else {
        let blocks = blocks(given, &ids, T::wide);
        let lowest = match &radii {
            None => lowest_level(&blocks, |block, k| block.0[k].map(|x| (x - origin[k]) as f32)),
            Some(radii) => lowest_level_with_radii(&blocks, radii, origin, in_frame),
        };
        (Points::Double(blocks), lowest)
    };
    let (levels, size) = levels_over(lowest);
    let largest_radius = radii.iter().flatten().copied().fold(0.0, f64::max);
    let radii = radii.map_or(Radii::One, Radii::Each);
    let (given, left_out) = (given.len(), 0);
    Ok(Shared { points, ids, radii, largest_radius, levels, given, left_out, origin, aabb, size })
}

/// What boxes are relative to: in `f32`, so that a difference of two of its numbers has one
/// rounding.
fn origin_of(aabb: &Aabb) -> [f64; 3] {
    let origin = [0, 1, 2].map(|k| f64::from((0.5 * aabb.min[k] + 0.5 * aabb.max[k]) as f32));
    if origin.iter().all(|x| x.is_finite()) { origin } else { [0.0; 3] }
}

/// All levels, and how far their boxes reach.
fn levels_over(lowest: Level) -> (Vec<Level>, f64) {
    let mut levels = vec![lowest];
    while let Some(level) = levels.last().filter(|level| level.blocks.len() > 1) {
        levels.push(next_level(level));
    }
    let size = levels.last().map_or(0.0, size_of) * SUM_REL_ERR;
    (levels, size)
}

/// The cubes of leaves that each have a half side. The box around them is that of their faces.
pub(crate) fn build_leaves<T: Coordinate>(
    given: &[[T; 3]],
    halves: &[f64],
) -> Result<Shared, CloudError> {
    let mut shared = build_in_frame(given, Some(halves), HALF_IN_FRAME)?;
    let Radii::Each(halves) = std::mem::replace(&mut shared.radii, Radii::One) else {
        unreachable!("each has its own")
    };
    let cubes = shared.ids.iter().zip(&halves);
    let mut faces = cubes.map(|(&id, &half)| leaf(given[id as usize].map(T::wide), half));
    let first = faces.next().unwrap_or_default();
    let [min, max] = faces.fold(first, |[low, high], [p, q]| {
        [0, 1].map(|n| [0, 1, 2].map(|k| if n == 0 { low[k].min(p[k]) } else { high[k].max(q[k]) }))
    });
    shared.aabb = Aabb { min: min.into(), max: max.into() };
    (shared.largest_radius, shared.radii) = (0.0, Radii::Cubes(Sizes::Each(halves)));
    Ok(shared)
}

/// The cubes of cells, which are checked: `aabb` is the box around them.
pub(crate) fn build_cells(
    cells: &[[i32; 3]],
    sizes: Option<&[u32]>,
    grid: Grid,
    aabb: Aabb,
) -> Shared {
    let size = |id: u32| sizes.map_or(1, |sizes| sizes[id as usize]);
    let double = |id: u32| {
        // Twice the centre, in cells.
        cells[id as usize].map(|c| 2.0 * f64::from(c) + f64::from(size(id)))
    };
    let [mut low, mut high] = [double(0); 2];
    for id in 1..cells.len() as u32 {
        let center = double(id);
        for k in 0..3 {
            low[k] = low[k].min(center[k]);
            high[k] = high[k].max(center[k]);
        }
    }
    // Relative to the lowest, `f32` numbers hold them if there are fewer than 2^24.
    let is_small = (0..3).all(|k| high[k] - low[k] < f64::from(1 << 24));
    let top = [0, 1, 2].map(|k| high[k] - low[k]);
    let centers = |id: u32| {
        let center = double(id);
        [0, 1, 2].map(|k| center[k] - low[k])
    };
    let numbers = 0..cells.len() as u32;
    let marked = if is_small {
        let centers: Vec<_> = numbers.map(|id| centers(id).map(|x| x as f32)).collect();
        ordered(&centers, [0.0; 3], top)
    } else {
        ordered(&numbers.map(centers).collect::<Vec<_>>(), [0.0; 3], top)
    };
    let ids = merged(marked, |id| (cells[id as usize], size(id)), |_, _| false);
    let half = 0.5 * grid.side;
    let all_one = ids.iter().all(|&id| size(id) == 1);
    let sizes = match all_one {
        true => Sizes::One(half),
        false => Sizes::Cells(ids.iter().map(|&id| size(id)).collect(), half),
    };
    let origin = origin_of(&aabb);
    let cells_in_order = Cells { blocks: blocks(cells, &ids, |c| c), grid };
    let lowest = lowest_level_of_cells(&cells_in_order, &sizes, ids.len(), origin);
    let (levels, size) = levels_over(lowest);
    let (given, left_out, largest_radius) = (cells.len(), 0, 0.0);
    let (points, radii) = (Points::Cells(cells_in_order), Radii::Cubes(sizes));
    Shared { points, ids, radii, largest_radius, levels, given, left_out, origin, aabb, size }
}

/// The boxes of blocks of cells: see the lemma of `cubes`.
fn lowest_level_of_cells(cells: &Cells, sizes: &Sizes, count: usize, origin: [f64; 3]) -> Level {
    level((0..cells.blocks.len()).map(|block| {
        let centers = cells.relative(sizes, origin, block);
        let halves = sizes.halves_in_frame(block);
        let used = WIDE.min(count - WIDE * block);
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for k in 0..3 {
            for (&x, &half) in centers[k].iter().zip(&halves).take(used) {
                let half = f64::from(half);
                low[k] = low[k].min(x - half);
                high[k] = high[k].max(x + half);
            }
        }
        // A sum is rounded to `f64` and then to `f32`: see `lowest_level`.
        [low.map(|x| (x as f32).next_down()), high.map(|x| (x as f32).next_up())]
    }))
}

/// Coordinates of four points, so that lanes can take them.
const CHUNK: usize = 12;

/// The box around points, and whether all coordinates are `f32` numbers.
fn check<T: Coordinate>(points: &[[T; 3]]) -> Result<(Aabb, bool), CloudError> {
    let (count, limit) = (points.len(), MAX_POINTS);
    if count > limit {
        return Err(CloudError::TooMany { count, limit });
    }
    let first = points.first().ok_or(CloudError::NoPoints)?.map(T::wide);
    let mut low: [f64; CHUNK] = std::array::from_fn(|n| first[n % 3]);
    let (mut high, mut double, mut bad) = (low, [false; CHUNK], [false; CHUNK]);
    let mut look_at = |n: usize, x: T| {
        let (x, single) = (x.wide(), f64::from(x.narrow()));
        bad[n] |= !(x.abs() <= MAX_COORDINATE);
        double[n] |= !T::IS_SINGLE && single != x;
        low[n] = if x < low[n] { x } else { low[n] };
        high[n] = if x > high[n] { x } else { high[n] };
    };
    let (chunks, rest) = points.as_flattened().as_chunks::<CHUNK>();
    for chunk in chunks {
        for n in 0..CHUNK {
            look_at(n, chunk[n]);
        }
    }
    for (n, &x) in rest.iter().enumerate() {
        look_at(n, x);
    }
    if !bad.contains(&true) {
        let of = |ends: [f64; CHUNK], pick: fn(f64, f64) -> f64| {
            let [p, q, r, s] = [0, 3, 6, 9].map(|n| [ends[n], ends[n + 1], ends[n + 2]]);
            [0, 1, 2].map(|k| pick(pick(p[k], q[k]), pick(r[k], s[k])))
        };
        let (min, max) = (of(low, f64::min).into(), of(high, f64::max).into());
        return Ok((Aabb { min, max }, !double.contains(&true)));
    }
    let is_bad = |x: f64| !(x.abs() <= MAX_COORDINATE);
    let coordinates = points.iter().enumerate().flat_map(|(n, point)| {
        point.iter().zip(['x', 'y', 'z']).map(move |(x, axis)| (n, axis, x.wide()))
    });
    let bad = coordinates.into_iter().find(|&(_, _, x)| is_bad(x));
    let (point, axis, value) = bad.expect("one was found above");
    Err(CloudError::BadCoordinate { point, axis, value })
}

/// Of equal items one, in the order given: the largest, of these the first.
fn merged<P: PartialEq>(
    marked: Vec<Marked>,
    of: impl Fn(u32) -> P,
    is_larger: impl Fn(u32, u32) -> bool,
) -> Vec<u32> {
    let mut ids = marked;
    let (mut kept, mut cell) = (0, 0);
    for n in 0..ids.len() {
        let id = ids[n] & !NEW_CELL;
        if ids[n] & NEW_CELL != 0 {
            cell = kept;
        } else {
            let point = of(id);
            if let Some(same) = (cell..kept).find(|&place| of(ids[place]) == point) {
                if is_larger(id, ids[same]) {
                    ids[same] = id;
                }
                continue;
            }
        }
        ids[kept] = id;
        kept += 1;
    }
    ids.truncate(kept);
    ids
}

/// The points in order; the last one fills the last block.
fn blocks<T: Copy, U: Copy + Default>(
    points: &[[T; 3]],
    ids: &[u32],
    number: impl Fn(T) -> U,
) -> Vec<PointBlock<U>> {
    let (chunks, rest) = ids.as_chunks::<WIDE>();
    let block = |ids: &[u32; WIDE]| {
        let mut block = PointBlock([[U::default(); WIDE]; 3]);
        for slot in 0..WIDE {
            let [x, y, z] = points[ids[slot] as usize];
            block.0[0][slot] = number(x);
            block.0[1][slot] = number(y);
            block.0[2][slot] = number(z);
        }
        block
    };
    let mut blocks: Vec<_> = Vec::with_capacity(ids.len().div_ceil(WIDE));
    blocks.extend(chunks.iter().map(block));
    if let Some(&last) = rest.last() {
        blocks.push(block(&std::array::from_fn(|slot| *rest.get(slot).unwrap_or(&last))));
    }
    blocks
}

/// The boxes of all blocks of points, which `relative` gives relative to the origin, along an axis.
///
/// For every real `r`: `fl(r)⁻ <= r <= fl(r)⁺`, where `fl` rounds to nearest, in `f32` too (see
/// `predicates`, `bounds`). A difference of coordinates is rounded to `f64` and then to `f32`:
/// `fl32(y)⁺` is an `f64` number above `y`, so at least `y⁺`, for `y = fl64(r)`.
fn lowest_level<U>(
    blocks: &[PointBlock<U>],
    relative: impl Fn(&PointBlock<U>, usize) -> [f32; WIDE],
) -> Level {
    level(blocks.iter().map(|block| {
        let [mut low, mut high] = [[0.0; 3]; 2];
        for k in 0..3 {
            let [least, most] = ends(&relative(block, k));
            (low[k], high[k]) = (least.next_down(), most.next_up());
        }
        [low, high]
    }))
}

/// The least and the largest of sixteen numbers.
#[inline(always)]
fn ends(numbers: &[f32; WIDE]) -> [f32; 2] {
    let [mut low, mut high] = [*numbers; 2];
    let mut width = WIDE / 2;
    while width > 0 {
        for n in 0..width {
            low[n] = if low[n + width] < low[n] { low[n + width] } else { low[n] };
            high[n] = if high[n + width] > high[n] { high[n + width] } else { high[n] };
        }
        width /= 2;
    }
    [low[0], high[0]]
}

/// The same where each point has its radius, in the frame at most this times as long.
fn lowest_level_with_radii<U: Coordinate>(
    blocks: &[PointBlock<U>],
    radii: &[f64],
    origin: [f64; 3],
    in_frame: f64,
) -> Level {
    level(blocks.iter().zip(radii.chunks(WIDE)).map(|(block, radii)| {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for (slot, &radius) in radii.iter().enumerate() {
            let radius = radius * in_frame;
            for k in 0..3 {
                let x = block.0[k][slot].wide() - origin[k];
                low[k] = low[k].min((x.next_down() - radius).next_down() as f32);
                high[k] = high[k].max((x.next_up() + radius).next_up() as f32);
            }
        }
        [low.map(f32::next_down), high.map(f32::next_up)]
    }))
}

/// The boxes of all blocks of boxes.
fn next_level(below: &Level) -> Level {
    level(below.blocks.iter().enumerate().map(|(n, block)| {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for slot in 0..WIDE.min(below.count - WIDE * n) {
            for k in 0..3 {
                let (center, half) = (block.center[k][slot], block.half[k][slot]);
                low[k] = low[k].min(center - half);
                high[k] = high[k].max(center + half);
            }
        }
        [low.map(f32::next_down), high.map(f32::next_up)]
    }))
}

/// Of boxes by their ends. Ends that overflow give boxes that no test tells apart from anything.
fn level(ends: impl ExactSizeIterator<Item = [[f32; 3]; 2]>) -> Level {
    let count = ends.len();
    let mut blocks = vec![BoxBlock::EMPTY; count.div_ceil(WIDE)];
    let mut sizes = 0.0;
    for (n, [low, high]) in ends.enumerate() {
        let (block, slot) = (&mut blocks[n / WIDE], n % WIDE);
        let mut square = 0.0;
        for k in 0..3 {
            let center = 0.5 * low[k] + 0.5 * high[k];
            let half = (high[k] - center).max(center - low[k]).next_up();
            (block.center[k][slot], block.half[k][slot]) = (center, half);
            square += half * half;
        }
        sizes += f64::from(square.sqrt());
    }
    Level { blocks, count, mean_size: (sizes / count as f64) as f32 }
}

/// How far the boxes of a level reach from the origin, rounded to nearest; infinite or NaN where
/// their numbers are.
fn size_of(level: &Level) -> f64 {
    let reach = |n: usize| {
        let (block, slot) = (&level.blocks[n / WIDE], n % WIDE);
        let of_axis =
            |k: usize| f64::from(block.center[k][slot].abs()) + f64::from(block.half[k][slot]);
        (0..3).map(of_axis).sum::<f64>()
    };
    (0..level.count).map(reach).fold(0.0, |most, x| if x <= most { most } else { x })
}
