//! Conversions of poses, one file per library or format. Conversions to a pose are validated by
//! `Pose::new`; the table is in the documentation of `Pose`.

mod arrays;
#[cfg(any(feature = "glam", feature = "glam-0-33", feature = "glam-0-32", feature = "glam-0-30"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
mod nalgebra;
mod text;
mod unit_quaternion;
