//! Shorter paths: parts between two points of a path are replaced by straight lines that are free.
//!
//! R. Geraerts and M. Overmars, "Creating High-quality Paths for Motion Planning", 2007, section 3.

use crate::line::configuration_at;
use crate::random::Random;

/// Tries lines between corners, then so many between points of a path. What is kept of a line is
/// not tested again, though rounding can put the new corner beside it.
pub(crate) fn shorten(
    path: &mut Vec<Vec<f64>>,
    tries: usize,
    random: &mut Random,
    mut is_free: impl FnMut(&[f64], &[f64]) -> bool,
) {
    leave_out_corners(path, &mut is_free);
    for _ in 0..tries {
        if path.len() < 3 {
            return;
        }
        let lines = path.len() - 1;
        let mut ends = [random.uniform(), random.uniform()].map(|x| x * lines as f64);
        ends.sort_by(f64::total_cmp);
        let [first, last] = ends.map(|x| (x as usize).min(lines - 1));
        if first == last {
            continue;
        }
        let at = |end: f64, line: usize| {
            configuration_at(&path[line], &path[line + 1], end - line as f64)
        };
        let (from, to) = (at(ends[0], first), at(ends[1], last));
        if is_free(&from, &to) {
            path.splice(first + 1..=last, [from, to]);
        }
    }
}

/// From each corner goes straight to the last one that is seen among those halfway and so on to
/// the path's end.
fn leave_out_corners(path: &mut Vec<Vec<f64>>, is_free: &mut impl FnMut(&[f64], &[f64]) -> bool) {
    let mut first = 0;
    while first + 2 < path.len() {
        let mut away = path.len() - 1 - first;
        while away > 1 {
            if is_free(&path[first], &path[first + away]) {
                path.drain(first + 1..first + away);
                break;
            }
            away /= 2;
        }
        first += 1;
    }
}
