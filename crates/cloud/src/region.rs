//! What the boxes and points of a cloud are compared with, sixteen at a time in `f32`, and how far
//! two must seem to be apart to be so.
//!
//! # Lemma
//!
//! All is in the frame of the cloud, relative to its origin. `u = 2^-24`. `S_c` bounds how far
//! boxes of the cloud reach from the origin, `S_o` how far those of the other do, `S` is their
//! sum. The true box of the other is `{C* + R* y : |a0_j . y| <= H_j}`, where `R*` is the exact
//! relative matrix, within `skew` of a rotation, and the `a0_j` are orthonormal to within `6 u`
//! ([`obbtree_predicates::Placement`], and `tree`, `MAX_AXES_SKEW`). Here are `C`, within `u S_o`
//! and an error `e` of `f64` of `C*`, and `a_j`, within `1.8 u` of `R* a0_j`.
//!
//! *Along the axes of the cloud.* For `x` in a box of the cloud and `z` in the other, `|x_k - z_k|`
//! is at least `|c_k - C_k| - h_k - sum_j |a_jk| H_j`, less: `u S_o + e` of `C`; `16.1 u S_o` of
//! axes that are not quite orthonormal (`REACH_BEYOND_AXES`); `6 u S_o` of the rounding of the
//! `a_j`; and, as computed, at most ten roundings of numbers up to `S + 1.8 S_o`. Together less
//! than `64 u S + e`.
//!
//! *Along the axes of the other.* `a_j . (z - C)` is at most `H_j + 1.1 skew S_o + 4 u S_o`, as
//! `a_j . R* y` is `a0_j . y` up to `(R*^T R* - 1)` and the error of `a_j`. So `|a_j . (x - z)|` is
//! at least `|a_j . (c - C)| - sum_k |a_jk| h_k - H_j` less that, `1.8 (u S_o + e)`, and twelve
//! roundings of numbers up to `1.8 S`: less than `64 u S + 1.1 skew S_o + 2 e` together.
//!
//! Let `eta` be the larger of both. The positive parts of three such gaps, as a vector, are longer
//! than those of the true ones by at most `1.8 eta`. The true ones along the cloud's axes are at
//! most as long as the distance `D` in this frame; along the others at most `D` times the norm of
//! the matrix of the `a_j`, below `1 + skew + 2^-20`. So if the square of the computed vector is
//! above the square of `t = reach (1 + skew + 2^-20) + 2 eta`, then `D > reach`; squares and their
//! sum round by less than `2^-20` of themselves, and by [`TINY`] squared where they underflow. A
//! length in the world is at most `1 + skew` of the cloud's pose times that in this frame, and at
//! least that less the same. *End.*
//!
//! A triangle is within slabs: along its normal and along the outward normals of its edges, `f32`
//! vectors that are taken as exact, up to the largest projection of its corners, rounded up. The
//! normal and an outward normal are of length one and orthogonal to within `2^-20`, so the length
//! of both gaps is at most `D (1 + 2^-20)`; roundings are as above.

use obbtree_predicates::{Placement, round_up_f32};
use obbtree_simd::Lanes;

/// A radius in the frame of a cloud is at most this times that in the world: a pose may shorten
/// lengths by its skew of at most 1e-4; roundings are far less than the rest.
pub const RADIUS_IN_FRAME: f64 = 1.0 + 1.0 / (1_u64 << 12) as f64;

/// 64 roundings of 2^-24.
const PER_SIZE: f64 = 1.0 / (1_u64 << 18) as f64;
/// More than the lemma needs for roundings of squares and lengths.
const LENGTH_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 17) as f64;
/// 2^-60: squares of what is longer underflow by less than they round.
const TINY: f64 = 1.0 / (1_u64 << 60) as f64;
/// 2^60: sizes whose squares do not overflow. Beyond, nothing is told apart.
const LARGEST: f64 = (1_u64 << 60) as f64;

/// What the boxes and points of a cloud are compared with.
pub trait Region: Copy {
    /// Squares of at most the gaps between boxes and this, up to the slack; `None` for points.
    fn gap_sq<S: Lanes>(&self, simd: S, center: [S::F; 3], half: Option<[S::F; 3]>) -> S::F;
    /// Half its diagonal: which of two hierarchies is descended depends on it, and no answer.
    fn size(&self) -> f32;
}

/// Bounds of the rounding of gaps between a cloud and something placed in its frame.
#[derive(Clone, Copy, Debug)]
pub struct Slack {
    twice_eta: f64,
    factor: f64,
}

impl Slack {
    /// `placement` is that of the other in the frame of the cloud, whose pose is its first; `own`
    /// is [`PointCloud::size`](crate::PointCloud::size); `other` bounds how far the other's boxes
    /// reach from the cloud's origin, in the frame of the cloud; `error` bounds what placing them
    /// in `f64` rounds.
    #[must_use]
    pub fn new(placement: &Placement, own: f64, other: f64, error: f64) -> Self {
        let size = own + other;
        let eta = PER_SIZE * size + 1.1 * placement.skew * other + 2.0 * error;
        let skews = placement.skew + placement.pose_a.skew();
        // Written so that NaN is too large.
        let twice_eta = if size + error < LARGEST { 2.0 * eta } else { f64::INFINITY };
        Self { twice_eta, factor: 1.0 + 2.0 * skews }
    }

    /// Boxes and points whose gap is above this are farther apart in the world than `reach`.
    #[must_use]
    pub fn threshold(&self, reach: f64) -> Threshold {
        let length = (reach * self.factor + self.twice_eta) * LENGTH_REL_ERR + TINY;
        Threshold(round_up_f32(length))
    }
}

/// A gap above which two are apart for certain.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Threshold(pub f32);

impl Threshold {
    /// What squares are compared with; infinite where nothing can be told apart.
    #[inline(always)]
    #[must_use]
    pub fn square(self) -> f32 {
        // One rounding, of which `LENGTH_REL_ERR` has more to spare.
        if f64::from(self.0) < LARGEST { self.0 * self.0 } else { f32::INFINITY }
    }
}

/// An oriented box in the frame of a cloud, relative to its origin.
#[derive(Clone, Copy, Debug)]
pub struct PlacedBox {
    /// Its centre.
    pub center: [f32; 3],
    /// `axes[j]` is axis `j`.
    pub axes: [[f32; 3]; 3],
    /// Half its sides along these.
    pub half: [f32; 3],
    /// `sum_j |axes[j][k]| half[j]`.
    pub reach: [f32; 3],
}

impl PlacedBox {
    /// Of its centre, axes and half sides.
    #[inline(always)]
    #[must_use]
    pub fn new(center: [f32; 3], axes: [[f32; 3]; 3], half: [f32; 3]) -> Self {
        let along = |k: usize| {
            axes[0][k].abs() * half[0] + axes[1][k].abs() * half[1] + axes[2][k].abs() * half[2]
        };
        Self { center, axes, half, reach: [along(0), along(1), along(2)] }
    }

    #[inline(always)]
    fn axes_and_halves(&self) -> [[f32; 4]; 3] {
        let Self { axes: [a, b, c], half: [x, y, z], .. } = *self;
        [[a[0], a[1], a[2], x], [b[0], b[1], b[2], y], [c[0], c[1], c[2], z]]
    }

    /// A point.
    #[inline(always)]
    #[must_use]
    pub fn point(center: [f32; 3]) -> Self {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Self { center, axes, half: [0.0; 3], reach: [0.0; 3] }
    }
}

/// A point in the frame of a cloud, relative to its origin: what is around it, as of a sphere, is
/// in what it is compared by. Its gaps are those along the axes of the cloud.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPoint(pub [f32; 3]);

impl Region for PlacedPoint {
    #[inline(always)]
    fn gap_sq<S: Lanes>(&self, simd: S, center: [S::F; 3], half: Option<[S::F; 3]>) -> S::F {
        let mut sum = simd.splat(0.0);
        for k in 0..3 {
            let mut gap = simd.sub(center[k], simd.splat(self.0[k]));
            if let Some(half) = half {
                gap = simd.max(simd.sub(simd.abs(gap), half[k]), simd.splat(0.0));
            }
            sum = simd.mul_add(gap, gap, sum);
        }
        sum
    }

    #[inline(always)]
    fn size(&self) -> f32 {
        0.0
    }
}

// Loops, as a closure given to `map` of an array is a function of its own, without lanes.
impl Region for PlacedBox {
    #[inline(always)]
    fn gap_sq<S: Lanes>(&self, simd: S, center: [S::F; 3], half: Option<[S::F; 3]>) -> S::F {
        let zero = simd.splat(0.0);
        let [mut own, mut other] = [zero; 2];
        let mut way = [zero; 3];
        for k in 0..3 {
            way[k] = simd.sub(center[k], simd.splat(self.center[k]));
            let mut gap = simd.sub(simd.abs(way[k]), simd.splat(self.reach[k]));
            if let Some(half) = half {
                gap = simd.sub(gap, half[k]);
            }
            gap = simd.max(gap, zero);
            own = simd.mul_add(gap, gap, own);
        }
        for axis in &self.axes_and_halves() {
            let (x, y, z) = (simd.splat(axis[0]), simd.splat(axis[1]), simd.splat(axis[2]));
            let along = simd.mul_add(x, way[0], simd.mul_add(y, way[1], simd.mul(z, way[2])));
            let mut gap = simd.sub(simd.abs(along), simd.splat(axis[3]));
            if let Some([p, q, r]) = half {
                let (x, y, z) = (simd.abs(x), simd.abs(y), simd.abs(z));
                let reach = simd.mul_add(x, p, simd.mul_add(y, q, simd.mul(z, r)));
                gap = simd.sub(gap, reach);
            }
            gap = simd.max(gap, zero);
            other = simd.mul_add(gap, gap, other);
        }
        simd.max(own, other)
    }

    #[inline(always)]
    fn size(&self) -> f32 {
        let [x, y, z] = self.half;
        (x * x + y * y + z * z).sqrt()
    }
}

/// What is between two parallel planes, or on one side of one: of heights `normal . x` from
/// `low` to `high`.
#[derive(Clone, Copy, Debug)]
pub struct Slab {
    /// Of length one, or near it.
    pub normal: [f32; 3],
    /// The least height.
    pub low: f32,
    /// The largest height.
    pub high: f32,
}

impl Slab {
    /// At most the gaps between points and this.
    #[inline(always)]
    pub fn gap<S: Lanes>(&self, simd: S, points: [S::F; 3]) -> S::F {
        let [x, y, z] = self.normal;
        let (x, y, z) = (simd.splat(x), simd.splat(y), simd.splat(z));
        let height = simd.mul_add(x, points[0], simd.mul_add(y, points[1], simd.mul(z, points[2])));
        let above = simd.sub(height, simd.splat(self.high));
        let below = simd.sub(simd.splat(self.low), height);
        simd.max(simd.max(above, below), simd.splat(0.0))
    }
}
