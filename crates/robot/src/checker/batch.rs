//! Many configurations or motions over all cores, with the answers that one thread gives, in order.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::{Batch, BatchError, Query};
use obbtree_scene::{BodyDistance, BodyId, PairContacts, PartPair};

use crate::checker::questions::Checker;
use crate::error::{CheckError, WorldError};

/// How a batch is run: on how many threads, cancellable, with progress.
///
/// ```
/// # use std::sync::Arc;
/// # let text = r#"<robot name="r">
/// #   <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
/// #   <link name="m"/>
/// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
/// #   <joint name="i" type="fixed"><parent link="a"/><child link="m"/></joint>
/// #   <joint name="j" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 0 1"/>
/// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
/// use obbtree_robot::{CheckBatch, Checker, Robot};
/// use obbtree_scene::Scene;
/// let robot = Arc::new(Robot::from_urdf_str(text, "r.urdf", &[])?);
/// let checker = Checker::new(robot, &Scene::new())?;
/// let valid = CheckBatch::new(&checker).is_valid(&[vec![0.5], vec![2.0]])?;
/// assert_eq!(valid, [false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct CheckBatch<'b> {
    checker: &'b Checker,
    threads: usize,
    cancel: Option<&'b AtomicBool>,
    progress: Option<&'b (dyn Fn(usize) + Sync)>,
}

/// What each question of a batch is answered, or why not.
type Answers<R, E = CheckError> = Result<Vec<Result<R, E>>, BatchError>;

/// The least and the most questions that one clone of the checker answers: enough that making it
/// does not count, and neighbours on a path stay together; few enough that the cores end together.
type Lot = [usize; 2];
const CONFIGURATIONS: Lot = [128, 1024];
const MOTIONS: Lot = [8, 128];
/// Lots of a batch, as long as they are not too small or too large. It is the same for any number
/// of threads, as answers are.
const LOTS: usize = 64;

impl<'b> CheckBatch<'b> {
    /// Of a checker, on all cores.
    #[must_use]
    pub fn new(checker: &'b Checker) -> Self {
        Self { checker, threads: 0, cancel: None, progress: None }
    }

    /// On so many threads; 0 for as many as there are cores.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Ends the batch with an error as soon as the flag is raised.
    #[must_use]
    pub fn cancelled_by(mut self, flag: &'b AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Calls with the number of questions that are answered, now and then, from any thread.
    #[must_use]
    pub fn reporting_to(mut self, progress: &'b (dyn Fn(usize) + Sync)) -> Self {
        self.progress = Some(progress);
        self
    }

    /// [`Checker::is_valid`] of each.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn is_valid(&self, configurations: &[Vec<f64>]) -> Result<Vec<bool>, BatchError> {
        // What a checker remembers changes none of these answers: one for each thread will do.
        let idle = Mutex::new(Vec::new());
        let take = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let put_back = |checker| idle.lock().unwrap_or_else(PoisonError::into_inner).push(checker);
        self.lots(configurations, CONFIGURATIONS, |lot| {
            let mut checker = take().unwrap_or_else(|| self.checker.clone());
            let answers = lot.iter().map(|q| checker.is_valid(q)).collect();
            put_back(checker);
            answers
        })
    }

    /// [`Checker::colliding_pairs`] of each, or why it has none.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn colliding_pairs(&self, configurations: &[Vec<f64>]) -> Answers<Vec<[BodyId; 2]>> {
        self.each(configurations, CONFIGURATIONS, |checker, q| checker.colliding_pairs(q))
    }

    /// [`Checker::distance`] of each, or why it has none.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn distance(&self, configurations: &[Vec<f64>]) -> Answers<BodyDistance> {
        self.each(configurations, CONFIGURATIONS, |checker, q| checker.distance(q))
    }

    /// [`Checker::distances_within`] of each, or why it has none.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn distances_within(
        &self,
        configurations: &[Vec<f64>],
        threshold: f64,
    ) -> Answers<Vec<BodyDistance>> {
        self.each(configurations, CONFIGURATIONS, |checker, q| {
            checker.distances_within(q, threshold)
        })
    }

    /// [`Checker::contacts`] of each, or why it has none.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn contacts(
        &self,
        configurations: &[Vec<f64>],
        limit: usize,
    ) -> Answers<Vec<PairContacts>, WorldError> {
        self.each(configurations, CONFIGURATIONS, |checker, q| checker.contacts(q, limit))
    }

    /// [`Checker::is_motion_valid`] of each.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn is_motion_valid(&self, motions: &[[Vec<f64>; 2]]) -> Result<Vec<bool>, BatchError> {
        self.each(motions, MOTIONS, |checker, [from, to]| checker.is_motion_valid(from, to))
    }

    /// [`Checker::is_motion_clear`] of each.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn is_motion_clear(&self, motions: &[[Vec<f64>; 2]]) -> Result<Vec<bool>, BatchError> {
        self.each(motions, MOTIONS, |checker, [from, to]| checker.is_motion_clear(from, to))
    }

    /// [`Checker::sweep`] of each, or why it has none.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn sweep(
        &self,
        motions: &[[Vec<f64>; 2]],
        options: &SweepOptions,
    ) -> Answers<Sweep<PartPair>> {
        self.each(motions, MOTIONS, |checker, [from, to]| checker.sweep(from, to, options))
    }

    /// [`Checker::is_motion_valid_sampled`] of each.
    ///
    /// # Errors
    /// If the batch was cancelled, or had no threads.
    pub fn sampled_motions(
        &self,
        motions: &[[Vec<f64>; 2]],
        samples: usize,
    ) -> Result<Vec<bool>, BatchError> {
        self.each(motions, MOTIONS, |checker, [from, to]| {
            checker.is_motion_valid_sampled(from, to, samples)
        })
    }

    /// Some questions at a time, each lot by a clone of the checker.
    fn each<Q: Sync, R: Send>(
        &self,
        questions: &[Q],
        lot: Lot,
        ask: impl Fn(&mut Checker, &Q) -> R + Sync,
    ) -> Result<Vec<R>, BatchError> {
        self.lots(questions, lot, |lot| {
            let mut checker = self.checker.clone();
            lot.iter().map(|q| ask(&mut checker, q)).collect()
        })
    }

    fn lots<Q: Sync, R: Send>(
        &self,
        questions: &[Q],
        [least, most]: Lot,
        ask: impl Fn(&[Q]) -> Vec<R> + Sync,
    ) -> Result<Vec<R>, BatchError> {
        let at_a_time = (questions.len() / LOTS).clamp(least, most);
        let lots: Vec<&[Q]> = questions.chunks(at_a_time).collect();
        let report = |done: usize| {
            if let Some(progress) = self.progress {
                progress((done * at_a_time).min(questions.len()));
            }
        };
        let mut batch: Batch<'_> = Query::new().batch().at_a_time(1).reporting_to(&report);
        if self.threads > 0 {
            batch = batch.threads(self.threads);
        }
        if let Some(flag) = self.cancel {
            batch = batch.cancelled_by(flag);
        }
        let answers = batch.map(&lots, |lot, _| ask(lot))?;
        Ok(answers.into_iter().flatten().collect())
    }
}
