//! How far a body reaches from a point or an axis.

use nalgebra::{Point3, Vector3};

/// A line in a mesh's frame, or a point where it has no direction.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// A point of it.
    pub point: Point3<f64>,
    /// Its direction, of length one to within a few roundings.
    pub direction: Option<Vector3<f64>>,
}

/// Covers the roundings of a distance relative to the coordinates that go into it, and those of the corners
/// of a box: some twenty each.
const ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;

impl Axis {
    /// At least the distance of a point from it.
    #[must_use]
    pub fn distance_above(&self, point: &Point3<f64>) -> f64 {
        let away = point - self.point;
        let distance = self.direction.map_or_else(|| away.norm(), |u| away.cross(&u).norm());
        distance + ROUNDING * (point.coords.norm() + self.point.coords.norm())
    }
}

/// A box and a sphere around a body, in the mesh's frame.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The corners of a box that contains the mesh, to within a share of 2^-44 of their coordinates; none if
    /// they are not finite.
    corners: Option<[Point3<f64>; 8]>,
    /// The centre and the radius of a sphere that contains the mesh.
    center: Point3<f64>,
    radius: f64,
}

impl Extent {
    /// Of a box by its centre and its three half sides as vectors, and of a sphere.
    #[must_use]
    pub fn new(
        box_center: Point3<f64>,
        half_sides: [Vector3<f64>; 3],
        center: Point3<f64>,
        radius: f64,
    ) -> Self {
        let sign = |corner: usize, k: usize| if corner >> k & 1 == 0 { -1.0 } else { 1.0 };
        let corners: [Point3<f64>; 8] = std::array::from_fn(|corner| {
            (0..3).fold(box_center, |at, k| at + half_sides[k] * sign(corner, k))
        });
        let finite = corners.iter().flat_map(|corner| corner.iter()).all(|x| x.is_finite());
        Self { corners: finite.then_some(corners), center, radius }
    }

    /// The centre and the radius of a sphere that contains the mesh.
    #[must_use]
    pub fn sphere(&self) -> (Point3<f64>, f64) {
        (self.center, self.radius)
    }

    /// At least the distance of every point of the body from the axis: that of a corner, as the distance
    /// from a line is convex; or what the sphere says.
    #[must_use]
    pub fn farthest_from(&self, axis: &Axis) -> f64 {
        let of_sphere = axis.distance_above(&self.center) + self.radius;
        let of_box = self.corners.map_or(f64::INFINITY, |corners| {
            corners.iter().map(|corner| axis.distance_above(corner)).fold(0.0, f64::max)
        });
        of_box.min(of_sphere) * (1.0 + ROUNDING)
    }

    /// At least the distance of every point of the body from the mesh's origin.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.farthest_from(&Axis { point: Point3::origin(), direction: None })
    }
}
