//! The validated triangle mesh: input validation happens here.
//!
//! Every [`Mesh`] has at least one triangle, finite vertices of at most
//! [`MAX_COORDINATE`](obbtree_predicates::MAX_COORDINATE), and indices in range; all other crates
//! rely on that and cannot fail.

mod height_map;
mod mesh;
mod numbering;
mod report;
mod topology;

pub use mesh::{Mesh, MeshError};
pub use numbering::PointNumbers;
pub use report::MeshReport;
pub use topology::{InsideRule, OpenMesh, positions};
