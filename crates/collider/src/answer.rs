//! Everything that one search of one pose can tell.

use obbtree_query::Counts;

use crate::relation::Relation;

/// The answer to one question about two placed bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// Do the surfaces meet; or, for solids, is a component of one body inside the other?
    pub collides: bool,
    /// The first pair of triangles that the search found, by their numbers in A's and B's mesh.
    pub first: Option<[u32; 2]>,
    /// Pairs of triangles that meet, ascending, at most as many as the query's limit.
    pub pairs: Vec<[u32; 2]>,
    /// How the bodies stand to each other, if the query asks for it.
    pub relation: Option<Relation>,
    /// The work of this search; zeros unless the query counts.
    pub counts: Counts,
}
