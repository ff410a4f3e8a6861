//! How two placed bodies stand to each other.

use std::fmt;

use obbtree_predicates::{Pose, triangles_coincide};

use crate::body::Body;

/// How two placed bodies stand to each other, by their surfaces alone. What solids share is another
/// question: see [`Query::overlap`](crate::Query::overlap).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Relation {
    /// The surfaces do not meet, and no component of one body is inside the other.
    Separated,
    /// The surfaces meet, but no edge of one goes through the inside of a triangle of the other.
    Touching,
    /// An edge of one goes through the inside of a triangle of the other. This goes before all
    /// else: a mesh that goes through itself is also intersecting itself placed on itself.
    Intersecting,
    /// The surfaces do not meet, and at least one component of B is inside A, none of A inside B.
    Containing,
    /// The surfaces do not meet, and at least one component of A is inside B, none of B inside A.
    Contained,
    /// Every triangle of either is a triangle of the other: one body is there twice. The body
    /// does not go through itself, else the two are [`Intersecting`](Self::Intersecting): the
    /// search ends at the first edge that pierces, and need not look at the rest of two bodies
    /// deep in each other.
    Coincident,
    /// The surfaces do not meet, and at least one component of each body is inside the other: as
    /// where one is larger than a cavity of the other, and ends within the wall around it. The
    /// bodies share inner points.
    Overlapping,
}

impl Relation {
    /// `separated`, `touching`, `intersecting`, `containing`, `contained`, `coincident` or
    /// `overlapping`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Touching => "touching",
            Self::Intersecting => "intersecting",
            Self::Containing => "containing",
            Self::Contained => "contained",
            Self::Coincident => "coincident",
            Self::Overlapping => "overlapping",
        }
    }

    /// Of two bodies whose surfaces meet only in `touches`, or not at all.
    pub(crate) fn without_piercing(
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        pose_b: &Pose,
        touches: &[[u32; 2]],
    ) -> Self {
        if !touches.is_empty() {
            let coincident = coincide(a, pose_a, b, pose_b, touches);
            return if coincident { Self::Coincident } else { Self::Touching };
        }
        let b_in_a = a.contains_component(pose_a, b, pose_b);
        let a_in_b = b.contains_component(pose_b, a, pose_a);
        match (b_in_a, a_in_b) {
            (false, false) => Self::Separated,
            (true, false) => Self::Containing,
            (false, true) => Self::Contained,
            (true, true) => Self::Overlapping,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Has every triangle of each mesh its equal in the other, among the pairs that touch?
pub(crate) fn coincide(
    a: &Body,
    pose_a: &Pose,
    b: &Body,
    pose_b: &Pose,
    touches: &[[u32; 2]],
) -> bool {
    let mut unmatched_a = vec![true; a.mesh().triangles().len()];
    let mut unmatched_b = vec![true; b.mesh().triangles().len()];
    for &[in_a, in_b] in touches {
        let (ia, ib) = (in_a as usize, in_b as usize);
        if (unmatched_a[ia] || unmatched_b[ib])
            && triangles_coincide(&a.triangle(in_a), pose_a, &b.triangle(in_b), pose_b)
        {
            unmatched_a[ia] = false;
            unmatched_b[ib] = false;
        }
    }
    !unmatched_a.contains(&true) && !unmatched_b.contains(&true)
}
