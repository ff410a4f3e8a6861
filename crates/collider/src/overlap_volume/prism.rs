//! What two triangles add to the volume, and how far it may be off.
//!
//! # Lemma
//!
//! `u` is 2^-53, and a rectangle holds all polygons. For a point `p` of it and an edge from `a` to
//! `b`, `d = (b - a) x (p - a)` is computed within `4.1 u |b - a| |p - a|`, so `d / |b - a|`, the
//! distance from the line, within `4.1 u D`, where `D` is at least the distance of any two points
//! of rectangle and triangle. A corner of a clipped polygon is a point of a side, moved by less
//! than `4 u M` where `M` is the largest coordinate, and within `9 u D` of the line that it is cut
//! by: `d` is affine along a side, so at the computed parameter it is at most twice the error of
//! its ends from 0. Hence a polygon that is clipped by a line differs from the exact part only
//! within [`Prism::strip`] of the line and of its own outline, by less than twice that times the
//! perimeter. It is clipped six times, and three times more by heights.
//!
//! A height is that of the first corner plus two differences of heights times `d / d'`, where `d'`
//! is twice the area; the three are off by `4.1 u` times sides and `D` of the triangle, and the
//! height is kept between the lowest and the highest corner. So it is within [`Prism::blur`]. The
//! smaller of two heights is taken for all of a polygon if it is at its corners, within the sum of
//! blurs, as both are affine. *End.*
//!
//! Triangles whose projection is next to nothing are left out: what they would add is bounded by
//! their area.

use obbtree_predicates::UpperBound;

use crate::polygon::Few;

/// `2^-53`, with room for the second order.
const U: f64 = 1.001 / (1_u64 << 53) as f64;
/// A triangle is flat enough if twice its area is so much of the square of its longest side.
const FLAT: f64 = 1.0 / (1_u64 << 48) as f64;
/// And its longest side is at least this: its products do not underflow.
const SHORT: f64 = 1e-130;

/// A part of the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub(super) from: [f64; 2],
    pub(super) to: [f64; 2],
}

/// A sum and a bound of its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) value: f64,
    pub(super) error: UpperBound,
}

impl Default for Measured {
    fn default() -> Self {
        Self { value: 0.0, error: UpperBound::ZERO }
    }
}

/// A triangle and all that is between it and the plane z = 0.
pub(super) struct Prism {
    pub(super) from: [f64; 3],
    pub(super) to: [f64; 3],
    /// Counterclockwise from above.
    corners: [[f64; 3]; 3],
    /// 1 if it looks up, -1 if down, 0 if it is hardly seen from above.
    sign: f64,
    /// Twice the area seen from above.
    double_area: f64,
    /// The longest side seen from above, rounded up.
    longest: f64,
}

type Plane = [f64; 2];

/// Of a point of a polygon: where, and how far below it the lower triangle is from both heights.
#[derive(Clone, Copy, Default)]
struct Corner {
    at: Plane,
    heights: [f64; 2],
}

fn cross(from: &[f64; 3], to: &[f64; 3], p: Plane) -> f64 {
    (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0])
}

impl Prism {
    pub(super) fn new(corners: [[f64; 3]; 3]) -> Self {
        let [a, b, c] = corners;
        let end = |choose: fn(f64, f64) -> f64| [0, 1, 2].map(|k| choose(choose(a[k], b[k]), c[k]));
        let side = |p: &[f64; 3], q: &[f64; 3]| (q[0] - p[0]).abs() + (q[1] - p[1]).abs();
        let longest = side(&a, &b).max(side(&b, &c)).max(side(&c, &a)) * (1.0 + 4.0 * U);
        let double = cross(&a, &b, [c[0], c[1]]);
        let is_flat = longest >= SHORT && double.abs() > FLAT * longest * longest;
        let sign = if is_flat { double.signum() } else { 0.0 };
        Self {
            from: end(f64::min),
            to: end(f64::max),
            corners: if sign < 0.0 { [a, c, b] } else { corners },
            sign,
            double_area: double.abs(),
            longest,
        }
    }

    /// Does its projection have an area in common with the rectangle?
    pub(super) fn is_over(&self, over: &Rectangle) -> bool {
        (0..2).all(|k| self.from[k] < over.to[k] && self.to[k] > over.from[k])
    }

    pub(super) fn is_seen(&self) -> bool {
        self.sign != 0.0
    }

    /// Bound of the area of a triangle that is hardly seen.
    pub(super) fn unseen_area(&self) -> UpperBound {
        let longest = UpperBound::from(self.longest);
        (UpperBound::from(2.0 * FLAT) * longest).max(UpperBound::from(2.0 * SHORT)) * longest
    }

    /// From the first to the last coordinate of triangle and rectangle, in both directions.
    fn span(&self, over: &Rectangle) -> UpperBound {
        let side = |k: usize| self.to[k].max(over.to[k]) - self.from[k].min(over.from[k]);
        UpperBound::from(side(0).next_up()) + UpperBound::from(side(1).next_up())
    }

    /// How near to an edge a point must be to be on the wrong side.
    fn strip(&self, over: &Rectangle) -> UpperBound {
        let ends = over.from.iter().chain(&over.to);
        let most = ends.fold(0.0_f64, |most, end| most.max(end.abs()));
        UpperBound::from(9.0 * U) * self.span(over) + UpperBound::from(4.0 * U * most)
    }

    /// How far a computed height may be from the true one, less the floor.
    fn blur(&self, over: &Rectangle, floor: f64) -> UpperBound {
        let range = UpperBound::from((self.to[2] - self.from[2]).next_up());
        let part = UpperBound::from((16.0 * U * self.longest / self.double_area).next_up());
        let part = (part * self.span(over)).tighter(UpperBound::from(1.0));
        let most = self.to[2].abs().max(self.from[2].abs()) + floor.abs();
        range * part + UpperBound::from(16.0 * U * most)
    }

    /// The part of a polygon below the triangle.
    pub(super) fn clip(&self, polygon: &Few<Plane>) -> Few<Plane> {
        let mut left = *polygon;
        for k in 0..3 {
            let (from, to) = (&self.corners[k], &self.corners[(k + 1) % 3]);
            left = left.above(|p| cross(from, to, *p), between);
        }
        left
    }

    fn height(&self, p: Plane) -> f64 {
        let [a, b, c] = &self.corners;
        let (of_b, of_c) = (cross(c, a, p), cross(a, b, p));
        let rise =
            of_b / self.double_area * (b[2] - a[2]) + of_c / self.double_area * (c[2] - a[2]);
        (a[2] + rise).clamp(self.from[2], self.to[2])
    }

    /// The integral of the smaller of both heights above the floor, over a polygon below both.
    pub(super) fn integrate(
        &self,
        other: &Self,
        polygon: &Few<Plane>,
        over: &Rectangle,
        floor: f64,
    ) -> Measured {
        let mut corners = Few::<Corner>::default();
        for &at in polygon.iter() {
            corners.push(Corner { at, heights: [self, other].map(|of| of.height(at) - floor) });
        }
        // The smaller height is the second less what the second is above the first. (Two parts, one
        // for each, would both hold what is between equal heights.)
        let above = corners.above(|c| c.heights[0], mix).above(|c| c.heights[1], mix);
        let beyond = |corner: &Corner| corner.heights[1] - corner.heights[0];
        let value = fan(&above, |c| c.at, |c| c.heights[1])
            - fan(&above.above(beyond, mix), |c| c.at, beyond);

        let tallest = UpperBound::from((self.to[2].min(other.to[2]) - floor).next_up());
        let strip = self.strip(over).max(other.strip(over));
        let side = |k| UpperBound::from(self.shared_side(other, over, k).next_up()) + strip + strip;
        let around = UpperBound::from(2.0) * (side(0) + side(1));
        // Nine clips, by strips on both sides of a line.
        let wrong = UpperBound::from(18.0) * strip * around;
        let area = UpperBound::from(area(polygon)) + wrong;
        let blur = self.blur(over, floor) + other.blur(over, floor);
        // Three choices within blurs, and sums.
        let error = wrong * tallest
            + area * (UpperBound::from(4.0) * blur + UpperBound::from(32.0 * U) * tallest)
            + UpperBound::from(f64::MIN_POSITIVE);
        Measured { value: self.sign * other.sign * value, error }
    }

    /// The side of what two triangles and a rectangle share.
    fn shared_side(&self, other: &Self, over: &Rectangle, k: usize) -> f64 {
        let to = self.to[k].min(other.to[k]).min(over.to[k]);
        let from = self.from[k].max(other.from[k]).max(over.from[k]);
        (to - from).max(0.0)
    }
}

fn between(p: Plane, q: Plane, part: f64) -> Plane {
    [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part]
}

fn mix(p: Corner, q: Corner, part: f64) -> Corner {
    Corner { at: between(p.at, q.at, part), heights: between(p.heights, q.heights, part) }
}

fn area(polygon: &Few<Plane>) -> f64 {
    fan(polygon, |p| *p, |_| 1.0).abs()
}

/// The integral over a polygon of what is affine on it.
fn fan<T: Copy + Default>(
    polygon: &Few<T>,
    at: impl Fn(&T) -> Plane,
    height: impl Fn(&T) -> f64,
) -> f64 {
    let Some((first, rest)) = polygon.split_first() else { return 0.0 };
    let origin = at(first);
    let sum: f64 = rest
        .windows(2)
        .map(|pair| {
            let [p, q] = [at(&pair[0]), at(&pair[1])].map(|p| [p[0] - origin[0], p[1] - origin[1]]);
            let heights = height(first) + height(&pair[0]) + height(&pair[1]);
            (p[0] * q[1] - p[1] * q[0]) * heights
        })
        .sum();
    sum / 6.0
}

#[cfg(test)]
mod tests {
    use num_traits::{Signed, ToPrimitive, Zero};
    use obbtree_referee::BigRational;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// A place, and the heights of both triangles above the floor there.
    type Exact = [BigRational; 4];

    fn exactly(x: f64) -> BigRational {
        BigRational::from_float(x).expect("finite")
    }

    fn twice_area(from: &[BigRational], to: &[BigRational], p: &[BigRational]) -> BigRational {
        (&to[0] - &from[0]) * (&p[1] - &from[1]) - (&to[1] - &from[1]) * (&p[0] - &from[0])
    }

    fn cut(polygon: &[Exact], height: impl Fn(&Exact) -> BigRational) -> Vec<Exact> {
        let mut left = Vec::new();
        for (n, q) in polygon.iter().enumerate() {
            let p = &polygon[(n + polygon.len() - 1) % polygon.len()];
            let (h, k) = (height(p), height(q));
            if (h.is_positive() && k.is_negative()) || (h.is_negative() && k.is_positive()) {
                let part = &h / (&h - &k);
                left.push([0, 1, 2, 3].map(|k| &p[k] + (&q[k] - &p[k]) * &part));
            }
            if !k.is_negative() {
                left.push(q.clone());
            }
        }
        left
    }

    fn integral(polygon: &[Exact], height: impl Fn(&Exact) -> BigRational) -> BigRational {
        let pairs = polygon.iter().zip(polygon.iter().skip(1)).skip(1);
        let six: BigRational = pairs
            .map(|(p, q)| {
                let heights = height(&polygon[0]) + height(p) + height(q);
                twice_area(&polygon[0], p, q) * heights
            })
            .sum();
        six / exactly(6.0)
    }

    /// What a pair adds, in rational arithmetic: of the lower height on each side of where the two
    /// are equal.
    fn exact(pair: [&Prism; 2], over: &Rectangle, floor: f64) -> BigRational {
        let corners = pair.map(|prism| prism.corners.map(|corner| corner.map(exactly)));
        let ([x, y], [z, w]) = (over.from, over.to);
        let mut polygon: Vec<Exact> = [[x, y], [z, y], [z, w], [x, w]]
            .map(|[x, y]| {
                let at = [exactly(x), exactly(y)];
                let heights = corners.each_ref().map(|[a, b, c]| {
                    let (of_b, of_c) = (twice_area(c, a, &at), twice_area(a, b, &at));
                    let rise = of_b * (&b[2] - &a[2]) + of_c * (&c[2] - &a[2]);
                    &a[2] + rise / twice_area(a, b, c) - exactly(floor)
                });
                let ([x, y], [h, k]) = (at, heights);
                [x, y, h, k]
            })
            .to_vec();
        for [a, b, c] in &corners {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                polygon = cut(&polygon, |p| twice_area(from, to, p));
            }
        }
        for k in [2, 3] {
            polygon = cut(&polygon, |p| p[k].clone());
        }
        let first = cut(&polygon, |p| &p[3] - &p[2]);
        let mut sum = integral(&first, |p| p[2].clone());
        if polygon.iter().any(|p| p[2] != p[3]) {
            let second = cut(&polygon, |p| &p[2] - &p[3]);
            sum += integral(&second, |p| p[3].clone());
        }
        sum
    }

    /// Triangles of all kinds: on a grid, steep, flat, thin, far from the origin, of much larger
    /// heights than sides.
    #[test]
    fn what_a_pair_adds_is_within_its_error() {
        let random = &mut Pcg64Mcg::seed_from_u64(148);
        let (mut shared, mut rounded, mut largest) = (0, 0, 0.0_f64);
        while shared < 2_000 {
            let on_grid = random.random_range(0..4) == 0;
            let sizes = [0, 1, 2].map(|_| [1.0, 1.0, 1e-3, 1e-7, 1e4][random.random_range(0..5)]);
            let aside = [0.0, 0.0, 1.0, 1e6][random.random_range(0..4)];
            let mut prism = || {
                Prism::new([(); 3].map(|()| {
                    [0, 1, 2].map(|k| match on_grid {
                        true => f64::from(random.random_range(-2..3)),
                        false => aside + sizes[k] * random.random_range(-1.0..1.0),
                    })
                }))
            };
            let (a, b) = (prism(), prism());
            if !a.is_seen() || !b.is_seen() {
                continue;
            }
            let side = |k: usize| {
                let (from, to) = (a.from[k].max(b.from[k]), a.to[k].min(b.to[k]));
                let middle = from + (to - from) * 0.75;
                [from, if shared % 2 == 0 { to } else { middle }]
            };
            let [x, y] = [side(0), side(1)];
            let over = Rectangle { from: [x[0], y[0]], to: [x[1], y[1]] };
            let floor = a.from[2].max(b.from[2]);
            let is_over = a.is_over(&over) && b.is_over(&over);
            if !is_over || a.to[2] <= floor || b.to[2] <= floor {
                continue;
            }
            shared += 1;
            let whole = [[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]];
            let found = a.integrate(&b, &b.clip(&a.clip(&Few::from(&whole))), &over, floor);
            let off = (exact([&a, &b], &over, floor) * exactly(a.sign * b.sign)
                - exactly(found.value))
            .abs();
            assert!(off <= exactly(found.error.get()), "{found:?} {off} {over:?} {floor}");
            rounded += usize::from(!off.is_zero());
            let share = off / exactly(found.error.get());
            largest = largest.max(share.to_f64().expect("small"));
        }
        assert!(rounded > 1_000, "{rounded} of {shared} are rounded at all");
        eprintln!("{rounded} of {shared} rounded, by {largest:.4} of their errors at most");
    }
}
