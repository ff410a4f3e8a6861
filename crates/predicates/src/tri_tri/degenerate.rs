//! Degenerate triangles: those that are segments or points.

use crate::exact::has_no_area;
use crate::numbers::rounding::{ROUNDOFF, TINY};
use crate::triangle::Triangle;

/// Whether a triangle is a segment or a point: its corners lie on one line or coincide, exactly.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::is_degenerate;
/// let thin = |z| [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 2.0, z]].map(Point3::from);
/// assert!(is_degenerate(&thin(2.0)) && !is_degenerate(&thin(2.0 + f64::EPSILON * 2.0)));
/// ```
#[must_use]
pub fn is_degenerate(triangle: &Triangle) -> bool {
    let [p, q, r] = triangle;
    let (u, v) = (q - p, r - p);
    // A component of the normal has two products of two edges with 4 roundings each.
    let bound = 8.0 * ROUNDOFF * (1.0 + 8.0 * ROUNDOFF) * u.amax() * v.amax() + TINY;
    if u.cross(&v).amax() > bound { false } else { has_no_area(triangle) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    #[test]
    fn degeneracy_is_decided_exactly() {
        let line =
            |x: f64| [Point3::origin(), Point3::new(0.1, 0.2, 0.3), Point3::new(x, 0.4, 0.6)];
        assert!(is_degenerate(&line(0.2)));
        assert!(!is_degenerate(&line(0.2 + 2.0_f64.powi(-54))));
        assert!(is_degenerate(&[Point3::new(1e75, 0.0, 1e-75); 3]));
        // Too small for the products of f64, yet it has area.
        let tiny = [(0.0, 0.0), (5e-324, 0.0), (0.0, 5e-324)].map(|(x, y)| Point3::new(x, y, 1.0));
        assert!(!is_degenerate(&tiny));
    }
}
