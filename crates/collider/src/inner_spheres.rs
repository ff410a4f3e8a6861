//! Spheres around one point that are within two closed bodies: a lower bound of how deep these are
//! in each other, and a point in the middle of what they share.
//!
//! # Lemma
//!
//! If the sphere of radius `r` around a point is within A, and that of radius `s` within B, the
//! depth is at least `r + s`. *Proof.* B moved by `t` holds the second sphere moved by `t`. If
//! `|t| < r + s` the two spheres have a point in common that is inside both. *End.*
//!
//! A sphere is within a closed body if its middle is inside and its radius at most the distance to
//! the surface; a radius of 0 is one as well.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{LowerBound, Placement, Pose, UpperBound, unit_vector};
use obbtree_query::DistanceOptions;
use obbtree_query::interrupt::pause_at;

use crate::body::Body;
use crate::contacts::Contact;
use crate::points::point_body;
use crate::query::Query;

/// How often a sphere is looked for from one start; and its first step, of the radii so far.
const STEPS: usize = 48;
const FIRST_STEP: f64 = 0.5;
/// The last step: from the best of several starts, from each of these, and of a search for a point
/// to begin from.
const FINE: f64 = 1.0 / (1_u64 << 23) as f64;
const MEDIUM: f64 = 1.0 / 1024.0;
pub(crate) const COARSE: f64 = 1.0 / 16.0;
/// Radii are known to within this part of the last step.
const ERROR_OF_STEP: f64 = 0.25;

/// Spheres around one point in two bodies.
#[derive(Clone, Copy)]
pub(crate) struct Spheres {
    pub(crate) middle: Point3<f64>,
    /// Each at least.
    radii: [f64; 2],
    /// The sum of both, at least.
    pub(crate) lower: f64,
    /// From the point of B's surface that is closest to the middle to that of A's: the way in
    /// which B would leave.
    pub(crate) way: Option<Vector3<f64>>,
    /// Along it both radii grow.
    uphill: Vector3<f64>,
}

impl Query {
    /// Spheres in both bodies with one middle whose radii have a large sum; and at least the depth,
    /// by these and by the deepest vertices.
    pub(crate) fn spheres(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
        contacts: &[Contact],
    ) -> (f64, Option<Spheres>) {
        let (mut lower, mut starts) = (0.0_f64, Vec::new());
        for deepest in self.deepest_points(bodies, poses).into_iter().flatten() {
            lower = lower.max(deepest.lower);
            let way = deepest.on_surface - deepest.point;
            starts.extend([0.0, 0.25, 0.5].map(|part| deepest.point + way * part));
        }
        let points = contacts.iter().flat_map(Contact::points);
        let (mut sum, mut count) = (Vector3::zeros(), 0.0);
        for point in points {
            (sum, count) = (sum + point.coords, count + 1.0);
        }
        if count > 0.0 {
            starts.push(Point3::from(sum / count));
        }
        let best = self.widest_of(bodies, poses, starts, MEDIUM);
        let best = best.and_then(|best| self.widened(bodies, poses, best.middle, FINE));
        (best.map_or(lower, |best| lower.max(best.lower)), best)
    }

    /// The largest that are found from some points.
    pub(crate) fn widest_of(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
        starts: Vec<Point3<f64>>,
        finest: f64,
    ) -> Option<Spheres> {
        let all = starts.into_iter().filter_map(|at| self.widened(bodies, poses, at, finest));
        all.reduce(|best, next| if next.lower > best.lower { next } else { best })
    }

    /// Those around a point, whose middle is moved as long as that gives a larger sum of radii, in
    /// steps of at least a part of it. `None` if the point is not inside both bodies.
    fn widened(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
        start: Point3<f64>,
        finest: f64,
    ) -> Option<Spheres> {
        let error = DistanceOptions::default().relative_error(finest * ERROR_OF_STEP);
        let mut known = self.spheres_around(bodies, poses, start, None, &error)?;
        let mut step = known.lower * FIRST_STEP;
        for index in 0..STEPS {
            pause_at(index);
            // Away from both surfaces, then across.
            let way = known.way.unwrap_or_else(Vector3::x);
            let uphill = unit_vector(&known.uphill);
            let across = way.cross(&Vector3::ith(way.iamin(), 1.0)).normalize();
            let beside = way.cross(&across);
            let tries = [across, -across, beside, -beside, way, -way];
            let better = uphill.into_iter().chain(tries).find_map(|along| {
                let to = known.middle + along * step;
                let found = self.spheres_around(bodies, poses, to, Some(&known), &error)?;
                (found.lower > known.lower).then_some(found)
            });
            match better {
                Some(found) => known = found,
                None => step *= 0.5,
            }
            if !(step > known.lower * finest) {
                break;
            }
        }
        Some(known)
    }

    /// The largest spheres around a point, to within an error of the radii; `None` if it is not
    /// inside both bodies. Some others may be known.
    fn spheres_around(
        &mut self,
        bodies: [&Body; 2],
        poses: [&Pose; 2],
        point: Point3<f64>,
        known: Option<&Spheres>,
        error: &DistanceOptions,
    ) -> Option<Spheres> {
        let at = Pose::from_translation(point.into()).ok()?;
        let mut radii = [0.0; 2];
        let mut closest = [point; 2];
        for n in 0..2 {
            let placement = Placement::new(poses[n], &at);
            let found = self.of_surfaces(bodies[n], point_body(), &placement, error)?;
            // What is within a sphere is inside without asking.
            let is_within = known.is_some_and(|known| {
                let way = UpperBound::of_distance(&point, &known.middle);
                way.is_below(LowerBound::from(known.radii[n]))
            });
            let is_in = || bodies[n].contains(poses[n], &Point3::origin(), &at);
            if !(is_within || found.upper == 0.0 || is_in()) {
                return None;
            }
            (radii[n], closest[n]) = (found.lower, found.points[0]);
        }
        let lower = (LowerBound::from(radii[0]) + LowerBound::from(radii[1])).get();
        let away = |on: Point3<f64>| unit_vector(&(point - on)).unwrap_or_default();
        let [on_a, on_b] = closest;
        let uphill = away(on_a) + away(on_b);
        Some(Spheres { middle: point, radii, lower, way: unit_vector(&(on_a - on_b)), uphill })
    }
}
