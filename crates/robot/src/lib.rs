//! Robots: links and joints from URDF and SRDF, where a configuration puts them, and which of them
//! collide.

mod allowed;
mod checker;
mod configurations;
mod element;
mod error;
mod frame;
mod groups;
mod halton;
mod joint;
mod kinematics;
mod lanes;
mod line;
mod mesh_files;
mod planner;
mod planning;
mod random;
mod robot;
mod rrt;
mod shorten;
mod sin_cos;
mod srdf;
mod trajectory;
mod urdf;
mod xml;

pub use allowed::{Allowed, Reason, allowed_pairs};
pub use checker::{
    CheckBatch, Checker, Collides, PairProof, ProofOptions, ProvenPairs, Region, pairs_to_prove,
    prove_allowed,
};
pub use error::{CheckError, NothingChecked, RobotError, RobotProblem, WorldError};
pub use joint::{Joint, JointKind, Mimic};
pub use kinematics::Kinematics;
pub use line::configuration_at;
pub use planner::{MotionValidity, NoPath, StateClearance, StateValidity};
pub use planning::{PlanOptions, plan_path, plan_path_to_any};
pub use random::Random;
pub use robot::{Link, Robot};
pub use srdf::{Group, GroupState, Srdf};
pub use trajectory::{Trajectory, TrajectoryError};
