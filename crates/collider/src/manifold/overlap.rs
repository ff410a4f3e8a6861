//! A short translation that parts two bodies that overlap.
//!
//! # Lemma
//!
//! Let B move along `d`. The volume that A and B have in common changes by `-(d . s)` for each unit
//! of way, where `s` is the integral of A's outer normal over the part of A's surface that is
//! within B. By Stokes that is `1/2` of the integral of `x` cross `dx` along the curves in which
//! the surfaces cross, with `dx` along the cross product of the outer normals of A and B: seen from
//! outside A, B's inside is then on the left. So along `s` the common volume shrinks fastest, and
//! `s` changes by little where the bodies do, whatever the triangles are.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Pose, unit_vector};
use obbtree_query::interrupt::{pause, pause_at};

use super::crossing::{depth_at, segment};
use super::surface::Surface;
use crate::body::one_inside;
use crate::query::Query;

/// A translation is made twice as long so often, from the depth of a pair of triangles on.
const DOUBLINGS: usize = 7;
/// Then the last step is halved so often: the bodies come free within a sixteenth of the way.
const HALVINGS: usize = 4;

/// The triangles that cross, and how deep.
pub(super) struct Overlap {
    pairs: Vec<[u32; 2]>,
    /// Of the deepest pair, by its planes, with the direction from A to B that this is along.
    pub(super) deepest: f64,
    direction: Vector3<f64>,
}

/// Where bodies overlap, rounded.
#[derive(Clone, Copy)]
pub(crate) struct Hint {
    /// Of the curves of contact.
    pub(crate) middle: Point3<f64>,
    /// B should leave A along it.
    pub(crate) along: Vector3<f64>,
    /// How deep two triangles are in each other.
    pub(crate) deepest: f64,
    /// Vertices uphill from the triangles that cross: of A along, of B the other way.
    pub(crate) deep: [u32; 2],
}

impl Overlap {
    /// Of surfaces whose outside is known; else the depth is that of the triangles' planes, to
    /// whichever side is shorter.
    pub(super) fn of(query: &mut Query, [a, b]: [&Surface<'_>; 2]) -> Self {
        let pairs = query.all_pairs([a.body, b.body], [&a.pose, &b.pose]);
        let mut overlap = Self { pairs, deepest: 0.0, direction: Vector3::zeros() };
        for (index, &[i, j]) in overlap.pairs.iter().enumerate() {
            pause_at(index);
            let placed = [a.placed(i), b.placed(j)];
            let normals = [a.any_normal(&placed[0]), b.any_normal(&placed[1])];
            let [Some(n), Some(m)] = normals else { continue };
            let sides: &[f64] =
                if a.has_outside() && b.has_outside() { &[1.0] } else { &[1.0, -1.0] };
            let depths = sides.iter().flat_map(|s| sides.iter().map(move |t| (n * *s, m * *t)));
            let depths = depths.map(|(n, m)| (depth_at([&placed[0], &placed[1]], [&n, &m]), n));
            let least = depths.reduce(|best, next| if next.0 < best.0 { next } else { best });
            if let Some((depth, direction)) = least.filter(|(depth, _)| *depth > overlap.deepest) {
                (overlap.deepest, overlap.direction) = (depth, direction);
            }
        }
        let size = |s: &Surface<'_>| s.pose.translation().amax();
        let corner = overlap.pairs.first().map_or(0.0, |&[i, _]| a.placed(i)[0].coords.amax());
        if overlap.deepest <= TOUCHING * (corner + size(a) + size(b)) {
            overlap.deepest = 0.0;
        }
        overlap
    }

    /// The area within the curves of contact, as a vector towards B; and their middle.
    fn vector_area(&self, [a, b]: [&Surface<'_>; 2]) -> (Vector3<f64>, Option<Point3<f64>>) {
        let mut area = Vector3::zeros();
        let mut origin: Option<Point3<f64>> = None;
        let (mut middle, mut all) = (Vector3::zeros(), 0.0);
        for &[i, j] in &self.pairs {
            let placed = [a.placed(i), b.placed(j)];
            let normals = [a.any_normal(&placed[0]), b.any_normal(&placed[1])];
            let ([Some(n), Some(m)], Some([from, to])) = (normals, segment(&placed[0], &placed[1]))
            else {
                continue;
            };
            let origin = *origin.get_or_insert(from);
            let part = (from - origin).cross(&(to - from));
            area += if n.cross(&m).dot(&(to - from)) < 0.0 { -part } else { part };
            let length = (to - from).norm();
            middle += (nalgebra::center(&from, &to) - origin) * length;
            all += length;
        }
        (area, origin.filter(|_| all > 0.0).map(|origin| origin + middle / all))
    }

    /// See [`Hint`]. `None` where surfaces do not cross.
    pub(super) fn hint(&self, surfaces: [&Surface<'_>; 2]) -> Option<Hint> {
        let (area, middle) = self.vector_area(surfaces);
        let along = unit_vector(&area).unwrap_or(self.direction);
        let deep = [0, 1].map(|n| {
            let along = if n == 0 { along } else { -along };
            let triangles = self.pairs.iter().map(|pair| pair[n]);
            surfaces[n].farthest_above(triangles, &along)
        });
        let [of_a, of_b] = deep;
        Some(Hint { middle: middle?, along, deepest: self.deepest, deep: [of_a?, of_b?] })
    }

    /// A translation of B that parts it from A, without radii, certainly; zero where they do not
    /// overlap and where none is found.
    pub(super) fn translation_apart(
        &self,
        query: &mut Query,
        surfaces: [&Surface<'_>; 2],
    ) -> Vector3<f64> {
        if self.deepest == 0.0 {
            return Vector3::zeros();
        }
        let directions = [unit_vector(&self.vector_area(surfaces).0), Some(self.direction)];
        let apart = |direction| shortest(query, surfaces, direction, self.deepest);
        directions.into_iter().flatten().find_map(apart).unwrap_or_default()
    }
}

/// Less than this part of the coordinates is rounding.
const TOUCHING: f64 = 1e-14;

/// About the shortest translation along a direction that parts the bodies.
fn shortest(
    query: &mut Query,
    [a, b]: [&Surface<'_>; 2],
    direction: Vector3<f64>,
    first: f64,
) -> Option<Vector3<f64>> {
    let mut is_free = |length: f64| {
        pause();
        Pose::new(*b.pose.rotation(), b.pose.translation() + direction * length).is_ok_and(|pose| {
            query.first_pair(a.body, &a.pose, b.body, &pose).is_none()
                && !one_inside(a.body, &a.pose, b.body, &pose)
        })
    };
    let mut free = (0..DOUBLINGS as i32).map(|n| first * 2.0_f64.powi(n)).find(|&l| is_free(l))?;
    let mut step = if free > first { free / 4.0 } else { free / 2.0 };
    for _ in 0..HALVINGS {
        if is_free(free - step) {
            free -= step;
        }
        step /= 2.0;
    }
    Some(direction * free)
}
