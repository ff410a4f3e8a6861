//! `obbtree scene FILE draw`: the scene as a picture, what meets in red.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use obbtree::scene::Scene;
use obbtree_viewer::Figure;

use crate::draw::{PictureOptions, ensure_png};
use crate::output::{say_of, write_file};
use crate::progress::Messages;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    picture: PictureOptions,
    /// The file of the picture, PNG
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
}

pub(crate) fn run(
    scene: &Scene,
    file: &Path,
    arguments: &Arguments,
    messages: Messages,
) -> Result<ExitCode> {
    let output = &arguments.output;
    ensure_png(output)?;
    let drawing = messages.activity("drawing", output);
    let (figure, pairs) = Figure::of_scene(scene)?;
    ensure!(
        !figure.is_empty(),
        "{}: there is nothing in the scene that can be drawn",
        file.display()
    );
    let png = figure.png(arguments.picture.view, arguments.picture.size)?;
    drop(drawing);
    write_file(output, png)?;
    say_of(output, format_args!("{}: {pairs} pairs of bodies collide", output.display()))?;
    Ok(ExitCode::SUCCESS)
}
