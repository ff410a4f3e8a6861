//! What a checker of a robot answers, and what is queried of its motions, in the C interface.

use obbtree::robot::{Checker, ClosestPair, MotionOptions, MotionVerdict};
use obbtree::scene::BodyId;

use crate::memory;
use crate::motions::SweepOutcome;
use crate::scene_bodies::OBBTREE_NO_BODY;
use crate::status::{Failure, Status};

/// Two bodies of a checker's world that collide or are close, a link or an attached body first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CLinkPair {
    /// Their numbers in the checker's world.
    pub bodies: [u32; 2],
    /// The numbers of the links that they are; `OBBTREE_NO_LINK` of other bodies.
    pub links: [u32; 2],
}

/// In place of the number of a link: of a body that is none.
pub const OBBTREE_NO_LINK: u32 = u32::MAX;

/// How far apart two bodies of a checker's world are: the true distance is in `lower ..= upper`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkDistance {
    /// The distance is at least this; of the closest pair, that of every pair that is checked.
    pub lower: f64,
    /// And at most this.
    pub upper: f64,
    /// The bodies.
    pub pair: CLinkPair,
    /// Their closest parts.
    pub parts: [u32; 2],
    /// The closest points of the two, in the frame of the root link, rounded, if `has_points` is 1.
    pub points: [[f64; 3]; 2],
    /// 0 where a body is beyond the range of poses.
    pub has_points: u32,
}

/// What is queried of a motion. All zeros is the default.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct CMotionOptions {
    /// The time of a first contact is known to within this; 0 for the default, 0.001 of the motion.
    pub time_tolerance: f64,
    /// Most pieces of the motion that are looked at; 0 for the default, 20,000.
    pub effort: u32,
}

/// What is known of a motion, which takes time 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RobotMotion {
    /// An `obbtree_sweep_outcome`.
    pub outcome: SweepOutcome,
    /// The pair that collides or grazes; `OBBTREE_NO_BODY` twice of a free motion.
    pub pair: CLinkPair,
    /// Up to this time the motion is proven free; 1 if all of it is.
    pub last_free: f64,
    /// At this time the pair collides; of a grazing one, nothing is proven up to it; 1 if the
    /// motion is free.
    pub until: f64,
}

impl CLinkPair {
    /// Of a free motion.
    const NONE: Self = Self { bodies: [OBBTREE_NO_BODY; 2], links: [OBBTREE_NO_LINK; 2] };

    pub(crate) fn of(checker: &Checker, pair: [BodyId; 2]) -> Self {
        let link = |body| checker.link_of(body).map_or(OBBTREE_NO_LINK, |link| link as u32);
        Self { bodies: pair.map(BodyId::number), links: pair.map(link) }
    }
}

impl LinkDistance {
    pub(crate) fn new(checker: &Checker, found: &ClosestPair) -> Self {
        Self {
            lower: found.lower,
            upper: found.upper,
            pair: CLinkPair::of(checker, found.pair),
            parts: found.parts.map(|part| part as u32),
            points: found.points.map_or([[0.0; 3]; 2], |points| points.map(Into::into)),
            has_points: u32::from(found.points.is_some()),
        }
    }
}

impl RobotMotion {
    pub(crate) fn new(checker: &Checker, verdict: &MotionVerdict) -> Result<Self, Failure> {
        let (outcome, found) = match verdict {
            MotionVerdict::Free => {
                let (outcome, pair) = (SweepOutcome::Free, CLinkPair::NONE);
                return Ok(Self { outcome, pair, last_free: 1.0, until: 1.0 });
            }
            MotionVerdict::Contact(found) => (SweepOutcome::Contact, found),
            MotionVerdict::Undecided(found) => (SweepOutcome::Undecided, found),
            other => {
                let text = format!("a new outcome of a motion: {}", other.name());
                return Err(Failure::new(Status::Panicked, text));
            }
        };
        let (last_free, until) = (found.last_free, found.until);
        Ok(Self { outcome, pair: CLinkPair::of(checker, found.pair), last_free, until })
    }
}

/// The options of an argument, which may be null.
pub(crate) fn options(given: *const CMotionOptions) -> Result<MotionOptions, Failure> {
    let mut options = MotionOptions::default();
    if let Some(given) = memory::given(given, "options")? {
        if given.time_tolerance != 0.0 {
            options = options.time_tolerance(given.time_tolerance);
        }
        if given.effort != 0 {
            options = options.effort(given.effort);
        }
    }
    Ok(options)
}
