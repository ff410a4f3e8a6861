//! Position and size of a mesh: the origin of its tree's coordinates, and its bounding sphere.

use std::sync::atomic::{AtomicBool, Ordering};

use obbtree_mesh::Mesh;
use obbtree_predicates::unit_scale;
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::Leaf;

use super::corner_source::CORNERS;
use super::rows;
use super::scalar::{greater, largest, lesser};
use super::set::LEAF;
use super::threads::{map, map_large};

/// Triangles or vertices that one thread takes at a time.
const CHUNK: usize = 1 << 13;

/// Position and size of a mesh.
pub(super) struct Extent {
    /// What the tree's coordinates are relative to.
    pub(super) origin: [f64; 3],
    /// Sides of the axis-aligned bounds.
    pub(super) sides: [f64; 3],
    /// The power of two that scales coordinates relative to the origin to at most one.
    pub(super) scale: f64,
    /// Centre of the bounds.
    pub(super) middle: [f64; 3],
    /// Radius of the bounding sphere around it, rounded up.
    pub(super) radius: f64,
    /// The largest absolute coordinate.
    pub(super) reach: f64,
}

impl Extent {
    /// From every corner of every triangle.
    pub(super) fn of(mesh: &Mesh, parallel: bool) -> Self {
        Self::of_some(mesh, mesh.triangles(), parallel)
    }

    /// From every corner of some triangles: a vertex that they share is looked at once.
    pub(super) fn of_some(mesh: &Mesh, triangles: &[[u32; 3]], parallel: bool) -> Self {
        let is_corner: Vec<AtomicBool> =
            map(parallel, mesh.vertices(), |_, _| AtomicBool::new(false));
        map_large(parallel, triangles.chunks(CHUNK).collect(), |chunk| {
            for &vertex in chunk.iter().flatten() {
                is_corner[vertex as usize].store(true, Ordering::Relaxed);
            }
        });
        let chunks: Vec<_> = mesh.vertices().chunks(CHUNK).zip(is_corner.chunks(CHUNK)).collect();
        let ends = map_large(parallel, chunks.clone(), |chunk| {
            let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
            for x in corners(chunk) {
                for k in 0..3 {
                    low[k] = lesser(x[k], low[k]);
                    high[k] = greater(x[k], high[k]);
                }
            }
            [low, high]
        });
        let low = [0, 1, 2].map(|k| ends.iter().map(|[low, _]| low[k]).fold(f64::INFINITY, lesser));
        let high = [0, 1, 2]
            .map(|k| ends.iter().map(|[_, high]| high[k]).fold(f64::NEG_INFINITY, greater));
        Self::between(low, high, |middle, unit| {
            let farthest = map_large(parallel, chunks, |chunk| {
                corners(chunk).map(|x| square_from(middle, unit, x)).fold(0.0, greater)
            });
            farthest.into_iter().fold(0.0, greater)
        })
    }

    /// The same from the leaves of a mesh whose coordinates are `f32` numbers. They are read in
    /// order, which is several times faster.
    pub(super) fn of_leaves(leaves: &[Leaf], level: SimdLevel, parallel: bool) -> Self {
        let chunks: Vec<&[Leaf]> = leaves.chunks(CHUNK / LEAF).collect();
        let ends =
            map_large(parallel, chunks.clone(), |leaves| level.dispatch(LeafBounds { leaves }));
        let low = [0, 1, 2]
            .map(|k| f64::from(ends.iter().map(|[low, _]| low[k]).fold(f32::INFINITY, rows::min)));
        let high = [0, 1, 2].map(|k| {
            f64::from(ends.iter().map(|[_, high]| high[k]).fold(f32::NEG_INFINITY, rows::max))
        });
        Self::between(low, high, |middle, unit| {
            let farthest = map_large(parallel, chunks, |leaves| {
                level.dispatch(Farthest { leaves, middle, unit })
            });
            farthest.into_iter().fold(0.0, greater)
        })
    }

    /// From the ends of the bounds, and a function that gives the largest squared distance from a
    /// point to a corner, with coordinates times a factor.
    fn between(low: [f64; 3], high: [f64; 3], farthest: impl FnOnce([f64; 3], f64) -> f64) -> Self {
        // The sum with zero leaves no negative zero: the tree must not depend on which vertex has
        // one.
        let middle: [f64; 3] = std::array::from_fn(|k| 0.5 * low[k] + 0.5 * high[k] + 0.0);
        let sides: [f64; 3] = std::array::from_fn(|k| high[k] - low[k]);
        let size = largest(sides);
        // Coordinates stay relative to the mesh's own origin if the mesh is near it.
        let origin = if largest(middle) <= size { [0.0; 3] } else { middle };
        let reach = largest(low).max(largest(high));
        let from_origin: [f64; 3] =
            std::array::from_fn(|k| (high[k] - origin[k]).abs().max((low[k] - origin[k]).abs()));
        // Scaled so that squares neither overflow nor vanish.
        let unit = unit_scale(size);
        // A difference, a product, three squares, two sums, a root, a quotient: a relative error of
        // less than 2^-48. The smallest normal number covers the error of a subnormal centre.
        let radius = farthest(middle, unit).sqrt() * (1.0 + 1.0 / (1_u64 << 48) as f64) / unit
            + f64::MIN_POSITIVE;
        // `unit_scale` scales a length to [1, 2).
        let scale = 0.5 * unit_scale(largest(from_origin));
        Self { origin, sides, scale, middle, radius, reach }
    }
}

/// Those of some vertices that are corners.
fn corners<'a>(
    (vertices, is_corner): (&'a [[f64; 3]], &'a [AtomicBool]),
) -> impl Iterator<Item = [f64; 3]> + 'a {
    let all = vertices.iter().zip(is_corner);
    all.filter(|(_, is_corner)| is_corner.load(Ordering::Relaxed)).map(|(&x, _)| x)
}

#[inline(always)]
fn square_from(middle: [f64; 3], unit: f64, x: [f64; 3]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|k| (x[k] - middle[k]) * unit);
    x * x + y * y + z * z
}

/// Lower and upper ends of the bounds of leaves.
struct LeafBounds<'a> {
    leaves: &'a [Leaf],
}

impl Kernel for LeafBounds<'_> {
    type Output = [[f32; 3]; 2];

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> Self::Output {
        let mut low = [[f32::INFINITY; CORNERS]; 3];
        let mut high = [[f32::NEG_INFINITY; CORNERS]; 3];
        for leaf in self.leaves {
            for k in 0..3 {
                let x = leaf.corners[k].as_flattened();
                for l in 0..CORNERS {
                    low[k][l] = rows::min(x[l], low[k][l]);
                    high[k][l] = rows::max(x[l], high[k][l]);
                }
            }
        }
        [
            low.map(|row| row.into_iter().fold(f32::INFINITY, rows::min)),
            high.map(|row| row.into_iter().fold(f32::NEG_INFINITY, rows::max)),
        ]
    }
}

/// The largest squared distance from a point to the corners of leaves.
struct Farthest<'a> {
    leaves: &'a [Leaf],
    middle: [f64; 3],
    unit: f64,
}

impl Kernel for Farthest<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> f64 {
        let Self { leaves, middle, unit } = self;
        let mut farthest = [0.0; CORNERS];
        for leaf in leaves {
            let [x, y, z] = [0, 1, 2].map(|k| leaf.corners[k].as_flattened());
            for l in 0..CORNERS {
                let corner = [x[l], y[l], z[l]].map(f64::from);
                farthest[l] = greater(square_from(middle, unit, corner), farthest[l]);
            }
        }
        farthest.into_iter().fold(0.0, greater)
    }
}
