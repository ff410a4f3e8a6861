//! A face of a placed box, and how high the lowest point of another placed box is over it: in `f64` and in double
//! words. What that proves is in [`crate::box_gap`].

use crate::aabb::Aabb;
use crate::double_double::Double;
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

    /// The lowest height of the other box over the face, rounded.
    pub(crate) fn rounded_height(&self) -> f64 {
        let columns = self.pose.rotation();
        let [u, v] = [1, 2].map(|next| columns.column((self.axis + next) % 3).into_owned());
        let normal = u.cross(&v);
        let along = self.pose_of_other.rotation().tr_mul(&normal) * self.outwards;
        let mut lowest = 0.0;
        for j in 0..3 {
            let ends = [along[j] * self.other.min[j], along[j] * self.other.max[j]];
            lowest += if ends[0] < ends[1] { ends[0] } else { ends[1] };
        }
        let own = normal.dot(&columns.column(self.axis)) * self.end;
        let way = self.pose_of_other.translation() - self.pose.translation();
        (normal.dot(&way) - own) * self.outwards + lowest
    }

    /// The same in double words, and the squared length of the normal.
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
