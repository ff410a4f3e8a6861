//! What two triangles that meet share.

pub(crate) mod by_width;
pub(crate) mod corners;
pub(crate) mod in_plane;
pub(crate) mod shared_set;
