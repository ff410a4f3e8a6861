//! `obbtree robot URDF view`: a page that shows the robot, in which its joints are moved and the
//! engine is queried what collides.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use super::given::Given;
use super::load::{Files, Surroundings, read_configurations};
use crate::output::{say, write_page};

#[derive(clap::Args)]
#[command(after_help = "\
In the page: a slider for each joint, or drag a link; states and groups of the SRDF; visual meshes or those \
that are checked. Links that collide are red, with their names; the closest pair is shown with its distance. \
Obstacles are dragged. `Set start`, `Set goal` and `Plan` find a path and play it: what of it is proven free \
is green, what is refuted red. Answers are those of `obbtree robot FILE check`.

Examples:
  obbtree robot arm.urdf view -o arm.html
  obbtree robot arm.urdf --srdf arm.srdf view --scene shelf.obj --path found.txt -o arm.html")]
pub(super) struct Arguments {
    #[command(flatten)]
    around: Surroundings,
    /// Where the joints are at first
    #[command(flatten)]
    given: Given,
    /// Play a path, a configuration a line; its file gives the name
    #[arg(long, value_name = "FILE")]
    path: Vec<PathBuf>,
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { around, given, path, output } = arguments;
    let files_given = given.configs.iter().chain(path).map(PathBuf::as_path);
    files.ensure_not_read(output, &around.files().chain(files_given).collect::<Vec<_>>())?;
    given.ensure_used()?;
    let checker = files.shown(around)?;
    let robot = checker.robot();
    let mut page = files.page(&checker, around, output)?;
    if given.is_given() {
        page = page.starting_at(given.read(robot, files)?.swap_remove(0));
    }
    let read = |file: &PathBuf| -> Result<_> {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, read_configurations(robot, file)?))
    };
    let paths: Vec<_> = path.iter().map(read).collect::<Result<_>>()?;
    let named: Vec<_> = paths.iter().map(|(name, path)| (name.as_str(), path.as_slice())).collect();
    let size = write_page(output, &page.with_paths(&named))?;
    let (links, joints) = (robot.links().len(), robot.active_joints().count());
    let file = Path::display(output);
    say(format_args!("{file}: {links} links, {joints} joints that move, {size} kB"))?;
    Ok(ExitCode::SUCCESS)
}
