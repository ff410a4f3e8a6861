//! SRDF: which pairs of links are never checked, groups of joints, and named configurations.
//!
//! Read as MoveIt does (srdfdom): `disable_collisions`, `disable_default_collisions`,
//! `enable_collisions`, `group`, `group_state`; the rest is left out.

use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;

use roxmltree::{Document, Node};

use super::xml;
use crate::error::{RobotError, RobotProblem};

/// What an SRDF says.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Srdf {
    /// Pairs of links, by name, that are not checked.
    pub disabled: Vec<[String; 2]>,
    /// Links whose pairs are not checked, but those of `enabled`.
    pub disabled_by_default: Vec<String>,
    /// Pairs that are checked although one of their links is in `disabled_by_default`, or one joint
    /// joins them; unless they are in `disabled`.
    pub enabled: Vec<[String; 2]>,
    /// Groups of joints, in the order of the file.
    pub groups: Vec<Group>,
    /// Named values of the joints of a group.
    pub states: Vec<GroupState>,
    /// Joints of its own, from the robot to the world, which groups may name.
    pub virtual_joints: Vec<String>,
}

/// A group of joints.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Joints that it names.
    pub joints: Vec<String>,
    /// Links that it names: the joints that move them belong to it.
    pub links: Vec<String>,
    /// Chains: all joints from a base link to a tip link.
    pub chains: Vec<[String; 2]>,
    /// Groups that it contains.
    pub groups: Vec<String>,
}

/// Named values of joints.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GroupState {
    /// Its name.
    pub name: String,
    /// The group; empty where the file names none, as pinocchio's robots do.
    pub group: String,
    /// Joints with their values.
    pub values: Vec<(String, Vec<f64>)>,
}

impl Srdf {
    /// Reads an SRDF file.
    ///
    /// # Errors
    /// If it cannot be read, is no XML or no SRDF, or an element lacks what it needs; with the
    /// line.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, RobotError> {
        let path = path.as_ref();
        let read = || -> Result<Self, RobotProblem> {
            String::from_utf8_lossy(&std::fs::read(path)?).parse()
        };
        read().map_err(|problem| problem.in_file(path))
    }

    /// The names of a robot's links and joints that it has, each once.
    pub(crate) fn names(&self) -> BTreeSet<Name<'_>> {
        let pairs = self.disabled.iter().chain(&self.enabled).flatten();
        let of_groups = self
            .groups
            .iter()
            .flat_map(|group| group.links.iter().chain(group.chains.as_flattened()));
        let links =
            pairs.chain(&self.disabled_by_default).chain(of_groups).map(|name| Name::Link(name));
        let of_groups = self.groups.iter().flat_map(|group| &group.joints);
        let of_states = self.states.iter().flat_map(|state| &state.values).map(|(name, _)| name);
        let joints = of_groups.chain(of_states);
        let joints = joints.filter(|name| !self.virtual_joints.contains(name));
        links.chain(joints.map(|name| Name::Joint(name))).collect()
    }
}

/// Reads an SRDF from its text, with the errors of [`Srdf::read`].
///
/// ```
/// use obbtree_robot::Srdf;
/// let text = r#"<robot name="r"><disable_collisions link1="a" link2="b"/></robot>"#;
/// let srdf: Srdf = text.parse()?;
/// assert_eq!(srdf.disabled, [["a".to_owned(), "b".to_owned()]]);
/// # Ok::<(), obbtree_robot::RobotProblem>(())
/// ```
impl FromStr for Srdf {
    type Err = RobotProblem;

    fn from_str(text: &str) -> Result<Self, RobotProblem> {
        let document = xml::parse(text.strip_prefix('\u{feff}').unwrap_or(text))?;
        let root = document.root_element().tag_name().name();
        if root != "robot" {
            let problem = format!("the root element is <{root}>, not <robot>");
            return Err(RobotProblem::Srdf(problem));
        }
        let mut srdf = Self::default();
        for node in document.root_element().children().filter(Node::is_element) {
            let attribute = |name| required(&document, node, name);
            let pair = || Ok::<_, RobotProblem>([attribute("link1")?, attribute("link2")?]);
            match node.tag_name().name() {
                "disable_collisions" => srdf.disabled.push(pair()?),
                "enable_collisions" => srdf.enabled.push(pair()?),
                "disable_default_collisions" => srdf.disabled_by_default.push(attribute("link")?),
                "group" => srdf.groups.push(group(&document, node)?),
                "group_state" => srdf.states.push(state(&document, node)?),
                "virtual_joint" => srdf.virtual_joints.push(attribute("name")?),
                // Of a URDF; in an SRDF they are within groups and states only.
                name @ ("link" | "joint") => {
                    let line = document.text_pos_at(node.range().start).row as usize;
                    let problem = format!("<{name}> is of a URDF: this is no SRDF");
                    return Err(RobotProblem::Line { line, problem });
                }
                _ => {}
            }
        }
        Ok(srdf)
    }
}

/// A name of something that a robot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name<'s> {
    Link(&'s str),
    Joint(&'s str),
}

impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Link(name) => write!(f, "link '{name}'"),
            Self::Joint(name) => write!(f, "joint '{name}'"),
        }
    }
}

fn required(
    document: &Document<'_>,
    node: Node<'_, '_>,
    name: &str,
) -> Result<String, RobotProblem> {
    node.attribute(name).map(str::to_owned).ok_or_else(|| {
        let line = document.text_pos_at(node.range().start).row as usize;
        let problem = format!("<{}> has no '{name}'", node.tag_name().name());
        RobotProblem::Line { line, problem }
    })
}

fn group(document: &Document<'_>, node: Node<'_, '_>) -> Result<Group, RobotProblem> {
    let mut group = Group { name: required(document, node, "name")?, ..Group::default() };
    for child in node.children().filter(Node::is_element) {
        let attribute = |name| required(document, child, name);
        match child.tag_name().name() {
            "joint" => group.joints.push(attribute("name")?),
            "link" => group.links.push(attribute("name")?),
            "chain" => group.chains.push([attribute("base_link")?, attribute("tip_link")?]),
            "group" => group.groups.push(attribute("name")?),
            _ => {}
        }
    }
    Ok(group)
}

fn state(document: &Document<'_>, node: Node<'_, '_>) -> Result<GroupState, RobotProblem> {
    let attribute = |name| required(document, node, name);
    let group = node.attribute("group").unwrap_or_default().to_owned();
    let mut state = GroupState { name: attribute("name")?, group, values: Vec::new() };
    for child in node.children().filter(|child| child.has_tag_name("joint")) {
        let text = required(document, child, "value")?;
        let values: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
        let line = document.text_pos_at(child.range().start).row as usize;
        let problem = format!("'{text}' is not a number");
        let values = values.map_err(|_| RobotProblem::Line { line, problem })?;
        state.values.push((required(document, child, "name")?, values));
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_counts_is_read() {
        let srdf = Srdf::from_str(
            r#"<robot name="r">
            <group name="arm"><chain base_link="a" tip_link="d"/><joint name="x"/></group>
            <group name="all"><group name="arm"/><link name="e"/></group>
            <group_state name="home" group="arm"><joint name="x" value="1 2"/></group_state>
            <disable_default_collisions link="e"/>
            <enable_collisions link1="e" link2="a"/>
            <virtual_joint name="v"/></robot>"#,
        )
        .unwrap();
        assert_eq!(srdf.groups[0].chains, [["a".to_owned(), "d".to_owned()]]);
        assert_eq!(srdf.groups[1].groups, ["arm"]);
        assert_eq!(srdf.states[0].values, [("x".to_owned(), vec![1.0, 2.0])]);
        assert_eq!((srdf.disabled_by_default.len(), srdf.enabled.len()), (1, 1));
        let error = Srdf::from_str("<robot>\n<disable_collisions link1='a'/></robot>").unwrap_err();
        assert_eq!(error.to_string(), "line 2: <disable_collisions> has no 'link2'");
        assert!(Srdf::from_str("<robot>").is_err());
        let without_group = Srdf::from_str("<robot><group_state name='home'/></robot>").unwrap();
        assert_eq!(without_group.states[0].group, "");
    }
}
