//! The numbers of a shape, to be written to a file and read again.

/// A shape by its numbers, in its own frame and the caller's unit: what
/// [`Shape::new`](super::Shape::new) takes and [`Shape::kind`](super::Shape::kind) gives back.
/// See the constructors of the same names.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum ShapeKind {
    /// [`Shape::sphere`](super::Shape::sphere).
    Sphere {
        /// Its middle.
        #[cfg_attr(feature = "serde", serde(default))]
        center: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// [`Shape::capsule`](super::Shape::capsule).
    Capsule {
        /// One end of the segment within.
        from: [f64; 3],
        /// The other end.
        to: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// [`Shape::cuboid`](super::Shape::cuboid): a box around the origin, inflated by a radius.
    Cuboid {
        /// Half its sides.
        half: [f64; 3],
        /// All that is within this distance of the box belongs to it.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
        radius: f64,
    },
    /// [`Shape::cylinder`](super::Shape::cylinder).
    Cylinder {
        /// The middle of one end.
        from: [f64; 3],
        /// The middle of the other end.
        to: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// [`Shape::cone`](super::Shape::cone).
    Cone {
        /// The middle of its base.
        base: [f64; 3],
        /// Its apex.
        apex: [f64; 3],
        /// The radius of its base.
        radius: f64,
    },
    /// [`Shape::frustum`](super::Shape::frustum).
    Frustum {
        /// The middle of one end.
        from: [f64; 3],
        /// The middle of the other end.
        to: [f64; 3],
        /// The radii at both ends.
        radii: [f64; 2],
    },
    /// [`Shape::hull`](super::Shape::hull), inflated by a radius.
    Hull {
        /// Its points.
        points: Vec<[f64; 3]>,
        /// All that is within this distance of the hull belongs to it.
        #[cfg_attr(feature = "serde", serde(default))]
        radius: f64,
    },
    /// [`Shape::triangle`](super::Shape::triangle), inflated by a radius.
    Triangle {
        /// Its corners.
        points: [[f64; 3]; 3],
        /// All that is within this distance of the triangle belongs to it.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
        radius: f64,
    },
    /// [`Shape::half_space_through`](super::Shape::half_space_through): the plane through three
    /// points, and what is on the side from which they are seen clockwise.
    HalfSpace {
        /// Three points of the plane.
        points: [[f64; 3]; 3],
    },
    /// [`Shape::plane_through`](super::Shape::plane_through).
    Plane {
        /// Three points of the plane.
        points: [[f64; 3]; 3],
    },
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_zero(radius: &f64) -> bool {
    *radius == 0.0
}

impl ShapeKind {
    /// The radius by which it is inflated, or that of a sphere or capsule.
    pub(super) fn radius_mut(&mut self) -> Option<&mut f64> {
        match self {
            Self::Sphere { radius, .. }
            | Self::Capsule { radius, .. }
            | Self::Cuboid { radius, .. }
            | Self::Hull { radius, .. }
            | Self::Triangle { radius, .. } => Some(radius),
            Self::Cylinder { .. }
            | Self::Cone { .. }
            | Self::Frustum { .. }
            | Self::HalfSpace { .. }
            | Self::Plane { .. } => None,
        }
    }

    /// Points and a radius so that the shape is within the spheres of this radius around the hull
    /// of the points; `None` for planes and half-spaces, which are unbounded.
    #[must_use]
    pub fn sphere_swept_hull(&self) -> Option<(Vec<[f64; 3]>, f64)> {
        match self {
            Self::Sphere { center, radius } => Some((vec![*center], *radius)),
            Self::Capsule { from, to, radius } | Self::Cylinder { from, to, radius } => {
                Some((vec![*from, *to], *radius))
            }
            Self::Cuboid { half, radius } => Some((vec![half.map(|x| -x), *half], *radius)),
            Self::Cone { base, apex, radius } => Some((vec![*base, *apex], *radius)),
            Self::Frustum { from, to, radii } => Some((vec![*from, *to], radii[0].max(radii[1]))),
            Self::Hull { points, radius } => Some((points.clone(), *radius)),
            Self::Triangle { points, radius } => Some((points.to_vec(), *radius)),
            Self::HalfSpace { .. } | Self::Plane { .. } => None,
        }
    }
}
