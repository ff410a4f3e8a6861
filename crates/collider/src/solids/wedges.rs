//! What is around a segment in which two triangles meet, by signs of corners over planes.
//!
//! A segment that lies within one triangle of a surface has the two halves of its plane around it;
//! along an edge it has the *wedge* of two triangles. A half plane beside the segment is inside the
//! wedge of the other surface by its sides of the two planes: of a convex wedge if it is behind
//! both, of a reflex one if it is not in front of both. A half plane that lies on one of the wedge
//! belongs to both surfaces.
//!
//! # Lemma
//!
//! Let each mesh meet itself at common corners and edges alone. Then all pieces whose border has
//! more than single points are beside a segment that a pair of triangles in two planes shares: it
//! is within each triangle or along one edge, for all of its length, and the triangles across these
//! edges share it too. *Proof.* At a point of the border of a piece that is on no corner and on no
//! end, the surfaces share a segment, or a part of one plane whose side is along an edge of one
//! of both; with the triangle across that edge, or the one on which the piece lies, the other
//! surface has the segment in common. An inner point of a triangle is on no other of its mesh, and
//! an inner point of an edge on those two. *End.*

use obbtree_predicates::TriangleMeeting;

use super::boundary::{Boundary, Neighbour};
use super::labels::{Labels, Side};

/// All pairs of triangles that meet, ascending.
pub(crate) struct Meetings {
    pairs: Vec<([u32; 2], TriangleMeeting)>,
}

/// Two surfaces and how their triangles meet, with either as the first.
#[derive(Clone, Copy)]
struct Seen<'s> {
    /// The number of the body that is looked at first.
    first: usize,
    surfaces: [&'s Boundary; 2],
    meetings: &'s Meetings,
}

/// A pair with one of the bodies first.
struct Pair {
    dimension: u8,
    facing: i8,
    /// Corners of the first over the second's plane, and the other way around.
    over_second: [i8; 3],
    over_first: [i8; 3],
}

impl Meetings {
    pub(crate) fn new(mut pairs: Vec<([u32; 2], TriangleMeeting)>) -> Self {
        pairs.sort_unstable_by_key(|&([a, b], _)| u64::from(a) << 32 | u64::from(b));
        Self { pairs }
    }

    pub(crate) fn pairs(&self) -> &[([u32; 2], TriangleMeeting)] {
        &self.pairs
    }

    fn find(&self, pair: [u32; 2]) -> Option<&TriangleMeeting> {
        let found = self.pairs.binary_search_by_key(&pair, |(pair, _)| *pair).ok()?;
        Some(&self.pairs[found].1)
    }

    /// Labels all pieces beside segments and the common parts. Ends when all is known.
    pub(crate) fn label(&self, surfaces: [&Boundary; 2], labels: &mut Labels) {
        let bounds = |[a, b]: [u32; 2]| surfaces[0].front(a) != 0 && surfaces[1].front(b) != 0;
        let is_solid = surfaces.map(Boundary::is_solid);
        for (pair, meeting) in self.pairs.iter().filter(|(pair, _)| bounds(*pair)) {
            match (meeting.dimension, meeting.facing) {
                (2, facing) => {
                    labels.common(facing * surfaces[0].front(pair[0]) * surfaces[1].front(pair[1]));
                }
                (1, 0) => self.along_segment(surfaces, *pair, meeting, labels),
                _ => {}
            }
            if labels.cross || labels.is_all_known(is_solid) {
                return;
            }
        }
    }

    fn along_segment(
        &self,
        surfaces: [&Boundary; 2],
        pair: [u32; 2],
        meeting: &TriangleMeeting,
        labels: &mut Labels,
    ) {
        match (edge_in_plane(meeting.over_b), edge_in_plane(meeting.over_a)) {
            (None, None) => labels.crossing(),
            (Some(edge), None) => {
                Seen { first: 0, surfaces, meetings: self }.edge_on_face(pair, edge, labels);
            }
            (None, Some(edge)) => {
                let pair = [pair[1], pair[0]];
                Seen { first: 1, surfaces, meetings: self }.edge_on_face(pair, edge, labels);
            }
            (Some(of_a), Some(of_b)) => {
                let edges = [of_a, of_b];
                let seen = Seen { first: 0, surfaces, meetings: self };
                let a = seen.edge_on_edge(pair, edges, labels);
                let swapped = Seen { first: 1, ..seen };
                let b = swapped.edge_on_edge([pair[1], pair[0]], [of_b, of_a], labels);
                if a || b {
                    labels.crossing();
                }
            }
        }
    }
}

/// The edge with both ends in the plane, of a triangle that is not in it.
fn edge_in_plane(over: [i8; 3]) -> Option<usize> {
    (0..3).find(|&k| over[k] == 0 && over[(k + 1) % 3] == 0)
}

/// Where a half plane is, seen from a wedge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    At(Side),
    /// On one of the two triangles.
    On,
}

/// By the sides of the planes of a wedge, outwards positive, and the side of one plane on which the
/// other triangle is: that of a half plane on neither triangle.
fn in_wedge(sides: [i8; 2], bend: i8) -> Side {
    let is_in = match bend {
        -1 => sides[0] < 0 && sides[1] < 0,
        1 => !(sides[0] > 0 && sides[1] > 0),
        _ => sides[0] < 0,
    };
    if is_in { Side::In } else { Side::Out }
}

impl Seen<'_> {
    fn pair(&self, pair: [u32; 2]) -> Option<Pair> {
        let in_order = if self.first == 0 { pair } else { [pair[1], pair[0]] };
        let &TriangleMeeting { dimension, facing, over_a, over_b, .. } =
            self.meetings.find(in_order)?;
        let (over_second, over_first) =
            if self.first == 0 { (over_b, over_a) } else { (over_a, over_b) };
        Some(Pair { dimension, facing, over_second, over_first })
    }

    fn own(&self) -> &Boundary {
        self.surfaces[self.first]
    }

    fn other(&self) -> &Boundary {
        self.surfaces[1 - self.first]
    }

    /// Are pieces of the second surface to be labelled by the first one, which is a solid?
    fn label_own(&self, labels: &mut Labels, place: Place) {
        if let (true, Place::At(side)) = (self.other().is_solid(), place) {
            labels.piece(self.first, side);
        }
    }

    fn label_other(&self, labels: &mut Labels, side: Side) {
        if self.own().is_solid() {
            labels.piece(1 - self.first, side);
        }
    }

    /// An edge of the first surface lies within a triangle of the second.
    fn edge_on_face(&self, [t, u]: [u32; 2], edge: usize, labels: &mut Labels) {
        let Some(pair) = self.pair([t, u]) else { return };
        let front_u = self.other().front(u);
        let side = |height: i8| match height * front_u {
            0 => Place::On,
            1 => Place::At(Side::Out),
            _ => Place::At(Side::In),
        };
        let here = side(pair.over_second[(edge + 2) % 3]);
        self.label_own(labels, here);
        let Some(across) = self.own().across(t, edge) else { return };
        let Some(beyond) = self.pair([across.triangle, u]) else { return };
        let apex = (usize::from(across.edge) + 2) % 3;
        let there = if beyond.facing != 0 { Place::On } else { side(beyond.over_second[apex]) };
        self.label_own(labels, there);
        if here != there && here != Place::On && there != Place::On {
            labels.crossing();
            return;
        }
        // The two halves of the second surface's plane.
        let front = self.own().front(t);
        let front_beyond = if across.agrees { front } else { -front };
        let bend = across.bend * front;
        for sign in [1, -1] {
            let Some(corner) = (0..3).find(|&c| pair.over_first[c] == sign) else { continue };
            let over_t = front * sign;
            if there == Place::On && over_t == bend {
                continue; // the half on which the triangle across lies
            }
            let over_beyond = front_beyond * beyond.over_first[corner];
            self.label_other(labels, in_wedge([over_t, over_beyond], bend));
        }
    }

    /// Edges of both lie on each other: labels the first surface's half planes. Do they lie on
    /// different sides of the other's wedge?
    fn edge_on_edge(&self, [t, u]: [u32; 2], edges: [usize; 2], labels: &mut Labels) -> bool {
        let across_u = self.other().across(u, edges[1]);
        let place = |triangle: u32, apex: usize| self.beside_edge(triangle, apex, u, across_u);
        let here = place(t, (edges[0] + 2) % 3);
        let there = self
            .own()
            .across(t, edges[0])
            .and_then(|across| place(across.triangle, (usize::from(across.edge) + 2) % 3));
        for found in [here, there].into_iter().flatten() {
            self.label_own(labels, found);
        }
        matches!((here, there), (Some(Place::At(one)), Some(Place::At(other))) if one != other)
    }

    /// Where a triangle's half plane is, seen from the second surface's wedge along the segment;
    /// `None` if that has a free edge there, or a pair is missing.
    fn beside_edge(
        &self,
        triangle: u32,
        apex: usize,
        u: u32,
        across: Option<Neighbour>,
    ) -> Option<Place> {
        let across = across?;
        let front = self.other().front(u);
        let fronts = [front, if across.agrees { front } else { -front }];
        let mut sides = [0; 2];
        for (n, other) in [u, across.triangle].into_iter().enumerate() {
            let pair = self.pair([triangle, other])?;
            if pair.facing != 0 {
                if pair.dimension == 2 {
                    return Some(Place::On);
                }
            } else {
                sides[n] = fronts[n] * pair.over_second[apex];
            }
        }
        Some(Place::At(in_wedge(sides, across.bend * front)))
    }
}
