//! The ray of an inside test, seen from a mesh: which boxes, and so which triangles, can it cross?

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::Pose;
use obbtree_predicates::length_bound;
use obbtree_tree::wide::REACH_BEYOND_AXES;

/// The ray along the world's +x from a placed point, in the mesh frame of another body.
#[derive(Clone, Copy, Debug)]
pub struct InsideRay {
    from: Point3<f64>,
    along: Vector3<f64>,
    /// World x of a mesh point `m` minus that of the ray's origin is `ahead . m + ahead_at_zero`.
    ahead: Vector3<f64>,
    ahead_at_zero: f64,
    /// Largest of everything that was added up.
    size: f64,
}

/// What rounding can hide, relative to the sizes involved.
///
/// The origin and direction in the mesh frame come from the inverse of a matrix within 1e-4 of a
/// rotation, a product and two sums; rotating them into a box's frame takes another product, and
/// the cross product two. All together that is below 400 roundings of 2^-53 of the largest
/// length; 2^-40 is 8192.
const PER_SIZE: f64 = 1.0 / (1_u64 << 40) as f64;

impl InsideRay {
    /// The ray from `point` of one body, placed by `pose_point`, seen from the mesh of another.
    #[must_use]
    pub fn new(point: &Point3<f64>, pose_point: &Pose, pose_mesh: &Pose) -> Self {
        let (r, t) = (pose_mesh.rotation(), pose_mesh.translation());
        let place = pose_point.place(point);
        // A checked pose is within 1e-4 of a rotation, so its matrix has an inverse.
        let inverse = r.try_inverse().unwrap_or_else(|| r.transpose());
        let from = Point3::from(inverse * (place.coords - t));
        let size = length_bound(&from.coords)
            + 4.0 * (length_bound(&place.coords) + length_bound(t))
            + 4.0 * (length_bound(pose_point.translation()) + length_bound(&point.coords));
        Self {
            from,
            along: inverse.column(0).into_owned(),
            ahead: r.row(0).transpose(),
            ahead_at_zero: t.x - place.x,
            size,
        }
    }

    /// May the ray meet this closed box? No is certain.
    ///
    /// `axes`, `center` and `half` as of [`obbtree_predicates::Obb`], in mesh coordinates; half
    /// sides may be infinite.
    #[must_use]
    pub fn may_meet(
        &self,
        axes: &Matrix3<f64>,
        center: &Vector3<f64>,
        half: &Vector3<f64>,
    ) -> bool {
        let slack =
            PER_SIZE * (self.size + length_bound(center) + length_bound(half)) + f64::MIN_POSITIVE;
        let ahead = self.ahead.dot(center) + self.ahead_at_zero;
        let reach = axes.tr_mul(&self.ahead).abs().dot(half);
        if ahead + reach < -(slack + REACH_BEYOND_AXES * length_bound(half)) {
            return false; // wholly behind
        }
        let to = axes.tr_mul(&(self.from.coords - center));
        let along = axes.tr_mul(&self.along);
        // The axes that can separate a line and a box: the line's direction crossed with each
        // face normal.
        (0..3).all(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let distance = (to[j] * along[k] - to[k] * along[j]).abs();
            let reach = half[j] * along[k].abs() + half[k] * along[j].abs();
            !(distance > reach + slack)
        })
    }
}
