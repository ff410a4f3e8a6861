//! Which joints a group of an SRDF has.

use std::collections::BTreeSet;

use crate::robot::Robot;
use crate::srdf::Srdf;

impl Robot {
    /// The joints of a group of an SRDF by their numbers, ascending; `None` if there is no such group. Names
    /// that the robot does not have are left out. A group may contain others, also itself.
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

    /// The joints from the tip back to the base, or to the root if the base is not on the way.
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
