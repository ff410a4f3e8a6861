//! What several tests of queries use: exact numbers, places, and how many rounds.

use obbtree::Pose;
use obbtree_referee::BigRational;
use obbtree_tests::is_long;

pub(super) fn rational(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// Twenty times as many in the long setting.
pub(super) fn rounds(short: usize) -> usize {
    if is_long() { 20 * short } else { short }
}

pub(super) fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).expect("finite")
}
