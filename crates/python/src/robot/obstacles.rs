//! What is around a robot, as Python gives it.

use obbtree::scene::{Part, Scene as EngineScene};
use obbtree::{Collider, Pose as EnginePose};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::body::Body;
use crate::errors::scene_error;
use crate::pose::{Pose, PoseLike};
use crate::scene::Scene;
use crate::shape::Shape;

/// Names, things and their poses in the frame of the root link.
#[derive(Clone, Default)]
pub(super) struct Obstacles(Vec<(String, Collider, EnginePose)>);

impl Obstacles {
    /// The world of a robot. Things of one name in a row are one body.
    pub(super) fn world(&self) -> PyResult<EngineScene> {
        let mut world = EngineScene::new();
        for of_name in self.0.chunk_by(|(a, ..), (b, ..)| a == b) {
            let part = |(_, thing, pose): &(String, Collider, EnginePose)| {
                Part::new(thing.clone()).at(*pose)
            };
            let parts: Vec<Part> = of_name.iter().map(part).collect();
            let added = world.add(&of_name[0].0, parts, EnginePose::identity());
            added.map_err(|error| scene_error(&error))?;
        }
        Ok(world)
    }

    /// A list of `(name, (thing, pose))`.
    pub(super) fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let entry = |(name, thing, pose): &(String, Collider, EnginePose)| {
            let thing = match (thing.body(), thing.shape()) {
                (Some(body), _) => Body(body.clone()).into_pyobject(py)?.into_any(),
                (_, Some(shape)) => {
                    Shape { engine: shape.clone() }.into_pyobject(py)?.into_any()
                }
                _ => return Err(PyTypeError::new_err("an obstacle of a new kind")),
            };
            Ok((name.clone(), (thing, Pose(*pose))))
        };
        self.0.iter().map(entry).collect::<PyResult<Vec<_>>>()?.into_pyobject(py)
    }

    fn of_scene(scene: &EngineScene) -> PyResult<Self> {
        let mut found = Vec::new();
        for id in scene.ids() {
            let wrong = |error| scene_error(&error);
            if !scene.is_enabled(id).map_err(wrong)? {
                continue;
            }
            let name = scene.name(id).map_err(wrong)?.to_owned();
            for (n, part) in scene.parts(id).map_err(wrong)?.iter().enumerate() {
                let thing = part.collider().clone();
                found.push((name.clone(), thing, *scene.part_pose(id, n).map_err(wrong)?));
            }
        }
        Ok(Self(found))
    }
}

impl<'py> FromPyObject<'_, 'py> for Obstacles {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(scene) = object.cast::<Scene>() {
            return Self::of_scene(&scene.get().snapshot());
        }
        let entry = |name: Bound<'py, PyAny>, thing: Bound<'py, PyAny>| {
            let (thing, pose) = placed(&thing)?;
            Ok((name.extract()?, thing, pose))
        };
        let entries: PyResult<Vec<_>> = match object.cast::<PyDict>() {
            Ok(named) => named.iter().map(|(name, thing)| entry(name, thing)).collect(),
            Err(_) => object
                .try_iter()?
                .map(|pair| {
                    let (name, thing) = pair?.extract()?;
                    entry(name, thing)
                })
                .collect(),
        };
        entries.map(Self)
    }
}

fn placed(object: &Bound<'_, PyAny>) -> PyResult<(Collider, EnginePose)> {
    if object.is_instance_of::<PyTuple>() {
        let (geometry, pose): (Bound<'_, PyAny>, PoseLike) = object.extract()?;
        return Ok((thing(&geometry)?, pose.0));
    }
    Ok((thing(object)?, EnginePose::identity()))
}

fn thing(object: &Bound<'_, PyAny>) -> PyResult<Collider> {
    if let Ok(body) = object.cast::<Body>() {
        return Ok(body.get().0.clone().into());
    }
    if let Ok(shape) = object.cast::<Shape>() {
        return Ok(shape.get().engine.clone().into());
    }
    let text = "an obstacle is a Body, a Shape, or a tuple of one and its pose";
    Err(PyTypeError::new_err(format!("{text}, not {}", object.get_type())))
}
