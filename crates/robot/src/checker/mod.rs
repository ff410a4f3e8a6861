//! The checker of configurations and motions.
//!
//! | folder | content |
//! |---|---|
//! | `data` | what all threads share: of a robot, and of it in one world |
//! | `state` | the memory of one thread |
//! | `questions` | the questions about one configuration; other worlds |
//! | `motions` | lines, curves and regions of joint values, and their proof |
//! | `batch` | many configurations or motions over all cores |

mod batch;
mod data;
mod motions;
mod questions;
mod state;

pub use batch::CheckBatch;
pub use motions::Region;
pub use questions::Checker;
