//! The command as a user runs it.

mod commands;
mod run;
mod scene;
mod sweep;
mod view;
