//! A descent that hands each pair of leaves on with the relative frame its box test was made in:
//! what the triangle test of Chang and Kim lives from, and the same ground for every other one.
//!
//! The trees are the classic engine's, one triangle a leaf, the leaves' boxes replaced by the
//! rectangles of their triangles. Boxes are separated by the engine's `box_separating_axis`.

use nalgebra::Point3;
use obbtree::{Mesh, Pose};
use obbtree_geom::FramedTriangle;
use obbtree_predicates::{BoxInFrame, Obb, Placement, Triangle, box_separating_axis};
use obbtree_tests::classic;
use obbtree_tree::classic::{Node, Tree};

/// Separates boxes only if a gap of this share of all lengths is between them: far above rounding,
/// so that no pair is lost, and far below any box.
const SLACK: f64 = 1.0 / (1_u64 << 40) as f64;

/// A tree whose leaves are single triangles in the frames of their boxes.
pub struct FramedTree {
    /// Boxes, triangles and their numbers.
    pub tree: Tree,
    /// By place in leaf order; the frame is the leaf's box.
    pub framed: Vec<FramedTriangle>,
    /// At least the largest distance of a point of a box from the mesh's origin.
    reach: f64,
}

/// Two leaves whose boxes overlap.
pub struct LeafPair<'t> {
    /// The places in leaf order.
    pub places: [u32; 2],
    /// The corners, each in its own mesh's frame.
    pub a: &'t Triangle,
    /// As `a`.
    pub b: &'t Triangle,
    /// The three numbers of A's triangle in its box.
    pub framed_a: &'t FramedTriangle,
    /// As `framed_a`.
    pub framed_b: &'t FramedTriangle,
    /// B's box seen from A's.
    pub b_in_a: &'t BoxInFrame,
}

impl FramedTree {
    /// Builds the classic tree and frames its leaves.
    pub fn new(mesh: &Mesh) -> Self {
        let tree = classic::build(mesh, &Default::default());
        let reach = 2.0 * (tree.largest_half() + tree.largest_center());
        let margin = SLACK * reach;
        let mut framed =
            vec![FramedTriangle { half_base: 0.0, half_height: 0.0, apex: 0.0 }; tree.ids().len()];
        let mut parts = tree.clone().into_parts();
        for node in &mut parts.nodes {
            let Node { first, count, .. } = *node;
            if count == 1 {
                let (triangle, mut obb) = FramedTriangle::of(&tree.triangle(first));
                obb.half.add_scalar_mut(margin);
                framed[first as usize] = triangle;
                node.obb = obb;
            }
        }
        // Not checked: the enlarged boxes are not within the recorded largest box.
        let tree = Tree::from_parts_unchecked(parts);
        Self { tree, framed, reach }
    }
}

/// Calls with every pair of leaves whose boxes overlap, B placed; gives the number of box tests.
pub fn for_each_leaf_pair(
    a: &FramedTree,
    b: &FramedTree,
    placement: &Placement,
    stack: &mut Vec<[u32; 2]>,
    mut on_pair: impl FnMut(LeafPair<'_>),
) -> u64 {
    let slack = SLACK * (a.reach + b.reach + placement.translation.norm());
    let mut box_tests = 0;
    let mut test = |in_a: u32, in_b: u32, b_axes: &Obb, stack: &mut Vec<[u32; 2]>| {
        let (node_a, node_b) = (&a.tree.nodes()[in_a as usize], &b.tree.nodes()[in_b as usize]);
        let b_in_a = BoxInFrame {
            axes: node_a.obb.axes.tr_mul(&b_axes.axes),
            offset: node_a.obb.axes.tr_mul(&(b_axes.center - node_a.obb.center)),
        };
        box_tests += 1;
        if box_separating_axis(&node_a.obb.half, &b_axes.half, &b_in_a, slack).is_some() {
            return;
        }
        if node_a.is_leaf() && node_b.is_leaf() {
            let places = [node_a.first, node_b.first];
            on_pair(LeafPair {
                places,
                a: &a.tree.triangle(places[0]),
                b: &b.tree.triangle(places[1]),
                framed_a: &a.framed[places[0] as usize],
                framed_b: &b.framed[places[1] as usize],
                b_in_a: &b_in_a,
            });
        } else {
            stack.push([in_a, in_b]);
        }
    };
    stack.clear();
    test(0, 0, &placed(&b.tree.nodes()[0].obb, placement), stack);
    while let Some([in_a, in_b]) = stack.pop() {
        let (node_a, node_b) = (&a.tree.nodes()[in_a as usize], &b.tree.nodes()[in_b as usize]);
        // The larger box is opened, as in the engine.
        let a_is_larger = node_a.obb.half.norm_squared() > node_b.obb.half.norm_squared();
        if node_b.is_leaf() || (!node_a.is_leaf() && a_is_larger) {
            let obb = placed(&node_b.obb, placement);
            test(node_a.first, in_b, &obb, stack);
            test(node_a.first + 1, in_b, &obb, stack);
        } else {
            for child in [node_b.first, node_b.first + 1] {
                test(in_a, child, &placed(&b.tree.nodes()[child as usize].obb, placement), stack);
            }
        }
    }
    box_tests
}

/// A box of B in A's mesh frame.
#[inline]
fn placed(obb: &Obb, placement: &Placement) -> Obb {
    Obb { axes: placement.rotation * obb.axes, center: placement.to_a(&obb.center), half: obb.half }
}

/// B's corners in A's mesh frame: what every test but that of Chang and Kim needs first.
#[inline]
pub fn place(b: &Triangle, placement: &Placement) -> Triangle {
    b.each_ref().map(|corner: &Point3<f64>| placement.to_a(corner))
}

/// A body at its own coordinates and one placed.
pub fn placement_of(pose: &Pose) -> Placement {
    Placement::new(&Pose::identity(), pose)
}
