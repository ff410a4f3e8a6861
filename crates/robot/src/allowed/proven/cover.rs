//! A link as a tree of bounding spheres, in the link's frame, over patches of its surfaces: what
//! is near something else is then bounded without what is far from it.

use std::sync::Arc;

use nalgebra::Point3;
use obbtree_collider::{Body, Shape, ShapeKind};
use obbtree_mesh::Mesh;
use obbtree_predicates::UpperBound;
use obbtree_scene::Part;

use crate::frames::Frame;
use crate::items::Item;
use crate::model::{BoundingSphere, Element};

/// The tree; the first node is its root. A link without items has none.
#[derive(Debug)]
pub(super) struct Cover {
    pub(super) nodes: Vec<Node>,
    pub(super) patches: Vec<Patch>,
}

/// A part of a link's surfaces, or one of its shapes.
#[derive(Debug)]
pub(super) struct Patch {
    pub(super) item: Item,
    /// In the link's frame: it is within `radius` of the hull of these points.
    pub(super) points: Vec<[f64; 3]>,
    pub(super) radius: f64,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) sphere: BoundingSphere,
    pub(super) below: Below,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Below {
    Nodes([u32; 2]),
    Patch(u32),
}

impl Cover {
    /// Of the items of a link.
    pub(super) fn of(items: &[Item]) -> Self {
        let mut cover = Self { nodes: Vec::new(), patches: Vec::new() };
        for item in items {
            cover.add_patches(item);
        }
        let mut all: Vec<u32> = (0..cover.patches.len() as u32).collect();
        if !all.is_empty() {
            cover.add_node(&mut all);
        }
        cover
    }

    /// A mesh in patches; shapes are whole.
    fn add_patches(&mut self, item: &Item) {
        let Some(body) = item.element.part.collider().body() else {
            self.patches.push(Patch::of(item.clone()));
            return;
        };
        let mesh = body.mesh();
        let mut waiting = vec![(0..mesh.triangles().len() as u32).collect::<Vec<u32>>()];
        let small = item.element.sphere.radius * PATCH_SIZE;
        while let Some(mut triangles) = waiting.pop() {
            let middle = |&n: &u32| {
                let corners = mesh.triangles()[n as usize].map(|v| mesh.vertices()[v as usize]);
                [0, 1, 2].map(|k| (corners[0][k] + corners[1][k] + corners[2][k]) / 3.0)
            };
            let middles: Vec<[f64; 3]> = triangles.iter().map(middle).collect();
            let (axis, width) = longest_axis(&middles);
            if triangles.len() > LEAST_TRIANGLES && width > small {
                let half = triangles.len() / 2;
                let along = |n: &u32| middle(n)[axis];
                triangles.sort_by(|a, b| along(a).total_cmp(&along(b)).then(a.cmp(b)));
                waiting.push(triangles.split_off(half));
                waiting.push(triangles);
            } else if let Some(patch) = part_of(mesh, &triangles) {
                let part = Part::new(Body::new(patch)).at(*item.element.part.offset());
                let item = Item::of_link(&Arc::new(Element::of(&part)), item.link);
                self.patches.push(Patch::of(item));
            } else {
                // Triangles of a valid mesh are one.
                self.patches.push(Patch::of(item.clone()));
            }
        }
    }

    /// The tree of some patches.
    fn add_node(&mut self, patches: &mut [u32]) -> u32 {
        let number = self.nodes.len();
        let sphere_of = |n: u32| self.patches[n as usize].item.sphere;
        if let [patch] = patches {
            let node = Node { sphere: sphere_of(*patch), below: Below::Patch(*patch) };
            self.nodes.push(node);
            return number as u32;
        }
        let centers: Vec<[f64; 3]> = patches.iter().map(|&n| sphere_of(n).center).collect();
        let (axis, _) = longest_axis(&centers);
        let (low, high) = ends(&centers);
        let center = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
        let reach = |&n: &u32| {
            let BoundingSphere { center: of_patch, radius } = sphere_of(n);
            UpperBound::of_distance(&Point3::from(center), &Point3::from(of_patch))
                + UpperBound::from(radius)
        };
        let radius = patches.iter().map(reach).fold(UpperBound::ZERO, UpperBound::max);
        let along = |n: &u32| sphere_of(*n).center[axis];
        patches.sort_by(|a, b| along(a).total_cmp(&along(b)).then(a.cmp(b)));
        let sphere = BoundingSphere { center, radius: radius.get() };
        self.nodes.push(Node { sphere, below: Below::Nodes([0; 2]) });
        let (first, second) = patches.split_at_mut(patches.len() / 2);
        let below = [self.add_node(first), self.add_node(second)];
        self.nodes[number].below = Below::Nodes(below);
        number as u32
    }
}

impl Patch {
    fn of(item: Item) -> Self {
        let element = &item.element;
        let to_link = Frame::from(element.part.offset());
        let collider = element.part.collider();
        let core = collider.shape().and_then(Shape::core);
        let radius = match collider.shape().map(Shape::kind) {
            None => 0.0,
            Some(ShapeKind::Sphere { radius, .. } | ShapeKind::Capsule { radius, .. }) => *radius,
            Some(ShapeKind::Cuboid { radius, .. } | ShapeKind::Hull { radius, .. }) => *radius,
            Some(ShapeKind::Triangle { radius, .. }) => *radius,
            Some(ShapeKind::Cylinder { radius, .. }) if element.prisms().is_none() => *radius,
            Some(ShapeKind::Cylinder { .. }) => 0.0,
            // Cones are in no URDF; half-spaces have no hull.
            Some(_) => f64::INFINITY,
        };
        let around = element.prisms().and_then(|[_, around]| around.core());
        let body = collider.body().or(around).or(core);
        let vertices = body.map_or(&[][..], |body| body.mesh().vertices());
        let points = vertices.iter().map(|&vertex| to_link.place(vertex)).collect();
        Self { points, radius, item }
    }
}

/// A patch is about so wide, of the radius of its link's element.
const PATCH_SIZE: f64 = 0.7;
/// Fewer triangles are not divided.
const LEAST_TRIANGLES: usize = 20;

/// Some triangles of a mesh.
fn part_of(mesh: &Mesh, triangles: &[u32]) -> Option<Mesh> {
    let corners = |&n: &u32| mesh.triangles()[n as usize].map(|v| mesh.vertices()[v as usize]);
    Mesh::from_soup(&triangles.iter().map(corners).collect::<Vec<_>>()).ok()
}

fn ends(points: &[[f64; 3]]) -> ([f64; 3], [f64; 3]) {
    let fold = |start: f64, pick: fn(f64, f64) -> f64| {
        [0, 1, 2].map(|k| points.iter().fold(start, |best, p| pick(best, p[k])))
    };
    (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max))
}

/// The axis along which points are widest, and how wide.
fn longest_axis(points: &[[f64; 3]]) -> (usize, f64) {
    let (low, high) = ends(points);
    let width = |k: usize| high[k] - low[k];
    let axis = (0..3).fold(0, |best, k| if width(k) > width(best) { k } else { best });
    (axis, width(axis))
}
