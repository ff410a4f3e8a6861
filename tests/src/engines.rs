//! Both engines under one name, so that a test written once checks each of them.

use obbtree::{Body, BuildEngine, Mesh, classic, wide};

/// An engine whose bodies are made from a mesh with the default config.
pub trait Built: BuildEngine {
    /// `classic` or `wide`.
    const NAME: &'static str;

    /// The body of a mesh.
    #[must_use]
    fn body(mesh: &Mesh) -> Body<Self> {
        Body::build(mesh.clone(), &Default::default())
    }
}

impl Built for classic::Tree {
    const NAME: &'static str = "classic";
}

impl Built for wide::Tree {
    const NAME: &'static str = "wide";
}
