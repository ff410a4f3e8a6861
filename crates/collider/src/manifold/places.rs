//! Where two surfaces are near each other: points of pairs of triangles, with a normal each.

use std::ops::ControlFlow;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{
    Placement, RoundedDistance, Triangle, shared_set, triangles_direction, unit_vector,
};
use obbtree_query::interrupt::pause_at;
use obbtree_query::wide;

use super::answer::Feature;
use super::shared_part::{Weights, on_edge, shared_corners, shared_face};
use super::surface::{Surface, TILT};
use crate::pairs;
use crate::query::Query;

/// A place of contact with its own normal.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// A's and B's point, in the world.
    pub(super) on: [Point3<f64>; 2],
    /// From A to B, of length one.
    pub(super) normal: Vector3<f64>,
    /// `(on[0] - on[1]) . normal`.
    pub(super) depth: f64,
    pub(super) features: [Feature; 2],
    /// Is the distance least here of all places around, so that the normal is that of the contact?
    pub(super) is_least: bool,
}

/// Which places count.
pub(super) struct Limits {
    /// Bodies without their radii are at most so far apart there.
    pub(super) cores: f64,
    /// And surfaces, with B where it belongs.
    pub(super) margin: f64,
    /// Surfaces without radii, B where it is looked at, are at most so deep in each other. 0 where
    /// they do not cross, or where it is not known.
    pub(super) inside: f64,
    /// B was moved by this to part it from A.
    pub(super) apart: Vector3<f64>,
    /// One body is within the other: normals are from B's closest point to A's.
    pub(super) is_held: bool,
}

impl Limits {
    /// Of bodies of which B was moved to part them, and cores are then `beyond` apart.
    pub(super) fn of_parted(margin: f64, beyond: f64, apart: Vector3<f64>, is_held: bool) -> Self {
        let shallower = if apart.norm() <= margin { 1.0 } else { SHALLOWER };
        let cores = beyond * WIDER + margin + apart.norm() * shallower;
        Self { cores, margin, inside: 0.0, apart, is_held }
    }
}

/// Of bodies that are parted by more than the margin, only places that are deeper than three
/// quarters of that count.
const SHALLOWER: f64 = 0.25;

/// More than a distance rounded up.
const WIDER: f64 = 1.0 + 1e-9;

/// Points farther apart than this times their coordinates tell the direction by their difference.
const FAR: f64 = 1.0 / (1_u64 << 20) as f64;

/// The sine of the angle by which such a direction may be off.
const NONE: f64 = 1.0 / (1_u64 << 24) as f64;

/// Faces within [`TILT`] of opposite ones look at each other: the cosine.
const FACING: f64 = 0.998_75;

/// A barycentric coordinate above this, negative, is 0.
const ON_BORDER: f64 = 1e-9;

/// What `f64` makes of a depth of 0, or of the margin, as a part of the coordinates.
const ROUNDED_OFF: f64 = 16.0 * f64::EPSILON;

/// The barycentric coordinates of corners.
const CORNERS: [[f64; 2]; 3] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];

impl Place {
    pub(super) fn swapped(mut self) -> Self {
        self.on.reverse();
        self.features.reverse();
        Self { normal: -self.normal, ..self }
    }
}

/// All places between two surfaces, ascending by the numbers of triangles.
pub(super) fn between(
    query: &mut Query,
    surfaces: [&Surface<'_>; 2],
    limits: &Limits,
) -> Vec<Place> {
    let [a, b] = surfaces;
    let placement = Placement::new(&a.pose, &b.pose);
    let reach = limits.cores.max(limits.inside);
    let mut near = Vec::new();
    query.counting(|counts, workspace| {
        let trees = [a.body.tree(), b.body.tree()];
        let _ = wide::close_pairs(trees, &placement, reach, counts, workspace, &mut |i, j| {
            near.push([i, j]);
            ControlFlow::Continue(())
        });
    });
    pairs::sort(&mut near);
    let has_outside = a.has_outside() && b.has_outside();
    let mut between = Between { surfaces, placement, limits, has_outside, places: Vec::new() };
    let mut last = None;
    for (index, &[i, j]) in near.iter().enumerate() {
        pause_at(index);
        let of_a = match last {
            Some((number, side)) if number == i => side,
            _ => Side::of(a, i),
        };
        last = Some((i, of_a));
        between.add([i, j], &[of_a, Side::of(b, j)]);
    }
    between.places
}

/// A placed triangle of a surface.
#[derive(Clone, Copy)]
struct Side {
    corners: Triangle,
    /// The outer normal.
    normal: Option<Vector3<f64>>,
}

impl Side {
    fn of(surface: &Surface<'_>, triangle: u32) -> Self {
        let corners = surface.placed(triangle);
        Self { corners, normal: surface.normal(&corners) }
    }
}

struct Between<'b> {
    surfaces: [&'b Surface<'b>; 2],
    placement: Placement,
    limits: &'b Limits,
    /// Of both.
    has_outside: bool,
    places: Vec<Place>,
}

impl Between<'_> {
    fn add(&mut self, pair: [u32; 2], sides: &[Side; 2]) {
        if let ([Some(n), Some(m)], false) = (sides.map(|side| side.normal), self.limits.is_held) {
            let facing = -n.dot(&m);
            if facing > FACING {
                if self.add_faces(pair, sides, &[n, m]) {
                    return;
                }
            } else if self.cones_are_apart(pair, facing) {
                return;
            }
            if self.limits.inside > 0.0 {
                self.add_inside(pair, sides, &[n, m]);
            }
        }
        self.add_closest(pair, &sides.map(|side| side.corners));
    }

    /// Is there no direction in which a place on the first triangle is farthest of all around it,
    /// while one of the second is so the other way?
    fn cones_are_apart(&self, pair: [u32; 2], facing: f64) -> bool {
        let [one, other] = [0, 1].map(|n| self.surfaces[n].body.adjacency().cone(pair[n]));
        let sines = [one, other].map(|cosine| (1.0 - cosine * cosine).max(0.0).sqrt());
        let both = one * other - sines[0] * sines[1];
        // Of two angles that are more than half a turn together, nothing is known.
        let is_less_than_half = one > -other;
        // Cosines: tilts of both count too.
        is_less_than_half && facing < both - 3.0 * TILT
    }

    /// Faces that look at each other: the corners of what they share, deep or apart. Whether that
    /// is all that is to be said of these triangles.
    fn add_faces(&mut self, pair: [u32; 2], sides: &[Side; 2], [n, m]: &[Vector3<f64>; 2]) -> bool {
        let [a, b] = sides.each_ref().map(|side| &side.corners);
        let middle = (n - m).normalize();
        let heights = |t: &Triangle| t.map(|corner| (corner - a[0]).dot(&middle));
        let [of_a, of_b] = [heights(a), heights(b)];
        let largest = |of: [f64; 3]| of.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let least = |of: [f64; 3]| of.into_iter().fold(f64::INFINITY, f64::min);
        let (apart, deep) = (least(of_b) - largest(of_a), least(of_a) - largest(of_b));
        if apart > self.limits.cores || deep > self.limits.inside {
            return true;
        }
        let corners = shared_face(a, b, &middle);
        if corners.is_empty() {
            let is_flat = |n: usize| self.surfaces[n].body.adjacency().cone(pair[n]) > FACING;
            return is_flat(0) && is_flat(1);
        }
        let depth = |weights: &Weights| {
            let [p, q] = at(sides, *weights);
            (p - q).dot(&middle)
        };
        let mut deepest = (f64::NEG_INFINITY, corners[0]);
        for weights in corners.iter() {
            let depth = depth(weights);
            if depth > deepest.0 {
                deepest = (depth, *weights);
            }
        }
        if deepest.0 < -self.limits.cores {
            return true;
        }
        let features = self.features(pair, deepest.1);
        let normal = match features {
            [Feature::Face(_), _] => *n,
            [_, Feature::Face(_)] => -m,
            [Feature::Edge(of_a), Feature::Edge(of_b)] => {
                let [u, v] = [self.surfaces[0].way(of_a), self.surfaces[1].way(of_b)];
                let across = u.cross(&v);
                let is_some =
                    across.norm_squared() > TILT * TILT * u.norm_squared() * v.norm_squared();
                let across = if across.dot(&middle) < 0.0 { -across } else { across };
                unit_vector(&across).filter(|_| is_some).unwrap_or(middle)
            }
            _ => middle,
        };
        let is_least = self.are_farthest(features, &normal, NONE);
        if is_least || self.are_farthest(features, &normal, TILT) {
            let normal = if is_least { normal } else { middle };
            for weights in corners.iter() {
                let on = at(sides, *weights);
                self.push(on, normal, self.features(pair, *weights), is_least);
            }
        }
        true
    }

    /// A corner below a face, and edges beyond each other.
    fn add_inside(&mut self, pair: [u32; 2], sides: &[Side; 2], normals: &[Vector3<f64>; 2]) {
        for (corner_of, face_of) in [(0, 1), (1, 0)] {
            let (normal, face) = (normals[face_of], &sides[face_of].corners);
            for k in 0..3 {
                let corner = sides[corner_of].corners[k];
                let depth = -(corner - face[0]).dot(&normal);
                let rounding = ROUNDED_OFF * (corner.coords.amax() + face[0].coords.amax());
                if !(depth >= -rounding && depth <= self.limits.inside) {
                    continue;
                }
                let mut weights = [[0.0; 2]; 2];
                weights[face_of] = weights_in(face, &corner);
                let [second, third] = weights[face_of];
                if [1.0 - second - third, second, third].iter().any(|&w| w < -ON_BORDER) {
                    continue;
                }
                weights[corner_of] = CORNERS[k];
                let normal = if face_of == 0 { normal } else { -normal };
                let features = self.features(pair, weights);
                if self.are_farthest(features, &normal, TILT) {
                    let is_least = self.are_farthest(features, &normal, NONE);
                    self.push(at(sides, weights), normal, features, is_least);
                }
            }
        }
        for k in 0..3 {
            for l in 0..3 {
                self.add_edges(pair, sides, normals, [k, l]);
            }
        }
    }

    /// Two edges beyond each other.
    fn add_edges(
        &mut self,
        pair: [u32; 2],
        sides: &[Side; 2],
        [n, m]: &[Vector3<f64>; 2],
        edges: [usize; 2],
    ) {
        let [(p, u), (q, v)] = [0, 1].map(|n| {
            let corners = &sides[n].corners;
            (corners[edges[n]], corners[(edges[n] + 1) % 3] - corners[edges[n]])
        });
        let across = u.cross(&v);
        let square = across.norm_squared();
        if !(square > TILT * TILT * u.norm_squared() * v.norm_squared()) {
            return;
        }
        let (of_n, of_m) = (across.dot(n), -across.dot(m));
        if of_n * of_m < 0.0 {
            return;
        }
        let normal = across * ((of_n + of_m).signum() / square.sqrt());
        let way = q - p;
        let depth = -way.dot(&normal);
        let rounding = ROUNDED_OFF * (p.coords.amax() + q.coords.amax());
        if !(depth >= -rounding && depth <= self.limits.inside) {
            return;
        }
        let parts = [way.cross(&v), way.cross(&u)].map(|part| part.dot(&across) / square);
        if parts.iter().any(|part| !(0.0..=1.0).contains(part)) {
            return;
        }
        let weights = [0, 1].map(|n| on_edge(edges[n], parts[n]));
        let features = self.features(pair, weights);
        if self.are_farthest(features, &normal, NONE) {
            self.push(at(sides, weights), normal, features, true);
        }
    }

    /// The closest points of two triangles that are apart, or that touch.
    fn add_closest(&mut self, pair: [u32; 2], placed: &[Triangle; 2]) {
        let [of_a, of_b] = [0, 1].map(|n| self.surfaces[n].body.triangle(pair[n]));
        let rounded = RoundedDistance::new(&of_a, &of_b, &self.placement);
        if rounded.lower > self.limits.cores {
            return;
        }
        let may_meet = rounded.lower == 0.0;
        if may_meet && self.limits.inside > 0.0 {
            return;
        }
        if may_meet && let Some(shared) = shared_set(&of_a, &of_b, &self.placement) {
            let (normal, beyond) = (shared.normal, shared.normal * shared.local_depth);
            let cross = shared.local_depth > 0.0;
            if (cross && self.limits.inside > 0.0) || (!cross && !self.are_facing(placed, &normal))
            {
                return;
            }
            for point in shared.points() {
                let weights = placed.each_ref().map(|triangle| weights_in(triangle, point));
                let features = self.features(pair, weights);
                if cross || self.are_farthest(features, &normal, NONE) {
                    self.push([point + beyond, *point], normal, features, true);
                }
            }
            return;
        }
        let weights = rounded.weights();
        let [p, q] = at_corners(placed, weights);
        let way = q - p;
        let direction = match way.amax() > FAR * (p.coords.amax() + q.coords.amax()) {
            true => unit_vector(&way),
            false => triangles_direction(&of_a, &of_b, &self.placement),
        };
        let Some(direction) = direction else { return };
        let normal = if self.limits.is_held { -direction } else { direction };
        if !self.are_facing(placed, &normal) {
            return;
        }
        let features = self.features(pair, weights);
        let is_least = self.are_farthest(features, &normal, NONE);
        if !is_least && !self.are_farthest(features, &normal, TILT) {
            return;
        }
        let shared = shared_corners(&placed[0], &placed[1], &normal);
        if shared.is_empty() && is_least {
            self.push([p, q], normal, features, true);
        }
        for weights in shared {
            let on = at_corners(placed, weights);
            self.push(on, normal, self.features(pair, weights), is_least);
        }
    }

    /// Keeps a place with the cores' points, if it counts.
    fn push(
        &mut self,
        [p, q]: [Point3<f64>; 2],
        normal: Vector3<f64>,
        features: [Feature; 2],
        is_least: bool,
    ) {
        let [a, b] = self.surfaces;
        let on = [p + normal * a.radius, q - normal * b.radius - self.limits.apart];
        let depth = (on[0] - on[1]).dot(&normal);
        let rounding = ROUNDED_OFF * (p.coords.amax() + q.coords.amax());
        let is_near = depth >= -self.limits.margin - rounding;
        let deepest = self.limits.inside + a.radius + b.radius + self.limits.apart.norm();
        if is_near && (!self.has_outside || self.limits.is_held || depth <= deepest + rounding) {
            self.places.push(Place { on, normal, depth, features, is_least });
        }
    }

    fn features(&self, pair: [u32; 2], weights: Weights) -> [Feature; 2] {
        [0, 1].map(|n| self.surfaces[n].feature(pair[n], weights[n]))
    }

    fn are_facing(&self, placed: &[Triangle; 2], normal: &Vector3<f64>) -> bool {
        let [a, b] = self.surfaces;
        a.faces(&placed[0], normal) && b.faces(&placed[1], &-normal)
    }

    fn are_farthest(&self, [of_a, of_b]: [Feature; 2], normal: &Vector3<f64>, tilt: f64) -> bool {
        let [a, b] = self.surfaces;
        a.is_farthest(of_a, normal, tilt) && b.is_farthest(of_b, &-normal, tilt)
    }
}

fn at(sides: &[Side; 2], weights: Weights) -> [Point3<f64>; 2] {
    at_corners(&sides.map(|side| side.corners), weights)
}

fn at_corners(triangles: &[Triangle; 2], weights: Weights) -> [Point3<f64>; 2] {
    [0, 1].map(|n| {
        let ([p, q, r], [second, third]) = (&triangles[n], weights[n]);
        p + (q - p) * second + (r - p) * third
    })
}

/// The barycentric coordinates, of corners 1 and 2, of a point of a triangle. 0 where it has no
/// area.
pub(super) fn weights_in([p, q, r]: &Triangle, point: &Point3<f64>) -> [f64; 2] {
    let (to_q, to_r, way) = (q - p, r - p, point - p);
    let normal = to_q.cross(&to_r);
    let per_square = normal.norm_squared().recip();
    let weights = [way.cross(&to_r), to_q.cross(&way)].map(|part| part.dot(&normal) * per_square);
    weights.map(|weight| if weight.is_finite() { weight } else { 0.0 })
}
