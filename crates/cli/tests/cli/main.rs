//! The command as a user runs it.

mod commands;
mod robot;
mod run;
mod scene;
mod sweep;
mod view;
