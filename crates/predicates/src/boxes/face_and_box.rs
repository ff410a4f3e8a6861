//! A face of a placed box, and the height of the lowest point of another placed box over it: in
//! `f64` and in double words. What that proves is in [`super::box_gap`].

use super::aabb::Aabb;
use crate::numbers::double_double::{DOUBLE_ROUNDING, Double};
use crate::numbers::rounding::ROUNDOFF;
use crate::pose::Pose;

/// A face of a placed box, and the other placed box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceAndBox {
    pub(crate) pose: Pose,
    /// The axis of the mesh that the face is perpendicular to.
    pub(crate) axis: usize,
    /// 1 if the outward normal points along the axis, else -1.
    pub(crate) outwards: f64,
    /// Its coordinate on the axis.
    pub(crate) end: f64,
    pub(crate) other: Aabb,
    pub(crate) pose_of_other: Pose,
}

/// Bound on the error of a height in double words, relative to [`FaceAndBox::sizes`]; half of it
/// would be enough.
///
/// Components of a normal are at most 2.01, those of `m` (see [`super::box_gap`]) at most 3.5, as
/// columns are within 1e-4 of unit length. The height is a sum of ten products of these with sizes
/// whose sum is `S`, so partial sums are below `4 S`, and each of some forty operations has an
/// error of at most [`DOUBLE_ROUNDING`] of one: 160 of these. The squares that are compared have an
/// error of a dozen of them, relatively, and the height is below `4 S`.
pub(crate) const HEIGHT_REL_ERR: f64 = 1024.0 * DOUBLE_ROUNDING;

/// The same for plain `f64`: some sixty operations, each with an error of at most [`ROUNDOFF`] of
/// `4 S`.
pub(crate) const HEIGHT_REL_ERR_F64: f64 = 1024.0 * ROUNDOFF;

/// A face of one of two boxes: which box, which axis, and 0 if the outward normal points along the
/// axis, else 1.
pub(crate) type Face = [usize; 3];

impl FaceAndBox {
    pub(crate) fn new(boxes: [&Aabb; 2], poses: [&Pose; 2], [side, axis, facing]: Face) -> Self {
        let own = boxes[side];
        Self {
            pose: *poses[side],
            axis,
            outwards: [1.0, -1.0][facing],
            end: [own.max, own.min][facing][axis],
            other: *boxes[1 - side],
            pose_of_other: *poses[1 - side],
        }
    }

    /// The twelve faces of two placed boxes, each with the height of the other box over it,
    /// rounded.
    pub(crate) fn all_rounded(
        boxes: [&Aabb; 2],
        poses: [&Pose; 2],
    ) -> impl Iterator<Item = (Face, f64)> {
        let sides = (0..6).map(|n| (n / 3, n % 3));
        sides.flat_map(move |(side, axis)| {
            let other = 1 - side;
            let (boxes, poses) = ([boxes[side], boxes[other]], [poses[side], poses[other]]);
            let [along, against] = rounded_heights(boxes, poses, axis);
            [([side, axis, 0], along), ([side, axis, 1], against)]
        })
    }

    /// The sum of the sizes of all terms of a height.
    pub(crate) fn sizes(&self) -> f64 {
        let [least, most] = [&self.other.min, &self.other.max].map(|end| end.coords.abs().sum());
        let offset = (self.pose_of_other.translation() - self.pose.translation()).abs().sum();
        least + most + offset + self.end.abs()
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
            let offset =
                Double::difference(self.pose_of_other.translation()[k], self.pose.translation()[k]);
            height = height.plus(normal[k].times(offset));
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

/// The heights of another placed box over both faces perpendicular to an axis of a placed box,
/// rounded: first the face to which the axis points, then the opposite one.
fn rounded_heights(
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
