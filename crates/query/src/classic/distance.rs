//! The distance of two classic trees: pairs of boxes depth first, the nearer one first.
//!
//! The descent of E. Larsen, S. Gottschalk, M. C. Lin, D. Manocha, "Fast Proximity Queries with Swept
//! Sphere Volumes" (1999, section 4), on oriented boxes.

use obbtree_predicates::{Obb, Placement, Triangle};
use obbtree_tree::classic::Tree;

use super::descent::opens_a;
use super::slack::slack;
use super::workspace::Workspace;
use crate::Counts;
use crate::nearest::{Distance, DistanceOptions, Nearest};
use crate::scalar_box::ScalarBox;

/// The distance in the world, as [`crate::Engine::distance`].
pub(super) fn distance(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    options: &DistanceOptions,
    start: Option<([u32; 2], [Triangle; 2])>,
    counts: &mut Counts,
    workspace: &mut Workspace,
) -> Option<Distance> {
    let Workspace { near: stack, candidates, .. } = workspace;
    let mut nearest = Nearest::new(placement, options, candidates);
    let slack = slack(a, b, placement, 0.0);
    // Lengths in A's frame are so much longer than in the world at most.
    let longer = 1.0 + placement.pose_a.skew() + f64::EPSILON;
    let bound = |[in_a, in_b]: [u32; 2]| {
        let box_b = scalar_box(&b.nodes()[in_b as usize].obb)
            .moved(&placement.rotation, &placement.translation);
        scalar_box(&a.nodes()[in_a as usize].obb).least_distance(&box_b, slack) / longer
    };
    if let Some((triangles, corners)) = start
        && nearest.look_at(triangles, corners, &mut counts.stages)
    {
        return nearest.finish(&mut counts.stages);
    }
    stack.clear();
    stack.push((0.0, [0, 0]));
    while let Some((least, [in_a, in_b])) = stack.pop() {
        if least > nearest.cut() {
            continue;
        }
        counts.visits += 1;
        let (node_a, node_b) = (&a.nodes()[in_a as usize], &b.nodes()[in_b as usize]);
        if !(node_a.is_leaf() && node_b.is_leaf()) {
            let children = if opens_a(node_a, node_b) {
                [[node_a.first, in_b], [node_a.first + 1, in_b]]
            } else {
                [[in_a, node_b.first], [in_a, node_b.first + 1]]
            };
            counts.box_tests += 2;
            let [first, second] = children.map(|pair| (bound(pair), pair));
            let nearer_last = if first.0 < second.0 { [second, first] } else { [first, second] };
            stack.extend(nearer_last);
            continue;
        }
        counts.leaf_pairs += 1;
        for place_b in node_b.first..node_b.first + node_b.count {
            for place_a in node_a.first..node_a.first + node_a.count {
                counts.triangle_tests += 1;
                let triangles = [a.ids()[place_a as usize], b.ids()[place_b as usize]];
                let corners = [a.triangle(place_a), b.triangle(place_b)];
                if nearest.look_at(triangles, corners, &mut counts.stages) {
                    return nearest.finish(&mut counts.stages);
                }
            }
        }
    }
    nearest.finish(&mut counts.stages)
}

fn scalar_box(obb: &Obb) -> ScalarBox {
    ScalarBox { axes: obb.axes, center: obb.center.coords, half: obb.half }
}
