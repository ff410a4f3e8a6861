//! The penetration depth of two boxes and the translation that separates them, or their gap.

mod obb_obb;

pub use crate::box_gap::BoxGap;
pub use obb_obb::obb_obb;
