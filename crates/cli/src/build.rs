//! `obbtree build`: a mesh file to a tree file.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;
use obbtree::Body;
use obbtree::collider::{Config, Effort};

use crate::load::{self, MeshOptions};
use crate::output::{ensure_not_read, say_of, write_file};
use crate::progress::Messages;

#[derive(clap::Args)]
#[command(after_help = "\
A tree file holds a mesh and its tree. Every command takes a tree file where it takes a mesh file, \
and then does not build the tree again.

Examples:
  obbtree build assets/wheel.stl -o wheel.obbt
  obbtree build robot.stl --scale 0.001 --weld --effort fast -o robot.obbt")]
pub(crate) struct Arguments {
    /// The mesh file
    mesh: PathBuf,
    /// The tree file to write
    #[arg(short, long, value_name = "FILE.obbt")]
    output: PathBuf,
    /// How much time building may take
    #[arg(long, value_enum, default_value = "best")]
    effort: EffortName,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    options: MeshOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum EffortName {
    /// Little more than half of the time, for about a quarter more box tests in each query
    Fast,
    /// The fewest box tests in each query
    Best,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { mesh, output, effort, options, messages } = arguments;
    ensure_not_read(output, &[mesh])?;
    let effort = match effort {
        EffortName::Fast => Effort::Fast,
        EffortName::Best => Effort::Best,
    };
    let loaded = load::mesh(mesh, options, *messages)?;
    let start = Instant::now();
    let body: Body = {
        let _activity = messages.activity("building", mesh);
        Body::build(loaded, &Config::default().with_effort(effort))
    };
    let build_ms = start.elapsed().as_secs_f64() * 1e3;
    let bytes = obbtree::io::tree_bytes(body.mesh(), body.tree())?;
    write_file(output, &bytes)?;
    let triangles = body.mesh().triangles().len();
    say_of(
        output,
        format_args!(
            "{}: {triangles} triangles, built in {build_ms:.1} ms, {} bytes ({:.1} per triangle)",
            output.display(),
            bytes.len(),
            bytes.len() as f64 / triangles as f64
        ),
    )?;
    Ok(ExitCode::SUCCESS)
}
