//! Placed planes and frustums of cones against points, discs and triangles.

pub(crate) mod frustum;
pub(crate) mod plane_reach;
pub(crate) mod plane_side;
pub(crate) mod rounded_part;
