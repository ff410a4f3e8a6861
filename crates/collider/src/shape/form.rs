//! The shapes, each made once and placed by a pose in every question.

use std::sync::{Arc, OnceLock};

use nalgebra::{Point3, Vector3};
use obbtree_mesh::{Mesh, MeshError};
use obbtree_predicates::{MAX_COORDINATE, Triangle, is_degenerate, length_bound, unit_vector};
use thiserror::Error;

use super::core::{Core, LateCore, box_between, hull_mesh};
use super::kind::ShapeKind;
use crate::body::Body;
use crate::points::point_body;

/// A closed shape in a frame of its own: solid, unless it is flat or thin by nature.
///
/// Numbers are in the caller's unit, and used exactly as given. Cheap to clone, and shared by
/// threads.
///
/// ```
/// use obbtree_collider::{Body, Query, Shape};
/// use obbtree_mesh::Mesh;
/// use obbtree_predicates::Pose;
/// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let body = Body::new(Mesh::new(corners, vec![[0, 1, 2]])?);
/// let (here, mut query) = (Pose::identity(), Query::new());
/// let sphere = Shape::sphere([0.25, 0.25, 2.0], 2.0)?;
/// assert!(query.collide(&body, &here, &sphere, &here)); // it touches
/// let corners = [[0.2, 0.2, 0.5], [0.2, 0.2, -0.5], [0.3, 0.2, -0.5], [0.2, 0.3, -0.5]];
/// assert!(query.collide(&body, &here, &Shape::hull(&corners)?, &here));
/// let floor = Shape::half_space(); // z <= 0 in its frame
/// let below = Pose::from_translation([0.0, 0.0, -1e-300])?;
/// assert!(!query.collide(&body, &here, &floor, &below));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shape {
    shared: Arc<Shared>,
}

#[derive(Clone, Debug)]
struct Shared {
    kind: ShapeKind,
    form: Form,
}

/// What decides: the same numbers, as bodies for queries.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// All points within a radius of a body, and those inside of it, if it is closed.
    Rounded { core: Core, radius: f64 },
    /// The solid between two discs about an axis, whose ends are the corners of a body.
    Frustum { axis: [Point3<f64>; 2], radii: [f64; 2], core: Body, prism: OnceLock<Body> },
    /// The plane through three points, and what is on the side from which they are seen clockwise.
    HalfSpace(Triangle),
    /// The plane through three points.
    Plane(Triangle),
}

/// Why numbers are no shape.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate is not finite or too large, or there is no point.
    #[error("the shape's points cannot be used: {0}")]
    Points(#[from] MeshError),
    /// A radius that is negative, not finite, or beyond [`MAX_COORDINATE`].
    #[error("the radius is {0:e}, not a number from 0 to {MAX_COORDINATE:e}")]
    Radius(f64),
    /// Half sides that are negative or not finite.
    #[error("the half sides are {0:?}, not finite numbers of at least 0")]
    HalfSides([f64; 3]),
    /// The two ends of an axis are one point.
    #[error("the two ends of the axis are one point")]
    NoAxis,
    /// Three points on one line, which have no plane.
    #[error("the three points of the plane are on one line")]
    NoPlane,
}

impl Shape {
    /// The body within: of a cuboid, hull or triangle itself, of a sphere its middle, of a
    /// capsule, cylinder or cone its axis. Planes and half-spaces have none.
    #[must_use]
    pub fn core(&self) -> Option<&Body> {
        match self.form() {
            Form::Rounded { core, .. } => Some(core),
            Form::Frustum { core, .. } => Some(core),
            Form::HalfSpace(_) | Form::Plane(_) => None,
        }
    }

    /// A body and a radius whose points together are the shape: of a cylinder, cone or frustum a
    /// prism or pyramid within it of [`SIDES`] sides, that is made when it is first needed. Planes
    /// have none.
    pub(crate) fn surface(&self) -> Option<(&Body, f64)> {
        match self.form() {
            Form::Rounded { core, radius } => Some((core, *radius)),
            Form::Frustum { prism, axis, radii, core } => {
                let prism = prism.get_or_init(|| {
                    prism_mesh(axis, *radii).map_or_else(|_| core.clone(), Body::with_tree_later)
                });
                Some((prism, 0.0))
            }
            Form::HalfSpace(_) | Form::Plane(_) => None,
        }
    }

    /// Three points of a plane or half-space, counterclockwise from outside, and is it the latter?
    pub(crate) fn plane_points(&self) -> Option<(&Triangle, bool)> {
        match self.form() {
            Form::HalfSpace(points) => Some((points, true)),
            Form::Plane(points) => Some((points, false)),
            Form::Rounded { .. } | Form::Frustum { .. } => None,
        }
    }

    /// A cylinder, cone or frustum?
    pub(crate) fn is_frustum(&self) -> bool {
        matches!(self.form(), Form::Frustum { .. })
    }

    /// Is it all that its core is, without a radius?
    pub(crate) fn is_its_core(&self) -> bool {
        matches!(self.form(), Form::Rounded { radius: 0.0, .. })
    }

    /// A point or segment, without a radius.
    pub(crate) fn is_thin(&self) -> bool {
        self.is_its_core() && self.core().is_some_and(|core| core.mesh().vertices().len() < 3)
    }

    /// The larger radius of a frustum, that of a rounded shape, 0 for planes.
    pub(crate) fn most_radius(&self) -> f64 {
        match self.form() {
            Form::Rounded { radius, .. } => *radius,
            Form::Frustum { radii, .. } => radii[0].max(radii[1]),
            Form::HalfSpace(_) | Form::Plane(_) => 0.0,
        }
    }

    /// How far the shape reaches from the origin of its frame, at most; planes count as 0.
    pub(super) fn extent(&self) -> f64 {
        let vertices = self.core().map_or(&[][..], |core| core.mesh().vertices());
        let length = |v: &[f64; 3]| length_bound(&Vector3::from(*v));
        vertices.iter().map(length).fold(0.0, f64::max) + self.most_radius()
    }

    /// The shape of some numbers.
    ///
    /// # Errors
    /// If a number cannot be used: see the constructors.
    ///
    /// ```
    /// use obbtree_collider::{Shape, ShapeKind};
    /// let kind = ShapeKind::Sphere { center: [0.0; 3], radius: 2.0 };
    /// assert_eq!(Shape::new(kind.clone())?.kind(), &kind);
    /// assert!(Shape::new(ShapeKind::Sphere { center: [0.0; 3], radius: -1.0 }).is_err());
    /// # Ok::<(), obbtree_collider::ShapeError>(())
    /// ```
    pub fn new(kind: ShapeKind) -> Result<Self, ShapeError> {
        let form = match &kind {
            ShapeKind::Sphere { center, radius } => {
                Form::rounded(Core::late(LateCore::Point(*center))?, *radius)
            }
            ShapeKind::Capsule { from, to, radius } => {
                Form::rounded(segment(*from, *to)?.into(), *radius)
            }
            ShapeKind::Cuboid { half, radius } => {
                if !half.iter().all(|&side| side >= 0.0) {
                    return Err(ShapeError::HalfSides(*half));
                }
                Form::rounded(Core::late(LateCore::Cuboid(*half))?, *radius)
            }
            ShapeKind::Cylinder { from, to, radius } => Form::frustum(*from, *to, [*radius; 2]),
            ShapeKind::Cone { base, apex, radius } => Form::frustum(*base, *apex, [*radius, 0.0]),
            ShapeKind::Frustum { from, to, radii } => Form::frustum(*from, *to, *radii),
            ShapeKind::Hull { points, radius } => Form::rounded(hull_mesh(points)?.into(), *radius),
            ShapeKind::Triangle { points, radius } => {
                Form::rounded(Mesh::new(points.to_vec(), vec![[0, 1, 2]])?.into(), *radius)
            }
            ShapeKind::HalfSpace { points } => plane(*points).map(Form::HalfSpace),
            ShapeKind::Plane { points } => plane(*points).map(Form::Plane),
        };
        Ok(Self::of(form?, kind))
    }

    /// The box between two corners, as the hull that it is.
    pub(crate) fn between([low, high]: [[f64; 3]; 2]) -> Result<Self, ShapeError> {
        let points = super::core::box_corners(low, high).to_vec();
        let form = Form::rounded(box_between([low, high])?, 0.0)?;
        Ok(Self::of(form, ShapeKind::Hull { points, radius: 0.0 }))
    }

    fn of(form: Form, kind: ShapeKind) -> Self {
        Self { shared: Arc::new(Shared { kind, form }) }
    }

    pub(super) fn form(&self) -> &Form {
        &self.shared.form
    }

    /// Its numbers.
    #[must_use]
    pub fn kind(&self) -> &ShapeKind {
        &self.shared.kind
    }

    /// All points within a radius of a point.
    ///
    /// # Errors
    /// If a coordinate or the radius cannot be used.
    pub fn sphere(center: [f64; 3], radius: f64) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Sphere { center, radius })
    }

    /// All points within a radius of the segment between two points.
    ///
    /// # Errors
    /// If a coordinate or the radius cannot be used.
    pub fn capsule(from: [f64; 3], to: [f64; 3], radius: f64) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Capsule { from, to, radius })
    }

    /// The solid cylinder about the segment between two points, with flat ends. The ends are
    /// placed by the pose; they are discs perpendicular to the placed axis.
    ///
    /// # Errors
    /// If a coordinate or the radius cannot be used, or the points are one.
    pub fn cylinder(from: [f64; 3], to: [f64; 3], radius: f64) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Cylinder { from, to, radius })
    }

    /// The solid cone with a disc about a point as its base, perpendicular to the axis to the apex.
    ///
    /// # Errors
    /// If a coordinate or the radius cannot be used, or the points are one.
    pub fn cone(base: [f64; 3], apex: [f64; 3], radius: f64) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Cone { base, apex, radius })
    }

    /// The solid between two discs about the segment between two points: a cone cut off.
    ///
    /// # Errors
    /// If a coordinate or a radius cannot be used, or the points are one.
    pub fn frustum(from: [f64; 3], to: [f64; 3], radii: [f64; 2]) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Frustum { from, to, radii })
    }

    /// The box around the origin of its frame, with its faces perpendicular to the axes.
    ///
    /// # Errors
    /// If a half side is negative or cannot be used.
    pub fn cuboid(half: [f64; 3]) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Cuboid { half, radius: 0.0 })
    }

    /// The convex hull of points, with its inside. Points of one plane or line give a polygon or
    /// a segment.
    ///
    /// # Errors
    /// If there is no point, or a coordinate cannot be used.
    pub fn hull(points: &[[f64; 3]]) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Hull { points: points.to_vec(), radius: 0.0 })
    }

    /// A triangle; one without area is the segment or point that it is.
    ///
    /// # Errors
    /// If a coordinate cannot be used.
    pub fn triangle(corners: [[f64; 3]; 3]) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Triangle { points: corners, radius: 0.0 })
    }

    /// The segment between two points: a capsule of radius 0.
    ///
    /// # Errors
    /// If a coordinate cannot be used.
    pub fn segment(from: [f64; 3], to: [f64; 3]) -> Result<Self, ShapeError> {
        Self::capsule(from, to, 0.0)
    }

    /// The origin of its frame: a sphere of radius 0.
    #[must_use]
    pub fn point() -> Self {
        let kind = ShapeKind::Sphere { center: [0.0; 3], radius: 0.0 };
        let core = Core::Made(point_body().clone());
        Self::of(Form::Rounded { core, radius: 0.0 }, kind)
    }

    /// All points of its frame with `z <= 0`.
    #[must_use]
    pub fn half_space() -> Self {
        let kind = ShapeKind::HalfSpace { points: XY };
        Self::of(Form::HalfSpace(XY.map(Point3::from)), kind)
    }

    /// The plane through three points and all that is on the side from which they are seen
    /// clockwise: the normal `(q - p) x (r - p)` points out of it.
    ///
    /// # Errors
    /// If a coordinate cannot be used, or the points are on one line.
    pub fn half_space_through(p: [f64; 3], q: [f64; 3], r: [f64; 3]) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::HalfSpace { points: [p, q, r] })
    }

    /// All points of its frame with `z = 0`.
    #[must_use]
    pub fn plane() -> Self {
        let kind = ShapeKind::Plane { points: XY };
        Self::of(Form::Plane(XY.map(Point3::from)), kind)
    }

    /// The plane through three points.
    ///
    /// # Errors
    /// If a coordinate cannot be used, or the points are on one line.
    pub fn plane_through(p: [f64; 3], q: [f64; 3], r: [f64; 3]) -> Result<Self, ShapeError> {
        Self::new(ShapeKind::Plane { points: [p, q, r] })
    }

    /// The shape inflated by a radius: all points within it. Planes, half-spaces, cylinders,
    /// cones and frusta stay as they are.
    ///
    /// The radii are added in `f64`.
    ///
    /// # Errors
    /// If the sum is negative or not finite.
    pub fn inflated(mut self, by: f64) -> Result<Self, ShapeError> {
        let Shared { kind, form } = Arc::make_mut(&mut self.shared);
        if let (Form::Rounded { radius, .. }, Some(of_kind)) = (form, kind.radius_mut()) {
            *radius += by;
            check_radius(*radius)?;
            *of_kind = *radius;
        }
        Ok(self)
    }
}

impl TryFrom<ShapeKind> for Shape {
    type Error = ShapeError;

    fn try_from(kind: ShapeKind) -> Result<Self, ShapeError> {
        Self::new(kind)
    }
}

impl Form {
    fn rounded(core: Core, radius: f64) -> Result<Self, ShapeError> {
        check_radius(radius)?;
        Ok(Self::Rounded { core, radius })
    }

    fn frustum(from: [f64; 3], to: [f64; 3], radii: [f64; 2]) -> Result<Self, ShapeError> {
        for radius in radii {
            check_radius(radius)?;
        }
        let core = segment(from, to)?;
        if from == to {
            return Err(ShapeError::NoAxis);
        }
        Ok(Self::Frustum {
            axis: [from, to].map(Point3::from),
            radii,
            core: Body::with_tree_later(core),
            prism: OnceLock::new(),
        })
    }
}

fn segment(from: [f64; 3], to: [f64; 3]) -> Result<Mesh, MeshError> {
    Mesh::new(vec![from, to], vec![[0, 1, 1]])
}

/// Sides of a prism in a cylinder: its faces are within 0.0013 of the radius of the round one.
const SIDES: u32 = 64;

/// The hull of points around both discs of a frustum.
fn prism_mesh(axis: &[Point3<f64>; 2], radii: [f64; 2]) -> Result<Mesh, MeshError> {
    let direction = unit_vector(&(axis[1] - axis[0])).unwrap_or_else(Vector3::z);
    let beside = direction.cross(&Vector3::ith(direction.iamin(), 1.0)).normalize();
    let across = direction.cross(&beside);
    let around = |side: u32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(side) / f64::from(SIDES)).sin_cos();
        beside * cos + across * sin
    };
    let disc = |end: usize| (0..SIDES).map(move |side| axis[end] + around(side) * radii[end]);
    let points: Vec<[f64; 3]> = disc(0).chain(disc(1)).map(Into::into).collect();
    hull_mesh(&points)
}

fn check_radius(radius: f64) -> Result<(), ShapeError> {
    let is_usable = (0.0..=MAX_COORDINATE).contains(&radius);
    if is_usable { Ok(()) } else { Err(ShapeError::Radius(radius)) }
}

/// Three points of the plane `z = 0`, counterclockwise from above.
const XY: [[f64; 3]; 3] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

fn plane(points: [[f64; 3]; 3]) -> Result<Triangle, ShapeError> {
    let plane = Mesh::new(points.to_vec(), vec![[0, 1, 2]])?.triangle(0);
    if is_degenerate(&plane) { Err(ShapeError::NoPlane) } else { Ok(plane) }
}
