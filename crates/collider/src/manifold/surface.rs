//! A placed collider as a surface: its features, and which directions these face.

use nalgebra::{Point3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Pose, Triangle};

use super::answer::Feature;
use crate::body::Body;
use crate::collider::ColliderRef;

/// A body, all points within a radius of which are meant.
pub(super) struct Surface<'a> {
    pub(super) body: &'a Body,
    pub(super) pose: Pose,
    pub(super) radius: f64,
    /// See [`crate::Topology`].
    outward: f64,
}

/// The sine of an angle by which surfaces that touch may be tilted against each other: 3 degrees.
pub(super) const TILT: f64 = 0.05;

/// A barycentric coordinate below this is 0.
const ON_BORDER: f64 = 1e-9;

impl<'a> Surface<'a> {
    /// None of planes and half-spaces.
    pub(super) fn of(collider: ColliderRef<'a>, pose: &Pose) -> Option<Self> {
        let (body, radius) = match collider {
            ColliderRef::Mesh(body) => (body, 0.0),
            ColliderRef::Shape(shape) => shape.surface()?,
        };
        Some(Self { body, pose: *pose, radius, outward: body.topology().outward() })
    }

    /// As far as coordinates reach.
    pub(super) fn moved(self, by: &Vector3<f64>) -> Self {
        let pose = Pose::new(*self.pose.rotation(), self.pose.translation() + by);
        Self { pose: pose.unwrap_or(self.pose), ..self }
    }

    /// A triangle in the world, rounded.
    pub(super) fn placed(&self, triangle: u32) -> Triangle {
        self.body.triangle(triangle).map(|corner| self.pose.place(&corner))
    }

    /// The part of a triangle that has a point, given by its barycentric coordinates of corners 1
    /// and 2.
    pub(super) fn feature(&self, triangle: u32, [second, third]: [f64; 2]) -> Feature {
        let corners = self.body.mesh().triangles()[triangle as usize];
        let weights = [1.0 - second - third, second, third];
        let mut on = corners.into_iter().zip(weights).filter(|(_, weight)| *weight > ON_BORDER);
        let first = on.next().map_or(corners[0], |(vertex, _)| vertex);
        let mut others = on.map(|(vertex, _)| vertex).filter(|&vertex| vertex != first);
        match (others.next(), others.next()) {
            (None, _) => Feature::Vertex(first),
            (Some(other), Some(third)) if other != third => Feature::Face(triangle),
            (Some(other), _) => Feature::Edge([first.min(other), first.max(other)]),
        }
    }

    /// Does the outside of a triangle, whose placed corners are given, face a direction? Unknown is
    /// yes.
    pub(super) fn faces(&self, [p, q, r]: &Triangle, direction: &Vector3<f64>) -> bool {
        let normal = (q - p).cross(&(r - p)) * self.outward;
        normal.dot(direction) >= -TILT * normal.norm()
    }
}

/// Which vertices are joined by edges, of the triangles near a contact.
pub(super) struct Edges(Vec<[u32; 2]>);

impl Edges {
    /// Of some triangles, more than once or not.
    pub(super) fn of(surface: &Surface<'_>, triangles: impl Iterator<Item = u32>) -> Self {
        let mut numbers: Vec<u32> = triangles.collect();
        numbers.sort_unstable();
        numbers.dedup();
        let corners = surface.body.mesh().triangles();
        let mut edges: Vec<[u32; 2]> = numbers
            .into_iter()
            .flat_map(|triangle| {
                let [p, q, r] = corners[triangle as usize];
                [[p, q], [q, p], [q, r], [r, q], [r, p], [p, r]]
            })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        Self(edges)
    }

    /// Is a feature, all of whose triangles are here, the farthest of its neighbourhood in a
    /// direction of length one, in the frame of the mesh? To within the sine of an angle.
    pub(super) fn is_farthest(
        &self,
        mesh: &Mesh,
        feature: Feature,
        direction: &Vector3<f64>,
        tilt: f64,
    ) -> bool {
        let place = |vertex: u32| Point3::from(mesh.vertices()[vertex as usize]);
        let is_behind = |from: u32, to: u32| {
            let way = place(to) - place(from);
            way.dot(direction) <= tilt * way.norm()
        };
        match feature {
            Feature::Vertex(from) => self.around(from).all(|to| is_behind(from, to)),
            Feature::Edge([from, other]) => {
                let mut third =
                    self.around(from).filter(|to| self.0.binary_search(&[other, *to]).is_ok());
                third.all(|to| is_behind(from, to))
            }
            Feature::Face(_) => true,
        }
    }

    fn around(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let start = self.0.partition_point(|&[from, _]| from < vertex);
        self.0[start..].iter().take_while(move |&&[from, _]| from == vertex).map(|&[_, to]| to)
    }
}
