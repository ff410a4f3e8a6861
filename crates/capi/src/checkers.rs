//! Questions about configurations and motions of a robot, in the C interface.

use std::sync::RwLock;

use obbtree::robot::{CheckError, configuration_at};

use crate::answers::{
    answered_handle, answered_if_found, answered_in, answered_list, refilled, rows,
};
use crate::memory::{self, Exclusive, Held};
use crate::motions::{self, SweepOptions};
use crate::results::SceneContact;
use crate::robots::Robot;
use crate::scene_distance::{SceneDistance, numbers};
use crate::scene_questions::SceneSweepFound;
use crate::scenes::{self, Scene};
use crate::status::{Failure, Status, answered};

/// A robot in its world, with the memory to answer in. Each thread needs one of its own, from
/// `obbtree_checker_copy`, which shares all that is large: a call with a checker that is in use
/// fails with `OBBTREE_STATUS_BUSY`. Owned by the caller, who frees it with
/// `obbtree_checker_free`. It keeps the robot and the world, whose handles may be freed. Results
/// that a function gives as a pointer belong to the checker and are valid until it is queried again
/// or freed.
///
/// The world is a scene in the frame of the root link, in which the links are bodies under their
/// names; other bodies keep their numbers. Which pairs are checked, and at which margins, is what
/// that scene says; two bodies that do not move with the robot are not checked. Pairs of links that
/// one joint joins, or that the SRDF disables, are allowed to collide. The scene of
/// `obbtree_checker_world`, changed by the functions of scenes, is taken by
/// `obbtree_checker_change`.
///
/// Meshes are surfaces, shapes are solid, touching is colliding. Answers are certain for the poses
/// that `obbtree_robot_link_poses` gives.
///
/// A configuration that is beyond the limits of joints, or has no place, as with a value that is
/// not finite, is not valid; questions that give more than yes or no fail with
/// `OBBTREE_STATUS_BAD_ARGUMENT`, and `obbtree_last_error` names the joint.
/// `obbtree_checker_ignoring_limits` makes a checker that answers beyond limits too.
pub struct Checker {
    /// Never queried, so that copies can be made of it at any time.
    origin: RwLock<obbtree::robot::Checker>,
    state: Exclusive<State>,
}

/// What a checker holds.
pub(crate) struct State {
    checker: obbtree::robot::Checker,
    pairs: Vec<[u32; 2]>,
    distances: Vec<SceneDistance>,
    contacts: Vec<SceneContact>,
}

impl Held for Checker {
    type Value = State;
    fn held(&self) -> &Exclusive<State> {
        &self.state
    }
}

/// Asks with a checker's memory.
#[inline]
fn ask<R>(
    checker: *mut Checker,
    question: impl FnOnce(&mut State) -> Result<R, Failure>,
) -> Result<R, Failure> {
    memory::get(checker, "checker")?.state.with(question)
}

/// Asks about one configuration.
#[inline]
fn ask_about<R>(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    question: impl FnOnce(&mut State, &[f64]) -> Result<R, CheckError>,
) -> Result<R, Failure> {
    ask(checker, |state| {
        let values = Robot::values(state.checker.robot(), values, count, "the configuration")?;
        Ok(question(state, values)?)
    })
}

/// Asks about one motion.
fn ask_between<R>(
    checker: *mut Checker,
    from: *const f64,
    to: *const f64,
    count: usize,
    question: impl FnOnce(&mut obbtree::robot::Checker, &[f64], &[f64]) -> Result<R, CheckError>,
) -> Result<R, Failure> {
    ask(checker, |State { checker, .. }| {
        let from = Robot::values(checker.robot(), from, count, "from")?;
        let to = Robot::values(checker.robot(), to, count, "to")?;
        Ok(question(checker, from, to)?)
    })
}

impl Checker {
    pub(crate) fn new(checker: obbtree::robot::Checker) -> Self {
        let (pairs, distances, contacts) = (Vec::new(), Vec::new(), Vec::new());
        let state = State { checker: checker.clone(), pairs, distances, contacts };
        Self { origin: RwLock::new(checker), state: Exclusive::new(state, WHAT) }
    }
}

const WHAT: &str = "checker";

/// A checker of its own, also while the one of the handle is queried.
pub(crate) fn copied(checker: *const Checker) -> Result<obbtree::robot::Checker, Failure> {
    look_at(checker, |checker| Ok(checker.clone()))
}

/// Looks at a checker, also while it is queried.
pub(crate) fn look_at<R>(
    checker: *const Checker,
    question: impl FnOnce(&obbtree::robot::Checker) -> Result<R, Failure>,
) -> Result<R, Failure> {
    scenes::look_at(&memory::get(checker, WHAT)?.origin, WHAT, question)
}

/// Changes a checker, alone; a change that fails leaves it as it was.
pub(crate) fn change(
    checker: *mut Checker,
    work: impl FnOnce(&mut obbtree::robot::Checker) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let held = memory::get(checker, WHAT)?;
    held.state.with(|state| {
        scenes::change_alone(&held.origin, WHAT, |origin| {
            let mut changed = origin.clone();
            work(&mut changed)?;
            state.checker = changed.clone();
            *origin = changed;
            Ok(())
        })
    })
}

/// A checker of a robot in a world, of which it keeps a copy; null for a world without other
/// bodies. A body of the world with the name of a link is `OBBTREE_STATUS_BAD_SCENE`. In `*checker`
/// a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_create(
    robot: *const Robot,
    world: *const Scene,
    checker: *mut *mut Checker,
) -> Status {
    answered_handle(checker, "checker", || {
        let robot = memory::get(robot, "robot")?.robot.clone();
        let world = match world.is_null() {
            true => obbtree::scene::Scene::new(),
            false => scenes::look(world, |world| Ok(world.clone()))?,
        };
        Ok(Checker::new(obbtree::robot::Checker::new(robot, &world)?))
    })
}

/// A checker of the same robot in the same world, for another thread; also while this one is in
/// use. In `*copy` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_copy(checker: *const Checker, copy: *mut *mut Checker) -> Status {
    answered_handle(copy, "copy", || Ok(Checker::new(copied(checker)?)))
}

/// A checker of the same robot in the same world that answers about configurations and motions
/// beyond the limits of joints too; also while this one is in use. In `*copy` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_ignoring_limits(
    checker: *const Checker,
    copy: *mut *mut Checker,
) -> Status {
    answered_handle(copy, "copy", || Ok(Checker::new(copied(checker)?.ignoring_limits(true))))
}

/// How many pairs of collision elements are checked. Where none is, every configuration within the
/// limits is valid.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_pair_count(checker: *const Checker, count: *mut usize) -> Status {
    answered_in(count, "count", || look_at(checker, |checker| Ok(checker.element_pairs())))
}

/// Frees a checker. Null is nothing. One that is in use stays, with `OBBTREE_STATUS_BUSY`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_free(checker: *mut Checker) -> Status {
    answered(|| memory::take_back_idle(checker, "checker"))
}

/// Is a configuration of `count` values free: does nothing collide, within the limits? One that
/// has no place is not.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_is_valid(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    is_valid: *mut bool,
) -> Status {
    answered_in(is_valid, "is_valid", || {
        let valid = |state: &mut State, values: &[f64]| Ok(state.checker.is_valid(values));
        ask_about(checker, values, count, valid)
    })
}

/// All pairs of bodies that collide in a configuration: two numbers each, which are those of the
/// checker's world, see `obbtree_checker_link_of`. Pairs of links come first, then of links with
/// other bodies, then of attached bodies with others; each ascending. They belong to the checker.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_pairs(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    pairs: *mut *const u32,
    pair_count: *mut usize,
) -> Status {
    answered_list(pairs, pair_count, ["pairs", "pair_count"], || {
        ask_about(checker, values, count, |State { checker, pairs, .. }, values| {
            let found = checker.colliding_pairs(values)?;
            Ok(rows(refilled(pairs, found.into_iter().map(numbers))))
        })
    })
}

/// How far apart are the closest two bodies that are checked? Margins do not count. `distance` is
/// not written if `*found` is false: no pair is checked.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_distance(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    found: *mut bool,
    distance: *mut SceneDistance,
) -> Status {
    answered_if_found(found, distance, "distance", || {
        ask_about(checker, values, count, |State { checker, .. }, values| {
            match checker.distance(values) {
                Err(CheckError::NothingChecked(_)) => Ok(None),
                closest => Ok(Some(SceneDistance::from(&closest?))),
            }
        })
    })
}

/// The pairs that are checked and at most `threshold` apart, each with its distance and the
/// closest points, in the order of `obbtree_checker_pairs`. Margins do not count. They belong to
/// the checker.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_distances_within(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    threshold: f64,
    distances: *mut *const SceneDistance,
    distance_count: *mut usize,
) -> Status {
    answered_list(distances, distance_count, ["distances", "distance_count"], || {
        ask_about(checker, values, count, |State { checker, distances, .. }, values| {
            let found = checker.distances_within(values, threshold)?;
            Ok(refilled(distances, found.iter().map(SceneDistance::from)))
        })
    })
}

/// Where the pairs that collide in a configuration meet, at most `limit` places of each pair, in
/// the frame of the root link; none of a pair that is only within its margin. Bodies are by their
/// numbers in the checker's world. They belong to the checker.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_contacts(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    limit: usize,
    contacts: *mut *const SceneContact,
    contact_count: *mut usize,
) -> Status {
    answered_list(contacts, contact_count, ["contacts", "contact_count"], || {
        ask(checker, |State { checker, contacts, .. }| {
            let values = Robot::values(checker.robot(), values, count, "the configuration")?;
            let found = checker.contacts(values, limit)?;
            Ok(refilled(contacts, found.iter().flat_map(SceneContact::all)))
        })
    })
}

/// Is every configuration on the straight line of values from one to another proven valid, at all
/// real times? One that grazes something so closely that nothing is proven is not, nor one with an
/// end that is not valid.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_is_motion_valid(
    checker: *mut Checker,
    from: *const f64,
    to: *const f64,
    count: usize,
    is_valid: *mut bool,
) -> Status {
    answered_in(is_valid, "is_valid", || {
        let valid = ask_between(checker, from, to, count, |checker, from, to| {
            Ok(checker.is_motion_valid(from, to))
        })?;
        Ok(valid)
    })
}

/// Does it show quickly that `obbtree_checker_is_motion_valid`? *True* is proof; after *false* the
/// motion may still be valid. For planners, which have other motions to try.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_is_motion_clear(
    checker: *mut Checker,
    from: *const f64,
    to: *const f64,
    count: usize,
    is_clear: *mut bool,
) -> Status {
    answered_in(is_clear, "is_clear", || {
        ask_between(checker, from, to, count, |checker, from, to| {
            Ok(checker.is_motion_clear(from, to))
        })
    })
}

/// When does something collide first on the straight line of values from one configuration to
/// another? A motion takes time 1. In `last_valid`, if it is not null, the `count` values of the
/// last configuration up to which the motion is proven free; not written if all of it is.
/// `options` may be null.
///
/// A pair with a margin is in contact where it is at the margin. The poses are those of the two
/// parts, in the frame of the root link. The distance of a free motion is no more than the least
/// margin of the pairs. The effort counts intervals of time, in which all pairs are tested.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_sweep(
    checker: *mut Checker,
    from: *const f64,
    to: *const f64,
    count: usize,
    options: *const SweepOptions,
    sweep: *mut SceneSweepFound,
    last_valid: *mut f64,
) -> Status {
    answered(|| {
        let place = memory::place(sweep, "sweep")?;
        let options = motions::options(options)?;
        let (found, last) = ask_between(checker, from, to, count, |checker, from, to| {
            let found = checker.sweep(from, to, &options)?;
            let last = configuration_at(from, to, found.last_free());
            Ok((found, last))
        })?;
        place.write(SceneSweepFound::new(&found)?);
        if !found.is_free() && !last_valid.is_null() {
            memory::places(last_valid, count, 0, "last_valid")?.write(last);
        }
        Ok(())
    })
}
