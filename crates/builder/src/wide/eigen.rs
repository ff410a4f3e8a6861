//! Principal axes of many covariance matrices at once: the cyclic Jacobi method (Golub, Van Loan,
//! "Matrix Computations", section 8.5).

use super::frame::{Frame, Frames, IDENTITY};
use super::rows::{Row, WIDTH, inverse_sqrt};

/// Below this sum of squares (fourth power of a length, of sets about one long) two variances count
/// as equal, and their axes are not rotated; above it nothing underflows.
const SPREAD_FLOOR: f32 = 1e-30;

/// One Jacobi rotation in the plane of axes `p` and `q`: the two diagonal entries, their common
/// entry, the two entries with the third axis `r`, and the two axes.
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

/// A covariance matrix during the iteration: `xx, yy, zz, xy, xz, yz`, and its axes so far.
struct Jacobi {
    entry: [f32; 6],
    axes: Frame,
}

impl Jacobi {
    #[inline(always)]
    fn new(covariance: &[Row; 6], l: usize) -> Self {
        let c = covariance;
        let entry = [c[0].0[l], c[1].0[l], c[2].0[l], c[3].0[l], c[4].0[l], c[5].0[l]];
        Self { entry, axes: IDENTITY }
    }

    /// Makes `xy` zero.
    #[inline(always)]
    fn rotate_xy(&mut self) {
        let [xx, yy, _, xy, xz, yz] = &mut self.entry;
        let [x, y, _] = &mut self.axes;
        rotate(xx, yy, xy, xz, yz, [x, y]);
    }

    /// Makes `xz` zero.
    #[inline(always)]
    fn rotate_xz(&mut self) {
        let [xx, _, zz, xy, xz, yz] = &mut self.entry;
        let [x, _, z] = &mut self.axes;
        rotate(xx, zz, xz, xy, yz, [x, z]);
    }

    /// Makes `yz` zero.
    #[inline(always)]
    fn rotate_yz(&mut self) {
        let [_, yy, zz, xy, xz, yz] = &mut self.entry;
        let [_, y, z] = &mut self.axes;
        rotate(yy, zz, yz, xy, xz, [y, z]);
    }

    #[inline(always)]
    fn put(&self, l: usize, frames: &mut Frames, variance: &mut [Row; 3]) {
        for a in 0..3 {
            variance[a].0[l] = self.entry[a];
            for k in 0..3 {
                frames[a][k].0[l] = self.axes[a][k];
            }
        }
    }
}

/// The frames of twice sixteen covariances (`xx, yy, zz, xy, xz, yz`), orthonormal to about 1e-5,
/// and their variances.
///
/// One cyclic Jacobi sweep and one rotation more, which is enough for sets given in their parent's
/// axes: further rotations did not improve trees. The two groups of sixteen alternate, since each
/// rotation waits for the result of the one before.
#[inline(always)]
pub(super) fn principal_axes(
    covariance: [&[Row; 6]; 2],
    [frames, other_frames]: [&mut Frames; 2],
    [variance, other_variance]: [&mut [Row; 3]; 2],
) {
    for l in 0..WIDTH {
        let mut one = Jacobi::new(covariance[0], l);
        let mut other = Jacobi::new(covariance[1], l);
        one.rotate_xy();
        other.rotate_xy();
        one.rotate_xz();
        other.rotate_xz();
        one.rotate_yz();
        other.rotate_yz();
        one.rotate_xy();
        other.rotate_xy();
        one.put(l, frames, variance);
        other.put(l, other_frames, other_variance);
    }
}
