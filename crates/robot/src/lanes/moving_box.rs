//! The box of an item that moves, at one configuration, beside the sphere of another: a long link's
//! sphere is near much that the link is not.
//!
//! *Lemma.* With `A` the box's axes as they are rounded, all points `x` of the item have
//! `|a_k . (x - c)|` at most its half side, seen from the frame that carries it. So the vector of
//! what `|a_k . (p - c)|` is beyond these is no longer than `|A| |p - x|`, and `|A|` is at most
//! `1 + 2^-22`. What `f64` rounds of the place, products and sums is less than [`REL_ERR`] of the
//! sizes. How far the frames of links are off is not in this: who asks adds it. *End.*

use super::node::Node;
use super::pairs::{LaneRobot, LaneWorld};
use crate::frames::Frame;

/// Of the sizes of the sphere, the box and both places: 2^-40, where fewer than 40 operations
/// round.
const REL_ERR: f64 = 1.0 / (1_u64 << 40) as f64;
/// For the axes: 2^-20.
const SHORTER: f64 = 1.0 - 1.0 / (1 << 20) as f64;

/// How much farther than a length an item's box is from a sphere, at least, where the links are:
/// not above 0 where that is not known.
pub(crate) fn box_gap(
    robot: &LaneRobot,
    world: &LaneWorld,
    (item, frames): (usize, &[Frame]),
    (center, radius): ([f64; 3], f64),
    than: f64,
) -> f64 {
    let placed_box = || {
        let moving = world.moving.get(item)?;
        Some((&frames[robot.chain.link(moving.frame)?], moving.nodes.first()?))
    };
    let Some((frame, node)) = placed_box() else { return f64::NEG_INFINITY };
    let at = frame.translation();
    let away = [0, 1, 2].map(|i| center[i] - at[i]);
    let own = [0, 1, 2]
        .map(|k| (0..3).map(|i| frame.0[i][k] * away[i]).sum::<f64>() - f64::from(node.center[k]));
    let beyond = beyond_sq(node, own).sqrt();
    let size = |v: [f64; 3]| v[0].abs() + v[1].abs() + v[2].abs();
    let sizes = size(center) + size(at) + size(node.center.map(f64::from)) + radius + than;
    beyond * SHORTER - radius - (REL_ERR * sizes + than)
}

/// Of a place that is given from the box's centre.
fn beyond_sq(node: &Node, own: [f64; 3]) -> f64 {
    let beyond = |k: usize| {
        let along = (0..3).map(|i| f64::from(node.axes[k][i]) * own[i]).sum::<f64>();
        let side = f64::from(node.outer[k]) + f64::from(node.round);
        (along.abs() - side).max(0.0)
    };
    (0..3).map(|k| beyond(k) * beyond(k)).sum()
}
