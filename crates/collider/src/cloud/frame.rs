//! Something else in the frame of a cloud, with the slack of what is compared there.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_cloud::{PlacedBox, PointCloud, Slack};
use obbtree_predicates::{Placement, Pose, length_bound, round_up_f32};

/// 2^-48: more than the sums of a few vectors here are off by, relative to their sizes.
const OF_SUMS: f64 = 1.0 / (1_u64 << 48) as f64;

/// A pose may lengthen vectors by its skew, of at most 1e-4, and that of the cloud too.
const MORE_THAN_A_ROTATION: f64 = 1.001;

/// Boxes of something else, given relative to an origin of its own, in the frame of a cloud.
pub(super) struct Frame {
    /// Of the other in the frame of the cloud.
    pub(super) placement: Placement,
    pub(super) slack: Slack,
    /// Of the other's origin, relative to that of the cloud.
    shift: Vector3<f64>,
}

impl Frame {
    /// `reach` bounds how far the other's boxes reach from its origin.
    pub(super) fn new(cloud: &PointCloud, poses: [&Pose; 2], origin: [f64; 3], reach: f64) -> Self {
        let placement = Placement::new(poses[0], poses[1]);
        let own = Vector3::from(cloud.origin());
        let origin = Point3::from(origin);
        let shift = placement.to_a(&origin).coords - own;
        let reach = MORE_THAN_A_ROTATION * reach;
        // Each component of what is placed; the length is at most twice that.
        let size = origin.coords.amax() + reach;
        let error = 2.0
            * (placement.error(size)
                + OF_SUMS * (size + own.amax() + placement.translation.amax() + shift.amax()));
        // Boxes around triangles along the cloud's axes reach farther than their corners.
        let other = length_bound(&shift) + 2.0 * reach;
        Self { slack: Slack::new(&placement, cloud.size(), other, error), placement, shift }
    }

    /// A point of the other, relative to its origin, in the frame of the cloud.
    #[inline(always)]
    pub(super) fn place(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.placement.rotation * point + self.shift
    }

    /// A box of the other. Its axes are orthonormal but for the rounding to `f32`.
    #[inline(always)]
    pub(super) fn place_box(
        &self,
        axes: &Matrix3<f64>,
        center: &Vector3<f64>,
        half: &Vector3<f64>,
    ) -> PlacedBox {
        let axes = self.placement.rotation * axes;
        let axis = |j: usize| [axes[(0, j)] as f32, axes[(1, j)] as f32, axes[(2, j)] as f32];
        let half = [0, 1, 2].map(|j| round_up_f32(half[j]));
        PlacedBox::new(narrow(&self.place(center)), [axis(0), axis(1), axis(2)], half)
    }
}

/// To `f32`, rounded to nearest.
#[inline(always)]
pub(super) fn narrow(vector: &Vector3<f64>) -> [f32; 3] {
    [vector.x as f32, vector.y as f32, vector.z as f32]
}
