//! Places of bodies that meet where no two features tell of it, as of a sphere whose middle is in a
//! box or of corners of two sharp bodies: B is moved by the shortest way out that is known, and
//! what touches there touches.

use nalgebra::Vector3;
use obbtree_predicates::{Placement, unit_vector};

use super::places::{self, Limits, Place, weights_in};
use super::surface::Surface;
use crate::collider::ColliderRef;
use crate::distance::Distance;
use crate::query::Query;

/// What the depth of a cylinder, cone or frustum may be wrong by, as a part of it: less takes long.
const ERROR: f64 = 1e-3;

impl Query {
    /// Where no way out is known, as of an open mesh, or it takes long, as of a cylinder, cone or
    /// frustum in a mesh that is not convex, the place is that of the closest points of their
    /// cores; else there is none.
    pub(super) fn places_on_way_out(
        &mut self,
        [(a, of_a), (b, of_b)]: [(&Surface<'_>, ColliderRef<'_>); 2],
        margin: f64,
    ) -> Vec<Place> {
        let has_frustum = of_a.is_frustum() || of_b.is_frustum();
        let depth = (!has_frustum || of_a.is_convex() && of_b.is_convex()).then(|| {
            let error = if has_frustum { ERROR } else { 0.0 };
            self.depth_within(of_a, &a.pose, of_b, &b.pose, error)
        });
        let apart = depth.and_then(Result::ok).map_or(Vector3::zeros(), |depth| depth.translation);
        let moved = b.moved(&apart);
        let found = self.surface_distance(a.body, &a.pose, moved.body, &moved.pose);
        let placement = Placement::new(&a.pose, &moved.pose);
        let closest = Distance::of_surfaces(&found, [a.body.mesh(), b.body.mesh()], &placement);
        let out = |normal: Vector3<f64>| if Surface::are_held([a, b]) { -normal } else { normal };
        let Some(normal) = unit_vector(&apart).or(closest.normal.map(out)) else {
            return Vec::new();
        };
        if apart != Vector3::zeros() {
            let limits = Limits::of_parted(margin, found.upper, apart, false);
            let places = places::between(self, [a, &moved], &limits);
            if !places.is_empty() {
                return places;
            }
        }
        let [p, q] = closest.points;
        let on = [p + normal * a.radius, q - normal * b.radius - apart];
        let feature = |n: usize, surface: &Surface<'_>| {
            let triangle = closest.triangles[n].unwrap_or_default();
            let weights = weights_in(&surface.placed(triangle), &closest.points[n]);
            surface.feature(triangle, weights)
        };
        let features = [feature(0, a), feature(1, &moved)];
        let depth = (on[0] - on[1]).dot(&normal);
        vec![Place { on, normal, depth, features, is_least: true }]
    }
}
