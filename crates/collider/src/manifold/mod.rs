//! Contact manifolds: of all places where two placed colliders touch or nearly do, a few points
//! with normals and depths, for solvers of rigid-body motion.
//!
//! | file | content |
//! |---|---|
//! | `answer` | the options and the answer |
//! | `overlap` | bodies that overlap: a short translation that parts them, by the gradient of their common volume |
//! | `surface` | the body of a collider, its features, and which directions these face |
//! | `places` | pairs of triangles that are near each other, each with its points and its normal |
//! | `shared_part` | two faces or edges that lie on each other: the corners of what they share |
//! | `plane` | a collider over a plane or half-space |
//! | `reduction` | places of like normals to manifolds, and a manifold to a few points |

mod answer;
mod overlap;
mod places;
mod plane;
mod reduction;
mod shared_part;
mod surface;

use obbtree_predicates::Pose;

use crate::collider::ColliderRef;
use crate::query::Query;
pub use answer::{Feature, Manifold, ManifoldOptions, ManifoldPoint};
use places::{Limits, Place};
use surface::Surface;

impl Query {
    /// What a solver of rigid-body motion needs of two colliders that touch, overlap or are within
    /// a margin: one manifold for each direction in which they push each other, the deepest first,
    /// each with a few points. Empty where they are farther apart.
    ///
    /// Two that overlap are parted first, along the direction in which their common volume shrinks
    /// fastest, which is the area within their curves of contact as a vector; so normals are those
    /// of faces, edges and corners that meet, not of triangles that cut each other. Where that does
    /// not part them, as where one holds the other, triangles that cut each other give normals and
    /// depths of their own ([`Contact`](crate::Contact)). Of the pairs of triangles within the
    /// margin count those at which both surfaces are closest, to within 3 degrees, and face each
    /// other; of faces within 3 degrees of parallel the corners of what they share. So a flat
    /// surface of many triangles is one flat surface, if triangles share vertices.
    ///
    /// Points, normals and depths are rounded, to some 1e-14 of the coordinates, and not certified:
    /// [`Query::depth`] and [`Query::distance`] are. Those of a cylinder, cone or frustum are of a
    /// prism of 64 sides in it, which are within 0.0013 of the radius of the round one. A mesh
    /// without thickness or open at its border counts as it is seen from both sides. A mesh within
    /// another, their surfaces apart by more than the margin, has no contact, and neither have two
    /// planes or half-spaces. The answer is the same in every run. A small motion moves points and
    /// normals by little where a body stands on a face. Where many places are nearly equally deep,
    /// as on flanks of gears, others may be chosen, far away; where such flanks overlap, depths
    /// jump too.
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
        let (a, b) = (a.into(), b.into());
        if !(options.margin >= 0.0) || options.points == 0 {
            return Vec::new();
        }
        let margin = options.margin;
        let places = match (Surface::of(a, pose_a), Surface::of(b, pose_b)) {
            (Some(a), Some(b)) => self.places_of_surfaces([a, b], margin),
            (None, Some(b)) => plane::places(a, pose_a, &b, margin),
            (Some(a), None) => {
                plane::places(b, pose_b, &a, margin).into_iter().map(|p| p.swapped()).collect()
            }
            (None, None) => Vec::new(),
        };
        reduction::manifolds(places, pose_a, options)
    }

    fn places_of_surfaces(&mut self, [a, b]: [Surface<'_>; 2], margin: f64) -> Vec<Place> {
        let radii = a.radius + b.radius;
        if self.bounds_disjoint([a.body, b.body], [&a.pose, &b.pose], margin + radii) {
            return Vec::new();
        }
        let apart = overlap::translation_apart(self, [&a, &b]);
        let b = b.moved(&apart);
        // A point, segment or triangle within the other, around which a radius is: from there the
        // surface is seen from within.
        let is_held = radii > 0.0
            && [(&a, &b), (&b, &a)].iter().any(|(inner, outer)| {
                inner.body.require_closed().is_err()
                    && outer.body.contains_component(&outer.pose, inner.body, &inner.pose)
            });
        let beyond = match is_held {
            false => radii,
            true => self.surface_distance(a.body, &a.pose, b.body, &b.pose).upper * WIDER,
        };
        let limits = Limits { cores: margin + beyond + apart.norm(), margin, apart, is_held };
        places::between(self, [&a, &b], &limits)
    }
}

/// More than the distance rounded up.
const WIDER: f64 = 1.0 + 1e-9;
