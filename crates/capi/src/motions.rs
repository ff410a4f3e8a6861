//! Motions and sweeps of the C interface.

use obbtree::Pose;
use obbtree::motion::{Linear, Motion as _, Screw, Translation};

use crate::answers::{answered_handle, answered_in, freed};
use crate::collider::{self, Collider};
use crate::constants::{MotionKind, SweepOutcome};
use crate::memory;
use crate::pose::{self, CPose};
use crate::query::{Query, ask};
use crate::results::{OBBTREE_NO_TRIANGLE, numbers};
use crate::status::{Failure, Status};

/// How a body moves from time 0 to time 1. Immutable: any number of threads may use one at once.
/// Owned by the caller, who frees it with `obbtree_motion_free`.
pub struct Motion {
    pub(crate) motion: Box<dyn obbtree::motion::Motion + Send + Sync>,
}

/// What is queried of a sweep. All zeros is the default; tolerances below 0, and NaN, are refused.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepOptions {
    /// The time of a first contact is known to within this; 0 for the default, 0.001 of the motion.
    pub time_tolerance: f64,
    /// Bodies that come so close may be given up on; 0 for never.
    pub distance_tolerance: f64,
    /// Most searches of the trees, or intervals of a robot's motion; 0 for the default, 10,000.
    pub effort: u32,
}

/// The answer of a sweep.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// An `obbtree_sweep_outcome`.
    pub outcome: SweepOutcome,
    /// 0 of a contact at which the poses do not meet: of translations that touch in passing,
    /// where the motion meets after `last_free` and not after `first_contact`, but no pose of
    /// rounded numbers was found that does. 1 of every other contact; 0 if there is none.
    pub poses_meet: u32,
    /// Up to this time there is certainly no contact; 1 if the motion is free.
    pub last_free: f64,
    /// Where the time of contact is known to be: at this time the two meet. Of an undecided motion,
    /// nothing is proven from `last_free` to this time; 1 if the motion is free.
    pub first_contact: f64,
    /// Of a free motion a bound that the distance is always above; of an undecided one the distance
    /// that was found; 0 of a contact.
    pub distance: f64,
    /// The poses of A and B at the contact, or where they graze.
    pub poses: [CPose; 2],
    /// Points of A and B there, in the world, rounded, if `has_points` is 1.
    pub points: [[f64; 3]; 2],
    /// The triangles that meet or graze; `OBBTREE_NO_TRIANGLE` of a shape, of a solid inside the
    /// other, and of a free motion.
    pub triangles: [u32; 2],
    /// 1 if `points` are known: of an undecided motion, and of a contact whose poses meet.
    pub has_points: u32,
}

/// A pose that was not requested.
const NO_POSE: CPose = CPose { rows: [0.0; 12] };

impl Sweep {
    pub(crate) fn new<P>(found: &obbtree::motion::Sweep<P>) -> Result<Self, Failure> {
        let free = Self {
            outcome: SweepOutcome::Free,
            poses_meet: 0,
            last_free: found.last_free(),
            first_contact: 1.0,
            distance: 0.0,
            poses: [NO_POSE; 2],
            points: [[0.0; 3]; 2],
            triangles: [OBBTREE_NO_TRIANGLE; 2],
            has_points: 0,
        };
        Ok(match found {
            obbtree::motion::Sweep::Free { clearance } => Self { distance: *clearance, ..free },
            obbtree::motion::Sweep::Contact(found) => Self {
                outcome: SweepOutcome::Contact,
                poses_meet: u32::from(found.poses_meet),
                first_contact: found.first_contact,
                poses: [0, 1].map(|k| CPose::from(&found.poses[k])),
                points: found.points.map_or(free.points, |points| points.map(Into::into)),
                triangles: numbers(found.triangles),
                has_points: u32::from(found.points.is_some()),
                ..free
            },
            obbtree::motion::Sweep::Undecided(found) => Self {
                outcome: SweepOutcome::Undecided,
                first_contact: found.until,
                distance: found.distance,
                poses: [0, 1].map(|k| CPose::from(&found.poses[k])),
                points: found.points.map(Into::into),
                triangles: numbers(found.triangles),
                has_points: 1,
                ..free
            },
            other => {
                let text = format!("a new outcome of a sweep: {}", other.name());
                return Err(Failure::new(Status::Panicked, text));
            }
        })
    }
}

/// The options of an argument, which may be null.
pub(crate) fn options(
    given: *const SweepOptions,
) -> Result<obbtree::motion::SweepOptions, Failure> {
    let mut options = obbtree::motion::SweepOptions::default();
    let Some(given) = memory::given(given, "options")? else { return Ok(options) };
    Failure::if_below_zero(&[
        (given.time_tolerance, "time_tolerance"),
        (given.distance_tolerance, "distance_tolerance"),
    ])?;
    if given.time_tolerance != 0.0 {
        options = options.time_tolerance(given.time_tolerance);
    }
    if given.effort != 0 {
        options = options.effort(given.effort);
    }
    Ok(options.distance_tolerance(given.distance_tolerance))
}

/// The motion of a kind between two poses.
pub(crate) fn between(
    kind: u32,
    from: &Pose,
    to: &Pose,
) -> Result<Box<dyn obbtree::motion::Motion + Send + Sync>, Failure> {
    Ok(match kind {
        k if k == MotionKind::Linear as u32 => Box::new(Linear::new(from, to)?),
        k if k == MotionKind::Screw as u32 => Box::new(Screw::new(from, to)?),
        k if k == MotionKind::Translation as u32 => {
            Box::new(Translation::new(from, (*to.translation()).into())?)
        }
        k => return Err(Failure::bad(format!("{k} is no kind of motion"))),
    })
}

/// Two colliders on their motions, and what is queried.
struct Moving<'call> {
    a: &'call obbtree::Collider,
    motion_a: &'call dyn obbtree::motion::Motion,
    b: &'call obbtree::Collider,
    motion_b: &'call dyn obbtree::motion::Motion,
    options: obbtree::motion::SweepOptions,
}

impl Moving<'_> {
    fn new(
        a: *const Collider,
        motion_a: *const Motion,
        b: *const Collider,
        motion_b: *const Motion,
        options: *const SweepOptions,
    ) -> Result<Self, Failure> {
        let (a, b) = (collider::get(a, "collider a")?, collider::get(b, "collider b")?);
        let motion_a = &*memory::get(motion_a, "motion_a")?.motion;
        let motion_b = &*memory::get(motion_b, "motion_b")?.motion;
        Ok(Self { a, motion_a, b, motion_b, options: self::options(options)? })
    }
}

/// A motion from one pose to another, of an `obbtree_motion_kind`. In `*motion` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_motion_create(
    kind: u32,
    from: *const CPose,
    to: *const CPose,
    motion: *mut *mut Motion,
) -> Status {
    answered_handle(motion, "motion", || {
        let motion = between(kind, &pose::checked(from, "from")?, &pose::checked(to, "to")?)?;
        Ok(Motion { motion })
    })
}

/// A body at rest. In `*motion` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_motion_rest(pose: *const CPose, motion: *mut *mut Motion) -> Status {
    answered_handle(motion, "motion", || {
        Ok(Motion { motion: Box::new(pose::checked(pose, "pose")?) })
    })
}

/// A turn by `angle`, in radians, about an axis through `point` along `direction` (three numbers
/// each, in the frame of the mesh), with a way of `advance` along it. In `*motion` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_motion_screw_about(
    from: *const CPose,
    point: *const f64,
    direction: *const f64,
    angle: f64,
    advance: f64,
    motion: *mut *mut Motion,
) -> Status {
    answered_handle(motion, "motion", || {
        let from = pose::checked(from, "from")?;
        let point = memory::numbers(point, "point")?;
        let direction = memory::numbers(direction, "direction")?;
        let motion = Box::new(Screw::about(&from, point, direction, angle, advance)?);
        Ok(Motion { motion })
    })
}

/// Frees a motion. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_motion_free(motion: *mut Motion) -> Status {
    freed(motion)
}

/// The pose of a motion at a time from 0 to 1; another time is refused.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_motion_pose_at(
    motion: *const Motion,
    time: f64,
    pose: *mut CPose,
) -> Status {
    answered_in(pose, "pose", || {
        if !(0.0..=1.0).contains(&time) {
            return Err(Failure::bad(format!("the time is {time}, not from 0 to 1")));
        }
        Ok(CPose::from(&memory::get(motion, "motion")?.motion.pose_at(time)))
    })
}

/// When do two moving colliders meet first, if at all? A motion that is called free is proven so
/// at every real time. `options` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_sweep_motions(
    query: *mut Query,
    a: *const Collider,
    motion_a: *const Motion,
    b: *const Collider,
    motion_b: *const Motion,
    options: *const SweepOptions,
    sweep: *mut Sweep,
) -> Status {
    answered_in(sweep, "sweep", || {
        let Moving { a, motion_a, b, motion_b, options } =
            Moving::new(a, motion_a, b, motion_b, options)?;
        let found = ask(query, |state| Ok(state.query.sweep(a, motion_a, b, motion_b, &options)))?;
        Sweep::new(&found)
    })
}

/// Is a motion proven free all the way? As `obbtree_sweep_motions`, but any contact ends it.
/// `false` means a contact, or that the bodies graze and no proof was found. `options` may be
/// null.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_is_motion_free(
    query: *mut Query,
    a: *const Collider,
    motion_a: *const Motion,
    b: *const Collider,
    motion_b: *const Motion,
    options: *const SweepOptions,
    is_free: *mut bool,
) -> Status {
    answered_in(is_free, "is_free", || {
        let Moving { a, motion_a, b, motion_b, options } =
            Moving::new(a, motion_a, b, motion_b, options)?;
        let free =
            ask(query, |state| Ok(state.query.is_motion_free(a, motion_a, b, motion_b, &options)))?;
        Ok(free)
    })
}
