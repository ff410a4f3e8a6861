//! The command as a user runs it.

mod browser;
mod clash;
mod clash_page;
mod clouds;
mod commands;
mod images;
mod inputs;
mod refusals;
mod robot;
mod robot_page;
mod run;
mod scene;
mod scene_page;
mod sweep;
mod view;
mod voxels;
