//! Contact manifolds: of all places where two placed colliders touch or nearly do, a few points
//! with normals and depths, for solvers of rigid-body motion.
//!
//! | file | content |
//! |---|---|
//! | `answer` | the options and the answer |
//! | `overlap` | bodies that overlap: how deep triangles cross; a short translation that parts them, by the gradient of their common volume |
//! | `crossing` | two triangles that cross: how deep, and along which segment |
//! | `surface` | the body of a collider, its features, and which directions these face |
//! | `places` | pairs of triangles that are near each other, each with its points and its normal |
//! | `shared_part` | two faces or edges that lie on each other: the corners of what they share |
//! | `plane` | a collider over a plane or half-space |
//! | `way_out` | bodies that meet where no features tell of it: what touches at the end of the way out |
//! | `reduction` | places of like normals to manifolds, and a manifold to a few points |

mod answer;
mod crossing;
mod overlap;
mod places;
mod plane;
mod reduction;
mod shared_part;
mod surface;
mod way_out;

use nalgebra::{Point3, Vector3};
use obbtree_predicates::Pose;

use crate::body::Body;
use crate::collider::ColliderRef;
use crate::query::Query;
pub use answer::{Feature, Manifold, ManifoldOptions, ManifoldPoint};
pub(crate) use overlap::Hint;
use overlap::Overlap;
use places::{Limits, Place};
use surface::Surface;

impl Query {
    /// What a solver of rigid-body motion needs of two colliders that touch, overlap or are within
    /// a margin: one manifold for each direction in which they push each other, the deepest first,
    /// each with a few points. Empty where they are farther apart.
    ///
    /// Of the pairs of triangles within the margin count those at which both surfaces are closest,
    /// to within 3 degrees, and face each other; of faces within 3 degrees of parallel the corners
    /// of what they share, above or below each other. So a flat surface of many triangles is one
    /// flat surface, if triangles share vertices. Where closed meshes cross, a corner below a face
    /// counts, and two edges that are beyond each other, as deep as triangles near the crossing
    /// are; halfway between two such points both bodies are solid. Where that tells of less than a
    /// third of that depth, or a mesh is open, the bodies are parted first, along the direction in
    /// which their common volume shrinks fastest, which is the area within their curves of contact
    /// as a vector, and places count by how deep they were. Where that does not part them,
    /// triangles that cut each other give normals and depths of their own
    /// ([`Contact`](crate::Contact)). Of colliders that collide without any such place, as of a
    /// sphere whose middle is in a cuboid, the places are those that touch last on the way out of
    /// [`Query::depth`].
    ///
    /// Points, normals and depths are rounded, to some 1e-14 of the coordinates, and not certified:
    /// [`Query::depth`] and [`Query::distance`] are. Those of a cylinder, cone or frustum are of a
    /// prism of 64 sides in it, which are within 0.0013 of the radius of the round one. A mesh
    /// without thickness or open at its border counts as it is seen from both sides. A mesh within
    /// another, their surfaces apart by more than the margin, has no contact, unless they are
    /// solids ([`Query::solid`]); neither have two planes or half-spaces, point clouds, or voxels.
    /// The answer is the same in every run. A small motion moves points and normals by little where
    /// a body stands on a face. Where many places are nearly equally deep, as on flanks of gears,
    /// others may be chosen, far away; where the way of telling of an overlap changes, depths jump.
    ///
    /// ```
    /// use obbtree_collider::{ManifoldOptions, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let (ground, cuboid) = (Shape::cuboid([9.0, 9.0, 1.0])?, Shape::cuboid([1.0, 2.0, 0.5])?);
    /// let mut query = Query::new();
    /// for (height, depth) in [(1.5, 0.0), (1.4375, 0.0625), (1.5625, -0.0625)] {
    ///     let (here, on_top) = (Pose::identity(), Pose::from_translation([3.0, 3.0, height])?);
    ///     let options = ManifoldOptions::default().margin(0.125);
    ///     let found = query.manifolds(&ground, &here, &cuboid, &on_top, &options);
    ///     assert_eq!(found.len(), 1);
    ///     assert!((found[0].normal - nalgebra::Vector3::z()).norm() < 1e-12);
    ///     assert_eq!(found[0].points.len(), 4);
    ///     assert!(found[0].points.iter().all(|point| (point.depth - depth).abs() < 1e-12));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn manifolds<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
        options: &ManifoldOptions,
    ) -> Vec<Manifold> {
        let (of_a, of_b) = (a.into(), b.into());
        if !(options.margin >= 0.0) || options.points == 0 {
            return Vec::new();
        }
        let margin = options.margin;
        let places = match (Surface::of(of_a, pose_a), Surface::of(of_b, pose_b)) {
            (Some(a), Some(b)) => {
                let places = self.places_of_surfaces([&a, &b], margin);
                let is_real =
                    |place: &Place, toward: &Point3<f64>| are_both_inside([&a, &b], place, toward);
                let found = reduction::manifolds(&places, pose_a, options, is_real);
                if !found.is_empty() || !self.collide(of_a, pose_a, of_b, pose_b) {
                    return found;
                }
                self.places_on_way_out([(&a, of_a), (&b, of_b)], margin)
            }
            (None, Some(b)) => plane::places(of_a, pose_a, &b, margin),
            (Some(a), None) => {
                plane::places(of_b, pose_b, &a, margin).into_iter().map(|p| p.swapped()).collect()
            }
            (None, None) => Vec::new(),
        };
        reduction::manifolds(&places, pose_a, options, |_, _| true)
    }

    /// Where two bodies overlap and which way is out, by the triangles that cross; rounded.
    pub(crate) fn overlap_hint(&mut self, bodies: [&Body; 2], poses: [&Pose; 2]) -> Option<Hint> {
        let [a, b] = [0, 1].map(|n| Surface::of(ColliderRef::Mesh(bodies[n]), poses[n]));
        let surfaces = [&a?, &b?];
        Overlap::of(self, surfaces).hint(surfaces)
    }

    fn places_of_surfaces(&mut self, [a, b]: [&Surface<'_>; 2], margin: f64) -> Vec<Place> {
        let radii = a.radius + b.radius;
        if self.bounds_disjoint([a.body, b.body], [&a.pose, &b.pose], margin + radii) {
            return Vec::new();
        }
        let overlap = Overlap::of(self, [a, b]);
        if overlap.deepest > 0.0 && a.has_outside() && b.has_outside() {
            let cores = margin + radii;
            let mut expected = overlap.deepest;
            for _ in 0..WIDENINGS {
                let (apart, inside) = (Vector3::zeros(), expected * DEEPER);
                let limits = Limits { cores, margin, inside, apart, is_held: false };
                let places = places::between(self, [a, b], &limits);
                let depths = places.iter().map(|place| place.depth - radii);
                let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
                if deepest > expected * DEEPER.midpoint(1.0) {
                    expected = deepest;
                } else if deepest >= overlap.deepest * EXPLAINED {
                    return places;
                } else {
                    break;
                }
            }
        }
        let apart = overlap.translation_apart(self, [a, b]);
        let b = &b.moved(&apart);
        let is_held = radii > 0.0 && Surface::are_held([a, b]);
        let beyond = match is_held {
            false => radii,
            true => self.surface_distance(a.body, &a.pose, b.body, &b.pose).upper,
        };
        let limits = Limits::of_parted(margin, beyond, apart, is_held);
        places::between(self, [a, b], &limits)
    }
}

/// Places are looked for that are deeper by this than triangles are in each other.
const DEEPER: f64 = 1.25;
/// So often for deeper ones than found.
const WIDENINGS: usize = 3;
/// Places that are so deep, as a part of what triangles are in each other, tell of the overlap.
const EXPLAINED: f64 = 0.3;

/// Is what is between two points that are beyond each other, a little nearer to the middle of all
/// places of the manifold, within both bodies? True where bodies
/// have no inside, and where radii alone make them overlap.
fn are_both_inside(surfaces: [&Surface<'_>; 2], place: &Place, toward: &Point3<f64>) -> bool {
    let [a, b] = surfaces;
    let size = place.on[0].coords.amax() + place.on[1].coords.amax();
    let depth = place.depth - a.radius - b.radius;
    if !(a.has_outside() && b.has_outside() && depth > TOUCHING * size) {
        return true;
    }
    let [p, q] = [place.on[0] - place.normal * a.radius, place.on[1] + place.normal * b.radius];
    let middle = nalgebra::center(&p, &q);
    // Places at the border of an overlap have points on the surfaces between them.
    let way = toward - middle;
    let length = way.norm();
    let step = if length > 0.0 { way * (depth * INWARDS / length).min(INWARDS) } else { way };
    let middle = middle + step;
    surfaces.iter().all(|s| s.body.contains(&s.pose, &middle, &Pose::identity()))
}

/// As a part of the depth, and of the way to the middle.
const INWARDS: f64 = 1.0 / 16.0;

/// Depths below this part of the coordinates are rounding.
const TOUCHING: f64 = 1e-12;
