//! Two triangles in one plane, decided with two of the three coordinates.
//!
//! Projected to two coordinates along an axis that is not parallel to their plane, the triangles meet if and
//! only if they meet in space. In the plane the normals of the edges are all the directions that can separate two convex
//! polygons, also where one of the two is a segment or a point; two parallel segments alone need the direction
//! along them too.

use super::integer::{Int3, Sum};
use super::width::Width;

/// `u x v` in the plane of the coordinates `k` and `l`.
#[inline(always)]
fn area<W: Width>(u: &Int3<W::Coordinate>, v: &Int3<W::Coordinate>, [k, l]: [usize; 2]) -> W::Area {
    W::area(&u[k], &v[l]).minus(&W::area(&u[l], &v[k]))
}

/// The two coordinates besides the dropped one, in the order in which a cross product takes them.
#[inline(always)]
fn kept(dropped: usize) -> [usize; 2] {
    [(dropped + 1) % 3, (dropped + 2) % 3]
}

/// The coordinate that is the same at all six corners, if there is one, with twice the signed areas of the
/// triangles across it, of which at least one is not zero: then both triangles lie in one plane, and
/// dropping this coordinate maps it one to one.
#[inline(always)]
pub(super) fn axis_plane<W: Width>(
    [a, b]: [&[Int3<W::Coordinate>; 3]; 2],
    [e, f]: [&[Int3<W::Coordinate>; 3]; 2],
) -> Option<(usize, [W::Area; 2])> {
    let is_same = |k: usize| {
        e[0][k].sign() == 0
            && e[1][k].sign() == 0
            && f[0][k].sign() == 0
            && f[1][k].sign() == 0
            && a[0][k].minus(&b[0][k]).sign() == 0
    };
    let dropped = (0..3).find(|&k| is_same(k))?;
    let areas = [area::<W>(&e[0], &e[1], kept(dropped)), area::<W>(&f[0], &f[1], kept(dropped))];
    (areas.iter().any(|area| area.sign() != 0)).then_some((dropped, areas))
}

/// Whether two triangles meet in the plane of the coordinates besides the dropped one, unless both are parallel
/// segments or points there. `areas` are twice the signed areas of the two in this plane.
///
/// Along the normal of an edge, measured from that edge, its own triangle spans 0 to twice its area, for
/// each of the three edges. So the triangles are separate if and only if for some edge all corners of the other
/// triangle have values below both or above both.
#[inline(always)]
pub(super) fn meet_in_plane<W: Width>(
    [a, b]: [&[Int3<W::Coordinate>; 3]; 2],
    [e, f]: [&[Int3<W::Coordinate>; 3]; 2],
    dropped: usize,
    [area_a, area_b]: [W::Area; 2],
) -> bool {
    !some_edge_separates::<W>(a, e, &area_a, b, kept(dropped))
        && !some_edge_separates::<W>(b, f, &area_b, a, kept(dropped))
}

#[inline(always)]
fn some_edge_separates<W: Width>(
    own: &[Int3<W::Coordinate>; 3],
    edges: &[Int3<W::Coordinate>; 3],
    own_area: &W::Area,
    other: &[Int3<W::Coordinate>; 3],
    [k, l]: [usize; 2],
) -> bool {
    let own_sign = own_area.sign();
    (0..3).any(|edge| {
        // The side of the own span on which a corner lies, 0 if within it.
        let side = |corner: &Int3<W::Coordinate>| {
            let value = W::area(&edges[edge][k], &corner[l].minus(&own[edge][l]))
                .minus(&W::area(&edges[edge][l], &corner[k].minus(&own[edge][k])));
            let from_edge = value.sign();
            if from_edge == 0
                || (own_sign != 0
                    && from_edge == own_sign
                    && value.minus(own_area).sign() != own_sign)
            {
                0
            } else {
                from_edge
            }
        };
        let first = side(&other[0]);
        first != 0 && side(&other[1]) == first && side(&other[2]) == first
    })
}
