//! The checker of configurations and motions.
//!
//! | file | content |
//! |---|---|
//! | `items` | collision elements of all links, and obstacles, in one list; which pairs are asked |
//! | `reach` | how far a pair can move apart or together, per joint value |
//! | `known` | where pairs are apart at all configurations of some values |
//! | `plan` | what all threads share |
//! | `balls` | the bounding balls of all pairs at once |
//! | `budgets` | which pairs cannot have met since they were last asked |
//! | `ask` | one pair: meshes and shapes |
//! | `state` | the memory of one thread |
//! | `check` | the questions about one configuration |
//! | `nearest` | the distance of a configuration |
//! | `motion`, `pieces`, `turns` | continuous motions: the proof, its memory, and how far an element can move |
//! | `batch` | many configurations or motions over all cores |

mod ask;
mod balls;
mod batch;
mod budgets;
mod check;
mod items;
mod known;
mod motion;
mod nearest;
mod pieces;
mod plan;
mod reach;
mod state;
mod turns;

pub use batch::CheckBatch;
pub use check::{Checker, LinkPair};
pub use items::Obstacle;
pub use motion::{MotionContact, MotionOptions, MotionVerdict};
pub use nearest::ClosestPair;
