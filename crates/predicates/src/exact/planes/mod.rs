//! Planes, discs and frustums of cones.

pub(crate) mod frustum;
pub(crate) mod reach;
pub(crate) mod side;
