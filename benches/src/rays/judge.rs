//! Answers of another engine beside the certain ones: which differ, and is that its rounding?
//!
//! A triangle that was missed or invented is explained by rounding if the line of the ray passes
//! near the triangle's boundary, nearer than so many roundings of the coordinates; that is so for
//! every triangle that the ray sees edge-on. A parameter may be off by what these roundings move
//! the hit along the ray.

use nalgebra::{Point3, Vector3};
use obbtree::query::{Ray, RayHit};
use obbtree::{Body, Mesh, Pose};
use obbtree_predicates::Triangle;
use serde::Serialize;

use super::files::Answer;

/// So many roundings of the largest number involved are taken as what an engine loses.
const ROUNDINGS: f64 = 64.0;

/// How many answers of one kind of ray differ, and how.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Verdicts {
    /// All rays.
    rays: usize,
    /// Those that hit, by the certain answer.
    hits: usize,
    /// The same parameter up to rounding, another triangle: through a common edge, or one on the
    /// other.
    other_triangle: usize,
    /// Missed the first triangle, by rounding.
    missed: usize,
    /// Named a triangle that the ray does not meet, by rounding.
    invented: usize,
    /// None of these.
    unexplained: usize,
    /// The farthest that a line passed from the boundary of a triangle that was missed or invented,
    /// in roundings.
    farthest: f64,
}

/// The certain answers, and a peer's precision.
pub struct Judge<'m> {
    mesh: &'m Mesh,
    body: Body,
    size: f64,
    /// What a rounding of the peer is, relative to its result.
    rounding: f64,
}

/// What an answer is beside the certain one.
enum Verdict {
    Same,
    OtherTriangle,
    /// The triangle in question.
    Missed(usize),
    Invented(usize),
    Unexplained,
}

impl<'m> Judge<'m> {
    /// For answers with this relative rounding: 2^-24 or 2^-53.
    pub fn new(mesh: &'m Mesh, rounding: f64) -> Self {
        let most = |most: f64, x: &f64| most.max(x.abs());
        let size = mesh.vertices().as_flattened().iter().fold(0.0, most);
        Self { mesh, body: Body::new(mesh.clone()), size, rounding }
    }

    /// Counts what the answers to some rays are.
    pub fn of(&self, rays: &[Ray], answers: &[Answer]) -> Verdicts {
        let mut sums = Verdicts { rays: rays.len(), ..Verdicts::default() };
        for (ray, &answer) in rays.iter().zip(answers) {
            let ours = self.body.closest_hit(&Pose::identity(), ray);
            sums.hits += usize::from(ours.is_some());
            let (triangle, count) = match self.compare(ray, ours, answer) {
                Verdict::Same => continue,
                Verdict::OtherTriangle => {
                    sums.other_triangle += 1;
                    continue;
                }
                Verdict::Unexplained => {
                    sums.unexplained += 1;
                    continue;
                }
                Verdict::Missed(triangle) => (triangle, &mut sums.missed),
                Verdict::Invented(triangle) => (triangle, &mut sums.invented),
            };
            let roundings = self.off_boundary(ray, triangle) / self.rounding_of(ray);
            if roundings <= ROUNDINGS {
                *count += 1;
                sums.farthest = sums.farthest.max(roundings);
            } else {
                sums.unexplained += 1;
            }
        }
        sums
    }

    fn compare(&self, ray: &Ray, ours: Option<RayHit>, (theirs, t): Answer) -> Verdict {
        let theirs = usize::try_from(theirs).ok();
        match (ours, theirs) {
            (None, None) => Verdict::Same,
            (None, Some(triangle)) => Verdict::Invented(triangle),
            (Some(hit), None) => Verdict::Missed(hit.triangle as usize),
            (Some(hit), Some(triangle)) => {
                let first = hit.triangle as usize;
                let off = self.moved(ray, first).max(self.moved(ray, triangle));
                let is_near = (hit.lower - t).max(t - hit.upper) <= off;
                match (first == triangle, is_near) {
                    (true, true) => Verdict::Same,
                    (true, false) => Verdict::Unexplained,
                    (false, true) => Verdict::OtherTriangle,
                    (false, false) if t > hit.upper => Verdict::Missed(first),
                    (false, false) => Verdict::Invented(triangle),
                }
            }
        }
    }

    /// One rounding of the peer, as a length.
    fn rounding_of(&self, ray: &Ray) -> f64 {
        self.rounding * self.size.max(ray.origin().coords.amax())
    }

    /// By how much roundings can move the parameter where the ray meets the plane of a triangle:
    /// infinite if it lies in the plane, or the triangle has no area.
    fn moved(&self, ray: &Ray, triangle: usize) -> f64 {
        let [p, q, r] = self.mesh.triangle(triangle);
        let steepness = (q - p).cross(&(r - p)).normalize().dot(&ray.direction()).abs();
        if steepness > 0.0 { ROUNDINGS * self.rounding_of(ray) / steepness } else { f64::INFINITY }
    }

    /// How far the line of a ray is from the boundary of a triangle.
    fn off_boundary(&self, ray: &Ray, triangle: usize) -> f64 {
        let corners: Triangle = self.mesh.triangle(triangle);
        let edge = |i: usize| line_to_segment(ray, &corners[i], &corners[(i + 1) % 3]);
        edge(0).min(edge(1)).min(edge(2))
    }
}

/// The distance of the line of a ray and a segment: both are projected along the ray, where the
/// line is a point.
fn line_to_segment(ray: &Ray, p: &Point3<f64>, q: &Point3<f64>) -> f64 {
    let along = ray.direction().normalize();
    let across = |v: Vector3<f64>| v - along * along.dot(&v);
    let (to_p, edge) = (across(p - ray.origin()), across(q - p));
    let square = edge.norm_squared();
    let share = if square > 0.0 { (-to_p.dot(&edge) / square).clamp(0.0, 1.0) } else { 0.0 };
    (to_p + edge * share).norm()
}
