//! What a query asks.

use obbtree_simd::SimdLevel;

/// What a [`crate::Query`] asks; set by its methods of the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryOptions {
    /// A body wholly inside another collides too. Nothing is inside an open body. Off by default.
    pub solid: bool,
    /// At most so many pairs of triangles are looked for; all of them by default.
    pub limit: usize,
    /// [`crate::Answer::relation`] is wanted. Off by default.
    pub relation: bool,
    /// The work is counted: see [`crate::Query::counts`]. Off by default.
    pub counted: bool,
    /// The last contact of each pair of bodies is tried first. Off by default. It changes no answer
    /// but which of several pairs or points that are right is named.
    pub contact_cache: bool,
    /// The instruction set; the best that the CPU has by default. It changes no answer, but where
    /// any one pair or bound will do it can change which one is given: the methods of
    /// [`crate::Query`] say where.
    pub level: Option<SimdLevel>,
}

impl Default for QueryOptions {
    fn default() -> Self {
        Self {
            solid: false,
            limit: usize::MAX,
            relation: false,
            counted: false,
            contact_cache: false,
            level: None,
        }
    }
}
