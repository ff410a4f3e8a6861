//! A translation that parts two solids, proven by asking again where it puts them.
//!
//! Along each of some directions longer and longer translations are tried, from the largest local
//! depth, which no translation that parts the bodies falls short of, to the one after which
//! nothing overlaps along the direction. Between the last that does not free the bodies and the
//! first that does, bisection finds where they come free. From the place found, the direction of
//! the two closest points is tried next: that is the normal of the contact that was left last (C.
//! Je, M. Tang, Y. Lee, M. Lee, Y. J. Kim, "PolyDepth: Real-Time Penetration Depth Computation
//! Using Iterative Contact-Space Projection", ACM TOG 31(1), 2012, section 4). What comes out
//! bounds the penetration depth from above; shorter ones may exist.

use nalgebra::Vector3;
use obbtree_predicates::{Pose, unit_vector};
use obbtree_query::interrupt::pause;

use crate::body::one_inside;
use crate::collider::ColliderRef::Mesh;
use crate::contacts::Contact;
use crate::corner_planes::{self, Plane};
use crate::placed_solid::PlacedSolid;
use crate::query::Query;

/// How often the direction of the closest points is tried.
const PROJECTIONS: usize = 4;

/// So many planes are looked at to slide along, at most.
const SLIDES: usize = 12;

/// The next length that is tried is so much longer: small steps find the gap between two parts of
/// a body, as between the threads of a bolt, large ones are fewer.
const GROWTH: f64 = 1.5;

/// Axes are the same if the cosine of their angle is at least this.
const SAME_AXIS: f64 = 1.0 - 1e-9;

/// Bisection ends where the shortest length known to be free is so little above one that is not:
/// 2^-20, and 2^-12 along a single direction.
const LENGTH_FOUND: f64 = 1.0 / (1_u64 << 20) as f64;
const LENGTH_ALONG: f64 = 1.0 / (1_u64 << 12) as f64;

/// A shorter translation is worth looking for if it is by this part of the best one.
const LITTLE: f64 = 1.0 / 4096.0;

/// Bisection halves at most so often: from the size of the bodies to an ulp of it, and a little
/// more.
const HALVINGS: usize = 64;

/// Lengths below this, relative to the coordinates, are some roundings: the first that is tried
/// where bodies only touch.
const BEYOND: f64 = 16.0 * f64::EPSILON;

/// Farther than this times the size and the way out no rounding reaches.
const BEYOND_ALL: f64 = 4.0;

/// A length that is known to be needed is tried with so much more of it.
const JUST_ENOUGH: [f64; 3] = [1e-6, 1e-5, 1e-4];

/// Two solids that collide, and the shortest way to part them so far.
pub(crate) struct Separation<'q> {
    query: &'q mut Query,
    solids: [PlacedSolid<'q>; 2],
    /// A length and a translation of B that frees them.
    best: Option<(f64, Vector3<f64>)>,
    /// The largest local depth.
    deepest: f64,
}

impl<'q> Separation<'q> {
    pub(crate) fn new(query: &'q mut Query, solids: [PlacedSolid<'q>; 2]) -> Self {
        Self { query, solids, best: None, deepest: 0.0 }
    }

    /// A translation of B after which the two are apart, surely; zero if they are apart as they
    /// are. `None` if it leads out of the range of coordinates. `first` is a direction to try
    /// besides others.
    pub(crate) fn find(
        mut self,
        contacts: &[Contact],
        first: Option<Vector3<f64>>,
    ) -> Option<Vector3<f64>> {
        let depths = contacts.iter().filter_map(Contact::local_depth);
        self.deepest = depths.fold(0.0, f64::max);
        if self.is_free(&Vector3::zeros()) {
            return Some(Vector3::zeros());
        }
        for direction in first.into_iter().chain(self.of_contacts(contacts)) {
            let [way, _] = self.ways_out(&direction);
            self.shorten(&direction, way, LENGTH_FOUND);
        }
        let mut by_overlap: Vec<(f64, Vector3<f64>)> = Vec::new();
        for axis in self.axes() {
            let [way, back] = self.ways_out(&axis);
            by_overlap.extend([(way, axis), (back, -axis)]);
        }
        by_overlap.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        for (way, direction) in by_overlap {
            self.shorten(&direction, way, LENGTH_FOUND);
        }
        for _ in 0..PROJECTIONS {
            let (length, translation) = self.best?;
            let Some(plane) = self.plane_at(&translation) else { break };
            let direction = plane.normal;
            let [way, _] = self.ways_out(&direction);
            self.shorten(&direction, way, LENGTH_FOUND);
            if self.best.is_none_or(|(found, _)| found >= length * (1.0 - LENGTH_FOUND)) {
                break;
            }
        }
        self.slide();
        // Without negative zeros.
        self.best.map(|(_, translation)| translation.map(|x| x + 0.0))
    }

    /// A translation after which the two are apart, surely: along a direction, about as long
    /// as `at_least` or longer; or the one given, if that is shorter.
    pub(crate) fn along(
        mut self,
        direction: &Vector3<f64>,
        at_least: f64,
        given: Option<Vector3<f64>>,
    ) -> Option<Vector3<f64>> {
        self.best = given.map(|translation| (translation.norm(), translation));
        let shorter_than = self.best.map_or(f64::INFINITY, |(length, _)| length);
        for more in JUST_ENOUGH {
            let length = at_least * (1.0 + more);
            if at_least > 0.0 && length < shorter_than && self.is_free(&(direction * length)) {
                return Some(direction.map(|x| x * length + 0.0));
            }
        }
        self.deepest = at_least;
        self.shorten(direction, self.about_out(direction), LENGTH_ALONG);
        self.best.map(|(_, translation)| translation.map(|x| x + 0.0))
    }

    fn moved(&self, translation: &Vector3<f64>) -> Option<Pose> {
        let pose_b = self.solids[1].pose;
        Pose::new(*pose_b.rotation(), pose_b.translation() + translation).ok()
    }

    /// Whether the two are surely apart with B moved, as solids too if they are closed.
    fn is_free(&mut self, translation: &Vector3<f64>) -> bool {
        let [a, b] = self.solids;
        let Some(pose_b) = self.moved(translation) else { return false };
        if let (Mesh(of_a), Mesh(of_b)) = (a.collider, b.collider) {
            return self.query.first_pair(of_a, a.pose, of_b, &pose_b).is_none()
                && !one_inside(of_a, a.pose, of_b, &pose_b);
        }
        self.query.with_solid(true, |query| !query.collide(a.collider, a.pose, b.collider, &pose_b))
    }

    /// Directions to begin with: the axes of the world and of both frames.
    fn axes(&self) -> Vec<Vector3<f64>> {
        let world = [Vector3::x(), Vector3::y(), Vector3::z()];
        let turned = self.solids.map(|solid| world.map(|axis| solid.pose.rotation() * axis));
        let mut axes = world.to_vec();
        for axis in turned.as_flattened() {
            if axes.iter().all(|other| axis.dot(other).abs() < SAME_AXIS) {
                axes.push(*axis);
            }
        }
        axes
    }

    /// The normal of the deepest contact, and sums over the contacts: of their normals, of the
    /// outsides of A's triangles, and of those and the insides of B's, each by the length of what
    /// is shared.
    fn of_contacts(&self, contacts: &[Contact]) -> Vec<Vector3<f64>> {
        let [a, b] = self.solids;
        let mut sums = [Vector3::zeros(); 3];
        let outside = |of: PlacedSolid<'_>, triangle: u32| {
            let [p, q, r] = of.body.triangle(triangle).map(|corner| of.pose.rotation() * corner);
            unit_vector(&(q - p).cross(&(r - p))).unwrap_or_default()
        };
        for contact in contacts {
            let (Some(normal), [Some(in_a), Some(in_b)]) = (contact.normal(), contact.triangles)
            else {
                continue;
            };
            let points = contact.points();
            let length = (points[points.len() - 1] - points[0]).norm();
            sums[0] += normal * length;
            sums[1] += outside(a, in_a) * length;
            sums[2] -= outside(b, in_b) * length;
        }
        sums[2] += sums[1];
        let is_deepest = |contact: &&Contact| contact.local_depth() >= Some(self.deepest);
        let deepest = contacts.iter().find(is_deepest).and_then(Contact::normal);
        deepest.into_iter().chain(sums.iter().filter_map(unit_vector)).collect()
    }

    /// How far B has to go along a unit vector, and against it, to be beyond A.
    fn ways_out(&self, axis: &Vector3<f64>) -> [f64; 2] {
        let [a, b] = self.solids.map(|solid| solid.span(axis));
        [a[1] - b[0], b[1] - a[0]]
    }

    /// How far B has to go along a unit vector to be beyond A, by the boxes around both: that far,
    /// or a little farther.
    fn about_out(&self, axis: &Vector3<f64>) -> f64 {
        let [(of_a, reach_a), (of_b, reach_b)] = self.solids.map(|solid| solid.about(axis));
        of_a - of_b + reach_a + reach_b
    }

    /// Looks for a shorter translation along a direction, where `way` should be free, to within a
    /// part of its length.
    fn shorten(&mut self, direction: &Vector3<f64>, way: f64, found_within: f64) {
        let at = |length: f64| direction * length;
        let shorter_than = self.best.map_or(f64::INFINITY, |(length, _)| length);
        let [a, b] = self.solids.map(|solid| solid.size());
        let size = a.max(b).max(f64::MIN_POSITIVE);
        let end = way.max(0.0) + size * BEYOND;
        let mut blocked = 0.0;
        let mut free = self.deepest.max(size * BEYOND);
        // What is known is improved on, if by that little.
        let shorter = shorter_than * (1.0 - LITTLE);
        loop {
            pause();
            // Beyond the end rounding may still block, but not far beyond.
            if !(blocked < shorter && free < BEYOND_ALL * (end + size)) {
                return;
            }
            free = free.min(shorter);
            if self.is_free(&at(free)) {
                break;
            }
            blocked = free;
            free = if free < end { (free * GROWTH).min(end) } else { free * GROWTH };
        }
        for _ in 0..HALVINGS {
            pause();
            if free - blocked <= free * found_within {
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

    /// Looks for a shorter translation beside the best. Several places may hold B, each with a
    /// plane that it has to stay beyond: the shortest is where some of these meet. From the best
    /// one B is moved towards it, and what it then comes near to gives one plane more.
    fn slide(&mut self) {
        let mut planes: Vec<Plane> = Vec::new();
        for _ in 0..SLIDES {
            let Some((length, from)) = self.best else { return };
            if planes.is_empty() {
                planes.extend(self.plane_at(&from));
            }
            let goal = corner_planes::nearest_beyond(&planes, length * LENGTH_FOUND);
            let Some(goal) = goal.filter(|goal| goal.norm() < length * (1.0 - LITTLE)) else {
                return;
            };
            let (mut free, mut blocked) = (0.0, 1.0);
            if self.is_free(&goal) {
                free = 1.0;
            }
            while blocked - free > f64::from(f32::EPSILON) {
                pause();
                let middle = (free + blocked) / 2.0;
                let at = from + (goal - from) * middle;
                if self.is_free(&at) { free = middle } else { blocked = middle }
            }
            let found = from + (goal - from) * free;
            if found.norm() < length {
                self.best = Some((found.norm(), found));
            }
            planes.extend(self.plane_at(&found));
        }
    }

    /// The plane that B has to stay beyond, moved from a place where it is free: perpendicular to
    /// the way between the two closest points.
    fn plane_at(&mut self, translation: &Vector3<f64>) -> Option<Plane> {
        let [a, b] = self.solids;
        let pose_b = self.moved(translation)?;
        let found = self.query.distance(a.collider, a.pose, b.collider, &pose_b);
        let normal = unit_vector(&(found.points[1] - found.points[0]))?;
        Some(Plane { normal, height: normal.dot(translation) - found.lower })
    }
}
