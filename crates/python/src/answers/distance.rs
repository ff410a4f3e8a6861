//! Distances, as classes.

use numpy::{PyArray2, PyArray3, PyArrayMethods};
use obbtree::query::{Depth as EngineDepth, Distance as EngineDistance};
use obbtree::scene::BodyDistance as EngineBodyDistance;
use pyo3::prelude::*;

use super::answer::answer;
use super::points::{Column, NO_POINTS, Point, Points, TwoPoints};
use crate::arrays::{point_table, table};

/// Triangles of A and of B, or points of clouds and voxels; `None` of what has none.
pub(crate) type Triangles = (Option<u32>, Option<u32>);

/// The numbers of triangles and of points of clouds or voxels, as texts: those that there are.
pub(super) fn numbers(triangles: Triangles, cloud_points: Triangles) -> Vec<String> {
    let all = [("triangles", triangles), ("cloud_points", cloud_points)];
    let there = all.into_iter().filter(|(_, pair)| *pair != (None, None));
    let number = |id: Option<u32>| id.map_or("None".to_owned(), |id| id.to_string());
    there.map(|(name, (a, b))| format!("{name}=({}, {})", number(a), number(b))).collect()
}

/// The names of two bodies of a scene; links of a robot are bodies of its world.
pub(crate) type Names = (String, String);

answer! {
/// The distance of two colliders lies in ``lower .. upper``; both are 0 where they meet. Of two
/// meshes, and of a mesh and a shape, ``upper`` is 0 if and only if they do.
///
/// >>> import obbtree
/// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
/// >>> found = obbtree.distance(sphere, None, sphere, [5, 0, 0, 0, 0, 0, 1])
/// >>> found.lower <= 3 <= found.upper, found.triangles
/// (True, (None, None))
/// >>> found.points.shape, found.cloud_points, found.one_inside
/// ((2, 3), (None, None), False)
/// >>> bool(found.normal[0] > 0.999)
/// True
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Distance {
    /// The distance is at least this.
    lower: f64,
    /// The distance is at most this: so far apart are two points of the colliders.
    upper: f64,
    /// (2, 3): the closest points, of A and of B, in the world, rounded; where the two meet, some
    /// points of them.
    points: TwoPoints,
    /// The triangles that these are on, in A's and in B's mesh; ``None`` of a shape.
    triangles: Triangles,
    /// The points that these are of, in A's and in B's ``PointCloud``, or the voxels in ``Voxels``,
    /// by their numbers in the array given; ``None`` of what is neither.
    cloud_points: Triangles,
    /// (3,): the unit vector in the world from A's closest point to B's; ``None`` unless ``lower``
    /// is above 0. B moved along it parts from A by as much as it moves.
    normal: Option<Point>,
    /// One is inside the other, so the distance is 0 although the surfaces do not meet: of two
    /// meshes, if they are queried as solids.
    one_inside: bool,
}
}

impl From<EngineDistance> for Distance {
    fn from(found: EngineDistance) -> Self {
        let EngineDistance { lower, upper, triangles, cloud_points, one_inside, .. } = found;
        let (points, normal) = (found.points, found.normal);
        let (points, normal) = (TwoPoints(points), normal.map(|normal| Point(normal.into())));
        let (triangles, cloud_points) = (triangles.into(), cloud_points.into());
        Self { lower, upper, points, triangles, cloud_points, normal, one_inside }
    }
}

#[pymethods]
impl Distance {
    fn __repr__(&self) -> String {
        let Self { lower, upper, triangles, cloud_points, .. } = self;
        let numbers = numbers(*triangles, *cloud_points);
        let numbers: String = numbers.iter().map(|text| format!(", {text}")).collect();
        format!("Distance(lower={lower:?}, upper={upper:?}{numbers})")
    }
}

answer! {
/// How deep two solids are in each other: the penetration depth lies in ``lower .. upper``.
///
/// >>> import obbtree
/// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
/// >>> found = obbtree.depth(sphere, None, sphere, [1.5, 0, 0, 0, 0, 0, 1])
/// >>> found.lower <= 0.5 <= found.upper
/// True
/// >>> found.translation.shape
/// (3,)
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Depth {
    /// The depth is at least this.
    lower: f64,
    /// The depth is at most this; 0 if and only if the two do not meet.
    upper: f64,
    /// (3,): added to the translation of B's pose, it gives a pose that is proven not to collide.
    translation: Point,
}
}

impl From<EngineDepth> for Depth {
    fn from(found: EngineDepth) -> Self {
        let EngineDepth { lower, upper, translation, .. } = found;
        Self { lower, upper, translation: Point(translation.into()) }
    }
}

#[pymethods]
impl Depth {
    fn __repr__(&self) -> String {
        format!("Depth(lower={:?}, upper={:?})", self.lower, self.upper)
    }
}

answer! {
/// The distance of two bodies of a scene, or of a robot's world, whose links are bodies too: it
/// lies in ``lower .. upper``. Margins and paddings do not change it.
///
/// >>> import obbtree
/// >>> scene = obbtree.Scene()
/// >>> scene.add("left", obbtree.Shape.sphere([0, 0, 0], 1))
/// >>> scene.add("right", obbtree.Shape.sphere([5, 0, 0], 1))
/// >>> found = scene.distance()
/// >>> found.pair, found.lower <= 3 <= found.upper
/// (('left', 'right'), True)
/// >>> found.parts, found.points.shape, bool(found.normal[0] > 0.999)
/// ((0, 0), (2, 3), True)
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct BodyDistance {
    /// The names of the bodies: of a scene in the order in which they were added, of a robot's
    /// world links first.
    pair: Names,
    /// The closest parts, by their places in their bodies.
    parts: (usize, usize),
    /// The distance is at least this; of the nearest pair, the distance of every pair is.
    lower: f64,
    /// The distance is at most this; 0 if the bodies meet.
    upper: f64,
    /// (2, 3): the closest points, in the world (of a robot: in the frame of its root link),
    /// rounded. NaN for a link that is so far away that it has no pose.
    points: TwoPoints,
    /// (3,): the unit vector from the first one's closest point to the second's; ``None`` unless
    /// ``lower`` is above 0.
    normal: Option<Point>,
}
}

impl BodyDistance {
    /// Of a pair with these names.
    pub(crate) fn new(found: &EngineBodyDistance, pair: Names) -> Self {
        let &EngineBodyDistance { parts, lower, upper, points, normal, .. } = found;
        let (points, normal) = (TwoPoints(points), normal.map(|normal| Point(normal.into())));
        Self { pair, parts: parts.into(), lower, upper, points, normal }
    }
}

#[pymethods]
impl BodyDistance {
    fn __repr__(&self) -> String {
        let Self { pair: (a, b), lower, upper, .. } = self;
        format!("BodyDistance({a:?}, {b:?}, lower={lower:?}, upper={upper:?})")
    }
}

answer! {
/// The distances at N poses, as arrays. Beyond ``at_most`` they are infinite, and numbers of
/// triangles, points and voxels are -1; so are those of what has none.
///
/// >>> import obbtree
/// >>> sphere = obbtree.Shape.sphere([0, 0, 0], 1)
/// >>> poses = [[x, 0, 0, 0, 0, 0, 1] for x in (3, 5)]
/// >>> found = obbtree.distance_batch(sphere, None, sphere, poses)
/// >>> (found.lower <= [1, 3]).all() and ([1, 3] <= found.upper).all()
/// np.True_
/// >>> found.triangles.tolist(), found.cloud_points.tolist(), found.points.shape
/// ([[-1, -1], [-1, -1]], [[-1, -1], [-1, -1]], (2, 2, 3))
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Distances {
    /// (N,): the distances are at least this.
    lower: Column<f64>,
    /// (N,): the distances are at most this.
    upper: Column<f64>,
    ;
    triangles: Vec<[i64; 2]>,
    cloud_points: Vec<[i64; 2]>,
    points: Points,
}
}

impl From<Vec<Option<EngineDistance>>> for Distances {
    fn from(found: Vec<Option<EngineDistance>>) -> Self {
        let lower =
            |found: &Option<EngineDistance>| found.as_ref().map_or(f64::INFINITY, |f| f.lower);
        let upper =
            |found: &Option<EngineDistance>| found.as_ref().map_or(f64::INFINITY, |f| f.upper);
        let numbers = |of: fn(&EngineDistance) -> [Option<u32>; 2]| {
            let ids = found.iter().map(|f| f.as_ref().map_or([None; 2], of));
            ids.map(|ids| ids.map(|id| id.map_or(-1, i64::from))).collect()
        };
        let points =
            |found: &Option<EngineDistance>| found.as_ref().map_or(NO_POINTS, |f| f.points);
        Self {
            lower: Column(found.iter().map(lower).collect()),
            upper: Column(found.iter().map(upper).collect()),
            triangles: numbers(|found| found.triangles),
            cloud_points: numbers(|found| found.cloud_points),
            points: Points(found.iter().flat_map(points).collect()),
        }
    }
}

#[pymethods]
impl Distances {
    /// (N, 2): the closest triangles, of A and of B.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        table(py, &self.triangles)
    }

    /// (N, 2): the points of clouds, or voxels, that these are of, of A and of B.
    #[getter]
    fn cloud_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        table(py, &self.cloud_points)
    }

    /// (N, 2, 3): the closest points, of A and of B, in the world, rounded; NaN beyond ``at_most``.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        point_table(py, &self.points.0)?.reshape([self.lower.0.len(), 2, 3])
    }

    fn __len__(&self) -> usize {
        self.lower.0.len()
    }

    fn __repr__(&self) -> String {
        let least = self.lower.0.iter().copied().fold(f64::INFINITY, f64::min);
        format!("Distances({} poses, lower from {least:?})", self.lower.0.len())
    }
}
