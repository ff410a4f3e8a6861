//! Spheres inside of what moves, in which a collision shows soonest.

use super::node::Node;

/// Spheres of one item.
const MOST_SPHERES: usize = 8;
/// A sphere is taken if it is beyond those that were by this share of its radius.
const LEAST_BEYOND: f32 = 0.4;

/// A sphere that is within an element or enclosed by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct InnerSphere {
    pub(super) center: [f32; 3],
    pub(super) radius: f32,
}

/// Some spheres of nodes: large ones, and apart from each other.
pub(super) fn inner_spheres(nodes: &[Node]) -> Vec<InnerSphere> {
    let some = nodes.iter().filter(|node| node.inner > 0.0);
    let mut left: Vec<InnerSphere> =
        some.map(|node| InnerSphere { center: node.center, radius: node.inner }).collect();
    let mut taken: Vec<InnerSphere> = Vec::new();
    // How much of a sphere is beyond all that are taken, at most its radius.
    let beyond = |sphere: &InnerSphere, taken: &[InnerSphere]| {
        taken.iter().fold(sphere.radius, |least, other| {
            let away = (0..3).map(|k| (sphere.center[k] - other.center[k]).powi(2)).sum::<f32>();
            least.min(away.sqrt() + sphere.radius - other.radius)
        })
    };
    while taken.len() < MOST_SPHERES {
        left.retain(|sphere| beyond(sphere, &taken) > LEAST_BEYOND * sphere.radius);
        let value = |sphere: &InnerSphere| beyond(sphere, &taken);
        let best = left.iter().max_by(|a, b| value(a).total_cmp(&value(b))).copied();
        let Some(best) = best else { break };
        taken.push(best);
    }
    taken
}
