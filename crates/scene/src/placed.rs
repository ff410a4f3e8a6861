//! A body of a scene with everything that follows from its pose.

use std::sync::Arc;

use obbtree_predicates::{Aabb, Pose, PoseError};

use crate::aabb_tree::union;
use crate::masks::Groups;
use crate::part::Part;

/// A number that a body keeps as long as its scene and all clones of it exist; it is never given again.
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
    pub(crate) placed: Vec<PlacedPart>,
    pub(crate) enabled: bool,
    pub(crate) groups: Groups,
    pub(crate) attachment: Option<Attachment>,
}

impl PlacedBody {
    /// The parts of a body under its pose: each under the body's pose after its offset.
    pub(crate) fn place(parts: &[Part], pose: &Pose) -> Result<Vec<PlacedPart>, PoseError> {
        let place = |part: &Part| {
            let pose = placed_pose(pose, part)?;
            Ok(PlacedPart { pose, bounds: part.bounds(&pose) })
        };
        parts.iter().map(place).collect()
    }

    /// The box around all parts; `None` if some part has no end.
    pub(crate) fn bounds(&self) -> Option<Aabb> {
        let mut boxes = self.placed.iter().map(|part| part.bounds);
        let first = boxes.next()??;
        boxes.try_fold(first, |around, bounds| Some(union(&around, &bounds?)))
    }
}

/// The pose of a part: exactly that of the body if the part is not offset.
pub(crate) fn placed_pose(pose: &Pose, part: &Part) -> Result<Pose, PoseError> {
    if part.offset().is_identity() { Ok(*pose) } else { pose.compose(part.offset()) }
}
