//! A batch of queries: answers in input order, cancellable, with progress.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use obbtree_predicates::Pose;
use obbtree_query::{Engine, collide, intersecting_pairs};
use thiserror::Error;

/// A tree and where it is.
#[derive(Debug)]
pub struct Placed<'t, T> {
    /// The tree.
    pub tree: &'t T,
    /// Where its mesh is.
    pub pose: Pose,
}

impl<T> Clone for Placed<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Placed<'_, T> {}

/// The flag was raised before every query was answered.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the batch was cancelled")]
pub struct Cancelled;

/// How many queries a thread takes at a time: enough to make handing out cheap beside them, few
/// enough to share the work of a short batch and to be cancelled soon.
const QUERIES_AT_A_TIME: usize = 8;

/// How a batch is run.
///
/// ```
/// # use obbtree_builder::wide::build;
/// # use obbtree_mesh::Mesh;
/// use obbtree_predicates::Pose;
/// use obbtree_scene::{Batch, Placed};
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let tree = build(&mesh, &Default::default());
/// let a = Placed { tree: &tree, pose: Pose::identity() };
/// let heights = [0.0, 1.0, 0.0].map(|z| Pose::from_translation([0.2, 0.2, z]));
/// let poses = heights.into_iter().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(Batch::new().collide(a, &tree, &poses)?, [true, false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Batch<'o> {
    cancel: Option<&'o AtomicBool>,
    progress: Option<&'o (dyn Fn(usize) + Sync)>,
}

impl<'o> Batch<'o> {
    /// A batch that nobody cancels or watches.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends soon after the flag is raised.
    #[must_use]
    pub fn cancelled_by(self, flag: &'o AtomicBool) -> Self {
        Self { cancel: Some(flag), ..self }
    }

    /// Calls with the number of queries answered so far, from any of the threads, now and then and at
    /// the end.
    #[must_use]
    pub fn reporting_to(self, progress: &'o (dyn Fn(usize) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Does B meet A at each of its poses?
    ///
    /// # Errors
    /// If the batch was cancelled.
    pub fn collide<T>(
        &self,
        a: Placed<'_, T>,
        b: &T,
        poses_b: &[Pose],
    ) -> Result<Vec<bool>, Cancelled>
    where
        T: Engine + Sync,
        T::Scratch: Send,
    {
        self.run(poses_b, |pose, scratch: &mut T::Scratch| {
            collide(a.tree, &a.pose, b, pose, scratch)
        })
    }

    /// Which pairs of triangles meet at each pose of B? Each list as of
    /// [`intersecting_pairs`](obbtree_query::intersecting_pairs).
    ///
    /// # Errors
    /// If the batch was cancelled.
    pub fn intersecting_pairs<T>(
        &self,
        a: Placed<'_, T>,
        b: &T,
        poses_b: &[Pose],
    ) -> Result<Vec<Vec<[u32; 2]>>, Cancelled>
    where
        T: Engine + Sync,
        T::Scratch: Send,
    {
        self.run(poses_b, |pose, scratch: &mut T::Scratch| {
            intersecting_pairs(a.tree, &a.pose, b, pose, scratch)
        })
    }

    /// Does each pair collide?
    ///
    /// # Errors
    /// If the batch was cancelled.
    pub fn collide_pairs<T>(&self, pairs: &[[Placed<'_, T>; 2]]) -> Result<Vec<bool>, Cancelled>
    where
        T: Engine + Sync,
        T::Scratch: Send,
    {
        self.run(pairs, |[a, b], scratch: &mut T::Scratch| {
            collide(a.tree, &a.pose, b.tree, &b.pose, scratch)
        })
    }

    /// Answers each question with a scratch that the questions of a thread share.
    fn run<Q: Sync, S: Default + Send, R: Send>(
        &self,
        questions: &[Q],
        answer: impl Fn(&Q, &mut S) -> R + Sync,
    ) -> Result<Vec<R>, Cancelled> {
        let done = AtomicUsize::new(0);
        let some = |scratch: &mut S, questions: &[Q]| -> Result<Vec<R>, Cancelled> {
            if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Cancelled);
            }
            let answers = questions.iter().map(|question| answer(question, scratch)).collect();
            let before = done.fetch_add(questions.len(), Ordering::Relaxed);
            if let Some(progress) = self.progress {
                progress(before + questions.len());
            }
            Ok(answers)
        };
        Ok(in_order(questions, some)?.into_iter().flatten().collect())
    }
}

#[cfg(feature = "parallel")]
fn in_order<Q: Sync, S: Default + Send, R: Send>(
    questions: &[Q],
    some: impl Fn(&mut S, &[Q]) -> Result<Vec<R>, Cancelled> + Sync,
) -> Result<Vec<Vec<R>>, Cancelled> {
    use rayon::prelude::*;
    questions
        .par_chunks(QUERIES_AT_A_TIME)
        .map_init(S::default, |scratch, questions| some(scratch, questions))
        .collect()
}

#[cfg(not(feature = "parallel"))]
fn in_order<Q, S: Default, R>(
    questions: &[Q],
    some: impl Fn(&mut S, &[Q]) -> Result<Vec<R>, Cancelled>,
) -> Result<Vec<Vec<R>>, Cancelled> {
    let mut scratch = S::default();
    questions.chunks(QUERIES_AT_A_TIME).map(|questions| some(&mut scratch, questions)).collect()
}
