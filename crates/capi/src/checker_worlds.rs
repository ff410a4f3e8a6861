//! The world of a robot's checker, which can change, and the joints that move, in the C interface.

use std::ffi::c_char;

use crate::answers::{answered_handle, answered_in};
use crate::checkers::{Checker, change, copied, look_at};
use crate::memory;
use crate::pose::{self, CPose};
use crate::robots::Robot;
use crate::scenes::{self, Scene};
use crate::status::{Failure, Status, answered};

/// A copy of the world of a checker, with the links as bodies; these are where the configuration of
/// zeros has them. In `*world` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_world(checker: *const Checker, world: *mut *mut Scene) -> Status {
    answered_handle(world, "world", || {
        Ok(Scene::new(look_at(checker, |checker| Ok(checker.world().clone()))?))
    })
}

/// A copy of the world of a checker with all links, and what they carry, where a configuration of
/// `count` values puts them: for any question that scenes answer. In `*world` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_world_at(
    checker: *const Checker,
    values: *const f64,
    count: usize,
    world: *mut *mut Scene,
) -> Status {
    answered_handle(world, "world", || {
        let found = look_at(checker, |checker| {
            let values = Robot::values(checker.robot(), values, count, "the configuration")?;
            Ok(checker.world_at(values)?)
        })?;
        Ok(Scene::new(found))
    })
}

/// Puts the robot into another world, without its links. What was changed or attached in the old
/// one is gone. A change while the checker is in use fails with `OBBTREE_STATUS_BUSY`; one that
/// fails changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_set_world(checker: *mut Checker, world: *const Scene) -> Status {
    answered(|| {
        let world = scenes::look(world, |world| Ok(world.clone()))?;
        change(checker, |checker| Ok(checker.set_world(&world)?))
    })
}

/// Takes a scene of `obbtree_checker_world` that was changed since: bodies added, moved, removed,
/// enabled, allowed to collide, with other margins, paddings and groups. Links stay where
/// kinematics puts them; a scene without one of them is `OBBTREE_STATUS_BAD_SCENE`. What is known
/// of pairs that stay as they are is kept.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_change(checker: *mut Checker, world: *const Scene) -> Status {
    answered(|| {
        let changed = scenes::look(world, |world| Ok(world.clone()))?;
        change(checker, |checker| {
            Ok(checker.change(|world| {
                *world = changed;
                Ok(())
            })?)
        })
    })
}

/// The number of a link's body in the checker's world.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_link_body(
    checker: *const Checker,
    link: usize,
    body: *mut u32,
) -> Status {
    answered_in(body, "body", || {
        let found = look_at(checker, |checker| Ok(checker.link_body(link)))?;
        let no_link = || Failure::bad(format!("the robot has no link {link}"));
        Ok(found.ok_or_else(no_link)?.number())
    })
}

/// The number of the link that a body of the checker's world is; `OBBTREE_NO_LINK` of other bodies.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_link_of(
    checker: *const Checker,
    body: u32,
    link: *mut u32,
) -> Status {
    answered_in(link, "link", || {
        let found = look_at(checker, |checker| {
            let body = checker.world().numbered(body)?;
            Ok(checker.link_of(body))
        })?;
        Ok(found.map_or(OBBTREE_NO_LINK, |link| link as u32))
    })
}

/// In place of the number of a link: of a body that is none.
pub const OBBTREE_NO_LINK: u32 = u32::MAX;

/// The names of links that an attached body may touch.
fn names<'call>(names: *const *const c_char, count: usize) -> Result<Vec<&'call str>, Failure> {
    let names = memory::slice(names, count, "touch links")?;
    names.iter().map(|&name| memory::text(name, "a touch link")).collect()
}

/// Attaches a body of the world to a link, which carries it from now on: from where it is, by a
/// link that is where a configuration of `value_count` values puts it. The body is checked
/// against all that the link is checked against, but not against the link, what else this
/// carries, and the `touch_count` links of `touch_links`, by name: with these it may collide,
/// also after it is detached.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_attach(
    checker: *mut Checker,
    body: *const c_char,
    link: *const c_char,
    touch_links: *const *const c_char,
    touch_count: usize,
    values: *const f64,
    value_count: usize,
) -> Status {
    answered(|| {
        let (body, link) = (memory::text(body, "body")?, memory::text(link, "link")?);
        let touch_links = names(touch_links, touch_count)?;
        change(checker, |checker| {
            let what = "the configuration";
            let values = Robot::values(checker.robot(), values, value_count, what)?;
            Ok(checker.attach(body, link, &touch_links, values)?)
        })
    })
}

/// Attaches a body of the world to a link, as `obbtree_checker_attach`, at a pose in the link's
/// frame.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_attach_at(
    checker: *mut Checker,
    body: *const c_char,
    link: *const c_char,
    touch_links: *const *const c_char,
    touch_count: usize,
    pose: *const CPose,
) -> Status {
    answered(|| {
        let (body, link) = (memory::text(body, "body")?, memory::text(link, "link")?);
        let touch_links = names(touch_links, touch_count)?;
        let pose = pose::checked(pose, "pose")?;
        change(checker, |checker| Ok(checker.attach_at(body, link, &touch_links, pose)?))
    })
}

/// Detaches a body from the link that carries it, if one does: it stays where a configuration has
/// it. Links that it was allowed to touch stay allowed.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_detach(
    checker: *mut Checker,
    body: *const c_char,
    values: *const f64,
    count: usize,
) -> Status {
    answered(|| {
        let body = memory::text(body, "body")?;
        change(checker, |checker| {
            let values = Robot::values(checker.robot(), values, count, "the configuration")?;
            Ok(checker.detach(body, values)?)
        })
    })
}

/// A checker of the same robot in the same world, of which only some joints move: `joint_count` of
/// those that have values, by their places among these. Configurations have the values of these
/// alone, each once and in the order of the robot, whatever their order here; the others are held
/// where `held` has them, limits or not, which has `held_count` values, of all joints. Answers are
/// those of this checker at configurations with the held values. In `*group` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_for_group(
    checker: *const Checker,
    joints: *const u32,
    joint_count: usize,
    held: *const f64,
    held_count: usize,
    group: *mut *mut Checker,
) -> Status {
    answered_handle(group, "group", || {
        let joints = memory::slice(joints, joint_count, "joints")?;
        let checker = copied(checker)?;
        let robot = checker.robot();
        let held = Robot::values(robot, held, held_count, "the held configuration")?;
        let moving = joints.iter().map(|&joint| {
            let found = robot.active_joints().nth(joint as usize);
            found
                .and_then(|found| robot.joint(found.name()))
                .ok_or_else(|| Failure::bad(format!("the robot has no joint {joint} with values")))
        });
        let moving = moving.collect::<Result<Vec<usize>, Failure>>()?;
        Ok(Checker::new(checker.for_group(&moving, held)?))
    })
}

/// The robot of a checker: of `obbtree_checker_for_group` one of which only the group's joints have
/// values. It knows no groups. In `*robot` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_robot(checker: *const Checker, robot: *mut *mut Robot) -> Status {
    answered_handle(robot, "robot", || {
        let found = look_at(checker, |checker| Ok(checker.robot().clone()))?;
        Ok(Robot::new(found, None))
    })
}
