//! Point clouds and voxels: a cloud and a mesh, a shape, or another cloud.
//!
//! `obbtree_cloud` descends the hierarchy of the cloud and that of the other together, sixteen
//! boxes or points at a time in `f32`. What is left are pairs of a point and an item of the other:
//! a triangle, a shape, a point. These are decided by the certain tests of such pairs, so every
//! answer is that of exact arithmetic where theirs are: a point is a triangle whose corners are
//! one, a point with a radius is a sphere, and a voxel is a box, where there are voxels instead of
//! points: that is all that differs.
//!
//! | file | content |
//! |---|---|
//! | `others` | what a cloud is compared with: the hierarchy, and the certain tests of a pair |
//! | `item` | a point, a triangle or a cube as the certain tests take it |
//! | `frame` | a hierarchy of boxes in the frame of a cloud |
//! | `of_mesh`, `of_shape`, `of_plane`, `of_cloud` | the four kinds of others |
//! | `search` | one pair within a tolerance, all of them, the closest |
//! | `parts` | what a mesh and a cloud are divided into |
//! | `memory` | the memory of a query |
//! | `inside` | points inside a closed mesh |
//! | `questions` | the questions of a query, by these |

mod frame;
mod inside;
mod item;
mod memory;
mod of_cloud;
mod of_mesh;
mod of_plane;
mod of_shape;
mod others;
mod parts;
mod questions;
mod search;

pub(crate) use memory::CloudMemory;
