//! The depth of a round shape in a closed mesh that is not convex: a sphere, capsule, cylinder,
//! cone, rounded hull; or a point, segment or polygon.
//!
//! # Lemma
//!
//! Let all points within `r` of the core K be in the shape, and M the mesh. (1) If a point of K is
//! inside M, `d` from its surface, the depth is at least `r + d`. (2) If K is outside of M, `d`
//! from it, the depth is at least `r - d`. (3) Else it is at least `r`. *Proof.* (1) The shape has
//! the sphere of radius `r` around that point and M the one of `d`, and what parts the two leaves
//! the middles `r + d` apart. (2), (3) What parts the shape and M leaves K at least `r` from M, and
//! a translation of length `t` changes the distance of K and M by `t` at most. *End.*
//!
//! Convex pieces of the mesh around what leaves it last tell more: all of the shape is a piece.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LowerBound, Placement, UpperBound, unit_vector};
use obbtree_query::DistanceOptions;
use obbtree_query::interrupt::pause;

use super::answer::{Depth, DepthError};
use super::bounds::Bounds;
use crate::deepest_point::deepest_point;
use crate::placed_solid::PlacedSolid;
use crate::query::Query;
use crate::separation::Separation;
use crate::surface_distance::ALWAYS;

/// Of so many triangles at most that a core crosses, the way out of the face is tried.
const FACES: usize = 16;

/// What is known from a core and a mesh.
struct OfCore {
    lower: f64,
    /// Translations that may part the shape from the mesh, about as long as they should be.
    ways: Vec<Vector3<f64>>,
    /// Points of the core that are inside the mesh.
    inside: Vec<Point3<f64>>,
}

impl Query {
    /// One of the two is a mesh.
    pub(super) fn depth_of_round(
        &mut self,
        solids: [PlacedSolid<'_>; 2],
    ) -> Result<Depth, DepthError> {
        let [a, b] = solids;
        let (of_core, side) = match a.is_mesh() {
            true => (self.of_core(a, b), 1.0),
            false => (self.of_core(b, a), -1.0),
        };
        let mut found = Bounds::default().and(of_core.lower, None);
        for way in of_core.ways {
            pause();
            let Some(along) = unit_vector(&(way * side)) else { continue };
            found.way = Separation::new(self, solids).along(&along, way.norm(), found.way);
            if found.is_narrow() {
                break;
            }
        }
        found = self.by_last_touches(solids, found);
        if !found.is_narrow() {
            let way = Separation::new(self, solids).find(&[], None);
            found = self.by_last_touches(solids, found.and(0.0, way));
        }
        for point in of_core.inside {
            if !found.is_narrow() {
                found = self.by_pieces(solids, &point, found);
            }
        }
        Depth::from_way(found.lower, found.way, b.pose)
    }

    fn of_core(&mut self, mesh: PlacedSolid<'_>, round: PlacedSolid<'_>) -> OfCore {
        let (body, core) = (mesh.body, round.body);
        let radius = round.least_radius();
        let placement = Placement::new(mesh.pose, round.pose);
        let options = DistanceOptions::default();
        let near = self.of_surfaces(body, core, &placement, &options).expect(ALWAYS);
        let [on_mesh, on_core] = near.points;
        let mut found = OfCore { lower: radius, ways: Vec::new(), inside: Vec::new() };
        if near.upper > 0.0 && !body.contains_component(mesh.pose, core, round.pose) {
            found.lower = (LowerBound::from(radius) - UpperBound::from(near.upper)).get().max(0.0);
            let away = unit_vector(&(on_core - on_mesh)).unwrap_or_default();
            found.ways.push(away * (radius - near.lower));
            return found;
        }
        if near.upper > 0.0 {
            found.lower = (LowerBound::from(radius) + LowerBound::from(near.lower)).get();
            let out = unit_vector(&(on_mesh - on_core)).unwrap_or_default();
            found.ways.push(out * (radius + near.upper));
            found.inside.push(on_core);
        }
        if let Some(deep) = deepest_point(self, core, round.pose, body, mesh.pose) {
            let lower = LowerBound::from(radius) + LowerBound::from(deep.lower);
            found.lower = found.lower.max(lower.get());
            let out = unit_vector(&(deep.on_surface - deep.point)).unwrap_or_default();
            found.ways.push(out * (radius + deep.upper));
            found.inside.push(deep.point);
        }
        if near.upper == 0.0 {
            let crossed = self.all_pairs([body, core], [mesh.pose, round.pose]);
            let outward = body.topology().outward();
            for [triangle, _] in crossed.into_iter().take(FACES) {
                let [p, q, r] = body.triangle(triangle).map(|corner| mesh.pose.place(&corner));
                let normal = unit_vector(&(q - p).cross(&(r - p))).unwrap_or_default() * outward;
                found.ways.push(normal * radius);
            }
            let contacts = self.contacts(mesh.collider, mesh.pose, round.collider, round.pose);
            let points = || contacts.iter().flat_map(|contact| contact.points());
            let sum: Vector3<f64> = points().map(|point| point.coords).sum();
            found.inside.push((sum / points().count() as f64).into());
        }
        found
    }
}
