//! The classic tree as an [`Engine`], and what a search visits.

use std::ops::ControlFlow;

use obbtree_predicates::{
    Aabb, Placement, Pose, Stages, Triangle, meet_beyond_common_corners, triangles_closer,
    triangles_meet,
};
use obbtree_tree::classic::{Node, Tree};
use smallvec::{SmallVec, smallvec};

use super::descent::Descent;
use super::distance::{clearance, distance};
use super::workspace::Workspace;
use crate::Counts;
use crate::distance::{Distance, DistanceOptions, Interval};
use crate::engine::{Engine, SearchMode, sealed::Sealed};
use crate::one_tree::ray_frame::RayFrame;
use crate::one_tree::walk::KeepsBox;

/// The nodes, of A and of B, whose boxes were found to overlap one of the other tree's in a search
/// for all pairs: what a query looks at. For pictures and statistics; by number, ascending.
#[must_use]
pub fn visited_nodes(a: &Tree, pose_a: &Pose, b: &Tree, pose_b: &Pose) -> [Vec<u32>; 2] {
    let placement = Placement::new(pose_a, pose_b);
    let mut nodes = [Vec::new(), Vec::new()];
    let (counts, workspace) = (&mut Counts::default(), &mut Workspace::default());
    let on_nodes = |in_a, in_b| {
        nodes[0].push(in_a);
        nodes[1].push(in_b);
    };
    let on_pair = |_, _| ControlFlow::Continue(());
    let none_meet = |_: &Triangle, _: &Triangle, _: &mut Stages| false;
    let descent = Descent::within([a, b], &placement, 0.0);
    let _ = descent.run(counts, workspace, on_nodes, none_meet, on_pair);
    for nodes in &mut nodes {
        nodes.sort_unstable();
        nodes.dedup();
    }
    nodes
}

impl Sealed for Tree {}

impl Engine for Tree {
    type Workspace = Workspace;

    /// Counting costs one addition a test here, so it is always done; the mode changes nothing.
    fn search(
        bodies: [&Self; 2],
        placement: &Placement,
        _: SearchMode,
        counts: Option<&mut Counts>,
        workspace: &mut Workspace,
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut uncounted = Counts::default();
        let counts = counts.unwrap_or(&mut uncounted);
        let meet = |a: &Triangle, b: &Triangle, stages: &mut Stages| {
            triangles_meet(a, b, placement, stages)
        };
        Descent::within(bodies, placement, 0.0).run(counts, workspace, |_, _| (), meet, on_pair)
    }

    fn self_search(
        &self,
        counts: &mut Counts,
        workspace: &mut Workspace,
        mut on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let placement = Placement::new(&Pose::identity(), &Pose::identity());
        // Each pair comes twice, and each triangle with itself.
        let once = |one, other| match one < other {
            true => on_pair(one, other),
            false => ControlFlow::Continue(()),
        };
        Descent::within([self, self], &placement, 0.0).run(
            counts,
            workspace,
            |_, _| (),
            meet_beyond_common_corners,
            once,
        )
    }

    fn closer_than(
        bodies: [&Self; 2],
        placement: &Placement,
        tolerance: f64,
        counts: Option<&mut Counts>,
        workspace: &mut Workspace,
    ) -> Option<[u32; 2]> {
        if !(tolerance >= 0.0) {
            return None;
        }
        let mut uncounted = Counts::default();
        let counts = counts.unwrap_or(&mut uncounted);
        let mut found = None;
        let closer = |a: &Triangle, b: &Triangle, stages: &mut Stages| {
            triangles_closer(a, b, placement, tolerance, stages)
        };
        let on_pair = |in_a, in_b| {
            found = Some([in_a, in_b]);
            ControlFlow::Break(())
        };
        let descent = Descent::within(bodies, placement, tolerance);
        let _ = descent.run(counts, workspace, |_, _| (), closer, on_pair);
        found
    }

    fn distance(
        bodies: [&Self; 2],
        placement: &Placement,
        options: &DistanceOptions,
        start: Option<([u32; 2], [Triangle; 2])>,
        counts: &mut Counts,
        workspace: &mut Workspace,
    ) -> Option<Distance> {
        distance(bodies, placement, options, start, counts, workspace)
    }

    fn clearance(
        bodies: [&Self; 2],
        placement: &Placement,
        box_tests: u64,
        counts: &mut Counts,
        workspace: &mut Workspace,
    ) -> Interval {
        clearance(bodies, placement, box_tests, counts, workspace)
    }

    fn cast(&self, ray: &RayFrame, on_triangle: &mut dyn FnMut(u32, &Triangle) -> f64) {
        let entry = |node: &Node, last: f64| {
            ray.entry(&node.obb.axes, &node.obb.center.coords, &node.obb.half, last)
        };
        let mut last = f64::INFINITY;
        let mut stack: SmallVec<[(f64, u32); 64]> = smallvec![(0.0, 0)];
        while let Some((near, index)) = stack.pop() {
            if near > last {
                continue;
            }
            let node: &Node = &self.nodes()[index as usize];
            if !node.is_leaf() {
                let children = [node.first, node.first + 1];
                let entries = children.map(|child| entry(&self.nodes()[child as usize], last));
                let is_second_nearer = entries[1] < entries[0];
                for n in if is_second_nearer { [0, 1] } else { [1, 0] } {
                    stack.extend(entries[n].map(|near| (near, children[n])));
                }
                continue;
            }
            for place in node.first..node.first + node.count {
                let t = on_triangle(self.ids()[place as usize], &self.triangle(place));
                if t < 0.0 {
                    return;
                }
                last = last.min(ray.steps(t));
            }
        }
    }

    fn for_each_in_boxes(
        &self,
        keeps: &mut KeepsBox<'_>,
        on_triangle: &mut dyn FnMut(u32, &Triangle) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stack: SmallVec<[u32; 64]> = smallvec![0];
        while let Some(index) = stack.pop() {
            let node: &Node = &self.nodes()[index as usize];
            if !keeps(&node.obb.axes, &node.obb.center.coords, &node.obb.half) {
                continue;
            }
            if !node.is_leaf() {
                stack.extend([node.first + 1, node.first]);
                continue;
            }
            for place in node.first..node.first + node.count {
                on_triangle(self.ids()[place as usize], &self.triangle(place))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn for_each_triangle(&self, mut on_triangle: impl FnMut(u32, &Triangle)) {
        for (place, &id) in self.ids().iter().enumerate() {
            on_triangle(id, &self.triangle(place as u32));
        }
    }

    fn aabb(&self) -> Aabb {
        let mut around = None::<Aabb>;
        self.for_each_triangle(|_, corners| {
            let of_this = Aabb::around(corners).expect("three corners");
            around = Some(around.map_or(of_this, |so_far| Aabb {
                min: so_far.min.inf(&of_this.min),
                max: so_far.max.sup(&of_this.max),
            }));
        });
        around.expect("a tree has triangles")
    }
}
