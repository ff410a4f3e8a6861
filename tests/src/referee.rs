//! The referee, a crate of its own because the command line's `--verify` uses it.

pub use obbtree_referee::*;
