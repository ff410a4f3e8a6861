//! Two triangles along one axis of the coordinates, in `f64` with proven error bounds.
//!
//! Dropping one coordinate gives two triangles in a plane. If these are apart, so are the triangles
//! in space, whether they lie in one plane or not. If these certainly overlap and the triangles lie
//! in one plane, they meet: three of their projections are not on one line, so the plane is not
//! parallel to the axis, and dropping the coordinate is one to one.
//!
//! `E`, `F` bound components of the exact and computed edges, `W` of the differences of corners of
//! the two, `eta` is the error of B's corners and `v` is [`ROUNDOFF`]. Along an edge `e` of A, `e x
//! (y_j - x_i)` has two products. In each the difference is off by `eta + v W` and the edge by `v
//! E`, so with the roundings of the products and of their difference the error is at most `2 E (eta
//! + v W) + 2 W v E + 4 v E W = 2 eta E + 8 v E W`. An edge of B is off by `2 eta + v F`, which
//! gives `2 eta F + 4 eta W + 8 v F W`.

use super::side::{Side, sum_of_components};
use crate::numbers::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, largest_component};
use crate::triangle::Real3;

/// The `8 v` of the module's bounds; 10 v includes second-order terms.
const AREA: f64 = 10.0 * ROUNDOFF;

/// What the projections prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Planar {
    /// They are apart, and so are the triangles.
    Apart,
    /// They overlap, and if the triangles lie in one plane, so do these.
    Overlap,
    /// Neither is certain.
    Unknown,
}

/// Two triangles, neither of which is certainly off the other's plane, without the coordinate in
/// which the larger of their normals is largest.
#[inline]
pub(super) fn planar(a: &Side, b: &Side) -> Planar {
    let larger_is_a = sum_of_components(&a.normal) > sum_of_components(&b.normal);
    let dropped = if larger_is_a { &a.normal } else { &b.normal }.iamax();
    match dropped {
        0 => without::<0>(a, b),
        1 => without::<1>(a, b),
        _ => without::<2>(a, b),
    }
}

#[inline(always)]
fn without<const DROPPED: usize>(a: &Side, b: &Side) -> Planar {
    let eta = b.error;
    let between = a.corners.each_ref().map(|x| b.corners[0] - x);
    let e = a.edge_max;
    let f = b.edge_max + 2.0 * eta;
    // y_j - x_i is y_0 - x_i and an edge of B. At least E and F, for the own areas.
    let w = (largest_component(&between) + e + f + eta) * BOUND_ROUNDING;
    let tiny = TINY * (1.0 + w);
    let bound_a = e * (2.0 * eta + AREA * w) * BOUND_ROUNDING + tiny;
    let bound_b = (f * (2.0 * eta + AREA * w) + 4.0 * eta * w) * BOUND_ROUNDING + tiny;
    let of_b = Sides::new::<DROPPED>(a, b, bound_a);
    let of_a = Sides::new::<DROPPED>(b, a, bound_b);
    if of_b.apart | of_a.apart {
        Planar::Apart
    } else if of_b.some_corner_inside() | of_a.some_corner_inside() | some_edges_cross(&of_b, &of_a)
    {
        Planar::Overlap
    } else {
        Planar::Unknown
    }
}

/// On which sides of the edges of one triangle the corners of the other are: bit `3 i + j` for edge
/// `i` and corner `j`. No bit is set where the side is not certain.
struct Sides {
    positive: u32,
    negative: u32,
    /// Whether all corners are certainly beyond the triangle's own span along one of its edges.
    apart: bool,
}

impl Sides {
    /// The bound is on the error of each of the values and of the triangle's own area. Along the
    /// normal of any edge, measured from that edge, it spans 0 to twice its signed area.
    #[inline(always)]
    fn new<const DROPPED: usize>(own: &Side, other: &Side, bound: f64) -> Self {
        let (k, l) = ((DROPPED + 1) % 3, (DROPPED + 2) % 3);
        let area = own.normal[DROPPED];
        let (low, high) = if area > 0.0 { (0.0, area) } else { (area, 0.0) };
        let (low, high) = (low - 2.0 * bound, high + 2.0 * bound);
        let (mut positive, mut negative, mut apart) = (0, 0, false);
        for i in 0..3 {
            let (edge, from): (&Real3, _) = (&own.edges[i], &own.corners[i]);
            let values: [f64; 3] = std::array::from_fn(|j| {
                let corner = &other.corners[j];
                edge[k] * (corner[l] - from[l]) - edge[l] * (corner[k] - from[k])
            });
            let [p, q, r] = values;
            apart |= (p > high) & (q > high) & (r > high) | (p < low) & (q < low) & (r < low);
            for j in 0..3 {
                positive |= u32::from(values[j] > bound) << (3 * i + j);
                negative |= u32::from(values[j] < -bound) << (3 * i + j);
            }
        }
        Self { positive, negative, apart }
    }

    /// A corner is inside if it is on the same side of all three edges.
    #[inline(always)]
    fn some_corner_inside(&self) -> bool {
        let of_all_edges = |sides: u32| sides & sides >> 3 & sides >> 6 & 0b111;
        of_all_edges(self.positive) | of_all_edges(self.negative) != 0
    }

    /// Bit `3 i + j`: corner `j` and the next one are on different sides of edge `i`.
    #[inline(always)]
    fn crossed(&self) -> u32 {
        // Bit 3 i + j of the next corner's.
        let next = |sides: u32| sides >> 1 & 0b011_011_011 | sides << 2 & 0b100_100_100;
        self.positive & next(self.negative) | self.negative & next(self.positive)
    }
}

/// Whether an edge of A and an edge of B each have the ends of the other on different sides: then
/// they cross.
#[inline(always)]
fn some_edges_cross(of_b: &Sides, of_a: &Sides) -> bool {
    let by_b = of_a.crossed();
    // Bit 3 i + j from bit 3 j + i.
    let transposed = by_b & 0b100_010_001
        | (by_b & 0b000_100_010) << 2
        | (by_b & 0b010_001_000) >> 2
        | (by_b & 0b000_000_100) << 4
        | (by_b & 0b001_000_000) >> 4;
    of_b.crossed() & transposed != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    fn of(a: [[f64; 2]; 3], b: [[f64; 2]; 3]) -> Planar {
        let side =
            |corners: [[f64; 2]; 3]| Side::of_a(&corners.map(|[x, y]| Point3::new(x, y, 0.25 * x)));
        let found = planar(&side(a), &side(b));
        assert_eq!(found, planar(&side(b), &side(a)));
        assert_eq!(found, planar(&side([a[2], a[1], a[0]]), &side([b[1], b[2], b[0]])));
        found
    }

    #[test]
    fn triangles_in_a_plane_are_apart_or_overlap() {
        let a = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
        assert_eq!(of(a, [[1.0, 1.0], [2.0, 1.0], [1.0, 2.0]]), Planar::Overlap);
        assert_eq!(of(a, [[2.1, 2.0], [3.0, 2.0], [3.0, 3.0]]), Planar::Apart);
        // A star: no corner inside.
        assert_eq!(of(a, [[3.0, 3.0], [-1.0, 2.0], [2.0, -1.0]]), Planar::Overlap);
        assert_eq!(of(a, a), Planar::Unknown);
        assert_eq!(of(a, [[4.0, 0.0], [5.0, 0.0], [5.0, 5.0]]), Planar::Unknown);
        // Segments.
        assert_eq!(of(a, [[1.0, 1.0], [9.0, 9.0], [9.0, 9.0]]), Planar::Overlap);
        assert_eq!(of(a, [[1.0, -1.0], [9.0, 7.0], [9.0, 7.0]]), Planar::Overlap);
        assert_eq!(of(a, [[5.0, 0.0], [9.0, 4.0], [9.0, 4.0]]), Planar::Apart);
        assert_eq!(of(a, [[0.0, 0.0]; 3]), Planar::Unknown);
    }

    /// Every pair of a small grid, where all signs but zeros are certain, by three definitions.
    #[test]
    fn certain_answers_are_those_of_the_plane() {
        let point = |n: i32| [f64::from(n % 3), f64::from(n / 3)];
        let a = [[0, 1, 5], [0, 2, 7], [6, 1, 8], [4, 2, 3]].map(|t| t.map(point));
        let cross = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let outside = |s: &[[f64; 2]; 3], t: &[[f64; 2]; 3], touching: bool| {
            (0..3).any(|i| {
                let own = cross(s[0], s[1], s[2]);
                t.iter().all(|&r| {
                    let value = cross(s[i], s[(i + 1) % 3], r) * own.signum();
                    if touching { value <= 0.0 } else { value < 0.0 }
                })
            })
        };
        let mut counts = [0; 3];
        for a in a {
            for n in 0..9 * 9 * 9 {
                let b = [point(n % 9), point(n / 9 % 9), point(n / 81)];
                if cross(b[0], b[1], b[2]) == 0.0 {
                    continue;
                }
                let found = of(a, b);
                counts[found as usize] += 1;
                let apart = outside(&a, &b, false) || outside(&b, &a, false);
                let interiors_meet = !outside(&a, &b, true) && !outside(&b, &a, true);
                assert_eq!(found == Planar::Apart, apart, "{a:?} {b:?}");
                assert!(found != Planar::Overlap || interiors_meet, "{a:?} {b:?}");
            }
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }
}
