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
//! | `bounding` | a sphere around a shape |
//! | `ask`, `shape_distance` | the questions of a query about a body and a shape, and an answer |
//! | `convex`, `gjk` | convex shapes by their farthest points, and the bounds of their distance |
//! | `plane_pair` | a shape and a plane or half-space |
//! | `pair`, `shapes_distance` | the questions of a query about two shapes, and their answer |

mod ask;
mod axial;
mod bounding;
mod convex;
mod gjk;
mod height;
mod hull;
mod pair;
mod plane_pair;
mod planes;
mod shape;
mod shape_distance;
mod shapes_distance;

pub use shape::{Shape, ShapeError};
pub use shape_distance::ShapeDistance;
pub use shapes_distance::ShapesDistance;
