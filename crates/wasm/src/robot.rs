//! The robot of a module: its checker, and where its joints are.

use std::collections::BTreeSet;
use std::sync::Arc;

use obbtree_predicates::Pose;
use obbtree_robot::{Checker, PlanOptions, Robot, Srdf, plan_path};
use obbtree_scene::{BodyDistance, BodyId, Scene, scene_from_json_with};
use serde::{Deserialize, Serialize};

use crate::bodies::Bodies;

/// What a page says of a robot.
#[derive(Deserialize)]
struct Description {
    urdf: String,
    srdf: Option<String>,
    /// The world, as the text of a scene file.
    world: String,
    /// The bodies of its meshes, in the order in which the URDF names them.
    meshes: Vec<String>,
}

/// What a page shows of a robot.
#[derive(Serialize)]
struct Told<'r> {
    joints: Vec<JointTold<'r>>,
    /// By link: the number of its body in the scene.
    links: Vec<(&'r str, u32)>,
    /// By link: the link that it is on.
    parents: Vec<Option<usize>>,
    groups: Vec<(&'r str, Vec<usize>)>,
    states: Vec<(String, Vec<f64>)>,
    pairs: usize,
    unknown: Vec<String>,
}

#[derive(Serialize)]
struct JointTold<'r> {
    name: &'r str,
    kind: &'static str,
    /// Where its values begin in a configuration, and how many they are.
    first: usize,
    values: usize,
    limits: Option<[f64; 2]>,
    /// The link that it moves, and its axis in that link's frame.
    child: usize,
    axis: [f64; 3],
    /// Its number, as groups have it.
    number: usize,
}

/// A robot in its world.
pub(crate) struct PageRobot {
    checker: Checker,
    srdf: Srdf,
    configuration: Vec<f64>,
}

impl PageRobot {
    /// Reads a robot from what a page says of it.
    pub(crate) fn read(text: &str, bodies: &Bodies) -> Result<Self, String> {
        let said: Description = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut meshes = said.meshes.iter();
        let body = |_: &str, _| bodies.named(meshes.next().ok_or("the page does not have it")?);
        let robot = Robot::from_urdf_with(&said.urdf, body).map_err(|error| error.to_string())?;
        let srdf = said.srdf.map_or_else(|| Ok(Srdf::default()), |text| text.parse());
        let srdf = srdf.map_err(|error| error.to_string())?;
        let robot = robot.with_srdf(&srdf).map_err(|error| error.to_string())?;
        let world = scene_from_json_with(&said.world, "world", |name| bodies.named(name));
        let world = world.map_err(|error| error.to_string())?;
        let configuration = robot.zero();
        // What is shown beyond limits is answered too; sliders end at them.
        let checker = Checker::new(Arc::new(robot), &world).map_err(|error| error.to_string())?;
        Ok(Self { checker: checker.ignoring_limits(true), srdf, configuration })
    }

    /// Joints, links, groups and states, as JSON.
    pub(crate) fn told(&self) -> Result<String, String> {
        let robot = self.checker.robot();
        let numbered = robot.joints().iter().enumerate();
        let joints = numbered.filter(|(_, joint)| joint.mimic().is_none());
        let joints = joints.filter_map(|(number, joint)| {
            Some(JointTold {
                name: joint.name(),
                kind: joint.kind().name(),
                first: joint.first_value()?,
                values: joint.kind().dof(),
                limits: joint.limits(),
                child: joint.child(),
                axis: joint.axis(),
                number,
            })
        });
        let body = |link| self.checker.link_body(link).map_or(u32::MAX, BodyId::number);
        let links = robot.links().iter().enumerate().map(|(n, link)| (link.name(), body(n)));
        // What an SRDF says of joints that the robot has not is left out.
        let groups = self.srdf.groups.iter().filter_map(|group| {
            Some((group.name.as_str(), robot.group(&self.srdf, &group.name).ok()?))
        });
        let states = self.srdf.states.iter().filter_map(|state| {
            let values = robot.state(&self.srdf, state).ok()?;
            Some((format!("{} ({})", state.name, state.group), values))
        });
        let parent = |link: &obbtree_robot::Link| {
            link.parent_joint().map(|joint| robot.joints()[joint].parent())
        };
        let told = Told {
            joints: joints.collect(),
            links: links.collect(),
            parents: robot.links().iter().map(parent).collect(),
            groups: groups.collect(),
            states: states.collect(),
            pairs: self.checker.pairs().len(),
            unknown: robot.unknown_names(&self.srdf),
        };
        serde_json::to_string(&told).map_err(|error| error.to_string())
    }

    /// The world where a configuration puts the links.
    pub(crate) fn set(&mut self, configuration: &[f64]) -> Result<Scene, String> {
        let world = self.checker.world_at(configuration).map_err(|error| error.to_string())?;
        self.configuration = configuration.to_vec();
        Ok(world)
    }

    /// Moves a body that is no link, and what it carries: the world then.
    pub(crate) fn move_obstacle(&mut self, body: BodyId, pose: Pose) -> Result<Scene, String> {
        if let Some(link) = self.checker.link_of(body) {
            let name = self.checker.robot().links()[link].name();
            return Err(format!("`{name}` is a link, which joints move"));
        }
        let moved = self.checker.change(|world| world.set_pose(body, pose));
        moved.map_err(|error| error.to_string())?;
        self.checker.world_at(&self.configuration).map_err(|error| error.to_string())
    }

    /// The pairs that collide.
    pub(crate) fn pairs(&mut self) -> Result<Vec<[BodyId; 2]>, String> {
        self.checker.colliding_pairs(&self.configuration).map_err(|error| error.to_string())
    }

    /// The nearest pair; `None` where no pair is checked.
    pub(crate) fn nearest(&mut self) -> Option<BodyDistance> {
        self.checker.distance(&self.configuration).ok()
    }

    /// What a motion between two configurations is: 0 for proven free, 1 for a contact, 2 for
    /// neither proven.
    pub(crate) fn sweep(&mut self, from: &[f64], to: &[f64]) -> Result<usize, String> {
        let options = obbtree_ccd::SweepOptions::default();
        match self.checker.sweep(from, to, &options).map_err(|error| error.to_string())? {
            obbtree_ccd::Sweep::Free { .. } => Ok(0),
            obbtree_ccd::Sweep::Contact(_) => Ok(1),
            _ => Ok(2),
        }
    }

    /// A path, its configurations one after the other, along which these joints alone move; all of
    /// them if none is named.
    pub(crate) fn plan(
        &self,
        [start, goal]: [&[f64]; 2],
        joints: &[u32],
        seed: u64,
    ) -> Result<Vec<f64>, String> {
        let mut options = PlanOptions::default().seed(seed);
        options.samples = MOST_SAMPLES;
        if joints.is_empty() {
            let mut checker = self.checker.clone();
            let path = plan_path(self.checker.robot(), &mut checker, start, goal, &options);
            return path.map(|path| path.concat()).map_err(|error| error.to_string());
        }
        let joints: Vec<usize> = joints.iter().map(|&joint| joint as usize).collect();
        let mut checker =
            self.checker.for_group(&joints, start).map_err(|error| error.to_string())?;
        let all = self.checker.robot().joints();
        let of_joint = |&n: &usize| {
            let first = all[n].first_value().filter(|_| all[n].mimic().is_none());
            first.map(|first| first..first + all[n].kind().dof())
        };
        let moving: BTreeSet<usize> = joints.iter().filter_map(of_joint).flatten().collect();
        let of_group = |all: &[f64]| moving.iter().map(|&n| all[n]).collect::<Vec<f64>>();
        let robot = Arc::clone(checker.robot());
        let path = plan_path(&robot, &mut checker, &of_group(start), &of_group(goal), &options);
        let whole = |values: &Vec<f64>| {
            let mut all = start.to_vec();
            moving.iter().zip(values).for_each(|(&n, &value)| all[n] = value);
            all
        };
        Ok(path.map_err(|error| error.to_string())?.iter().flat_map(whole).collect())
    }

    /// The configuration of zeros.
    pub(crate) fn zero(&self) -> Vec<f64> {
        self.checker.robot().zero()
    }
}

/// Samples after which a search in a page gives up: some seconds.
const MOST_SAMPLES: usize = 20_000;
