//! How far a body reaches from a point or an axis.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::UpperBound;

/// A line in a mesh's frame, or a point where it has no direction.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// A point of it.
    pub point: Point3<f64>,
    /// Its direction, of length one to within four roundings.
    pub direction: Option<Vector3<f64>>,
}

/// 2^-44, 512 roundoffs, of the largest component of a vector: more than its product with a
/// direction is off by. The vector is a difference, rounded once; a component of the product is
/// rounded three times, the direction has four roundings of length and two of each component. That
/// is at most 20 roundoffs of the vector's length.
const OF_PRODUCT: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 44) as f64);

/// 2^-44, 512 roundoffs, of the lengths that go into a corner: more than a box is off by that is a
/// set of points whose distances from three planes are bounded. Its axes are orthonormal to 2^-48,
/// so the edges stand for their duals within 32 roundoffs of their lengths, and each corner is a
/// sum of three products.
const OF_CORNERS: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 44) as f64);

/// 2^-1060: more than products lose that underflow, each at most 2^-1075, of which some ten make
/// the box, and six a product with a direction.
const UNDERFLOW: UpperBound = UpperBound::exactly(f64::MIN_POSITIVE * (1.0 / (1_u64 << 38) as f64));

/// Of the square of the largest plain distance: corners that are nearer than this get no bound.
///
/// *Lemma.* They have none above that of the farthest corner. *Proof.* Where [`PLAIN`] contains the
/// square and it is at least [`OFF_AXIS_SQ`] times that of any difference of coordinates, a nearer
/// corner is so by a share of 2^-21, of which bounds and plain numbers lose 2^-49, and what
/// [`Axis::distance_above`] adds to one, 2^-44 of a difference, is at most 2^-24. *End.*
const NEARER_SQ: f64 = 1.0 - 1.0 / (1_u64 << 20) as f64;
const OFF_AXIS_SQ: f64 = 1.0 / (1_u64 << 40) as f64;

/// Squares of lengths that neither overflow nor lose digits by underflow.
const PLAIN: std::ops::Range<f64> = 1e-270..1e290;

impl Axis {
    /// The squares of the distance of a point from it, rounded, and of the vector to it.
    #[inline]
    fn plain_squares(&self, point: &Point3<f64>) -> [f64; 2] {
        let away = point - self.point;
        let square = away.norm_squared();
        match &self.direction {
            Some(direction) => [away.cross(direction).norm_squared(), square],
            None => [square; 2],
        }
    }

    /// The distance of a point from it, or more.
    pub fn distance_above(&self, point: &Point3<f64>) -> UpperBound {
        let away = point - self.point;
        let Some(direction) = &self.direction else { return UpperBound::of_length(&away) };
        let off = OF_PRODUCT * UpperBound::from(away.amax());
        UpperBound::of_length(&away.cross(direction)) + off + UNDERFLOW
    }
}

/// A box and a sphere around a body, in the mesh's frame.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The corners of a box that contains the mesh, to within `off`; none if they are not finite.
    corners: Option<[Point3<f64>; 8]>,
    off: UpperBound,
    /// The centre and the radius of a sphere that contains the mesh.
    center: Point3<f64>,
    radius: UpperBound,
}

impl Extent {
    /// Of a box by its centre and its three half sides as vectors, and of a sphere.
    #[must_use]
    pub fn new(
        box_center: Point3<f64>,
        half_sides: [Vector3<f64>; 3],
        center: Point3<f64>,
        radius: UpperBound,
    ) -> Self {
        let sign = |corner: usize, k: usize| if corner >> k & 1 == 0 { -1.0 } else { 1.0 };
        let corners: [Point3<f64>; 8] = std::array::from_fn(|corner| {
            (0..3).fold(box_center, |at, k| at + half_sides[k] * sign(corner, k))
        });
        let finite = corners.iter().flat_map(|corner| corner.iter()).all(|x| x.is_finite());
        let lengths: UpperBound = half_sides.iter().map(UpperBound::of_length).sum();
        let lengths = lengths + UpperBound::of_length(&box_center.coords);
        let off = OF_CORNERS * lengths + UNDERFLOW;
        Self { corners: finite.then_some(corners), off, center, radius }
    }

    /// The centre and the radius of a sphere that contains the mesh.
    pub fn sphere(&self) -> (Point3<f64>, UpperBound) {
        (self.center, self.radius)
    }

    /// The distance of every point of the body from the axis, or more: that of a corner, as the
    /// distance from a line is convex; or what the sphere says.
    pub fn farthest_from(&self, axis: &Axis) -> UpperBound {
        let of_sphere = axis.distance_above(&self.center) + self.radius;
        let Some(corners) = &self.corners else { return of_sphere };
        let squares = corners.each_ref().map(|corner| axis.plain_squares(corner));
        let [mut most, mut away] = [0.0_f64; 2];
        for &[square, away_sq] in &squares {
            most = most.max(square);
            away += away_sq;
        }
        // Written so that a sum that is NaN leaves out no corner.
        let may_leave_out = PLAIN.contains(&most) && away < PLAIN.end;
        let may_leave_out = may_leave_out && most >= OFF_AXIS_SQ * away;
        let least = if may_leave_out { NEARER_SQ * most } else { 0.0 };
        let far = corners.iter().zip(&squares).filter(|(_, [square, _])| !(*square < least));
        let of_corners = far.map(|(corner, _)| axis.distance_above(corner));
        (of_corners.fold(UpperBound::ZERO, UpperBound::max) + self.off).tighter(of_sphere)
    }

    /// The distance of every point of the body from the mesh's origin, or more.
    pub fn length(&self) -> UpperBound {
        self.farthest_from(&Axis { point: Point3::origin(), direction: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of such lengths underflow: the root of a sum of squares is 0.
    #[test]
    fn an_axis_is_as_far_away_at_any_size() {
        let axis = Axis { point: Point3::origin(), direction: Some(Vector3::z()) };
        for size in [1e-320, 1e-308, 1e-170, 1e-38, 1.0, 1e38, 1e75] {
            let corner = Point3::new(3.0 * size, 4.0 * size, 7.0 * size);
            let most = axis.distance_above(&corner).get();
            let own = corner.x.hypot(corner.y);
            assert!(own <= most && most <= own * (1.0 + 1e-12) + 1e-318, "{size:e}: {most:e}");
            let half_sides = [0, 1, 2].map(|k| Vector3::ith(k, corner[k]));
            let radius = UpperBound::of_length(&corner.coords);
            let extent = Extent::new(Point3::origin(), half_sides, Point3::origin(), radius);
            let most = extent.farthest_from(&axis).get();
            assert!(own <= most && most <= own * (1.0 + 1e-12) + 1e-318, "{size:e}: {most:e}");
            assert!(extent.length().get() >= 8.6 * size);
        }
    }
}
