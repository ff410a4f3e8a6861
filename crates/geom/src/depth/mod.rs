//! How deep two boxes overlap, and how to part them; or how far they are apart along an axis.

mod obb_obb;

pub use obb_obb::{BoxGap, obb_obb};
