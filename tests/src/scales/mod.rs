//! Questions at scales where nobody lives: sizes and gaps near the smallest numbers of `f32` and
//! `f64`, near their square roots, and sums of very different magnitudes; each with its exact
//! answer.

pub mod bodies;
pub mod exact;
pub mod findings;
pub mod numbers;

pub use bodies::{PlacedMesh, Posture, Scene};
pub use findings::{Answers, Findings};
