//! A triangle of integer corners with what depends on it alone.

use crate::exact::numbers::integer::{Int3, Sum, difference};
use crate::exact::numbers::width::Width;

/// Corners on a grid, edges and normal.
pub(crate) struct GridTriangle<W: Width> {
    pub(crate) corners: [Int3<W::Coordinate>; 3],
    /// `[p_1 - p_0, p_2 - p_1, p_0 - p_2]`.
    pub(crate) edges: [Int3<W::Coordinate>; 3],
    /// The cross product of the first two edges, and of any two in a row.
    pub(crate) normal: Int3<W::Area>,
}

impl<W: Width> GridTriangle<W> {
    /// The triangle of these corners.
    #[inline(always)]
    pub(crate) fn new(corners: [Int3<W::Coordinate>; 3]) -> Self {
        let edges: [Int3<W::Coordinate>; 3] =
            std::array::from_fn(|i| difference(&corners[(i + 1) % 3], &corners[i]));
        let normal = cross::<W>(&edges[0], &edges[1]);
        Self { corners, edges, normal }
    }
}

/// `u x v`.
#[inline(always)]
pub(crate) fn cross<W: Width>(u: &Int3<W::Coordinate>, v: &Int3<W::Coordinate>) -> Int3<W::Area> {
    let component = |l: usize, m: usize| W::area(&u[l], &v[m]).minus(&W::area(&u[m], &v[l]));
    // Not by `from_fn`, which is not always inlined.
    [component(1, 2), component(2, 0), component(0, 1)]
}
