//! A plane or half-space: one item, and heights over it.

use nalgebra::{Matrix3, Vector3};
use obbtree_cloud::{Region, WIDE};
use obbtree_predicates::{LowerBound, UpperBound};
use obbtree_simd::Lanes;

use super::of_shape::{Items, OfOne};
use crate::shape::{Heights, PlacedPlane};

/// What is near a plane, by heights as intervals; slack is in these.
#[derive(Clone, Copy)]
pub(super) struct PlaneRegion<'h> {
    heights: &'h Heights<'h>,
    is_solid: bool,
    /// At least the height of one, in the unit of heights.
    one: f64,
    origin: [f64; 3],
}

impl Region for PlaneRegion<'_> {
    #[inline(always)]
    fn gap_sq<S: Lanes>(&self, simd: S, center: [S::F; 3], half: Option<[S::F; 3]>) -> S::F {
        let store = |lanes: S::F| {
            let mut to = [0.0; WIDE];
            simd.store(lanes, &mut to);
            to
        };
        let (center, half) = (center.map(store), half.map(|half| half.map(store)));
        let gap = |lane: usize| {
            let of = |from: &[[f32; WIDE]; 3]| {
                Vector3::from([0, 1, 2].map(|k| f64::from(from[k][lane])))
            };
            let (center, half) = (of(&center), half.as_ref().map_or_else(Vector3::zeros, of));
            self.gap_sq_of(&center, &(half + center.abs() * ROUNDED))
        };
        let gaps: [f32; WIDE] =
            std::array::from_fn(|lane| if lane < S::WIDTH { gap(lane) } else { 0.0 });
        simd.load(&gaps)
    }

    fn size(&self) -> f32 {
        0.0
    }
}

/// Points and the centres of cubes, relative to the origin, are off by this share of themselves, at
/// most two roundings to `f32`; of subnormal numbers by less than heights are.
const ROUNDED: f64 = 1.0 / (1_u64 << 22) as f64;

impl PlaneRegion<'_> {
    /// The square of at most the gap of a box, given relative to the origin of the cloud.
    #[inline(never)]
    fn gap_sq_of(&self, center: &Vector3<f64>, half: &Vector3<f64>) -> f32 {
        let center = center + Vector3::from(self.origin);
        let [low, high] = self.heights.of_box(&Matrix3::identity(), &center, half);
        let height = if self.is_solid { low } else { low.max(-high) };
        // Written so that NaN is no gap.
        if !(height > 0.0) {
            return 0.0;
        }
        let gap = (LowerBound::from(height) / UpperBound::from(self.one)).get();
        let gap = if gap.is_finite() { (gap as f32).next_down().max(0.0) } else { 0.0 };
        (gap * gap).next_down().max(0.0)
    }
}

/// A plane or half-space. Heights are in the world, where reaches are, and come with their errors.
pub(super) fn of_plane<'a, 'h>(
    items: Items<'a>,
    plane: &PlacedPlane<'_>,
    heights: &'h Heights<'h>,
) -> OfOne<'a, PlaneRegion<'h>, impl Fn(f64) -> f32 + use<>> {
    let (one, cloud) = (heights.of_length(1.0), items.side.cloud);
    let region = PlaneRegion { heights, is_solid: plane.is_solid(), one, origin: cloud.origin() };
    let radius = UpperBound::from(cloud.largest_radius());
    OfOne::new(items, region, move |tolerance| {
        let reach = (UpperBound::from(tolerance) + radius).get() as f32;
        let reach = if reach.is_finite() { reach.next_up() } else { reach };
        // Squares that overflow or vanish tell nothing apart that they should not.
        (reach * reach).next_up()
    })
}
