//! What bodies of a scene are made of: colliders with offsets, shared.

use std::path::Path;
#[cfg(feature = "io")]
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use nalgebra::{Point3, Vector3};
use obbtree_collider::{Body, Collider, ColliderRef, PointCloud, Shape, Voxels};
#[cfg(feature = "io")]
use obbtree_io::ReadError;
use obbtree_predicates::{Aabb, LowerBound, Pose, UpperBound, length_bound};

/// One collider of a body, with its place in the body's frame, and the file that it was read
/// from, if it was.
///
/// Cheap to clone: meshes and their trees are shared.
#[derive(Clone, Debug)]
pub struct Part {
    collider: Collider,
    /// Few have one.
    offset: Option<Box<Pose>>,
    file: Option<Arc<Path>>,
    extent: Option<Extent>,
}

/// The parts of a body, shared: what a body, a shape, a part, or several of these become where a
/// scene is given them.
#[derive(Clone, Debug)]
pub struct Parts(pub(crate) Arc<[Part]>);

/// A box in the part's frame: the part is within the radius of it, and `around` is that radius
/// and what rounding adds where the box is placed at the origin.
#[derive(Clone, Copy, Debug)]
struct Extent {
    center: Point3<f64>,
    half: Vector3<f64>,
    around: UpperBound,
}

impl Part {
    /// A mesh, a shape or a point cloud, at the origin of the body's frame.
    #[must_use]
    pub fn new(collider: impl Into<Collider>) -> Self {
        let collider = collider.into();
        let extent = Extent::of_collider(&collider);
        Self { collider, offset: None, file: None, extent }
    }

    /// Changes the collider: points of a cloud that come and go. It is no longer that of a file.
    /// Where a clone of the part shares the collider, that stays as it is.
    ///
    /// ```
    /// use obbtree_collider::{Collider, PointCloud};
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::Part;
    /// let mut part = Part::new(PointCloud::new(&[[0.0; 3]], 0.0)?);
    /// part.change(|collider| match collider {
    ///     Collider::Points(cloud) => cloud.insert(&[[0.0, 0.0, 3.0]], 0.0),
    ///     _ => unreachable!("it is a cloud"),
    /// })?;
    /// assert!(part.bounds(&Pose::identity()).is_some_and(|bounds| bounds.max.z >= 3.0));
    /// # Ok::<(), obbtree_collider::CloudError>(())
    /// ```
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Collider) -> R) -> R {
        let changed = change(&mut self.collider);
        (self.file, self.extent) = (None, Extent::of_collider(&self.collider));
        changed
    }

    /// A mesh from a file, which a scene file will name instead of holding the mesh.
    ///
    /// # Errors
    /// If the file cannot be read as a mesh.
    #[cfg(feature = "io")]
    pub fn mesh_file(path: impl Into<PathBuf>) -> Result<Self, ReadError> {
        let path = path.into();
        let body = Body::read(&path)?;
        Ok(Self::of_file(body, path))
    }

    /// A mesh that was read from a file before.
    #[cfg(feature = "io")]
    pub(crate) fn of_file(body: Body, path: PathBuf) -> Self {
        Self { file: Some(path.into()), ..Self::new(body) }
    }

    /// The part at another place of the body's frame.
    #[must_use]
    pub fn at(mut self, offset: Pose) -> Self {
        self.offset = (!offset.is_identity()).then(|| offset.into());
        self
    }

    /// Its place in the body's frame.
    #[must_use]
    pub fn offset(&self) -> &Pose {
        static NONE: LazyLock<Pose> = LazyLock::new(Pose::identity);
        self.offset.as_deref().unwrap_or(&NONE)
    }

    /// What it is.
    #[must_use]
    pub fn collider(&self) -> &Collider {
        &self.collider
    }

    /// The file that it was read from, if it was.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// A box around the part under a pose of its own frame, rounded outwards; `None` for planes
    /// and half-spaces, which are unbounded.
    ///
    /// *Proof.* A point of the part is within the radius of a placed point `R (c + h s) + t`,
    /// `|s_k| <= 1`, which is within `|R| h` of `R c + t` along each axis. Both are fewer than 24
    /// roundings of sizes that add up to those of `c`, `h` and `t`, with entries of `R` below
    /// 1.0001; `PER_SIZE` is 128, and `TINY` is more than products that underflow lose. All else
    /// are bounds. *End.*
    #[must_use]
    pub fn bounds(&self, pose: &Pose) -> Option<Aabb> {
        let Extent { center, half, around } = self.extent.as_ref()?;
        let middle = pose.place(center);
        let around = *around + rounding_of(pose.translation());
        let rotation = pose.rotation().abs() * half;
        let reach = |k: usize| UpperBound::from(rotation[k]) + around;
        let min = [0, 1, 2].map(|k| (LowerBound::from(middle[k]) - reach(k)).get());
        let max = [0, 1, 2].map(|k| (UpperBound::from(middle[k]) + reach(k)).get());
        Some(Aabb { min: min.into(), max: max.into() })
    }
}

/// Bounds what placing numbers of this size loses.
fn rounding_of(vector: &Vector3<f64>) -> UpperBound {
    UpperBound::from(PER_SIZE) * UpperBound::from(length_bound(vector))
}

/// 128 roundings of 2^-53.
const PER_SIZE: f64 = 1.0 / (1_u64 << 46) as f64;
/// More than products lose that underflow.
const TINY: f64 = f64::MIN_POSITIVE;

impl Extent {
    fn of_collider(collider: &Collider) -> Option<Self> {
        let of_items = |items: &PointCloud| {
            let ends = [items.aabb().min.into(), items.aabb().max.into()];
            Self::of(&ends, items.largest_radius())
        };
        match (collider.body(), collider.shape(), ColliderRef::from(collider)) {
            (Some(body), ..) => Some(Self::of(body.mesh().vertices(), 0.0)),
            (_, Some(shape), _) => {
                shape.kind().sphere_swept_hull().map(|(points, radius)| Self::of(&points, radius))
            }
            // Around cubes the box is exact, and there is no radius.
            (_, _, ColliderRef::Points(items)) => Some(of_items(items)),
            _ => None,
        }
    }

    /// Of at least one point. The half sides are rounded up: the box holds the points.
    fn of(points: &[[f64; 3]], radius: f64) -> Self {
        let mut points = points.iter().map(|&point| Point3::from(point));
        let first = points.next().unwrap_or_default();
        let (min, max) = points.fold((first, first), |(min, max), p| (min.inf(&p), max.sup(&p)));
        let center = Aabb { min, max }.center();
        let from_center = (max - center).sup(&(center - min));
        let half = from_center.map(f64::next_up);
        let rounding = rounding_of(&center.coords) + rounding_of(&half);
        Self { center, half, around: rounding + UpperBound::from(TINY) + UpperBound::from(radius) }
    }
}

impl From<Part> for Parts {
    fn from(part: Part) -> Self {
        Self([part].into())
    }
}

impl From<Body> for Parts {
    fn from(body: Body) -> Self {
        Part::new(body).into()
    }
}

impl From<Shape> for Parts {
    fn from(shape: Shape) -> Self {
        Part::new(shape).into()
    }
}

impl From<PointCloud> for Parts {
    fn from(cloud: PointCloud) -> Self {
        Part::new(cloud).into()
    }
}

impl From<Voxels> for Parts {
    fn from(voxels: Voxels) -> Self {
        Part::new(voxels).into()
    }
}

impl From<Collider> for Parts {
    fn from(collider: Collider) -> Self {
        Part::new(collider).into()
    }
}

impl<const N: usize> From<[Part; N]> for Parts {
    fn from(parts: [Part; N]) -> Self {
        Self(parts.into())
    }
}

impl From<Vec<Part>> for Parts {
    fn from(parts: Vec<Part>) -> Self {
        Self(parts.into())
    }
}

impl From<Arc<[Part]>> for Parts {
    fn from(parts: Arc<[Part]>) -> Self {
        Self(parts)
    }
}
