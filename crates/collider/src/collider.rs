//! What a query takes: a mesh or a shape.

use crate::body::Body;
use crate::shape::Shape;

/// A mesh with its tree, or a shape. Immutable, cheap to clone, and shared by threads.
///
/// A mesh is a surface, unless a query asks about solids; a shape is solid. Every query of
/// any two takes them as they are: a `&Body`, a `&Shape`, a `&Collider` or a
/// [`ColliderRef`].
///
/// ```
/// # use obbtree_mesh::Mesh;
/// use obbtree_collider::{Body, Collider, Query, Shape};
/// use obbtree_predicates::Pose;
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let things: [Collider; 2] = [Body::new(mesh).into(), Shape::sphere([0.0; 3], 0.5)?.into()];
/// let (here, mut query) = (Pose::identity(), Query::new());
/// for one in &things {
///     for other in &things {
///         assert!(query.collide(one, &here, other, &here));
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Collider {
    /// A mesh.
    Mesh(Body),
    /// A shape.
    Shape(Shape),
}

impl Collider {
    /// The mesh with its tree, if it is one.
    #[must_use]
    pub fn body(&self) -> Option<&Body> {
        match self {
            Self::Mesh(body) => Some(body),
            Self::Shape(_) => None,
        }
    }

    /// The shape, if it is one.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Mesh(_) => None,
            Self::Shape(shape) => Some(shape),
        }
    }

    /// The centre and the radius of a sphere that contains it, in its own frame; `None` for
    /// planes and half-spaces, which are unbounded. See [`Shape::bounding_sphere`]; of a mesh it
    /// is that of its tree.
    #[must_use]
    pub fn bounding_sphere(&self) -> Option<([f64; 3], f64)> {
        match self {
            Self::Mesh(body) => Some((body.tree().sphere_center(), body.tree().sphere_radius())),
            Self::Shape(shape) => shape.bounding_sphere(),
        }
    }
}

impl From<Body> for Collider {
    fn from(body: Body) -> Self {
        Self::Mesh(body)
    }
}

impl From<Shape> for Collider {
    fn from(shape: Shape) -> Self {
        Self::Shape(shape)
    }
}

/// A [`Collider`] that is borrowed: what questions take.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ColliderRef<'c> {
    /// A mesh.
    Mesh(&'c Body),
    /// A shape.
    Shape(&'c Shape),
}

impl<'c> From<&'c Body> for ColliderRef<'c> {
    #[inline]
    fn from(body: &'c Body) -> Self {
        Self::Mesh(body)
    }
}

impl<'c> From<&'c Shape> for ColliderRef<'c> {
    #[inline]
    fn from(shape: &'c Shape) -> Self {
        Self::Shape(shape)
    }
}

impl<'c> From<&'c Collider> for ColliderRef<'c> {
    #[inline]
    fn from(collider: &'c Collider) -> Self {
        match collider {
            Collider::Mesh(body) => Self::Mesh(body),
            Collider::Shape(shape) => Self::Shape(shape),
        }
    }
}
