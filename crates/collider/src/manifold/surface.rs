//! A placed collider as a surface: its features, and which directions these face.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, Triangle, unit_vector};

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
    /// None of planes, half-spaces and clouds.
    pub(super) fn of(collider: ColliderRef<'a>, pose: &Pose) -> Option<Self> {
        let (body, radius) = match collider {
            ColliderRef::Mesh(body) => (body, 0.0),
            ColliderRef::Shape(shape) => shape.surface()?,
            ColliderRef::Points(_) => return None,
        };
        Some(Self { body, pose: *pose, radius, outward: body.topology().outward() })
    }

    /// Is a point, segment or triangle, around which a radius is, within the other? From there the
    /// surface is seen from within.
    pub(super) fn are_held([a, b]: [&Self; 2]) -> bool {
        [(a, b), (b, a)].iter().any(|(inner, outer)| {
            !inner.has_outside()
                && outer.body.contains_component(&outer.pose, inner.body, &inner.pose)
        })
    }

    /// As far as coordinates reach.
    pub(super) fn moved(&self, by: &Vector3<f64>) -> Self {
        let pose = Pose::new(*self.pose.rotation(), self.pose.translation() + by);
        Self { pose: pose.unwrap_or(self.pose), ..*self }
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

    /// The outer normal of a triangle, whose placed corners are given, of length one. None if it
    /// has no area or the outside is unknown.
    pub(super) fn normal(&self, [p, q, r]: &Triangle) -> Option<Vector3<f64>> {
        let normal = (q - p).cross(&(r - p)) * self.outward;
        let square = normal.norm_squared();
        square.is_normal().then(|| normal / square.sqrt())
    }

    /// A normal of a triangle of length one, the outer one where that is known.
    pub(super) fn any_normal(&self, [p, q, r]: &Triangle) -> Option<Vector3<f64>> {
        let normal = unit_vector(&(q - p).cross(&(r - p)));
        normal.map(|normal| if self.outward < 0.0 { -normal } else { normal })
    }

    /// From one end of an edge to the other, in the world.
    pub(super) fn way(&self, [from, to]: [u32; 2]) -> Vector3<f64> {
        let vertices = self.body.mesh().vertices();
        let [from, to] = [from, to].map(|n| Point3::from(vertices[n as usize]));
        self.pose.rotation() * (to - from)
    }

    /// The vertex that is reached from some triangles by going to the farthest neighbour along a
    /// direction as long as there is one: farther than all around it.
    pub(super) fn farthest_above(
        &self,
        triangles: impl Iterator<Item = u32>,
        direction: &Vector3<f64>,
    ) -> Option<u32> {
        let direction = self.pose.rotation().tr_mul(direction);
        let (mesh, adjacency) = (self.body.mesh(), self.body.adjacency());
        let height = |vertex: u32| Vector3::from(mesh.vertices()[vertex as usize]).dot(&direction);
        let higher = |one: u32, other: u32| if height(other) > height(one) { other } else { one };
        let corners = triangles.flat_map(|triangle| mesh.triangles()[triangle as usize]);
        let mut highest = corners.reduce(higher)?;
        loop {
            let next = adjacency.around(highest).fold(highest, higher);
            if next == highest {
                return Some(highest);
            }
            highest = next;
        }
    }

    /// Is the outside known?
    pub(super) fn has_outside(&self) -> bool {
        self.outward != 0.0
    }

    /// Is a feature the farthest of its neighbourhood in a direction of length one, in the world?
    /// To within the sine of an angle.
    pub(super) fn is_farthest(
        &self,
        feature: Feature,
        direction: &Vector3<f64>,
        tilt: f64,
    ) -> bool {
        let direction = self.pose.rotation().tr_mul(direction);
        let (mesh, adjacency) = (self.body.mesh(), self.body.adjacency());
        let place = |vertex: u32| Point3::from(mesh.vertices()[vertex as usize]);
        let is_behind = |from: u32, to: u32| {
            let way = place(to) - place(from);
            let rise = way.dot(&direction);
            rise <= 0.0 || rise * rise <= tilt * tilt * way.norm_squared()
        };
        match feature {
            Feature::Vertex(from) => adjacency.around(from).all(|to| is_behind(from, to)),
            Feature::Edge([from, other]) => {
                let mut third =
                    adjacency.around(from).filter(|&to| adjacency.are_joined(other, to));
                is_behind(from, other)
                    && is_behind(other, from)
                    && third.all(|to| is_behind(from, to))
            }
            Feature::Face(_) => true,
        }
    }

    /// Does the outside of a triangle, whose placed corners are given, face a direction? Unknown is
    /// yes.
    pub(super) fn faces(&self, [p, q, r]: &Triangle, direction: &Vector3<f64>) -> bool {
        let normal = (q - p).cross(&(r - p)) * self.outward;
        normal.dot(direction) >= -TILT * normal.norm()
    }
}
