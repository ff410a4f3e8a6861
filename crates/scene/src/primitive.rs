//! The shapes of a scene, as numbers that can be written to a file and read again.

use obbtree_collider::{Shape, ShapeError};
use serde::{Deserialize, Serialize};

/// A shape that is not a mesh, by its numbers, in its own frame and the caller's unit: see the constructors of
/// [`Shape`] of the same names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Primitive {
    /// [`Shape::sphere`].
    Sphere {
        /// Its middle.
        #[serde(default)]
        center: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// [`Shape::capsule`].
    Capsule {
        /// One end of the segment within.
        from: [f64; 3],
        /// The other end.
        to: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// [`Shape::cuboid`]: a box around the origin.
    Cuboid {
        /// Half its sides.
        half: [f64; 3],
    },
    /// [`Shape::cylinder`].
    Cylinder {
        /// The middle of one end.
        from: [f64; 3],
        /// The middle of the other end.
        to: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// [`Shape::cone`].
    Cone {
        /// The middle of its base.
        base: [f64; 3],
        /// Its apex.
        apex: [f64; 3],
        /// The radius of its base.
        radius: f64,
    },
    /// [`Shape::frustum`].
    Frustum {
        /// The middle of one end.
        from: [f64; 3],
        /// The middle of the other end.
        to: [f64; 3],
        /// The radii at both ends.
        radii: [f64; 2],
    },
    /// [`Shape::hull`], grown by a radius.
    Hull {
        /// Its points.
        points: Vec<[f64; 3]>,
        /// All that is within this distance belongs to it.
        #[serde(default)]
        radius: f64,
    },
    /// [`Shape::half_space_through`]: the plane through three points, and what is on the side from which they
    /// are seen clockwise.
    HalfSpace {
        /// Three points of the plane.
        points: [[f64; 3]; 3],
    },
    /// [`Shape::plane_through`].
    Plane {
        /// Three points of the plane.
        points: [[f64; 3]; 3],
    },
}

impl Primitive {
    /// The shape of these numbers.
    ///
    /// # Errors
    /// If a number cannot be used: see [`ShapeError`].
    pub fn shape(&self) -> Result<Shape, ShapeError> {
        match self {
            Self::Sphere { center, radius } => Shape::sphere(*center, *radius),
            Self::Capsule { from, to, radius } => Shape::capsule(*from, *to, *radius),
            Self::Cuboid { half } => Shape::cuboid(*half),
            Self::Cylinder { from, to, radius } => Shape::cylinder(*from, *to, *radius),
            Self::Cone { base, apex, radius } => Shape::cone(*base, *apex, *radius),
            Self::Frustum { from, to, radii } => Shape::frustum(*from, *to, *radii),
            Self::Hull { points, radius } => Shape::hull(points)?.grown(*radius),
            Self::HalfSpace { points: [p, q, r] } => Shape::half_space_through(*p, *q, *r),
            Self::Plane { points: [p, q, r] } => Shape::plane_through(*p, *q, *r),
        }
    }

    /// Points and a radius so that the shape is within the balls of this radius around the hull of the
    /// points; `None` for shapes without end.
    pub(crate) fn reach(&self) -> Option<(Vec<[f64; 3]>, f64)> {
        match self {
            Self::Sphere { center, radius } => Some((vec![*center], *radius)),
            Self::Capsule { from, to, radius } | Self::Cylinder { from, to, radius } => {
                Some((vec![*from, *to], *radius))
            }
            Self::Cuboid { half } => Some((vec![half.map(|x| -x), *half], 0.0)),
            Self::Cone { base, apex, radius } => Some((vec![*base, *apex], *radius)),
            Self::Frustum { from, to, radii } => Some((vec![*from, *to], radii[0].max(radii[1]))),
            Self::Hull { points, radius } => Some((points.clone(), *radius)),
            Self::HalfSpace { .. } | Self::Plane { .. } => None,
        }
    }
}
