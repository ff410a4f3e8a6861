//! Joint values that change: is every pair apart throughout?
//!
//! | file | content |
//! |---|---|
//! | `motion`, `trajectories` | motions along straight lines and along curves |
//! | `timed` | a path with times, round its corners |
//! | `search` | their proof |
//! | `placed` | has a robot a place all along one? |
//! | `region` | a large free box of joint values around a configuration |
//! | `blocks` | configurations and lines by `lanes` first |

mod blocks;
mod motion;
mod placed;
mod region;
mod search;
mod timed;
mod trajectories;

pub use region::Region;
