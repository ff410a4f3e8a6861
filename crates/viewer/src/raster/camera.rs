//! From world coordinates to pixels: a perspective camera that looks at the centre of what is
//! drawn.
//!
//! Lengths are measured in radii of a sphere around all points, and the eye stays outside of that
//! sphere; so nothing is ever behind the eye and nothing needs clipping.

use std::str::FromStr;

use obbtree::nalgebra::{Matrix3, Point3, Vector3};
use obbtree_predicates::Aabb;
use rayon::prelude::*;

use super::picture::Size;

/// The direction from the centre of the scene to the eye, in degrees; read from a text like "-60
/// 25".
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// From the x axis towards the y axis.
    pub azimuth: f64,
    /// Above the xy plane.
    pub elevation: f64,
}

/// A point on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScreenPoint {
    /// Pixels from the left.
    pub(crate) x: f64,
    /// Pixels from the top.
    pub(crate) y: f64,
    /// One over the depth before the eye, in radii of the scene. Larger is nearer; it is linear on
    /// the screen along lines and planes of the world.
    pub(crate) nearness: f64,
}

/// The eye and the window that it looks through.
#[derive(Clone, Debug)]
pub(crate) struct Camera {
    /// Rows: to the right, up, and towards the eye.
    rotation: Matrix3<f64>,
    /// The centre of the scene, in world coordinates.
    scene_center: Point3<f64>,
    /// World units.
    radius: f64,
    /// Pixels per unit of slope (sideways over forward).
    pixels: f64,
    /// The slopes of what appears at the centre of the picture.
    center_slopes: [f64; 2],
    /// The pixel at the centre of the picture.
    center_pixel: [f64; 2],
}

impl Camera {
    /// Shows all points as large as they fit with a margin. No points give an empty view.
    pub(crate) fn around(
        points: impl ParallelIterator<Item = Point3<f64>> + Clone,
        view: View,
        size: Size,
    ) -> Self {
        let Some(bounds) = bounds(points.clone()) else { return Self::of_nothing(view, size) };
        let scene_center = bounds.center();
        let distances = points.clone().map(|p| (p - scene_center).norm());
        let farthest = distances.reduce(|| 0.0, f64::max);
        // A single point has no size of its own.
        let radius = if farthest > 0.0 { farthest } else { 1.0 };
        let mut camera = Self { scene_center, radius, ..Self::of_nothing(view, size) };

        let slopes = points.map(|point| [camera.slopes(&point).0; 2]);
        let nowhere = || [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        let [low, high] = slopes.reduce(nowhere, |[low_a, high_a], [low_b, high_b]| {
            let of = |pick: fn(f64, f64) -> f64, a: [f64; 2], b: [f64; 2]| {
                [pick(a[0], b[0]), pick(a[1], b[1])]
            };
            [of(f64::min, low_a, low_b), of(f64::max, high_a, high_b)]
        });
        camera.center_slopes = [0, 1].map(|k| (low[k] + high[k]) * 0.5);
        let scale_to_fit = [0, 1].map(|k| {
            let extent = (high[k] - low[k]).max(SMALLEST_EXTENT);
            2.0 * camera.center_pixel[k] * (1.0 - 2.0 * MARGIN) / extent
        });
        camera.pixels = scale_to_fit[0].min(scale_to_fit[1]);
        camera
    }

    /// The camera before it knows what it looks at.
    fn of_nothing(view: View, size: Size) -> Self {
        Self {
            rotation: view.rotation(),
            scene_center: Point3::origin(),
            radius: 1.0,
            pixels: 1.0,
            center_slopes: [0.0; 2],
            center_pixel: [size.width, size.height].map(|side| side as f64 / 2.0),
        }
    }

    /// Where a point of the world appears.
    pub(crate) fn project(&self, point: &Point3<f64>) -> ScreenPoint {
        let (slopes, nearness) = self.slopes(point);
        ScreenPoint {
            x: self.center_pixel[0] + (slopes[0] - self.center_slopes[0]) * self.pixels,
            y: self.center_pixel[1] - (slopes[1] - self.center_slopes[1]) * self.pixels,
            nearness,
        }
    }

    /// A vector of the world as right, up, towards the eye; in radii.
    pub(crate) fn rotate(&self, vector: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * (vector / self.radius)
    }

    /// Sideways and upwards over forward, and the nearness.
    fn slopes(&self, point: &Point3<f64>) -> ([f64; 2], f64) {
        let from_center = self.rotate(&(point - self.scene_center));
        let nearness = 1.0 / (EYE_DISTANCE - from_center.z);
        ([from_center.x * nearness, from_center.y * nearness], nearness)
    }
}

/// The box around points; `None` around none.
pub(crate) fn bounds(points: impl ParallelIterator<Item = Point3<f64>>) -> Option<Aabb> {
    let of_point = |point: Point3<f64>| Aabb { min: point, max: point };
    points.map(of_point).reduce_with(|a, b| Aabb { min: a.min.inf(&b.min), max: a.max.sup(&b.max) })
}

impl View {
    /// Rows: to the right, up, and towards the eye. Right is horizontal whatever the elevation.
    fn rotation(self) -> Matrix3<f64> {
        let (sin_a, cos_a) = self.azimuth.to_radians().sin_cos();
        let (sin_e, cos_e) = self.elevation.to_radians().sin_cos();
        let to_eye = Vector3::new(cos_e * cos_a, cos_e * sin_a, sin_e);
        let right = Vector3::new(-sin_a, cos_a, 0.0);
        let up = to_eye.cross(&right);
        Matrix3::from_rows(&[right.transpose(), up.transpose(), to_eye.transpose()])
    }
}

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[azimuth, elevation]) if azimuth.is_finite() && elevation.is_finite() => {
                Ok(Self { azimuth, elevation })
            }
            _ => Err("a view is two numbers of degrees, like \"-60 25\"".to_owned()),
        }
    }
}

/// From the centre of the scene to the eye, in radii. Must exceed one; at six, parallel edges look
/// parallel and near things still look larger than far ones.
pub(crate) const EYE_DISTANCE: f64 = 6.0;

/// The empty part of the picture on each side, of its width or height.
const MARGIN: f64 = 0.04;

/// Slopes below this are a point, or a line seen along itself, and are not magnified to fill the
/// picture. What is drawn has slopes of about one over [`EYE_DISTANCE`].
const SMALLEST_EXTENT: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_view_are_refused() {
        assert!("-60 25".parse::<View>().is_ok());
        for text in ["10", "10 20 30", "a b", "NaN 0", "inf 0", ""] {
            assert!(text.parse::<View>().is_err(), "{text}");
        }
    }
}
