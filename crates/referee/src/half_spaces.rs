//! Exact vectors, and convex sets as intersections of half spaces, in any numbers that do not
//! round.
//!
//! Three kinds of number are used: fractions, whole numbers where all coordinates share a unit, and
//! for vectors alone whole numbers times powers of two.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// A number whose sums and products are exact.
pub trait Exact: Clone {
    /// `self + other`.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;
    /// `self other`.
    #[must_use]
    fn times(&self, other: &Self) -> Self;
}

/// One that also compares.
pub trait Number: Exact + Ord + Zero + One {}

impl<N: Exact + Ord + Zero + One> Number for N {}

impl Exact for BigRational {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl Exact for BigInt {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// All points `x` with `normal . x <= offset`.
pub struct HalfSpace<N> {
    /// Points outwards; of any length.
    pub normal: [N; 3],
    /// In units of the normal's length.
    pub offset: N,
}

/// `u . v`.
pub fn dot<N: Exact>(u: &[N; 3], v: &[N; 3]) -> N {
    u[0].times(&v[0]).plus(&u[1].times(&v[1])).plus(&u[2].times(&v[2]))
}

/// `u x v`.
pub fn cross<N: Exact>(u: &[N; 3], v: &[N; 3]) -> [N; 3] {
    [(1, 2), (2, 0), (0, 1)].map(|(k, l)| u[k].times(&v[l]).minus(&u[l].times(&v[k])))
}

/// `u - v`.
pub fn minus<N: Exact>(u: &[N; 3], v: &[N; 3]) -> [N; 3] {
    [0, 1, 2].map(|k| u[k].minus(&v[k]))
}

/// Is a vector zero?
pub fn is_zero<N: Number>(u: &[N; 3]) -> bool {
    u.iter().all(Zero::is_zero)
}

/// The half spaces whose intersection is the closed triangle, segment or point of three corners. Of
/// a triangle, the first two are the sides of its plane, the others the inner sides of its edges.
#[must_use]
#[allow(clippy::missing_panics_doc)] // never: there are three corners
pub fn half_spaces<N: Number>(corners: &[[N; 3]; 3]) -> Vec<HalfSpace<N>> {
    let edges = [0, 1, 2].map(|i| minus(&corners[(i + 1) % 3], &corners[i]));
    // The half space that contains all corners, with the farthest corner on its boundary.
    let containing_all = |normal: [N; 3]| {
        let offset = corners.iter().map(|p| dot(&normal, p)).max().expect("three corners");
        HalfSpace { normal, offset }
    };
    let slab = |normal: &[N; 3]| {
        let opposite = minus(&[N::zero(), N::zero(), N::zero()], normal);
        [containing_all(normal.clone()), containing_all(opposite)]
    };
    let axes = [0, 1, 2].map(|k| [0, 1, 2].map(|l| if k == l { N::one() } else { N::zero() }));

    let normal = cross(&edges[0], &edges[1]);
    let mut all = Vec::new();
    if !is_zero(&normal) {
        // The plane of the triangle from both sides, and the inner side of each edge.
        all.extend(slab(&normal));
        all.extend(edges.iter().map(|edge| containing_all(cross(edge, &normal))));
    } else if let Some(along) = edges.iter().find(|edge| !is_zero(edge)) {
        // Planes through the segment, and through its two ends.
        all.extend(axes.iter().flat_map(|axis| slab(&cross(along, axis))));
        all.extend(slab(along));
    } else {
        all.extend(axes.iter().flat_map(slab));
    }
    all
}
