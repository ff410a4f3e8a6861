//! Batches: many rays and boxes, or many closest points on triangles, with SIMD instructions.
//!
//! Each function gives the same results as the corresponding single function in
//! [`cast`](crate::cast) or [`closest`](crate::closest), bit for bit (zeros may differ in sign),
//! with the same frame, unit, ties and accuracy. Both run the same formulas, and no instruction set
//! fuses or reorders operations; only the speed differs. Inputs that the branch-free formulas
//! cannot handle (a direction with a zero component, a triangle without area, lengths whose squares
//! leave the range) are passed to the single function one by one, so a batch of them costs more
//! than single calls.
//!
//! The result for input `i` is written to `out[i]`. If the slices differ in length, the shorter one
//! determines the number of inputs processed, and the rest of `out` is unchanged. Each function
//! returns this number. Nothing is allocated.
//!
//! Method: a block of inputs is stored as one array per component, and a loop over the block,
//! compiled for each instruction set (see [`SimdLevel`]), processes as many at once as fit in a
//! register. With AVX-512 this is faster from about eight inputs on; fewer are faster with the
//! single function, because a block must be initialised first.

mod blocks;
mod points_and_triangles;
mod rays_and_boxes;

pub use obbtree_simd::SimdLevel;
pub use points_and_triangles::{point_triangles, points_triangle};
pub use rays_and_boxes::{ray_aabbs, ray_obbs, rays_aabb, rays_obb};
