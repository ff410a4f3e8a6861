//! Shorter and smoother paths: corners are left out, then the others are cut.
//!
//! R. Geraerts and M. Overmars, "Creating High-quality Paths for Motion Planning", 2007, section 3;
//! corners are cut at the middles of their lines, as G. Chaikin, "An algorithm for high-speed curve
//! generation", 1974, does at quarters.

use crate::values::{configuration_at, distance_sq};

type Path = Vec<Vec<f64>>;

/// Cuts of a round.
const CUTS: usize = 3;
/// A corner stays that is nearer to the point half way between the middles of its lines: in the
/// Euclidean norm of the values, as the longest line of a tree.
const LEAST_CHANGE: f64 = 0.2;

/// So many rounds of leaving out and cutting corners, fewer if one changes nothing. Halves of
/// lines that are free are not tested again, though rounding can put a corner beside its line.
/// `None`, of a line or of all, if it is stopped: of a long path there are very many lines.
pub(crate) fn shorten(
    path: &mut Path,
    rounds: usize,
    mut is_free: impl FnMut(&[f64], &[f64]) -> Option<bool>,
) -> Option<()> {
    if rounds == 0 {
        return Some(());
    }
    for _ in 0..rounds {
        let left_out = leave_out_corners(path, &mut is_free)?;
        let cut = cut_corners(path, &mut is_free)?;
        if !left_out && !cut {
            return Some(());
        }
    }
    leave_out_corners(path, &mut is_free).map(|_| ())
}

/// From each corner goes straight to the last one that is seen; was one left out?
fn leave_out_corners(
    path: &mut Path,
    is_free: &mut impl FnMut(&[f64], &[f64]) -> Option<bool>,
) -> Option<bool> {
    let before = path.len();
    let mut first = 0;
    while first + 2 < path.len() {
        for last in (first + 2..path.len()).rev() {
            if is_free(&path[first], &path[last])? {
                path.drain(first + 1..last);
                break;
            }
        }
        first += 1;
    }
    Some(path.len() < before)
}

/// Goes from the middle of a corner's one line straight to that of its other, or over a point half
/// way between the corner and that line; was a corner cut?
fn cut_corners(
    path: &mut Path,
    is_free: &mut impl FnMut(&[f64], &[f64]) -> Option<bool>,
) -> Option<bool> {
    let mut some = false;
    for _ in 0..CUTS {
        let mut shorter = Path::with_capacity(2 * path.len());
        let mut is_cut = false;
        shorter.extend(path.first().cloned());
        for corner in path.windows(3) {
            let [from, corner, to] = [&corner[0], &corner[1], &corner[2]];
            let [before, after] = [(from, corner), (corner, to)].map(|line| middle(line.0, line.1));
            let straight = middle(&before, &after);
            let half_way = middle(corner, &straight);
            if distance_sq(corner, &straight) < LEAST_CHANGE * LEAST_CHANGE {
                shorter.push(corner.clone());
            } else if is_free(&before, &after)? {
                shorter.extend([before, after]);
                is_cut = true;
            } else if is_free(&before, &half_way)? && is_free(&half_way, &after)? {
                shorter.extend([before, half_way, after]);
                is_cut = true;
            } else {
                shorter.push(corner.clone());
            }
        }
        if !is_cut {
            break;
        }
        shorter.extend(path.last().cloned());
        shorter.dedup(); // two neighbours that are cut share the middle of their line
        *path = shorter;
        some = true;
    }
    Some(some)
}

fn middle(from: &[f64], to: &[f64]) -> Vec<f64> {
    configuration_at(from, to, 0.5)
}

#[cfg(test)]
mod tests {
    use super::shorten;
    use crate::values::{configuration_at, distance_sq};

    /// Does a line in the plane stay out of the unit disc? By its point nearest to the centre.
    fn misses_disc(from: &[f64], to: &[f64]) -> bool {
        let along = (0..=1000).map(|n| configuration_at(from, to, f64::from(n) / 1000.0));
        along.into_iter().all(|at| distance_sq(&at, &[0.0, 0.0]) > 1.0)
    }

    fn length(path: &[Vec<f64>]) -> f64 {
        path.windows(2).map(|line| distance_sq(&line[0], &line[1]).sqrt()).sum()
    }

    fn around() -> Vec<Vec<f64>> {
        [[-3.0, 0.0], [-3.0, 3.0], [0.0, 4.0], [1.0, 3.0], [3.0, 3.0], [3.0, 0.0]]
            .map(|corner| corner.to_vec())
            .to_vec()
    }

    #[test]
    fn a_path_is_as_it_is_found_without_rounds_and_a_line_where_nothing_is() {
        let (mut as_found, mut straight) = (around(), around());
        shorten(&mut as_found, 0, |_, _| Some(true));
        assert_eq!(as_found, around());
        shorten(&mut straight, 1, |_, _| Some(true));
        assert_eq!(straight, [[-3.0, 0.0], [3.0, 0.0]]);
    }

    #[test]
    fn a_path_around_a_disc_is_shorter_and_as_free() {
        let mut path = around();
        shorten(&mut path, 2, |from, to| Some(misses_disc(from, to)));
        assert!(path.windows(2).all(|line| misses_disc(&line[0], &line[1])), "{path:?}");
        assert_eq!([&path[0][..], &path[path.len() - 1][..]], [[-3.0, 0.0], [3.0, 0.0]]);
        // Two tangents of the disc and the arc between them are 6.34 long.
        assert!(length(&path) < 6.8, "{} by {path:?}", length(&path));
        assert!(length(&path) > 6.33);
    }

    #[test]
    fn what_is_stopped_tests_no_more_lines() {
        let mut tested = 0;
        let stopped = shorten(&mut around(), 2, |_, _| {
            tested += 1;
            (tested < 4).then_some(false)
        });
        assert_eq!((stopped, tested), (None, 4));
    }

    #[test]
    fn a_path_of_which_no_other_line_is_free_stays() {
        let mut path = around();
        shorten(&mut path, 2, |_, _| Some(false));
        assert_eq!(path, around());
    }
}
