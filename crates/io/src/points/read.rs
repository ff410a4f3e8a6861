//! Reading points: a path or bytes in, points out.

use std::fmt;
use std::path::Path;

use super::{columns, npy, pcd};
use crate::bytes::bytes_of;
use crate::error::{Fault, Problem, ReadError};
use crate::format::{Format, extension, is_zip, looks_like};
use crate::ply;
use crate::text::refuse_utf16;

/// The points of a file, and how they were read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedPoints {
    /// The points in the order of the file, each coordinate as the file has it: in range, or NaN
    /// where a sensor saw nothing.
    pub points: Vec<[f64; 3]>,
    /// The format that the file was read as.
    pub format: PointFormat,
    /// The pose of the sensor that a PCD tells, `x y z qw qx qy qz`, if it is not the identity.
    /// Points are as the file has them: it is not applied.
    pub viewpoint: Option<[f64; 7]>,
    /// Bytes after the last point of a file that announces how many there are.
    pub trailing_bytes: usize,
}

/// A format of points that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PointFormat {
    /// PCD of the Point Cloud Library: ASCII, binary or compressed.
    Pcd,
    /// Stanford PLY, ASCII or binary: its vertices, whatever faces it has.
    Ply,
    /// Text of columns: the first three, or those that its first line names `x`, `y` and `z`.
    Columns,
    /// One array of numpy, `(..., n)` with n of at least 3: the first three numbers of each row.
    Npy,
    /// An archive of arrays of numpy: the array `points`, or the only one.
    Npz,
}

impl fmt::Display for PointFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pcd => "PCD",
            Self::Ply => "PLY",
            Self::Columns => "columns of text",
            Self::Npy => "NPY",
            Self::Npz => "NPZ",
        })
    }
}

impl PointFormat {
    /// The format of a file of points, by its content, and of text by the extension alone; `None`
    /// if it is not one of these.
    #[must_use]
    pub fn of(bytes: &[u8], name: &str) -> Option<Self> {
        if bytes.starts_with(npy::MAGIC) {
            return Some(Self::Npy);
        }
        if is_zip(bytes) {
            if extension(name) == "3mf" || is_package(bytes) {
                return None;
            }
            return Some(Self::Npz);
        }
        if ply::is_ply(bytes) {
            return Some(Self::Ply);
        }
        if pcd::is_pcd(bytes) {
            return Some(Self::Pcd);
        }
        Some(match extension(name).as_str() {
            "pcd" => Self::Pcd,
            "ply" => Self::Ply,
            "xyz" | "txt" | "csv" | "asc" | "pts" => Self::Columns,
            "npy" => Self::Npy,
            "npz" => Self::Npz,
            _ => return None,
        })
    }

    /// The same of what has no name, as a pipe: text that begins as columns of points is that, as
    /// long as it does not begin as a mesh.
    #[must_use]
    pub fn of_unnamed(bytes: &[u8]) -> Option<Self> {
        let is_columns = || Format::of(bytes, "").is_none() && columns::is_columns(bytes);
        Self::of(bytes, "").or_else(|| is_columns().then_some(Self::Columns))
    }
}

/// Is an archive a package, as a 3MF and documents of offices are, by its first file?
fn is_package(bytes: &[u8]) -> bool {
    // In the header of a file its name is at byte 30.
    let name = bytes.get(30..).unwrap_or_default();
    [&b"[Content_Types].xml"[..], b"_rels/", b"3D/"].iter().any(|first| name.starts_with(first))
}

/// Reads a file of points. Its format is determined by content first, by extension second.
///
/// Memory stays within 48 times the size of the file; of compressed data, which may grow to a
/// hundred times its size, within 1024 times.
///
/// # Errors
/// If the file cannot be read, is in no known format or violates its rules, or has a coordinate
/// that is infinite or beyond [`MAX_COORDINATE`](obbtree_predicates::MAX_COORDINATE). NaN is none.
pub fn read_points(path: impl AsRef<Path>) -> Result<LoadedPoints, ReadError> {
    let path = path.as_ref();
    read_points_from(&bytes_of(path)?, &path.display().to_string(), None)
}

/// Reads points from memory. `name` is used for the file in errors, and its extension for the
/// format if the content does not determine it; a `format` that is given is used without a check.
///
/// # Errors
/// As [`read_points`].
///
/// ```
/// let file = b"x,y,z,intensity\n0,0,1,7\n0.5,nan,1,9\n";
/// let loaded = obbtree_io::read_points_from(file, "scan.csv", None)?;
/// assert_eq!(loaded.points[0], [0.0, 0.0, 1.0]);
/// let wrong = obbtree_io::read_points_from(b"1 2 inf", "scan.xyz", None).unwrap_err();
/// let message = "scan.xyz: line 1: point 0 has z = inf, not a finite number";
/// assert_eq!(wrong.to_string(), message);
/// # Ok::<(), obbtree_io::ReadError>(())
/// ```
pub fn read_points_from(
    bytes: &[u8],
    name: &str,
    format: Option<PointFormat>,
) -> Result<LoadedPoints, ReadError> {
    read(bytes, name, format).map_err(|fault| fault.in_file(name))
}

fn read(bytes: &[u8], name: &str, format: Option<PointFormat>) -> Result<LoadedPoints, Fault> {
    if bytes.is_empty() {
        return Err(Fault::byte(0, Problem::Empty));
    }
    let format = format.or_else(|| PointFormat::of(bytes, name)).ok_or_else(|| {
        let starts: [&[u8]; 3] = [b"\x89PNG", b"II*\0", b"MM\0*"];
        let is_image = starts.iter().any(|start| bytes.starts_with(start));
        let looks_like = if is_image {
            Some("an image; depths need the numbers of their camera")
        } else {
            looks_like(bytes)
        };
        Fault::anywhere(Problem::UnknownPoints { looks_like })
    })?;
    if matches!(format, PointFormat::Pcd | PointFormat::Ply | PointFormat::Columns) {
        refuse_utf16(bytes)?;
    }
    let (mut viewpoint, mut trailing_bytes) = (None, 0);
    let points = match format {
        PointFormat::Pcd => {
            let read = pcd::read(bytes)?;
            (viewpoint, trailing_bytes) = (read.viewpoint, read.trailing_bytes);
            read.points
        }
        PointFormat::Ply => ply::read_points(bytes)?,
        PointFormat::Columns => columns::read(bytes)?,
        PointFormat::Npy => {
            let (points, trailing) = npy::read(bytes)?;
            trailing_bytes = trailing;
            points
        }
        #[cfg(feature = "npz")]
        PointFormat::Npz => super::npz::read(bytes)?,
        #[cfg(not(feature = "npz"))]
        PointFormat::Npz => {
            let left_out = Problem::FeatureOff { extension: "npz", feature: "npz" };
            return Err(Fault::anywhere(left_out));
        }
    };
    Ok(LoadedPoints { points, format, viewpoint, trailing_bytes })
}
