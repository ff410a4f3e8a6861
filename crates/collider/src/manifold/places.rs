//! Where two surfaces are near each other: points of pairs of triangles, with a normal each.

use std::ops::ControlFlow;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{
    Placement, RoundedDistance, Triangle, shared_set, triangles_direction, unit_vector,
};
use obbtree_query::interrupt::pause_at;
use obbtree_query::wide;

use super::answer::Feature;
use super::shared_part::{Weights, shared_corners};
use super::surface::{Edges, Surface, TILT};
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
    /// B was moved by this to part it from A.
    pub(super) apart: Vector3<f64>,
    /// One body is within the other: normals are from B's closest point to A's.
    pub(super) is_held: bool,
}

/// Points farther apart than this times their coordinates tell the direction by their difference.
const FAR: f64 = 1.0 / (1_u64 << 20) as f64;

/// The sine of the angle by which such a direction may be off.
const NONE: f64 = 1.0 / (1_u64 << 24) as f64;

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
    let mut near = Vec::new();
    query.counting(|counts, workspace| {
        let trees = [a.body.tree(), b.body.tree()];
        let _ =
            wide::close_pairs(trees, &placement, limits.cores, counts, workspace, &mut |i, j| {
                near.push([i, j]);
                ControlFlow::Continue(())
            });
    });
    pairs::sort(&mut near);
    let rounded = |&[i, j]: &[u32; 2]| {
        let found = RoundedDistance::new(&a.body.triangle(i), &b.body.triangle(j), &placement);
        (found.lower <= limits.cores).then_some(([i, j], found))
    };
    let near: Vec<([u32; 2], RoundedDistance)> = near.iter().filter_map(rounded).collect();
    let edges = [0, 1].map(|n| Edges::of(surfaces[n], near.iter().map(|(pair, _)| pair[n])));
    let mut between = Between { surfaces, edges, placement, limits, places: Vec::new() };
    for (index, (pair, rounded)) in near.iter().enumerate() {
        pause_at(index);
        between.add(*pair, rounded);
    }
    between.places
}

struct Between<'b> {
    surfaces: [&'b Surface<'b>; 2],
    edges: [Edges; 2],
    placement: Placement,
    limits: &'b Limits,
    places: Vec<Place>,
}

impl Between<'_> {
    fn add(&mut self, pair: [u32; 2], rounded: &RoundedDistance) {
        let [of_a, of_b] = [0, 1].map(|n| self.surfaces[n].body.triangle(pair[n]));
        let placed = [0, 1].map(|n| self.surfaces[n].placed(pair[n]));
        let may_meet = rounded.lower == 0.0;
        if may_meet && let Some(shared) = shared_set(&of_a, &of_b, &self.placement) {
            let (normal, beyond) = (shared.normal, shared.normal * shared.local_depth);
            let cross = shared.local_depth > 0.0;
            if !cross && !self.are_facing(&placed, &normal) {
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
        let [p, q] = at(&placed, weights);
        let way = q - p;
        let direction = match way.amax() > FAR * (p.coords.amax() + q.coords.amax()) {
            true => unit_vector(&way),
            false => triangles_direction(&of_a, &of_b, &self.placement),
        };
        let Some(direction) = direction else { return };
        let normal = if self.limits.is_held { -direction } else { direction };
        if !self.are_facing(&placed, &normal) {
            return;
        }
        let features = self.features(pair, weights);
        let shared = shared_corners(&placed[0], &placed[1], &normal);
        let is_least = self.are_farthest(features, &normal, NONE);
        if shared.is_empty() && is_least {
            self.push([p, q], normal, features, true);
        }
        if is_least || self.are_farthest(features, &normal, TILT) {
            for weights in shared {
                self.push(at(&placed, weights), normal, self.features(pair, weights), is_least);
            }
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
        // What `f64` makes of the margin.
        let rounding = f64::EPSILON * 16.0 * (p.coords.amax() + q.coords.amax());
        if depth >= -self.limits.margin - rounding {
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

    fn are_farthest(&self, features: [Feature; 2], normal: &Vector3<f64>, tilt: f64) -> bool {
        [(0, *normal), (1, -normal)].into_iter().all(|(n, direction)| {
            let Surface { body, pose, .. } = self.surfaces[n];
            let direction = pose.rotation().tr_mul(&direction);
            self.edges[n].is_farthest(body.mesh(), features[n], &direction, tilt)
        })
    }
}

fn at(triangles: &[Triangle; 2], weights: Weights) -> [Point3<f64>; 2] {
    [0, 1].map(|n| {
        let ([p, q, r], [second, third]) = (&triangles[n], weights[n]);
        p + (q - p) * second + (r - p) * third
    })
}

/// The barycentric coordinates, of corners 1 and 2, of a point of a triangle. 0 where it has no
/// area.
fn weights_in([p, q, r]: &Triangle, point: &Point3<f64>) -> [f64; 2] {
    let (to_q, to_r, way) = (q - p, r - p, point - p);
    let normal = to_q.cross(&to_r);
    let per_square = normal.norm_squared().recip();
    let weights = [way.cross(&to_r), to_q.cross(&way)].map(|part| part.dot(&normal) * per_square);
    weights.map(|weight| if weight.is_finite() { weight } else { 0.0 })
}
