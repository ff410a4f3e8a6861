//! The contact of two placed triangles in exact arithmetic: corners to integers on one grid, then the
//! signs.

use dashu_int::IBig;

use super::contact::{Contact, contact};
use super::placed::{Placed, on_lattice};
use crate::pose::Pose;
use crate::triangle::Triangle;

/// How two closed triangles meet, each given in the frame of its body and placed by the pose of its
/// body. Exact arithmetic throughout.
///
/// The same answer as [`classify_triangles`](crate::classify_triangles), without its filter and
/// therefore slower. Coordinates may be any finite numbers.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Contact, Pose, exact_contact};
/// let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let here = Pose::identity();
/// assert_eq!(exact_contact(&a, &here, &a, &here), Contact::Touch);
/// let above = Pose::from_translation([0.0, 0.0, 5e-324]).expect("finite");
/// assert_eq!(exact_contact(&a, &here, &a, &above), Contact::Free);
/// ```
#[cold]
#[inline(never)]
#[must_use]
pub fn exact_contact(a: &Triangle, pose_a: &Pose, b: &Triangle, pose_b: &Pose) -> Contact {
    let (a, b) = (Placed::new(a, pose_a), Placed::new(b, pose_b));
    let step = a.step().min(b.step());
    if on_lattice(&a, step) && on_lattice(&b, step) {
        contact::<i128>(&a.on_grid(step), &b.on_grid(step))
    } else {
        contact::<IBig>(&a.on_grid(step), &b.on_grid(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3, Point3, Vector3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn short_and_long_integers_give_the_same_contact() {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let quarter_turn = Matrix3::new(0.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0);
        let mut counts = [0; 3];
        for round in 0..60_000 {
            // From a small grid with many degenerate cases to the largest that `i128` is used for.
            let sizes = [3, 5, 1 << 20, (1 << 37) - 1];
            let n = sizes[round % 4];
            let mut point =
                |n: u64| Point3::from([0; 3].map(|_| random.random_range(0..n) as f64 * 0.25));
            let a: Triangle = [(); 3].map(|()| point(n));
            let b: Triangle = [(); 3].map(|()| point(n));
            let t = point(n.min(3)).coords;
            let back = 0.25 * n as f64;
            let pose_b = Pose::new(quarter_turn, t + Vector3::new(back, 0.0, back));
            let (a, b) = (Placed::new(&a, &Pose::identity()), Placed::new(&b, &pose_b.unwrap()));
            let step = a.step().min(b.step());
            assert!(n > 5 || on_lattice(&a, step) && on_lattice(&b, step));
            if !(on_lattice(&a, step) && on_lattice(&b, step)) {
                continue;
            }
            let short = contact::<i128>(&a.on_grid(step), &b.on_grid(step));
            let long = contact::<IBig>(&a.on_grid(step), &b.on_grid(step));
            assert_eq!(short, long);
            counts[short as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 1000), "not representative: {counts:?}");
    }
}
