//! The classes `Robot`, links and joints, and `Checker`, a robot in its world.
//!
//! | file | content |
//! |---|---|
//! | `class` | the class `Robot` |
//! | `source` | what a robot is made of, for pickles |
//! | `configurations` | arguments that are configurations; what describes them |
//! | `kinematics` | where links are |
//! | `checker` | the class `Checker`, and what its other files go by |
//! | `world` | the world of a checker: changes, attached bodies, pickles |
//! | `questions`, `motions` | queries about configurations and motions |
//! | `batches` | the same for many, over all cores |
//! | `trajectories` | the class `Trajectory`, queries about one; free regions |
//! | `page` | a checker as a page |
//! | `planning` | a path between two configurations |
//! | `answers` | answers of the engine as classes of all queries |
//!
//! The engine's checker has the memory of one thread. Idle ones wait in a list for the next call,
//! from any thread, until the world changes.

mod answers;
mod batches;
mod checker;
mod class;
mod configurations;
mod kinematics;
mod motions;
mod page;
mod planning;
mod questions;
mod source;
mod trajectories;
mod world;

pub(crate) use checker::Checker;
pub(crate) use class::Robot;
pub(crate) use trajectories::Trajectory;
