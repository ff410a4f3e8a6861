//! Corners of what two triangles share, by their places on the edges of the triangles.

use crate::exact::numbers::integer::Sum;
use crate::numbers::double_double::Double;

/// A corner of the shared set: on edge `edge` of body 0 or 1, which goes from the corner of that
/// number to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedCorner {
    pub(crate) body: usize,
    pub(crate) edge: usize,
    /// How far along the edge, within 2^-98; `None` for the corner at its start.
    pub(crate) share: Option<Double>,
}

impl SharedCorner {
    /// A corner of a triangle.
    pub(crate) fn at(body: usize, corner: usize) -> Self {
        Self { body, edge: corner, share: None }
    }

    /// Where an edge has height 0, from the heights of its ends, which are of opposite signs or one
    /// of them 0.
    pub(crate) fn on_edge<I: Sum>(body: usize, edge: usize, from: &I, to: &I) -> Self {
        if from.sign() == 0 {
            Self::at(body, edge)
        } else if to.sign() == 0 {
            Self::at(body, (edge + 1) % 3)
        } else {
            Self { body, edge, share: Some(share(from, &from.minus(to))) }
        }
    }

    /// The same from the heights of all corners.
    pub(crate) fn on_plane<I: Sum>(body: usize, edge: usize, heights: &[I; 3]) -> Self {
        Self::on_edge(body, edge, &heights[edge], &heights[(edge + 1) % 3])
    }

    pub(crate) fn is_corner(&self) -> bool {
        self.share.is_none()
    }
}

/// The most corners that two triangles in one plane share.
pub(crate) const MOST_CORNERS: usize = 6;

/// The corners of the shared set, in order around it: 1 for a point, 2 for a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedCorners {
    corners: [SharedCorner; MOST_CORNERS],
    count: usize,
}

impl SharedCorners {
    pub(crate) fn new(given: &[SharedCorner]) -> Self {
        let mut corners = [SharedCorner::at(0, 0); MOST_CORNERS];
        let count = given.len().min(MOST_CORNERS);
        corners[..count].copy_from_slice(&given[..count]);
        Self { corners, count }
    }

    pub(crate) fn as_slice(&self) -> &[SharedCorner] {
        &self.corners[..self.count]
    }
}

/// Bits that shares are computed from.
const SHARE_BITS: u32 = 120;

/// `|part| / |whole|`, for a part of at most the whole.
///
/// Dropping bits moves both by less than one in at least `2^119`, so the share by `2^-118`; turning
/// them to double words and dividing adds less than `2^-98`.
fn share<I: Sum>(part: &I, whole: &I) -> Double {
    let dropped = whole.bits().saturating_sub(SHARE_BITS);
    let number = |x: &I| Double::of_integer(x.without_lowest(dropped));
    number(part).over(number(whole))
}
