//! Two triangles in one plane, decided with two of the three coordinates.
//!
//! Projected to two coordinates along an axis that is not parallel to their plane, the triangles
//! meet if and only if they meet in space. In the plane the normals of the edges are all the
//! directions that can separate two convex polygons, also where one of the two is a segment or a
//! point; two parallel segments alone need the direction along them too.

use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::numbers::integer::{Int3, Sum};
use crate::exact::numbers::width::Width;

/// The coordinate that is the same at all six corners, if there is one and a triangle has an area
/// without it: then both triangles lie in one plane, and dropping this coordinate maps it one to
/// one.
#[inline(always)]
pub(crate) fn axis_plane<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>) -> Option<usize> {
    let is_same = |k: usize| {
        a.edges[0][k].sign() == 0
            && a.edges[1][k].sign() == 0
            && b.edges[0][k].sign() == 0
            && b.edges[1][k].sign() == 0
            && a.corners[0][k].minus(&b.corners[0][k]).sign() == 0
    };
    let dropped = (0..3).find(|&k| is_same(k))?;
    let some_area = a.normal[dropped].sign() != 0 || b.normal[dropped].sign() != 0;
    some_area.then_some(dropped)
}

/// Whether two triangles meet in the plane of the coordinates besides the dropped one, unless both
/// are parallel segments or points there.
///
/// Along the normal of an edge, measured from that edge, its own triangle spans 0 to twice its
/// area, for each of the three edges. So the triangles are separate if and only if for some edge
/// all corners of the other triangle have values below both or above both.
#[inline(always)]
pub(crate) fn meet_in_plane<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    dropped: usize,
) -> bool {
    !some_edge_separates(a, b, dropped) && !some_edge_separates(b, a, dropped)
}

/// Whether two triangles of one plane, each of which has an area without the dropped coordinate,
/// share an area.
///
/// The open insides of two convex polygons are apart if and only if a line along an edge of one has
/// them on different sides, though both polygons may touch it: it is a side of their Minkowski
/// difference that has the origin on it or beyond. That of a triangle is where no corner of the
/// other is on its inner side.
#[inline(always)]
pub(crate) fn share_area_without<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    dropped: usize,
) -> bool {
    !some_edge_bounds(a, b, dropped) && !some_edge_bounds(b, a, dropped)
}

#[inline(always)]
fn some_edge_bounds<W: Width>(
    own: &GridTriangle<W>,
    other: &GridTriangle<W>,
    dropped: usize,
) -> bool {
    let inner = own.normal[dropped].sign();
    own.edges.iter().zip(&own.corners).any(|(edge, from)| {
        let is_inner = |corner| area_left_of::<W>(edge, from, corner, dropped).sign() == inner;
        !other.corners.iter().any(is_inner)
    })
}

/// Twice the area that a point makes with an edge from a corner, without a coordinate: positive to
/// the left of it.
#[inline(always)]
pub(crate) fn area_left_of<W: Width>(
    edge: &Int3<W::Coordinate>,
    from: &Int3<W::Coordinate>,
    point: &Int3<W::Coordinate>,
    dropped: usize,
) -> W::Area {
    // The order in which a cross product takes them: the area of a triangle is its component.
    let (k, l) = ((dropped + 1) % 3, (dropped + 2) % 3);
    W::area(&edge[k], &point[l].minus(&from[l]))
        .minus(&W::area(&edge[l], &point[k].minus(&from[k])))
}

#[inline(always)]
fn some_edge_separates<W: Width>(
    own: &GridTriangle<W>,
    other: &GridTriangle<W>,
    dropped: usize,
) -> bool {
    let area = &own.normal[dropped];
    let area_sign = area.sign();
    own.edges.iter().zip(&own.corners).any(|(edge, from)| {
        // The side of the own span on which a corner lies, 0 if within it.
        let side = |corner: &Int3<W::Coordinate>| {
            let value = area_left_of::<W>(edge, from, corner, dropped);
            let sign = value.sign();
            let is_within = sign == area_sign && value.minus(area).sign() != area_sign;
            if is_within { 0 } else { sign }
        };
        let first = side(&other.corners[0]);
        first != 0 && side(&other.corners[1]) == first && side(&other.corners[2]) == first
    })
}
