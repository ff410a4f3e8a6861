//! Paths with times, as controllers take them: what is written is what is proven.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use obbtree::robot::{Checker, Robot, Trajectory};
use serde::Serialize;

use crate::numbers::rate;
use crate::output::write_file;

#[derive(clap::Args)]
pub(super) struct Timing {
    /// Write the path with times here, as CSV, or as JSON if the name ends in .json: times,
    /// positions and velocities, between which a controller interpolates by cubics. Corners are
    /// rounded as is fast and proven free. It is written only if all of it is; of one problem.
    /// Columns have the names of joints unchanged, as controllers look for them: a spreadsheet may
    /// take one as a formula
    #[arg(long, value_name = "FILE")]
    pub(super) timed: Option<PathBuf>,
    /// Stop at each corner of the path, and round none
    #[arg(long, requires = "timed")]
    stops: bool,
    /// Share of the URDF's velocities that is used, at most 1
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 1.0,
        requires = "timed",
        allow_hyphen_values = true,
        value_parser = rate
    )]
    speed: f64,
    /// The velocity of joints for which the URDF has none, radians or lengths a second
    #[arg(
        long,
        value_name = "VELOCITY",
        requires = "timed",
        allow_hyphen_values = true,
        value_parser = rate
    )]
    velocity: Option<f64>,
    /// The acceleration of every joint, radians or lengths a second squared
    #[arg(
        long,
        value_name = "ACCELERATION",
        default_value_t = 1.0,
        requires = "timed",
        allow_hyphen_values = true,
        value_parser = rate
    )]
    acceleration: f64,
    /// The jerk of every joint, radians or lengths a second cubed: accelerations rise and fall in
    /// place of jumping
    #[arg(
        long,
        value_name = "JERK",
        requires = "timed",
        allow_hyphen_values = true,
        value_parser = rate
    )]
    jerk: Option<f64>,
}

/// By value.
pub(super) struct MotionLimits {
    velocities: Vec<f64>,
    accelerations: Vec<f64>,
    jerks: Option<Vec<f64>>,
}

/// As ROS's `JointTrajectory`.
#[derive(Serialize)]
struct Timed<'t> {
    joint_names: &'t [&'t str],
    points: Vec<TimedPoint<'t>>,
}

#[derive(Serialize)]
struct TimedPoint<'t> {
    time_from_start: f64,
    positions: &'t [f64],
    velocities: &'t [f64],
}

impl Timing {
    /// The limits of motion, if a path with times is wanted.
    pub(super) fn limits(&self, robot: &Robot) -> Result<Option<MotionLimits>> {
        if self.timed.is_none() {
            return Ok(None);
        }
        ensure!(self.speed <= 1.0, "--speed {}: it is a share, at most 1", self.speed);
        let mut velocities = vec![0.0; robot.dof()];
        for joint in robot.active_joints() {
            let (name, kind) = (joint.name(), joint.kind());
            ensure!(
                kind.dof() == 1,
                "--timed: joint '{name}' is {}: only joints of one value have times",
                kind.name()
            );
            let limit = joint.velocity_limit().or(self.velocity).with_context(|| {
                let found = match joint.written_velocity() {
                    Some(written) => format!("is {written} in the URDF, not finite and above 0"),
                    None => "is not in the URDF".to_owned(),
                };
                format!("the velocity of joint '{name}' {found}: give --velocity VELOCITY")
            })?;
            let value = joint.first_value().context("a joint that moves has a value")?;
            velocities[value] = self.speed * limit;
        }
        let accelerations = vec![self.acceleration; robot.dof()];
        let jerks = self.jerk.map(|jerk| vec![jerk; robot.dof()]);
        Ok(Some(MotionLimits { velocities, accelerations, jerks }))
    }

    /// Writes a path with times.
    pub(super) fn write(
        &self,
        checker: &mut Checker,
        path: &[Vec<f64>],
        limits: &MotionLimits,
    ) -> Result<()> {
        let Some(file) = &self.timed else { return Ok(()) };
        let MotionLimits { velocities, accelerations, jerks } = limits;
        let jerks = jerks.as_deref();
        // What is proven is what a controller makes of the numbers in the file, which are read as
        // they are written.
        let mut checker = checker.clone().remembering(false);
        let motion = if self.stops {
            let motion = match jerks {
                None => Trajectory::trapezoidal(path, velocities, accelerations)?,
                Some(jerks) => Trajectory::s_curve(path, velocities, accelerations, jerks)?,
            };
            let motion = motion.as_cubic()?;
            checker.is_trajectory_valid(&motion).then_some(motion)
        } else {
            match jerks {
                None => checker.timed_path(path, velocities, accelerations)?,
                Some(jerks) => {
                    checker.timed_path_with_jerk(path, velocities, accelerations, jerks)?
                }
            }
        };
        let motion = motion.with_context(|| {
            format!("{}: not written: with times the path is not proven free", file.display())
        })?;
        let (times, [positions, velocities]) = (motion.times(), motion.table());
        let names: Vec<&str> = checker.robot().active_joints().map(|joint| joint.name()).collect();
        let is_json = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        let rows = times.iter().zip(positions.iter().zip(&velocities));
        let text = if is_json {
            let mut points = Vec::with_capacity(times.len());
            for (&time_from_start, (positions, velocities)) in rows {
                points.push(TimedPoint { time_from_start, positions, velocities });
            }
            serde_json::to_string_pretty(&Timed { joint_names: &names, points })? + "\n"
        } else {
            let velocity_names = names.iter().map(|name| format!("{name}.velocity"));
            let header =
                std::iter::once("time".to_owned()).chain(names.iter().map(ToString::to_string));
            let mut text = header.chain(velocity_names).collect::<Vec<_>>().join(",") + "\n";
            for (time, (positions, velocities)) in rows {
                let numbers = std::iter::once(time).chain(positions).chain(velocities);
                let numbers: Vec<String> = numbers.map(f64::to_string).collect();
                let _ = writeln!(text, "{}", numbers.join(","));
            }
            text
        };
        write_file(file, text)
    }
}
