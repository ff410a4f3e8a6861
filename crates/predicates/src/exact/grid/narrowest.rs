//! Two placed triangles on the narrowest grid on which they are exact, for a question that any
//! width can answer.

use dashu_int::IBig;

use super::aligned_grid::AlignedGrid;
use super::common::Grid;
use super::frame::Frame;
use super::grid_triangle::GridTriangle;
use super::placed::Placed;
use super::wide_frame::WideFrame;
use crate::exact::numbers::width::{Same, Widest, Width};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// A question about two placed triangles.
pub(crate) trait Question {
    type Answer;
    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> Self::Answer;
}

/// The answer about two triangles, placed by these poses. Allocates only where 256 bits are not
/// enough for a coordinate.
pub(crate) fn on_narrowest_grid<Q: Question>(
    question: &Q,
    triangles: [&Triangle; 2],
    poses: [&Pose; 2],
) -> Q::Answer {
    on_grid::<AlignedGrid, Q>(question, triangles, poses)
        .or_else(|| on_grid::<Frame, Q>(question, triangles, poses))
        .or_else(|| on_grid::<WideFrame, Q>(question, triangles, poses))
        .unwrap_or_else(|| widest(question, triangles, poses))
}

fn on_grid<G: Grid, Q: Question>(
    question: &Q,
    [a, b]: [&Triangle; 2],
    poses: [&Pose; 2],
) -> Option<Q::Answer> {
    let grid = G::new(poses, [a, b])?;
    Some(question.answer(&grid.place_a(a)?, &grid.place_b(b)?))
}

#[cold]
#[inline(never)]
fn widest<Q: Question>(
    question: &Q,
    [a, b]: [&Triangle; 2],
    [pose_a, pose_b]: [&Pose; 2],
) -> Q::Answer {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    if a.bits(step).max(b.bits(step)) <= Widest::BITS {
        let (a, b) = (GridTriangle::<Widest>::new(a.on_grid(step)), b.on_grid(step));
        question.answer(&a, &GridTriangle::new(b))
    } else {
        let (a, b) = (GridTriangle::<Same<IBig>>::new(a.on_grid(step)), b.on_grid(step));
        question.answer(&a, &GridTriangle::new(b))
    }
}
