//! Along which axes the shortest displacement that separates two triangles can be.
//!
//! An axis in double words costs some thousand operations. So all are estimated in `f64` first, and
//! those are left out that are certainly longer than another.
//!
//! # Lemma
//!
//! Corners are relative to one of them, rounded from double words ([`super::refined`]): off by
//! `v R` and `51 v^2 S` in every component, where `R` is the largest component of all, `S` the size
//! that is told there, and `v` 2^-53. With `U = R + 128 v S` that is less than `4 v U`. Edges `e`
//! and `f` are then known to within `16 v U` in length, and their cross product `c` to within
//! `16 v U (|e| + |f|)` and the rounding of its products, `4 v |e| |f| < 16 v U (|e| + |f|)`: the
//! direction of `c` to within `64 v U (|e| + |f|) / |c|`. No two corners are farther apart than
//! `4 R`, so the overlap along that direction differs from the one along the exact one by at most
//! `512 v U R (|e| + |f|) / |c|`, and rounding adds less than `64 v R`. The same two bounds hold,
//! with room, for the overlap that is computed in `f64` along the unit vector from double words.
//! [`MARGIN`] is 2^11 `v`. *End.*

use super::placed_edges::Axis;
use crate::numbers::rounding::largest_component;
use crate::numbers::unit_scale::unit_scale;
use crate::triangle::Real3;

/// See the lemma; relative to `U` and to `U R (|e| + |f|) / |c|`.
const MARGIN: f64 = 1.0 / (1_u64 << 42) as f64;

/// `128 v` of the lemma.
const OF_SIZE: f64 = 1.0 / (1_u64 << 46) as f64;

/// The axes along which the displacement can be shortest, in the order of [`Axis::ALL`], for the
/// [`rounded`](super::refined::RefinedPair::rounded) corners of a pair of a size.
pub(super) fn promising_axes(
    corners: &[[Real3; 3]; 2],
    size: f64,
) -> impl Iterator<Item = Axis> + use<> {
    // Lengths near one, so that no product that counts underflows.
    let largest = corners.iter().fold(0.0, |most: f64, t| most.max(largest_component(t)));
    let scale = unit_scale(largest);
    let corners = corners.each_ref().map(|t| t.each_ref().map(|corner| corner * scale));
    let edges = corners.each_ref().map(|[p, q, r]| [q - p, r - q, p - r]);
    let lengths = edges.each_ref().map(|t| t.each_ref().map(Real3::norm));
    let reach = largest * scale;
    let unit = reach + OF_SIZE * size * scale;
    let estimates = Axis::ALL.map(|axis| {
        let [(s, i), (t, j)] = axis.edges();
        let cross = edges[s][i].cross(&edges[t][j]);
        let length = cross.norm();
        let [over, under] = [0, 1].map(|side| {
            let (one, other) = (&corners[side], &corners[1 - side]);
            let most = one.iter().fold(f64::NEG_INFINITY, |most, p| most.max(cross.dot(p)));
            most - other.iter().fold(f64::INFINITY, |least, q| least.min(cross.dot(q)))
        });
        let error = MARGIN * unit * (1.0 + reach * (lengths[s][i] + lengths[t][j]) / length);
        (over.min(under) / length, error)
    });
    let most = estimates.iter().fold(f64::INFINITY, |most, (depth, error)| most.min(depth + error));
    // Of an axis of no length nothing is known: not a number.
    let can_be_least = move |&(depth, error): &(f64, f64)| !(depth - error > most);
    let of_axis = Axis::ALL.into_iter().zip(estimates);
    of_axis.filter(move |(_, estimate)| can_be_least(estimate)).map(|(axis, _)| axis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Pose;
    use crate::pose::placement::Placement;
    use crate::tri_tri::placed_edges::PlacedEdges;
    use crate::tri_tri::refined::RefinedPair;
    use crate::tri_tri::shared::overlaps;
    use nalgebra::{Point3, Rotation3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Corners in a cube, or nearly on one line or plane along axes.
    fn triangle(random: &mut Pcg64Mcg, is_flat: bool) -> [Point3<f64>; 3] {
        let digits = if is_flat { 40 } else { 1 };
        let [flat, thin] = [(); 2].map(|()| 10.0_f64.powi(-random.random_range(0..digits)));
        std::array::from_fn(|_| {
            let mut unit = || random.random_range(-1.0..1.0_f64);
            Point3::new(unit(), unit() * flat, unit() * thin)
        })
    }

    #[test]
    fn the_shortest_is_always_among_them() {
        let random = &mut Pcg64Mcg::seed_from_u64(45);
        let (mut kept, rounds) = (0, 30_000);
        for round in 0..rounds {
            let mut unit = || random.random_range(-1.0..1.0_f64);
            let turn = nalgebra::Vector3::new(unit(), unit(), unit());
            let turn = Rotation3::from_scaled_axis(turn * [1e-12, 1e-5, 3.0][round % 3]);
            let shift = turn * nalgebra::Vector3::new(unit(), unit(), unit()) * 0.2;
            let there = Pose::new(*turn.matrix(), shift).unwrap();
            let size = [1.0, 1e-50, 1e50][round / 3 % 3];
            let is_flat = round % 2 == 1;
            // Far from the origins of their meshes, too: corners some hundred ulps apart.
            let away = if round % 11 == 0 { 1e14 } else { 0.0 };
            let place = |p: Point3<f64>| p.map(|x| (x + away) * size);
            let [a, b] = [(); 2].map(|()| triangle(random, is_flat).map(place));
            let there = Pose::new(*there.rotation(), there.translation() * size).unwrap();
            let placement = Placement::new(&Pose::identity(), &there);
            let edges = PlacedEdges::new(&a, &b, &placement);
            let pair = RefinedPair::new(&a, &b, &placement);
            let corners = pair.rounded();
            let least = |axis: Axis| {
                edges.unit(axis).map(|unit| {
                    let [over, under] = overlaps(&corners, &unit);
                    over.min(under)
                })
            };
            let all = Axis::ALL.into_iter().filter_map(least).fold(f64::INFINITY, f64::min);
            let promising: Vec<_> = promising_axes(&corners, pair.size).collect();
            let found = promising.iter().filter_map(|&axis| least(axis));
            assert_eq!(found.fold(f64::INFINITY, f64::min), all, "{round}");
            // The first of equals is the one that is taken.
            let first = Axis::ALL.into_iter().find(|&axis| least(axis) == Some(all));
            assert!(first.is_none_or(|axis| promising.contains(&axis)), "{round}");
            kept += if is_flat || round % 3 < 2 || away > 0.0 { 0 } else { promising.len() };
        }
        // Of two in a cube, turned at random, hardly ever two axes are so nearly equal.
        assert!(kept * 1000 < rounds / 6 * 1001, "{kept} kept");
    }
}
