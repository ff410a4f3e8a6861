//! The last stage of every predicate: exact arithmetic on the numbers as they stand.
//!
//! Vertices and poses are `f64` numbers, so what a pose does to a vertex is a dyadic rational, and
//! every question here is the sign of a polynomial in such numbers. [`placed`] turns them into
//! integers, [`contact`] and [`ray`] ask the questions. Rare by design: the filters in front of it
//! decide all but touching and nearly touching pairs. This is the one part of the crate that may
//! allocate.

mod closer;
mod coincide;
mod contact;
mod distance;
mod integer;
mod placed;
mod ray;

pub use closer::exact_closer;
pub use coincide::triangles_coincide;
pub use contact::Contact;
pub use distance::exact_distance;
pub use ray::ray_crossing;

use dashu_int::IBig;

use crate::{Pose, Triangle};
use placed::{Placed, on_lattice};

/// How two closed triangles meet, each given in its own body's frame and placed by its body's pose,
/// in exact arithmetic from the start.
///
/// The answer of [`crate::classify_triangles`] without its filters: the same, slower. Coordinates may
/// be any finite numbers.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Contact, Pose, exact_contact};
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
        contact::contact::<i128>(&a.on_grid(step), &b.on_grid(step))
    } else {
        contact::contact::<IBig>(&a.on_grid(step), &b.on_grid(step))
    }
}

/// Whether the corners lie on a line or coincide, in exact arithmetic.
#[cold]
#[inline(never)]
pub(crate) fn has_no_area(triangle: &Triangle) -> bool {
    let placed = Placed::new(triangle, &Pose::identity());
    let [p, q, r] = placed.on_grid::<IBig>(placed.step());
    integer::is_zero(&integer::cross(&integer::difference(&q, &p), &integer::difference(&r, &p)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use nalgebra::{Matrix3, Point3, Vector3};

    /// A small generator of reproducible integers (Steele, Lea, Flood 2014: SplitMix).
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        pub(crate) fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ z >> 31) % n
        }
    }

    #[test]
    fn the_short_integers_say_what_the_long_ones_say() {
        let mut random = Random(7);
        let quarter_turn = Matrix3::new(0.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0);
        let mut counts = [0; 3];
        for round in 0..60_000 {
            // From a tiny grid, full of degenerate cases, to the largest that the shortcut takes.
            let sizes = [3, 5, 1 << 20, (1 << 37) - 1];
            let n = sizes[round % 4];
            let mut point = |n: u64| Point3::from([0; 3].map(|_| random.below(n) as f64 * 0.25));
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
            let short = contact::contact::<i128>(&a.on_grid(step), &b.on_grid(step));
            let long = contact::contact::<IBig>(&a.on_grid(step), &b.on_grid(step));
            assert_eq!(short, long);
            counts[short as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 1000), "not representative: {counts:?}");
    }
}
