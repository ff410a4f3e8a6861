//! The other forms of a pose, one file each. Reading is checked by `Pose::new`; the table is at `Pose`.

mod arrays;
#[cfg(any(feature = "glam", feature = "glam-0-33", feature = "glam-0-32", feature = "glam-0-30"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
mod nalgebra;
mod text;
mod unit_quaternion;
