//! The robot: links, joints, collision elements, and which pairs of links are checked. Immutable;
//! share it between threads by an `Arc`.

use std::collections::BTreeSet;
use std::sync::Arc;

use obbtree_scene::Part;

use super::element::Element;
use super::joint::{Joint, JointKind, Mimic};
use super::srdf::{Name, Srdf};
use crate::error::RobotProblem;

/// A link: a rigid body of the robot.
#[derive(Clone, Debug)]
pub struct Link {
    pub(crate) name: String,
    pub(crate) parts: Arc<[Part]>,
    pub(crate) sources: Vec<String>,
    /// By part: what the checker goes by.
    pub(crate) elements: Vec<Arc<Element>>,
    pub(crate) parent_joint: Option<usize>,
}

impl Link {
    pub(crate) fn new(name: String, parts: Vec<Part>, sources: Vec<String>) -> Self {
        let elements = parts.iter().map(|part| Arc::new(Element::of(part))).collect();
        Self { name, parts: parts.into(), sources, elements, parent_joint: None }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its collision elements, each with its offset in the link's frame; none for links that are
    /// frames only.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What the URDF calls the mesh of a part; empty for shapes, and where there is no such part.
    #[must_use]
    pub fn source(&self, part: usize) -> &str {
        self.sources.get(part).map_or("", String::as_str)
    }

    /// The joint that moves it, by its number; `None` for the root.
    #[must_use]
    pub fn parent_joint(&self) -> Option<usize> {
        self.parent_joint
    }
}

/// A robot read by [`Robot::read`](crate::Robot::read): one tree of links and joints, validated.
///
/// A configuration is a slice of [`Robot::dof`] numbers: those of the joints that move and mimic
/// none, in the order of the URDF; [`JointKind`] says what the numbers of a joint are. Angles are
/// in radians, lengths in the URDF's unit, metres by convention. Poses are in the frame of the
/// root link.
#[derive(Clone, Debug)]
pub struct Robot {
    pub(crate) name: String,
    pub(crate) links: Vec<Link>,
    pub(crate) joints: Vec<Joint>,
    /// Joints in an order in which each comes after those between it and the root.
    pub(crate) order: Vec<usize>,
    pub(crate) root: usize,
    pub(crate) dof: usize,
    /// Pairs of links, the smaller number first.
    pub(crate) pairs: Vec<[usize; 2]>,
}

impl Robot {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The links, in the order of the URDF.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The joints, in the order of the URDF.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The number of the link that nothing moves.
    #[must_use]
    pub fn root(&self) -> usize {
        self.root
    }

    /// Degrees of freedom: how many numbers a configuration has.
    #[must_use]
    pub fn dof(&self) -> usize {
        self.dof
    }

    /// The joints that a configuration has values of, in its order.
    pub fn active_joints(&self) -> impl Iterator<Item = &Joint> {
        self.joints.iter().filter(|joint| joint.first_value().is_some())
    }

    /// Is all that a value moves where it was after a whole turn of the value? Sines and cosines
    /// have that period, and joints that follow where they turn a whole number of times as far.
    pub(crate) fn repeats_each_turn(&self, value: usize) -> bool {
        let is_whole = |mimic: Mimic| mimic.multiplier.fract() == 0.0;
        let mut movers =
            self.joints.iter().filter(|joint| joint.first_value == Some(value)).peekable();
        movers.peek().is_some()
            && movers.all(|joint| joint.kind.turns() && joint.mimic.is_none_or(is_whole))
    }

    /// The number of a link by its name.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The number of a joint by its name.
    #[must_use]
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The joints from the one that moves a link to that at the root.
    pub(crate) fn joints_above(&self, mut link: usize) -> Vec<usize> {
        let mut joints = Vec::new();
        while let Some(joint) = self.links[link].parent_joint {
            joints.push(joint);
            link = self.joints[joint].parent;
        }
        joints
    }

    /// The pairs of links that are checked against each other, the smaller number first, ascending.
    ///
    /// At first all pairs of links with geometry but those that one joint joins; an SRDF may switch
    /// these on.
    #[must_use]
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// The same robot with the pairs off that an SRDF disables, and those on that it enables and
    /// does not disable, as in MoveIt: links that one joint joins, too.
    ///
    /// Names that the robot does not have change nothing, as in MoveIt, where one SRDF is written
    /// for several robots: [`Robot::unknown_names`] lists them.
    ///
    /// # Errors
    /// If the SRDF has names, and the robot none of them: it is that of another robot, and would
    /// switch nothing off.
    pub fn with_srdf(self, srdf: &Srdf) -> Result<Self, RobotProblem> {
        let names = srdf.names();
        let unknown = self.unknown_names(srdf);
        if !names.is_empty() && unknown.len() == names.len() {
            let problem = format!("the robot has none of its links and joints, as {}", unknown[0]);
            return Err(RobotProblem::Srdf(problem));
        }
        let named = |names: &[String; 2]| {
            let [a, b] = [self.link(&names[0])?, self.link(&names[1])?];
            Some([a.min(b), a.max(b)])
        };
        let off: BTreeSet<[usize; 2]> = srdf.disabled.iter().filter_map(named).collect();
        let on: BTreeSet<[usize; 2]> = srdf.enabled.iter().filter_map(named).collect();
        let off_by_default: BTreeSet<usize> =
            srdf.disabled_by_default.iter().filter_map(|name| self.link(name)).collect();
        let is_on = |pair: &[usize; 2]| {
            let by_default = pair.iter().any(|link| off_by_default.contains(link));
            !off.contains(pair) && (!by_default || on.contains(pair))
        };
        let pairs: Vec<_> = self.pairs.iter().chain(&on).copied().filter(is_on).collect();
        Ok(self.with_pairs(&pairs))
    }

    /// The links and joints that an SRDF names and the robot does not have, each once, as
    /// `link 'NAME'` or `joint 'NAME'`.
    ///
    /// ```
    /// # use obbtree_robot::{Robot, Srdf};
    /// # let urdf = r#"<robot name="r"><link name="a"/></robot>"#;
    /// # let robot = Robot::from_urdf_str(urdf, "r.urdf", &[])?;
    /// let text = r#"<robot name="r"><disable_collisions link1="a" link2="b"/></robot>"#;
    /// assert_eq!(robot.unknown_names(&text.parse::<Srdf>()?), ["link 'b'"]);
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    #[must_use]
    pub fn unknown_names(&self, srdf: &Srdf) -> Vec<String> {
        let is_unknown = |name: &Name<'_>| match name {
            Name::Link(name) => self.link(name).is_none(),
            Name::Joint(name) => self.joint(name).is_none(),
        };
        srdf.names().iter().filter(|name| is_unknown(name)).map(ToString::to_string).collect()
    }

    /// The same robot, checked for these pairs of links alone.
    ///
    /// Pairs of a link with itself, of links without geometry, and pairs beyond the links are left
    /// out.
    #[must_use]
    pub fn with_pairs(mut self, pairs: &[[usize; 2]]) -> Self {
        let has_shape =
            |&link: &usize| self.links.get(link).is_some_and(|link: &Link| !link.parts.is_empty());
        let kept: BTreeSet<[usize; 2]> = pairs
            .iter()
            .filter(|[a, b]| a != b && has_shape(a) && has_shape(b))
            .map(|&[a, b]| [a.min(b), a.max(b)])
            .collect();
        self.pairs = kept.into_iter().collect();
        self
    }

    /// The pairs of links with geometry that one joint joins, and that are not checked.
    pub(crate) fn joined_pairs(&self) -> BTreeSet<[usize; 2]> {
        let has_shape = |link: usize| !self.links[link].parts.is_empty();
        let joined = self.joints.iter().map(|j| [j.parent.min(j.child), j.parent.max(j.child)]);
        let is_left_out = |pair: &[usize; 2]| {
            pair.iter().all(|&link| has_shape(link)) && !self.pairs.contains(pair)
        };
        joined.filter(is_left_out).collect()
    }

    /// All pairs of links with geometry but those that one joint joins.
    pub(crate) fn default_pairs(links: &[Link], joints: &[Joint]) -> Vec<[usize; 2]> {
        let joined: BTreeSet<[usize; 2]> =
            joints.iter().map(|j| [j.parent.min(j.child), j.parent.max(j.child)]).collect();
        let solid: Vec<usize> = (0..links.len()).filter(|&n| !links[n].parts.is_empty()).collect();
        let all = solid.iter().flat_map(|&a| solid.iter().map(move |&b| [a, b]));
        all.filter(|[a, b]| a < b && !joined.contains(&[*a, *b])).collect()
    }

    /// Is it a configuration that places the links, as [`Robot::check_values`] says, with every
    /// value within its joint's limits? The limits themselves are; those of mimics do not count.
    /// One of another number of values than [`Robot::dof`] is not.
    #[must_use]
    pub fn is_within_limits(&self, configuration: &[f64]) -> bool {
        self.check_values(configuration).is_ok()
            && self.beyond_limits(configuration).next().is_none()
    }

    /// The places of values that are out of their joints' limits.
    pub(crate) fn beyond_limits(&self, configuration: &[f64]) -> impl Iterator<Item = usize> {
        self.active_joints().filter_map(move |joint| {
            let [low, high] = joint.limits?;
            let is_within = (low..=high).contains(&joint.value(configuration));
            joint.first_value.filter(|_| !is_within)
        })
    }

    /// A configuration from a source of numbers uniform in 0..1: within the limits; a turn without
    /// limits anywhere within a whole one, a translation without limits within 1 of the origin.
    /// From a limit on one side alone as far as these are wide.
    #[must_use]
    pub fn random(&self, uniform: impl FnMut() -> f64) -> Vec<f64> {
        let mut configuration = vec![0.0; self.dof];
        self.random_into(&mut configuration, uniform);
        configuration
    }

    /// [`Robot::random`], into a configuration.
    pub(crate) fn random_into(&self, configuration: &mut [f64], mut uniform: impl FnMut() -> f64) {
        for joint in self.active_joints() {
            let first = joint.first_value.unwrap_or(0);
            let mut between = |[low, high]: [f64; 2]| low + (high - low) * uniform();
            let turn = [-std::f64::consts::PI, std::f64::consts::PI];
            match joint.kind {
                JointKind::Floating => {
                    for value in &mut configuration[first..first + 7] {
                        *value = between([-1.0, 1.0]);
                    }
                }
                JointKind::Planar => {
                    configuration[first] = between([-1.0, 1.0]);
                    configuration[first + 1] = between([-1.0, 1.0]);
                    configuration[first + 2] = between(turn);
                }
                kind => {
                    let otherwise = if kind.turns() { turn } else { [-1.0, 1.0] };
                    configuration[first] = between(sampled(joint.limits, otherwise));
                }
            }
        }
    }
}

/// Between which values to sample: limits that are infinite on one side end as far away as the
/// range of those without is wide.
fn sampled(limits: Option<[f64; 2]>, otherwise: [f64; 2]) -> [f64; 2] {
    let width = otherwise[1] - otherwise[0];
    match limits {
        None => otherwise,
        Some([low, f64::INFINITY]) => [low, low + width],
        Some([f64::NEG_INFINITY, high]) => [high - width, high],
        Some(finite) => finite,
    }
}
