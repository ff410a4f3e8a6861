//! The checker of configurations and motions.
//!
//! | file | content |
//! |---|---|
//! | `items` | the collision elements of all links and bodies, in one list |
//! | `jacobian_bound` | how far a pair can move apart or together, per joint value |
//! | `disjointness` | where pairs are apart at all configurations of some values |
//! | `world` | the scene with the robot's links, and what links carry |
//! | `data` | what all threads share: of a robot, and of it in one world |
//! | `sphere_soa` | the bounding spheres of all pairs at once |
//! | `clearance_cache` | which pairs cannot collide since they were last tested |
//! | `ask` | one pair: meshes and shapes |
//! | `state` | the memory of one thread |
//! | `check` | the questions about one configuration |
//! | `nearest` | the distance of a configuration, and pairs that are close |
//! | `contacts` | where a configuration collides |
//! | `changes` | other worlds, attached bodies, groups of joints |
//! | `motion`, `trajectories` | motions along straight lines and along curves |
//! | `search`, `intervals`, `motion_bound` | their proof, its memory, how far an item can move |
//! | `value_box`, `region` | boxes of joint values; a large free one around a configuration |
//! | `blocks`, `lane_memory` | configurations and lines by `lanes` first |
//! | `proven` | which pairs never collide, always do, or sometimes: proofs and configurations |
//! | `batch` | many configurations or motions over all cores |

mod ask;
mod batch;
mod blocks;
mod changes;
mod check;
mod clearance_cache;
mod contacts;
mod data;
mod disjointness;
mod intervals;
mod items;
mod jacobian_bound;
mod lane_memory;
mod motion;
mod motion_bound;
mod nearest;
mod proven;
mod region;
mod search;
mod sphere_soa;
mod state;
mod trajectories;
mod value_box;
mod world;

pub use batch::CheckBatch;
pub use check::Checker;
pub use proven::{Collides, PairProof, ProofOptions, ProvenPairs, pairs_to_prove, prove_allowed};
pub use region::Region;
