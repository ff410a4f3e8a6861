//! A sphere around a shape.

use nalgebra::Point3;
use obbtree_predicates::UpperBound;

use super::form::{Form, Shape};

impl Shape {
    /// The centre and the radius of a sphere that contains the shape, in the shape's frame; `None`
    /// for planes and half-spaces, which have no end. The radius is rounded up, over the entire
    /// range of `f64`; the sphere need not be the smallest one.
    ///
    /// *Proof.* A rounded shape is within its radius of points within the box around its core's
    /// vertices, so within the largest distance of a vertex from the centre, and the radius. A
    /// point of a frustum is across the axis from a point of it, by at most the larger radius.
    /// *End.*
    ///
    /// ```
    /// use obbtree_collider::Shape;
    /// let capsule = Shape::capsule([0.0; 3], [2.0, 0.0, 0.0], 0.5)?;
    /// let (center, radius) = capsule.bounding_sphere().expect("an end");
    /// assert_eq!(center, [1.0, 0.0, 0.0]);
    /// assert!((1.5..1.5 + 1e-14).contains(&radius));
    /// assert!(Shape::plane().bounding_sphere().is_none());
    /// # Ok::<(), obbtree_collider::ShapeError>(())
    /// ```
    #[must_use]
    pub fn bounding_sphere(&self) -> Option<([f64; 3], f64)> {
        let vertices = self.core()?.mesh().vertices();
        let first = *vertices.first()?;
        let [mut low, mut high] = [first; 2];
        for vertex in vertices {
            for k in 0..3 {
                low[k] = low[k].min(vertex[k]);
                high[k] = high[k].max(vertex[k]);
            }
        }
        let center = [0, 1, 2].map(|k| 0.5 * low[k] + 0.5 * high[k]);
        let from_center =
            |v: &[f64; 3]| UpperBound::of_distance(&Point3::from(*v), &Point3::from(center));
        let of_core = vertices.iter().map(from_center).fold(UpperBound::ZERO, UpperBound::max);
        let radius = match self.form() {
            Form::Rounded { radius, .. } => of_core + UpperBound::from(*radius),
            Form::Frustum { .. } => {
                let across = UpperBound::from(self.most_radius());
                (of_core * of_core + across * across).sqrt().tighter(of_core + across)
            }
            Form::HalfSpace(_) | Form::Plane(_) => return None,
        };
        Some((center, radius.get()))
    }
}
