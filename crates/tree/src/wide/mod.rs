//! The wide tree: four boxes a node, each with its own orientation, four triangles a leaf, laid out
//! for vector units.
//!
//! A node against a node is sixteen box pairs. Coordinates are stored component by component over
//! the four children (structure of arrays), so that the A side is read by 128-bit broadcasts and
//! the B side is rotated once for all four of A's children.
//!
//! | file | content |
//! |---|---|
//! | `child`, `node`, `leaf` | references, nodes and leaves |
//! | `tree` | the tree: its parts, accessors, statistics |
//! | `root_box` | one box around all, in `f64` |
//! | `leaf_boxes` | how large the boxes of leaves are, and how well they fit |
//! | `least_numbers` | the least number of a triangle below each box |
//! | `copies`, `find_copies` | triangles that are copies of others |
//! | `outliers` | the few triangles that reach far beyond all others, and a tree without them |
//! | `validate` | the invariants, and the checked constructor |

mod child;
mod copies;
mod find_copies;
mod leaf;
mod leaf_boxes;
mod least_numbers;
mod node;
mod outliers;
mod root_box;
mod tree;
mod validate;

pub use child::Child;
pub use copies::Copies;
pub use leaf::Leaf;
pub use leaf_boxes::LeafBoxes;
pub use node::{MAX_AXES_SKEW, Node, REACH_BEYOND_AXES, largest_box};
pub use outliers::MOST_OUTLIERS;
pub use root_box::RootBox;
pub use tree::{MAX_DEPTH, Outliers, Tree, TreeParts};
