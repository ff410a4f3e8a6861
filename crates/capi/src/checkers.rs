//! Questions about configurations and motions of a robot, in the C interface.

use obbtree::robot::{CheckError, MotionVerdict};
use obbtree::scene::{Part, Scene};

use crate::body::Body;
use crate::link_answers::{self, CLinkPair, CMotionOptions, LinkDistance, RobotMotion, refused};
use crate::memory::{self, Exclusive, Held, Place};
use crate::pose::{self, CPose};
use crate::robots::Robot;
use crate::shapes::Shape;
use crate::status::{Failure, Status, answered};

/// A robot among obstacles, with the memory to answer in. Each thread needs one of its own, from
/// `obbtree_checker_copy`, which shares all that is large: a call with a checker that is in use fails with
/// `OBBTREE_STATUS_BUSY`. Owned by the caller, who frees it with `obbtree_checker_free`. It keeps the robot, bodies
/// and shapes, whose handles may be freed. Pairs that a function gives as a pointer belong to the checker and are valid
/// until it is asked again or freed.
///
/// Checked are the pairs of links that the SRDF leaves, and every link against every obstacle. Meshes are surfaces,
/// shapes are solid, touching is colliding. Answers are certain for the poses that `obbtree_robot_link_poses`
/// gives.
///
/// A configuration that is beyond the limits of joints, or has no place, as with a value that is
/// not finite, is not valid; questions that give more than yes or no fail with
/// `OBBTREE_STATUS_BAD_ARGUMENT`, and `obbtree_last_error` names the joint.
/// `obbtree_checker_ignoring_limits` makes a checker that answers beyond limits too.
pub struct Checker {
    /// Never asked, so that copies can be made of it at any time.
    pub(crate) origin: obbtree::robot::Checker,
    state: Exclusive<State>,
}

/// What a checker holds.
pub(crate) struct State {
    checker: obbtree::robot::Checker,
    pairs: Vec<CLinkPair>,
}

impl Held for Checker {
    type Value = State;
    fn held(&self) -> &Exclusive<State> {
        &self.state
    }
}

/// A thing that does not move: one of `body` and `shape`, the other null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CObstacle {
    /// A mesh, of which the checker keeps a share.
    pub body: *const Body,
    /// A shape, which the checker copies.
    pub shape: *const Shape,
    /// Its place in the frame of the robot's root link; null for the frame itself.
    pub pose: *const CPose,
}

impl CObstacle {
    /// Its geometry, and where it is.
    fn placed(&self) -> Result<(Part, obbtree::Pose), Failure> {
        let body = memory::given(self.body, "body of an obstacle")?;
        let shape = memory::given(self.shape, "shape of an obstacle")?;
        let part = match (body, shape) {
            (Some(body), None) => Part::new(body.body.clone()),
            (None, Some(shape)) => Part::new(shape.shape.clone()),
            _ => return Err(Failure::bad("an obstacle is either a body or a shape")),
        };
        let pose = match self.pose.is_null() {
            true => obbtree::Pose::identity(),
            false => pose::checked(self.pose, "pose of an obstacle")?,
        };
        Ok((part, pose))
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
        question(state, values).map_err(|error| refused(&error))
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
        question(checker, from, to).map_err(|error| refused(&error))
    })
}

fn handed_over(checker: obbtree::robot::Checker, place: Place<*mut Checker>) {
    let state = State { checker: checker.clone(), pairs: Vec::new() };
    let state = Exclusive::new(state, "checker");
    memory::hand_over(Checker { origin: checker, state }, place);
}

/// A checker of a robot among `count` obstacles. In `*checker` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_create(
    robot: *const Robot,
    obstacles: *const CObstacle,
    count: usize,
    checker: *mut *mut Checker,
) -> Status {
    answered(|| {
        let place = memory::place(checker, "checker")?;
        let robot = memory::get(robot, "robot")?.robot.clone();
        let obstacles = memory::slice(obstacles, count, "obstacles")?;
        let mut world = Scene::new();
        for (n, obstacle) in obstacles.iter().enumerate() {
            let (part, pose) = obstacle.placed()?;
            let added = world.add(&format!("obstacle {n}"), part, pose);
            added.map_err(|error| Failure::bad(error.to_string()))?;
        }
        let checker = obbtree::robot::Checker::new(robot, &world);
        handed_over(checker.map_err(|error| Failure::bad(error.to_string()))?, place);
        Ok(())
    })
}

/// A checker of the same robot among the same obstacles, for another thread; also while this one is in use. In
/// `*copy` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_copy(checker: *const Checker, copy: *mut *mut Checker) -> Status {
    answered(|| {
        let place = memory::place(copy, "copy")?;
        handed_over(memory::get(checker, "checker")?.origin.clone(), place);
        Ok(())
    })
}

/// A checker of the same robot among the same obstacles that answers about configurations and
/// motions beyond the limits of joints too; also while this one is in use. In `*copy` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_ignoring_limits(
    checker: *const Checker,
    copy: *mut *mut Checker,
) -> Status {
    answered(|| {
        let place = memory::place(copy, "copy")?;
        let origin = memory::get(checker, "checker")?.origin.clone();
        handed_over(origin.ignoring_limits(true), place);
        Ok(())
    })
}

/// How many pairs of collision elements are checked. Where none is, every configuration within the
/// limits is valid.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_pair_count(checker: *const Checker, count: *mut usize) -> Status {
    answered(|| {
        let place = memory::place(count, "count")?;
        place.write(memory::get(checker, "checker")?.origin.element_pairs());
        Ok(())
    })
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
    answered(|| {
        let place = memory::place(is_valid, "is_valid")?;
        let valid = |state: &mut State, values: &[f64]| Ok(state.checker.is_valid(values));
        place.write(ask_about(checker, values, count, valid)?);
        Ok(())
    })
}

/// All pairs that collide in a configuration, ascending: of links first, then those with obstacles. They belong to the
/// checker.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_pairs(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    pairs: *mut *const CLinkPair,
    pair_count: *mut usize,
) -> Status {
    answered(|| {
        let place = memory::place(pairs, "pairs")?;
        let pair_count = memory::place(pair_count, "pair_count")?;
        ask_about(checker, values, count, |State { checker, pairs }, values| {
            pairs.clear();
            let found = checker.colliding_pairs(values)?;
            pairs.extend(found.into_iter().map(|pair| CLinkPair::of(checker, pair)));
            place.write(pairs.as_ptr());
            pair_count.write(pairs.len());
            Ok(())
        })
    })
}

/// How far apart are the closest two things of a configuration? `distance` is not written if `*found` is false: no
/// pair is checked.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_distance(
    checker: *mut Checker,
    values: *const f64,
    count: usize,
    found: *mut bool,
    distance: *mut LinkDistance,
) -> Status {
    answered(|| {
        let (found, place) = (memory::place(found, "found")?, memory::place(distance, "distance")?);
        let nearest = |State { checker, .. }: &mut State, values: &[f64]| {
            let closest = match checker.distance(values) {
                Err(CheckError::NothingChecked(_)) => return Ok(None),
                closest => closest?,
            };
            let pair = CLinkPair::of(checker, closest.pair);
            Ok(Some(LinkDistance { lower: closest.lower, upper: closest.upper, pair }))
        };
        let closest = ask_about(checker, values, count, nearest)?;
        found.write(closest.is_some());
        if let Some(closest) = closest {
            place.write(closest);
        }
        Ok(())
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
    answered(|| {
        let place = memory::place(is_valid, "is_valid")?;
        let valid = ask_between(checker, from, to, count, |checker, from, to| {
            Ok(checker.is_motion_valid(from, to))
        })?;
        place.write(valid);
        Ok(())
    })
}

/// When does something collide first on the straight line of values from one configuration to another? In
/// `last_valid`, if it is not null, the `count` values of the last configuration up to which the motion is proven
/// free; not written if all of it is. `options` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_check_motion(
    checker: *mut Checker,
    from: *const f64,
    to: *const f64,
    count: usize,
    options: *const CMotionOptions,
    motion: *mut RobotMotion,
    last_valid: *mut f64,
) -> Status {
    answered(|| {
        let place = memory::place(motion, "motion")?;
        let options = link_answers::options(options)?;
        let (verdict, motion) = ask_between(checker, from, to, count, |checker, from, to| {
            let verdict = checker.check_motion(from, to, &options)?;
            let motion = RobotMotion::new(checker, &verdict);
            Ok((verdict, motion))
        })?;
        place.write(motion?);
        if let MotionVerdict::Contact(found) | MotionVerdict::Undecided(found) = verdict
            && !last_valid.is_null()
        {
            memory::places(last_valid, count, 0, "last_valid")?.write(found.configuration);
        }
        Ok(())
    })
}
