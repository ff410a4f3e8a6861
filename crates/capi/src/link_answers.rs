//! What a checker of a robot answers, and what is asked of its motions, in the C interface.

use obbtree::robot::{CheckError, Checker, MotionOptions, MotionVerdict};
use obbtree::scene::BodyId;

use crate::memory;
use crate::motions::SweepOutcome;
use crate::status::{Failure, Status};

/// Two things that collide or are close: two links, or a link and an obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CLinkPair {
    /// The number of a link.
    pub link: u32,
    /// The number of another link, a larger one, or of an obstacle.
    pub other: u32,
    /// 1 if `other` is an obstacle.
    pub is_obstacle: u32,
}

/// How far apart the closest two things are: the true distance is in `lower ..= upper`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinkDistance {
    /// The distance is at least this.
    pub lower: f64,
    /// And at most this.
    pub upper: f64,
    /// A pair that is so close.
    pub pair: CLinkPair,
}

/// What is asked of a motion. All zeros is the default.
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
    /// The pair that collides or grazes; not of a free motion.
    pub pair: CLinkPair,
    /// Up to this time the motion is proven free; 1 if all of it is.
    pub last_free: f64,
    /// At this time the pair collides; of a grazing one, nothing is proven up to it; 1 if the motion is free.
    pub until: f64,
}

impl CLinkPair {
    /// A pair of a checker, whose world has the obstacles by their numbers, then the links.
    pub(crate) fn of(checker: &Checker, pair: [BodyId; 2]) -> Self {
        let [link, other] = pair.map(|body| checker.link_of(body));
        let obstacle = pair[1].number();
        Self {
            link: link.unwrap_or_default() as u32,
            other: other.map_or(obstacle, |link| link as u32),
            is_obstacle: u32::from(other.is_none()),
        }
    }
}

impl RobotMotion {
    pub(crate) fn new(checker: &Checker, verdict: &MotionVerdict) -> Result<Self, Failure> {
        let (outcome, found) = match verdict {
            MotionVerdict::Free => {
                let (outcome, pair) = (SweepOutcome::Free, CLinkPair::default());
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

/// A configuration about which there is no answer.
pub(crate) fn refused(error: &CheckError) -> Failure {
    Failure::bad(error.to_string())
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
