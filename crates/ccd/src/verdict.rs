//! What a search for the first contact finds.

use nalgebra::Point3;
use obbtree_predicates::Pose;

/// The answer to the question whether things that move meet, and when first. The whole motion takes
/// time 1.
///
/// `P` names the pair that it is about: nothing for two bodies, two parts of bodies of a scene or
/// of the world of a robot by their numbers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Sweep<P = ()> {
    /// Proven: at no time do they meet.
    Free {
        /// At all times they are farther apart than this, in the caller's unit: the smallest bound
        /// that the proof came across, often far below the true clearance. Infinite if nothing came
        /// near anything.
        ///
        /// 0 for translations that exact arithmetic found to be free, where two meshes pass each
        /// other by less than poses are rounded, or by less than the distance tolerance: then the
        /// proof is of the motion alone, and rounded poses between its start and end may touch. Of
        /// the motion of a robot the least margin of its pairs. Of other motions 0 only where the
        /// bound is below the smallest number.
        clearance: f64,
    },
    /// They meet.
    Contact(FirstContact<P>),
    /// Neither a contact was found nor a proof that there is none: they graze. Translations of
    /// meshes end here only for lack of effort.
    Undecided(CloseApproach<P>),
}

/// A first contact, to within the time tolerance. Only where at least one of the two is a shape,
/// points or voxels, they may be farther apart in time: if effort ran out, or if they came so
/// near to each other before that rounding hides whether they met. The first contact is in between.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FirstContact<P = ()> {
    /// The pair that meets.
    pub pair: P,
    /// Up to this time there is certainly no contact. 0 where they meet at the start.
    pub last_free: f64,
    /// Not after this time there is one, and the poses of the two, [`FirstContact::poses`], make
    /// them meet by the certain test, or see [`FirstContact::poses_meet`].
    pub first_contact: f64,
    /// The poses of A and B at that time: their numbers are what was tested.
    pub poses: [Pose; 2],
    /// Do the poses make them meet? `false` for translations that touch in passing: exact
    /// arithmetic says that the motion makes them meet after `last_free` and not after
    /// `first_contact`, but no pose of rounded numbers was found that does. And for a link of a
    /// robot that is so far away that no pose has its place.
    pub poses_meet: bool,
    /// The triangles of A and of B that meet there; `None` of a shape, and where one solid is
    /// inside the other.
    pub triangles: [Option<u32>; 2],
    /// A point that both share, in the world, as a point of each, rounded; the closest points
    /// where a margin counts as contact. `None` where one solid is inside the other.
    pub points: Option<[Point3<f64>; 2]>,
}

/// Where a search gave up.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CloseApproach<P = ()> {
    /// A pair that comes close.
    pub pair: P,
    /// Up to this time there is certainly no contact.
    pub last_free: f64,
    /// From there to this time nothing is proven.
    pub until: f64,
    /// In between they come at least this close to each other, in the caller's unit.
    pub distance: f64,
    /// The poses of A and B where they do.
    pub poses: [Pose; 2],
    /// The triangles that do; `None` of a shape.
    pub triangles: [Option<u32>; 2],
    /// The closest points of A and B there, in the world, rounded.
    pub points: [Point3<f64>; 2],
}

impl<P> FirstContact<P> {
    /// A contact of the pair at a time at which the poses meet. Triangles and points are set after.
    #[must_use]
    pub fn new(pair: P, [last_free, first_contact]: [f64; 2], poses: [Pose; 2]) -> Self {
        let (triangles, points) = ([None; 2], None);
        Self { pair, last_free, first_contact, poses, poses_meet: true, triangles, points }
    }

    /// Both triangles, where both are meshes.
    #[must_use]
    pub fn triangle_pair(&self) -> Option<[u32; 2]> {
        both(self.triangles)
    }
}

impl<P> CloseApproach<P> {
    /// A close approach of the pair in an interval of time.
    #[must_use]
    pub fn new(
        pair: P,
        [last_free, until]: [f64; 2],
        poses: [Pose; 2],
        distance: f64,
        points: [Point3<f64>; 2],
    ) -> Self {
        Self { pair, last_free, until, distance, poses, triangles: [None; 2], points }
    }

    /// Both triangles, where both are meshes.
    #[must_use]
    pub fn triangle_pair(&self) -> Option<[u32; 2]> {
        both(self.triangles)
    }
}

fn both([a, b]: [Option<u32>; 2]) -> Option<[u32; 2]> {
    a.zip(b).map(<[_; 2]>::from)
}

impl<P> Sweep<P> {
    /// Is the whole motion proven to be free?
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Free { .. })
    }

    /// The end of the part that is proven to be free; 1 if the whole motion is. The pose there,
    /// what planners call the last valid one, is [`Motion::pose_at`](crate::Motion::pose_at) of
    /// this time, and free too, but for translations that pass a body by less than poses are
    /// rounded. It is 0 also where they meet at the start.
    #[must_use]
    pub fn last_free(&self) -> f64 {
        match self {
            Self::Free { .. } => 1.0,
            Self::Contact(found) => found.last_free,
            Self::Undecided(found) => found.last_free,
        }
    }

    /// The pair that meets or comes close, if there is one.
    #[must_use]
    pub fn pair(&self) -> Option<&P> {
        match self {
            Self::Free { .. } => None,
            Self::Contact(found) => Some(&found.pair),
            Self::Undecided(found) => Some(&found.pair),
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

    /// The same of a pair with another name.
    #[must_use]
    pub fn of_pair<Q>(self, name: impl FnOnce(P) -> Q) -> Sweep<Q> {
        match self {
            Self::Free { clearance } => Sweep::Free { clearance },
            Self::Contact(found) => {
                let FirstContact { pair, last_free, first_contact, poses, .. } = found;
                let times = [last_free, first_contact];
                let mut contact = FirstContact::new(name(pair), times, poses);
                contact.poses_meet = found.poses_meet;
                (contact.triangles, contact.points) = (found.triangles, found.points);
                Sweep::Contact(contact)
            }
            Self::Undecided(found) => {
                let CloseApproach { pair, last_free, until, poses, distance, points, .. } = found;
                let times = [last_free, until];
                let mut close = CloseApproach::new(name(pair), times, poses, distance, points);
                close.triangles = found.triangles;
                Sweep::Undecided(close)
            }
        }
    }
}
