//! The distance of two classic trees: pairs of boxes depth first, the nearer one first.
//!
//! The descent of E. Larsen, S. Gottschalk, M. C. Lin, D. Manocha, "Fast Proximity Queries with
//! Swept Sphere Volumes" (1999, section 4), on oriented boxes.

use obbtree_predicates::{Obb, Placement, RoundedDistance, Triangle};
use obbtree_tree::classic::{Node, Tree};

use super::descent::opens_a;
use super::slack::slack;
use super::workspace::Workspace;
use crate::Counts;
use crate::boxes::scalar_box::ScalarBox;
use crate::distance::{Distance, DistanceOptions, Interval};
use crate::nearest::Nearest;

/// Lower bounds of the distances of pairs of boxes.
struct Bounds<'t> {
    trees: [&'t Tree; 2],
    placement: &'t Placement,
    slack: f64,
    /// Lengths in A's frame are so much longer than in the world at most.
    longer: f64,
}

impl<'t> Bounds<'t> {
    fn new([a, b]: [&'t Tree; 2], placement: &'t Placement) -> Self {
        let longer = 1.0 + placement.pose_a.skew() + f64::EPSILON;
        Self { trees: [a, b], placement, slack: slack(a, b, placement, 0.0), longer }
    }

    fn of(&self, [in_a, in_b]: [u32; 2]) -> f64 {
        let [a, b] = self.trees;
        let box_b = scalar_box(&b.nodes()[in_b as usize].obb)
            .moved(&self.placement.rotation, &self.placement.translation);
        let box_a = scalar_box(&a.nodes()[in_a as usize].obb);
        box_a.least_distance(&box_b, self.slack) / self.longer
    }
}

/// The pairs that a pair of boxes is opened to.
fn children(node_a: &Node, node_b: &Node, [in_a, in_b]: [u32; 2]) -> [[u32; 2]; 2] {
    if opens_a(node_a, node_b) {
        [[node_a.first, in_b], [node_a.first + 1, in_b]]
    } else {
        [[in_a, node_b.first], [in_a, node_b.first + 1]]
    }
}

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
    let mut nearest = Nearest::new([a, b], placement, options, candidates);
    let bounds = Bounds::new([a, b], placement);
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
            counts.box_tests += 2;
            let next = children(node_a, node_b, [in_a, in_b]);
            let [first, second] = next.map(|pair| (bounds.of(pair), pair));
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

/// Bounds of the distance in the world, as [`crate::Engine::clearance`]: the pair of boxes with
/// the least bound first.
pub(super) fn clearance(
    [a, b]: [&Tree; 2],
    placement: &Placement,
    box_tests: u64,
    counts: &mut Counts,
    workspace: &mut Workspace,
) -> Interval {
    let Workspace { near: waiting, candidates, .. } = workspace;
    let mut nearest = Nearest::new([a, b], placement, &DistanceOptions::default(), candidates);
    let bounds = Bounds::new([a, b], placement);
    nearest.look_at([a.ids()[0], b.ids()[0]], [a.triangle(0), b.triangle(0)], &mut counts.stages);
    let Interval { mut lower, .. } = nearest.clearance();
    let (mut of_triangles, mut tests) = (f64::INFINITY, 0);
    waiting.clear();
    waiting.push((0.0, [0, 0]));
    loop {
        let upper = nearest.clearance().upper;
        let first = (0..waiting.len()).min_by(|&m, &n| waiting[m].0.total_cmp(&waiting[n].0));
        let least = first.map_or(f64::INFINITY, |n| waiting[n].0);
        lower = lower.max(least.min(of_triangles).min(upper));
        let Some(first) = first.filter(|_| tests < box_tests && least < upper) else {
            return Interval { lower, upper };
        };
        let (_, [in_a, in_b]) = waiting.swap_remove(first);
        let (node_a, node_b) = (&a.nodes()[in_a as usize], &b.nodes()[in_b as usize]);
        if !(node_a.is_leaf() && node_b.is_leaf()) {
            tests += 2;
            counts.box_tests += 2;
            waiting
                .extend(children(node_a, node_b, [in_a, in_b]).map(|pair| (bounds.of(pair), pair)));
            continue;
        }
        for place_b in node_b.first..node_b.first + node_b.count {
            for place_a in node_a.first..node_a.first + node_a.count {
                let (of_a, of_b) = (a.triangle(place_a), b.triangle(place_b));
                counts.triangle_tests += 1;
                let found = RoundedDistance::new(&of_a, &of_b, placement);
                of_triangles = of_triangles.min(found.lower);
                nearest.bound_above(found.upper);
            }
        }
    }
}

fn scalar_box(obb: &Obb) -> ScalarBox {
    ScalarBox { axes: obb.axes, center: obb.center.coords, half: obb.half }
}
