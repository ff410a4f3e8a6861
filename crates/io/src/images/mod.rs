//! Images whose numbers are depths or heights: PNG and TIFF of one channel.
//!
//! | file | content |
//! |---|---|
//! | `depth` | a path or bytes in, numbers out; which format an image has |
//! | `image` | what is read |
//! | `png`, `tiff` | the two formats |
//! | `heights` | numbers to the surface of a height map |

mod depth;
mod heights;
mod image;
mod png;
mod tiff;

pub use depth::{read_depth, read_depth_from};
pub use heights::{Heights, read_height_map, read_height_map_from};
pub use image::DepthImage;
