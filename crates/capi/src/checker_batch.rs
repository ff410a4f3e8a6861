//! Many configurations or motions of a robot over all cores, in the C interface.

use obbtree::query::BatchError;
use obbtree::robot::CheckBatch;

use crate::arrays::Array;
use crate::checkers::{Checker, copied};
use crate::memory;
use crate::motions::{self, SweepOptions};
use crate::scene_questions::SceneSweepFound;
use crate::status::{Failure, Status, answered};
use crate::watched::{BatchOptions, Watched};

/// Runs a batch of a checker.
fn run<R>(
    checker: &obbtree::robot::Checker,
    options: *const BatchOptions,
    work: impl FnOnce(&CheckBatch<'_>) -> Result<R, BatchError>,
) -> Result<R, Failure> {
    let watched = Watched::new(options)?;
    let batch = CheckBatch::new(checker).threads(watched.threads);
    let report = |done| watched.report(done);
    watched.unless_ended(work(&match watched.is_watched() {
        true => batch.reporting_to(&report).cancelled_by(&watched.cancel),
        false => batch,
    }))
}

/// Does nothing collide in each configuration? As many numbers an element as the robot has
/// values; in `is_valid` one byte for each, 0 or 1, `stride` bytes after each other (0: without a
/// gap). The answers are those of `obbtree_checker_is_valid`, for any number of threads.
/// `options` may be null. Any number of threads may run batches of one checker.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_batch_is_valid(
    checker: *const Checker,
    configurations: Array,
    options: *const BatchOptions,
    is_valid: *mut u8,
    stride: usize,
) -> Status {
    answered(|| {
        let places = memory::places(is_valid, configurations.count, stride, "is_valid")?;
        // A callback may free the handle.
        let checker = copied(checker)?;
        let all = configurations.wide_reals(checker.robot().dof(), "configurations")?;
        let found = run(&checker, options, |batch| batch.is_valid(&all))?;
        places.write(found.into_iter().map(u8::from));
        Ok(())
    })
}

/// When does something collide first on each motion, from a configuration to the one beside it? As
/// `obbtree_checker_sweep`: an end beyond limits or without a place is an error, which names the
/// motion, and nothing is written; the rest as of `obbtree_checker_batch_is_valid`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_batch_sweep(
    checker: *const Checker,
    from: Array,
    to: Array,
    sweep_options: *const SweepOptions,
    options: *const BatchOptions,
    sweeps: *mut SceneSweepFound,
    stride: usize,
) -> Status {
    answered(|| {
        if from.count != to.count {
            let text = format!("motions from {} configurations to {}", from.count, to.count);
            return Err(Failure::bad(text));
        }
        let places = memory::places(sweeps, from.count, stride, "sweeps")?;
        let queried = motions::options(sweep_options)?;
        let checker = copied(checker)?;
        let width = checker.robot().dof();
        let from = from.wide_reals(width, "from")?.into_iter();
        let ends: Vec<[Vec<f64>; 2]> =
            from.zip(to.wide_reals(width, "to")?).map(|(from, to)| [from, to]).collect();
        let found = run(&checker, options, |batch| batch.sweep(&ends, &queried))?;
        let numbered = found.iter().enumerate().map(|(n, found)| match found {
            Ok(found) => SceneSweepFound::new(found),
            Err(error) => Err(Failure::from(error.clone()).of(&format!("motion {n}"))),
        });
        places.write(numbered.collect::<Result<Vec<SceneSweepFound>, Failure>>()?);
        Ok(())
    })
}
