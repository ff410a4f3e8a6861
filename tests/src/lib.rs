//! Test support: where the shared data is, and slow and obvious twins of what the engine does fast.

pub mod data;
