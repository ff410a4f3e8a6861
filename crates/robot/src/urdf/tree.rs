//! Links and joints are one tree.

use crate::error::RobotProblem;
use crate::model::{Joint, Link};

pub(super) fn root(links: &[Link]) -> Result<usize, RobotProblem> {
    let roots: Vec<usize> = (0..links.len()).filter(|&n| links[n].parent_joint.is_none()).collect();
    match roots[..] {
        [root] => Ok(root),
        [] if links.is_empty() => Err(RobotProblem::NotATree("there is no link".to_owned())),
        [] => Err(RobotProblem::NotATree("every link is moved by a joint, in a circle".to_owned())),
        [a, b, ..] => {
            let problem = format!("no joint moves '{}' and '{}'", links[a].name, links[b].name);
            Err(RobotProblem::NotATree(problem))
        }
    }
}

/// The joints from the root outward.
pub(super) fn order(
    links: &[Link],
    joints: &[Joint],
    root: usize,
) -> Result<Vec<usize>, RobotProblem> {
    let mut of_parent = vec![Vec::new(); links.len()];
    for (n, joint) in joints.iter().enumerate() {
        of_parent[joint.parent].push(n);
    }
    let mut order = Vec::new();
    let mut waiting = std::collections::VecDeque::from([root]);
    while let Some(link) = waiting.pop_front() {
        for &joint in &of_parent[link] {
            order.push(joint);
            waiting.push_back(joints[joint].child);
        }
    }
    if order.len() < joints.len() {
        let left = (0..joints.len()).find(|n| !order.contains(n)).map_or("", |n| &joints[n].name);
        let problem = format!("joint '{left}' is in a circle of joints");
        return Err(RobotProblem::NotATree(problem));
    }
    Ok(order)
}
