//! How the wide tree is built.

use obbtree_simd::SimdLevel;
use obbtree_tree::wide::Packing;

/// How much time a tree is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effort {
    /// Two thirds of the building time of [`Effort::Best`], up to 30 % more box tests later (see
    /// `docs/BUILDING.md`).
    Fast,
    /// The tree with the fewest box tests.
    #[default]
    Best,
}

/// How the wide tree is built. The same mesh and effort give the same tree, bit for bit, whatever
/// the threads and the instruction set.
///
/// ```
/// use obbtree_builder::wide::{Config, Effort};
/// let config = Config::default().with_effort(Effort::Fast).with_parallel(false);
/// assert_eq!(config.effort, Effort::Fast);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// How much time the tree is worth. Default: [`Effort::Best`].
    pub effort: Effort,
    /// Use all threads of the rayon pool that the caller runs on, else of this process? Default: yes.
    /// Without the feature `parallel` there is one thread.
    pub parallel: bool,
    /// The instruction set to build with. Default: the best one that the CPU has.
    pub level: SimdLevel,
    /// How the tree is stored. Default: at full size. On a mesh of 69,451 triangles in `f32`, all in
    /// cache: 77 bytes a triangle; 59 with packed leaves, which cost nothing until triangles are
    /// reached and up to 1.4 times the time in deep contact; 42 with packed nodes as well, at 1.8 to
    /// 2.9 times the time, for trees that would not fit into memory otherwise (see `docs/RESULTS.md`).
    /// Times and packed sizes were measured before leaves at full size lost their padding.
    pub packing: Packing,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            effort: Effort::default(),
            parallel: true,
            level: SimdLevel::detect(),
            packing: Packing::default(),
        }
    }
}

impl Config {
    /// The same with another [`effort`](Self::effort).
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort, ..self }
    }

    /// The same with or without other threads: [`parallel`](Self::parallel).
    #[must_use]
    pub fn with_parallel(self, parallel: bool) -> Self {
        Self { parallel, ..self }
    }

    /// The same with another instruction set: [`level`](Self::level).
    #[must_use]
    pub fn with_level(self, level: SimdLevel) -> Self {
        Self { level, ..self }
    }

    /// The same with another [`packing`](Self::packing).
    #[must_use]
    pub fn with_packing(self, packing: Packing) -> Self {
        Self { packing, ..self }
    }
}
