//! What several tests of queries use: how many rounds.

use obbtree_tests::is_long;

/// Twenty times as many in the long setting.
pub(super) fn rounds(short: usize) -> usize {
    if is_long() { 20 * short } else { short }
}
