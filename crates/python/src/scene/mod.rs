//! The class `Scene`: many placed bodies by name.
//!
//! | file | content |
//! |---|---|
//! | `class` | the class, and what its other files go by |
//! | `file` | scene files, copies, pickles |
//! | `parts` | an argument that says what a body is made of |
//! | `bodies`, `pairs` | bodies and their places; which pairs are tested |
//! | `questions`, `batches` | questions, once and at many places |
//!
//! A scene is behind a lock, which is held only to change it or to take a snapshot: snapshots
//! share all that is large. Queries are about a snapshot, without any lock.

mod batches;
mod bodies;
mod class;
mod file;
mod pairs;
mod parts;
mod questions;

pub(crate) use class::Scene;
pub(crate) use parts::parts;
