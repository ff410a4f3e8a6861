//! The files that describe a robot and what is around it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use obbtree::Pose;
use obbtree::robot::{Checker, Robot, Srdf};
use obbtree::scene::{Scene, read_scene};
use obbtree_viewer::{CommandKind, Page, RobotTexts};

use crate::inputs::Input;
use crate::numbers::not_negative;
use crate::output::ensure_not_read;

#[derive(clap::Args)]
pub(super) struct Files {
    /// URDF file
    urdf: PathBuf,
    /// SRDF file: pairs of links that it disables are not checked
    #[arg(long, value_name = "FILE", global = true)]
    srdf: Option<PathBuf>,
    /// Where package://NAME is NAME in this folder; the folders of ROS_PACKAGE_PATH, those named
    /// `share` in the folders of AMENT_PREFIX_PATH, and those around the URDF are searched too
    #[arg(long = "package-root", value_name = "DIR", global = true)]
    package_roots: Vec<PathBuf>,
}

/// The configurations of a file, at least one.
pub(super) fn read_configurations(robot: &Robot, file: &Path) -> Result<Vec<Vec<f64>>> {
    let configurations = robot.read_configurations(file)?;
    ensure!(
        !configurations.is_empty(),
        "{}: there is no configuration in the file",
        file.display()
    );
    Ok(configurations)
}

/// The motions of a file, at least one.
pub(super) fn read_motions(robot: &Robot, file: &Path) -> Result<Vec<[Vec<f64>; 2]>> {
    let motions = robot.read_motions(file)?;
    ensure!(!motions.is_empty(), "{}: there is no motion in the file", file.display());
    Ok(motions)
}

/// The motions of a path: from each configuration of a file to the next.
pub(super) fn read_path(robot: &Robot, file: &Path) -> Result<Vec<[Vec<f64>; 2]>> {
    let path = read_configurations(robot, file)?;
    ensure!(path.len() > 1, "{}: a path has at least two configurations", file.display());
    Ok(path.windows(2).map(|line| [line[0].clone(), line[1].clone()]).collect())
}

/// What is around the robot.
#[derive(clap::Args)]
pub(super) struct Surroundings {
    /// Meshes, files of points and octrees around the robot, in the frame of its root link; each is
    /// a body with the file's name. Behind a file may stand @radius=LENGTH, which points need,
    /// @unknown=occupied of an octree, @camera= or @spacing= of an image as for `check`, @unit=mm,
    /// @scale=FACTOR, @pose=POSE and @name=NAME
    #[arg(long, value_name = "FILE", num_args = 1..)]
    scene: Vec<Input>,
    /// Scene file around the robot, in the frame of its root link: bodies, allowed pairs, margins
    #[arg(long, value_name = "SCENE")]
    world: Option<PathBuf>,
    /// Pairs collide that are at most so far apart
    #[arg(long, value_name = "LENGTH", value_parser = not_negative, allow_hyphen_values = true)]
    margin: Option<f64>,
}

/// Do configurations beyond the limits of joints count like others?
#[derive(clap::Args)]
pub(super) struct Limits {
    /// Answer about values beyond the limits of joints too; without it such configurations and
    /// motions are not valid
    #[arg(long)]
    pub(super) beyond_limits: bool,
}

impl Files {
    /// The robot. What of an SRDF it does not have is said on standard error.
    pub(super) fn robot(&self) -> Result<Robot> {
        let (robot, warnings) = self.robot_and_warnings()?;
        for warning in warnings {
            eprintln!("warning: {warning}");
        }
        Ok(robot)
    }

    /// Where packages are: as given, then as ROS has it.
    fn roots(&self) -> Vec<PathBuf> {
        let of = |variable: &str| std::env::var_os(variable).unwrap_or_default();
        let (packages, prefixes) = (of("ROS_PACKAGE_PATH"), of("AMENT_PREFIX_PATH"));
        let share = std::env::split_paths(&prefixes).map(|prefix| prefix.join("share"));
        let ros = std::env::split_paths(&packages).chain(share);
        let named = ros.filter(|folder| folder.is_absolute());
        self.package_roots.iter().cloned().chain(named).collect()
    }

    /// The robot, and what of an SRDF it does not have.
    pub(super) fn robot_and_warnings(&self) -> Result<(Robot, Vec<String>)> {
        let robot = Robot::read(&self.urdf, &self.roots())?;
        let (Some(srdf), Some(file)) = (self.srdf()?, &self.srdf) else {
            return Ok((robot, Vec::new()));
        };
        let unknown = robot.unknown_names(&srdf);
        let warning = || format!("{}: the robot has no {}", file.display(), unknown.join(", no "));
        let warnings = if unknown.is_empty() { Vec::new() } else { vec![warning()] };
        Ok((robot.with_srdf(&srdf).with_context(|| file.display().to_string())?, warnings))
    }

    /// A page of the robot in a checker's world. Why visual elements are left out is said on
    /// standard error.
    pub(super) fn page(&self, checker: &Checker, around: &Surroundings, to: &Path) -> Result<Page> {
        let read = |path: &PathBuf| {
            std::fs::read_to_string(path).with_context(|| path.display().to_string())
        };
        let (urdf, srdf) = (read(&self.urdf)?, self.srdf.as_ref().map(read).transpose()?);
        let (visuals, problems) = checker.robot().visuals(&urdf, &self.urdf, &self.roots());
        for problem in problems {
            eprintln!("warning: {}: not shown: {problem}", self.urdf.display());
        }
        let mut words = vec!["obbtree".to_owned(), "robot".to_owned()];
        words.push(self.urdf.display().to_string());
        let mut add = |option: &str, path: &Path| {
            words.extend([option.to_owned(), path.display().to_string()]);
        };
        self.srdf.iter().for_each(|path| add("--srdf", path));
        self.package_roots.iter().for_each(|path| add("--package-root", path));
        around.world.iter().for_each(|path| add("--world", path));
        around.scene.iter().for_each(|input| add("--scene", Path::new(&input.text)));
        around.margin.iter().for_each(|margin| add("--margin", Path::new(&margin.to_string())));
        let texts = RobotTexts { urdf: &urdf, srdf: srdf.as_deref() };
        let folder = to.parent().unwrap_or(Path::new(""));
        let page = Page::of_robot(checker.robot().name(), checker, texts, &visuals, folder)?;
        Ok(page.saved_as("world.json".to_owned(), CommandKind::Robot, words))
    }

    /// Refuses to write over one of these files, or another one that is read.
    pub(super) fn ensure_not_read(&self, output: &Path, others: &[&Path]) -> Result<()> {
        let own = [Some(&self.urdf), self.srdf.as_ref()];
        let own = own.into_iter().flatten().map(PathBuf::as_path);
        ensure_not_read(output, &own.chain(others.iter().copied()).collect::<Vec<_>>())
    }

    pub(super) fn srdf(&self) -> Result<Option<Srdf>> {
        Ok(self.srdf.as_ref().map(Srdf::read).transpose()?)
    }

    /// A checker that checks something, and the warnings about the SRDF, which are said on
    /// standard error.
    pub(super) fn checker(
        &self,
        around: &Surroundings,
        beyond_limits: bool,
    ) -> Result<(Checker, Vec<String>)> {
        let (checker, warnings) = self.any_checker(around)?;
        if let Some(why) = checker.nothing_checked() {
            bail!("{}: nothing is checked: {why}", self.urdf.display());
        }
        Ok((checker.ignoring_limits(beyond_limits), warnings))
    }

    /// A checker to be looked at; that nothing is checked is said on standard error.
    pub(super) fn shown(&self, around: &Surroundings) -> Result<Checker> {
        let (checker, _) = self.any_checker(around)?;
        if let Some(why) = checker.nothing_checked() {
            eprintln!("warning: {}: nothing is checked: {why}", self.urdf.display());
        }
        Ok(checker)
    }

    fn any_checker(&self, around: &Surroundings) -> Result<(Checker, Vec<String>)> {
        let (robot, warnings) = self.robot_and_warnings()?;
        for warning in &warnings {
            eprintln!("warning: {warning}");
        }
        let checker = Checker::new(Arc::new(robot), &around.world()?)
            .with_context(|| self.urdf.display().to_string())?;
        Ok((checker, warnings))
    }
}

impl Surroundings {
    /// The files of the meshes and of the scene.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.scene.iter().map(|input| &input.path).chain(&self.world).map(PathBuf::as_path)
    }

    fn world(&self) -> Result<Scene> {
        let mut world = self.world.as_ref().map_or_else(|| Ok(Scene::new()), read_scene)?;
        for input in &self.scene {
            let collider = input.collider_as_it_is().context("the scene")?;
            let pose = input.pose.unwrap_or_else(Pose::identity);
            world.add(&self.name(input), collider, pose).context("the scene")?;
        }
        if let Some(margin) = self.margin {
            world.set_margin(margin).context("--margin")?;
        }
        Ok(world)
    }

    /// The name given; else the file's without folder and ending, or the path where two have the
    /// same.
    fn name(&self, input: &Input) -> String {
        let twins = self.scene.iter().filter(|other| other.name() == input.name()).count();
        match twins {
            1 => input.name(),
            _ => input.path.display().to_string(),
        }
    }
}
