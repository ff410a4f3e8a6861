//! What a leaf kernel found out about sixteen pairs of triangles.

/// The decisions on sixteen pairs, as bits. Pairs of unused places are in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decided {
    /// Certainly what was wanted: they meet, or are within the tolerance.
    pub(crate) yes: u32,
    /// Undecided.
    pub(crate) unknown: u32,
    /// All pairs of triangles there are.
    pub(crate) pairs: u32,
}
