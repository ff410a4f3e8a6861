//! `obbtree robot URDF fk`: where configurations put the links.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use obbtree::robot::{Kinematics, Robot};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::load::Files;
use crate::output::json_line;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// File of configurations
    #[arg(long, value_name = "FILE")]
    configs: PathBuf,
    /// Print one JSON object a configuration
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Fields<'r> {
    config: usize,
    links: Poses<'r>,
}

/// By link, in the order of the URDF, the rows of `[R | t]` in the frame of the root.
struct Poses<'r>(&'r Robot, &'r [[f64; 12]]);

impl Serialize for Poses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(robot, poses) = self;
        let mut map = serializer.serialize_map(Some(poses.len()))?;
        for (link, pose) in robot.links().iter().zip(*poses) {
            map.serialize_entry(link.name(), pose)?;
        }
        map.end()
    }
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    let robot = files.robot()?;
    let mut kinematics = Kinematics::default();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (config, values) in robot.read_configurations(&arguments.configs)?.iter().enumerate() {
        let poses = kinematics.link_poses(&robot, values);
        if arguments.json {
            json_line(&mut out, &Fields { config, links: Poses(&robot, &poses) })?;
            continue;
        }
        writeln!(out, "configuration {config}")?;
        for (link, pose) in robot.links().iter().zip(&poses) {
            let numbers: Vec<String> = pose.iter().map(|x| format!("{x:.9}")).collect();
            writeln!(out, "  {} {}", link.name(), numbers.join(" "))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
