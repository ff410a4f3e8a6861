//! The Rust of README and of the book, compiled with the tests.

#[doc = include_str!("../../../README.md")]
struct Readme;

#[doc = include_str!("../../../docs/book/docs/batches.md")]
struct Batches;

#[cfg(feature = "clash")]
#[doc = include_str!("../../../docs/book/docs/clashes.md")]
struct Clashes;

#[doc = include_str!("../../../docs/book/docs/clouds.md")]
struct Clouds;

#[doc = include_str!("../../../docs/book/docs/depth.md")]
struct Depth;

#[doc = include_str!("../../../docs/book/docs/distance.md")]
struct Distance;

#[doc = include_str!("../../../docs/book/docs/files.md")]
struct Files;

#[doc = include_str!("../../../docs/book/docs/index.md")]
struct Index;

#[doc = include_str!("../../../docs/book/docs/motion.md")]
struct Motion;

#[doc = include_str!("../../../docs/book/docs/robots.md")]
struct Robots;

#[doc = include_str!("../../../docs/book/docs/scenes.md")]
struct Scenes;

#[doc = include_str!("../../../docs/book/docs/two-meshes.md")]
struct TwoMeshes;
