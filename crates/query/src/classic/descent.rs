//! The descent: pairs of overlapping boxes, the larger of each opened, down to triangles.
//!
//! Pairs wait on a stack that grows and never drops one. Opening a box tests both its children
//! against the other box, which shares half of the change of frame between them.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::{BoxInFrame, Obb, Placement, Stages, Triangle, box_separating_axis};
use obbtree_tree::classic::{Node, Tree};

use super::slack::slack;
use super::workspace::Workspace;
use crate::Counts;

/// Two trees and where they are.
pub(super) struct Descent<'t> {
    a: &'t Tree,
    b: &'t Tree,
    placement: &'t Placement,
    slack: f64,
}

impl<'t> Descent<'t> {
    /// For pairs of boxes, and of triangles, that are within a tolerance in the world.
    pub(super) fn within([a, b]: [&'t Tree; 2], placement: &'t Placement, tolerance: f64) -> Self {
        Self { a, b, placement, slack: slack(a, b, placement, tolerance) }
    }

    /// The same with only a share of the slack, to see how much of it is needed.
    #[cfg(test)]
    pub(super) fn with_share_of_slack(self, share: f64) -> Self {
        Self { slack: share * self.slack, ..self }
    }

    /// Reports every pair of nodes whose boxes are not separated, the pairs that were opened
    /// before, and every pair of triangles that passes the test, until told to stop.
    pub(super) fn run(
        &self,
        counts: &mut Counts,
        workspace: &mut Workspace,
        mut on_nodes: impl FnMut(u32, u32),
        mut test: impl FnMut(&Triangle, &Triangle, &mut Stages) -> bool,
        mut on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Workspace { stack, .. } = workspace;
        stack.clear();
        counts.box_tests += 1;
        if self.overlap(&self.a.nodes()[0].obb, &self.b_in_a_mesh(&self.b.nodes()[0].obb)) {
            stack.push([0, 0]);
        }
        while let Some([in_a, in_b]) = stack.pop() {
            let (node_a, node_b) = (&self.a.nodes()[in_a as usize], &self.b.nodes()[in_b as usize]);
            counts.visits += 1;
            on_nodes(in_a, in_b);
            if node_a.is_leaf() && node_b.is_leaf() {
                counts.leaf_pairs += 1;
                self.test_triangles(node_a, node_b, counts, &mut test, &mut on_pair)?;
            } else if opens_a(node_a, node_b) {
                let b = self.b_in_a_mesh(&node_b.obb);
                counts.box_tests += 2;
                for child in [node_a.first + 1, node_a.first] {
                    if self.overlap(&self.a.nodes()[child as usize].obb, &b) {
                        stack.push([child, in_b]);
                    }
                }
            } else {
                counts.box_tests += 2;
                let to_a = self.b_mesh_in(&node_a.obb);
                for child in [node_b.first + 1, node_b.first] {
                    let obb = &self.b.nodes()[child as usize].obb;
                    let b_in_a = BoxInFrame {
                        axes: to_a.axes * obb.axes,
                        offset: to_a.axes * obb.center.coords + to_a.offset,
                    };
                    if box_separating_axis(&node_a.obb.half, &obb.half, &b_in_a, self.slack)
                        .is_none()
                    {
                        stack.push([in_a, child]);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A box of B in A's mesh frame.
    #[inline]
    fn b_in_a_mesh(&self, b: &Obb) -> PlacedBox {
        PlacedBox {
            axes: self.placement.rotation * b.axes,
            center: self.placement.rotation * b.center.coords + self.placement.translation,
            half: b.half,
        }
    }

    /// B's mesh frame seen from a box of A.
    #[inline]
    fn b_mesh_in(&self, a: &Obb) -> BoxInFrame {
        BoxInFrame {
            axes: a.axes.tr_mul(&self.placement.rotation),
            offset: a.axes.tr_mul(&(self.placement.translation - a.center.coords)),
        }
    }

    #[inline]
    fn overlap(&self, a: &Obb, b: &PlacedBox) -> bool {
        let b_in_a = BoxInFrame {
            axes: a.axes.tr_mul(&b.axes),
            offset: a.axes.tr_mul(&(b.center - a.center.coords)),
        };
        box_separating_axis(&a.half, &b.half, &b_in_a, self.slack).is_none()
    }

    fn test_triangles(
        &self,
        leaf_a: &Node,
        leaf_b: &Node,
        counts: &mut Counts,
        test: &mut impl FnMut(&Triangle, &Triangle, &mut Stages) -> bool,
        on_pair: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for place_b in leaf_b.first..leaf_b.first + leaf_b.count {
            let triangle_b = self.b.triangle(place_b);
            for place_a in leaf_a.first..leaf_a.first + leaf_a.count {
                let triangle_a = self.a.triangle(place_a);
                counts.triangle_tests += 1;
                if test(&triangle_a, &triangle_b, &mut counts.stages) {
                    on_pair(self.a.ids()[place_a as usize], self.b.ids()[place_b as usize])?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A box of B with axes and centre in A's mesh frame.
struct PlacedBox {
    axes: Matrix3<f64>,
    center: Vector3<f64>,
    half: Vector3<f64>,
}

/// The larger box is opened: it is the one whose children are most likely to be separated.
#[inline]
pub(super) fn opens_a(a: &Node, b: &Node) -> bool {
    b.is_leaf() || (!a.is_leaf() && a.obb.half.norm_squared() > b.obb.half.norm_squared())
}
