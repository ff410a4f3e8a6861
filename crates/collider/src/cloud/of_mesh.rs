//! A mesh, by the boxes of its tree and its triangles.

use nalgebra::{Matrix3, Vector3};
use obbtree_cloud::{Found, PlacedBox, Slab};
use obbtree_predicates::{Placement, Pose, RoundedDistance, Triangle};
use obbtree_simd::Lanes;
use obbtree_tree::wide::{Child, Leaf, Tree};

use super::frame::{Frame, narrow};
use super::item::Item;
use super::others::{Bounds, ItemNumber, Others, Side};
use super::parts::MeshPart;
use crate::body::Body;
use crate::distance::Distance;

/// A mesh beside a cloud.
pub(super) struct OfMesh<'a> {
    side: Side<'a>,
    body: &'a Body,
    tree: &'a Tree,
    frame: Frame,
    /// What the points of the cloud have in common as their radius; 0 where each has its own.
    common_radius: f64,
}

impl<'a> OfMesh<'a> {
    /// Poses of the cloud and of the mesh.
    pub(super) fn new(side: Side<'a>, body: &'a Body, poses: [&Pose; 2]) -> Self {
        let tree = body.tree();
        let root = tree.root_box();
        let origin = Vector3::from(tree.origin());
        let of_root =
            (Vector3::from(root.center) - origin).lp_norm(1) + root.half.iter().sum::<f64>();
        let of_boxes = f64::from(tree.largest_center()) + f64::from(tree.largest_half());
        let frame = Frame::new(side.cloud, poses, tree.origin(), of_root.max(of_boxes));
        let common_radius = side.cloud.common_radius().unwrap_or(0.0);
        Self { side, body, tree, frame, common_radius }
    }

    fn triangle(&self, part: MeshPart) -> (u32, Triangle) {
        let (leaf, slot) = match part {
            MeshPart::Triangle(leaf, slot) => (leaf, slot),
            MeshPart::Leaf(leaf) | MeshPart::Node(leaf) => (leaf, 0),
        };
        let leaf = &self.tree.leaves()[leaf as usize];
        (leaf.ids[usize::from(slot)], self.tree.triangle(leaf, usize::from(slot)))
    }

    /// The corners of a triangle relative to the origin of the cloud.
    #[inline(always)]
    fn placed(&self, triangle: &Triangle) -> [Vector3<f64>; 3] {
        let origin = Vector3::from(self.tree.origin());
        triangle.each_ref().map(|corner| self.frame.place(&(corner.coords - origin)))
    }

    fn placement(&self) -> &Placement {
        &self.frame.placement
    }

    /// The item of the cloud at a place, and a triangle as one.
    #[inline(always)]
    fn pair(&self, place: usize, part: MeshPart) -> (Item, Item, u32) {
        let (id, triangle) = self.triangle(part);
        (Item::of(self.side.cloud, place), Item::Rounded(triangle, 0.0), id)
    }
}

impl Others for OfMesh<'_> {
    type Part = MeshPart;
    type Region = PlacedBox;
    type Candidate = RoundedDistance;

    fn root(&self) -> (MeshPart, PlacedBox) {
        let root = self.tree.root_box();
        let axes = Matrix3::from_fn(|k, i| root.axes[k][i]);
        let center = Vector3::from(root.center) - Vector3::from(self.tree.origin());
        let half = Vector3::new(root.half[0], root.half[1], root.half[2]);
        (MeshPart::Node(0), self.frame.place_box(&axes, &center, &half))
    }

    fn limit_sq(&self, tolerance: f64) -> f32 {
        self.frame.slack.threshold(tolerance + self.common_radius).square()
    }

    #[inline(always)]
    fn is_divisible(&self, part: MeshPart) -> bool {
        !matches!(part, MeshPart::Triangle(..))
    }

    #[inline(always)]
    fn divide(&mut self, part: MeshPart, mut put: impl FnMut(MeshPart, PlacedBox)) {
        match part {
            MeshPart::Node(index) => {
                let node = &self.tree.nodes()[index as usize];
                for c in 0..4 {
                    let child = node.child[c];
                    if child == Child::EMPTY {
                        continue;
                    }
                    let region =
                        self.frame.place_box(&node.axes(c), &node.center(c), &node.half(c));
                    let part = match child.is_leaf() {
                        true => MeshPart::Leaf(child.index()),
                        false => MeshPart::Node(child.index()),
                    };
                    put(part, region);
                }
            }
            MeshPart::Leaf(index) => {
                let leaf: &Leaf = &self.tree.leaves()[index as usize];
                for slot in 0..leaf.used() {
                    let [p, q, r] = self.placed(&self.tree.triangle(leaf, slot));
                    let (low, high) = (p.inf(&q).inf(&r), p.sup(&q).sup(&r));
                    let center = narrow(&((low + high) * 0.5));
                    let half = narrow(&((high - low) * 0.5));
                    let region = PlacedBox { half, reach: half, ..PlacedBox::point(center) };
                    put(MeshPart::Triangle(index, slot as u8), region);
                }
            }
            MeshPart::Triangle(..) => {}
        }
    }

    #[inline(always)]
    fn sift<S: Lanes>(&mut self, simd: S, found: &Found<'_, MeshPart>, limit_sq: f32) -> u32 {
        if self.side.cloud.common_radius().is_none() {
            return found.slots;
        }
        let slabs = slabs(&self.placed(&self.triangle(found.part).1));
        let mut near = 0;
        for register in 0..S::REGISTERS {
            let at = register * S::WIDTH;
            let [x, y, z] = found.relative;
            let points = [simd.load(&x[at..]), simd.load(&y[at..]), simd.load(&z[at..])];
            // Without `map`: a closure is a function of its own, without lanes.
            let across = slabs[0].gap(simd, points);
            let beside = simd.max(slabs[1].gap(simd, points), slabs[2].gap(simd, points));
            let beside = simd.max(beside, slabs[3].gap(simd, points));
            let square = simd.mul_add(across, across, simd.mul(beside, beside));
            let is_far = simd.greater(square, simd.splat(limit_sq));
            near |= (!is_far & ((1 << S::WIDTH) - 1)) << at;
        }
        found.slots & near
    }

    fn within(&mut self, place: usize, item: MeshPart, tolerance: f64) -> bool {
        let (own, triangle, _) = self.pair(place, item);
        own.is_within(&triangle, self.placement(), tolerance)
    }

    fn candidate(&mut self, place: usize, item: MeshPart) -> (Bounds, RoundedDistance) {
        let (own, triangle, _) = self.pair(place, item);
        own.bounds(&triangle, self.placement())
    }

    fn refined(&mut self, place: usize, item: MeshPart, of: &RoundedDistance) -> Distance {
        let (own, triangle, id) = self.pair(place, item);
        let mut distance = Distance::from(own.refined(&triangle, self.placement(), of));
        distance.triangles[1] = Some(id);
        distance.cloud_points[0] = Some(self.side.cloud.number(place));
        distance
    }

    fn number(&self, item: MeshPart) -> ItemNumber {
        debug_assert!(self.body.mesh().triangles().len() > self.triangle(item).0 as usize);
        ItemNumber::Triangle(self.triangle(item).0)
    }
}

/// Four slabs that contain a triangle: along its normal, and along the outward normals of its
/// edges. Of a triangle without area some have no direction, and tell nothing apart.
#[inline(always)]
fn slabs(corners: &[Vector3<f64>; 3]) -> [Slab; 4] {
    let [p, q, r] = corners;
    let normal = unit(&(q - p).cross(&(r - p)));
    // Of a sliver the normal may be anything, also along an edge; what is across both is then off.
    let outward = |edge: Vector3<f64>| {
        let across = edge.cross(&normal);
        let is_across = across.norm_squared() > 0.25 * edge.norm_squared();
        if is_across { unit(&across) } else { Vector3::zeros() }
    };
    [normal, outward(q - p), outward(r - q), outward(p - r)].map(|axis| {
        let axis = narrow(&axis);
        let exactly = Vector3::from(axis.map(f64::from));
        let [a, b, c] = [p, q, r].map(|corner| exactly.dot(corner));
        // Within the slack of what is rounded.
        Slab { normal: axis, low: a.min(b).min(c) as f32, high: a.max(b).max(c) as f32 }
    })
}

/// Of length one, or zero where there is none.
#[inline(always)]
fn unit(vector: &Vector3<f64>) -> Vector3<f64> {
    let length = vector.norm();
    if length > f64::MIN_POSITIVE && length < f64::MAX { vector / length } else { Vector3::zeros() }
}
