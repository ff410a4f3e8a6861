//! Shapes that are not meshes, and questions about a body and a shape.
//!
//! A shape with flat faces becomes a small body; one that is round is all points within a radius of such a
//! body. So the same descent of the tree and the same certain tests answer.
//!
//! | file | content |
//! |---|---|
//! | `shape` | the shapes: constructors, input validation |
//! | `hull` | the convex hull of points, exact |
//! | `height`, `planes` | heights over a placed plane; planes and half-spaces |
//! | `axial` | cylinders, cones and frusta |
//! | `ask` | the questions of a query |

mod ask;
mod axial;
mod height;
mod hull;
mod planes;
mod shape;

pub use ask::ShapeDistance;
pub use shape::{Shape, ShapeError};
