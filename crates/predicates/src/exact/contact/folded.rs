//! Whether two triangles with a common edge lie on each other beyond that edge, in exact
//! arithmetic.

use dashu_int::IBig;
use nalgebra::Point3;

use crate::exact::grid::placed::{Placed, on_lattice};
use crate::exact::numbers::integer::{Int3, Integer, cross, difference, dot, is_zero};
use crate::pose::Pose;

/// Whether the triangles `p q c` and `p q d` share more than the segment from `p` to `q`, two
/// different points.
///
/// Two triangles with an area share more if and only if they lie in one plane and on one side of
/// the edge. A segment and a triangle with an area never do: in the segment's line the triangle has
/// its edge alone. Two segments do if both reach beyond the same end of the edge.
#[cold]
#[inline(never)]
pub(crate) fn is_folded(corners: &[Point3<f64>; 4]) -> bool {
    let placed = Placed::new(corners, &Pose::identity());
    let step = placed.step();
    if on_lattice(&placed, step) {
        is_folded_on_grid::<i128>(&placed.on_grid(step))
    } else {
        is_folded_on_grid::<IBig>(&placed.on_grid(step))
    }
}

fn is_folded_on_grid<I: Integer>([p, q, c, d]: &[Int3<I>; 4]) -> bool {
    let (edge, to_c, to_d) = (difference(q, p), difference(c, p), difference(d, p));
    let (normal_c, normal_d) = (cross(&edge, &to_c), cross(&edge, &to_d));
    if is_zero(&normal_c) && is_zero(&normal_d) {
        let beyond_p = |to: &Int3<I>| dot(&edge, to).sign() < 0;
        let beyond_q = |to: &Int3<I>| dot(&edge, &edge).minus(&dot(&edge, to)).sign() < 0;
        return (beyond_p(&to_c) && beyond_p(&to_d)) || (beyond_q(&to_c) && beyond_q(&to_d));
    }
    // In one plane the normals are parallel; then any non-zero component shows whether they agree.
    dot(&normal_c, &to_d).sign() == 0 && (0..3).any(|k| normal_c[k].sign() * normal_d[k].sign() > 0)
}
