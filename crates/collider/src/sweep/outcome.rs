//! What a sweep finds.

use nalgebra::Point3;
use obbtree_predicates::Pose;

/// The answer to the question whether a moving body meets another, and when first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Sweep {
    /// Proven: at no time do the bodies meet.
    Free {
        /// At all times the bodies are farther apart than this, in the caller's unit: the smallest bound that
        /// the proof came across, often far below the true clearance.
        ///
        /// 0 for translations that exact arithmetic found to be free, where the bodies pass each
        /// other by less than poses are rounded, or by less than the distance tolerance: then the
        /// proof is of the motion alone, and rounded poses between its start and end may touch. Of
        /// other motions 0 only where the bound is below the smallest number.
        clearance: f64,
    },
    /// They meet.
    Contact(FirstContact),
    /// Neither a contact was found nor a proof that there is none: the bodies graze. Translations end here
    /// only for lack of effort.
    Undecided(CloseApproach),
}

/// A first contact, to within the time tolerance.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FirstContact {
    /// Up to this time there is certainly no contact. 0 where the bodies meet at the start.
    pub last_free: f64,
    /// Not after this time there is one, and the poses of the two bodies, [`FirstContact::poses`], make them meet by
    /// the certain test, or see [`FirstContact::poses_meet`].
    pub first_contact: f64,
    /// The poses of A and B at that time: their numbers are what was tested.
    pub poses: [Pose; 2],
    /// Do the poses make them meet? `false` only for translations that touch in passing: exact arithmetic says that the
    /// motion makes them meet after `last_free` and not after `first_contact`, but no pose of rounded numbers
    /// was found that does.
    pub poses_meet: bool,
    /// A pair of triangles that meets there, of A and of B; `None` where one solid is inside the other.
    pub triangles: Option<[u32; 2]>,
    /// A point that the two triangles share, in the world, as a point of each, rounded.
    pub points: Option<[Point3<f64>; 2]>,
}

/// Where a sweep gave up.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CloseApproach {
    /// Up to this time there is certainly no contact.
    pub last_free: f64,
    /// From there to this time nothing is proven.
    pub until: f64,
    /// In between the bodies come at least this close to each other.
    pub distance: f64,
    /// The poses of A and B where they do.
    pub poses: [Pose; 2],
    /// The triangles that do.
    pub triangles: [u32; 2],
    /// The closest points of these triangles, in the world, rounded.
    pub points: [Point3<f64>; 2],
}

impl Sweep {
    /// Is the whole motion proven to be free?
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Free { .. })
    }

    /// The end of the part that is proven to be free; 1 if the whole motion is. The pose there, what planners
    /// call the last valid one, is [`Motion::pose_at`](crate::Motion::pose_at) of this time, and free too, but for
    /// translations that pass a body by less than poses are rounded.
    #[must_use]
    pub fn last_free(&self) -> f64 {
        match self {
            Self::Free { .. } => 1.0,
            Self::Contact(found) => found.last_free,
            Self::Undecided(found) => found.last_free,
        }
    }

    /// `free`, `contact` or `undecided`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Free { .. } => "free",
            Self::Contact(_) => "contact",
            Self::Undecided(_) => "undecided",
        }
    }
}
