//! The questions about one configuration, and what changes the world that they are about.
//!
//! | file | content |
//! |---|---|
//! | `check` | does it collide, and which pairs do? |
//! | `nearest` | its distance, and pairs that are close |
//! | `contacts` | where it collides |
//! | `changes` | other worlds, attached bodies, groups of joints |

mod changes;
mod check;
mod contacts;
mod nearest;

pub use check::Checker;
pub(crate) use nearest::NOWHERE;
