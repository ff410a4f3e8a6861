//! Batches: one question at many poses, or along many motions, over all cores. Answers are in
//! order.

use numpy::{PyArray1, PyArray2};
use obbtree::Query;
use pyo3::prelude::*;

use crate::answers::{Contact, Distances, Sweep};
use crate::arrays::table;
use crate::body::Body;
use crate::collider::{ColliderLike, both};
use crate::interrupt::know_insides;
use crate::motion::{BoxedMotion, MotionLike, Motions};
use crate::parameters::{
    A, B, MotionA, MotionsB, Named, PoseA, PosesB, not_nan, optional_whole, whole_u32,
};
use crate::pose::PoseLike;
use crate::pose_arrays::{Poses, tolerances};
use crate::run::{Run, run};
use crate::sweeps::options;
use crate::two_colliders::distance_options;

/// ``collide`` at N poses of B: (N,) of bool.
///
/// Poses are an array of shape (N, 4, 4), (N, 3, 4), (N, 16), (N, 12) or (N, 7), ``float64`` or
/// ``float32``, of any strides, or a sequence of poses. All cores work, or ``threads`` of them,
/// and other Python threads go on meanwhile. ``progress`` is called with the number of answers
/// and N, now and then and at the end; or it is a bar with ``update``, as tqdm's.
/// ``KeyboardInterrupt`` ends the batch when each thread has answered the question that it is at.
/// Raises ``PoseError`` with the number of the pose.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> poses = obbtree.read_poses("assets/nut_turning.poses")
/// >>> int(obbtree.collide_batch(bolt, None, nut, poses, solid=True).sum())
/// 4
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, poses_b, *, solid=false, progress=None, threads=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn collide_batch<'py>(
    py: Python<'py>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    poses_b: Named<Poses, PosesB>,
    solid: bool,
    progress: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let how = Run { total: poses_b.0.0.len(), progress, threads };
    let collide = run(py, how, |run| run.batch(solid).collide(a, &pose_a.0.0, b, &poses_b.0.0))?;
    Ok(PyArray1::from_vec(py, collide))
}

/// ``pairs`` at N poses of B: a list of N arrays (K, 2). Arguments as of ``collide_batch``.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> poses = obbtree.read_poses("assets/nut_turning.poses")
/// >>> sum(len(pairs) > 0 for pairs in obbtree.pairs_batch(bolt, None, nut, poses))
/// 4
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, poses_b, *, progress=None, threads=None))]
pub(crate) fn pairs_batch<'py>(
    py: Python<'py>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    poses_b: Named<Poses, PosesB>,
    progress: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyArray2<u32>>>> {
    let how = Run { total: poses_b.0.0.len(), progress, threads };
    let pairs = run(py, how, |run| run.batch(false).pairs(&a.0, &pose_a.0.0, &b.0, &poses_b.0.0))?;
    pairs.iter().map(|pairs| table(py, pairs)).collect()
}

/// ``contacts`` at N poses of B: a list of N lists. Arguments as of ``collide_batch``.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> poses = obbtree.read_poses("assets/nut_turning.poses")
/// >>> sum(len(contacts) > 0 for contacts in obbtree.contacts_batch(bolt, None, nut, poses))
/// 4
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, poses_b, *, progress=None, threads=None))]
pub(crate) fn contacts_batch(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    poses_b: Named<Poses, PosesB>,
    progress: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Vec<Vec<Contact>>> {
    let [a, b] = both(py, [&a.0, &b.0], false)?;
    let how = Run { total: poses_b.0.0.len(), progress, threads };
    let contacts = run(py, how, |run| run.batch(false).contacts(a, &pose_a.0.0, b, &poses_b.0.0))?;
    Ok(contacts.into_iter().map(|each| each.into_iter().map(Into::into).collect()).collect())
}

/// ``classify`` at N poses of B: a list of N words. Arguments as of ``collide_batch``.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> poses = obbtree.read_poses("assets/nut_turning.poses")
/// >>> sorted(set(obbtree.classify_batch(bolt, None, nut, poses)))
/// ['intersecting', 'separated']
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, poses_b, *, progress=None, threads=None))]
pub(crate) fn classify_batch(
    py: Python<'_>,
    a: &Body,
    pose_a: Named<PoseLike, PoseA>,
    b: &Body,
    poses_b: Named<Poses, PosesB>,
    progress: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Vec<&'static str>> {
    know_insides(py, &[&a.0, &b.0])?;
    let how = Run { total: poses_b.0.0.len(), progress, threads };
    let relations =
        run(py, how, |run| run.batch(false).classify(&a.0, &pose_a.0.0, &b.0, &poses_b.0.0))?;
    Ok(relations.into_iter().map(|relation| relation.name()).collect())
}

/// ``closer_than`` at N poses of B: (N,) of bool. ``tolerance`` is one number, or (N,), one for
/// each pose. Other arguments as of ``collide_batch``.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> poses = obbtree.read_poses("assets/nut_turning.poses")
/// >>> bool(obbtree.closer_than_batch(bolt, None, nut, poses, 10.0).all())
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, poses_b, tolerance, *, solid=false, progress=None, threads=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn closer_than_batch<'py>(
    py: Python<'py>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    poses_b: Named<Poses, PosesB>,
    tolerance: &Bound<'_, PyAny>,
    solid: bool,
    progress: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let tolerances = tolerances(tolerance, poses_b.0.0.len())?;
    let each: Vec<_> = poses_b.0.0.into_iter().zip(tolerances).collect();
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let how = Run { total: each.len(), progress, threads };
    let closer = run(py, how, |run| run.batch(solid).closer_than_each(a, &pose_a.0.0, b, &each))?;
    Ok(PyArray1::from_vec(py, closer))
}

/// ``distance`` at N poses of B, as arrays: see ``Distances``. Other arguments as of
/// ``collide_batch``.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> poses = obbtree.read_poses("assets/nut_turning.poses")
/// >>> found = obbtree.distance_batch(bolt, None, nut, poses)
/// >>> int((found.upper == 0).sum()), found.points.shape
/// (4, (60, 2, 3))
#[pyfunction]
#[pyo3(signature = (
    a, pose_a, b, poses_b, *, solid=false, relative_error=0.0, absolute_error=0.0,
    at_most=f64::INFINITY, progress=None, threads=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn distance_batch(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    pose_a: Named<PoseLike, PoseA>,
    b: Named<ColliderLike<'_>, B>,
    poses_b: Named<Poses, PosesB>,
    solid: bool,
    #[pyo3(from_py_with = not_nan::relative_error)] relative_error: f64,
    #[pyo3(from_py_with = not_nan::absolute_error)] absolute_error: f64,
    #[pyo3(from_py_with = not_nan::at_most)] at_most: f64,
    progress: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Distances> {
    let options = distance_options(relative_error, absolute_error, at_most);
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let how = Run { total: poses_b.0.0.len(), progress, threads };
    let found =
        run(py, how, |run| run.batch(solid).distance(a, &pose_a.0.0, b, &poses_b.0.0, &options))?;
    Ok(found.into())
}

/// ``sweep`` along N motions of B: a list of N. Motions are a list, or a tuple of two arrays or
/// lists of poses: where the linear motions start, and where they end; any other tuple raises
/// ``MotionError``. Other arguments as of ``collide_batch``.
///
/// >>> import obbtree
/// >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
/// >>> poses = obbtree.read_poses("assets/nut_turning.poses")
/// >>> sweeps = obbtree.sweep_batch(bolt, None, nut, (poses[:3], poses[1:4]))
/// >>> len(sweeps)
/// 3
#[pyfunction]
#[pyo3(signature = (
    a, motion_a, b, motions_b, *, solid=false, time_tolerance=1e-3, distance_tolerance=0.0,
    effort=10_000, progress=None, threads=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn sweep_batch(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    motion_a: Named<MotionLike, MotionA>,
    b: Named<ColliderLike<'_>, B>,
    motions_b: Named<Motions, MotionsB>,
    solid: bool,
    #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
    #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
    #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
    progress: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Vec<Sweep>> {
    let options = options(time_tolerance, distance_tolerance, effort);
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let how = Run { total: motions_b.0.0.len(), progress, threads };
    let motion_a = motion_a.0.0;
    let found = run(py, how, |run| {
        let sweep = |motion_b: &_, query: &mut Query| {
            let motion_b: &BoxedMotion = motion_b;
            query.sweep(a, &*motion_a, b, motion_b, &options)
        };
        run.batch(solid).map(&motions_b.0.0, sweep)
    })?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// ``is_motion_free`` along N motions of B: (N,) of bool. Arguments as of ``sweep_batch``.
///
/// >>> import obbtree
/// >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
/// >>> start, end = [[80, 0, 0, 0, 0, 0, 1]] * 2, [[80, 9, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1]]
/// >>> obbtree.is_motion_free_batch(wheel, None, pinion, (start, end))
/// array([ True, False])
#[pyfunction]
#[pyo3(signature = (
    a, motion_a, b, motions_b, *, solid=false, time_tolerance=1e-3, distance_tolerance=0.0,
    effort=10_000, progress=None, threads=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn is_motion_free_batch<'py>(
    py: Python<'py>,
    a: Named<ColliderLike<'_>, A>,
    motion_a: Named<MotionLike, MotionA>,
    b: Named<ColliderLike<'_>, B>,
    motions_b: Named<Motions, MotionsB>,
    solid: bool,
    #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
    #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
    #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
    progress: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = optional_whole::threads)] threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let options = options(time_tolerance, distance_tolerance, effort);
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let how = Run { total: motions_b.0.0.len(), progress, threads };
    let motion_a = motion_a.0.0;
    let free = run(py, how, |run| {
        let is_free = |motion_b: &_, query: &mut Query| {
            let motion_b: &BoxedMotion = motion_b;
            query.is_motion_free(a, &*motion_a, b, motion_b, &options)
        };
        run.batch(solid).map(&motions_b.0.0, is_free)
    })?;
    Ok(PyArray1::from_vec(py, free))
}
