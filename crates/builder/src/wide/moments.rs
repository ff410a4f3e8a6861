//! Mass, first and second moments of triangles, in lanes.
//!
//! A triangle has uniform density (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996,
//! equation for the covariance in its corrected form): with corner sum `s` and mass `m`, its first
//! moment is `m/3 s` and its second `m/12 (s s^T + p p^T + q q^T + r r^T)`.

use super::eigen::principal_axes;
use super::frame::{Frame, Frames, frame_at};
use super::rows::{Row, WIDTH, cross, dot, sub, sum};
use super::soup::Block;

/// Mass, first moments `x y z`, second moments `xx yy zz xy xz yz`.
pub(super) const MOMENTS: usize = 10;

/// Of sixteen triangles, or sums over sixteen sets.
pub(super) type Moments = [Row; MOMENTS];

/// Mass of a squared edge length, added to the doubled area, so that slivers and segments have
/// mass.
const EDGE_MASS: f32 = 1.0 / (1 << 20) as f32;
/// Mass of any triangle in a set about one wide, so that points have mass.
const POINT_MASS: f32 = EDGE_MASS * EDGE_MASS;

/// The moments of each triangle of a block, coordinates times `scale`.
#[inline(always)]
pub(super) fn of_block(block: &Block, scale: f32) -> Moments {
    let mut moments = [Row::ZERO; MOMENTS];
    for l in 0..WIDTH {
        let p = [block[0].0[l] * scale, block[1].0[l] * scale, block[2].0[l] * scale];
        let q = [block[3].0[l] * scale, block[4].0[l] * scale, block[5].0[l] * scale];
        let r = [block[6].0[l] * scale, block[7].0[l] * scale, block[8].0[l] * scale];
        let (u, v) = (sub(q, p), sub(r, p));
        let normal = cross(u, v);
        let mass = dot(normal, normal).sqrt() + EDGE_MASS * (dot(u, u) + dot(v, v)) + POINT_MASS;
        let s = [p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2]];
        let third = mass * (1.0 / 3.0);
        let twelfth = mass * (1.0 / 12.0);
        moments[0].0[l] = mass;
        moments[1].0[l] = third * s[0];
        moments[2].0[l] = third * s[1];
        moments[3].0[l] = third * s[2];
        let second =
            |i: usize, j: usize| twelfth * (s[i] * s[j] + p[i] * p[j] + q[i] * q[j] + r[i] * r[j]);
        moments[4].0[l] = second(0, 0);
        moments[5].0[l] = second(1, 1);
        moments[6].0[l] = second(2, 2);
        moments[7].0[l] = second(0, 1);
        moments[8].0[l] = second(0, 2);
        moments[9].0[l] = second(1, 2);
    }
    moments
}

/// Adds the first few lanes.
#[inline(always)]
pub(super) fn add_first(sums: &mut Moments, moments: &Moments, lanes: usize) {
    for m in 0..MOMENTS {
        for l in 0..WIDTH {
            sums[m].0[l] += if l < lanes { moments[m].0[l] } else { 0.0 };
        }
    }
}

/// Principal axes and variances of twice sixteen sets from the sums of their moments.
#[inline(always)]
pub(super) fn axes_of(sums: [&Moments; 2], frames: [&mut Frames; 2], variance: [&mut [Row; 3]; 2]) {
    let mut covariance = [[Row::ZERO; 6]; 2];
    for (covariance, sums) in covariance.iter_mut().zip(sums) {
        for l in 0..WIDTH {
            let mass = sums[0].0[l];
            let inverse = if mass > 0.0 { 1.0 / mass } else { 0.0 };
            let mean = [sums[1].0[l] * inverse, sums[2].0[l] * inverse, sums[3].0[l] * inverse];
            covariance[0].0[l] = sums[4].0[l] * inverse - mean[0] * mean[0];
            covariance[1].0[l] = sums[5].0[l] * inverse - mean[1] * mean[1];
            covariance[2].0[l] = sums[6].0[l] * inverse - mean[2] * mean[2];
            covariance[3].0[l] = sums[7].0[l] * inverse - mean[0] * mean[1];
            covariance[4].0[l] = sums[8].0[l] * inverse - mean[0] * mean[2];
            covariance[5].0[l] = sums[9].0[l] * inverse - mean[1] * mean[2];
        }
    }
    principal_axes([&covariance[0], &covariance[1]], frames, variance);
}

/// Principal axes of one set, of which each row has the sums in sixteen lanes.
#[inline(always)]
pub(super) fn axes_of_one(mut sums: Moments) -> Frame {
    for row in &mut sums {
        row.0[0] = sum(row);
    }
    let (none, mut unused) = ([Row::ZERO; MOMENTS], [[Row::ZERO; 3]; 3]);
    let (mut frames, mut variance) = ([[Row::ZERO; 3]; 3], [[Row::ZERO; 3]; 2]);
    let [variance, unused_variance] = &mut variance;
    axes_of([&sums, &none], [&mut frames, &mut unused], [variance, unused_variance]);
    frame_at(&frames, 0)
}

/// Sets whose boxes are below 2^-60 of the mesh are scaled as if they were that large: `f32` hardly
/// distinguishes their corners.
const LEAST_EXPONENT: i32 = 60;

/// Exponent bias and mantissa bits of `f32`.
const BIAS: i32 = 127;
const MANTISSA: u32 = 23;

/// The power of two that scales sets with a box of this area (half its surface) to about one.
pub(super) fn unit_scale(area: f32) -> f32 {
    // Half the exponent of the area is the exponent of its root.
    let exponent = ((area.to_bits() >> MANTISSA) as i32 - BIAS) >> 1;
    let exponent = exponent.clamp(-LEAST_EXPONENT, LEAST_EXPONENT);
    f32::from_bits(((BIAS - exponent) as u32) << MANTISSA)
}
