//! What a study is run on: a scene, or one whose bodies move. Slices and folders know of both what
//! stands here, and no more.

use obbtree_scene::Scene;

use crate::motion_table::Table;

/// What a study is run on: `&Scene`, whose bodies are at rest, or `(&Scene, &Table)`, whose bodies
/// move as the table says. Of the first there is a [`Report`](crate::Report), as of
/// [`Study::run`](crate::Study::run), of the second a [`MotionReport`](crate::MotionReport), as of
/// [`Study::run_motion`](crate::Study::run_motion).
pub trait Subject: sealed::Subject {}

impl Subject for &Scene {}
impl Subject for (&Scene, &Table) {}

pub(crate) mod sealed {
    use std::ops::Range;

    use obbtree_scene::Scene;
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::motion_table::MotionTable;
    use crate::run::{RunError, RunOptions};
    use crate::study::Study;

    pub trait Subject: Copy + Send + Sync {
        type Report: Found;

        fn scene(&self) -> &Scene;

        /// What of the study's `motion` counts, with the table named by its hash.
        fn motion(&self, study: &Study) -> Option<MotionTable>;

        fn pairs<'p>(
            self,
            study: &'p Study,
            options: &RunOptions<'_>,
        ) -> Result<Box<dyn Pairs<Self::Report> + 'p>, RunError>
        where
            Self: 'p;

        /// Adds what follows from all pairs together.
        fn finish(self, study: &Study, report: &mut Self::Report) -> Result<(), RunError>;
    }

    /// The pairs that a study looks at.
    pub trait Pairs<R> {
        fn len(&self) -> usize;

        /// What is found in some of the pairs, but for what follows from all together. `progress`
        /// is told how many of them are done.
        fn report(
            &self,
            range: Range<usize>,
            options: &RunOptions<'_>,
            progress: &(dyn Fn(usize) + Sync),
        ) -> Result<R, RunError>;

        /// The same of all pairs.
        fn whole(&self, options: &RunOptions<'_>) -> Result<R, RunError> {
            let total = self.len();
            self.report(0..total, options, &|done| options.reached(done, total))
        }
    }

    /// What is found.
    pub trait Found: Serialize + DeserializeOwned + Send {
        /// What the `format` of its slices says.
        const SLICE: &'static str;

        /// Adds what is found in later pairs.
        fn add(&mut self, later: Self);

        /// Puts clashes of the same rule together, by the places of the rules.
        fn sort_by_rules(&mut self, place: impl Fn(&str) -> usize);
    }
}
