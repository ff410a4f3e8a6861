//! What two closed triangles that meet share, by its corners on their edges, in exact arithmetic.
//!
//! Triangles in two planes share a part of the line of both: each triangle covers an interval of
//! it, and the shared part is what the intervals have in common (T. Möller, "A Fast
//! Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2), 1997). Here ends are named
//! by the edges on which they lie, and compared by signs of volumes; nothing is computed but those.
//! Triangles in one plane, and those without area, are left to [`super::in_plane`].
//!
//! # Which end is which
//!
//! Let `D = n_A x n_B` be the direction of the line. `D . (n_A x e_i) = |n_A|^2 (n_B . e_i)`, and
//! `n_A x e_i` points into A: where the heights alpha rise along an edge of A, the line enters A,
//! where they fall it leaves. B has `-D`, so the line enters B where the heights beta fall. For the
//! points `P` of the line on edge `i` of A and `Q` on edge `j` of B, `V_ij = (e_i x f_j) . (Q - P)`
//! as `P` and `Q` differ from corners by multiples of the edges; with `Q - P = l D` it is
//! `-l (n_B . e_i) (n_A . f_j)`. So the sign of `l` is that of `V_ij` times both slopes, turned
//! around; it is 0 where the points are one, as neither edge is in both planes.

use super::corners::{SharedCorner, SharedCorners};
use super::in_plane::share_in_plane;
use crate::exact::contact::heights::{Heights, corner_heights, dot, signs};
use crate::exact::contact::in_plane::share_area_without;
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::numbers::integer::{Sum, difference, is_zero};
use crate::exact::numbers::width::Width;
use crate::signs::Signs;

/// The normal of a plane with the two triangles on different sides, though they may touch it: the
/// vector, and 1 if B is on the side to which it points, -1 if A is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Separation {
    pub(crate) vector: SeparatingVector,
    pub(crate) sign: i8,
}

/// The vector of [`Separation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeparatingVector {
    /// A's normal `e_0 x e_1`.
    NormalOfA,
    /// B's normal `f_0 x f_1`.
    NormalOfB,
    /// `e_i x f_j`.
    Edges(usize, usize),
    /// Any vector perpendicular to all edges.
    Perpendicular,
}

/// What two triangles share, and a direction in which they only touch, if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    pub(crate) corners: SharedCorners,
    pub(crate) separation: Option<Separation>,
}

/// How two triangles meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Of what they share: 0 for a point, 1 for a segment, 2 for a polygon.
    pub(crate) dimension: u8,
    pub(crate) sides: Sides,
}

/// On which sides of each other's planes the corners are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// A's corners over B's plane.
    pub(crate) alpha: [i8; 3],
    /// B's corners over A's plane.
    pub(crate) beta: [i8; 3],
    /// The sign of the dot product of the normals, if both triangles lie in one plane; else 0.
    pub(crate) facing: i8,
}

/// What two triangles share that are known to meet.
pub(crate) fn shared<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>) -> Shared {
    let heights = Heights::new(a, b);
    let corners = if are_in_two_planes(a, b, &heights.alpha) {
        on_line(&heights)
    } else {
        share_in_plane(a, b, [&heights.alpha, &heights.beta])
    };
    Shared { corners, separation: separation(a, b, &heights) }
}

/// [`Shared::corners`].
pub(crate) fn shared_corners<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>) -> SharedCorners {
    let heights = corner_heights(a, b);
    if are_in_two_planes(a, b, &heights[0]) {
        on_line(&Heights::with(heights, a, b))
    } else {
        share_in_plane(a, b, heights.each_ref())
    }
}

/// How many dimensions what two triangles share has, that are known to meet, and on which sides of
/// each other's planes their corners are.
pub(crate) fn meeting<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>) -> Meeting {
    let heights = corner_heights(a, b);
    let [alpha, beta] = heights.each_ref().map(signs);
    let two_planes = are_in_two_planes(a, b, &heights[0]);
    let across = if two_planes { None } else { across(a, b) };
    let dimension = match across {
        // All of the triangle that is in the other's plane is that corner.
        _ if two_planes && (has_one_corner_on(alpha) || has_one_corner_on(beta)) => 0,
        _ if two_planes => u8::from(!is_point(&Heights::with(heights, a, b))),
        Some(dropped) if share_area_without(a, b, dropped) => 2,
        _ => match share_in_plane(a, b, heights.each_ref()).as_slice().len() {
            0 | 1 => 0,
            2 => 1,
            _ => 2,
        },
    };
    let facing = across.map_or(0, |k| a.normal[k].sign() * b.normal[k].sign());
    Meeting { dimension, sides: Sides { alpha, beta, facing } }
}

/// Whether two triangles of one plane share an area.
pub(crate) fn share_area<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>) -> bool {
    across(a, b).is_some_and(|dropped| share_area_without(a, b, dropped))
}

/// A coordinate that can be dropped without two points of the common plane becoming one. Normals of
/// one plane are parallel, so any component that is not 0 in one is not in the other; `None` if one
/// has no area.
fn across<W: Width>(a: &GridTriangle<W>, b: &GridTriangle<W>) -> Option<usize> {
    (0..3).find(|&k| a.normal[k].sign() * b.normal[k].sign() != 0)
}

/// Whether both have an area, and a corner of A, of which these are the heights, is off B's plane.
fn are_in_two_planes<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    alpha: &[W::Volume; 3],
) -> bool {
    signs(alpha) != [0; 3] && !is_zero(&a.normal) && !is_zero(&b.normal)
}

fn separation<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    heights: &Heights<W>,
) -> Option<Separation> {
    let [a_has_area, b_has_area] = [!is_zero(&a.normal), !is_zero(&b.normal)];
    let of = |vector, sign| Some(Separation { vector, sign });
    // Of triangles in one plane, A counts as on the side to which B's normal points.
    if b_has_area && let Some(side) = one_side(signs(&heights.alpha)) {
        return of(SeparatingVector::NormalOfB, if side < 0 { 1 } else { -1 });
    }
    if a_has_area && let Some(side) = one_side(signs(&heights.beta)) {
        return of(SeparatingVector::NormalOfA, if side < 0 { -1 } else { 1 });
    }
    if let Some(([i, j], sign)) = heights.separating_edges(a, b) {
        return of(SeparatingVector::Edges(i, j), sign);
    }
    let on_one_line = !a_has_area && !b_has_area;
    if on_one_line { of(SeparatingVector::Perpendicular, 1) } else { None }
}

/// The sign of all that are not 0, if they have one; 0 if all are 0.
fn one_side(signs: [i8; 3]) -> Option<i8> {
    match (signs.contains(&1), signs.contains(&-1)) {
        (true, true) => None,
        (true, false) => Some(1),
        (false, true) => Some(-1),
        (false, false) => Some(0),
    }
}

/// Whether one corner is on a plane and the others are on one side of it, by their heights' signs.
fn has_one_corner_on(heights: [i8; 3]) -> bool {
    matches!(one_side(heights), Some(1 | -1)) && heights.iter().filter(|&&s| s == 0).count() == 1
}

/// An end of the interval that a triangle covers of the common line.
#[derive(Clone, Copy)]
struct End {
    /// The edge that it is on, of body 0 or 1.
    on: OnEdge,
    /// The sign of the difference of the heights along the edge.
    slope: i8,
}

/// Where an edge of body 0 or 1 meets the plane of the other triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OnEdge {
    pub(crate) body: usize,
    pub(crate) edge: usize,
}

/// The two ends of a triangle by the heights of its corners: where they rise, and where they fall.
fn ends(body: usize, signs: [i8; 3]) -> [End; 2] {
    let mut ends = [1, -1].map(|slope| End { on: OnEdge { body, edge: 0 }, slope });
    for edge in 0..3 {
        let (from, to) = (signs[edge], signs[(edge + 1) % 3]);
        if from <= 0 && to >= 0 && from != to {
            ends[0].on.edge = edge;
        } else if from >= 0 && to <= 0 && from != to {
            ends[1].on.edge = edge;
        }
    }
    ends
}

/// The ends of what two triangles in two planes share, from exact signs.
struct Segment<'s> {
    signs: &'s Signs,
    of_a: [End; 2],
    of_b: [End; 2],
}

impl<'s> Segment<'s> {
    /// For triangles on both sides of each other's plane, or touching it.
    fn new(signs: &'s Signs) -> Self {
        let [b_leaves, b_enters] = ends(1, signs.beta);
        Self { signs, of_a: ends(0, signs.alpha), of_b: [b_enters, b_leaves] }
    }

    /// Of what is on A's edge and on B's: which comes first along the line, 1 if A's does.
    fn b_after_a(&self, of_a: End, of_b: End) -> i8 {
        -self.signs.v[of_a.on.edge][of_b.on.edge] * of_a.slope * of_b.slope
    }

    /// Where it begins and where it ends.
    fn corners(&self) -> [OnEdge; 2] {
        let [a_enters, a_leaves] = self.of_a;
        let [b_enters, b_leaves] = self.of_b;
        // Where both are one point, a corner is exact.
        let either = |sign: i8, of_a: End, of_b: End| match sign {
            1 => of_b.on,
            -1 => of_a.on,
            _ if self.corner(of_a.on).is_none() => of_b.on,
            _ => of_a.on,
        };
        [
            either(self.b_after_a(a_enters, b_enters), a_enters, b_enters),
            either(-self.b_after_a(a_leaves, b_leaves), a_leaves, b_leaves),
        ]
    }

    /// The number of the corner of its triangle that it is, if it is one.
    fn corner(&self, at: OnEdge) -> Option<usize> {
        let heights = [&self.signs.alpha, &self.signs.beta][at.body];
        [at.edge, (at.edge + 1) % 3].into_iter().find(|&corner| heights[corner] == 0)
    }

    /// Whether it is one point.
    fn is_point(&self, [first, last]: [OnEdge; 2]) -> bool {
        let [a_enters, a_leaves] = self.of_a;
        let [b_enters, b_leaves] = self.of_b;
        match (first.body, last.body) {
            (0, 1) => self.b_after_a(a_enters, b_leaves) == 0,
            (1, 0) => self.b_after_a(a_leaves, b_enters) == 0,
            _ => self.corner(first).is_some() && self.corner(first) == self.corner(last),
        }
    }

    /// Whether the signs by which ends are chosen are all known, and none is 0.
    fn is_certain(&self) -> bool {
        let heights = self.signs.alpha.iter().chain(&self.signs.beta);
        let differ = |one: usize, other: usize| self.b_after_a(self.of_a[one], self.of_b[other]);
        heights.into_iter().all(|&sign| sign != 0)
            && [[0, 0], [1, 1], [0, 1], [1, 0]].iter().all(|&[one, other]| differ(one, other) != 0)
    }
}

/// What two triangles in two planes share.
fn on_line<W: Width>(heights: &Heights<W>) -> SharedCorners {
    let signs = heights.signs();
    let segment = Segment::new(&signs);
    let ends = segment.corners();
    let [first, last] = ends.map(|OnEdge { body, edge }| {
        SharedCorner::on_plane(body, edge, [&heights.alpha, &heights.beta][body])
    });
    if !segment.is_point(ends) {
        return SharedCorners::new(&[first, last]);
    }
    SharedCorners::new(&[if first.is_corner() { first } else { last }])
}

/// Whether two triangles in two planes share a single point.
fn is_point<W: Width>(heights: &Heights<W>) -> bool {
    let signs = heights.signs();
    let segment = Segment::new(&signs);
    segment.is_point(segment.corners())
}

/// The ends of the segment that two triangles share of which an edge of one crosses the interior
/// of the other, if the signs that are known tell. No corner is on the other's plane then.
pub(crate) fn crossing(signs: &Signs) -> Option<[OnEdge; 2]> {
    let segment = Segment::new(signs);
    (signs.some_edge_pierces() && segment.is_certain()).then(|| segment.corners())
}

/// How far along its edge such an end is.
pub(crate) fn end_of_crossing<W: Width>(
    triangles: [&GridTriangle<W>; 2],
    OnEdge { body, edge }: OnEdge,
) -> SharedCorner {
    let (own, other) = (triangles[body], triangles[1 - body]);
    let height = |corner: usize| {
        dot::<W>(&other.normal, &difference(&own.corners[corner % 3], &other.corners[0]))
    };
    SharedCorner::on_edge(body, edge, &height(edge), &height(edge + 1))
}
