//! Convex shapes under a pose, seen by their farthest points: what [`super::gjk`] asks of them.
//!
//! A placed shape is kept as rounded numbers: points, or the two middles, the unit axis and the
//! radii of a frustum. These numbers describe a shape of their own, the model. `off` bounds how
//! far any point of the true shape is from the model, and the other way round. *Proof.* Placing a
//! point and subtracting the origin are fewer than 30 roundings of the sizes that go in:
//! [`PER_SIZE`] is 128. So hulls of placed points are as close. Sizes are scaled to near one
//! before, so products that underflow lose nothing that counts. The axis of a frustum is not the
//! difference of its placed ends, which may be close together far from the origin, but the
//! difference of the ends, rotated ([`placed_direction`]): off by some twelve roundings, however
//! short it is. A point of a disc is off by the radius times this. *End.*

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, length_bound, unit_vector};

use super::form::{Form, Shape};

/// What placing and subtracting rounds, relative to the sizes: 128 roundings of 2^-53.
pub(super) const PER_SIZE: f64 = 1.0 / (1_u64 << 46) as f64;

/// A convex shape or core, placed relative to an origin and scaled.
pub(super) struct Convex {
    model: Model,
    /// No point is farther from the origin than this.
    pub(super) size: f64,
    /// How far model and true shape are from each other at most.
    pub(super) off: f64,
}

enum Model {
    Hull(Vec<Vector3<f64>>),
    Frustum { ends: [Vector3<f64>; 2], axis: Vector3<f64>, radii: [f64; 2] },
}

impl Convex {
    /// The core of a rounded shape, or a frustum; `None` for planes and half-spaces. Lengths from
    /// `origin` are multiplied by `scale`, a power of two.
    pub(super) fn new(
        shape: &Shape,
        pose: &Pose,
        origin: &Vector3<f64>,
        scale: f64,
    ) -> Option<Self> {
        let core = shape.core()?;
        let Form::Frustum { axis, radii, .. } = shape.form() else {
            let points: Vec<Point3<f64>> =
                core.mesh().vertices().iter().map(|&v| v.into()).collect();
            return Some(Self::hull(&points, pose, origin, scale));
        };
        let Self { model: Model::Hull(ends), size, off } = Self::hull(axis, pose, origin, scale)
        else {
            return None;
        };
        let ends = [ends[0], ends[1]];
        let radii = radii.map(|radius| radius * scale);
        let most = radii[0].max(radii[1]);
        let axis = placed_direction(axis, pose);
        let off = off + most * PER_SIZE;
        Some(Self { model: Model::Frustum { ends, axis, radii }, size: size + most, off })
    }

    /// The hull of some points.
    pub(super) fn hull(
        points: &[Point3<f64>],
        pose: &Pose,
        origin: &Vector3<f64>,
        scale: f64,
    ) -> Self {
        // Scaled first: products of tiny coordinates would underflow.
        let way = (pose.translation() - origin) * scale;
        let points: Vec<Vector3<f64>> = points.iter().map(|p| p.coords * scale).collect();
        let of_points = points.iter().map(length_bound).fold(0.0, f64::max);
        let size = of_points * MORE_THAN_A_ROTATION + length_bound(&way);
        let placed = points.iter().map(|p| pose.rotation() * p + way).collect();
        Self { model: Model::Hull(placed), size, off: PER_SIZE * size }
    }

    /// A point of the model that is farthest along a direction, up to rounding of the size.
    pub(super) fn farthest(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        match &self.model {
            Model::Hull(points) => {
                let (mut best, mut most) = (points[0], direction.dot(&points[0]));
                for point in &points[1..] {
                    let along = direction.dot(point);
                    if along > most {
                        (best, most) = (*point, along);
                    }
                }
                best
            }
            Model::Frustum { ends, axis, radii } => {
                let rim = across(direction, axis);
                let [p, q] = [0, 1].map(|n| ends[n] + rim * radii[n]);
                if direction.dot(&p) >= direction.dot(&q) { p } else { q }
            }
        }
    }

    /// A point of the model.
    pub(super) fn middle(&self) -> Vector3<f64> {
        match &self.model {
            Model::Hull(points) => points.iter().sum::<Vector3<f64>>() / points.len() as f64,
            Model::Frustum { ends, .. } => (ends[0] + ends[1]) * 0.5,
        }
    }
}

/// The vector of length one along the segment between two points that differ, under a pose; off
/// by less than [`PER_SIZE`].
///
/// A difference of two numbers is rounded by 2^-53 of itself, and does not underflow. Of length
/// one to within four roundings, it is rotated with an error of `3 * 1.74` more, which changes
/// its direction by as much, and made of length one again by four.
pub(super) fn placed_direction([from, to]: &[Point3<f64>; 2], pose: &Pose) -> Vector3<f64> {
    let rotated = unit_vector(&(to - from)).map(|along| pose.rotation() * along);
    rotated.and_then(|along| unit_vector(&along)).unwrap_or_else(Vector3::x)
}

/// The unit vector across an axis of length one that leads along a direction most; zero where the
/// direction is along the axis, up to rounding.
///
/// With `u = 2^-53`: the length of the axis is within 4 u of one, so what is left of a direction
/// without its part along the axis is off by less than `11 u` of the direction, along the axis too.
/// That is taken off once more (B. N. Parlett, "The Symmetric Eigenvalue Problem", 1980, section
/// 6-9). If half of it was along the axis, it was such an error: less than `33 u` of the direction
/// is across the axis, which moves no height of a disc by more than its radius times that. Else
/// less than `40 u` of what is left is along the axis, and no point of a rim is farther from its
/// disc than that times the radius. Both are in [`PER_SIZE`], `128 u`.
pub(super) fn across(direction: &Vector3<f64>, axis: &Vector3<f64>) -> Vector3<f64> {
    let once = direction - axis * direction.dot(axis);
    let twice = once - axis * once.dot(axis);
    let is_across = twice.amax() > 0.5 * once.amax();
    unit_vector(&twice).filter(|_| is_across).unwrap_or_default()
}

/// A pose may lengthen vectors by its skew, of at most 1e-4.
const MORE_THAN_A_ROTATION: f64 = 1.001;

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of what is across the axis was taken from a subnormal square: the rim was too
    /// large by a thousandth, and far more where the square lost all its bits.
    #[test]
    fn a_farthest_point_of_a_frustum_is_on_its_rim() {
        let shape = Shape::cylinder([0.0; 3], [0.0, 0.0, 2.0], 1.0).expect("a cylinder");
        let convex = Convex::new(&shape, &Pose::identity(), &Vector3::zeros(), 1.0).expect("solid");
        for across in [1e-3, 1e-150, 1e-160, 2e-162, 1e-170, 5e-324] {
            let found = convex.farthest(&Vector3::new(across, 0.0, 1.0));
            assert_eq!(found, Vector3::new(1.0, 0.0, 2.0), "{across:e}");
        }
    }

    /// Along an oblique axis, what is left of a direction across it is rounding, and was taken for
    /// a point of the rim: of a cone it was a radius below its base, so a sphere was said to be
    /// nearer than it was, and farther.
    #[test]
    fn a_farthest_point_of_a_frustum_is_in_its_disc() {
        for apex in [[0.0, 2.0, 2.0], [0.0, 2.0, 1.0], [1.0, 2.0, 3.0], [-3.0, 0.1, 7.0]] {
            let shape = Shape::cone([0.0; 3], apex, 2.0).expect("a cone");
            for pose in [Pose::identity(), Pose::new(TURN.into(), Vector3::zeros()).expect("turn")]
            {
                let convex = Convex::new(&shape, &pose, &Vector3::zeros(), 1.0).expect("solid");
                let axis = placed_direction(&[Point3::origin(), apex.into()], &pose);
                for (scale, by) in [(-1.0, 0.0), (-3.0, 1e-16), (-0.1, 1e-15), (-1.0, 1e-9)] {
                    let found = convex.farthest(&(axis * scale + Vector3::new(by, -by, 0.5 * by)));
                    let height = found.dot(&axis);
                    assert!(height.abs() < 1e-14, "{apex:?} {scale} {by:e}: {found:?}");
                    assert!(found.norm() < 2.0 + 1e-14);
                }
            }
        }
    }

    const TURN: [[f64; 3]; 3] = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
}
