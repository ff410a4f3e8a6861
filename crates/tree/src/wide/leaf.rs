//! A leaf: up to four triangles in `f32`.

/// Up to four triangles in `f32`, relative to [`Tree::leaf_origin`](super::Tree::leaf_origin).
///
/// Unused slots repeat the leaf's first triangle and have the id [`Leaf::NO_TRIANGLE`].
///
/// 160 bytes: aligned to half a cache line, a leaf is in three lines, as many as it would fill
/// padded to whole ones.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct Leaf {
    /// `corners[k][v][c]`: component `k` of corner `v` of triangle `c`. Exact if the mesh is `f32`,
    /// else rounded to nearest; see [`Tree::exact`](super::Tree::exact).
    pub corners: [[[f32; 4]; 3]; 3],
    /// The triangle indices of the mesh.
    pub ids: [u32; 4],
}

impl Leaf {
    /// The id of an unused slot.
    pub const NO_TRIANGLE: u32 = u32::MAX;

    /// The leaf of one to four triangles. `corners` gives the corners of a triangle by its id; a
    /// coordinate beyond the largest `f32` becomes the largest.
    #[must_use]
    pub fn of(ids: &[u32], corners: impl Fn(u32) -> [[f64; 3]; 3]) -> Self {
        debug_assert!((1..=4).contains(&ids.len()));
        let mut leaf = Self { corners: [[[0.0; 4]; 3]; 3], ids: [Self::NO_TRIANGLE; 4] };
        for c in 0..4 {
            let id = ids[if c < ids.len() { c } else { 0 }];
            if c < ids.len() {
                leaf.ids[c] = id;
            }
            for (v, x) in corners(id).into_iter().enumerate() {
                for k in 0..3 {
                    leaf.corners[k][v][c] = (x[k] as f32).clamp(-f32::MAX, f32::MAX);
                }
            }
        }
        leaf
    }

    /// The number of slots that hold a triangle, 1 to 4. They are the first ones.
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.ids.iter().position(|&id| id == Self::NO_TRIANGLE).unwrap_or(4)
    }
}
