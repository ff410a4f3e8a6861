//! PLY, ASCII and binary of either byte order (Greg Turk, "The PLY Polygon File Format", 1994).
//!
//! Used are `x`, `y` and `z` of the element `vertex`, the list `vertex_indices` or `vertex_index`
//! of `face`, and that of `tristrips` (a negative index begins a new strip). Other elements and
//! properties, lists included, are allowed anywhere and skipped, and faces may precede the
//! vertices. Vertices keep their order, used or not; triangles are in the order of the faces,
//! polygons triangulated by `polygon`. Every scalar type of PLY widens to a double exactly; ASCII
//! numbers are read as doubles whatever type is announced. In an ASCII file every element is on its
//! own line.
//!
//! Own reader: ply-rs-bw 4.0 passes values to setters by the property's name, one at a time and
//! without the place in the file, which errors on coordinates and indices must have.

mod data;
mod header;
mod read;

pub(crate) use read::{read, read_points};

use crate::text::without_bom;

/// Does a file begin as a PLY does?
pub(crate) fn is_ply(bytes: &[u8]) -> bool {
    let bytes = without_bom(bytes);
    bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r")
}
