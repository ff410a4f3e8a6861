//! Contacts, as classes.

use obbtree::query::{
    Contact as EngineContact, ContactSummary as EngineSummary, DeepestPoint as EngineDeepest,
};
use obbtree::scene::PartContact as EnginePart;
use pyo3::prelude::*;

use super::answer::answer;
use super::distance::{Triangles, numbers};
use super::points::{Point, Points, TwoPoints};

answer! {
/// A place where two colliders meet, in the world: of two meshes, a pair of triangles and the
/// point, segment or polygon that they share; of a mesh and a shape, a triangle and a point of it;
/// of a point cloud, one of its points; of voxels, the centre of one.
///
/// >>> import obbtree
/// >>> body = obbtree.Body([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
/// >>> upright = [[1, 0, 0, 0], [0, 0, -1, 1], [0, 1, 0, -1]]
/// >>> (contact,) = obbtree.contacts(body, None, body, upright)
/// >>> contact.triangles, contact.points.tolist()
/// ((0, 0), [[0.0, 1.0, 0.0], [3.0, 1.0, 0.0]])
/// >>> contact.cloud_points, bool(abs(contact.normal[2]) <= 1), contact.local_depth >= 0
/// ((None, None), True, True)
#[pyclass(frozen, from_py_object, module = "obbtree")]
#[derive(Clone)]
pub(crate) struct Contact {
    /// The numbers of the triangles, in A's and in B's mesh; ``None`` of a shape.
    triangles: Triangles,
    /// The numbers of the points or voxels, in A's and in B's ``PointCloud`` or ``Voxels``;
    /// ``None`` of what is neither.
    cloud_points: Triangles,
    /// (K, 3): one point, the two ends of a segment, or the corners of a polygon in order.
    points: Points,
    /// (3,): of two meshes, of length one, from A to B: B moved along it by ``local_depth`` no more
    /// than touches A's triangle. ``None`` where one is a shape.
    normal: Option<Point>,
    /// Of two meshes, how far these two triangles reach into each other: the triangles, not the
    /// bodies. ``None`` where one is a shape.
    local_depth: Option<f64>,
}
}

impl From<EngineContact> for Contact {
    fn from(found: EngineContact) -> Self {
        Self {
            triangles: found.triangles.into(),
            cloud_points: found.cloud_points.into(),
            points: Points(found.points().to_vec()),
            normal: found.normal().map(|normal| Point(normal.into())),
            local_depth: found.local_depth(),
        }
    }
}

#[pymethods]
impl Contact {
    fn __repr__(&self) -> String {
        let mut texts = numbers(self.triangles, self.cloud_points);
        texts.push(format!("{} points", self.points.0.len()));
        format!("Contact({}{})", texts.join(", "), of_depth(self.local_depth))
    }
}

fn of_depth(depth: Option<f64>) -> String {
    depth.map_or_else(String::new, |depth| format!(", local_depth={depth:?}"))
}

answer! {
/// A place where two parts of two bodies of a scene, or of a robot's world, meet.
///
/// >>> import obbtree
/// >>> scene = obbtree.Scene()
/// >>> scene.add("post", obbtree.Shape.sphere([0, 0, 0], 1))
/// >>> scene.add("floor", [obbtree.Shape.half_space()])
/// >>> [(names, [found.parts for found in contacts]) for names, contacts in scene.contacts()]
/// [(('post', 'floor'), [(0, 0)])]
/// >>> contact = scene.contacts()[0][1][0]
/// >>> contact.triangles, contact.cloud_points, contact.point.shape
/// ((None, None), (None, None), (3,))
/// >>> contact.normal is None, contact.local_depth is None
/// (True, True)
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct PartContact {
    /// The parts, by their places in their bodies.
    parts: (usize, usize),
    /// The triangles; ``None`` for a part that is a shape.
    triangles: Triangles,
    /// The points or voxels, of parts that are point clouds or voxels; ``None`` of others.
    cloud_points: Triangles,
    /// (3,): a point of both, in the world, rounded; of the mesh if one of them is a shape. Of a
    /// point cloud its point, without the radius; of voxels the centre of one.
    point: Point,
    /// (3,): of two meshes, the shortest way out of each other of the two triangles alone, of
    /// length one, from the first body to the second.
    normal: Option<Point>,
    /// Of two meshes, how far these two triangles reach into each other.
    local_depth: Option<f64>,
}
}

impl From<EnginePart> for PartContact {
    fn from(found: EnginePart) -> Self {
        let EnginePart { parts, triangles, cloud_points, point, way_out, .. } = found;
        Self {
            parts: parts.into(),
            triangles: triangles.into(),
            cloud_points: cloud_points.into(),
            point: Point(point),
            normal: way_out.map(|(normal, _)| Point(normal.into())),
            local_depth: way_out.map(|(_, depth)| depth),
        }
    }
}

#[pymethods]
impl PartContact {
    fn __repr__(&self) -> String {
        let Self { parts, triangles, cloud_points, local_depth, .. } = self;
        let mut texts = vec![format!("parts={parts:?}")];
        texts.extend(numbers(*triangles, *cloud_points));
        format!("PartContact({}{})", texts.join(", "), of_depth(*local_depth))
    }
}

answer! {
/// A vertex of one body that is inside the other, and how deep: ``lower .. upper``.
///
/// >>> import obbtree
/// >>> knot = obbtree.Body("assets/torus_knot.obj")
/// >>> summary = obbtree.contact_summary(knot, None, knot, [0.1, 0, 0, 0, 0, 0, 1])
/// >>> of_a, _of_b = summary.deepest_points
/// >>> 0 < of_a.lower <= of_a.upper, of_a.point.shape
/// (True, (3,))
/// >>> knot.vertices.shape[0] > of_a.vertex, of_a.on_surface.shape
/// (True, (3,))
#[pyclass(frozen, from_py_object, module = "obbtree")]
#[derive(Clone)]
pub(crate) struct DeepestPoint {
    /// The number of the vertex.
    vertex: u32,
    /// It is at least so deep.
    lower: f64,
    /// It is at most so deep.
    upper: f64,
    /// (3,): where it is in the world.
    point: Point,
    /// (3,): the closest point of the other surface.
    on_surface: Point,
}
}

impl From<EngineDeepest> for DeepestPoint {
    fn from(found: EngineDeepest) -> Self {
        let EngineDeepest { vertex, lower, upper, point, on_surface, .. } = found;
        Self { vertex, lower, upper, point: Point(point), on_surface: Point(on_surface) }
    }
}

#[pymethods]
impl DeepestPoint {
    fn __repr__(&self) -> String {
        let Self { vertex, lower, upper, .. } = self;
        format!("DeepestPoint(vertex={vertex}, lower={lower:?}, upper={upper:?})")
    }
}

answer! {
/// The contact of two bodies as a whole, in the world and the unit of the meshes.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> pose = obbtree.Pose([0, 0, 0.145833333, 0, 0, 0.309016994, 0.951056516])
/// >>> summary = obbtree.contact_summary(bolt, None, nut, pose)
/// >>> free = obbtree.Pose.from_translation(summary.separating_translation) @ pose
/// >>> len(summary.contacts) > 0, obbtree.collide(bolt, None, nut, free)
/// (True, False)
/// >>> len(summary.curves) > 0, len(summary.patches), summary.bounds.shape
/// (True, 0, (2, 3))
/// >>> of_bolt, of_nut = summary.deepest_points
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct ContactSummary {
    /// The pairs of triangles that meet.
    contacts: Vec<Contact>,
    /// Where the surfaces cross: for each curve its (K, 3) points, and whether it is closed.
    curves: Vec<(Points, bool)>,
    /// Where triangles overlap in one plane: convex polygons of (K, 3) points.
    patches: Vec<Points>,
    /// (2, 3): the box around all of these, its least and its largest corner; ``None`` without
    /// contact.
    bounds: Option<TwoPoints>,
    /// (3,): added to B's translation it parts the bodies, which is proven; short, not always the
    /// shortest. ``None`` if none was found.
    separating_translation: Option<Point>,
    /// Of A's vertices the deepest inside B, and of B's the deepest inside A; ``None`` where none
    /// is inside.
    deepest_points: [Option<DeepestPoint>; 2],
}
}

impl From<EngineSummary> for ContactSummary {
    fn from(found: EngineSummary) -> Self {
        let curves = found.curves.into_iter().map(|curve| (Points(curve.points), curve.is_closed));
        Self {
            contacts: found.contacts.into_iter().map(Into::into).collect(),
            curves: curves.collect(),
            patches: found.patches.into_iter().map(Points).collect(),
            bounds: found.bounds.map(|bounds| TwoPoints([bounds.min, bounds.max])),
            separating_translation: found.separating_translation.map(|by| Point(by.into())),
            deepest_points: found.deepest_points.map(|point| point.map(Into::into)),
        }
    }
}

#[pymethods]
impl ContactSummary {
    fn __repr__(&self) -> String {
        let Self { contacts, curves, patches, separating_translation, .. } = self;
        let (pairs, curves, patches) = (contacts.len(), curves.len(), patches.len());
        let apart = separating_translation.map_or_else(String::new, |Point(by)| {
            format!(", separating_translation=[{:?}, {:?}, {:?}]", by.x, by.y, by.z)
        });
        format!("ContactSummary({pairs} pairs, {curves} curves, {patches} patches{apart})")
    }
}
