//! How long a pose can make what it places: a checked pose is within 1e-4 of a rotation, not
//! always one.

use obbtree_predicates::{Pose, UpperBound};

/// 2^-40, more than the skew of a pose is rounded by.
const OF_SKEW: f64 = 1.0 / (1_u64 << 40) as f64;

/// The length in the world of what has length one in the frame that a pose places, or more.
///
/// *Proof.* `|R x|^2` is at most `1 + skew` for `|x| = 1`, and the skew is rounded by less than
/// 2^-49. *End.*
pub(super) fn longest(pose: &Pose) -> UpperBound {
    UpperBound::from(1.0) + UpperBound::from(pose.skew()) + UpperBound::from(OF_SKEW)
}
