//! Files of points.
//!
//! | file | content |
//! |---|---|
//! | `read` | a path or bytes in, points out; which format a file has |
//! | `pcd`, `lzf` | PCD of the Point Cloud Library, and its compression |
//! | `columns` | text of columns: XYZ, TXT, CSV |
//! | `npy`, `npz` | arrays of numpy, alone and in archives |

pub(crate) mod columns;
mod lzf;
pub(crate) mod npy;
#[cfg(feature = "npz")]
mod npz;
pub(crate) mod pcd;
mod read;

pub use read::{LoadedPoints, PointFormat, read_points, read_points_from};
