//! Does a segment of one link's surface go through a triangle of the other's, for all joint values
//! of a box? Also where surfaces are open, so that nothing is inside, and where they overlap by
//! less than a joint moves them, as flanges do.
//!
//! *Lemma.* Let the segment meet the triangle at the middle of a box. For all configurations of the
//! box let there be a plane between the triangle and one end of the segment, one between the
//! triangle and the other end, and one between the segment and each side of the triangle. Then they
//! meet at every configuration of the box.
//! *Proof.* Between the middle and a configuration every value goes straight, and all on the way is
//! in the box. Where the two meet they meet inside of both, as the ends of the segment are not on
//! the triangle, nor are its sides on the segment; and not in one plane, as then an end or a side
//! would be met. So the segment goes through, and does so a little before and after. The times at
//! which they meet are thus open, closed and not empty: all. *End.*
//!
//! *Rounding.* The planes leave more than twice [`Pair::slack`] between the points that are
//! computed. Half of that is more than these are off by, and so the lemma holds for the way from
//! the computed points at the middle, of which it is certain that they meet, to the true ones.

use std::ops::ControlFlow;

use nalgebra::Point3;
use obbtree_predicates::{Placement, Pose, Stages, triangles_meet};

use super::pair::Pair;
use super::path::Side;
use crate::vectors::{cross, dot, norm, sub};

type Point = [f64; 3];

/// A segment, a chord of a triangle, and a triangle of the other link, each in its link's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Whose segment it is.
    of: Side,
    segment: [Point; 2],
    triangle: [Point; 3],
}

/// Of this many pairs of triangles that meet, so many are looked at, evenly spread.
const PAIRS: usize = 4096;
const LOOKED_AT: usize = 64;

/// Segments that go through triangles where the links are.
pub(super) fn crossings(pair: &mut Pair<'_>) -> Vec<Crossing> {
    let mut found = Vec::new();
    for a in pair.items(Side::A) {
        for b in pair.items(Side::B) {
            let bodies = [a, b].map(|item| item.element.part.collider().body());
            let [Some(body_a), Some(body_b)] = bodies else { continue };
            let poses = [a.pose(pair.path.frame(Side::A)), b.pose(pair.path.frame(Side::B))];
            let [Some(in_a), Some(in_b)] = poses else { continue };
            let mut meet = Vec::new();
            let _ = pair.query.for_each_pair(body_a, &in_a, body_b, &in_b, |triangles| {
                meet.push(triangles);
                if meet.len() < PAIRS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let every = meet.len().div_ceil(LOOKED_AT).max(1);
            let [to_link_a, to_link_b] = [a, b].map(|item| item.frame());
            for [of_a, of_b] in meet.into_iter().step_by(every) {
                let corners_a = body_a.mesh().triangle(of_a as usize);
                let corners_b = body_b.mesh().triangle(of_b as usize);
                let corners_a = corners_a.map(|p| to_link_a.place(p.into()));
                let corners_b = corners_b.map(|p| to_link_b.place(p.into()));
                found.extend(through(pair, Side::A, [corners_a, corners_b]));
                found.extend(through(pair, Side::B, [corners_b, corners_a]));
            }
        }
    }
    found
}

/// A chord of the first triangle that goes through the second one, across the line where their
/// planes meet: of the chords with that middle the one that rises the fastest.
fn through(pair: &Pair<'_>, of: Side, [first, second]: [[Point; 3]; 2]) -> Option<Crossing> {
    let x = first.map(|p| pair.path.frame(of).place(p));
    let y = second.map(|p| pair.path.frame(of.other()).place(p));
    let along = cross(normal(&x), normal(&y));
    let [on_x, on_y] = [in_plane_of(&x, &y)?, in_plane_of(&y, &x)?].map(|ends| {
        let [s, t] = ends.map(|p| dot(along, p));
        [s.min(t), s.max(t)]
    });
    let middle = 0.5 * (on_x[0].max(on_y[0]) + on_x[1].min(on_y[1]));
    let segment = ends(&x.map(|p| dot(along, p) - middle), &first)?;
    let is_finite = segment.iter().flatten().all(|x| x.is_finite());
    is_finite.then_some(Crossing { of, segment, triangle: second })
}

/// Where a triangle meets the plane of another one.
fn in_plane_of(triangle: &[Point; 3], other: &[Point; 3]) -> Option<[Point; 2]> {
    let across = normal(other);
    ends(&triangle.map(|p| dot(across, sub(p, other[0]))), triangle)
}

/// The two points on the sides of a triangle where a function is 0 that is linear and has these
/// values at its corners.
fn ends(values: &[f64; 3], corners: &[Point; 3]) -> Option<[Point; 2]> {
    let on_side = |n: usize| {
        let m = (n + 1) % 3;
        let share = values[n] / (values[n] - values[m]);
        let between = |k: usize| corners[n][k] + share * (corners[m][k] - corners[n][k]);
        ((values[n] > 0.0) != (values[m] > 0.0)).then(|| [0, 1, 2].map(between))
    };
    let mut found = (0..3).filter_map(on_side);
    Some([found.next()?, found.next()?])
}

/// Across a triangle, as long as twice its area.
fn normal([a, b, c]: &[Point; 3]) -> Point {
    cross(sub(*b, *a), sub(*c, *a))
}

fn unit(v: Point) -> Option<Point> {
    let length = norm(v);
    (length > 0.0 && length < f64::INFINITY).then(|| v.map(|x| x / length))
}

impl Crossing {
    /// By how much the planes of the lemma leave more between the points than rounding needs, in a
    /// box around where the links are: above 0 the links meet in all of it.
    pub(super) fn margin(&self, pair: &Pair<'_>, half: &[f64]) -> f64 {
        self.least_gap(pair, half).map_or(f64::NEG_INFINITY, |gap| gap - 2.0 * pair.slack)
    }

    fn least_gap(&self, pair: &Pair<'_>, half: &[f64]) -> Option<f64> {
        let Self { of, segment, triangle } = self;
        let [p, q] = segment.map(|p| pair.path.frame(*of).place(p));
        let corners = triangle.map(|p| pair.path.frame(of.other()).place(p));
        if !meet([p, q], corners) {
            return None;
        }
        let mut across = unit(normal(&corners))?;
        if dot(across, sub(p, q)) < 0.0 {
            across = across.map(|x| -x);
        }
        let gap = |points: &[Point], of_triangle: &[Point], towards: Point| {
            self.gap(pair, half, [points, of_triangle], towards)
        };
        let above = gap(&segment[..1], triangle, across);
        let below = gap(&segment[1..], triangle, across.map(|x| -x));
        let mut least = above.min(below);
        for n in 0..3 {
            let (a, b) = (corners[n], corners[(n + 1) % 3]);
            let side = [triangle[n], triangle[(n + 1) % 3]];
            let inward = [cross(across, sub(b, a)), cross(sub(q, p), sub(b, a))];
            // From the side to the third corner, which is on the side of the segment.
            let to_third = sub(corners[(n + 2) % 3], a);
            let directions = inward.into_iter().filter_map(unit).map(|d| {
                let is_outward = dot(d, to_third) < 0.0;
                if is_outward { d.map(|x| -x) } else { d }
            });
            let of_side = directions.map(|towards| gap(segment, &side, towards));
            least = least.min(of_side.fold(f64::NEG_INFINITY, f64::max));
        }
        Some(least)
    }

    /// How far apart points of the segment and of the triangle stay along a direction from the
    /// latter to the former.
    fn gap(
        &self,
        pair: &Pair<'_>,
        half: &[f64],
        [points, of_triangle]: [&[Point]; 2],
        towards: Point,
    ) -> f64 {
        let (path, moving) = (&pair.path, pair.path.moving.len());
        let back = towards.map(|x| -x);
        // The first joints move A, the others B.
        let with = |first: usize| {
            let steps = |side: Side| if side == Side::A { first } else { moving - first };
            let highest = |side: Side, points: &[Point], direction: Point| {
                let around = around(points.iter().map(|&p| path.frame(side).place(p)), pair.slack);
                path.highest(side, steps(side), around, points, direction, half)
            };
            -highest(self.of, points, back) - highest(self.of.other(), of_triangle, towards)
        };
        (0..=moving).map(with).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// A sphere around points and what they are off by.
fn around(points: impl Iterator<Item = Point> + Clone, off: f64) -> (Point, f64) {
    let center = points.clone().next().unwrap_or([0.0; 3]);
    (center, points.map(|p| norm(sub(p, center))).fold(0.0, f64::max) + off)
}

/// Certain: does a segment meet a triangle?
fn meet([p, q]: [Point; 2], triangle: [Point; 3]) -> bool {
    let in_place = Placement::new(&Pose::identity(), &Pose::identity());
    let [segment, triangle] = [[p, q, q], triangle].map(|corners| corners.map(Point3::from));
    triangles_meet(&segment, &triangle, &in_place, &mut Stages::default())
}
