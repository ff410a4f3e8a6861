//! What two placed triangles share, by integers as narrow as the coordinates allow.

use dashu_int::IBig;

use super::corners::SharedCorners;
use super::shared_set::{OnEdge, Shared, end_of_crossing, shared};
use crate::exact::grid::aligned_grid::AlignedGrid;
use crate::exact::grid::common::Grid;
use crate::exact::grid::frame::Frame;
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::placed::Placed;
use crate::exact::grid::wide_frame::WideFrame;
use crate::exact::numbers::width::{Same, Widest, Width};
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// What two triangles share that are known to meet. Allocates only where 256 bits are not enough
/// for a coordinate.
pub(crate) fn shared_by_width(a: &Triangle, b: &Triangle, placement: &Placement) -> Shared {
    placed(&All, a, b, placement)
}

/// The segment with these ends, of [`crossing`](super::shared_set::crossing).
pub(crate) fn crossing_by_width(
    ends: [OnEdge; 2],
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
) -> SharedCorners {
    placed(&Crossing(ends), a, b, placement)
}

/// A question about two placed triangles.
trait Question {
    type Answer;
    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> Self::Answer;
}

struct All;

impl Question for All {
    type Answer = Shared;

    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> Shared {
        shared(a, b)
    }
}

struct Crossing([OnEdge; 2]);

impl Question for Crossing {
    type Answer = SharedCorners;

    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> SharedCorners {
        SharedCorners::new(&self.0.map(|end| end_of_crossing([a, b], end)))
    }
}

fn placed<Q: Question>(q: &Q, a: &Triangle, b: &Triangle, placement: &Placement) -> Q::Answer {
    on_grid::<AlignedGrid, Q>(q, a, b, placement)
        .or_else(|| on_grid::<Frame, Q>(q, a, b, placement))
        .or_else(|| on_grid::<WideFrame, Q>(q, a, b, placement))
        .unwrap_or_else(|| widest(q, a, b, placement))
}

fn on_grid<G: Grid, Q: Question>(
    question: &Q,
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
) -> Option<Q::Answer> {
    let grid = G::new([&placement.pose_a, &placement.pose_b], [a, b])?;
    Some(question.answer(&grid.place_a(a)?, &grid.place_b(b)?))
}

#[cold]
#[inline(never)]
fn widest<Q: Question>(
    question: &Q,
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
) -> Q::Answer {
    let (a, b) = (Placed::new(a, &placement.pose_a), Placed::new(b, &placement.pose_b));
    let step = a.step().min(b.step());
    if a.bits(step).max(b.bits(step)) <= Widest::BITS {
        let (a, b) = (GridTriangle::<Widest>::new(a.on_grid(step)), b.on_grid(step));
        question.answer(&a, &GridTriangle::new(b))
    } else {
        let (a, b) = (GridTriangle::<Same<IBig>>::new(a.on_grid(step)), b.on_grid(step));
        question.answer(&a, &GridTriangle::new(b))
    }
}
