//! How the wide tree is built.

use obbtree_simd::SimdLevel;

/// How much time a tree is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effort {
    /// Two thirds of the building time of [`Effort::Best`], up to 30 % more box tests later (see
    /// `docs/lab/BUILDING.md`).
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
    /// Use all threads of the rayon pool that the caller runs on, else of this process? Default:
    /// yes. Without the feature `parallel` there is one thread.
    pub parallel: bool,
    /// The instruction set to build with. Default: the best one that the CPU has.
    pub level: SimdLevel,
}

impl Default for Config {
    fn default() -> Self {
        Self { effort: Effort::default(), parallel: true, level: SimdLevel::detect() }
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
}
