//! What is asked about: a mesh or a shape, with a sphere around it.

use obbtree_collider::{Body, ColliderRef, Shape};
use obbtree_predicates::{Pose, UpperBound};

use crate::frame::Frame;

/// The geometry of a collision element.
#[derive(Clone, Debug)]
pub enum Part {
    /// The surface of a mesh. Nothing is inside of it.
    Mesh(Body),
    /// A solid shape.
    Shape(Shape),
}

impl<'p> From<&'p Part> for ColliderRef<'p> {
    fn from(part: &'p Part) -> Self {
        match part {
            Part::Mesh(body) => body.into(),
            Part::Shape(shape) => shape.into(),
        }
    }
}

/// One collision element of a link. Elements of one link are kept apart.
#[derive(Clone, Debug)]
pub struct Element {
    pub(crate) part: Part,
    pub(crate) kind: &'static str,
    pub(crate) source: String,
    pub(crate) origin: Pose,
    pub(crate) frame: Frame,
    pub(crate) sphere: BoundingSphere,
    /// Of a shape.
    pub(crate) half: Option<[f64; 3]>,
    /// The surface of a box, as a mesh with the same corners.
    pub(crate) hull: Option<Body>,
    /// Of a cylinder: prisms within it and around it.
    pub(crate) prisms: Option<[Shape; 2]>,
}

/// A sphere that contains a part, in the part's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundingSphere {
    pub(crate) center: [f64; 3],
    pub(crate) radius: f64,
}

impl BoundingSphere {
    /// Of the distance of every point of the sphere from the origin of its frame.
    pub(crate) fn reach(&self) -> UpperBound {
        length(self.center) + UpperBound::from(self.radius)
    }

    /// Around a mesh: the sphere of its tree.
    pub(crate) fn of_body(body: &Body) -> Self {
        Self { center: body.tree().sphere_center(), radius: body.tree().sphere_radius() }
    }
}

/// Of the length of a vector.
pub(crate) fn length(v: [f64; 3]) -> UpperBound {
    UpperBound::of_length(&v.into())
}

impl Element {
    /// The geometry, in a frame of its own.
    #[must_use]
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// `mesh`, `box`, `cylinder`, `capsule` or `sphere`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The mesh's name in the URDF; empty for shapes.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Where the part is in the link's frame.
    #[must_use]
    pub fn origin(&self) -> &Pose {
        &self.origin
    }

    /// Half the sides of the axis-aligned box around a shape, in its own frame; `None` for meshes. With its kind
    /// these are all its sizes.
    #[must_use]
    pub fn half_sides(&self) -> Option<[f64; 3]> {
        self.half
    }

    /// Triangles of the mesh; 0 for shapes.
    #[must_use]
    pub fn triangles(&self) -> usize {
        match &self.part {
            Part::Mesh(body) => body.mesh().triangles().len(),
            Part::Shape(_) => 0,
        }
    }
}
