//! Do two triangles meet, and how.

pub(crate) mod coincide;
pub(crate) mod decide;
pub(crate) mod degenerate;
pub(crate) mod folded;
pub(crate) mod heights;
pub(crate) mod in_plane;
pub(crate) mod tri_tri;
