//! Joints: names to numbers, axes, limits, mimics, and their places in a configuration.

use std::collections::{HashMap, HashSet};

use roxmltree::Document;
use urdf_rs::JointType;

use crate::error::RobotProblem;
use crate::frames::Frame;
use crate::model::{Coefficients, Joint, JointKind, Mimic};

pub(super) fn joints(
    urdf: &urdf_rs::Robot,
    document: &Document<'_>,
) -> Result<Vec<Joint>, RobotProblem> {
    let links = by_name("link", urdf.links.iter().map(|link| &link.name))?;
    by_name("joint", urdf.joints.iter().map(|joint| &joint.name))?;
    let limited = with_limits(document);
    let joint = |j: &urdf_rs::Joint| joint(j, &links, limited.contains(j.name.as_str()));
    urdf.joints.iter().map(joint).collect()
}

/// The names of the joints that have a `<limit>`: for the others the reader says 0 to 0.
fn with_limits<'d>(document: &'d Document<'_>) -> HashSet<&'d str> {
    let joints = document.root_element().children().filter(|node| node.has_tag_name("joint"));
    let limited = joints.filter(|node| node.children().any(|child| child.has_tag_name("limit")));
    limited.filter_map(|node| node.attribute("name")).collect()
}

/// What is wrong with the numbers of a `<limit>` or `<mimic>` of some joint, of which the reader
/// says neither the joint nor the attribute; `None` if they are in order.
pub(super) fn bad_number(document: &Document<'_>) -> Option<RobotProblem> {
    const NUMBERS: [(&str, &[&str]); 2] = [
        ("limit", &["lower", "upper", "effort", "velocity"]),
        ("mimic", &["multiplier", "offset"]),
    ];
    let joints = document.root_element().children().filter(|node| node.has_tag_name("joint"));
    for (joint, child) in joints.flat_map(|joint| joint.children().map(move |node| (joint, node))) {
        let name = joint.attribute("name").unwrap_or_default();
        let Some((tag, attributes)) = NUMBERS.iter().find(|(tag, _)| child.has_tag_name(*tag))
        else {
            continue;
        };
        for attribute in *attributes {
            let written = child.attribute(*attribute);
            if let Some(text) = written.filter(|text| text.trim().parse::<f64>().is_err()) {
                let problem = format!("{attribute}=\"{text}\" of its <{tag}> is no number");
                return Some(RobotProblem::joint(name, problem));
            }
            if *attribute == "velocity" && written.is_none() {
                return Some(RobotProblem::joint(name, "its <limit> has no velocity"));
            }
        }
    }
    None
}

fn joint(
    urdf: &urdf_rs::Joint,
    links: &HashMap<&str, usize>,
    has_limits: bool,
) -> Result<Joint, RobotProblem> {
    let number = |what, name: &str| {
        let (joint, name) = (&urdf.name, name.to_owned());
        let unknown = RobotProblem::Unknown { joint: joint.clone(), what, name: name.clone() };
        links.get(name.as_str()).copied().ok_or(unknown)
    };
    let refused = |problem: String| RobotProblem::joint(&urdf.name, problem);
    let kind = match urdf.joint_type {
        JointType::Revolute => JointKind::Revolute,
        JointType::Continuous => JointKind::Continuous,
        JointType::Prismatic => JointKind::Prismatic,
        JointType::Fixed => JointKind::Fixed,
        JointType::Planar => JointKind::Planar,
        JointType::Floating => JointKind::Floating,
        JointType::Spherical => {
            return Err(refused("spherical joints are not supported".to_owned()));
        }
    };
    let origin = Frame::from_xyz_rpy(*urdf.origin.xyz, *urdf.origin.rpy);
    origin.to_pose().map_err(|error| refused(error.to_string()))?;
    let has_axis = !matches!(kind, JointKind::Fixed | JointKind::Floating);
    let axis = if has_axis {
        unit(*urdf.axis.xyz).ok_or_else(|| {
            refused(format!("its axis is {:?}, which has no direction", *urdf.axis.xyz))
        })?
    } else {
        [1.0, 0.0, 0.0]
    };
    let limits = match kind {
        JointKind::Revolute | JointKind::Prismatic => limits(urdf, has_limits).map_err(refused)?,
        _ => None,
    };
    let has_velocity = has_limits && kind.dof() == 1;
    Ok(Joint {
        name: urdf.name.clone(),
        kind,
        parent: number("parent link", &urdf.parent.link)?,
        child: number("child link", &urdf.child.link)?,
        coefficients: Coefficients::of(kind, &origin, axis),
        origin,
        axis,
        limits,
        velocity: has_velocity.then_some(urdf.limit.velocity),
        mimic: None,
        first_value: None,
    })
}

/// The limits of a turn or a slide; none for one that URDF 1.2 leaves without. Those of a mimic do
/// not count, so that it need not have any.
fn limits(urdf: &urdf_rs::Joint, has_limits: bool) -> Result<Option<[f64; 2]>, String> {
    if !has_limits {
        let problem = "it has no <limit>, which revolute and prismatic joints need";
        return if urdf.mimic.is_some() { Ok(None) } else { Err(problem.to_owned()) };
    }
    let (low, high) = (urdf.limit.lower, urdf.limit.upper);
    if !(low <= high) || low == f64::INFINITY || high == f64::NEG_INFINITY {
        return Err(format!("its limits are {low} to {high}"));
    }
    let is_limited = low.is_finite() || high.is_finite();
    Ok(is_limited.then_some([low, high]))
}

fn by_name<'u>(
    what: &'static str,
    names: impl Iterator<Item = &'u String>,
) -> Result<HashMap<&'u str, usize>, RobotProblem> {
    let mut numbers = HashMap::new();
    for (n, name) in names.enumerate() {
        if numbers.insert(name.as_str(), n).is_some() {
            return Err(RobotProblem::Twice { what, name: name.clone() });
        }
    }
    Ok(numbers)
}

/// The same direction with length one; `None` if there is none.
fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let largest = v.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite() && v.iter().all(|x| x.is_finite())) {
        return None;
    }
    let scaled = v.map(|x| x / largest);
    let norm = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    Some(scaled.map(|x| x / norm))
}

/// A mimic of a mimic follows what that one follows.
pub(super) fn resolve_mimics(
    urdf: &urdf_rs::Robot,
    joints: &mut [Joint],
) -> Result<(), RobotProblem> {
    let numbers = by_name("joint", urdf.joints.iter().map(|joint| &joint.name))?;
    for n in 0..joints.len() {
        let (mut multiplier, mut offset, mut at) = (1.0, 0.0, n);
        let mut steps = 0;
        while let Some(mimic) = &urdf.joints[at].mimic {
            let name = &joints[n].name;
            let unknown = || RobotProblem::Unknown {
                joint: urdf.joints[at].name.clone(),
                what: "joint to mimic",
                name: mimic.joint.clone(),
            };
            offset += multiplier * mimic.offset.unwrap_or(0.0);
            multiplier *= mimic.multiplier.unwrap_or(1.0);
            at = *numbers.get(mimic.joint.as_str()).ok_or_else(unknown)?;
            steps += 1;
            if steps > joints.len() {
                return Err(RobotProblem::joint(name, "mimics itself"));
            }
            if !multiplier.is_finite() || !offset.is_finite() {
                return Err(RobotProblem::joint(name, "its mimic has numbers that are not finite"));
            }
        }
        if steps == 0 || joints[n].kind == JointKind::Fixed {
            continue;
        }
        if joints[n].kind.dof() > 1 || joints[at].kind.dof() > 1 {
            let problem = "mimics, or is mimicked, with several values";
            return Err(RobotProblem::joint(&joints[n].name, problem));
        }
        let joint = (joints[at].kind != JointKind::Fixed).then_some(at);
        joints[n].mimic = Some(Mimic { joint, multiplier, offset });
    }
    Ok(())
}
