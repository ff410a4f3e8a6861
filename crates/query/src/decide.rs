//! What decides about pairs of triangles and about the boxes around two bodies: the certain tests.
//!
//! With `--cfg obbtree_rounded`, which only `benches/compare/run --rounded` sets, it is rounded
//! arithmetic, so that the price of certainty can be told. Nothing else here knows of it.

#[cfg(obbtree_rounded)]
pub(crate) use crate::rounded::{
    BoxGap, Refiner, RoundedDistance, TrianglePairs, placed_aabbs_apart,
};
#[cfg(not(obbtree_rounded))]
pub(crate) use obbtree_predicates::{
    BoxGap, Refiner, RoundedDistance, TrianglePairs, placed_aabbs_apart,
};
