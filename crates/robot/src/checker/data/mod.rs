//! What all threads share.
//!
//! | file | content |
//! |---|---|
//! | `world` | the scene with the robot's links, and what links carry |
//! | `fixed` | pairs that no joint moves |
//! | `disjointness` | where pairs are apart at all configurations of some values |
//! | `shared` | what is known of a robot, and of it in one world |

mod disjointness;
mod fixed;
mod shared;
mod world;

pub(crate) use shared::{BLOCK, CheckerData, NO_PAIR, RobotData};
pub(crate) use world::{check_links, with_links};
