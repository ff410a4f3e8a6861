//! What a query takes: a mesh, a shape, a point cloud or voxels.

use obbtree_cloud::{PointCloud, Voxels};

use crate::body::Body;
use crate::shape::Shape;

/// A mesh with its tree, a shape, a point cloud, or voxels. Immutable, cheap to clone, and shared
/// by threads.
///
/// A mesh is a surface, unless a query asks about solids; a shape is solid, and so are a voxel and
/// what is within the radius of a cloud's point. Every query of any two takes them as they are: a
/// `&Body`, a `&Shape`, a `&PointCloud`, a `&Voxels`, a `&Collider` or a [`ColliderRef`].
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
    /// A point cloud.
    Points(PointCloud),
    /// Voxels.
    Voxels(Voxels),
}

impl Collider {
    /// The mesh with its tree, if it is one.
    #[must_use]
    pub fn body(&self) -> Option<&Body> {
        match self {
            Self::Mesh(body) => Some(body),
            Self::Shape(_) | Self::Points(_) | Self::Voxels(_) => None,
        }
    }

    /// The shape, if it is one.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Shape(shape) => Some(shape),
            Self::Mesh(_) | Self::Points(_) | Self::Voxels(_) => None,
        }
    }

    /// The point cloud, if it is one.
    #[must_use]
    pub fn cloud(&self) -> Option<&PointCloud> {
        match self {
            Self::Points(cloud) => Some(cloud),
            Self::Mesh(_) | Self::Shape(_) | Self::Voxels(_) => None,
        }
    }

    /// The voxels, if it is these.
    #[must_use]
    pub fn voxels(&self) -> Option<&Voxels> {
        match self {
            Self::Voxels(voxels) => Some(voxels),
            Self::Mesh(_) | Self::Shape(_) | Self::Points(_) => None,
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
            Self::Points(cloud) => Some(cloud.bounding_sphere()),
            Self::Voxels(voxels) => Some(voxels.bounding_sphere()),
        }
    }
}

/// A collider, and one that is borrowed, from each kind.
macro_rules! of_kinds {
    ($($kind:ident: $of:ty),+) => {$(
        impl From<$of> for Collider {
            fn from(collider: $of) -> Self {
                Self::$kind(collider)
            }
        }

        impl<'c> From<&'c $of> for ColliderRef<'c> {
            #[inline]
            fn from(collider: &'c $of) -> Self {
                Self::$kind(collider)
            }
        }
    )+};
}

of_kinds!(Mesh: Body, Shape: Shape, Points: PointCloud);

impl From<Voxels> for Collider {
    fn from(voxels: Voxels) -> Self {
        Self::Voxels(voxels)
    }
}

impl<'c> From<&'c Voxels> for ColliderRef<'c> {
    #[inline]
    fn from(voxels: &'c Voxels) -> Self {
        Self::Points(voxels.items())
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
    /// A point cloud; or voxels, as the hierarchy of their cubes.
    Points(&'c PointCloud),
}

impl<'c> ColliderRef<'c> {
    /// The mesh that it is, exactly: a mesh itself; of a box, hull, triangle, segment or point
    /// without a radius the one that bounds it.
    #[must_use]
    pub fn as_mesh(self) -> Option<&'c Body> {
        match self {
            Self::Mesh(body) => Some(body),
            Self::Shape(shape) => shape.core().filter(|_| shape.is_its_core()),
            Self::Points(_) => None,
        }
    }

    /// The same, but of points and segments, which have no faces.
    pub(crate) fn with_faces(self) -> Option<&'c Body> {
        let is_thin = matches!(self, Self::Shape(shape) if shape.is_thin());
        self.as_mesh().filter(|_| !is_thin)
    }

    /// Is it known to be convex? All shapes are.
    pub(crate) fn is_convex(self) -> bool {
        match self {
            Self::Mesh(body) => body.is_convex(),
            Self::Shape(_) => true,
            Self::Points(_) => false,
        }
    }

    /// A cylinder, cone or frustum?
    pub(crate) fn is_frustum(self) -> bool {
        matches!(self, Self::Shape(shape) if shape.is_frustum())
    }

    /// Is there nothing: a point cloud without points, or voxels of which none is occupied? It
    /// meets nothing, and no distance to it is finite.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        matches!(self, Self::Points(cloud) if cloud.is_empty())
    }
}

impl<'c> From<&'c Collider> for ColliderRef<'c> {
    #[inline]
    fn from(collider: &'c Collider) -> Self {
        match collider {
            Collider::Mesh(body) => Self::Mesh(body),
            Collider::Shape(shape) => Self::Shape(shape),
            Collider::Points(cloud) => Self::Points(cloud),
            Collider::Voxels(voxels) => voxels.into(),
        }
    }
}
