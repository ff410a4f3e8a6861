//! Points from files.

use std::path::Path;

use obbtree_io::{PointFormat, ReadError, read_points, read_points_from};
#[cfg(feature = "images")]
use obbtree_io::{read_depth, read_depth_from};
use thiserror::Error;

#[cfg(feature = "images")]
use crate::camera::Camera;
use crate::cloud::PointCloud;
use crate::error::CloudError;

/// Why a file gives no cloud.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CloudFileError {
    /// The file was not read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// Its points, with the radius or the camera given, are no cloud.
    #[error("{file}: {error}")]
    Cloud {
        /// The file.
        file: String,
        /// Why.
        error: CloudError,
    },
}

impl PointCloud {
    /// Reads a file of points: PCD, PLY, columns of text (XYZ, TXT, CSV), NPY, or NPZ with the
    /// feature `npz`. All points have one radius, a length in the unit of the file; those with a
    /// coordinate that is NaN are left out and counted ([`PointCloud::left_out`]).
    ///
    /// # Errors
    /// As for [`obbtree_io::read_points`] and [`PointCloud::without_nan`].
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let wrong = PointCloud::read("no/such/scan.pcd", 0.01).unwrap_err().to_string();
    /// assert!(wrong.starts_with("no/such/scan.pcd: cannot be read: "));
    /// ```
    pub fn read(path: impl AsRef<Path>, radius: f64) -> Result<Self, CloudFileError> {
        let path = path.as_ref();
        let points = read_points(path)?.points;
        Self::without_nan(&points, radius).map_err(|error| in_file(&path.display(), error))
    }

    /// The same from memory. `name` is used for the file in errors, and its extension for the
    /// format if the content does not determine it; a `format` that is given is used without a
    /// check.
    ///
    /// # Errors
    /// As for [`PointCloud::read`].
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let cloud = PointCloud::read_from(b"0 0 1\nnan nan nan\n0 0.5 1\n", "a.xyz", None, 0.01)?;
    /// assert_eq!((cloud.len(), cloud.left_out()), (2, 1));
    /// # Ok::<(), obbtree_cloud::CloudFileError>(())
    /// ```
    pub fn read_from(
        bytes: &[u8],
        name: &str,
        format: Option<PointFormat>,
        radius: f64,
    ) -> Result<Self, CloudFileError> {
        let points = read_points_from(bytes, name, format)?.points;
        Self::without_nan(&points, radius).map_err(|error| in_file(&name, error))
    }

    /// Reads a depth image as seen by a camera, PNG or TIFF: see [`obbtree_io::read_depth`] and
    /// [`PointCloud::from_depth`].
    ///
    /// # Errors
    /// As for [`obbtree_io::read_depth`] and [`PointCloud::from_depth`].
    ///
    /// ```
    /// use obbtree_cloud::{Camera, PointCloud};
    /// let camera = Camera::new([525.0, 525.0], [319.5, 239.5]).with_scale(0.001);
    /// assert!(PointCloud::read_depth("no/such/depth.png", &camera, 0.01).is_err());
    /// ```
    #[cfg(feature = "images")]
    pub fn read_depth(
        path: impl AsRef<Path>,
        camera: &Camera,
        radius: f64,
    ) -> Result<Self, CloudFileError> {
        let path = path.as_ref();
        let image = read_depth(path)?;
        let cloud = Self::from_depth(&image.depths, image.width, camera, radius);
        cloud.map_err(|error| in_file(&path.display(), error))
    }

    /// The same from memory; `name` is used for the file in errors.
    ///
    /// # Errors
    /// As for [`PointCloud::read_depth`].
    #[cfg(feature = "images")]
    pub fn read_depth_from(
        bytes: &[u8],
        name: &str,
        camera: &Camera,
        radius: f64,
    ) -> Result<Self, CloudFileError> {
        let image = read_depth_from(bytes, name)?;
        let cloud = Self::from_depth(&image.depths, image.width, camera, radius);
        cloud.map_err(|error| in_file(&name, error))
    }
}

fn in_file(file: &dyn std::fmt::Display, error: CloudError) -> CloudFileError {
    CloudFileError::Cloud { file: file.to_string(), error }
}
