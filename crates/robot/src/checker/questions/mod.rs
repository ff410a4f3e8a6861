//! The questions about one configuration, and what changes the world that they are about.
//!
//! | file | content |
//! |---|---|
//! | `check` | does it collide, and which pairs do? |
//! | `nearest` | its distance, and pairs that are close |
//! | `contacts` | where it collides |
//! | `sensed` | points that the robot itself shows, and points beyond its reach |
//! | `changes` | other worlds, attached bodies, groups of joints |

mod changes;
mod check;
mod contacts;
mod nearest;
mod sensed;

pub use check::Checker;
pub(crate) use nearest::NOWHERE;
