//! One query put many times: many poses of one pair, or many pairs, over all cores.
//!
//! A batch gives the same answers in the same order as asking one by one, whatever the number of
//! threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use obbtree_predicates::Pose;
use obbtree_query::DistanceOptions;
use thiserror::Error;

use crate::answer::Answer;
use crate::body::Body;
use crate::collider::ColliderRef;
use crate::contacts::Contact;
use crate::distance::Distance;
use crate::options::QueryOptions;
use crate::query::Query;
use crate::relation::Relation;
use obbtree_ccd::{Motion, Sweep, SweepOptions};

/// A body and where it is.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The body.
    pub body: Body,
    /// Where it is in the world.
    pub pose: Pose,
}

/// Why a batch has no answers.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// The flag was raised before every question was answered.
    #[error("the batch was cancelled")]
    Cancelled,
    /// The system gave no threads.
    #[error("no threads for the batch: {0}")]
    Threads(String),
}

/// How many questions a thread takes at a time, unless told: enough to make handing out cheap
/// beside short ones, few enough to share the work of a short batch.
const QUESTIONS_AT_A_TIME: usize = 8;

/// How a batch is run: its query, on how many threads, cancellable, with progress.
///
/// ```
/// # use obbtree_mesh::Mesh;
/// use obbtree_collider::{Body, Query};
/// use obbtree_predicates::Pose;
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let body = Body::new(mesh);
/// let heights = [0.0, 1.0, 0.0].map(|z| Pose::from_translation([0.2, 0.2, z]));
/// let poses = heights.into_iter().collect::<Result<Vec<_>, _>>()?;
/// let batch = Query::new().batch();
/// assert_eq!(batch.collide(&body, &Pose::identity(), &body, &poses)?, [true, false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Batch<'o> {
    options: QueryOptions,
    threads: Option<usize>,
    at_a_time: usize,
    cancel: Option<&'o AtomicBool>,
    progress: Option<&'o (dyn Fn(usize) + Sync)>,
}

impl Query {
    /// This query's options, for many queries over all cores.
    #[must_use]
    pub fn batch<'o>(&self) -> Batch<'o> {
        Batch::new(*self.options())
    }
}

impl<'o> Batch<'o> {
    /// Without cancellation or progress, on the threads of the rayon pool that the caller runs
    /// on, else on those of this process, also after a `fork`.
    #[must_use]
    pub fn new(options: QueryOptions) -> Self {
        let (threads, at_a_time) = (None, QUESTIONS_AT_A_TIME);
        Self { options, threads, at_a_time, cancel: None, progress: None }
    }

    /// Runs on so many threads; 0 takes as many as the machine has cores. Without the feature
    /// `parallel` there is one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// How many questions a thread takes at a time, at least 1: 8 unless told. So many or fewer are
    /// answered on one thread. With 1 few questions that take long are shared by all threads.
    ///
    /// ```
    /// use obbtree_collider::Query;
    /// let batch = Query::new().batch().threads(4).at_a_time(1);
    /// assert_eq!(batch.map(&[1, 2, 3], |n, _| n * n)?, [1, 4, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at_a_time(self, questions: usize) -> Self {
        Self { at_a_time: questions.max(1), ..self }
    }

    /// Ends soon after the flag is raised: when each thread has answered the question that it is
    /// at.
    #[must_use]
    pub fn cancelled_by(self, flag: &'o AtomicBool) -> Self {
        Self { cancel: Some(flag), ..self }
    }

    /// Calls with the number of questions answered so far, from any of the threads, now and then
    /// and at the end.
    #[must_use]
    pub fn reporting_to(self, progress: &'o (dyn Fn(usize) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Which pairs of triangles meet at each pose of B? Each list as of [`Query::pairs`].
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn pairs(
        &self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        poses_b: &[Pose],
    ) -> Result<Vec<Vec<[u32; 2]>>, BatchError> {
        self.map(poses_b, |pose_b, query| query.pairs(a, pose_a, b, pose_b))
    }

    /// How does B stand to A at each of its poses?
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn classify(
        &self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        poses_b: &[Pose],
    ) -> Result<Vec<Relation>, BatchError> {
        self.map(poses_b, |pose_b, query| query.classify(a, pose_a, b, pose_b))
    }

    /// Is the distance at most its own tolerance at each pose of B?
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn closer_than_each<'a, 'b>(
        &self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        poses_and_tolerances: &[(Pose, f64)],
    ) -> Result<Vec<bool>, BatchError> {
        let (a, b) = (a.into(), b.into());
        self.map(poses_and_tolerances, |(pose_b, tolerance), query| {
            query.closer_than(a, pose_a, b, pose_b, *tolerance)
        })
    }

    /// Is the distance of each pair of placed bodies at most the tolerance beside it?
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn closer_than_pairs(&self, pairs: &[([Placed; 2], f64)]) -> Result<Vec<bool>, BatchError> {
        self.map(pairs, |([a, b], tolerance), query| {
            query.closer_than(&a.body, &a.pose, &b.body, &b.pose, *tolerance)
        })
    }

    /// Everything that the options ask for at each pose of B: see [`Query::ask`].
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn ask(
        &self,
        a: &Body,
        pose_a: &Pose,
        b: &Body,
        poses_b: &[Pose],
    ) -> Result<Vec<Answer>, BatchError> {
        self.map(poses_b, |pose_b, query| query.ask(a, pose_a, b, pose_b))
    }

    /// Does each pair of placed bodies collide?
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn collide_pairs(&self, pairs: &[[Placed; 2]]) -> Result<Vec<bool>, BatchError> {
        self.map(pairs, |[a, b], query| query.collide(&a.body, &a.pose, &b.body, &b.pose))
    }

    /// Answers each question by any use of a query. The query that `answer` is given has the
    /// batch's options and is shared by the questions of one thread: so only its contact cache,
    /// if it has one, can make an answer depend on other questions.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn map<Q: Sync, R: Send>(
        &self,
        questions: &[Q],
        answer: impl Fn(&Q, &mut Query) -> R + Sync,
    ) -> Result<Vec<R>, BatchError> {
        let done = AtomicUsize::new(0);
        let answer_some = |query: &mut Query, questions: &[Q]| -> Result<Vec<R>, BatchError> {
            let mut answers = Vec::with_capacity(questions.len());
            for question in questions {
                if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                    return Err(BatchError::Cancelled);
                }
                answers.push(answer(question, query));
            }
            let before = done.fetch_add(questions.len(), Ordering::Relaxed);
            if let Some(progress) = self.progress {
                progress(before + questions.len());
            }
            Ok(answers)
        };
        let options = self.options;
        let new_query = || Query::with_options(options);
        let answers = in_order(questions, self.at_a_time, self.threads, new_query, answer_some)?;
        Ok(answers.into_iter().flatten().collect())
    }
}

/// Questions about two colliders, A at one place and B at each of many, which a query answers by
/// the method behind the `=`.
macro_rules! at_each_place {
    (impl $batch:ty {$(
        $(#[$doc:meta])*
        pub fn $name:ident($at_a:ident: $a:ty, $at_b:ident: $b:ty $(, $option:ident: $of:ty)?)
            -> $answer:ty = $question:ident;
    )+}) => {
        impl $batch {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// If the batch was cancelled, or had no threads.
            pub fn $name<'a, 'b>(
                &self,
                a: impl Into<ColliderRef<'a>>,
                $at_a: $a,
                b: impl Into<ColliderRef<'b>>,
                $at_b: &[$b],
                $($option: $of,)?
            ) -> Result<Vec<$answer>, BatchError> {
                let (a, b) = (a.into(), b.into());
                self.map($at_b, |at_b, query| query.$question(a, $at_a, b, at_b $(, $option)?))
            }
        )+}
    };
}

at_each_place! {
impl Batch<'_> {
    /// Does B collide with A at each of its poses?
    pub fn collide(pose_a: &Pose, poses_b: Pose) -> bool = collide;

    /// Which pairs of triangles meet at each pose of B, and what do they share? See
    /// [`Query::contacts`].
    pub fn contacts(pose_a: &Pose, poses_b: Pose) -> Vec<Contact> = contacts;

    /// Is the distance at most `tolerance` at each pose of B?
    pub fn closer_than(pose_a: &Pose, poses_b: Pose, tolerance: f64) -> bool = closer_than;

    /// How far apart are the surfaces at each pose of B? See [`Query::distance_within`].
    pub fn distance(pose_a: &Pose, poses_b: Pose, options: &DistanceOptions)
        -> Option<Distance> = distance_within;

    /// When does B meet A first along each of its motions? See [`Query::sweep`].
    pub fn sweep(motion_a: &dyn Motion, motions_b: impl Motion, options: &SweepOptions)
        -> Sweep = sweep;

    /// Is B's motion free all the way, for each of its motions? See [`Query::is_motion_free`].
    pub fn is_motion_free(motion_a: &dyn Motion, motions_b: impl Motion, options: &SweepOptions)
        -> bool = is_motion_free;
}
}

/// Some questions at a time to their answers: on rayon's threads, unless there is one thread or
/// no more for a second one to do.
fn in_order<Q: Sync, S: Send, R: Send>(
    questions: &[Q],
    at_a_time: usize,
    threads: Option<usize>,
    new_query: impl Fn() -> S + Sync + Send,
    answer: impl Fn(&mut S, &[Q]) -> Result<Vec<R>, BatchError> + Sync + Send,
) -> Result<Vec<Vec<R>>, BatchError> {
    #[cfg(not(feature = "parallel"))]
    let _ = threads;
    #[cfg(feature = "parallel")]
    if threads != Some(1) && questions.len() > at_a_time {
        use obbtree_builder::pool;
        use rayon::prelude::*;
        let run = || {
            let chunks = questions.par_chunks(at_a_time);
            chunks.map_init(new_query, |query, questions| answer(query, questions)).collect()
        };
        return match threads {
            None => pool::install(run).map_err(|error| BatchError::Threads(error.to_string()))?,
            Some(threads) => rayon::ThreadPoolBuilder::new()
                // Others would find nothing to do.
                .num_threads(threads.min(questions.len().div_ceil(at_a_time)))
                .build()
                .map_err(|error| BatchError::Threads(error.to_string()))?
                .install(run),
        };
    }
    let mut query = new_query();
    questions.chunks(at_a_time).map(|questions| answer(&mut query, questions)).collect()
}
