//! The referee, a crate of its own because the command line's `--verify` offers it to doubters.

pub use obbtree_referee::*;
