//! The depth of two closed bodies of which one is not convex.

use obbtree_predicates::unit_vector;

use super::answer::{Depth, DepthError};
use super::bounds::Bounds;
use crate::deepest_point::vertex_inside;
use crate::inner_spheres::COARSE;
use crate::manifold::Hint;
use crate::placed_solid::PlacedSolid;
use crate::query::Query;
use crate::separation::Separation;

/// Points begin from vertices this part of the way from there to the other surface.
const INWARDS: f64 = 0.25;

impl Query {
    pub(super) fn depth_of_bodies(
        &mut self,
        solids: [PlacedSolid<'_>; 2],
    ) -> Result<Depth, DepthError> {
        let (bodies, poses) = (solids.map(|solid| solid.body), solids.map(|solid| solid.pose));
        let mut found = Bounds::default();
        if let Some(hint) = self.overlap_hint(bodies, poses) {
            found = self.by_hint(solids, &hint);
            found = self.by_last_touches(solids, found);
        }
        if !found.is_narrow() {
            let contacts = self.contacts(bodies[0], poses[0], bodies[1], poses[1]);
            let (lower, spheres) = self.spheres(bodies, poses, &contacts);
            let first = spheres.and_then(|spheres| spheres.way);
            let way = Separation::new(self, solids).find(&contacts, first);
            found = found.and(lower, way);
            if let Some(spheres) = spheres {
                found = self.by_pieces(solids, &spheres.middle, found);
            }
            found = self.by_last_touches(solids, found);
        }
        Depth::from_way(found.lower, found.way, poses[1])
    }

    /// Bounds by convex pieces around what leaves last, around points where surfaces cross, and
    /// around the middle of large spheres near these.
    fn by_hint(&mut self, solids: [PlacedSolid<'_>; 2], hint: &Hint) -> Bounds {
        let (bodies, poses) = (solids.map(|solid| solid.body), solids.map(|solid| solid.pose));
        let mut found = Bounds::default();
        let mut starts = vec![hint.middle];
        for (inner, outer) in [(0, 1), (1, 0)] {
            let [inside, around] = [inner, outer].map(|n| (bodies[n], poses[n]));
            let Some(deep) = vertex_inside(self, inside, hint.deep[inner], around) else {
                continue;
            };
            // B leaves A against the way of its own vertices.
            let way = deep.on_surface - deep.point;
            let along = unit_vector(&if inner == 0 { -way } else { way });
            if let Some(along) = along {
                let out = Separation::new(self, solids);
                let way = out.along(&along, deep.upper, found.way);
                found = found.and(deep.lower, way);
            }
            starts.push(deep.point + way * INWARDS);
        }
        if !found.is_narrow() {
            let out = Separation::new(self, solids);
            found.way = out.along(&hint.along, hint.deepest.max(found.lower), found.way);
        }
        found = self.by_last_touches(solids, found);
        for &start in &starts {
            if found.is_narrow() {
                return found;
            }
            found = self.by_pieces(solids, &start, found);
        }
        if found.is_narrow() {
            return found;
        }
        if let Some(spheres) = self.widest_of(bodies, poses, starts, COARSE) {
            found = found.and(spheres.lower, None);
            found = self.by_pieces(solids, &spheres.middle, found);
        }
        found
    }
}
