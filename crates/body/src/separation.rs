//! A translation that parts two bodies, proven by asking again where it puts them.
//!
//! Along each of some directions there is a translation after which the boxes of both, turned to the
//! direction, no longer overlap; between nothing and that one, bisection looks for the shortest that frees the bodies. From the place found,
//! the direction of the two closest points is tried next: that is the normal of the contact that was left
//! last (C. Je, M. Tang, Y. Lee, M. Lee, Y. J. Kim, "PolyDepth: Real-Time Penetration Depth Computation
//! Using Iterative Contact-Space Projection", ACM TOG 31(1), 2012, section 4). What comes out bounds the
//! penetration depth from above; shorter ones may exist.

use nalgebra::Vector3;
use obbtree_predicates::Pose;
use obbtree_query::Engine;

use crate::body::{Body, one_inside};
use crate::contacts::PairContact;
use crate::query::Query;

/// Directions of least overlap that are tried, beside those of the contacts.
const OVERLAPS_TRIED: usize = 4;

/// How often the direction of the closest points is tried.
const PROJECTIONS: usize = 4;

/// Bisection ends where the shortest length known to be free is so little above one that is not: 2^-20.
const LENGTH_FOUND: f64 = 1.0 / (1_u64 << 20) as f64;

/// Bisection halves at most so often: from the size of the bodies to an ulp of it, and a little more.
const HALVINGS: usize = 64;

/// The first length beyond the overlap that is tried, relative to the coordinates: some roundings.
const BEYOND: f64 = 16.0 * f64::EPSILON;

/// Two bodies that collide, and the shortest way to part them so far.
pub(crate) struct Separation<'q, T: Engine> {
    query: &'q mut Query<T>,
    bodies: [&'q Body<T>; 2],
    poses: [&'q Pose; 2],
    /// A length and a translation of B that frees the bodies.
    best: Option<(f64, Vector3<f64>)>,
}

impl<'q, T: Engine> Separation<'q, T> {
    pub(crate) fn new(
        query: &'q mut Query<T>,
        bodies: [&'q Body<T>; 2],
        poses: [&'q Pose; 2],
    ) -> Self {
        Self { query, bodies, poses, best: None }
    }

    /// A translation of B after which the bodies are apart, surely; zero if they are apart as they are.
    /// `None` if it leads out of the range of coordinates.
    pub(crate) fn find(mut self, contacts: &[PairContact]) -> Option<Vector3<f64>> {
        if self.is_free(&Vector3::zeros()) {
            return Some(Vector3::zeros());
        }
        let mut by_overlap: Vec<(f64, Vector3<f64>)> = Vec::new();
        for axis in self.axes() {
            for (direction, way) in [axis, -axis].into_iter().zip(self.ways_out(&axis)) {
                by_overlap.push((way, direction));
            }
        }
        by_overlap.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        by_overlap.truncate(OVERLAPS_TRIED);
        for direction in self.of_contacts(contacts) {
            let [way, _] = self.ways_out(&direction);
            self.shorten(&direction, way);
        }
        for (way, direction) in by_overlap {
            self.shorten(&direction, way);
        }
        for _ in 0..PROJECTIONS {
            let (length, translation) = self.best?;
            let Some(direction) = self.between_closest(&translation) else { break };
            let [way, _] = self.ways_out(&direction);
            self.shorten(&direction, way);
            if self.best.is_none_or(|(found, _)| found >= length * (1.0 - LENGTH_FOUND)) {
                break;
            }
        }
        self.best.map(|(_, translation)| translation)
    }

    fn moved(&self, translation: &Vector3<f64>) -> Option<Pose> {
        let pose_b = self.poses[1];
        Pose::new(*pose_b.rotation(), pose_b.translation() + translation).ok()
    }

    /// Whether the bodies are surely apart with B moved, as solids too if they are closed.
    fn is_free(&mut self, translation: &Vector3<f64>) -> bool {
        let [a, b] = self.bodies;
        let Some(pose_b) = self.moved(translation) else { return false };
        self.query.first_pair(a, self.poses[0], b, &pose_b).is_none()
            && !one_inside(a, self.poses[0], b, &pose_b)
    }

    /// Directions to begin with: the axes of the world and of both bodies.
    fn axes(&self) -> impl Iterator<Item = Vector3<f64>> + use<T> {
        let world = [Vector3::x(), Vector3::y(), Vector3::z()];
        let turned = self.poses.map(|pose| world.map(|axis| pose.rotation() * axis));
        world.into_iter().chain(turned.into_iter().flatten())
    }

    /// Sums over the contacts: of their normals, and of the outsides of A's triangles and the insides of
    /// B's, each by the length of what is shared.
    fn of_contacts(&self, contacts: &[PairContact]) -> Vec<Vector3<f64>> {
        let ([a, b], [pose_a, pose_b]) = (self.bodies, self.poses);
        let mut sums = [Vector3::zeros(); 3];
        let outside = |body: &Body<T>, pose: &Pose, triangle: u32| {
            let [p, q, r] = body.triangle(triangle).map(|corner| pose.rotation() * corner);
            unit(&(q - p).cross(&(r - p))).unwrap_or_default()
        };
        for contact in contacts {
            let points = contact.shared.points();
            let length = (points[points.len() - 1] - points[0]).norm();
            let [in_a, in_b] = contact.triangles;
            sums[0] += contact.shared.normal * length;
            sums[1] += outside(a, pose_a, in_a) * length;
            sums[2] -= outside(b, pose_b, in_b) * length;
        }
        sums[2] += sums[1];
        sums.iter().filter_map(unit).collect()
    }

    /// How far B has to go along a unit vector, and against it, to be beyond A.
    fn ways_out(&self, axis: &Vector3<f64>) -> [f64; 2] {
        let [a, b] = [0, 1].map(|n| span(self.bodies[n], self.poses[n], axis));
        [a[1] - b[0], b[1] - a[0]]
    }

    /// Looks for a shorter translation along a direction, where `way` should be free.
    fn shorten(&mut self, direction: &Vector3<f64>, way: f64) {
        let at = |length: f64| direction * length;
        let mut free = match self.best {
            Some((length, _)) if length <= way => length,
            _ => way,
        };
        // Where boxes just touch, a little more is needed.
        let size = self.size();
        let mut more = size * BEYOND;
        while !self.is_free(&at(free)) {
            // Beyond the size there is nothing, and not NaN either.
            if self.best.is_some() || !(more < 4.0 * size) {
                return;
            }
            free = way.max(0.0) + more;
            more *= 2.0;
        }
        let mut blocked = 0.0;
        for _ in 0..HALVINGS {
            if free - blocked <= free * LENGTH_FOUND {
                break;
            }
            let middle = blocked + (free - blocked) / 2.0;
            if self.is_free(&at(middle)) {
                free = middle;
            } else {
                blocked = middle;
            }
        }
        if self.best.is_none_or(|(length, _)| free < length) {
            self.best = Some((free, at(free)));
        }
    }

    /// From A's to B's closest point, with B moved.
    fn between_closest(&mut self, translation: &Vector3<f64>) -> Option<Vector3<f64>> {
        let [a, b] = self.bodies;
        let pose_b = self.moved(translation)?;
        let found = self.query.distance(a, self.poses[0], b, &pose_b);
        unit(&(found.points[1] - found.points[0]))
    }

    /// At least the largest coordinate in the world, and at most some times that.
    fn size(&self) -> f64 {
        let of = |body: &Body<T>, pose: &Pose| {
            let vertices = body.mesh().vertices().as_flattened();
            let largest = vertices.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            2.0 * largest + pose.translation().amax()
        };
        of(self.bodies[0], self.poses[0]).max(of(self.bodies[1], self.poses[1]))
    }
}

/// The least and the largest height of a placed body along a unit vector, rounded.
fn span<T>(body: &Body<T>, pose: &Pose, axis: &Vector3<f64>) -> [f64; 2] {
    let in_mesh = pose.rotation().tr_mul(axis);
    let mut span = [f64::INFINITY, f64::NEG_INFINITY];
    for vertex in body.mesh().vertices() {
        let height = in_mesh.x * vertex[0] + in_mesh.y * vertex[1] + in_mesh.z * vertex[2];
        span = [span[0].min(height), span[1].max(height)];
    }
    let offset = axis.dot(pose.translation());
    span.map(|height| height + offset)
}

fn unit(vector: &Vector3<f64>) -> Option<Vector3<f64>> {
    let scale = obbtree_predicates::unit_scale(vector.amax());
    (vector * scale).try_normalize(0.0)
}
