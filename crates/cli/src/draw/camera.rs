//! From world coordinates to pixels: a perspective eye that looks at the middle of what is drawn.
//!
//! Everything is measured in radii of a sphere around all points, and the eye stays outside of that
//! sphere; so nothing is ever behind the eye and nothing needs clipping.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree::predicates::Aabb;

use super::raster::Size;

/// Where the eye is, seen from the middle of things. Degrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// From the x axis towards the y axis.
    pub(super) azimuth: f64,
    /// Above the xy plane.
    pub(super) elevation: f64,
}

/// A point as it appears.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Pixels from the left.
    pub(super) x: f64,
    /// Pixels from the top.
    pub(super) y: f64,
    /// One over the distance before the eye, in radii of the scene. Larger is nearer, and straight
    /// lines and planes of the world are linear in it on the screen.
    pub(super) nearness: f64,
}

/// Eye and window.
#[derive(Clone, Debug)]
pub(super) struct Camera {
    /// Rows: to the right, up, and towards the eye.
    turn: Matrix3<f64>,
    /// The middle of the scene, in world coordinates.
    middle: Point3<f64>,
    /// World units.
    radius: f64,
    /// Pixels per unit of slope (sideways over forward).
    pixels: f64,
    /// The slopes that the middle of the picture shows.
    center: [f64; 2],
    /// The pixels of the middle of the picture.
    screen: [f64; 2],
}

impl Camera {
    /// Shows all points, as large as they fit with a margin. No points give an empty view.
    pub(super) fn around(points: &[Point3<f64>], view: View, size: Size) -> Self {
        let middle = Aabb::around(points).map_or_else(Point3::origin, |bounds| bounds.center());
        let farthest = points.iter().map(|p| (p - middle).norm()).fold(0.0, f64::max);
        // A single point has no size of its own.
        let radius = if farthest > 0.0 { farthest } else { 1.0 };
        let screen = [size.width as f64 / 2.0, size.height as f64 / 2.0];
        let mut camera =
            Self { turn: view.turn(), middle, radius, pixels: 1.0, center: [0.0; 2], screen };

        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            let (slopes, _) = camera.slopes(point);
            for k in 0..2 {
                low[k] = low[k].min(slopes[k]);
                high[k] = high[k].max(slopes[k]);
            }
        }
        if points.is_empty() {
            return camera;
        }
        camera.center = [0, 1].map(|k| (low[k] + high[k]) * 0.5);
        let room = [0, 1].map(|k| {
            let extent = (high[k] - low[k]).max(SMALLEST_EXTENT);
            2.0 * screen[k] * (1.0 - 2.0 * MARGIN) / extent
        });
        camera.pixels = room[0].min(room[1]);
        camera
    }

    /// Where a point of the world appears.
    pub(super) fn see(&self, point: &Point3<f64>) -> Seen {
        let (slopes, nearness) = self.slopes(point);
        Seen {
            x: self.screen[0] + (slopes[0] - self.center[0]) * self.pixels,
            y: self.screen[1] - (slopes[1] - self.center[1]) * self.pixels,
            nearness,
        }
    }

    /// A vector of the world as right, up, towards the eye; in radii.
    pub(super) fn turn(&self, vector: &Vector3<f64>) -> Vector3<f64> {
        self.turn * (vector / self.radius)
    }

    /// Sideways and upwards over forward, and the nearness.
    fn slopes(&self, point: &Point3<f64>) -> ([f64; 2], f64) {
        let seen = self.turn(&(point - self.middle));
        let nearness = 1.0 / (EYE_DISTANCE - seen.z);
        ([seen.x * nearness, seen.y * nearness], nearness)
    }
}

impl View {
    /// Rows: to the right, up, and towards the eye. Right is level whatever the elevation.
    fn turn(self) -> Matrix3<f64> {
        let (sin_a, cos_a) = self.azimuth.to_radians().sin_cos();
        let (sin_e, cos_e) = self.elevation.to_radians().sin_cos();
        let to_eye = Vector3::new(cos_e * cos_a, cos_e * sin_a, sin_e);
        let right = Vector3::new(-sin_a, cos_a, 0.0);
        let up = to_eye.cross(&right);
        Matrix3::from_rows(&[right.transpose(), up.transpose(), to_eye.transpose()])
    }
}

/// From the middle of the scene to the eye, in radii. Must exceed one; six is far enough for
/// parallel edges to look parallel and near enough for depth to be felt.
pub(super) const EYE_DISTANCE: f64 = 6.0;

/// The empty part of the picture on each side, of its width or height.
const MARGIN: f64 = 0.04;

/// Slopes below this are a point or a line seen along itself, and are not blown up to fill the
/// picture. What is drawn has slopes of about one over [`EYE_DISTANCE`].
const SMALLEST_EXTENT: f64 = 1e-6;
