//! What two triangles share that lie in one plane or have no area.
//!
//! A triangle without area is the segment or the point that it is. In one plane the corners of the
//! shared set are: the corners of each that lie in the other, and the points where edges cross.
//! Each of these is a corner: one of a triangle that contains the set is, and where edges cross the
//! set is a wedge. A side of the shared set lies on an edge of one of both, so two corners on one
//! edge follow each other, in the direction in which that edge goes around its triangle.

use super::corners::{MOST_CORNERS, SharedCorner, SharedCorners};
use crate::exact::contact::in_plane::area_left_of;
use crate::exact::grid::grid_triangle::{GridTriangle, cross};
use crate::exact::numbers::integer::{Int3, Sum, is_zero};
use crate::exact::numbers::width::Width;

/// What two triangles share that meet and lie in one plane, or of which one has no area. Alpha and
/// beta are the heights of the corners of each over the plane of the other.
pub(crate) fn share_in_plane<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    [alpha, beta]: [&[W::Volume; 3]; 2],
) -> SharedCorners {
    let [outline_a, outline_b] = [Outline::new(a), Outline::new(b)];
    // A segment through the plane of a triangle.
    let through = [(0, &outline_a, alpha), (1, &outline_b, beta)];
    for (body, outline, heights) in through {
        if let Outline::Segment(edge) = *outline {
            let (from, to) = (&heights[edge], &heights[(edge + 1) % 3]);
            if from.minus(to).sign() != 0 {
                return SharedCorners::new(&[SharedCorner::on_edge(body, edge, from, to)]);
            }
        }
    }
    let dropped = dropped(a, b, &outline_a, &outline_b);
    let plane = [Planar::new(a, outline_a, dropped), Planar::new(b, outline_b, dropped)];
    Corners::of(&plane).in_order(&plane)
}

/// What a triangle is as a set of points.
#[derive(Clone, Copy)]
enum Outline {
    Area,
    /// The edge that contains all corners.
    Segment(usize),
    Point,
}

impl Outline {
    fn new<W: Width>(t: &GridTriangle<W>) -> Self {
        if !is_zero(&t.normal) {
            return Self::Area;
        }
        if t.edges.iter().all(is_zero) {
            return Self::Point;
        }
        let contains = |edge: &usize| {
            let (from, to) = (&t.corners[*edge], &t.corners[(edge + 1) % 3]);
            is_between(&t.corners[(edge + 2) % 3], from, to)
        };
        Self::Segment((0..3).find(contains).unwrap_or(0))
    }

    /// The numbers of its corners.
    fn corners(self) -> &'static [usize] {
        const SEGMENTS: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];
        match self {
            Self::Area => &[0, 1, 2],
            Self::Segment(edge) => &SEGMENTS[edge],
            Self::Point => &[0],
        }
    }

    /// The numbers of its edges.
    fn edges(self) -> &'static [usize] {
        const EACH: [[usize; 1]; 3] = [[0], [1], [2]];
        match self {
            Self::Area => &[0, 1, 2],
            Self::Segment(edge) => &EACH[edge],
            Self::Point => &[],
        }
    }
}

/// Whether a point is in the box around two others.
fn is_between<I: Sum>(point: &Int3<I>, from: &Int3<I>, to: &Int3<I>) -> bool {
    (0..3).all(|k| point[k].minus(&from[k]).sign() * point[k].minus(&to[k]).sign() <= 0)
}

/// A coordinate that can be dropped without two points of the common plane becoming one; on a
/// common line any will do.
fn dropped<W: Width>(
    a: &GridTriangle<W>,
    b: &GridTriangle<W>,
    outline_a: &Outline,
    outline_b: &Outline,
) -> usize {
    let across = match (outline_a, outline_b) {
        (Outline::Area, _) => a.normal.clone(),
        (_, Outline::Area) => b.normal.clone(),
        (Outline::Segment(i), Outline::Segment(j)) => cross::<W>(&a.edges[*i], &b.edges[*j]),
        _ => return 0,
    };
    across.iter().position(|x| x.sign() != 0).unwrap_or(0)
}

/// A triangle seen along an axis of the coordinates.
struct Planar<'t, W: Width> {
    triangle: &'t GridTriangle<W>,
    outline: Outline,
    /// The coordinate that is left out.
    dropped: usize,
    /// The direction in which the corners follow each other, 0 without area.
    turn: i8,
}

impl<'t, W: Width> Planar<'t, W> {
    fn new(triangle: &'t GridTriangle<W>, outline: Outline, dropped: usize) -> Self {
        Self { triangle, outline, dropped, turn: triangle.normal[dropped].sign() }
    }

    fn corner(&self, number: usize) -> &Int3<W::Coordinate> {
        &self.triangle.corners[number % 3]
    }

    /// Twice the areas that the corners of another make with each edge: positive to the left of it.
    fn left_of(&self, other: &Self) -> Lefts<W> {
        [0, 1, 2].map(|edge| {
            let (along, from) = (&self.triangle.edges[edge], self.corner(edge));
            let left_of = |point| area_left_of::<W>(along, from, point, self.dropped);
            other.triangle.corners.each_ref().map(left_of)
        })
    }

    /// Is that corner of another in this one? `left` is [`Self::left_of`] the other.
    fn contains(&self, other: &Self, corner: usize, left: &Lefts<W>) -> bool {
        let point = other.corner(corner);
        match self.outline {
            Outline::Area => left.iter().all(|of_edge| of_edge[corner].sign() * self.turn >= 0),
            Outline::Segment(edge) => {
                let is_on_line = left[edge][corner].sign() == 0;
                is_on_line && is_between(point, self.corner(edge), self.corner(edge + 1))
            }
            Outline::Point => equal(point, self.corner(0)),
        }
    }
}

/// By edge of one and corner of the other.
type Lefts<W> = [[<W as Width>::Area; 3]; 3];

fn equal<I: Sum>(p: &Int3<I>, q: &Int3<I>) -> bool {
    p.iter().zip(q).all(|(p, q)| p.minus(q).sign() == 0)
}

/// A corner of the shared set, and what it takes to put them in order.
#[derive(Clone, Copy)]
struct Found {
    corner: SharedCorner,
    /// Whether it is on the line of an edge of A or B.
    on: [[bool; 3]; 2],
    /// Where edges cross: whether the edge of A goes into B here, and that of B into A.
    enters: Option<[bool; 2]>,
}

/// The corners in the order in which they are found.
struct Corners {
    found: [Option<Found>; MOST_CORNERS],
    count: usize,
}

impl Corners {
    fn of<W: Width>(plane: &[Planar<'_, W>; 2]) -> Self {
        let mut all = Self { found: [None; MOST_CORNERS], count: 0 };
        let [a, b] = plane;
        // Of each, where the corners of the other are.
        let lefts = [a.left_of(b), b.left_of(a)];
        for (body, own, other) in [(0, a, b), (1, b, a)] {
            for &number in own.outline.corners() {
                let is_one_of = |n: &usize| equal(own.corner(number), other.corner(*n));
                let is_new = body == 0 || !other.outline.corners().iter().any(is_one_of);
                if is_new && other.contains(own, number, &lefts[1 - body]) {
                    let mut on = [[false; 3]; 2];
                    for &edge in own.outline.edges() {
                        on[body][edge] = number == edge || number == (edge + 1) % 3;
                    }
                    for &edge in other.outline.edges() {
                        on[1 - body][edge] = lefts[1 - body][edge][number].sign() == 0;
                    }
                    all.push(Found { corner: SharedCorner::at(body, number), on, enters: None });
                }
            }
        }
        for &i in a.outline.edges() {
            for &j in b.outline.edges() {
                all.cross(plane, &lefts, i, j);
            }
        }
        all
    }

    /// Adds the point where two edges cross, if they do, between their ends.
    fn cross<W: Width>(
        &mut self,
        [a, b]: &[Planar<'_, W>; 2],
        [left_of_a, left_of_b]: &[Lefts<W>; 2],
        i: usize,
        j: usize,
    ) {
        let of_a = [&left_of_b[j][i], &left_of_b[j][(i + 1) % 3]];
        let of_b = [&left_of_a[i][j], &left_of_a[i][(j + 1) % 3]];
        let are_apart = |of: &[&W::Area; 2]| of[0].sign() * of[1].sign() < 0;
        if are_apart(&of_a) && are_apart(&of_b) {
            let corner = SharedCorner::on_edge(0, i, of_a[0], of_a[1]);
            let mut on = [[false; 3]; 2];
            (on[0][i], on[1][j]) = (true, true);
            let enters = Some([of_a[1].sign() == b.turn, of_b[1].sign() == a.turn]);
            self.push(Found { corner, on, enters });
        }
    }

    fn push(&mut self, found: Found) {
        if let Some(place) = self.found.get_mut(self.count) {
            *place = Some(found);
            self.count += 1;
        }
    }

    /// The corners in the order around the shared set.
    fn in_order<W: Width>(&self, plane: &[Planar<'_, W>; 2]) -> SharedCorners {
        let corner = |n: usize| self.found[n].map(|found| found.corner);
        let mut next = [None; MOST_CORNERS];
        if self.count > 2 {
            for body in 0..2 {
                for edge in 0..3 {
                    if let Some([from, to]) = self.side(plane, body, edge) {
                        next[from] = Some(to);
                    }
                }
            }
        } else {
            next[0] = Some(1);
        }
        let mut ordered = [SharedCorner::at(0, 0); MOST_CORNERS];
        let (mut at, mut count) = (0, 0);
        while count < self.count
            && let Some(one) = corner(at)
        {
            ordered[count] = one;
            count += 1;
            let Some(following) = next[at] else { break };
            at = following;
        }
        SharedCorners::new(&ordered[..count])
    }

    /// The two corners on an edge, counterclockwise around its triangle.
    fn side<W: Width>(
        &self,
        plane: &[Planar<'_, W>; 2],
        body: usize,
        edge: usize,
    ) -> Option<[usize; 2]> {
        let is_on = |n: &usize| self.found[*n].is_some_and(|found| found.on[body][edge]);
        let mut on_edge = (0..self.count).filter(is_on);
        let (p, q) = (on_edge.next()?, on_edge.next()?);
        let in_order = self.is_before(plane, body, edge, [p, q]) == (plane[body].turn > 0);
        Some(if in_order { [p, q] } else { [q, p] })
    }

    /// Whether the first of two corners on an edge comes first along it.
    fn is_before<W: Width>(
        &self,
        plane: &[Planar<'_, W>; 2],
        body: usize,
        edge: usize,
        [p, q]: [usize; 2],
    ) -> bool {
        let (Some(p), Some(q)) = (self.found[p], self.found[q]) else { return true };
        if let Some(enters) = p.enters {
            return enters[body];
        }
        if let Some(enters) = q.enters {
            return !enters[body];
        }
        let point = |found: &Found| plane[found.corner.body].corner(found.corner.edge);
        let (p, q, along) = (point(&p), point(&q), &plane[body].triangle.edges[edge]);
        let [x, y, z] = [0, 1, 2].map(|k| W::area(&along[k], &q[k].minus(&p[k])));
        x.plus(&y).plus(&z).sign() > 0
    }
}
