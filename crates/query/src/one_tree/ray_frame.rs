//! A ray seen from a mesh: which boxes can it meet, and how soon?

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{RayInMesh, length_bound};

/// A ray in the mesh frame of a placed body, rounded.
///
/// Its points are `from + s along`, `s >= 0`, with an `along` of about length one: `t`, the
/// parameter of the ray, is `s` times `per_step`.
#[derive(Clone, Copy, Debug)]
pub struct RayFrame {
    pub(crate) from: Vector3<f64>,
    pub(crate) along: Vector3<f64>,
    per_step: f64,
    /// The largest `s` of the ray.
    pub(crate) last: f64,
    /// At least what everything here was computed from.
    pub(crate) size: f64,
}

/// What rounding can hide, relative to the sizes involved.
///
/// Origin and direction in the mesh frame are within a rounding, and some 2^-90 of what they come
/// from ([`RayInMesh`]). Along an axis of a box there is one more product. Where the ray is in a
/// box, `s` is at most the distance to the farthest point of the box, so what the direction is
/// off counts for as much as the origin. All together that is below 400 roundings of 2^-53 of the
/// largest length; 2^-40 is
/// 8192. Checked by Gappa (`tests/proofs/ray_boxes.gappa`).
pub(crate) const PER_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;

/// Rounds up what a few operations have rounded.
const STEPS_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 48) as f64;

impl RayFrame {
    /// A ray in the frame of a mesh, rounded.
    #[must_use]
    pub fn new(ray: &RayInMesh) -> Self {
        let from = ray.rounded_origin();
        let (along, scale) = ray.scaled_direction();
        let (ray, translation) = (ray.ray(), ray.pose().translation());
        let size = length_bound(&from)
            + 4.0 * (length_bound(&ray.origin().coords) + length_bound(translation));
        let last = if ray.is_segment() { STEPS_REL_ERR / scale } else { f64::INFINITY };
        Self { from, along, per_step: scale, last, size }
    }

    /// The `s` of a `t`, rounded up.
    pub(crate) fn steps(&self, t: f64) -> f64 {
        t / self.per_step * STEPS_REL_ERR
    }

    /// At most the least `s` at which the ray is in a closed box, up to rounding; `None` if it
    /// surely is not before `last`. `axes` are columns, `center` in mesh coordinates.
    pub(crate) fn entry(
        &self,
        axes: &Matrix3<f64>,
        center: &Vector3<f64>,
        half: &Vector3<f64>,
        last: f64,
    ) -> Option<f64> {
        let to = self.from - center;
        let slack = self.slack(length_bound(&to) + length_bound(half));
        let (at, along) = (axes.tr_mul(&to), axes.tr_mul(&self.along));
        let (mut near, mut far) = (0.0, last.min(self.last));
        for k in 0..3 {
            let [low, high] = slab(at[k], along[k], half[k] + slack);
            near = if low > near { low } else { near };
            far = if high < far { high } else { far };
        }
        // Written so that NaN is a meeting.
        if near > far { None } else { Some(near) }
    }

    /// What a box of this size and distance has to be enlarged by.
    #[inline(always)]
    pub(crate) fn slack(&self, size: f64) -> f64 {
        PER_SIZE * (self.size + size) + f64::MIN_POSITIVE
    }
}

/// Where `at + s along` is between `-reach` and `reach`; everywhere, where numbers are too large
/// to tell.
#[inline(always)]
pub(crate) fn slab(at: f64, along: f64, reach: f64) -> [f64; 2] {
    let steps = 1.0 / along;
    let (one, other) = ((-reach - at) * steps, (reach - at) * steps);
    let [low, high] = if one < other { [one, other] } else { [other, one] };
    // False for NaN.
    if low <= high { [low, high] } else { [f64::NEG_INFINITY, f64::INFINITY] }
}
