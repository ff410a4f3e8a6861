//! Rays against the triangles of a placed mesh.

pub(crate) mod ray;
#[cfg(test)]
pub(crate) mod ray_campaign;
pub(crate) mod ray_filter;
pub(crate) mod ray_in_mesh;
pub(crate) mod ray_triangle;
