//! `obbtree scene FILE view`: a page that shows the scene, each body by name, what meets in red,
//! and in which bodies are moved and the engine is queried again.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use obbtree::scene::{Scene, SceneQuery};
use obbtree_viewer::{CommandKind, Page};

use crate::output::{ensure_not_read, say_of, write_page};
use crate::progress::Messages;

#[derive(clap::Args)]
#[command(after_help = "\
In the page: drag a body to move it, with Ctrl or the right button to turn it, with Shift along one axis \
alone; or pick it and use the handles. What a body carries goes with it. The pairs that collide are listed; \
they are certain, and those of `obbtree scene FILE check` for the same poses. `Scene file` saves the scene \
with the poses as they are now; mesh files are named in it as in FILE, so put it beside that.")]
pub(crate) struct Arguments {
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
}

pub(crate) fn run(
    scene: &Scene,
    file: &Path,
    arguments: &Arguments,
    messages: Messages,
) -> Result<ExitCode> {
    let output = &arguments.output;
    ensure_not_read(output, &[file])?;
    let writing = messages.activity("writing", output);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let words = vec!["obbtree".to_owned(), "scene".to_owned()];
    let page = Page::new(&stem, scene, file.parent().unwrap_or(Path::new(""))).saved_as(
        format!("{stem}-moved.json"),
        CommandKind::Scene,
        words,
    );
    let size = write_page(output, &page)?;
    let (bodies, pairs) = (scene.ids().count(), SceneQuery::new().pairs(scene).len());
    drop(writing);
    say_of(
        output,
        format_args!("{}: {bodies} bodies, {pairs} pairs collide, {size} kB", output.display()),
    )?;
    Ok(ExitCode::SUCCESS)
}
