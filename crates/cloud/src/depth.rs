//! Points from a depth image: what a camera sees, pixel by pixel.

use std::sync::Arc;

use crate::camera::{Camera, DepthValue};
use crate::cloud::PointCloud;
use crate::error::CloudError;
use crate::image::of_image;
use crate::parts::MAX_POINTS;
use crate::present::Radius;
use crate::source::Coordinate;

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
    /// If a number of the camera is of no use, the depths do not fill their rows, or the points or
    /// radii are none of a cloud.
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
        let radius = radius.into();
        if let Some(shared) = of_image(depths, width, camera, radius) {
            return Ok(Self { shared: Arc::new(shared) });
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
