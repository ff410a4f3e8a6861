//! Robots of the C interface: read from URDF and SRDF; names, joints and limits, and where a
//! configuration puts the links.

use std::ffi::{CString, c_char};
use std::path::PathBuf;
use std::sync::Arc;

use obbtree::robot::{Joint, JointKind, Kinematics, Srdf};

use crate::answers::{answered_handle, answered_in, freed};
use crate::constants::CJointKind;
use crate::memory;
use crate::pose::CPose;
use crate::status::{Failure, Status, answered};

/// A robot: links and joints. Immutable: any number of threads may use one at once. Owned by the
/// caller, who frees it with `obbtree_robot_free`; checkers of it stay.
///
/// A configuration is as many numbers as the robot has degrees of freedom: those of the joints
/// that move and mimic none, in the order of the URDF. Angles are in radians, lengths in the
/// URDF's unit, metres by convention. Frames are in that of the root link.
pub struct Robot {
    pub(crate) robot: Arc<obbtree::robot::Robot>,
    /// It has the groups.
    srdf: Option<Srdf>,
    links: Vec<CString>,
    /// Of the joints that have values, in the order of these.
    joints: Vec<CString>,
}

/// A joint that has values of its own.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CJoint {
    /// Its name, as long as the robot is there.
    pub name: *const c_char,
    /// An `obbtree_joint_kind`.
    pub kind: CJointKind,
    /// Where its values begin in a configuration.
    pub first_value: u32,
    /// How many values it has.
    pub value_count: u32,
    /// The least value; `-INFINITY` without a limit.
    pub lower: f64,
    /// The largest value; `INFINITY` without a limit.
    pub upper: f64,
}

fn c_text(name: &str) -> CString {
    CString::new(name.replace('\0', "")).unwrap_or_default()
}

impl Robot {
    pub(crate) fn new(robot: Arc<obbtree::robot::Robot>, srdf: Option<Srdf>) -> Self {
        let links = robot.links().iter().map(|link| c_text(link.name())).collect();
        let joints = robot.active_joints().map(|joint| c_text(joint.name())).collect();
        Self { robot, srdf, links, joints }
    }

    /// As many numbers as a configuration has.
    pub(crate) fn values<'call>(
        robot: &obbtree::robot::Robot,
        values: *const f64,
        count: usize,
        what: &str,
    ) -> Result<&'call [f64], Failure> {
        match robot.dof() {
            expected if expected == count => memory::slice(values, count, what),
            expected => {
                Err(Failure::bad(format!("{what} has {count} values, the robot {expected}")))
            }
        }
    }
}

impl CJoint {
    fn new(joint: &Joint, name: &CString) -> Result<Self, Failure> {
        let [lower, upper] = joint.limits().unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let kind = match joint.kind() {
            JointKind::Revolute => CJointKind::Revolute,
            JointKind::Continuous => CJointKind::Continuous,
            JointKind::Prismatic => CJointKind::Prismatic,
            JointKind::Planar => CJointKind::Planar,
            JointKind::Floating => CJointKind::Floating,
            kind => {
                let text = format!("a {} joint that has values", kind.name());
                return Err(Failure::new(Status::Panicked, text));
            }
        };
        let first_value = joint.first_value().unwrap_or(0) as u32;
        let value_count = joint.kind().dof() as u32;
        Ok(Self { name: name.as_ptr(), kind, first_value, value_count, lower, upper })
    }
}

/// The robot of a URDF file, and of an SRDF file, which says which pairs of links are not checked;
/// `srdf` may be null. An SRDF that names none of the robot's links and joints, and a xacro that
/// was not expanded, are errors; single names that the robot does not have change nothing.
/// `package://NAME/...` in the URDF is looked for as `NAME/...` below each of the `count` folders
/// of `roots`, and besides in the folders above the URDF. In `*robot` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_read(
    urdf: *const c_char,
    srdf: *const c_char,
    roots: *const *const c_char,
    count: usize,
    robot: *mut *mut Robot,
) -> Status {
    answered_handle(robot, "robot", || {
        let roots = memory::slice(roots, count, "roots")?;
        let roots: Vec<PathBuf> = roots
            .iter()
            .map(|&root| Ok(PathBuf::from(memory::text(root, "root")?)))
            .collect::<Result<_, Failure>>()?;
        let mut found = obbtree::robot::Robot::read(memory::text(urdf, "urdf")?, &roots)?;
        let mut read = None;
        if !srdf.is_null() {
            let srdf = memory::text(srdf, "srdf")?;
            let of_robot = read.insert(Srdf::read(srdf)?);
            let wrong = |problem| Failure::new(Status::File, format!("{srdf}: {problem}"));
            found = found.with_srdf(of_robot).map_err(wrong)?;
        }
        Ok(Robot::new(Arc::new(found), read))
    })
}

/// Frees a robot. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_free(robot: *mut Robot) -> Status {
    freed(robot)
}

/// How many degrees of freedom a robot has, which are the numbers of a configuration; how many
/// joints have them, and how many links there are.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_size(
    robot: *const Robot,
    dof: *mut usize,
    joints: *mut usize,
    links: *mut usize,
) -> Status {
    answered(|| {
        let robot = memory::get(robot, "robot")?;
        let (dof, joints) = (memory::place(dof, "dof")?, memory::place(joints, "joints")?);
        memory::place(links, "links")?.write(robot.links.len());
        dof.write(robot.robot.dof());
        joints.write(robot.joints.len());
        Ok(())
    })
}

/// The joints of a group of the SRDF that have values, by their places among these, ascending: how
/// many, and the first `capacity` of them in `joints`. A group that is not there, or names a link,
/// a joint or a group that does not exist, is `OBBTREE_STATUS_BAD_ARGUMENT`. See
/// `obbtree_checker_for_group`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_group(
    robot: *const Robot,
    name: *const c_char,
    joints: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    answered(|| {
        let count = memory::place(count, "count")?;
        let places = memory::places(joints, capacity, 0, "joints")?;
        let Robot { robot, srdf, .. } = memory::get(robot, "robot")?;
        let name = memory::text(name, "name")?;
        let none = Srdf::default();
        let group = robot.group(srdf.as_ref().unwrap_or(&none), name);
        let group = group.map_err(|problem| Failure::bad(problem.to_string()))?;
        let numbers = robot.active_joints().map(|joint| robot.joint(joint.name()));
        let in_group: Vec<u32> = (0..)
            .zip(numbers)
            .filter(|(_, joint)| joint.is_some_and(|joint| group.contains(&joint)))
            .map(|(place, _)| place)
            .collect();
        count.write(in_group.len());
        places.write(in_group);
        Ok(())
    })
}

/// A joint that has values, by its place among these.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_joint(
    robot: *const Robot,
    number: usize,
    joint: *mut CJoint,
) -> Status {
    answered_in(joint, "joint", || {
        let robot = memory::get(robot, "robot")?;
        let found = robot.robot.active_joints().zip(&robot.joints).nth(number);
        let (joint, name) = found.ok_or_else(|| beyond("joint", number, robot.joints.len()))?;
        CJoint::new(joint, name)
    })
}

fn beyond(what: &str, number: usize, count: usize) -> Failure {
    Failure::bad(format!("{what} {number} of {count}"))
}

/// The name of a link, as long as the robot is there.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_link_name(
    robot: *const Robot,
    link: usize,
    name: *mut *const c_char,
) -> Status {
    answered_in(name, "name", || {
        let links = &memory::get(robot, "robot")?.links;
        let found = links.get(link).ok_or_else(|| beyond("link", link, links.len()))?;
        Ok(found.as_ptr())
    })
}

/// Does a configuration place the links, with every value within its joint's limits, themselves
/// included? Those of joints that mimic another do not count; a quaternion without length places
/// nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_is_within_limits(
    robot: *const Robot,
    values: *const f64,
    count: usize,
    is_within: *mut bool,
) -> Status {
    answered_in(is_within, "is_within", || {
        let robot = &memory::get(robot, "robot")?.robot;
        let values = Robot::values(robot, values, count, "the configuration")?;
        Ok(robot.is_within_limits(values))
    })
}

/// Where a configuration puts the links: `poses` has room for all of them. The poses that answers
/// about the configuration are about. Fails for values that are not finite, or place nothing, as a
/// quaternion without length.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_link_poses(
    robot: *const Robot,
    values: *const f64,
    count: usize,
    poses: *mut CPose,
) -> Status {
    answered(|| {
        let robot = &memory::get(robot, "robot")?.robot;
        let places = memory::places(poses, robot.links().len(), 0, "poses")?;
        let values = Robot::values(robot, values, count, "the configuration")?;
        let found = Kinematics::default().link_poses(robot, values)?;
        places.write(found.into_iter().map(|rows| CPose { rows }));
        Ok(())
    })
}
