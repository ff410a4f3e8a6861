//! The functions of the module that are about its robot.
//!
//! With a robot the scene is its world: bodies are links and obstacles, and questions about the
//! scene are answered by the robot's checker, for the pairs that it checks.

use crate::robot::PageRobot;
use crate::state::{State, of_state};

fn of_robot(
    question: impl FnOnce(&mut PageRobot) -> Result<(usize, Option<Vec<f64>>), String>,
) -> i32 {
    of_state(|State { scene, .. }| {
        let robot = scene.robot.as_mut().ok_or("there is no robot")?;
        let (answer, numbers) = question(robot)?;
        if let Some(numbers) = numbers {
            scene.numbers = numbers;
        }
        Ok(answer)
    })
}

/// Reads a robot and its world, in place of the scene, from JSON, UTF-8: `urdf` and `srdf` (or
/// null) are texts, `world` is the text of a scene file, and `meshes` lists the bodies, `#NUMBER`,
/// of the meshes of collision elements in the order in which the URDF names them. How many
/// values a configuration has, or -1 if something cannot be used.
///
/// # Safety
/// So many bytes at `text` must be readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_robot(text: *const u8, bytes: usize) -> i32 {
    // SAFETY: as the caller promises.
    let text = unsafe { std::slice::from_raw_parts(text, bytes) };
    of_state(|State { scene, bodies, .. }| {
        let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
        let mut robot = PageRobot::read(text, bodies)?;
        let zero = robot.zero();
        scene.scene = robot.set(&zero)?;
        scene.robot = Some(robot);
        Ok(zero.len())
    })
}

/// What the robot is made of, as JSON at `obbtree_text`: `joints` that have values, `links` with
/// their bodies, `groups` and `states` of the SRDF. Its length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_robot_told() -> i32 {
    of_state(|State { scene, text, .. }| {
        *text = scene.robot.as_ref().ok_or("there is no robot")?.told()?;
        Ok(text.len())
    })
}

/// Moves the joints: 0, or -1 if the configuration places nothing.
///
/// # Safety
/// So many numbers at `values` must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_robot_set(values: *const f64, count: usize) -> i32 {
    // SAFETY: as the caller promises.
    let values = unsafe { std::slice::from_raw_parts(values, count) };
    of_state(|State { scene, .. }| {
        scene.scene = scene.robot.as_mut().ok_or("there is no robot")?.set(values)?;
        Ok(0)
    })
}

/// The straight line between two configurations, one after the other at `ends`: 0 if it is proven
/// free, 1 if something meets, 2 if neither is proven; -1 if an end places nothing.
///
/// # Safety
/// Twice so many numbers at `ends` must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_robot_sweep(ends: *const f64, count: usize) -> i32 {
    // SAFETY: as the caller promises.
    let (from, to) = unsafe { std::slice::from_raw_parts(ends, 2 * count) }.split_at(count);
    of_robot(|robot| Ok((robot.sweep(from, to)?, None)))
}

/// A path between two configurations, one after the other at `ends`, along which these joints
/// alone move, by their numbers; all joints if there are none. How many configurations, which are
/// at `obbtree_numbers`; -1 if no path is found.
///
/// # Safety
/// Twice `count` numbers at `ends` and `n` at `joints` must be readable and aligned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obbtree_robot_plan(
    ends: *const f64,
    count: usize,
    joints: *const u32,
    n: usize,
    seed: u32,
) -> i32 {
    // SAFETY: as the caller promises.
    let (ends, joints) = unsafe {
        (std::slice::from_raw_parts(ends, 2 * count), std::slice::from_raw_parts(joints, n))
    };
    let (start, goal) = ends.split_at(count);
    of_robot(|robot| {
        let path = robot.plan([start, goal], joints, u64::from(seed))?;
        Ok((path.len() / count.max(1), Some(path)))
    })
}
