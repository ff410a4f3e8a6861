//! Many questions at once, in lanes: rays and boxes, closest points of triangles.
//!
//! Each function answers what its single twin in [`cast`](crate::cast) or
//! [`closest`](crate::closest) answers, bit by bit (zeros may differ in sign), with the same frame,
//! unit, ties and accuracy: both run the same formulas, and no instruction set fuses or reorders
//! them. Only the time differs. Questions that the branch-free formulas leave out (a ray that
//! stands still along an axis, a triangle without area, sizes whose squares leave the range) are
//! put to the twin, one by one, so that a batch of them costs more than they do alone.
//!
//! The answer to question `i` goes to `out[i]`. Where the slices differ in length, the shorter one
//! ends the work: what is beyond in `out` is left as it was, questions beyond are not asked. Each
//! function returns how many it answered. Nothing is allocated.
//!
//! Method: a block of questions is laid out as one array a component, and a loop over the block,
//! compiled for each instruction set (see [`SimdLevel`]), does as many at once as a register holds.
//! With AVX-512 that pays from about eight questions on; fewer are quicker alone, as a block is
//! cleared first.

mod blocks;
mod point_triangles;
mod points_triangle;
mod ray_aabbs;
mod ray_obbs;
mod rays_aabb;
mod rays_obb;
mod slabs;

pub use obbtree_simd::SimdLevel;
pub use point_triangles::point_triangles;
pub use points_triangle::points_triangle;
pub use ray_aabbs::ray_aabbs;
pub use ray_obbs::ray_obbs;
pub use rays_aabb::rays_aabb;
pub use rays_obb::rays_obb;
