//! Which joints a group of an SRDF has, and the robot of which these alone move.

use std::collections::BTreeSet;

use crate::error::CheckError;
use crate::frame::Frame;
use crate::joint::{Coefficients, Joint, JointKind, number_values};
use crate::robot::Robot;
use crate::sin_cos::sin_cos;
use crate::srdf::Srdf;

impl Robot {
    /// The joints of a group of an SRDF by their numbers, ascending; `None` if there is no such
    /// group. Names that the robot does not have are left out. A group may contain others, also
    /// itself.
    #[must_use]
    pub fn group(&self, srdf: &Srdf, name: &str) -> Option<Vec<usize>> {
        let mut joints = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        let mut seen = BTreeSet::new();
        let mut found = false;
        while let Some(name) = waiting.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            for group in srdf.groups.iter().filter(|group| group.name == name) {
                found = true;
                joints.extend(group.joints.iter().filter_map(|name| self.joint(name)));
                let links = group.links.iter().filter_map(|name| self.link(name));
                joints.extend(links.filter_map(|link| self.links()[link].parent_joint()));
                for [base, tip] in &group.chains {
                    joints.extend(self.chain(self.link(base), self.link(tip)));
                }
                waiting.extend(group.groups.iter().cloned());
            }
        }
        found.then(|| joints.into_iter().collect())
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

    /// The joints from the tip back to the base, or to the root if the base is not between them.
    fn chain(&self, base: Option<usize>, tip: Option<usize>) -> Vec<usize> {
        let mut joints = Vec::new();
        let mut link = tip;
        while let Some(at) = link.filter(|_| link != base) {
            let Some(joint) = self.links()[at].parent_joint() else { break };
            joints.push(joint);
            link = Some(self.joints()[joint].parent());
        }
        joints
    }
}

impl Joint {
    /// The joint where a configuration has it, fixed.
    fn held(&self, configuration: &[f64]) -> Self {
        let origin: Frame = match (self.kind, self.first_value) {
            (JointKind::Revolute | JointKind::Continuous, _) => {
                self.coefficients.frame(sin_cos(self.value(configuration)))
            }
            (JointKind::Prismatic, _) => self.coefficients.frame([self.value(configuration), 0.0]),
            (JointKind::Planar | JointKind::Floating, Some(first)) => {
                self.free_frame(&configuration[first..first + self.kind.dof()])
            }
            _ => self.origin,
        };
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
