//! Robots: links and joints from URDF and SRDF, where a configuration puts them, and which of them collide.

mod configurations;
mod error;
mod frame;
mod groups;
mod joint;
mod kinematics;
mod mesh_files;
mod part;
mod robot;
mod sin_cos;
mod srdf;
mod urdf;
mod xml;

pub use error::{RobotError, RobotProblem};
pub use joint::{Joint, JointKind, Mimic};
pub use kinematics::Kinematics;
pub use part::{Element, Part};
pub use robot::{Link, Robot};
pub use srdf::{Group, GroupState, Srdf};
