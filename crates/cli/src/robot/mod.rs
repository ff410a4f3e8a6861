//! `obbtree robot`: a robot from its URDF, and what a planner asks about it.
//!
//! Each command is a file; `load` reads what all of them take.

pub(crate) mod allowed;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod fk;
mod given;
pub(crate) mod info;
mod load;
pub(crate) mod motions;
pub(crate) mod plan;
mod timing;
mod view;

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

#[derive(clap::Args)]
#[command(after_help = "\
A configuration file has one configuration a line: the values of the joints that move and mimic none, in the \
order that `info` lists them, or in the order that a line \"# joints: NAME NAME ...\" gives (joints not named \
are 0). Angles are in radians. # starts a comment. In place of a file --config gives values, or the name of a \
state of the SRDF.

Examples:
  obbtree robot arm.urdf check --config \"0 90 45\" --degrees --scene shelf.obj
  obbtree robot arm.urdf check --configs configurations.txt --scene scan.pcd@radius=0.01
  obbtree robot arm.urdf check --configs configurations.txt --scene map.bt@unknown=occupied
  obbtree robot arm.urdf info
  obbtree robot arm.urdf --srdf arm.srdf check --configs configurations.txt --scene shelf.obj --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: load::Files,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List joints, links, shapes, triangles and the pairs of links that are checked
    Info(info::Arguments),
    /// Print where configurations put the links
    Fk(fk::Arguments),
    /// Which configurations or motions collide, and which links? Exit status 0: none, 1: some, 2:
    /// error
    Check(check::Arguments),
    /// Sample configurations, and write an SRDF of the pairs of links that need no check
    Allowed(allowed::Arguments),
    /// Find a path among obstacles, proven free. Exit status 0: found, 1: not, 2: error
    Plan(plan::Arguments),
    /// Write an HTML page that shows the robot, with a slider for each joint
    View(view::Arguments),
    /// Time checks of configurations and motions; every pass must give the same answers
    Bench(bench::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files = &arguments.files;
    match &arguments.command {
        Command::Info(command) => info::run(files, command),
        Command::Fk(command) => fk::run(files, command),
        Command::Check(command) => check::run(files, command),
        Command::Allowed(command) => allowed::run(files, command),
        Command::Plan(command) => plan::run(files, command),
        Command::View(command) => view::run(files, command),
        Command::Bench(command) => bench::run(files, command),
    }
}
