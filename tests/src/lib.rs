//! Test support: where the shared data is, and slow and obvious references for what the engine
//! does fast.

pub mod bisection;
pub mod catalogue_closest;
pub mod catalogue_meet;
pub mod catalogue_planar;
pub mod constants;
pub mod corpus;
pub mod counted;
pub mod data;
pub mod engines;
pub mod file_graph;
pub mod gappa;
pub mod integer_referee;
pub mod naive;
pub mod parry;
mod parts;
pub mod quick_referee;
pub mod reading;
pub mod referee;
pub mod scales;
pub mod shapes;
pub mod wide_build;

/// The fast engine by its parts: what builds, what queries, and the tree.
pub mod wide {
    pub use obbtree_builder::wide::{
        Config, Effort, RefitReport, TriangleCountMismatch, build, refit, refit_frames,
    };
    pub use obbtree_query::wide::{Workspace, for_each_pair_reference};
    pub use obbtree_tree::wide::{Leaf, Node, Tree};
}

/// The engine of the 1996 paper by its parts: the reference.
pub mod classic {
    pub use obbtree_builder::classic::{Config, Fit, Split, build};
    pub use obbtree_query::classic::{Workspace, visited_nodes};
    pub use obbtree_tree::classic::{Node, Tree};
}

/// Is the long setting of tests wanted, `OBBTREE_LONG=1`?
pub fn is_long() -> bool {
    std::env::var_os("OBBTREE_LONG").is_some()
}

/// Tests that run a generic body for both number types: `both! { name => body; }`.
#[macro_export]
macro_rules! both {
    ($($name:ident => $body:ident;)*) => {
        $(
            #[test]
            fn $name() {
                $body::<f64>();
                $body::<f32>();
            }
        )*
    };
}
