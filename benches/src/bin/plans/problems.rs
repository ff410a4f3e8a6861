//! The problems: a robot, what is around it, start and goal. MotionBenchMaker's (C. Chamzas and
//! others, "MotionBenchMaker: A Tool to Generate and Benchmark Motion Planning Datasets", 2021).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::f64::consts::PI;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use obbtree::robot::{Checker, Random, Robot, Srdf};
use obbtree::scene::{Part, Scene};
use obbtree::{Body, Mesh, PointCloud, Pose, Shape};
use serde::Deserialize;

use crate::lines;

/// What all commands take.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// URDF file
    urdf: PathBuf,
    /// SRDF file: pairs of links that it disables are not checked
    srdf: PathBuf,
    /// The problems, a JSON object a line
    problems: PathBuf,
    /// Where package://NAME is NAME in this folder; the folders around the URDF are searched too
    #[arg(long = "package-root")]
    package_roots: Vec<PathBuf>,
    /// Obstacles are meshes: boxes of 12 triangles, prisms of 64 sides around cylinders
    #[arg(long)]
    meshes: bool,
    /// All obstacles are one point cloud: so many points of their surfaces
    #[arg(long, conflicts_with = "meshes")]
    points: Option<usize>,
    /// The radius of these points, in metres
    #[arg(long, default_value_t = 0.005)]
    radius: f64,
    /// Obstacles count as larger by this on all sides, in metres
    #[arg(long, default_value_t = 0.0)]
    padding: f64,
    /// Only problems of this name
    #[arg(long)]
    only: Option<String>,
    /// Only every so manieth problem
    #[arg(long, default_value_t = 1)]
    every: usize,
}

/// A line of the file of problems.
#[derive(Deserialize)]
pub(crate) struct Problem {
    #[serde(rename = "problem")]
    pub(crate) name: String,
    pub(crate) index: u32,
    obstacles: Vec<Obstacle>,
    start: BTreeMap<String, f64>,
    goal: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Obstacle {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    dimensions: Vec<f64>,
    pose: [f64; 12],
}

/// A problem that can be put to a checker.
pub(crate) struct Posed {
    /// Of the joints that the goal names; the others are held where the start has them.
    pub(crate) checker: Checker,
    pub(crate) start: Vec<f64>,
    pub(crate) goal: Vec<f64>,
    /// Time to put the checker into the world, whose bodies are made.
    pub(crate) setup_us: f64,
}

/// Joints and the bits of their values.
type Held = Vec<(String, u64)>;

/// What obstacles are.
#[derive(Clone, Copy)]
enum Obstacles {
    Shapes,
    Meshes,
    /// So many points with a radius.
    Points(usize, f64),
}

/// The problems, and the robot in a world without obstacles.
pub(crate) struct Problems {
    /// For each choice of joints that are held.
    groups: BTreeMap<Held, Checker>,
    obstacles: Obstacles,
    padding: f64,
    pub(crate) all: Vec<Problem>,
}

impl Problems {
    pub(crate) fn read(files: &Files) -> Result<Self> {
        let robot = Robot::read(&files.urdf, &files.package_roots)?;
        let robot = robot.with_srdf(&Srdf::read(&files.srdf)?);
        let robot = robot.with_context(|| files.srdf.display().to_string())?;
        let checker = Checker::new(Arc::new(robot), &Scene::new())?;
        let mut all: Vec<Problem> = lines::read(&files.problems)?;
        all.retain(|problem| files.only.as_ref().is_none_or(|only| problem.name == *only));
        let all: Vec<Problem> = all.into_iter().step_by(files.every.max(1)).collect();
        let mut groups = BTreeMap::new();
        for problem in &all {
            if let Entry::Vacant(new) = groups.entry(problem.held()) {
                new.insert(problem.group(&checker).with_context(|| problem.place())?);
            }
        }
        let obstacles = match files.points {
            Some(points) => Obstacles::Points(points, files.radius),
            None if files.meshes => Obstacles::Meshes,
            None => Obstacles::Shapes,
        };
        Ok(Self { groups, obstacles, padding: files.padding, all })
    }

    /// Makes the world of a problem, and the checker in it.
    pub(crate) fn pose(&self, problem: &Problem) -> Result<Posed> {
        let group = &self.groups[&problem.held()];
        let of = |values: &BTreeMap<String, f64>| {
            group.robot().active_joints().map(|joint| values[joint.name()]).collect()
        };
        let (start, goal) = (of(&problem.start), of(&problem.goal));
        let mut world = problem.world(self.obstacles).with_context(|| problem.place())?;
        for body in world.ids().collect::<Vec<_>>() {
            world.set_padding(body, self.padding)?;
        }
        let begin = Instant::now();
        let checker = group.in_world(&world);
        let setup_us = 1e6 * begin.elapsed().as_secs_f64();
        let checker = checker.with_context(|| problem.place())?;
        Ok(Posed { checker, start, goal, setup_us })
    }
}

impl Problem {
    fn place(&self) -> String {
        format!("problem {} {}", self.name, self.index)
    }

    /// The joints that do not move, with their values.
    fn held(&self) -> Held {
        let held = self.start.iter().filter(|(name, _)| !self.goal.contains_key(*name));
        held.map(|(name, value)| (name.clone(), value.to_bits())).collect()
    }

    /// A checker of the joints that move.
    fn group(&self, checker: &Checker) -> Result<Checker> {
        let robot = checker.robot();
        let moving = |name: &String| {
            let joint = robot.joint(name).filter(|_| self.start.contains_key(name));
            joint.with_context(|| format!("the robot or the start has no joint '{name}'"))
        };
        let moving: Result<Vec<usize>> = self.goal.keys().map(moving).collect();
        let start = robot.active_joints().map(|joint| {
            let value = self.start.get(joint.name());
            value.copied().with_context(|| format!("the start has no '{}'", joint.name()))
        });
        Ok(checker.for_group(&moving?, &start.collect::<Result<Vec<f64>>>()?)?)
    }

    fn world(&self, obstacles: Obstacles) -> Result<Scene> {
        let mut world = Scene::new();
        let meshes = !matches!(obstacles, Obstacles::Shapes);
        let mut surfaces = Vec::new();
        for obstacle in &self.obstacles {
            let Obstacle { name, kind, dimensions, pose } = obstacle;
            let pose = Pose::try_from(*pose).with_context(|| format!("obstacle '{name}'"))?;
            let shape = match (kind.as_str(), &dimensions[..]) {
                ("box", &[x, y, z]) => Shape::cuboid([x, y, z].map(|side| side / 2.0))?,
                ("cylinder", &[height, radius]) if meshes => prism(height, radius)?,
                ("cylinder", &[height, radius]) => {
                    let end = [0.0, 0.0, height / 2.0];
                    Shape::cylinder(end.map(|x| -x), end, radius)?
                }
                ("sphere", &[radius]) if !matches!(obstacles, Obstacles::Meshes) => {
                    Shape::sphere([0.0; 3], radius)?
                }
                _ => bail!("obstacle '{name}': no {kind} of {dimensions:?} is known here"),
            };
            // No link of the robot may have the name too.
            let name = format!("obstacle {name}");
            if meshes {
                let mesh = Part::new(shape).outline().context("a shape without faces")?;
                match obstacles {
                    Obstacles::Points(..) => surfaces.push((mesh, pose)),
                    _ => world.add(&name, Body::new(mesh), pose).map(|_| ())?,
                }
            } else {
                world.add(&name, shape, pose)?;
            }
        }
        if let Obstacles::Points(points, radius) = obstacles {
            let cloud = PointCloud::new(&sampled(&surfaces, points), radius)?;
            world.add("cloud", cloud, Pose::identity())?;
        }
        Ok(world)
    }
}

/// Points of surfaces, evenly: as sensors give them, in `f32`.
fn sampled(surfaces: &[(Mesh, Pose)], count: usize) -> Vec<[f32; 3]> {
    let mut triangles = Vec::new();
    let mut area = 0.0;
    for (mesh, pose) in surfaces {
        for corners in mesh.corners() {
            let [p, q, r] = corners.map(|corner| pose.place(&corner));
            area += (q - p).cross(&(r - p)).norm();
            triangles.push((area, [p, q, r]));
        }
    }
    let mut random = Random(1);
    let mut point = |n: usize| {
        let at = area * (n as f64 + random.uniform()) / count as f64;
        let (_, [p, q, r]) = triangles[triangles.partition_point(|(up_to, _)| *up_to < at)];
        let [mut u, mut v] = [random.uniform(), random.uniform()];
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let point = p + (q - p) * u + (r - p) * v;
        [point.x as f32, point.y as f32, point.z as f32]
    };
    (0..count).map(&mut point).collect()
}

/// A prism around a cylinder; its corners are rounded outwards.
fn prism(height: f64, radius: f64) -> Result<Shape> {
    const SIDES: u32 = 64;
    /// Far more than the corners are rounded by.
    const OUTWARDS: f64 = 1.0 + 1e-12;
    let around = OUTWARDS * radius / (PI / f64::from(SIDES)).cos();
    let corner = |k: u32| {
        let (sin, cos) = (2.0 * PI * f64::from(k) / f64::from(SIDES)).sin_cos();
        [-0.5, 0.5].map(|z| [around * cos, around * sin, z * height])
    };
    Ok(Shape::hull(&(0..SIDES).flat_map(corner).collect::<Vec<_>>())?)
}
