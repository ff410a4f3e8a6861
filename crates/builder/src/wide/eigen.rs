//! Principal axes of many covariance matrices at once.

use super::rows::{Row, WIDTH, inverse_sqrt};

/// Sixteen frames: `axis[a][k]` holds component `k` of axis `a`.
pub(super) type Frames = [[Row; 3]; 3];

/// One frame: rows are orthonormal axes.
pub(super) type Frame = [[f32; 3]; 3];

pub(super) const IDENTITY: Frame = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The frame at one place.
#[inline(always)]
pub(super) fn frame_at(frames: &Frames, place: usize) -> Frame {
    std::array::from_fn(|a| std::array::from_fn(|k| frames[a][k].0[place]))
}

/// Below this sum of squares (fourth power of a length, sets being about one long) two axes are
/// taken as equally spread and stay as they are; above it nothing underflows.
const SPREAD_FLOOR: f32 = 1e-30;

/// One Jacobi rotation: the pair's two diagonal entries, their common entry, the entries that link
/// the pair to the third axis, and the pair's axes.
#[inline(always)]
fn rotate(
    pp: &mut f32,
    qq: &mut f32,
    pq: &mut f32,
    rp: &mut f32,
    rq: &mut f32,
    [p, q]: [&mut [f32; 3]; 2],
) {
    // tan 2x = 2 pq / (pp - qq); cosine and sine of x by the half-angle formulas.
    let difference = *pp - *qq;
    let square = difference * difference + 4.0 * *pq * *pq;
    let inverse = inverse_sqrt(square);
    let none = square < SPREAD_FLOOR;
    let cos_2x = if none { 1.0 } else { difference.abs() * inverse };
    let half_sin_2x = if none { 0.0 } else { *pq * inverse };
    let half_sin_2x = if difference < 0.0 { -half_sin_2x } else { half_sin_2x };
    let cos_sq = 0.5 + 0.5 * cos_2x;
    let inverse_cos = inverse_sqrt(cos_sq);
    let cos = cos_sq * inverse_cos;
    let sin = half_sin_2x * inverse_cos;
    let shift = sin * inverse_cos * *pq;
    *pp += shift;
    *qq -= shift;
    *pq = 0.0;
    (*rp, *rq) = (cos * *rp + sin * *rq, cos * *rq - sin * *rp);
    (p[0], q[0]) = (cos * p[0] + sin * q[0], cos * q[0] - sin * p[0]);
    (p[1], q[1]) = (cos * p[1] + sin * q[1], cos * q[1] - sin * p[1]);
    (p[2], q[2]) = (cos * p[2] + sin * q[2], cos * q[2] - sin * p[2]);
}

/// The frames of sixteen covariances (`xx, yy, zz, xy, xz, yz`), orthonormal to about 1e-5, and
/// their three variances.
///
/// Two cyclic Jacobi sweeps: a third one changed no tree for the better.
#[inline(always)]
pub(super) fn principal_axes(covariance: &[Row; 6], frames: &mut Frames, variance: &mut [Row; 3]) {
    for l in 0..WIDTH {
        let [mut xx, mut yy, mut zz, mut xy, mut xz, mut yz]: [f32; 6] = [
            covariance[0].0[l],
            covariance[1].0[l],
            covariance[2].0[l],
            covariance[3].0[l],
            covariance[4].0[l],
            covariance[5].0[l],
        ];
        let (mut u, mut v, mut w) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        rotate(&mut xx, &mut yy, &mut xy, &mut xz, &mut yz, [&mut u, &mut v]);
        rotate(&mut xx, &mut zz, &mut xz, &mut xy, &mut yz, [&mut u, &mut w]);
        rotate(&mut yy, &mut zz, &mut yz, &mut xy, &mut xz, [&mut v, &mut w]);
        rotate(&mut xx, &mut yy, &mut xy, &mut xz, &mut yz, [&mut u, &mut v]);
        rotate(&mut xx, &mut zz, &mut xz, &mut xy, &mut yz, [&mut u, &mut w]);
        rotate(&mut yy, &mut zz, &mut yz, &mut xy, &mut xz, [&mut v, &mut w]);
        variance[0].0[l] = xx;
        variance[1].0[l] = yy;
        variance[2].0[l] = zz;
        for (a, axis) in [u, v, w].into_iter().enumerate() {
            frames[a][0].0[l] = axis[0];
            frames[a][1].0[l] = axis[1];
            frames[a][2].0[l] = axis[2];
        }
    }
}
