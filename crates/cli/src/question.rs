//! The queries about two meshes.

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use obbtree::nalgebra::Vector3;
use obbtree::query::{Depth, DepthError, DistanceOptions};
use obbtree::{Body, Pose, Query};

/// The questions by their names on the command line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum QueryName {
    /// Do they collide? The first contact found ends the search
    Any,
    /// Which pairs of triangles meet?
    All,
    /// Is their distance at most the tolerance?
    CloserThan,
    /// Which pairs of triangles are at most the tolerance apart, nearest first?
    Within,
    /// How far apart are they?
    Distance,
    /// How far apart are they at least and at most, for a limited effort?
    Clearance,
    /// What do the triangles that meet share, and how are the bodies parted?
    Contacts,
    /// How deep are two solids in each other, and which way is out? Both meshes must be closed
    Depth,
    /// Which points, normals and depths does a solver of rigid-body motion need?
    Manifolds,
}

/// What questions need besides their names. Belongs to a command that has an option `--query`.
#[derive(clap::Args)]
pub(crate) struct QuestionOptions {
    /// For closer-than and within: the largest distance that counts, in the unit of the meshes; 0
    /// or more
    #[arg(
        long,
        value_name = "DISTANCE",
        allow_hyphen_values = true,
        value_parser = tolerance,
        required_if_eq_any([("query", "closer-than"), ("query", "within")])
    )]
    tolerance: Option<f64>,
    /// For distance: the interval may be this times its lower end wide
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, value_parser = error)]
    rel_err: Option<f64>,
    /// For distance: the interval may be this wide, in the unit of the meshes
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = error)]
    abs_err: Option<f64>,
    /// For clearance: about so many tests of boxes [default: 64]
    #[arg(long, value_name = "TESTS", allow_hyphen_values = true)]
    effort: Option<u64>,
    /// For contacts: at most so many, the first that are found; for within, the nearest
    /// [default: all]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// For depth: the way out along this direction of B, not the shortest one
    #[arg(long, value_name = "\"X Y Z\"", allow_hyphen_values = true, value_parser = direction)]
    along: Option<[f64; 3]>,
    /// For within: only the places where the bodies are closer than all around
    #[arg(long)]
    places: bool,
    /// For manifolds: places so far apart count too, in the unit of the meshes [default: 0]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = tolerance)]
    margin: Option<f64>,
}

/// Box tests for a clearance: enough for half of the distance in most cases, few enough to ask
/// often.
const EFFORT: u64 = 64;

/// A question with all that it needs.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Question {
    /// Do the bodies collide?
    Any,
    /// Which pairs of triangles meet?
    All,
    /// Is the distance of the surfaces at most this?
    CloserThan(f64),
    /// Which pairs of triangles are at most so far apart? With `true`, only the closest around.
    Within(f64, bool, usize),
    /// How far apart are the surfaces?
    Distance(DistanceOptions),
    /// How far apart are they at least and at most, after so many box tests?
    Clearance(u64),
    /// What do the triangles share that meet, at most so many pairs of them?
    Contacts(usize),
    /// How deep are they in each other; along a direction, if there is one?
    Depth(Option<[f64; 3]>),
    /// Where they touch or are within a margin, for solvers.
    Manifolds(f64),
}

impl Question {
    /// Puts name and options together.
    pub(crate) fn new(name: QueryName, options: &QuestionOptions) -> Result<Self> {
        let QuestionOptions { tolerance, rel_err, abs_err, .. } = *options;
        let QuestionOptions { effort, limit, along, margin, places, .. } = *options;
        let has_effort = name == QueryName::Clearance || effort.is_none();
        ensure!(has_effort, "--effort is for --query clearance only");
        let lists = matches!(name, QueryName::Contacts | QueryName::Within);
        ensure!(lists || limit.is_none(), "--limit is for --query contacts and within only");
        ensure!(name == QueryName::Within || !places, "--places is for --query within only");
        let has_direction = name == QueryName::Depth || along.is_none();
        ensure!(has_direction, "--along is for --query depth only");
        let has_margin = name == QueryName::Manifolds || margin.is_none();
        ensure!(has_margin, "--margin is for --query manifolds only");
        let of_distance = name == QueryName::Distance || (rel_err.is_none() && abs_err.is_none());
        ensure!(of_distance, "--rel-err and --abs-err are for --query distance only");
        let has_tolerance = matches!(name, QueryName::CloserThan | QueryName::Within);
        let belongs = has_tolerance || tolerance.is_none();
        ensure!(belongs, "--tolerance is for --query closer-than and within only");
        let limit = limit.map_or(usize::MAX, |limit| limit as usize);
        Ok(match (name, tolerance) {
            (QueryName::Any, _) => Self::Any,
            (QueryName::All, _) => Self::All,
            (QueryName::Distance, _) => Self::Distance(
                DistanceOptions::default()
                    .relative_error(rel_err.unwrap_or(0.0))
                    .absolute_error(abs_err.unwrap_or(0.0)),
            ),
            (QueryName::Clearance, _) => Self::Clearance(effort.unwrap_or(EFFORT)),
            (QueryName::Contacts, _) => Self::Contacts(limit),
            (QueryName::Depth, _) => Self::Depth(along),
            (QueryName::Manifolds, _) => Self::Manifolds(margin.unwrap_or(0.0)),
            (QueryName::CloserThan, Some(tolerance)) => Self::CloserThan(tolerance),
            (QueryName::Within, Some(tolerance)) => Self::Within(tolerance, places, limit),
            (QueryName::CloserThan | QueryName::Within, None) => {
                bail!("--query closer-than and within need --tolerance")
            }
        })
    }

    /// What the referee does not check.
    pub(crate) fn not_verified(&self) -> Option<&'static str> {
        match self {
            Self::Any | Self::All | Self::CloserThan(_) | Self::Clearance(_) => None,
            Self::Within(..) => Some("which pairs are within the tolerance, and where"),
            Self::Distance(_) => Some("the closest points and their triangles"),
            Self::Contacts(_) => Some("shared points, normals, depths and translations"),
            Self::Depth(_) => Some("how deep they are: whether they meet is"),
            Self::Manifolds(_) => Some("points, normals and depths"),
        }
    }

    /// The question on the command line, if it is about something else than which triangles meet.
    pub(crate) fn beside_pairs(&self) -> Option<&'static str> {
        match self {
            Self::Any | Self::All => None,
            Self::CloserThan(_) => Some("closer-than"),
            Self::Within(..) => Some("within"),
            Self::Distance(_) => Some("distance"),
            Self::Clearance(_) => Some("clearance"),
            Self::Contacts(_) => Some("contacts"),
            Self::Depth(_) => Some("depth"),
            Self::Manifolds(_) => Some("manifolds"),
        }
    }
}

/// The depth of two bodies; along a direction, if there is one.
pub(crate) fn depth(
    [a, b]: [&Body; 2],
    [pose_a, pose_b]: [&Pose; 2],
    along: Option<[f64; 3]>,
    query: &mut Query,
) -> Result<Depth, DepthError> {
    match along {
        Some(along) => query.depth_along(a, pose_a, b, pose_b, &Vector3::from(along)),
        None => query.depth(a, pose_a, b, pose_b),
    }
}

fn error(text: &str) -> Result<f64, String> {
    tolerance(text).map_err(|_| "an error is a finite number, 0 or more".to_owned())
}

fn direction(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split_whitespace().map(|x| x.parse().ok()).collect();
    let direction = numbers.and_then(|numbers| <[f64; 3]>::try_from(numbers).ok());
    let is_one = |d: &[f64; 3]| d.iter().all(|x| x.is_finite()) && d.iter().any(|x| *x != 0.0);
    direction.filter(is_one).ok_or("a direction is three finite numbers, not all 0".to_owned())
}

pub(crate) fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(tolerance) if (0.0..f64::INFINITY).contains(&tolerance) => Ok(tolerance),
        _ => Err("a tolerance is a finite number, 0 or more".to_owned()),
    }
}
