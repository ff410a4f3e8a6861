//! The two pairs: a vertex with a face, and an edge with an edge.
//!
//! Between two times at which vertices are on straight lines, meshes can begin to touch only in
//! these two cases (J. Canny, "Collision detection for moving polyhedra", 1986; X. Provot,
//! "Collision and self-collision handling in cloth model dedicated to design garments", 1997). The
//! points of either are in one plane where a polynomial of degree three in time is zero. Roots of
//! it are not computed but isolated, and conditions are decided there by the exact signs of other
//! polynomials, so degenerate faces and edges, points that stay in one plane, and contacts that
//! last need no tolerance.

use nalgebra::Point3;

use super::condition::{Condition, Meeting};
use super::polynomial::Polynomial;
use super::vector::{Vector, cross, difference, dot, moving};

/// When two moving things begin to meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingContact {
    /// The first time is at least this,
    pub earliest: f64,
    /// and at most this: within 2^-52.
    pub latest: f64,
}

/// Does a vertex touch a closed triangle at any time from 0 to 1?
///
/// `start` and `end` hold the vertex, then the corners of the triangle, each of which moves on a
/// straight line at constant speed. Exact: the answer for the numbers given, touching included. A
/// triangle may be a segment or a point, at any time.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::moving_vertex_face;
/// let face = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let with = |vertex: [f64; 3]| [vertex, face[0], face[1], face[2]].map(Point3::from);
/// let through = moving_vertex_face(&with([0.25, 0.25, 3.0]), &with([0.25, 0.25, -1.0]));
/// let contact = through.expect("it goes through");
/// assert!(contact.earliest <= 0.75 && 0.75 <= contact.latest);
/// assert!(moving_vertex_face(&with([1.0, 1e-300, 3.0]), &with([1.0, 1e-300, -1.0])).is_none());
/// ```
#[must_use]
pub fn moving_vertex_face(
    start: &[Point3<f64>; 4],
    end: &[Point3<f64>; 4],
) -> Option<MovingContact> {
    if are_apart(start, end, 1) {
        return None;
    }
    let [vertex, corners @ ..] = moving(start, end);
    let [a, b, c] = corners.map(|corner| difference(&corner, &vertex));
    let normal = cross(&difference(&b, &a), &difference(&c, &a));
    let coplanar = dot(&a, &normal);
    // The vertex is on the inner side of each edge.
    let inside = [(&a, &b), (&b, &c), (&c, &a)].map(|(x, y)| dot(&cross(x, y), &normal));
    let in_plane = Condition { zero: vec![coplanar.clone()], not_negative: inside.into() };
    let on_line = [(&a, &b), (&b, &c), (&c, &a)].map(|(x, y)| between(x, y));
    first(Meeting { coplanar, normal: normal.into(), in_plane, on_line: on_line.into() })
}

/// Do two closed edges touch at any time from 0 to 1?
///
/// `start` and `end` hold the two ends of one edge, then those of the other; else as
/// [`moving_vertex_face`].
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::moving_edges;
/// let at = |z: f64| {
///     [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, z], [0.0, 1.0, z]].map(Point3::from)
/// };
/// let contact = moving_edges(&at(1.0), &at(-3.0)).expect("they cross");
/// assert!(contact.earliest <= 0.25 && 0.25 <= contact.latest);
/// assert!(moving_edges(&at(1.0), &at(1e-300)).is_none());
/// ```
#[must_use]
pub fn moving_edges(start: &[Point3<f64>; 4], end: &[Point3<f64>; 4]) -> Option<MovingContact> {
    if are_apart(start, end, 2) {
        return None;
    }
    let [p, q, r, s] = moving(start, end);
    let (one, other, between_them) = (difference(&q, &p), difference(&s, &r), difference(&r, &p));
    let normal = cross(&one, &other);
    let coplanar = dot(&between_them, &normal);
    // Where the lines cross, as shares of the edges times the square of the normal.
    let square = dot(&normal, &normal);
    let shares = [&other, &one].map(|edge| dot(&cross(&between_them, edge), &normal));
    let inside = shares.iter().flat_map(|share| [share.clone(), square.minus(share)]).collect();
    let in_plane = Condition { zero: vec![coplanar.clone()], not_negative: inside };
    let end_on_edge = |point: &Vector, [x, y]: [&Vector; 2]| {
        between(&difference(x, point), &difference(y, point))
    };
    let on_line = vec![
        end_on_edge(&p, [&r, &s]),
        end_on_edge(&q, [&r, &s]),
        end_on_edge(&r, [&p, &q]),
        end_on_edge(&s, [&p, &q]),
    ];
    first(Meeting { coplanar, normal: normal.into(), in_plane, on_line })
}

fn first(meeting: Meeting) -> Option<MovingContact> {
    let [earliest, latest] = meeting.first()?.interval();
    Some(MovingContact { earliest, latest })
}

/// The origin is on the closed segment between two points.
fn between(x: &Vector, y: &Vector) -> Condition {
    let opposite = Polynomial::zero().minus(&dot(x, y));
    Condition { zero: cross(x, y).into(), not_negative: vec![opposite] }
}

/// Do the boxes around the first points, at all times, and around the others share no point?
fn are_apart(start: &[Point3<f64>; 4], end: &[Point3<f64>; 4], first: usize) -> bool {
    (0..3).any(|k| {
        let span = |points: std::ops::Range<usize>| {
            points
                .flat_map(|n| [start[n][k], end[n][k]])
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                    [low.min(x), high.max(x)]
                })
        };
        let ([low, high], [other_low, other_high]) = (span(0..first), span(first..4));
        high < other_low || other_high < low
    })
}
