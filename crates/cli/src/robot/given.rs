//! Configurations as the command line gives them: a file, values, or named states.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use obbtree::robot::{JointKind, Robot};

use super::load::{Files, read_configurations};

/// Configurations from a file or from the command line.
#[derive(clap::Args)]
pub(super) struct Given {
    /// File of configurations
    #[arg(long, value_name = "FILE", conflicts_with = "config")]
    pub(super) configs: Option<PathBuf>,
    /// A configuration: its values like "0 0.5 -1", or the name of a state of the SRDF; give it
    /// many times for many
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    config: Vec<String>,
    /// Angles of --config and --configs are in degrees
    #[arg(long)]
    degrees: bool,
}

impl Given {
    pub(super) fn is_given(&self) -> bool {
        self.configs.is_some() || !self.config.is_empty()
    }

    /// Refuses --degrees where no configuration is given that it is about.
    pub(super) fn ensure_used(&self) -> Result<()> {
        let is_used = !self.degrees || self.is_given();
        ensure!(is_used, "--degrees is about --config and --configs; other files are in radians");
        Ok(())
    }

    /// The configurations, at least one.
    pub(super) fn read(&self, robot: &Robot, files: &Files) -> Result<Vec<Vec<f64>>> {
        if let Some(file) = &self.configs {
            let mut all = read_configurations(robot, file)?;
            all.iter_mut().for_each(|values| self.to_radians(robot, values));
            return Ok(all);
        }
        ensure!(!self.config.is_empty(), "give --configs FILE or --config \"VALUES\"");
        self.config
            .iter()
            .map(|text| {
                self.one(text, robot, files).with_context(|| format!("--config \"{text}\""))
            })
            .collect()
    }

    fn one(&self, text: &str, robot: &Robot, files: &Files) -> Result<Vec<f64>> {
        let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
        let values: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        let Some(mut values) = values.filter(|values| !values.is_empty()) else {
            return state(text, robot, files);
        };
        self.to_radians(robot, &mut values);
        robot.check_values(&values)?;
        Ok(values)
    }

    /// Angles of values as they are given; lengths stay as they are.
    fn to_radians(&self, robot: &Robot, values: &mut [f64]) {
        if !self.degrees {
            return;
        }
        for joint in robot.active_joints() {
            let first = joint.first_value().unwrap_or(0);
            let angle = match joint.kind() {
                JointKind::Revolute | JointKind::Continuous => first,
                JointKind::Planar => first + 2,
                _ => continue,
            };
            values.get_mut(angle).into_iter().for_each(|angle| *angle = angle.to_radians());
        }
    }
}

/// The configuration of a named state: its name, or `GROUP/NAME` where two groups have one.
fn state(name: &str, robot: &Robot, files: &Files) -> Result<Vec<f64>> {
    let Some(srdf) = files.srdf()? else {
        bail!("not numbers; names of states need --srdf FILE");
    };
    let is_it = |group: &str, own: &str| own == name || format!("{group}/{own}") == name;
    let found: Vec<_> = srdf.states.iter().filter(|s| is_it(&s.group, &s.name)).collect();
    match found[..] {
        [one] => Ok(robot.state(&srdf, one)?),
        [] => {
            let known: Vec<String> =
                srdf.states.iter().map(|s| format!("{}/{}", s.group, s.name)).collect();
            bail!("the SRDF has no such state; it has {}", known.join(", "))
        }
        _ => bail!("several groups have this state: write GROUP/{name}"),
    }
}
