//! Many questions at once over all cores, in the C interface.

use obbtree::Pose;
use obbtree::query::Batch;

use crate::arrays::Array;
use crate::collider::{self, Collider};
use crate::distance::{self, DistanceAsked};
use crate::memory;
use crate::motions::{self, Sweep, SweepOptions};
use crate::pose::{self, CPose};
use crate::query::{Query, ask};
use crate::results::Distance;
use crate::status::{Failure, Status, answered};
use crate::watched::{BatchOptions, Watched};

/// Runs a batch of a query's options.
fn run<R>(
    query: *mut Query,
    options: *const BatchOptions,
    work: impl FnOnce(&Batch<'_>) -> Result<R, obbtree::query::BatchError>,
) -> Result<R, Failure> {
    let watched = Watched::new(options)?;
    let batch = ask(query, |state| Ok(Batch::new(*state.query.options())))?;
    let batch = if watched.threads > 0 { batch.threads(watched.threads) } else { batch };
    let report = |done| watched.report(done);
    watched.unless_ended(work(&match watched.is_watched() {
        true => batch.reporting_to(&report).cancelled_by(&watched.cancel),
        false => batch,
    }))
}

/// Two colliders, A placed, B at many poses or on many motions. They are shared, so that a callback
/// may free the handles.
struct Many<P> {
    a: obbtree::Collider,
    pose_a: Pose,
    b: obbtree::Collider,
    at: Vec<P>,
}

impl<P> Many<P> {
    fn new(
        a: *const Collider,
        pose_a: *const CPose,
        b: *const Collider,
        at: impl FnOnce() -> Result<Vec<P>, Failure>,
    ) -> Result<Self, Failure> {
        let (a, b) = (collider::get(a, "collider a")?, collider::get(b, "collider b")?);
        let pose_a = pose::checked(pose_a, "pose of a")?;
        Ok(Self { a: a.clone(), pose_a, b: b.clone(), at: at()? })
    }
}

/// Does B collide with A at each of its poses, given in an `obbtree_pose_format`? In `collides`
/// one byte for each, 0 or 1, `stride` bytes after each other (0: without a gap). The answers are
/// those of `obbtree_collide`, for any number of threads. `query` says what is queried.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_batch_collide(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    poses_b: Array,
    format: u32,
    options: *const BatchOptions,
    collides: *mut u8,
    stride: usize,
) -> Status {
    answered(|| {
        let places = memory::places(collides, poses_b.count, stride, "collides")?;
        let poses_b = || pose::all_checked(&poses_b, format, "poses of b");
        let Many { a, pose_a, b, at } = Many::new(a, pose_a, b, poses_b)?;
        let found = run(query, options, |batch| batch.collide(&a, &pose_a, &b, &at))?;
        places.write(found.into_iter().map(u8::from));
        Ok(())
    })
}

/// Is the distance at most `tolerance` at each pose of B? As `obbtree_batch_collide`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_batch_closer_than(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    poses_b: Array,
    format: u32,
    tolerance: f64,
    options: *const BatchOptions,
    closer: *mut u8,
    stride: usize,
) -> Status {
    answered(|| {
        let places = memory::places(closer, poses_b.count, stride, "closer")?;
        Failure::if_nan(&[(tolerance, "tolerance")])?;
        let poses_b = || pose::all_checked(&poses_b, format, "poses of b");
        let Many { a, pose_a, b, at } = Many::new(a, pose_a, b, poses_b)?;
        let found =
            run(query, options, |batch| batch.closer_than(&a, &pose_a, &b, &at, tolerance))?;
        places.write(found.into_iter().map(u8::from));
        Ok(())
    })
}

/// How far apart are the two at each pose of B? As `obbtree_distance_within` without a limit;
/// `queried` may be null. In `distances` one for each pose, `stride` bytes after each other (0:
/// without a gap).
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_batch_distance(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    poses_b: Array,
    format: u32,
    queried: *const DistanceAsked,
    options: *const BatchOptions,
    distances: *mut Distance,
    stride: usize,
) -> Status {
    answered(|| {
        let places = memory::places(distances, poses_b.count, stride, "distances")?;
        let poses_b = || pose::all_checked(&poses_b, format, "poses of b");
        let Many { a, pose_a, b, at } = Many::new(a, pose_a, b, poses_b)?;
        let queried = distance::options(queried, f64::INFINITY)?;
        let found = run(query, options, |batch| batch.distance(&a, &pose_a, &b, &at, &queried))?;
        // Without a limit there is none only of colliders without anything.
        let distance =
            |found: Option<_>| found.unwrap_or_else(obbtree::query::Distance::of_nothing);
        places.write(found.into_iter().map(|found| Distance::from(&distance(found))));
        Ok(())
    })
}

/// The motions from each pose to the one beside it.
fn all_between(
    kind: u32,
    from: &Array,
    to: &Array,
    format: u32,
) -> Result<Vec<Box<dyn obbtree::motion::Motion + Send + Sync>>, Failure> {
    if from.count != to.count {
        let text = format!("motions from {} poses to {} poses", from.count, to.count);
        return Err(Failure::bad(text));
    }
    let (from, to) =
        (pose::all_checked(from, format, "from")?, pose::all_checked(to, format, "to")?);
    let ends = from.iter().zip(&to).enumerate();
    ends.map(|(n, (from, to))| {
        motions::between(kind, from, to).map_err(|failure| failure.of(&format!("motion {n}")))
    })
    .collect()
}

/// Is each motion of B, from a pose to the one beside it, proven free all the way, while A is at
/// rest? As `obbtree_is_motion_free`; results as of `obbtree_batch_collide`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_batch_is_motion_free(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    kind: u32,
    from: Array,
    to: Array,
    format: u32,
    sweep_options: *const SweepOptions,
    options: *const BatchOptions,
    is_free: *mut u8,
    stride: usize,
) -> Status {
    answered(|| {
        let places = memory::places(is_free, from.count, stride, "is_free")?;
        let motions = || all_between(kind, &from, &to, format);
        let Many { a, pose_a, b, at } = &Many::new(a, pose_a, b, motions)?;
        let queried = &motions::options(sweep_options)?;
        let found = run(query, options, |batch| {
            batch.map(at, |motion, query| query.is_motion_free(a, pose_a, b, &**motion, queried))
        })?;
        places.write(found.into_iter().map(u8::from));
        Ok(())
    })
}

/// When does B meet A first along each of its motions? As `obbtree_sweep_motions`; the rest as of
/// `obbtree_batch_is_motion_free`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_batch_sweep(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    kind: u32,
    from: Array,
    to: Array,
    format: u32,
    sweep_options: *const SweepOptions,
    options: *const BatchOptions,
    sweeps: *mut Sweep,
    stride: usize,
) -> Status {
    answered(|| {
        let places = memory::places(sweeps, from.count, stride, "sweeps")?;
        let motions = || all_between(kind, &from, &to, format);
        let Many { a, pose_a, b, at } = &Many::new(a, pose_a, b, motions)?;
        let queried = &motions::options(sweep_options)?;
        let found = run(query, options, |batch| {
            batch.map(at, |motion, query| query.sweep(a, pose_a, b, &**motion, queried))
        })?;
        let found: Result<Vec<Sweep>, Failure> = found.iter().map(Sweep::new).collect();
        places.write(found?);
        Ok(())
    })
}

/// Does each pair of placed colliders collide? `count` colliders at `a` and at `b`, with as many
/// poses each; results as of `obbtree_batch_collide`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_batch_collide_pairs(
    query: *mut Query,
    a: *const *const Collider,
    poses_a: Array,
    b: *const *const Collider,
    poses_b: Array,
    format: u32,
    options: *const BatchOptions,
    collides: *mut u8,
    stride: usize,
) -> Status {
    answered(|| {
        let count = poses_a.count;
        if poses_b.count != count {
            return Err(Failure::bad(format!("{count} poses of a, {} of b", poses_b.count)));
        }
        let places = memory::places(collides, count, stride, "collides")?;
        let all = |at: *const *const Collider, what| -> Result<Vec<obbtree::Collider>, Failure> {
            let handles = memory::slice(at, count, what)?;
            handles.iter().map(|&one| Ok(collider::get(one, what)?.clone())).collect()
        };
        let (a, b) = (all(a, "colliders a")?, all(b, "colliders b")?);
        let poses_a = pose::all_checked(&poses_a, format, "poses of a")?;
        let poses_b = pose::all_checked(&poses_b, format, "poses of b")?;
        let pairs: Vec<usize> = (0..count).collect();
        let found = run(query, options, |batch| {
            batch.map(&pairs, |&n, query| query.collide(&a[n], &poses_a[n], &b[n], &poses_b[n]))
        })?;
        places.write(found.into_iter().map(u8::from));
        Ok(())
    })
}
