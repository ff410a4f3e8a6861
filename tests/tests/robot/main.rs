//! Robots of the developers' data: kinematics, self-collision, scenes, hostile files, motions.

mod hostile;
mod proven;
mod scenes;
mod self_collision;
mod support;
