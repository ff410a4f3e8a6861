//! Sixteen points, sixteen boxes: what lanes work on.

/// Points or boxes in a block.
pub const WIDE: usize = 16;

/// Sixteen boxes along the axes of the cloud's frame, relative to its origin.
///
/// The numbers are the box: all `x` with `|x_k - center_k| <= half_k`. Half sides are rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct BoxBlock {
    /// `center[k][i]`: component `k` of the centre of box `i`.
    pub center: [[f32; WIDE]; 3],
    /// `half[k][i]`: half side of box `i` along axis `k`.
    pub half: [[f32; WIDE]; 3],
}

impl BoxBlock {
    /// Places that no box takes: nothing is known of them.
    pub(crate) const EMPTY: Self = Self { center: [[0.0; WIDE]; 3], half: [[f32::NAN; WIDE]; 3] };
}

/// Sixteen points; of `f32` if they all are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct PointBlock<T>(pub [[T; WIDE]; 3]);

/// The levels of boxes: the lowest first, each a box for every block of the one below.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Level {
    pub(crate) blocks: Vec<BoxBlock>,
    /// So many boxes.
    pub(crate) count: usize,
    /// The mean of their half diagonals: which of two hierarchies is descended, and no answer,
    /// depends on it.
    pub(crate) mean_size: f32,
}
