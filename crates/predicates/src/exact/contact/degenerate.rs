//! Whether a triangle has no area.

use dashu_int::IBig;

use crate::exact::grid::placed::Placed;
use crate::exact::numbers::integer::{cross, difference, is_zero};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// Whether the corners lie on one line or coincide, in exact arithmetic.
#[cold]
#[inline(never)]
pub(crate) fn has_no_area(triangle: &Triangle) -> bool {
    let placed = Placed::new(triangle, &Pose::identity());
    let [p, q, r] = placed.on_grid::<IBig>(placed.step());
    is_zero(&cross(&difference(&q, &p), &difference(&r, &p)))
}
