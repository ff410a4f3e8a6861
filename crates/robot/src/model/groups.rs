//! Which joints a group of an SRDF has, and the robot of which these alone move.

use std::collections::BTreeSet;

use super::joint::{Coefficients, Joint, JointKind, number_values};
use super::robot::Robot;
use super::srdf::{GroupState, Name, Srdf};
use crate::error::{CheckError, RobotProblem};

impl Robot {
    /// The joints of a group of an SRDF by their numbers, ascending. A group may contain others,
    /// also itself. A chain has the joints between its two links. Virtual joints of the SRDF are
    /// left out: they move the root, not the robot.
    ///
    /// # Errors
    /// If there is no such group, or it or one that it contains names a link, a joint or a group
    /// that does not exist: its joints would be held where they are to move.
    ///
    /// ```
    /// # use obbtree_robot::{Robot, Srdf};
    /// # let robot = Robot::from_urdf_str(r#"<robot name="r"><link name="a"/><link name="b"/>
    /// #   <joint name="turn" type="continuous"><parent link="a"/><child link="b"/></joint>
    /// #   </robot>"#, "r.urdf", &[])?;
    /// let text = r#"<robot name="r"><group name="arm"><joint name="turn"/></group>
    ///     <group name="both"><group name="arm"/><joint name="lift"/></group></robot>"#;
    /// let srdf: Srdf = text.parse()?;
    /// assert_eq!(robot.group(&srdf, "arm")?, [0]);
    /// let error = robot.group(&srdf, "both").expect_err("the robot only turns");
    /// assert_eq!(error.to_string(), "group 'both': the robot has no joint 'lift'");
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    pub fn group(&self, srdf: &Srdf, name: &str) -> Result<Vec<usize>, RobotProblem> {
        let mut joints = BTreeSet::new();
        let mut waiting = vec![name];
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            if !seen.insert(name) {
                continue;
            }
            let wrong = |problem| RobotProblem::Group { group: name.to_owned(), problem };
            let unknown = |name: Name<'_>| wrong(format!("the robot has no {name}"));
            let link = |name: &String| self.link(name).ok_or_else(|| unknown(Name::Link(name)));
            let mut groups = srdf.groups.iter().filter(|group| group.name == name).peekable();
            if groups.peek().is_none() {
                return Err(wrong("there is no such group".to_owned()));
            }
            for group in groups {
                for name in group.joints.iter().filter(|name| !srdf.virtual_joints.contains(name)) {
                    joints.insert(self.joint(name).ok_or_else(|| unknown(Name::Joint(name)))?);
                }
                for name in &group.links {
                    joints.extend(self.links[link(name)?].parent_joint);
                }
                for [base, tip] in &group.chains {
                    joints.extend(self.joints_between(link(base)?, link(tip)?));
                }
                waiting.extend(group.groups.iter().map(String::as_str));
            }
        }
        Ok(joints.into_iter().collect())
    }

    /// The configuration of a named state of an SRDF. Joints that it does not name are at 0,
    /// floating ones unrotated; those that do not move, mimics and virtual joints of the SRDF have
    /// no value in it.
    ///
    /// # Errors
    /// If it names a joint that the robot does not have, or gives one that moves another number of
    /// values than it has.
    ///
    /// ```
    /// # use obbtree_robot::{Robot, Srdf};
    /// # let robot = Robot::from_urdf_str(r#"<robot name="r"><link name="a"/><link name="b"/>
    /// #   <joint name="turn" type="continuous"><parent link="a"/><child link="b"/></joint>
    /// #   </robot>"#, "r.urdf", &[])?;
    /// let text = r#"<robot name="r"><group_state name="up" group="arm">
    ///     <joint name="turn" value="0.5"/></group_state><group_state name="high" group="arm">
    ///     <joint name="lift" value="1"/></group_state></robot>"#;
    /// let srdf: Srdf = text.parse()?;
    /// assert_eq!(robot.state(&srdf, &srdf.states[0])?, [0.5]);
    /// let error = robot.state(&srdf, &srdf.states[1]).expect_err("the robot only turns");
    /// assert_eq!(error.to_string(), "state 'high': the robot has no joint 'lift'");
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    pub fn state(&self, srdf: &Srdf, state: &GroupState) -> Result<Vec<f64>, RobotProblem> {
        let mut configuration = self.zero();
        for (name, values) in &state.values {
            let wrong = |problem| RobotProblem::State { state: state.name.clone(), problem };
            let joint = match self.joint(name) {
                Some(joint) => &self.joints[joint],
                None if srdf.virtual_joints.contains(name) => continue,
                None => return Err(wrong(format!("the robot has no {}", Name::Joint(name)))),
            };
            let Some(first) = joint.first_value() else { continue };
            let dof = joint.kind().dof();
            if values.len() != dof {
                let count = values.len();
                return Err(wrong(format!("joint '{name}' has {dof} values, not {count}")));
            }
            configuration[first..first + dof].copy_from_slice(values);
        }
        Ok(configuration)
    }

    /// The same robot, of which only some joints move, by their numbers; mimics move with what
    /// they follow. The others are held where a configuration has them, limits or not: they are
    /// fixed joints of the new robot, whose configurations do not have their values. Links are at
    /// the same poses, bit for bit, as those of this robot at configurations with the held values.
    ///
    /// # Errors
    /// If [`Robot::check_values`] refuses the configuration, or there is no such joint.
    pub fn holding(&self, joints: &[usize], held: &[f64]) -> Result<Self, CheckError> {
        self.check_values(held)?;
        if let Some(&unknown) = joints.iter().find(|&&joint| joint >= self.joints.len()) {
            return Err(CheckError::NoSuchJoint(unknown));
        }
        let moving: BTreeSet<usize> = joints.iter().copied().collect();
        let mut robot = self.clone();
        for (n, joint) in robot.joints.iter_mut().enumerate() {
            let moved_by = joint.mimic.map_or(Some(n), |mimic| mimic.joint);
            if !moved_by.is_some_and(|by| moving.contains(&by)) {
                *joint = joint.held(held);
            }
        }
        robot.dof = number_values(&mut robot.joints);
        Ok(robot)
    }

    /// The joints between two links: those above one of them alone.
    fn joints_between(&self, a: usize, b: usize) -> Vec<usize> {
        let [a, b] = [a, b].map(|link| BTreeSet::from_iter(self.joints_above(link)));
        a.symmetric_difference(&b).copied().collect()
    }
}

impl Joint {
    /// The joint where a configuration has it, fixed.
    fn held(&self, configuration: &[f64]) -> Self {
        let origin = self.frame(configuration);
        Self {
            kind: JointKind::Fixed,
            limits: None,
            velocity: None,
            mimic: None,
            first_value: None,
            coefficients: Coefficients::of(JointKind::Fixed, &origin, self.axis),
            origin,
            ..self.clone()
        }
    }
}
