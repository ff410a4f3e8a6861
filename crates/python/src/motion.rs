//! The classes `Linear`, `Screw` and `Translation`, and motions of any form.

use std::sync::Arc;

use obbtree::motion::{
    Linear as EngineLinear, Motion, MotionError as EngineMotionError, Screw as EngineScrew,
    Translation as EngineTranslation,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays;
use crate::errors::{MotionError, motion_error};
use crate::parameters::{End, Named, Start, finite, named, number};
use crate::pose::{Pose, PoseLike};
use crate::pose_arrays::poses;

/// What makes a motion again, and from what: see Python's `pickle`.
type Reduced<'py, T> = PyResult<(Bound<'py, PyAny>, T)>;

/// A motion that threads share.
pub(crate) type Shared = Arc<dyn Motion + Send + Sync>;

/// From one pose to another: a point of the body (its origin, or ``point``, in the frame of the
/// mesh) moves on a straight line, and the body rotates about it the shortest way, both at
/// constant speed. Time goes from 0 to 1.
///
/// Raises ``MotionError`` if the poses are not rotations to within 4e-5 together.
///
/// >>> import obbtree
/// >>> up = obbtree.Linear(None, [0, 0, 2, 0, 0, 0, 1])
/// >>> up.pose_at(0.5).translation
/// array([0., 0., 1.])
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Linear {
    engine: Arc<EngineLinear>,
    of: (Pose, Pose, [f64; 3]),
}

#[pymethods]
impl Linear {
    #[new]
    #[pyo3(signature = (start, end, *, point=None))]
    fn new(
        start: Named<PoseLike, Start>,
        end: Named<PoseLike, End>,
        point: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let point = point.map_or(Ok([0.0; 3]), |point| arrays::point(point, "point"))?;
        Self::made(Pose(start.0.0), Pose(end.0.0), point)
    }

    #[staticmethod]
    #[pyo3(name = "_of")]
    fn made(start: Pose, end: Pose, point: [f64; 3]) -> PyResult<Self> {
        let engine = EngineLinear::of_point(&start.0, &end.0, point);
        let engine = Arc::new(engine.map_err(|error| motion_error(&error))?);
        Ok(Self { engine, of: (start, end, point) })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Pose, Pose, [f64; 3])> {
        Ok((slf.get_type().getattr("_of")?, slf.get().of.clone()))
    }

    /// The pose at a time from 0 to 1, rounded; at one outside, that at the nearer end. Raises
    /// ``MotionError`` for a time that is not finite.
    ///
    /// >>> import obbtree
    /// >>> motion = obbtree.Linear(None, [4, 0, 0, 0, 0, 0, 1])
    /// >>> motion.pose_at(0.25).translation
    /// array([1., 0., 0.])
    fn pose_at(&self, #[pyo3(from_py_with = finite::time)] time: f64) -> Pose {
        Pose(self.engine.pose_at(time))
    }

    fn __repr__(&self) -> String {
        let (start, end, point) = &self.of;
        let point = match point {
            [0.0, 0.0, 0.0] => String::new(),
            point => format!(", point={point:?}"),
        };
        format!("Linear({start:?}, {end:?}{point})")
    }
}

/// From one pose to another by the one screw that leads there with at most half a turn; or by
/// ``Screw.about`` by any angle about an axis, with an advance along it. Time goes from 0 to 1.
///
/// Raises ``MotionError`` for poses or numbers that are no valid motion.
///
/// >>> import math, obbtree
/// >>> axis = {"point": [0, 0, 0], "direction": [0, 0, 1]}
/// >>> turn = obbtree.Screw.about(None, **axis, angle=2 * math.pi, advance=1.0)
/// >>> abs(turn.pose_at(0.5).translation[2] - 0.5) < 1e-12
/// np.True_
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Screw {
    engine: Arc<EngineScrew>,
    of: OfScrew,
}

/// What a screw is made of.
#[derive(Clone, IntoPyObject)]
enum OfScrew {
    Poses((Pose, Pose)),
    Axis((Pose, [f64; 3], [f64; 3], f64, f64)),
}

#[pymethods]
impl Screw {
    #[new]
    fn new(start: Named<PoseLike, Start>, end: Named<PoseLike, End>) -> PyResult<Self> {
        let motion = EngineScrew::new(&start.0.0, &end.0.0);
        Self::made(motion, OfScrew::Poses((Pose(start.0.0), Pose(end.0.0))))
    }

    /// By an angle in radians about an axis through a point of the body, and a length along the
    /// axis; point and direction in the frame of the mesh.
    ///
    /// >>> import numpy as np, obbtree
    /// >>> quarter = obbtree.Screw.about(None, [0, 0, 0], [0, 0, 1], np.pi / 2, 0.5)
    /// >>> quarter.pose_at(1.0).translation
    /// array([0. , 0. , 0.5])
    #[staticmethod]
    fn about(
        start: Named<PoseLike, Start>,
        point: &Bound<'_, PyAny>,
        direction: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::angle)] angle: f64,
        #[pyo3(from_py_with = number::advance)] advance: f64,
    ) -> PyResult<Self> {
        let point = arrays::point(point, "point")?;
        let direction = arrays::point(direction, "direction")?;
        let motion = EngineScrew::about(&start.0.0, point, direction, angle, advance);
        let of = (Pose(start.0.0), point, direction, angle, advance);
        Self::made(motion, OfScrew::Axis(of))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, OfScrew> {
        let (class, of) = (slf.get_type(), slf.get().of.clone());
        let again = match of {
            OfScrew::Poses(_) => class.into_any(),
            OfScrew::Axis(_) => class.getattr("about")?,
        };
        Ok((again, of))
    }

    /// The pose at a time from 0 to 1, rounded; at one outside, that at the nearer end. Raises
    /// ``MotionError`` for a time that is not finite.
    ///
    /// >>> import obbtree
    /// >>> up = obbtree.Screw(None, [0, 0, 4, 0, 0, 0, 1])
    /// >>> up.pose_at(0.5).translation
    /// array([0., 0., 2.])
    fn pose_at(&self, #[pyo3(from_py_with = finite::time)] time: f64) -> Pose {
        Pose(self.engine.pose_at(time))
    }

    fn __repr__(&self) -> String {
        match &self.of {
            OfScrew::Poses((start, end)) => format!("Screw({start:?}, {end:?})"),
            OfScrew::Axis((start, point, direction, angle, advance)) => {
                format!("Screw.about({start:?}, {point:?}, {direction:?}, {angle:?}, {advance:?})")
            }
        }
    }
}

impl Screw {
    fn made(motion: Result<EngineScrew, EngineMotionError>, of: OfScrew) -> PyResult<Self> {
        let engine = Arc::new(motion.map_err(|error| motion_error(&error))?);
        Ok(Self { engine, of })
    }
}

/// From a pose to the same with another translation. Time goes from 0 to 1.
///
/// >>> import obbtree
/// >>> obbtree.Translation(None, [0, 0, 4]).pose_at(0.25).translation
/// array([0., 0., 1.])
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct Translation {
    engine: Arc<EngineTranslation>,
    of: (Pose, [f64; 3]),
}

#[pymethods]
impl Translation {
    #[new]
    fn new(start: Named<PoseLike, Start>, end: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (start, end) = (Pose(start.0.0), arrays::point(end, "end")?);
        let engine = EngineTranslation::new(&start.0, end);
        let engine = Arc::new(engine.map_err(|error| motion_error(&error))?);
        Ok(Self { engine, of: (start, end) })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Pose, [f64; 3])> {
        Ok((slf.get_type().into_any(), slf.get().of.clone()))
    }

    /// The pose at a time from 0 to 1, rounded; at one outside, that at the nearer end. Raises
    /// ``MotionError`` for a time that is not finite.
    ///
    /// >>> import obbtree
    /// >>> motion = obbtree.Translation(None, [0, 0, 8])
    /// >>> motion.pose_at(0.5).translation
    /// array([0., 0., 4.])
    fn pose_at(&self, #[pyo3(from_py_with = finite::time)] time: f64) -> Pose {
        Pose(self.engine.pose_at(time))
    }

    fn __repr__(&self) -> String {
        let (start, end) = &self.of;
        format!("Translation({start:?}, {end:?})")
    }
}

/// An argument that is a motion: an object, a pair of poses (linear), or a pose at rest.
pub(crate) struct MotionLike(pub(crate) Shared);

impl<'py> FromPyObject<'_, 'py> for MotionLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(motion) = object.cast::<Linear>() {
            return Ok(Self(motion.get().engine.clone()));
        }
        if let Ok(motion) = object.cast::<Screw>() {
            return Ok(Self(motion.get().engine.clone()));
        }
        if let Ok(motion) = object.cast::<Translation>() {
            return Ok(Self(motion.get().engine.clone()));
        }
        if let Ok(tuple) = object.cast::<PyTuple>()
            && tuple.len() == 2
        {
            let (start, end): (PoseLike, PoseLike) = object.extract()?;
            let motion = EngineLinear::new(&start.0, &end.0);
            return Ok(Self(Arc::new(motion.map_err(|error| motion_error(&error))?)));
        }
        Ok(Self(Arc::new(object.extract::<PoseLike>()?.0)))
    }
}

/// A motion of a batch.
pub(crate) type BoxedMotion = Box<dyn Motion + Send + Sync>;

/// An argument that is many motions: see ``motions``.
pub(crate) struct Motions(pub(crate) Vec<BoxedMotion>);

impl<'py> FromPyObject<'_, 'py> for Motions {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        motions(&object).map(Self)
    }
}

/// Many motions: a sequence of motions that is no tuple; or a tuple of the poses at the start and
/// at the end, linear.
fn motions(object: &Bound<'_, PyAny>) -> PyResult<Vec<BoxedMotion>> {
    let Ok(tuple) = object.cast::<PyTuple>() else {
        let each = object.try_iter()?.enumerate().map(|(index, motion)| {
            let motion: PyResult<MotionLike> = motion?.extract();
            motion
                .map(shared)
                .map_err(|error| named(object.py(), &format!("motion {index}"), error))
        });
        return each.collect();
    };
    let (starts, ends) = starts_and_ends(tuple)?;
    let (starts, ends) = (poses(&starts)?, poses(&ends)?);
    if starts.len() != ends.len() {
        let text = format!("{} poses at the start and {} at the end", starts.len(), ends.len());
        return Err(PyValueError::new_err(text));
    }
    let linear = |(index, (start, end))| match EngineLinear::new(start, end) {
        Ok(motion) => Ok(Box::new(motion) as BoxedMotion),
        Err(error) => Err(MotionError::new_err(format!("motion {index}: {error}"))),
    };
    starts.iter().zip(&ends).enumerate().map(linear).collect()
}

/// The two parts of a tuple, if they can only be many poses each: two motions look much the same.
fn starts_and_ends<'py>(
    tuple: &Bound<'py, PyTuple>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let may_be_a_motion = |each: &Bound<'py, PyAny>| {
        each.is_instance_of::<PyTuple>()
            || each.is_none()
            || each.is_instance_of::<Pose>()
            || each.is_instance_of::<Linear>()
            || each.is_instance_of::<Screw>()
            || each.is_instance_of::<Translation>()
    };
    match tuple.iter().collect::<Vec<_>>().as_slice() {
        [starts, ends] if !may_be_a_motion(starts) && !may_be_a_motion(ends) => {
            Ok((starts.clone(), ends.clone()))
        }
        parts => {
            let of = match parts.len() {
                2 => "two motions or poses".to_owned(),
                parts => format!("{parts}"),
            };
            Err(MotionError::new_err(format!(
                "a tuple of motions is (starts, ends), two arrays or lists of poses, not a tuple of {of}; \
                 give motions as a list"
            )))
        }
    }
}

fn shared(motion: MotionLike) -> BoxedMotion {
    Box::new(ByArc(motion.0))
}

/// The engine knows motions in boxes; these are shared with Python's objects.
struct ByArc(Shared);

impl Motion for ByArc {
    fn pose_at(&self, time: f64) -> obbtree::Pose {
        self.0.pose_at(time)
    }

    fn rounding(&self) -> obbtree::motion::Rounding {
        self.0.rounding()
    }

    fn speed(&self, from: f64, to: f64) -> obbtree::motion::Speed {
        self.0.speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<obbtree::motion::Speed> {
        self.0.acceleration(from, to)
    }

    fn translation(&self) -> Option<[&obbtree::Pose; 2]> {
        self.0.translation()
    }
}
