//! `obbtree sweep`: along which motions does B meet A, and when first?
//!
//! The motions are answered by all cores and printed in their order.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use obbtree::motion::{Linear, Motion, Screw, Sweep, SweepOptions, Translation};
use obbtree::{Pose, Query};
use serde::Serialize;

use crate::load::{self, MeshOptions};
use crate::numbers::not_negative;
use crate::output::{MotionFields, json_line};
use crate::run_options::RunOptions;

/// Motions that are answered before any of them is printed: enough to share among many cores.
const SLICE: usize = 256;

#[derive(clap::Args)]
#[command(after_help = "\
A motion goes from one pose of B to another in the time from 0 to 1. A motion file has one motion a \
line: two poses of 7, 12 or 16 numbers each; # starts a comment.

Exit status: 0 if every motion is free, 1 if a motion meets A or comes so close that neither could be \
proven, 2 on an error.

Examples:
  obbtree sweep assets/wall.obj assets/l_piece.stl --from \"-3 0 0 0 0 0 1\" --to \"3 0 0 0 0 0 1\"
  obbtree sweep room.obj robot.stl --motions path.txt --kind screw --json")]
pub(crate) struct Arguments {
    /// Mesh or tree file A
    a: PathBuf,
    /// Mesh or tree file B, which moves
    b: PathBuf,
    /// The pose of B at the start
    #[arg(
        long,
        value_name = "POSE",
        allow_hyphen_values = true,
        requires = "to",
        conflicts_with = "motions",
        required_unless_present = "motions"
    )]
    from: Option<String>,
    /// The pose of B at the end
    #[arg(
        long,
        value_name = "POSE",
        allow_hyphen_values = true,
        requires = "from",
        conflicts_with = "motions"
    )]
    to: Option<String>,
    /// A file with many motions of B
    #[arg(long, value_name = "FILE")]
    motions: Option<PathBuf>,
    /// The pose of A; the identity if not given
    #[arg(long, allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// How B gets from one pose to the other
    #[arg(long, value_enum, default_value = "linear")]
    kind: Kind,
    /// Give up where the bodies come so close, in the unit of the meshes, without a contact that
    /// is found
    #[arg(
        long,
        value_name = "DISTANCE",
        default_value_t = 0.0,
        allow_hyphen_values = true,
        value_parser = not_negative
    )]
    tolerance: f64,
    /// How well the time of a contact is to be known; the motion takes time 1
    #[arg(
        long,
        value_name = "TIME",
        default_value_t = 1e-3,
        allow_hyphen_values = true,
        value_parser = not_negative
    )]
    time_tolerance: f64,
    /// Treat the bodies as solid: one that is wholly inside the other meets it. Both meshes must
    /// be closed
    #[arg(long)]
    solid: bool,
    #[command(flatten)]
    run: RunOptions,
    #[command(flatten)]
    options: MeshOptions,
}

/// A motion of any kind.
pub(crate) type BoxedMotion = Box<dyn Motion + Send>;

/// How B moves between two poses.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// The origin of B's mesh on a straight line, the rotation the shortest way at constant speed
    Linear,
    /// On a helix about one axis
    Screw,
    /// On a straight line without rotation: both poses have the same
    Translation,
}

impl Kind {
    /// The motions of this kind of a file.
    pub(crate) fn read(self, file: &Path) -> Result<Vec<BoxedMotion>> {
        let ends = obbtree::io::read_motions(file)?;
        ensure!(!ends.is_empty(), "{}: there is no motion in the file", file.display());
        self.motions(&ends)
    }

    fn motions(self, ends: &[[Pose; 2]]) -> Result<Vec<BoxedMotion>> {
        let motion = |(n, ends)| self.motion(ends).with_context(|| format!("motion {n}"));
        ends.iter().enumerate().map(motion).collect()
    }

    /// The motion of this kind between two poses.
    pub(crate) fn motion(self, [from, to]: &[Pose; 2]) -> Result<BoxedMotion> {
        Ok(match self {
            Self::Linear => Box::new(Linear::new(from, to)?),
            Self::Screw => Box::new(Screw::new(from, to)?),
            Self::Translation => {
                ensure!(
                    from.rotation() == to.rotation(),
                    "--kind translation needs two poses with the same rotation"
                );
                Box::new(Translation::new(from, (*to.translation()).into())?)
            }
        })
    }
}

/// The JSON object of a motion. Triangle numbers count from 0 in the order of the files.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Fields {
    #[serde(flatten)]
    times: MotionFields,
    /// `false` for translations that touch in passing: the motion does, but no pose that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    poses_meet: Option<bool>,
    /// The rows of B's `[R | t]` at the contact, or where it is closest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pose: Option<[f64; 12]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangles: Option<[u32; 2]>,
    /// In the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<[f64; 3]>,
    /// For `free`: the bodies are always farther apart than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    clearance: Option<f64>,
    /// For `closer`: they come at least this close.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
}

/// The last line of `--json`.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary {
    summary: bool,
    motions: usize,
    free: usize,
    contact: usize,
    closer: usize,
}

impl Fields {
    fn of(motion: usize, found: &Sweep) -> Self {
        let mut fields = Self {
            times: MotionFields::new(motion, found.name(), found.last_free()),
            poses_meet: None,
            pose: None,
            triangles: None,
            point: None,
            clearance: None,
            distance: None,
        };
        match found {
            Sweep::Free { clearance } => fields.clearance = Some(*clearance),
            Sweep::Contact(found) => {
                fields.times.first_contact = Some(found.first_contact);
                fields.poses_meet = (!found.poses_meet).then_some(false);
                fields.pose = Some(found.poses[1].to_rows());
                fields.triangles = found.triangle_pair();
                fields.point = found.points.map(|[_, on_b]| on_b.into());
            }
            Sweep::Undecided(found) => {
                fields.times.until = Some(found.until);
                fields.pose = Some(found.poses[1].to_rows());
                fields.triangles = found.triangle_pair();
                fields.point = Some(found.points[1].into());
                fields.distance = Some(found.distance);
            }
            _ => {}
        }
        fields
    }
}

fn in_words(motion: usize, found: &Sweep) -> String {
    match found {
        Sweep::Contact(found) => {
            let what = found
                .triangle_pair()
                .map_or("one body is inside the other".to_owned(), |[a, b]| {
                    format!("triangle {a} of A meets triangle {b} of B")
                });
            let (free, contact) = (found.last_free, found.first_contact);
            format!("motion {motion}: free until {free:.6}, at {contact:.6} {what}")
        }
        Sweep::Undecided(found) => format!(
            "motion {motion}: free until {:.6}, then not proven: at most {:.3e} apart",
            found.last_free, found.distance
        ),
        _ => format!("motion {motion}: free"),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let pose_a = load::pose(arguments.pose_a.as_deref(), "--pose-a")?;
    let motions = motions(arguments)?;
    let read = |path: &PathBuf| {
        load::body(path, &arguments.options, arguments.run.messages, arguments.solid)
    };
    let (a, b) = (read(&arguments.a)?, read(&arguments.b)?);
    let options = SweepOptions::default()
        .time_tolerance(arguments.time_tolerance)
        .distance_tolerance(arguments.tolerance);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut summary = Summary { summary: true, motions: motions.len(), ..Summary::default() };
    let progress = arguments.run.messages.steps("sweeping", motions.len());
    for (slice, motions) in motions.chunks(SLICE).enumerate() {
        let first = slice * SLICE;
        let report = |done| progress.reached(first + done);
        let batch = Query::default().solid(arguments.solid).batch().reporting_to(&report);
        let batch = load::on_threads(batch, arguments.run.threads);
        let found = batch.sweep(&a, &pose_a, &b, motions, &options)?;
        for (n, found) in found.iter().enumerate() {
            summary.add(found);
            if arguments.run.json {
                json_line(&mut out, &Fields::of(first + n, found))?;
            } else if !found.is_free() {
                writeln!(out, "{}", in_words(first + n, found))?;
            }
        }
        out.flush()?;
    }
    progress.finish();
    let Summary { free, motions, .. } = summary;
    let in_words = format_args!("{free} of {motions} motions are free");
    arguments.run.finish(out, &summary, in_words, free == motions)
}

impl Summary {
    fn add(&mut self, found: &Sweep) {
        match found {
            Sweep::Free { .. } => self.free += 1,
            Sweep::Contact(_) => self.contact += 1,
            _ => self.closer += 1,
        }
    }
}

/// The motions of the file, or the one given.
fn motions(arguments: &Arguments) -> Result<Vec<BoxedMotion>> {
    match &arguments.motions {
        Some(file) => arguments.kind.read(file),
        None => arguments.kind.motions(&[[
            load::pose(arguments.from.as_deref(), "--from")?,
            load::pose(arguments.to.as_deref(), "--to")?,
        ]]),
    }
}
