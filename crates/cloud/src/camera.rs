//! A pinhole camera, and the depths that it sees (R. Hartley, A. Zisserman, "Multiple View Geometry
//! in Computer Vision", 2nd edition, section 6.1).

use crate::error::CloudError;
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

    /// Can its numbers be used?
    ///
    /// # Errors
    /// If one cannot: which, and what it has to be.
    pub fn check(&self) -> Result<(), CloudError> {
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
