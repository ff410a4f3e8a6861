//! `obbtree robot URDF fk`: where configurations put the links.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use obbtree::nalgebra::{Matrix3, Rotation3, UnitQuaternion};
use obbtree::robot::Kinematics;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::given::Given;
use super::load::Files;
use crate::output::json_line;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    given: Given,
    /// Only this link; give it many times for many
    #[arg(long, value_name = "NAME")]
    link: Vec<String>,
    /// How poses are written: the rows of the matrix [R | t]; x y z and the quaternion qx qy qz qw;
    /// or x y z and angles about the fixed axes x, y, z, as in a URDF
    #[arg(long = "as", value_name = "FORM", value_enum, default_value = "matrix")]
    form: Form,
    /// Print one JSON object a configuration
    #[arg(long)]
    json: bool,
}

/// How poses are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Twelve numbers
    Matrix,
    /// Seven numbers
    Quaternion,
    /// Six numbers
    Rpy,
}

/// A configuration: where its links are, by their names.
#[derive(serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields<'r> {
    config: usize,
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, Vec<f64>>"))]
    links: Poses<'r>,
}

/// The numbers of links by their names, in the order of the URDF, in the frame of the root.
struct Poses<'r>(Vec<(&'r str, Vec<f64>)>);

impl Serialize for Poses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (link, numbers) in &self.0 {
            map.serialize_entry(link, numbers)?;
        }
        map.end()
    }
}

impl Form {
    fn numbers(self, rows: &[f64; 12]) -> Vec<f64> {
        let matrix = Matrix3::from_fn(|row, column| rows[4 * row + column]);
        let at = [rows[3], rows[7], rows[11]];
        match self {
            Self::Matrix => rows.to_vec(),
            Self::Quaternion => {
                let rotation = Rotation3::from_matrix_unchecked(matrix);
                let q = UnitQuaternion::from_rotation_matrix(&rotation);
                [&at[..], q.coords.as_slice()].concat()
            }
            Self::Rpy => {
                let (roll, pitch, yaw) = Rotation3::from_matrix_unchecked(matrix).euler_angles();
                [&at[..], &[roll, pitch, yaw]].concat()
            }
        }
    }
}

pub(super) fn run(files: &Files, arguments: &Arguments) -> Result<ExitCode> {
    let robot = files.robot()?;
    for link in &arguments.link {
        ensure!(robot.link(link).is_some(), "--link {link}: the robot has no such link");
    }
    let is_shown =
        |name: &str| arguments.link.is_empty() || arguments.link.iter().any(|n| n == name);
    let mut kinematics = Kinematics::default();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (config, values) in arguments.given.read(&robot, files)?.iter().enumerate() {
        let poses = kinematics.link_poses(&robot, values)?;
        let links = robot.links().iter().zip(&poses).filter(|(link, _)| is_shown(link.name()));
        let links = links.map(|(link, pose)| (link.name(), arguments.form.numbers(pose))).collect();
        let fields = Fields { config, links: Poses(links) };
        if arguments.json {
            json_line(&mut out, &fields)?;
            continue;
        }
        writeln!(out, "configuration {config}")?;
        for (link, numbers) in &fields.links.0 {
            let numbers: Vec<String> = numbers.iter().map(|x| format!("{x:.9}")).collect();
            writeln!(out, "  {link} {}", numbers.join(" "))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
