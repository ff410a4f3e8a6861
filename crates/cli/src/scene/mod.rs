//! `obbtree scene`: a scene file, checked and shown.

pub(crate) mod check;
mod draw;
mod view;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Subcommand;

use crate::inputs::scene_of_file;
use crate::progress::Messages;

#[derive(clap::Args)]
#[command(after_help = "\
FILE is a scene file, or an assembly (glTF, GLB, COLLADA, or an OBJ with objects or groups), whose nodes \
are the bodies, a mesh, a folder of meshes, or - for one of the first two on standard input.

A scene file is JSON: models made of meshes and shapes, bodies with names and poses, and which pairs \
may collide. Mesh files are found relative to it. A file without bodies is an error; where no pair of \
bodies is checked a warning says so.

Examples:
  obbtree scene assets/workshop.json check
  obbtree scene assets/workshop.json check --contacts 3 --distance --json
  obbtree scene assembly.glb check --within 0.002 --json
  obbtree scene assets/workshop.json draw -o workshop.png
  obbtree scene assets/workshop.json view -o workshop.html")]
pub(crate) struct Arguments {
    /// Scene file, assembly, folder, or - for standard input
    file: std::path::PathBuf,
    #[command(flatten)]
    messages: Messages,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Which bodies collide? Exit status 0: none, 1: some, 2: error
    Check(check::Arguments),
    /// Draw the scene to a PNG picture; what meets is red
    Draw(draw::Arguments),
    /// Write an HTML page that shows the scene; move bodies in it, and see which collide
    View(view::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let &Arguments { ref file, messages, .. } = arguments;
    let reading = messages.activity("reading", file);
    let scene = scene_of_file(file)?;
    drop(reading);
    let nothing_checked = scene.require_pairs().err();
    let has_bodies = scene.ids().next().is_some();
    if let Some(why) = &nothing_checked {
        ensure!(has_bodies, "{}: {why}", file.display());
        // That no pair collides is true, and says nothing about the bodies.
        eprintln!("warning: {}: {why}", file.display());
    }
    match &arguments.command {
        Command::Check(options) => check::run(&scene, file, nothing_checked, options, messages),
        Command::Draw(options) => draw::run(&scene, file, options, messages),
        Command::View(options) => view::run(&scene, file, options, messages),
    }
}
