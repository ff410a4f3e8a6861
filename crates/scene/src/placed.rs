//! A body of a scene with everything that follows from its pose.

use std::sync::Arc;

use obbtree_predicates::{Aabb, LowerBound, Pose, PoseError, UpperBound};
use smallvec::SmallVec;

use crate::aabb_tree::union;
use crate::masks::Groups;
use crate::part::Part;

/// A number that a body keeps as long as its scene and all clones of it exist; it is never given
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub(crate) u32);

impl BodyId {
    /// The number: bodies are counted from 0 in the order in which they were added.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A part under the pose that it has now, with the box that follows from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPart {
    pub(crate) pose: Pose,
    /// `None` for shapes without end.
    pub(crate) bounds: Option<Aabb>,
}

/// A body that another one carries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attachment {
    pub(crate) parent: BodyId,
    /// The parent's frame to the body's.
    pub(crate) offset: Pose,
}

#[derive(Clone, Debug)]
pub(crate) struct PlacedBody {
    pub(crate) name: Arc<str>,
    pub(crate) parts: Arc<[Part]>,
    pub(crate) pose: Pose,
    pub(crate) placed: SmallVec<[PlacedPart; 1]>,
    pub(crate) enabled: bool,
    pub(crate) groups: Groups,
    /// Few have one.
    pub(crate) attachment: Option<Box<Attachment>>,
    /// How much larger it counts, on all sides.
    pub(crate) padding: f64,
    /// No pair of it has a larger margin of its own.
    pub(crate) most_margin: f64,
}

impl PlacedBody {
    /// The parts of a body under a pose, appended: each under the body's pose after its offset.
    pub(crate) fn place(
        parts: &[Part],
        pose: &Pose,
        placed: &mut impl Extend<PlacedPart>,
    ) -> Result<(), PoseError> {
        for part in parts {
            let pose = placed_pose(pose, part)?;
            placed.extend([PlacedPart { pose, bounds: part.bounds(&pose) }]);
        }
        Ok(())
    }

    /// What carries it.
    pub(crate) fn parent(&self) -> Option<BodyId> {
        self.attachment.as_ref().map(|attachment| attachment.parent)
    }

    /// The box around all parts and the padding; `None` if some part is unbounded.
    pub(crate) fn bounds(&self) -> Option<Aabb> {
        let mut boxes = self.placed.iter().map(|part| part.bounds);
        let first = boxes.next()??;
        let around = boxes.try_fold(first, |around, bounds| Some(union(&around, &bounds?)))?;
        if self.padding == 0.0 {
            return Some(around);
        }
        let padding = UpperBound::from(self.padding);
        Some(Aabb {
            min: around.min.map(|x| (LowerBound::from(x) - padding).get()),
            max: around.max.map(|x| (UpperBound::from(x) + padding).get()),
        })
    }
}

/// The pose of a part: exactly that of the body if the part is not offset.
pub(crate) fn placed_pose(pose: &Pose, part: &Part) -> Result<Pose, PoseError> {
    if part.offset().is_identity() { Ok(*pose) } else { pose.compose(part.offset()) }
}
