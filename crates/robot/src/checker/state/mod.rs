//! The memory of one thread.
//!
//! | file | content |
//! |---|---|
//! | `memory` | where everything is, and what is known of each pair |
//! | `sphere_soa` | the bounding spheres of all pairs at once |
//! | `clearance_cache` | which pairs cannot collide since they were last tested |
//! | `intervals`, `value_box` | of motions: pairs that are apart in a box of joint values |
//! | `lane_memory` | of `lanes` |

mod clearance_cache;
mod intervals;
mod lane_memory;
mod memory;
mod sphere_soa;
mod value_box;

pub(crate) use clearance_cache::LEAST_CLEARANCE;
pub(crate) use intervals::Intervals;
pub(crate) use lane_memory::{LaneMemory, LeftOver};
pub(crate) use memory::{FIRST_SPAN, Measured, State, Step};
