//! Points in, a hierarchy out.

use obbtree_predicates::{Aabb, MAX_COORDINATE};

use crate::blocks::{PointBlock, WIDE};
use crate::cubes::{Cells, Grid, Sizes, leaf};
use crate::error::CloudError;
use crate::order::{Items, ordered};
use crate::parts::{MAX_POINTS, Points, Radii, Shared};
use crate::source::Coordinate;
use crate::threads::{collected, on_all};

/// The cloud of points that each have a radius, or share one that the caller knows.
pub(crate) fn build<T: Coordinate>(
    given: &[[T; 3]],
    radii: Option<&[f64]>,
) -> Result<Shared, CloudError> {
    on_all(given.len(), || {
        let of_places = |radii: Option<Vec<f64>>| radii.map_or(Radii::One, Radii::Each);
        let mut shared = without_boxes(given, radii, of_places)?;
        let own = shared.radii.own().unwrap_or_default();
        shared.largest_radius = own.iter().copied().fold(0.0, f64::max);
        if shared.count() > 0 {
            shared.make_boxes(0);
        }
        Ok(shared)
    })
}

/// All but the boxes; `around` says what is around points, by the numbers of each in order.
fn without_boxes<T: Coordinate>(
    given: &[[T; 3]],
    radii: Option<&[f64]>,
    around: impl FnOnce(Option<Vec<f64>>) -> Radii,
) -> Result<Shared, CloudError> {
    if given.is_empty() {
        return Ok(Shared::empty(Points::Single(Vec::new()), around(radii.map(<[f64]>::to_vec))));
    }
    let (aabb, is_single) = check(given)?;
    let ids = ordered(&Given { points: given, radii }, aabb.min.into(), aabb.max.into());
    let radii = around(radii.map(|radii| ids.iter().map(|&id| radii[id as usize]).collect()));
    let points = match is_single {
        true => Points::Single(blocks(given, &ids, T::narrow)),
        false => Points::Double(blocks(given, &ids, T::wide)),
    };
    Ok(Shared { given: given.len(), ..Shared::new(points, ids, radii, aabb) })
}

/// Points as they are given.
struct Given<'g, T> {
    points: &'g [[T; 3]],
    radii: Option<&'g [f64]>,
}

impl<T: Coordinate> Items for Given<'_, T> {
    fn count(&self) -> usize {
        self.points.len()
    }

    #[inline(always)]
    fn place(&self, number: u32) -> [f64; 3] {
        self.points[number as usize].map(T::wide)
    }

    fn are_equal(&self, number: u32, other: u32) -> bool {
        self.place(number) == self.place(other)
    }

    fn is_larger(&self, number: u32, than: u32) -> bool {
        self.radii.is_some_and(|radii| radii[number as usize] > radii[than as usize])
    }
}

/// The cubes of leaves that each have a half side. The box around them is that of their faces.
pub(crate) fn build_leaves<T: Coordinate>(
    given: &[[T; 3]],
    halves: &[f64],
) -> Result<Shared, CloudError> {
    let of_places =
        |halves: Option<Vec<f64>>| Radii::Cubes(Sizes::Each(halves.unwrap_or_default()));
    let mut shared = without_boxes(given, Some(halves), of_places)?;
    if shared.count() == 0 {
        return Ok(shared);
    }
    shared.make_boxes(0);
    let Radii::Cubes(Sizes::Each(halves)) = &shared.radii else { unreachable!("made above") };
    let cubes = shared.ids.iter().zip(halves);
    let mut faces = cubes.map(|(&id, &half)| leaf(given[id as usize].map(T::wide), half));
    let first = faces.next().unwrap_or_default();
    let [min, max] = faces.fold(first, |[low, high], [p, q]| {
        [0, 1].map(|n| [0, 1, 2].map(|k| if n == 0 { low[k].min(p[k]) } else { high[k].max(q[k]) }))
    });
    shared.aabb = Aabb { min: min.into(), max: max.into() };
    Ok(shared)
}

/// The cubes of cells, which are checked: `aabb` is the box around them.
pub(crate) fn build_cells(
    cells: &[[i32; 3]],
    sizes: Option<&[u32]>,
    grid: Grid,
    aabb: Aabb,
) -> Shared {
    on_all(cells.len(), || of_cells(cells, sizes, grid, aabb))
}

/// Cells as they are given, and how many each has a side.
struct GivenCells<'g> {
    cells: &'g [[i32; 3]],
    sizes: Option<&'g [u32]>,
}

impl GivenCells<'_> {
    #[inline(always)]
    fn size(&self, number: u32) -> u32 {
        self.sizes.map_or(1, |sizes| sizes[number as usize])
    }
}

impl Items for GivenCells<'_> {
    fn count(&self) -> usize {
        self.cells.len()
    }

    /// Twice the centre, in cells.
    #[inline(always)]
    fn place(&self, number: u32) -> [f64; 3] {
        let size = f64::from(self.size(number));
        self.cells[number as usize].map(|c| 2.0 * f64::from(c) + size)
    }

    fn are_equal(&self, number: u32, other: u32) -> bool {
        let of = |number: u32| (self.cells[number as usize], self.size(number));
        of(number) == of(other)
    }

    fn is_larger(&self, _: u32, _: u32) -> bool {
        false
    }
}

fn of_cells(cells: &[[i32; 3]], sizes: Option<&[u32]>, grid: Grid, aabb: Aabb) -> Shared {
    let given = GivenCells { cells, sizes };
    let [mut low, mut high] = [given.place(0); 2];
    for id in 1..cells.len() as u32 {
        let center = given.place(id);
        for k in 0..3 {
            low[k] = low[k].min(center[k]);
            high[k] = high[k].max(center[k]);
        }
    }
    let ids = ordered(&given, low, high);
    let half = 0.5 * grid.side;
    let sizes = match ids.iter().all(|&id| given.size(id) == 1) {
        true => Sizes::One(half),
        false => Sizes::Cells(ids.iter().map(|&id| given.size(id)).collect(), half),
    };
    let points = Points::Cells(Cells { blocks: blocks(cells, &ids, |c| c), grid, array: None });
    let radii = Radii::Cubes(sizes);
    let mut shared = Shared { given: cells.len(), ..Shared::new(points, ids, radii, aabb) };
    shared.make_boxes(0);
    shared
}

/// Coordinates of four points, so that lanes can take them.
const CHUNK: usize = 12;

/// The box around points, at least one, and whether all coordinates are `f32` numbers.
fn check<T: Coordinate>(points: &[[T; 3]]) -> Result<(Aabb, bool), CloudError> {
    let (count, limit) = (points.len(), MAX_POINTS);
    if count > limit {
        return Err(CloudError::TooMany { count, limit });
    }
    let first = points[0].map(T::wide);
    let pieces: Vec<&[[T; 3]]> = points.chunks(CHECKED).collect();
    let of_pieces = collected(pieces.len(), 1, |n| ends_of(pieces[n]));
    let of_all =
        of_pieces.into_iter().try_fold((first, first, true), |(low, high, is_single), piece| {
            let (p, q, single) = piece?;
            let pick = |pick: fn(f64, f64) -> f64, a: [f64; 3], b: [f64; 3]| {
                [0, 1, 2].map(|k| pick(a[k], b[k]))
            };
            Some((pick(f64::min, low, p), pick(f64::max, high, q), is_single && single))
        });
    if let Some((min, max, is_single)) = of_all {
        return Ok((Aabb { min: min.into(), max: max.into() }, is_single));
    }
    let is_bad = |x: f64| !(x.abs() <= MAX_COORDINATE);
    let coordinates = points.iter().enumerate().flat_map(|(n, point)| {
        point.iter().zip(['x', 'y', 'z']).map(move |(x, axis)| (n, axis, x.wide()))
    });
    let bad = coordinates.into_iter().find(|&(_, _, x)| is_bad(x));
    let (point, axis, value) = bad.expect("one was found above");
    Err(CloudError::BadCoordinate { point, axis, value })
}

/// Points that one thread looks at.
const CHECKED: usize = 1 << 14;

/// The least and the largest coordinates of points, and whether all are `f32` numbers; `None` if
/// one cannot be used.
fn ends_of<T: Coordinate>(points: &[[T; 3]]) -> Option<([f64; 3], [f64; 3], bool)> {
    let first = points.first()?.map(T::wide);
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
    if bad.contains(&true) {
        return None;
    }
    let of = |ends: [f64; CHUNK], pick: fn(f64, f64) -> f64| {
        let [p, q, r, s] = [0, 3, 6, 9].map(|n| [ends[n], ends[n + 1], ends[n + 2]]);
        [0, 1, 2].map(|k| pick(pick(p[k], q[k]), pick(r[k], s[k])))
    };
    Some((of(low, f64::min), of(high, f64::max), !double.contains(&true)))
}

/// Blocks that are made at once: reading so many points, each from anywhere, one does not wait for
/// the one before.
const AT_ONCE: usize = 16;
/// Of these one thread makes so many at least.
const PIECE: usize = 32;

/// The points in order; the last one fills the last block.
fn blocks<T: Copy + Default + Sync, U: Copy + Default + Send>(
    points: &[[T; 3]],
    ids: &[u32],
    number: impl Fn(T) -> U + Send + Sync,
) -> Vec<PointBlock<U>> {
    let count = ids.len().div_ceil(WIDE);
    let blocks = collected(count.div_ceil(AT_ONCE), PIECE, |n| {
        let mut found = [[T::default(); 3]; AT_ONCE * WIDE];
        let ids = &ids[n * found.len()..ids.len().min((n + 1) * found.len())];
        for (to, &id) in found.iter_mut().zip(ids) {
            *to = points[id as usize];
        }
        let last = found[ids.len() - 1];
        found[ids.len()..].fill(last);
        let mut blocks = [PointBlock([[U::default(); WIDE]; 3]); AT_ONCE];
        for (block, found) in blocks.iter_mut().zip(found.as_chunks::<WIDE>().0) {
            for (slot, point) in found.iter().enumerate() {
                for k in 0..3 {
                    block.0[k][slot] = number(point[k]);
                }
            }
        }
        blocks
    });
    let mut blocks = blocks.into_flattened();
    blocks.truncate(count);
    if count < AT_ONCE {
        blocks.shrink_to_fit();
    }
    blocks
}
