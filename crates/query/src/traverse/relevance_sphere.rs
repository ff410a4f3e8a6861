//! A sphere that holds all of a body that can be near the other body.
//!
//! A triangle may be a thousand times as large as the other body. Only what of it lies within the
//! other's bounding sphere matters to the answer, so the box of an opened leaf's triangle ends
//! there: a box of the triangle's own size would bring a slack of its own size.

use obbtree_predicates::Placement;
use obbtree_tree::wide::Tree;

use super::child_pairs::Descent;
use crate::boxes::frame::norm_1;

/// `1 + 2^-13`. At least the length that a relative matrix or its inverse can give to a vector of
/// length one: with a skew of at most 1e-4 a pose's singular values are within 5.1e-5 of one, so
/// those of two poses in turn are within 1.03e-4. (Checked by Gappa,
/// `tests/proofs/lengths.gappa`.)
const LONGEST: f64 = 1.0 + 1.0 / 8192.0;

/// Bounds the rounding error of a sphere's centre, relative to the numbers that go into it: each
/// component is a sum of six products and differences.
const CENTER_REL_ERR: f64 = 1.0 / (1_u64 << 44) as f64;

/// A sphere in the frame of a tree's nodes. Points of the tree's mesh outside of it need not be
/// looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RelevanceSphere {
    pub(crate) center: [f64; 3],
    pub(crate) radius: f64,
}

impl Default for RelevanceSphere {
    fn default() -> Self {
        Self::EVERYWHERE
    }
}

impl RelevanceSphere {
    /// Every point can be near.
    pub(crate) const EVERYWHERE: Self = Self { center: [0.0; 3], radius: f64::INFINITY };

    /// Of both bodies if leaves will be opened, as where one is much larger, and the tolerance is
    /// finite.
    pub(crate) fn of_descent(
        descent: Descent,
        trees: [&Tree; 2],
        placement: &Placement,
        tolerance: f64,
    ) -> [Self; 2] {
        match descent {
            Descent::Larger if tolerance < f64::INFINITY => {
                Self::of_both(trees, placement, tolerance)
            }
            _ => [Self::EVERYWHERE; 2],
        }
    }

    /// Of A and of B: all points that are within a tolerance, a length in A's frame, of a point
    /// of the other body.
    ///
    /// # Lemma
    ///
    /// *In A.* A point `x` of A within the tolerance of the placed point `y = M q + t` of B is
    /// within `|M| r_B + tolerance` of the placed centre of B's bounding sphere, which is
    /// computed to within [`Placement::error`] in each component.
    ///
    /// *In B.* Then `q = M^-1 (x + d - t)`, `|d|` at most the tolerance, is within
    /// `|M^-1| (r_A + tolerance)` of `M^-1 (c_A - t)`. What is computed instead is
    /// `M^T (c_A - t)`, off by at most the skew of `M` times the result's length; the errors of
    /// `M` and `t` move a placed point by at most [`Placement::error`] of numbers as large as
    /// the sphere's. What products lose here, and where the boxes of opened leaves are cut at the
    /// sphere, if they underflow in `f64`, is far below the smallest `f32`. *End.*
    fn of_both([a, b]: [&Tree; 2], placement: &Placement, tolerance: f64) -> [Self; 2] {
        let [center_a, center_b] = [a, b].map(|tree| tree.sphere_center().into());
        let in_a = placement.to_a(&center_b);
        let in_b = placement.rotation.transpose() * (center_a.coords - placement.translation);
        let sizes = norm_1(center_a.coords.into())
            + norm_1(center_b.coords.into())
            + norm_1(placement.translation.into())
            + a.sphere_radius()
            + b.sphere_radius()
            + tolerance;
        let rounded = CENTER_REL_ERR * (sizes + norm_1(a.origin()) + norm_1(b.origin()));
        let error = 2.0 * placement.error(2.0 * sizes)
            + 2.0 * placement.skew * sizes
            + rounded
            + f64::from(f32::MIN_POSITIVE);
        let sphere = |tree: &Tree, center: [f64; 3], radius: f64| Self {
            center: std::array::from_fn(|k| center[k] - tree.origin()[k]),
            radius: (radius + tolerance) * LONGEST + error,
        };
        [
            sphere(a, in_a.coords.into(), b.sphere_radius()),
            sphere(b, in_b.into(), a.sphere_radius()),
        ]
    }
}
