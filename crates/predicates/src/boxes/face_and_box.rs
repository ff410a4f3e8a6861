//! A face of a placed box, and how high the lowest point of another placed box is over it: in `f64`
//! and in double words. What that proves is in [`super::box_gap`].

use super::aabb::Aabb;
use crate::numbers::double_double::Double;
use crate::pose::Pose;

/// A face of a placed box, and the other placed box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceAndBox {
    pub(crate) pose: Pose,
    /// The axis of the mesh that the face is across.
    pub(crate) axis: usize,
    /// 1 if the face looks along the axis, else -1.
    pub(crate) outwards: f64,
    /// Where on the axis it is.
    pub(crate) end: f64,
    pub(crate) other: Aabb,
    pub(crate) pose_of_other: Pose,
}

impl FaceAndBox {
    /// The sum of all sizes that a height is made of.
    pub(crate) fn sizes(&self) -> f64 {
        let [least, most] = [&self.other.min, &self.other.max].map(|end| end.coords.abs().sum());
        let way = (self.pose_of_other.translation() - self.pose.translation()).abs().sum();
        least + most + way + self.end.abs()
    }

    /// The lowest height of the other box over the face in double words, and the squared length of
    /// the normal.
    pub(crate) fn height(&self) -> (Double, Double) {
        let (own, other) = (self.pose.rotation(), self.pose_of_other.rotation());
        let [u, v] = [1, 2].map(|next| (self.axis + next) % 3);
        let normal = [0, 1, 2].map(|k| {
            let (p, q) = ((k + 1) % 3, (k + 2) % 3);
            let outwards = Double::product(own[(p, u)], own[(q, v)])
                .minus(Double::product(own[(q, u)], own[(p, v)]));
            outwards.times(Double::of(self.outwards))
        });
        let times = |of: [f64; 3]| {
            let [x, y, z] = [0, 1, 2].map(|k| normal[k].times(Double::of(of[k])));
            x.plus(y).plus(z)
        };
        let mut height = Double::ZERO;
        for k in 0..3 {
            let way =
                Double::difference(self.pose_of_other.translation()[k], self.pose.translation()[k]);
            height = height.plus(normal[k].times(way));
        }
        for j in 0..3 {
            let along = times([other[(0, j)], other[(1, j)], other[(2, j)]]);
            let [least, most] =
                [self.other.min[j], self.other.max[j]].map(|end| along.times(Double::of(end)));
            height = height.plus(if least.is_less(most) { least } else { most });
        }
        let determinant = times([0, 1, 2].map(|k| own[(k, self.axis)]));
        let height = height.minus(determinant.times(Double::of(self.end)));
        let square = normal.map(|x| x.times(x));
        (height, square[0].plus(square[1]).plus(square[2]))
    }
}

/// The heights of another placed box over both faces across an axis of a placed box, rounded: over
/// the one that looks along the axis, then over the one that looks against it.
pub(crate) fn rounded_heights(
    [one, other]: [&Aabb; 2],
    [pose, pose_of_other]: [&Pose; 2],
    axis: usize,
) -> [f64; 2] {
    let columns = pose.rotation();
    let [u, v] = [1, 2].map(|next| columns.column((axis + next) % 3).into_owned());
    let normal = u.cross(&v);
    let middle = normal.dot(&(pose_of_other.translation() - pose.translation()));
    let along = pose_of_other.rotation().tr_mul(&normal);
    let [mut lowest, mut highest] = [middle; 2];
    for j in 0..3 {
        let [p, q] = [along[j] * other.min[j], along[j] * other.max[j]];
        let [least, most] = if p < q { [p, q] } else { [q, p] };
        lowest += least;
        highest += most;
    }
    let determinant = normal.dot(&columns.column(axis));
    [lowest - determinant * one.max[axis], determinant * one.min[axis] - highest]
}
