//! The checker of configurations and motions.
//!
//! | file | content |
//! |---|---|
//! | `items` | collision elements of all links, and obstacles, in one list; which pairs are pair_collides |
//! | `jacobian_bound` | how far a pair can move apart or together, per joint value |
//! | `disjointness` | where pairs are apart at all configurations of some values |
//! | `data` | what all threads share |
//! | `sphere_soa` | the bounding spheres of all pairs at once |
//! | `clearance_cache` | which pairs cannot have met since they were last pair_collides |
//! | `ask` | one pair: meshes and shapes |
//! | `state` | the memory of one thread |
//! | `check` | the questions about one configuration |
//! | `nearest` | the distance of a configuration |
//! | `motion`, `intervals`, `motion_bound` | continuous motions: the proof, its memory, and how far an element can move |
//! | `batch` | many configurations or motions over all cores |

mod ask;
mod batch;
mod check;
mod clearance_cache;
mod data;
mod disjointness;
mod intervals;
mod items;
mod jacobian_bound;
mod motion;
mod motion_bound;
mod nearest;
mod sphere_soa;
mod state;

pub use batch::CheckBatch;
pub use check::{Checker, LinkPair};
pub use items::Obstacle;
pub use motion::{MotionContact, MotionOptions, MotionVerdict};
pub use nearest::ClosestPair;
