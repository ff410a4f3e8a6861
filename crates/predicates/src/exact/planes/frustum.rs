//! Does a placed triangle meet a solid frustum of a circular cone, or a cylinder? In exact
//! arithmetic.
//!
//! With the middle `a` of one end as the origin, `u` the vector to the other and `U = u . u`, a
//! point `x` is in the frustum if `0 <= x . u <= U` and
//!
//! ```text
//! g(x) = |x cross u|^2 U - (r_a U + (r_b - r_a) (x . u))^2 <= 0.
//! ```
//!
//! The triangle is clipped by the two planes of the ends. What remains is a convex polygon `Q`. It
//! meets the frustum if and only if an edge of it does, or the triangle meets the axis. *Proof of
//! "only if".* Let no edge of `Q` meet the frustum, so that its section with the plane of `Q` is
//! within `Q` and away from its edges. If the section touched an end's plane, `Q` would extend
//! beyond that plane around that point, unless all of `Q` is in that plane or parallel to it; then
//! the section is a disc about the axis. Else the plane of `Q` meets neither end disc; both on one
//! side of it would leave no section; so they are on different sides, and the axis between their
//! middles goes through the section. *End.*
//!
//! Corners of `Q` are quotients: a vector `P` over a weight `W > 0`. `g` is a quadratic form in
//! `(P, W)`, so along an edge it is `a^2 g_00 + 2 a b g_01 + b^2 g_11` for `a, b >= 0`.

use dashu_int::IBig;
use nalgebra::Point3;

use crate::exact::contact::tri_tri::{Contact, contact};
use crate::exact::grid::grid_triangle::GridTriangle;
use crate::exact::grid::placed::Placed;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::integer::{Int3, Sum, cross, difference, dot};
use crate::exact::numbers::width::Same;
use crate::pose::Pose;
use crate::triangle::Triangle;

/// A corner of the polygon: `P` and `W`.
type Corner = (Int3<IBig>, IBig);

/// Whether a placed triangle meets the solid between two discs about a placed axis, whose ends
/// differ.
#[cold]
#[inline(never)]
pub(crate) fn exact_meets_frustum(
    triangle: &Triangle,
    pose: &Pose,
    axis: &[Point3<f64>; 2],
    radii: [f64; 2],
    pose_axis: &Pose,
) -> bool {
    let (triangle, axis) = (Placed::new(triangle, pose), Placed::new(axis, pose_axis));
    let radii = radii.map(Dyadic::new);
    let fine = |r: &Dyadic| if r.mantissa == 0 { i32::MAX } else { r.exponent };
    let step = triangle.step().min(axis.step()).min(fine(&radii[0])).min(fine(&radii[1]));
    let units = |r: Dyadic| {
        if r.mantissa == 0 {
            IBig::ZERO
        } else {
            IBig::from(r.mantissa) << (r.exponent - step) as usize
        }
    };
    let [a, b] = axis.on_grid::<IBig>(step);
    let corners = triangle.on_grid::<IBig>(step);
    let along = GridTriangle::<Same<IBig>>::new([a.clone(), b.clone(), b.clone()]);
    if contact(&GridTriangle::new(corners.clone()), &along, false) != Contact::Free {
        return true;
    }
    let u = difference(&b, &a);
    let frustum = Frustum { length_sq: dot(&u, &u), u, radii: radii.map(units) };
    let mut polygon: Vec<Corner> =
        corners.iter().map(|corner| (difference(corner, &a), IBig::ONE)).collect();
    polygon = clipped(&polygon, |corner| frustum.height(corner));
    polygon = clipped(&polygon, |corner| &frustum.length_sq * &corner.1 - frustum.height(corner));
    (0..polygon.len()).any(|n| frustum.meets_edge(&polygon[n], &polygon[(n + 1) % polygon.len()]))
}

struct Frustum {
    u: Int3<IBig>,
    length_sq: IBig,
    radii: [IBig; 2],
}

impl Frustum {
    /// `P . u`.
    fn height(&self, (point, _): &Corner) -> IBig {
        dot(point, &self.u)
    }

    /// The bilinear form of `g`.
    fn form(&self, one: &Corner, other: &Corner) -> IBig {
        let radius = |corner: &Corner| {
            &self.radii[0] * &self.length_sq * &corner.1
                + (&self.radii[1] - &self.radii[0]) * self.height(corner)
        };
        let across = dot(&cross(&one.0, &self.u), &cross(&other.0, &self.u));
        across * &self.length_sq - radius(one) * radius(other)
    }

    fn meets_edge(&self, one: &Corner, other: &Corner) -> bool {
        let (first, last) = (self.form(one, one), self.form(other, other));
        if Sum::sign(&first) <= 0 || Sum::sign(&last) <= 0 {
            return true;
        }
        let mixed = self.form(one, other);
        Sum::sign(&mixed) < 0 && &mixed * &mixed >= first * last
    }
}

/// What of a convex polygon has a height of at least 0.
fn clipped(polygon: &[Corner], height: impl Fn(&Corner) -> IBig) -> Vec<Corner> {
    let mut kept = Vec::new();
    for (n, one) in polygon.iter().enumerate() {
        let other = &polygon[(n + 1) % polygon.len()];
        let (at_one, at_other) = (height(one), height(other));
        if Sum::sign(&at_one) >= 0 {
            kept.push(one.clone());
        }
        if Sum::sign(&at_one) * Sum::sign(&at_other) < 0 {
            // Weights that are positive: the heights' magnitudes, crosswise.
            let (of_one, of_other) = (magnitude(&at_other), magnitude(&at_one));
            let mix = |x: &IBig, y: &IBig| x * &of_one + y * &of_other;
            let point = [0, 1, 2].map(|k| mix(&one.0[k], &other.0[k]));
            kept.push((point, mix(&one.1, &other.1)));
        }
    }
    kept
}

fn magnitude(x: &IBig) -> IBig {
    if Sum::sign(x) < 0 { -x } else { x.clone() }
}
