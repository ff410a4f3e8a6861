//! Which joints a group of an SRDF has, and the robot of which these alone move.

use std::collections::BTreeSet;

use crate::error::{CheckError, RobotProblem};
use crate::joint::{Coefficients, Joint, JointKind, number_values};
use crate::robot::Robot;
use crate::srdf::{Name, Srdf};

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
            mimic: None,
            first_value: None,
            coefficients: Coefficients::of(JointKind::Fixed, &origin, self.axis),
            origin,
            ..self.clone()
        }
    }
}
