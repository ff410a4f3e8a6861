//! Where a configuration puts the links, and how far a pair of items can move.
//!
//! | file | content |
//! |---|---|
//! | `forward` | the frames of all links |
//! | `jacobian_bound` | how far a pair can move apart or together, per joint value |
//! | `motion_bound` | how far a pair can move in a box of joint values around a configuration |

mod forward;
mod jacobian_bound;
mod motion_bound;

pub use forward::Kinematics;
pub(crate) use jacobian_bound::{
    JacobianBound, JointLengths, LANES, ReachSphere, common_joints, step_at_zero,
};
pub(crate) use motion_bound::{Chains, MotionBound, quaternion_turn};
