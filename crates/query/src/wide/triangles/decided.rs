//! What a leaf kernel found out about sixteen pairs of triangles.

/// The decisions on sixteen pairs, as bits. Pairs of unused places are in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::wide) struct Decided {
    /// Certainly what was asked for: they meet, or are within the tolerance.
    pub(in crate::wide) yes: u32,
    /// Undecided.
    pub(in crate::wide) unknown: u32,
    /// All pairs of triangles there are.
    pub(in crate::wide) pairs: u32,
}
