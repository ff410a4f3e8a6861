//! Points in, a hierarchy out.

use obbtree_predicates::{Aabb, MAX_COORDINATE};

use crate::blocks::{BoxBlock, Level, PointBlock, WIDE};
use crate::error::CloudError;
use crate::order::ordered;
use crate::parts::{MAX_POINTS, Points, Radii, Shared};
use crate::source::Coordinate;

/// A radius in the frame of the cloud is at most this times that in the world: a pose may shorten
/// lengths by its skew of at most 1e-4; roundings are far less than the rest.
const RADIUS_IN_FRAME: f64 = 1.0 + 1.0 / (1_u64 << 12) as f64;

/// Bounds the rounding of a sum of six sizes.
const SUM_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

/// The cloud of points that each have a radius, or share one that the caller knows.
pub(crate) fn build<T: Coordinate>(
    given: &[[T; 3]],
    radii: Option<&[f64]>,
) -> Result<Shared, CloudError> {
    let (aabb, is_single) = check(given)?;
    let ids = ordered(given, aabb.min.into(), aabb.max.into());
    let (ids, radii) = merged(given, ids, radii);
    // In `f32`, so that a difference of two of its numbers has one rounding.
    let origin = [0, 1, 2].map(|k| f64::from((0.5 * aabb.min[k] + 0.5 * aabb.max[k]) as f32));
    let origin = if origin.iter().all(|x| x.is_finite()) { origin } else { [0.0; 3] };
    let lowest = lowest_level(given, &ids, radii.as_deref(), origin);
    let points = match is_single {
        true => Points::Single(blocks(given, &ids, T::narrow)),
        false => Points::Double(blocks(given, &ids, T::wide)),
    };
    let mut levels = vec![lowest];
    while let Some(level) = levels.last().filter(|level| level.blocks.len() > 1) {
        levels.push(next_level(level));
    }
    let size = levels.last().map_or(0.0, size_of) * SUM_REL_ERR;
    let largest_radius = radii.iter().flatten().copied().fold(0.0, f64::max);
    let radii = radii.map_or(Radii::One, Radii::Each);
    let given = given.len();
    Ok(Shared { points, ids, radii, largest_radius, levels, given, origin, aabb, size })
}

/// The box around points, and whether all coordinates are `f32` numbers.
fn check<T: Coordinate>(points: &[[T; 3]]) -> Result<(Aabb, bool), CloudError> {
    let (count, limit) = (points.len(), MAX_POINTS);
    if count > limit {
        return Err(CloudError::TooMany { count, limit });
    }
    let first = points.first().ok_or(CloudError::NoPoints)?.map(T::wide);
    let (mut low, mut high, mut is_single, mut is_good) = (first, first, true, true);
    for point in points {
        for k in 0..3 {
            let x = point[k].wide();
            is_good &= x.abs() <= MAX_COORDINATE;
            is_single &= f64::from(point[k].narrow()) == x;
            low[k] = if x < low[k] { x } else { low[k] };
            high[k] = if x > high[k] { x } else { high[k] };
        }
    }
    if is_good {
        return Ok((Aabb { min: low.into(), max: high.into() }, is_single));
    }
    let is_bad = |x: f64| !(x.abs() <= MAX_COORDINATE);
    let coordinates = points.iter().enumerate().flat_map(|(n, point)| {
        point.iter().zip(['x', 'y', 'z']).map(move |(x, axis)| (n, axis, x.wide()))
    });
    let bad = coordinates.into_iter().find(|&(_, _, x)| is_bad(x));
    let (point, axis, value) = bad.expect("one was found above");
    Err(CloudError::BadCoordinate { point, axis, value })
}

/// Of equal points, which are beside each other, one; and the radii in the same order.
fn merged<T: Coordinate>(
    points: &[[T; 3]],
    mut ids: Vec<u32>,
    radii: Option<&[f64]>,
) -> (Vec<u32>, Option<Vec<f64>>) {
    let of = |id: u32| points[id as usize].map(T::wide);
    let mut kept = 0;
    let mut last = [f64::NAN; 3];
    for n in 0..ids.len() {
        let id = ids[n];
        let point = of(id);
        if point != last {
            (ids[kept], last) = (id, point);
            kept += 1;
        } else if let Some(radii) = radii
            && radii[id as usize] > radii[ids[kept - 1] as usize]
        {
            ids[kept - 1] = id;
        }
    }
    ids.truncate(kept);
    let radii = radii.map(|radii| ids.iter().map(|&id| radii[id as usize]).collect());
    (ids, radii)
}

/// The points in order; the last one fills the last block.
fn blocks<T: Coordinate, U: Copy + Default>(
    points: &[[T; 3]],
    ids: &[u32],
    number: impl Fn(T) -> U,
) -> Vec<PointBlock<U>> {
    let block = |ids: &[u32]| {
        let mut block = PointBlock([[U::default(); WIDE]; 3]);
        for slot in 0..WIDE {
            let point = points[ids[slot.min(ids.len() - 1)] as usize];
            for k in 0..3 {
                block.0[k][slot] = number(point[k]);
            }
        }
        block
    };
    ids.chunks(WIDE).map(block).collect()
}

/// The boxes of all blocks of points.
///
/// For every real `r`: `fl(r)⁻ <= r <= fl(r)⁺`, where `fl` rounds to nearest, in `f32` too (see
/// `predicates`, `bounds`). A difference of coordinates is rounded to `f64` and then to `f32`:
/// `fl32(y)⁺` is an `f64` number above `y`, so at least `y⁺`, for `y = fl64(r)`.
fn lowest_level<T: Coordinate>(
    points: &[[T; 3]],
    ids: &[u32],
    radii: Option<&[f64]>,
    origin: [f64; 3],
) -> Level {
    level(ids.chunks(WIDE).enumerate().map(|(block, ids)| {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for (slot, &id) in ids.iter().enumerate() {
            let point = points[id as usize];
            for k in 0..3 {
                let x = point[k].wide() - origin[k];
                let [x, y] = match radii {
                    None => [x as f32; 2],
                    Some(radii) => {
                        let radius = radii[WIDE * block + slot] * RADIUS_IN_FRAME;
                        let low = (x.next_down() - radius).next_down();
                        [low as f32, (x.next_up() + radius).next_up() as f32]
                    }
                };
                low[k] = if x < low[k] { x } else { low[k] };
                high[k] = if y > high[k] { y } else { high[k] };
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
