//! Searches for a wrong answer, each with a short setting and a long one; `docs/lab/CAMPAIGNS.md`
//! says what they found.

mod all_that_meets;
mod bisection;
mod depth;
mod depth_of_round;
mod determinism;
mod distances;
mod manifolds;
mod margins;
mod properties;
mod shared_sets;
mod tri_tri;
mod volume;
mod within;
