//! What two placed triangles share, by integers as narrow as the coordinates allow.

use super::corners::SharedCorners;
use super::shared_set::{
    Meeting, OnEdge, Shared, end_of_crossing, meeting, share_area, shared, shared_corners,
};
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::narrowest::{Question, on_narrowest_grid};
use crate::exact::numbers::width::Width;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// What two triangles share that are known to meet.
pub(crate) fn shared_by_width(a: &Triangle, b: &Triangle, placement: &Placement) -> Shared {
    placed(&All, a, b, placement)
}

/// Its corners alone.
pub(crate) fn corners_by_width(a: &Triangle, b: &Triangle, placement: &Placement) -> SharedCorners {
    placed(&Corners, a, b, placement)
}

/// Its dimension, and the sides of each other's planes.
pub(crate) fn meeting_by_width(a: &Triangle, b: &Triangle, placement: &Placement) -> Meeting {
    placed(&Dimension, a, b, placement)
}

/// Whether it has an area, of triangles of one plane that have.
pub(crate) fn shares_area_by_width(a: &Triangle, b: &Triangle, placement: &Placement) -> bool {
    placed(&Area, a, b, placement)
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

struct All;

impl Question for All {
    type Answer = Shared;

    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> Shared {
        shared(a, b)
    }
}

struct Corners;

impl Question for Corners {
    type Answer = SharedCorners;

    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> SharedCorners {
        shared_corners(a, b)
    }
}

struct Dimension;

impl Question for Dimension {
    type Answer = Meeting;

    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> Meeting {
        meeting(a, b)
    }
}

struct Area;

impl Question for Area {
    type Answer = bool;

    fn answer<W: Width>(&self, a: &GridTriangle<W>, b: &GridTriangle<W>) -> bool {
        share_area(a, b)
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
    on_narrowest_grid(q, [a, b], [&placement.pose_a, &placement.pose_b])
}
