//! Shorter and smoother paths: parts between two points of a path are replaced by straight lines
//! that are free, corners are cut.
//!
//! R. Geraerts and M. Overmars, "Creating High-quality Paths for Motion Planning", 2007, section 3;
//! the corners as of a B-spline of degree three by subdivision (E. Catmull and J. Clark, 1978).

use crate::values::{configuration_at, distance_sq};

type Path = Vec<Vec<f64>>;

/// Rounds of leaving corners out and cutting them.
const ROUNDS: usize = 4;
/// Subdivisions of a round.
const CUTS: usize = 5;
/// A corner that is moved by less than this stays.
const LEAST_CHANGE: f64 = 0.1;

/// Leaves out corners and cuts them, then tries so many lines between points of the path. Parts of
/// lines that are free are not tested again, though rounding can put a corner beside its line.
pub(crate) fn shorten(
    path: &mut Path,
    tries: usize,
    mut uniform: impl FnMut() -> f64,
    mut is_free: impl FnMut(&[f64], &[f64]) -> bool,
) {
    if tries == 0 {
        return;
    }
    for _ in 0..ROUNDS {
        let left_out = leave_out_corners(path, &mut is_free);
        if path.len() < 3 {
            return;
        }
        if !cut_corners(path, &mut is_free) && !left_out {
            break;
        }
    }
    let mut best = path.clone();
    leave_out_corners(&mut best, &mut is_free);
    *path = best;
    for _ in 0..tries {
        if path.len() < 3 {
            return;
        }
        replace_part(path, [uniform(), uniform()], &mut is_free);
    }
}

/// A line between two points of the path, given as shares of the number of its lines.
fn replace_part(path: &mut Path, ends: [f64; 2], is_free: &mut impl FnMut(&[f64], &[f64]) -> bool) {
    let lines = path.len() - 1;
    let mut ends = ends.map(|x| x * lines as f64);
    ends.sort_by(f64::total_cmp);
    let [first, last] = ends.map(|x| (x as usize).min(lines - 1));
    if first == last {
        return;
    }
    let at =
        |end: f64, line: usize| configuration_at(&path[line], &path[line + 1], end - line as f64);
    let (from, to) = (at(ends[0], first), at(ends[1], last));
    if is_free(&from, &to) {
        path.splice(first + 1..=last, [from, to]);
    }
}

/// From each corner goes straight to the last one that is seen; was one left out?
fn leave_out_corners(path: &mut Path, is_free: &mut impl FnMut(&[f64], &[f64]) -> bool) -> bool {
    let before = path.len();
    let mut first = 0;
    while first + 2 < path.len() {
        for last in (first + 2..path.len()).rev() {
            if is_free(&path[first], &path[last]) {
                path.drain(first + 1..last);
                break;
            }
        }
        first += 1;
    }
    path.len() < before
}

/// Puts a corner at the middle of each line, and moves the others towards the middle of their
/// neighbours; did one move?
fn cut_corners(path: &mut Path, is_free: &mut impl FnMut(&[f64], &[f64]) -> bool) -> bool {
    let mut some = false;
    for _ in 0..CUTS {
        let mut finer = Vec::with_capacity(2 * path.len());
        for line in path.windows(2) {
            finer.push(line[0].clone());
            finer.push(configuration_at(&line[0], &line[1], 0.5));
        }
        finer.extend(path.last().cloned());
        let mut moved = false;
        for n in (2..finer.len() - 1).step_by(2) {
            let [before, corner, after] = [&finer[n - 1], &finer[n], &finer[n + 1]];
            let middle = configuration_at(before, after, 0.5);
            let new = configuration_at(corner, &middle, 0.5);
            let changes = distance_sq(corner, &new) > LEAST_CHANGE * LEAST_CHANGE;
            if changes && is_free(before, &new) && is_free(&new, after) {
                finer[n] = new;
                moved = true;
            }
        }
        if !moved {
            break;
        }
        *path = finer;
        some = true;
    }
    some
}
