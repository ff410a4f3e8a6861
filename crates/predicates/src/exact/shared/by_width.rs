//! What two placed triangles share, by integers as narrow as the coordinates allow.

use dashu_int::IBig;

use super::shared_set::{Shared, shared};
use crate::exact::grid::aligned_grid::AlignedGrid;
use crate::exact::grid::common::Grid;
use crate::exact::grid::frame::Frame;
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::placed::Placed;
use crate::exact::grid::wide_frame::WideFrame;
use crate::exact::numbers::width::{Same, Widest};
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// What two triangles share that are known to meet. Allocates only where 256 bits are not enough
/// for a coordinate.
pub(crate) fn shared_by_width(a: &Triangle, b: &Triangle, placement: &Placement) -> Shared {
    on_grid::<AlignedGrid>(a, b, placement)
        .or_else(|| on_grid::<Frame>(a, b, placement))
        .or_else(|| on_grid::<WideFrame>(a, b, placement))
        .unwrap_or_else(|| widest(a, b, placement))
}

fn on_grid<G: Grid>(a: &Triangle, b: &Triangle, placement: &Placement) -> Option<Shared> {
    let grid = G::new([&placement.pose_a, &placement.pose_b], [a, b])?;
    Some(shared(&grid.place_a(a)?, &grid.place_b(b)?))
}

#[cold]
#[inline(never)]
fn widest(a: &Triangle, b: &Triangle, placement: &Placement) -> Shared {
    let (a, b) = (Placed::new(a, &placement.pose_a), Placed::new(b, &placement.pose_b));
    let step = a.step().min(b.step());
    if a.bits(step).max(b.bits(step)) <= Widest::BITS {
        let (a, b) = (GridTriangle::<Widest>::new(a.on_grid(step)), b.on_grid(step));
        shared(&a, &GridTriangle::new(b))
    } else {
        let (a, b) = (GridTriangle::<Same<IBig>>::new(a.on_grid(step)), b.on_grid(step));
        shared(&a, &GridTriangle::new(b))
    }
}
