//! Which pairs of links need no check: by samples (`sampled`), by proof (`proven`).

mod proven;
mod sampled;

pub use proven::{Collides, PairProof, ProofOptions, ProvenPairs, pairs_to_prove, prove_allowed};
pub use sampled::{Allowed, Reason, allowed_pairs};
