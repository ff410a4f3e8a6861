//! The checked triangle mesh: the door where bad input is stopped.
//!
//! A [`Mesh`] that exists has at least one triangle, finite vertices within
//! [`MAX_COORDINATE`](obbtree_predicates::MAX_COORDINATE), and indices in range; every room behind it
//! relies on that and cannot fail.

mod mesh;
mod report;
mod shells;

pub use mesh::{Mesh, MeshError};
pub use report::MeshReport;
pub use shells::{InsideRule, OpenMesh};
