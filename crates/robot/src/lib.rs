//! Robots: links and joints from URDF and SRDF, where a configuration puts them, and which of them
//! collide.

mod allowed;
mod checker;
mod error;
mod frames;
mod items;
mod kinematics;
mod lanes;
mod model;
mod planner;
mod random;
mod urdf;
mod values;
mod vectors;

pub use allowed::{
    Allowed, Collides, PairProof, ProofOptions, ProvenPairs, Reason, allowed_pairs, pairs_to_prove,
    prove_allowed,
};
pub use checker::{CheckBatch, Checker, Region};
pub use error::{CheckError, NothingChecked, RobotError, RobotProblem, WorldError};
pub use kinematics::Kinematics;
pub use model::{Group, GroupState, Joint, JointKind, Link, Mimic, Robot, Srdf};
pub use planner::{
    MotionValidity, NoPath, PlanOptions, StateClearance, StateValidity, plan_path, plan_path_to_any,
};
pub use random::Random;
pub use urdf::Visual;
pub use values::{Trajectory, TrajectoryError, configuration_at};
