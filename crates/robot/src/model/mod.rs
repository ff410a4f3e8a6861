//! What a robot is.
//!
//! | file | content |
//! |---|---|
//! | `cover` | parts of a collision element, in a hierarchy: spheres and boxes around them |
//! | `whole` | a mesh that is nearly convex, as one part |
//! | `element` | a part of a link or of a body, as the checker keeps it |
//! | `joint` | how a link can move in the frame of another |
//! | `robot` | the links, their joints, and which pairs are checked |
//! | `srdf`, `xml` | pairs that are never checked, groups, named configurations |
//! | `groups` | the robot of which a group's joints alone move |
//! | `configurations` | files of configurations and motions |

mod configurations;
mod cover;
mod element;
mod groups;
mod joint;
mod robot;
mod srdf;
mod whole;
pub(crate) mod xml;

pub(crate) use configurations::SHORTEST_QUATERNION;
pub(crate) use cover::{Core, Cover, CoverNode};
pub(crate) use element::{BoundingSphere, Element, length};
pub(crate) use joint::{Coefficients, number_values};
pub use joint::{Joint, JointKind, Mimic};
pub use robot::{Link, Robot};
pub use srdf::{Group, GroupState, Srdf};
#[cfg(test)]
pub(crate) use whole::whole_cover;
