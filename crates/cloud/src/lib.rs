//! Point clouds: points, each with a radius or none, in a hierarchy of boxes that is made by
//! sorting.
//!
//! A [`PointCloud`] holds its points in the order of a curve that fills space (G. M. Morton, "A
//! Computer Oriented Geodetic Data Base", 1966), sixteen to a block. The box of block `k` is the
//! `k`-th box of the lowest level; sixteen boxes that follow each other are a block of boxes, whose
//! box is in the next level. So box `k` of a level contains block `k` of the level below it, and
//! no index is stored (I. Kamel, C. Faloutsos, "On Packing R-trees", 1993).
//!
//! [`Walk`] descends a cloud together with anything else that has a hierarchy of boxes. It knows
//! nothing of what the other is, and decides nothing: what its boxes leave is for certain tests.
//!
//! | file | content |
//! |---|---|
//! | `cloud`, `parts`, `error` | the cloud: points, radii, access; what it consists of; refusals |
//! | `present`, `kept` | points of which some are nowhere; what is kept of those given |
//! | `depth` | points from a depth image |
//! | `file` | points from a file, with the feature `io` |
//! | `source`, `key`, `order` | coordinates as given, keys along the curve, sorting |
//! | `blocks`, `build` | blocks and levels; how they are made |
//! | `region` | what the boxes and points of a cloud are compared with; the lemma of its slack |
//! | `walk` | the traversal |

mod blocks;
mod build;
mod cloud;
mod depth;
mod error;
#[cfg(feature = "io")]
mod file;
mod kept;
mod key;
mod order;
mod parts;
mod present;
mod region;
mod source;
mod walk;

pub use blocks::{BoxBlock, PointBlock, WIDE};
pub use cloud::PointCloud;
pub use depth::{Camera, DepthValue};
pub use error::CloudError;
#[cfg(feature = "io")]
pub use file::CloudFileError;
pub use kept::Kept;
pub use present::Radius;
pub use region::{PlacedBox, RADIUS_IN_FRAME, Region, Slab, Slack, Threshold};
pub use source::Coordinate;
pub use walk::{Block, Found, Target, Walk, WalkMemory};
