//! The two kinds of tree that a body can have, and how each is built.

use obbtree_builder as builder;
use obbtree_mesh::Mesh;
use obbtree_query::Engine;
use obbtree_tree::{classic, wide};

/// An engine whose trees can be built from a mesh.
pub trait BuildEngine: Engine {
    /// How the tree is built.
    type Config: Default;

    /// Builds the tree of a mesh.
    #[must_use]
    fn build(mesh: &Mesh, config: &Self::Config) -> Self;
}

impl BuildEngine for wide::Tree {
    type Config = builder::wide::Config;

    fn build(mesh: &Mesh, config: &Self::Config) -> Self {
        builder::wide::build(mesh, config)
    }
}

impl BuildEngine for classic::Tree {
    type Config = builder::classic::Config;

    fn build(mesh: &Mesh, config: &Self::Config) -> Self {
        builder::classic::build(mesh, config)
    }
}
