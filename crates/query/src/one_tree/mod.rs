//! Queries that descend one tree alone: rays, tests for inside, and all boxes that a caller keeps.

pub(crate) mod inside;
pub(crate) mod inside_ray;
pub(crate) mod ray_cast;
pub(crate) mod ray_frame;
pub(crate) mod ray_hits;
pub(crate) mod walk;
