//! Continuous collision of two colliders.

use obbtree::motion::SweepOptions;
use pyo3::prelude::*;

use crate::answers::Sweep;
use crate::collider::{ColliderLike, both};
use crate::motion::MotionLike;
use crate::parameters::{A, B, MotionA, MotionB, Named, not_nan, whole_u32};
use crate::warm::with_warm_query;

/// When do moving colliders meet first? A proof that they never do, or the first contact.
///
/// A motion is a ``Linear``, ``Screw`` or ``Translation``, a tuple of two poses (linear), or a
/// pose (at rest). The time of a contact is known to within ``time_tolerance``; the motion takes
/// time 1. What comes within ``distance_tolerance`` may be given up on, as it is after ``effort``
/// searches: see ``Sweep``. Raises ``ObbtreeError`` for a tolerance that is NaN.
///
/// >>> import obbtree
/// >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
/// >>> far, near = [80, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1]
/// >>> found = obbtree.sweep(wheel, None, pinion, (far, near))
/// >>> found.outcome, found.first_contact - found.last_free <= 1e-3
/// ('contact', True)
#[pyfunction]
#[pyo3(signature = (
    a, motion_a, b, motion_b, *, solid=false, time_tolerance=1e-3, distance_tolerance=0.0,
    effort=10_000
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn sweep(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    motion_a: Named<MotionLike, MotionA>,
    b: Named<ColliderLike<'_>, B>,
    motion_b: Named<MotionLike, MotionB>,
    solid: bool,
    #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
    #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
    #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
) -> PyResult<Sweep> {
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let options = options(time_tolerance, distance_tolerance, effort);
    let (motion_a, motion_b) = (motion_a.0.0, motion_b.0.0);
    let found = with_warm_query(py, solid, |q| q.sweep(a, &*motion_a, b, &*motion_b, &options))?;
    Ok(found.into())
}

/// Is a motion proven free all the way? What OMPL calls ``checkMotion``. The arguments are those of
/// ``sweep``.
///
/// >>> import obbtree
/// >>> wheel, pinion = obbtree.Body("assets/wheel.stl"), obbtree.Body("assets/pinion.obj")
/// >>> aside = ([80, 0, 0, 0, 0, 0, 1], [80, 9, 0, 0, 0, 0, 1])
/// >>> obbtree.is_motion_free(wheel, None, pinion, aside)
/// True
#[pyfunction]
#[pyo3(signature = (
    a, motion_a, b, motion_b, *, solid=false, time_tolerance=1e-3, distance_tolerance=0.0,
    effort=10_000
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn is_motion_free(
    py: Python<'_>,
    a: Named<ColliderLike<'_>, A>,
    motion_a: Named<MotionLike, MotionA>,
    b: Named<ColliderLike<'_>, B>,
    motion_b: Named<MotionLike, MotionB>,
    solid: bool,
    #[pyo3(from_py_with = not_nan::time_tolerance)] time_tolerance: f64,
    #[pyo3(from_py_with = not_nan::distance_tolerance)] distance_tolerance: f64,
    #[pyo3(from_py_with = whole_u32::effort)] effort: u32,
) -> PyResult<bool> {
    let [a, b] = both(py, [&a.0, &b.0], solid)?;
    let options = options(time_tolerance, distance_tolerance, effort);
    let (motion_a, motion_b) = (motion_a.0.0, motion_b.0.0);
    with_warm_query(py, solid, |q| q.is_motion_free(a, &*motion_a, b, &*motion_b, &options))
}

pub(crate) fn options(time_tolerance: f64, distance_tolerance: f64, effort: u32) -> SweepOptions {
    SweepOptions::default()
        .time_tolerance(time_tolerance)
        .distance_tolerance(distance_tolerance)
        .effort(effort)
}
