//! What rounded numbers can prove about a ray and a triangle of a mesh, in `f64` or in double
//! words.
//!
//! All in the frame of the mesh, on the volumes `V_k = d . (w_k x w_{k+1})` of the corners `w_k`
//! seen from the ray's origin (Segura and Feito, "Algorithms to Test Ray-Triangle Intersection",
//! WSCG 2001), written with the edges `e_k` as `w_k . (e_k x d)`: what rounding does to them is
//! then as small as the triangle, wherever the ray begins.

use super::ray_in_mesh::{Near, RayInMesh};
use crate::numbers::double_double::{DOUBLE_ROUNDING, Double};
use crate::numbers::rounding::{BOUND_ROUNDING, ROUNDOFF, TINY, certified, larger};
use crate::triangle::Triangle;

/// Wider intervals, relative to their upper end, are left to the next stage.
const WIDEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// What a filter can prove.
#[derive(Debug, PartialEq)]
pub(crate) enum Rounded {
    Miss,
    Hit([f64; 2]),
    Unknown,
}

/// The numbers of a filter.
pub(crate) trait Digits: Copy {
    /// Bound on the relative error of a sum or a product, except for underflow.
    const REL_ERR: f64;
    /// Within [`Self::REL_ERR`].
    fn difference(x: f64, y: f64) -> Self;
    fn minus(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The nearest `f64`.
    fn nearest(self) -> f64;
    /// `x - y` with a number of a vector.
    fn less(x: f64, y: Double) -> Self;
    /// A vector, and a bound on the error of each component.
    fn vector(near: &Near) -> ([Self; 3], f64);
}

impl Digits for f64 {
    const REL_ERR: f64 = ROUNDOFF;
    #[inline(always)]
    fn difference(x: f64, y: f64) -> Self {
        x - y
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self - other
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self * other
    }
    #[inline(always)]
    fn nearest(self) -> f64 {
        self
    }
    #[inline(always)]
    fn less(x: f64, y: Double) -> Self {
        x - y.high
    }
    #[inline(always)]
    fn vector(near: &Near) -> ([Self; 3], f64) {
        let [x, y, z] = &near.vector;
        ([x.high, y.high, z.high], near.high_off)
    }
}

impl Digits for Double {
    const REL_ERR: f64 = DOUBLE_ROUNDING;
    fn difference(x: f64, y: f64) -> Self {
        Self::difference(x, y)
    }
    fn minus(self, other: Self) -> Self {
        self.minus(other)
    }
    fn plus(self, other: Self) -> Self {
        self.plus(other)
    }
    fn times(self, other: Self) -> Self {
        self.times(other)
    }
    fn nearest(self) -> f64 {
        self.high
    }
    fn less(x: f64, y: Double) -> Self {
        Self::of(x).minus(y)
    }
    fn vector(near: &Near) -> ([Self; 3], f64) {
        (near.vector, near.off)
    }
}

/// What numbers of some digits can prove. `v` is their rounding.
///
/// # Lemma
///
/// Each component of the ray's origin has an error of at most `a`, of its direction `b`, as
/// [`RayInMesh`] says. Corners seen from the origin are off by `eta = a + v W`, edges by `v E`;
/// `W`, `E` and `D` are the largest components of corners, edges and the direction, exact or not.
///
/// * `V_k = w_k . (e_k x d)` for `k = 0, 1` and `w_0 . (e_2 x d)`: the cross product is at most
///   `2 E D` a component. Changing `w` changes `V` by `6 eta E D`, changing `e` by `6 v W E D`,
///   changing `d` by `6 b W E`. The cross product is rounded by `4 v E D` a component, the sum by
///   `18 v W E D`. With second-order terms it is below `E (8 (eta D + b W) + 64 v W D)`. Two of
///   them that are certainly opposite: the line misses the closed triangle, by the lemma of
///   [`crate::signs`]. All three of one sign: it pierces it, and their sum `s = n . d` has this
///   sign.
/// * `n = e_0 x e_1`: with `P_k` the sum of the absolute values of the two products of a component,
///   it is off by `4 v P_k`, as edges are off by `v` of themselves, and at most `P_k`. So
///   `h = n . w_0` is off by the sum of `P_k (4 v + v + 3 v)
///   |w_k| + a P_k`, and `s` by that of `P_k (4 v + 3 v) |d_k| + b P_k`; `9 v` and `2` include
///   second-order terms.
///
/// The line meets the plane at `t = h / s`. *End.* What underflows is multiplied by one more length
/// at most.
#[inline(always)]
pub(crate) fn rounded<N: Digits>(ray: &RayInMesh, triangle: &Triangle, last: f64) -> Rounded {
    let (d, b) = N::vector(&ray.direction);
    let origin = &ray.origin;
    let from = &origin.vector;
    let corner = |i: usize| {
        let p = &triangle[i];
        [N::less(p.x, from[0]), N::less(p.y, from[1]), N::less(p.z, from[2])]
    };
    let edge = |i: usize, j: usize| {
        let (p, q) = (&triangle[i], &triangle[j]);
        [N::difference(q.x, p.x), N::difference(q.y, p.y), N::difference(q.z, p.z)]
    };
    let (w, e) = ([corner(0), corner(1), corner(2)], [edge(0, 1), edge(1, 2), edge(2, 0)]);
    let size = largest(&w);
    let (_, a) = N::vector(origin);
    let eta = a + N::REL_ERR * size * BOUND_ROUNDING;
    let (size, edge, length) = (size + eta, largest(&e) * BOUND_ROUNDING, largest(&[d]) + b);

    let bound = edge
        * (8.0 * (eta * length + b * size) + 64.0 * N::REL_ERR * size * length)
        * BOUND_ROUNDING
        + TINY * (1.0 + size);
    let volume =
        |k: usize, from: usize| certified(dot(&w[from], &cross(&e[k], &d)).nearest(), bound);
    let signs = [volume(0, 0), volume(1, 1), volume(2, 0)];
    if signs.contains(&1) && signs.contains(&-1) {
        return Rounded::Miss;
    }
    let is_pierced = signs[0] != 0 && signs[0] == signs[1] && signs[0] == signs[2];

    let normal = cross(&e[0], &e[1]);
    let (height, along) = (dot(&normal, &w[0]).nearest(), dot(&normal, &d).nearest());
    let terms = terms(&e[0], &e[1]);
    let off = |vector: &[N; 3], off: f64| {
        let [x, y, z] = [vector[0], vector[1], vector[2]].map(|x| x.nearest().abs());
        let rounded = 9.0 * N::REL_ERR * (terms[0] * x + terms[1] * y + terms[2] * z);
        (rounded + 2.0 * off * (terms[0] + terms[1] + terms[2])) * BOUND_ROUNDING
    };
    // The middle term is for the nearest number.
    let height_off = off(&w[0], a) + ROUNDOFF * height.abs() + TINY * (1.0 + size);
    let along_off = off(&d, b) + ROUNDOFF * along.abs() + TINY * (1.0 + length);
    let side = if is_pierced { signs[0] } else { certified(along, along_off) };
    if certified(height, height_off) * side == -1 {
        return Rounded::Miss; // behind the origin
    }
    let last = if ray.ray.is_segment() && last > 1.0 { 1.0 } else { last };
    let found = interval([height.abs(), height_off], [along.abs(), along_off]);
    if found.is_some_and(|[lower, _]| lower > last) {
        return Rounded::Miss;
    }
    let is_known = is_pierced && certified(height, height_off) != 0;
    match found {
        Some([lower, upper]) if is_known && is_narrow(lower, upper, ray.ray.is_segment()) => {
            Rounded::Hit([lower, upper])
        }
        _ if !is_pierced && passes_beside(&w, &d, &normal, [size, length, eta, b]) => Rounded::Miss,
        _ => Rounded::Unknown,
    }
}

/// Does the line surely pass beside a triangle that it sees nearly edge-on, within the plane?
///
/// # Lemma
///
/// `n` is any vector, at best the normal, `N` its largest component, and `a = d x n`. A point of
/// the triangle on the line is `t d` with `|t| D <= 1.8 W`, and some average of the corners. If all
/// `a . w_k` are on one side of zero by more than `t a . d` can be, there is none. `a` is at most
/// `2 D N` a component. Rounding makes `|a . d| <= 12 v D^2 N`, and what `d` is off `6 b D N`; so
/// `t a . d` is below `22 v W D N + 11 b W N`. Changing `w` changes `a . w` by `6 eta D N`, and the
/// sum is rounded by `18 v W D N`. *End.*
#[inline(always)]
fn passes_beside<N: Digits>(
    w: &[[N; 3]; 3],
    d: &[N; 3],
    normal: &[N; 3],
    [size, length, eta, b]: [f64; 4],
) -> bool {
    let beside = cross(d, normal);
    let bound = largest(&[*normal])
        * (length * (8.0 * eta + 64.0 * N::REL_ERR * size) + 16.0 * b * size)
        * BOUND_ROUNDING
        + TINY * (1.0 + size);
    let side = |k: usize| certified(dot(&beside, &w[k]).nearest(), bound);
    let first = side(0);
    first != 0 && side(1) == first && side(2) == first
}

/// The quotient of two numbers, each with a bound of its error; the second is positive, the first
/// not surely negative.
#[inline(always)]
fn interval([h, h_off]: [f64; 2], [s, s_off]: [f64; 2]) -> Option<[f64; 2]> {
    /// Bounds the error of three roundings.
    const QUOTIENT_REL_ERR: f64 = 8.0 * ROUNDOFF;
    let [low, high] = [h - h_off, h + h_off];
    let is_certain = s > 2.0 * s_off;
    is_certain.then(|| {
        [
            low / (s + s_off) * (1.0 - QUOTIENT_REL_ERR),
            high / (s - s_off) * (1.0 + QUOTIENT_REL_ERR),
        ]
    })
}

/// Is an interval as narrow as promised, and entirely on the ray?
#[inline(always)]
fn is_narrow(lower: f64, upper: f64, is_segment: bool) -> bool {
    let is_in_reach = !is_segment || upper <= 1.0;
    let is_normal = lower > f64::MIN_POSITIVE && upper < f64::INFINITY;
    is_in_reach && is_normal && upper - lower <= WIDEST * upper
}

#[inline(always)]
fn cross<N: Digits>(u: &[N; 3], v: &[N; 3]) -> [N; 3] {
    let component = |l: usize, m: usize| u[l].times(v[m]).minus(u[m].times(v[l]));
    [component(1, 2), component(2, 0), component(0, 1)]
}

#[inline(always)]
fn dot<N: Digits>(u: &[N; 3], v: &[N; 3]) -> N {
    u[0].times(v[0]).plus(u[1].times(v[1])).plus(u[2].times(v[2]))
}

/// The sum of the absolute values of the two products in each component of a cross product.
#[inline(always)]
fn terms<N: Digits>(u: &[N; 3], v: &[N; 3]) -> [f64; 3] {
    let term = |l: usize, m: usize| (u[l].nearest() * v[m].nearest()).abs();
    [term(1, 2) + term(2, 1), term(2, 0) + term(0, 2), term(0, 1) + term(1, 0)]
}

/// The largest absolute component.
#[inline(always)]
fn largest<N: Digits, const M: usize>(vectors: &[[N; 3]; M]) -> f64 {
    let mut most = 0.0;
    for vector in vectors {
        for x in vector {
            most = larger(x.nearest().abs(), most);
        }
    }
    most
}
