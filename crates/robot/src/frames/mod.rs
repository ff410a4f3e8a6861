//! Rigid frames as kinematics multiplies them, and the sines and cosines that they are made of.

mod frame;
mod sin_cos;

pub(crate) use frame::Frame;
pub(crate) use sin_cos::{sin_cos, sin_cos_all};
