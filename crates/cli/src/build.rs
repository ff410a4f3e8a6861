//! `obbtree build`: a mesh file to a tree file.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;
use obbtree::wide::{self, Config, Effort};

use crate::load::{self, MeshOptions};
use crate::output::Talk;

#[derive(clap::Args)]
#[command(after_help = "\
A tree file holds the mesh and its tree. Every command takes it where it takes a mesh, and does not
build the tree again.

Examples:
  obbtree build assets/wheel.stl -o wheel.obbt
  obbtree build robot.stl --scale 0.001 --weld --effort fast -o robot.obbt")]
pub(crate) struct Arguments {
    /// The mesh file
    mesh: PathBuf,
    /// The tree file to write
    #[arg(short, long, value_name = "FILE.obbt")]
    output: PathBuf,
    /// How much work the tree is worth
    #[arg(long, value_enum, default_value = "best")]
    effort: EffortName,
    #[command(flatten)]
    talk: Talk,
    #[command(flatten)]
    options: MeshOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum EffortName {
    /// Little more than half the building time, about a quarter more box tests later
    Fast,
    /// The fewest box tests
    Best,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { mesh, output, effort, options, talk } = arguments;
    let effort = match effort {
        EffortName::Fast => Effort::Fast,
        EffortName::Best => Effort::Best,
    };
    let loaded = load::read(mesh, options, *talk)?.mesh;
    let start = Instant::now();
    let tree = {
        let _work = talk.work("building", mesh);
        wide::build(&loaded, &Config { effort, ..Config::default() })
    };
    let build_ms = start.elapsed().as_secs_f64() * 1e3;
    let bytes = obbtree::io::tree_bytes(&loaded, &tree)?;
    std::fs::write(output, &bytes).with_context(|| output.display().to_string())?;
    println!(
        "{}: {} triangles, built in {build_ms:.1} ms, {} bytes ({:.1} a triangle)",
        output.display(),
        loaded.triangles().len(),
        bytes.len(),
        bytes.len() as f64 / loaded.triangles().len() as f64
    );
    Ok(ExitCode::SUCCESS)
}
