//! `obbtree scene FILE view`: a page that shows the scene, each body by name, what meets in red,
//! and in which bodies are moved and the engine is queried again.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use obbtree::scene::{Scene, SceneQuery, scene_to_json};
use obbtree_viewer::Page;

use crate::output::{ensure_not_read, say};

#[derive(clap::Args)]
#[command(after_help = "\
In the page: pick a body in the list or by a click, tick `drag it` and drag to move it, with Ctrl or \
the right button to turn it; with Shift along or about one axis alone. What a body carries goes with it. \
The pairs that collide are listed; they are certain, and those of `obbtree scene FILE check` for the same \
poses. `Save scene` gives the scene file with the poses as they are now; mesh files are named in it as in \
FILE, so put it beside that.")]
pub(crate) struct Arguments {
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
}

pub(crate) fn run(scene: &Scene, file: &Path, arguments: &Arguments) -> Result<ExitCode> {
    let output = &arguments.output;
    ensure_not_read(output, &[file])?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let named = scene_to_json(scene, Some(file.parent().unwrap_or(Path::new(""))));
    let page =
        Page::new("obbtree scene", scene).saved_as(named, format!("{stem}-moved.json")).html()?;
    std::fs::write(output, &page).with_context(|| output.display().to_string())?;
    let pairs = SceneQuery::new().pairs(scene).len();
    say(format_args!(
        "{}: {} bodies, {pairs} pairs collide, {} kB",
        output.display(),
        scene.ids().count(),
        page.len() / 1000
    ))?;
    Ok(ExitCode::SUCCESS)
}
