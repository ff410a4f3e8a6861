//! Robots of the developers' data: kinematics, self-collision, scenes, hostile files, motions.

mod hostile;
mod scenes;
mod self_collision;
mod support;
