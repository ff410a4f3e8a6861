//! Bounds of the depth of two solids, and what makes them better from a way out on.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::Pose;
use obbtree_query::interrupt::pause;

use crate::collider::ColliderRef::{self, Mesh, Points, Shape};
use crate::inner_hull::inner_hull;
use crate::placed_solid::PlacedSolid;
use crate::query::Query;
use crate::separation::Separation;
use crate::shape::{ConvexPart, depth_of_pieces};

/// Convex pieces of bodies reach so many times as far as the way out.
const PIECES: f64 = 2.0;
/// Triangles are left out of pieces by their own planes if these are so far away, as a part of how
/// far the triangle is: by faces where the surface is convex, and by the closest points where not.
const FACING: [f64; 2] = [0.25, 0.9];
/// The bounds of the depth of two pieces are so far apart, as a part of it.
const OF_PIECES: f64 = 1e-4;
/// So often pieces are looked at where bodies touch last, as long as the way out becomes shorter.
const LAST_TOUCHES: usize = 3;
/// No narrower interval is looked for, as a part of the upper end.
const NARROW: f64 = 1e-3;

/// What a way out that is too short is made longer by is doubled so often at most: from an ulp to
/// some times the length.
const DOUBLINGS: usize = 60;

/// What is known of a depth.
#[derive(Clone, Copy, Default)]
pub(super) struct Bounds {
    pub(super) lower: f64,
    /// A translation that parts the two.
    pub(super) way: Option<Vector3<f64>>,
    /// The last one of which it was looked at what leaves last.
    touched: Option<Vector3<f64>>,
}

impl Bounds {
    pub(super) fn is_narrow(&self) -> bool {
        self.way.is_some_and(|way| self.lower >= way.norm() * (1.0 - NARROW))
    }

    /// The better ones of these and others.
    pub(super) fn and(&self, lower: f64, way: Option<Vector3<f64>>) -> Self {
        let ways = [self.way, way].into_iter().flatten();
        let way = ways.min_by(|one, other| one.norm().total_cmp(&other.norm()));
        Self { lower: self.lower.max(lower), way, ..*self }
    }
}

impl Query {
    /// Better bounds by convex pieces around what leaves A last on the way out, and again on the
    /// shorter one that these tell.
    pub(super) fn by_last_touches(
        &mut self,
        solids: [PlacedSolid<'_>; 2],
        mut known: Bounds,
    ) -> Bounds {
        let [a, b] = solids;
        for _ in 0..LAST_TOUCHES {
            let new = known.way.filter(|way| known.touched != Some(*way) && !known.is_narrow());
            let Some(way) = new else { break };
            known.touched = Some(way);
            let out = Pose::new(*b.pose.rotation(), b.pose.translation() + way);
            let Ok(out) = out else { break };
            let [on_a, on_b] = self.distance(a.collider, a.pose, b.collider, &out).points;
            let middle = nalgebra::center(&on_a, &(on_b - way));
            known = self.by_pieces(solids, &middle, known);
        }
        known
    }

    /// Better bounds by convex pieces of meshes around a point, if there are.
    pub(super) fn by_pieces(
        &mut self,
        solids: [PlacedSolid<'_>; 2],
        middle: &Point3<f64>,
        mut known: Bounds,
    ) -> Bounds {
        let Ok(at) = Pose::from_translation((*middle).into()) else { return known };
        let may_be_around = |solid: PlacedSolid<'_>| match solid.collider {
            Mesh(body) => body.contains(solid.pose, &Point3::origin(), &at),
            Shape(_) | Points(_) => true,
        };
        if !solids.into_iter().all(may_be_around) {
            return known;
        }
        for facing in FACING {
            let Some(reach) = known.way.map(|way| way.norm() * PIECES) else { break };
            if known.is_narrow() {
                break;
            }
            let piece = |n: usize| match solids[n].collider {
                Mesh(body) => {
                    inner_hull(body, solids[n].pose, &at, reach, facing).map(ConvexPart::Hull)
                }
                Shape(shape) => Some(ConvexPart::Whole(shape, *solids[n].pose)),
                Points(_) => None,
            };
            let (Some(a), Some(b)) = (piece(0), piece(1)) else { continue };
            let Some((interval, along)) = depth_of_pieces([&a, &b], at.translation(), OF_PIECES)
            else {
                continue;
            };
            let lower = known.lower.max(interval.lower);
            let out = Separation::new(self, solids);
            let way = out.along(&along, interval.upper, known.way);
            known = Bounds { lower, way: way.or(known.way), ..known };
        }
        known
    }

    /// A translation along a direction that frees B: so long and some more, at first `beyond`.
    pub(super) fn way_out(
        &mut self,
        [a, b]: [ColliderRef<'_>; 2],
        [pose_a, pose_b]: [&Pose; 2],
        along: &Vector3<f64>,
        length: f64,
        beyond: f64,
    ) -> Option<Vector3<f64>> {
        let size = length + pose_a.translation().amax() + pose_b.translation().amax();
        let mut more = beyond;
        (0..DOUBLINGS).find_map(|_| {
            pause();
            let way = along * (length + more);
            more = (2.0 * more).max(size * f64::EPSILON);
            let moved = Pose::new(*pose_b.rotation(), pose_b.translation() + way).ok()?;
            (!self.collide(a, pose_a, b, &moved)).then(|| way.map(|x| x + 0.0))
        })
    }
}
