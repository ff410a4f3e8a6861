//! Points from a depth image: what a pinhole camera sees, pixel by pixel (R. Hartley, A. Zisserman,
//! "Multiple View Geometry in Computer Vision", 2nd edition, section 6.1).

use crate::cloud::PointCloud;
use crate::error::CloudError;
use crate::parts::MAX_POINTS;
use crate::present::Radius;
use crate::source::Coordinate;

/// A pinhole camera without distortion, and how its depths are read.
///
/// The frame is that of the optics, as in ROS and OpenCV: x to the right, y down, z forward. Pixel
/// `(u, v)` is column `u` of row `v`, both from 0, and its centre has these coordinates. The point
/// that it sees is `(x, y, z)` with `z = scale * depth`, `x = (u - cx) / fx * z` and
/// `y = (v - cy) / fy * z`.
///
/// ```
/// use obbtree_cloud::Camera;
/// // Millimetres to metres; only what is between 0.3 and 8 m away.
/// let camera = Camera::new([525.0, 525.0], [319.5, 239.5]).with_scale(0.001).within(0.3, 8.0);
/// assert_eq!(camera.scale, 0.001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Camera {
    /// The focal lengths `fx` and `fy`, in pixels; not 0.
    pub focal: [f64; 2],
    /// The principal point `cx` and `cy`, in pixels.
    pub center: [f64; 2],
    /// A depth times this is a length: 0.001 for images in millimetres and a world in metres. Above
    /// 0. Default: 1.
    pub scale: f64,
    /// Points whose z is below this are left out. Default: 0.
    pub near: f64,
    /// Points whose z is above this are left out. Default: infinite.
    pub far: f64,
}

impl Camera {
    /// By focal lengths `[fx, fy]` and principal point `[cx, cy]`, in pixels; scale 1, all depths.
    #[must_use]
    pub fn new(focal: [f64; 2], center: [f64; 2]) -> Self {
        Self { focal, center, scale: 1.0, near: 0.0, far: f64::INFINITY }
    }

    /// The same with another [`scale`](Self::scale).
    #[must_use]
    pub fn with_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// The same for z from [`near`](Self::near) to [`far`](Self::far) alone.
    #[must_use]
    pub fn within(self, near: f64, far: f64) -> Self {
        Self { near, far, ..self }
    }

    fn check(&self) -> Result<(), CloudError> {
        let check = |what, value: f64, is_good: bool, wanted| match is_good {
            true => Ok(()),
            false => Err(CloudError::Camera { what, value, wanted }),
        };
        let Self { focal, center, scale, near, far } = *self;
        for (what, value) in [("fx", focal[0]), ("fy", focal[1])] {
            check(what, value, value.is_normal(), "not a length of pixels")?;
        }
        for (what, value) in [("cx", center[0]), ("cy", center[1])] {
            check(what, value, value.is_finite(), "not a finite number")?;
        }
        check("scale", scale, scale.is_normal() && scale > 0.0, "not a number above 0")?;
        check("near", near, !near.is_nan(), "not a number")?;
        check("far", far, far >= near, "not at least the nearest depth")
    }
}

/// A depth of an image. Depths of 16 bits give points in `f32`, as those of `f32` do.
pub trait DepthValue: Copy + Into<f64> + Send + Sync + 'static {
    /// The type of the coordinates of its points.
    type Point: Coordinate;
}

impl DepthValue for u16 {
    type Point = f32;
}

impl DepthValue for f32 {
    type Point = f32;
}

impl DepthValue for f64 {
    type Point = f64;
}

impl PointCloud {
    /// The points that a camera sees, in its frame: of a depth image, row by row (an
    /// `height x width` array). A radius for all is a distance in the world; one for each pixel is
    /// its uncertainty.
    ///
    /// Pixels whose depth is NaN, infinite, 0 or negative, or whose z is not between
    /// [`near`](Camera::near) and [`far`](Camera::far), show nothing: they are left out and counted
    /// ([`PointCloud::left_out`]), and their radii are not looked at. The number of a point is that
    /// of its pixel, `v * width + u`.
    ///
    /// *Rounding.* The formula of [`Camera`] is computed in `f64`, z with one rounding, x and y
    /// with four: they are within 4.5e-16 of themselves. Of depths in `u16` and `f32` each is then
    /// rounded to `f32`, by 6e-8 of itself at most. Answers are certain about these points; who
    /// wants them to hold for the surface seen adds what the depth is off to the radius.
    ///
    /// # Errors
    /// If a number of the camera is of no use, the depths do not fill their rows, no pixel shows
    /// anything, or the points or radii are none of a cloud.
    ///
    /// ```
    /// use obbtree_cloud::{Camera, PointCloud};
    /// let camera = Camera::new([2.0, 2.0], [1.0, 0.0]).with_scale(0.5);
    /// let cloud = PointCloud::from_depth(&[4_u16, 0, 8, 4, 4, 4], 3, &camera, 0.01)?;
    /// assert_eq!((cloud.given(), cloud.len(), cloud.left_out()), (6, 5, 1));
    /// assert_eq!(cloud.kept().points[..2], [[-1.0, 0.0, 2.0], [2.0, 0.0, 4.0]]);
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    pub fn from_depth<'r, T: DepthValue>(
        depths: &[T],
        width: usize,
        camera: &Camera,
        radius: impl Into<Radius<'r>>,
    ) -> Result<Self, CloudError> {
        camera.check()?;
        if width == 0 || !depths.len().is_multiple_of(width) {
            return Err(CloudError::Rows { depths: depths.len(), width });
        }
        if depths.len() > MAX_POINTS {
            return Err(CloudError::TooMany { count: depths.len(), limit: MAX_POINTS });
        }
        let Camera { focal, center, scale, near, far } = *camera;
        let across: Vec<f64> = (0..width).map(|u| (u as f64 - center[0]) / focal[0]).collect();
        let mut points = Vec::with_capacity(depths.len());
        for (v, row) in depths.chunks_exact(width).enumerate() {
            let down = (v as f64 - center[1]) / focal[1];
            points.extend(row.iter().zip(&across).map(|(&depth, across)| {
                let depth: f64 = depth.into();
                let z = scale * depth;
                match depth.is_finite() && z > 0.0 && (near..=far).contains(&z) {
                    true => [across * z, down * z, z].map(T::Point::rounded),
                    false => [T::Point::rounded(f64::NAN); 3],
                }
            }));
        }
        Self::without_nan(&points, radius)
    }
}
