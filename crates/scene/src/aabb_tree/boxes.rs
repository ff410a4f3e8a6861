//! Two axis-aligned boxes: the least one around both, and how near they are, rounded towards near.

use obbtree_predicates::Aabb;

/// The least box around two, of which no corner is NaN.
pub(crate) fn union(a: &Aabb, b: &Aabb) -> Aabb {
    // Half the instructions of `min` and `max`, which look for NaN.
    let less = |x: f64, y: f64| if x < y { x } else { y };
    let more = |x: f64, y: f64| if x > y { x } else { y };
    Aabb {
        min: [0, 1, 2].map(|k| less(a.min[k], b.min[k])).into(),
        max: [0, 1, 2].map(|k| more(a.max[k], b.max[k])).into(),
    }
}

/// Half of the area. Only the order of what it compares depends on it, so it may overflow.
pub(super) fn area(bounds: &Aabb) -> f64 {
    let sides = bounds.max - bounds.min;
    sides.x * sides.y + sides.y * sides.z + sides.z * sides.x
}

/// May points of two boxes be within a margin of each other? Rounded towards yes.
pub(crate) fn are_near(a: &Aabb, b: &Aabb, margin: f64) -> bool {
    // First without branches and without rounding: most boxes that are compared overlap.
    let overlap =
        (0..3).fold(true, |overlap, k| overlap & (a.min[k] <= b.max[k]) & (b.min[k] <= a.max[k]));
    (overlap && margin >= 0.0) || (0..3).all(|k| gap(a, b, k) <= margin)
}

/// At most the distance of two boxes; 0 if they meet.
pub(crate) fn distance_below(a: &Aabb, b: &Aabb) -> f64 {
    (0..3).map(|k| gap(a, b, k)).fold(0.0, f64::max)
}

/// The gap along one axis, negative for boxes that overlap along it; rounded down.
fn gap(a: &Aabb, b: &Aabb, k: usize) -> f64 {
    let gap = (a.min[k] - b.max[k]).max(b.min[k] - a.max[k]);
    if gap > 0.0 { gap.next_down() } else { gap }
}
