//! Point clouds: points, each with a radius or none, in a hierarchy of boxes that is made by
//! sorting. Voxels: cubes in the same hierarchy.
//!
//! A [`PointCloud`] holds its points in the order of a curve that fills space (D. Hilbert, "Über
//! die stetige Abbildung einer Linie auf ein Flächenstück", 1891), sixteen to a block. The box of
//! block `k` is the `k`-th box of the lowest level; sixteen boxes that follow each other are a
//! block of boxes, whose box is in the next level. So box `k` of a level contains block `k` of the
//! level below it, and no index is stored (I. Kamel, C. Faloutsos, "On Packing R-trees", 1993).
//!
//! [`Voxels`] hold cubes where a cloud holds points: sorted by their centres, under boxes that hold
//! them. One hierarchy with one traversal serves both, as a cube is to its centre what a sphere is
//! to its point. Only the tests of a pair of items differ, and these are not here.
//!
//! [`Walk`] descends a cloud together with anything else that has a hierarchy of boxes. It knows
//! nothing of what the other is, and decides nothing: what its boxes leave is for certain tests.
//!
//! | file | content |
//! |---|---|
//! | `cloud`, `parts`, `error` | the cloud: points, radii, access; what it consists of; refusals |
//! | `present`, `kept` | points of which some are nowhere; what is kept of those given |
//! | `mask` | some of the points, and the cloud without them |
//! | `thinned` | fewer points with larger radii, which contain all |
//! | `camera`, `depth`, `image` | a camera; points from a depth image; their cloud, without sorting |
//! | `file` | points from a file, with the feature `io` |
//! | `source`, `key`, `order` | coordinates as given, keys along the curve, sorting |
//! | `threads` | work on all threads, with the feature `parallel` |
//! | `voxels`, `voxel_error` | cubes instead of points: occupancy grids and octrees |
//! | `octree` | voxels from a file, with the feature `io` |
//! | `cubes` | which numbers the faces of cubes are at; the lemma of their boxes |
//! | `blocks`, `ends`, `build` | blocks and levels; the box of a block; how a cloud is made |
//! | `changed`, `box_of_all` | items that come and go in place; the box around all |
//! | `insert`, `flip` | points and cells that do |
//! | `region` | what the boxes and points of a cloud are compared with; the lemma of its slack |
//! | `walk` | the traversal |

mod blocks;
mod box_of_all;
mod build;
mod camera;
mod changed;
mod cloud;
mod cubes;
mod depth;
mod ends;
mod error;
#[cfg(feature = "io")]
mod file;
mod flip;
mod image;
mod insert;
mod kept;
mod key;
mod mask;
#[cfg(feature = "io")]
mod octree;
mod order;
mod parts;
mod present;
mod region;
mod source;
mod thinned;
mod threads;
mod twins;
mod voxel_error;
mod voxels;
mod walk;

pub use blocks::{BoxBlock, PointBlock, WIDE};
pub use camera::{Camera, DepthValue};
pub use cloud::PointCloud;
pub use cubes::HALF_WITHIN;
pub use error::CloudError;
#[cfg(feature = "io")]
pub use file::CloudFileError;
pub use kept::Kept;
pub use mask::PointMask;
#[cfg(feature = "io")]
pub use octree::{Unknown, VoxelFileError};
pub use present::Radius;
pub use region::{PlacedBox, PlacedPoint, RADIUS_IN_FRAME, Region, Slab, Slack, Threshold};
pub use source::Coordinate;
pub use voxel_error::VoxelError;
pub use voxels::{KeptCubes, KeptVoxels, Voxels};
pub use walk::{Block, Found, Target, Walk, WalkMemory};
