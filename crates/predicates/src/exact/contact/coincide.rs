//! Whether two placed triangles have the same three corners.

use dashu_int::IBig;

use crate::exact::grid::placed::Placed;
use crate::exact::numbers::integer::{Int3, Integer};
use crate::numbers::rounding::place_error;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// Whether two triangles, each placed by the pose of its body, have the same three corners in any
/// order, in exact arithmetic.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, triangles_coincide};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let here = Pose::identity();
/// assert!(triangles_coincide(&a, &here, &[a[2], a[0], a[1]], &here));
/// assert!(!triangles_coincide(&a, &here, &[a[2], a[0], a[0]], &here));
/// ```
#[must_use]
pub fn triangles_coincide(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> bool {
    let error = place_error(a, pose_a) + place_error(b, pose_b);
    let placed_b = b.each_ref().map(|corner| pose_b.place(corner));
    let may_coincide = a.iter().all(|corner| {
        let placed = pose_a.place(corner);
        // Twice the bound, so that the rounding of this difference is covered too.
        placed_b.iter().any(|other| (placed - other).amax() <= error * 2.0)
    });
    may_coincide && coincide_exactly(a, pose_a, b, pose_b)
}

#[cold]
#[inline(never)]
fn coincide_exactly(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> bool {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    let (a, b) = (a.on_grid::<IBig>(step), b.on_grid::<IBig>(step));
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    ORDERS.iter().any(|order| (0..3).all(|corner| equal(&a[corner], &b[order[corner]])))
}

fn equal<I: Integer>(p: &Int3<I>, q: &Int3<I>) -> bool {
    p.iter().zip(q).all(|(p, q)| p.minus(q).sign() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3, Point3, Vector3};

    #[test]
    fn any_order_of_corners_coincides_and_one_ulp_does_not() {
        let a =
            [Point3::new(0.1, 0.2, 0.3), Point3::new(1.1, 0.0, 0.0), Point3::new(0.0, 1.3, 0.0)];
        let rotation = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
        let here = Pose::new(rotation, Vector3::zeros()).unwrap();
        // Rotating the coordinates by 90 degrees is exact.
        let b = [a[2], a[0], a[1]].map(|p| Point3::new(-p.y, p.x, p.z));
        assert!(triangles_coincide(&a, &here, &b, &Pose::identity()));
        let mut off = b;
        off[1].x = off[1].x.next_up();
        assert!(!triangles_coincide(&a, &here, &off, &Pose::identity()));
        let corner_twice = [a[0], a[0], a[1]];
        assert!(!triangles_coincide(&a, &here, &corner_twice, &here));
    }
}
