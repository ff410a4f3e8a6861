//! The class `Robot`: links and joints among obstacles.
//!
//! | file | content |
//! |---|---|
//! | `class` | the class, and what its other files go by |
//! | `source` | what a robot is made of, for pickles |
//! | `obstacles` | an argument that says what is around a robot |
//! | `configurations` | arguments that are configurations; what describes them |
//! | `questions`, `motions` | questions about configurations and motions |
//! | `batches` | the same for many, over all cores |
//! | `planning` | a path between two configurations |
//! | `answers` | answers of the engine as classes of all questions |
//!
//! The engine's checker has the memory of one thread. Idle ones wait in a list for the next call, from any thread.

mod answers;
mod batches;
mod class;
mod configurations;
mod motions;
mod obstacles;
mod planning;
mod questions;
mod source;

pub(crate) use class::Robot;
