//! Both engines under one name, so that a test written once judges each of them.

use obbtree::{Engine, Mesh, classic, wide};

/// An engine whose tree is made from a mesh with the default config.
pub trait Built: Engine + Send + Sync {
    /// `classic` or `wide`.
    const NAME: &'static str;

    /// The tree of a mesh.
    #[must_use]
    fn built(mesh: &Mesh) -> Self;
}

impl Built for classic::Tree {
    const NAME: &'static str = "classic";

    fn built(mesh: &Mesh) -> Self {
        classic::build(mesh, &classic::Config::default())
    }
}

impl Built for wide::Tree {
    const NAME: &'static str = "wide";

    fn built(mesh: &Mesh) -> Self {
        wide::build(mesh, &wide::Config::default())
    }
}
