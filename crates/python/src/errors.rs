//! Exceptions: one class for each kind of input that can be refused, with the engine's texts.

use std::fmt::Display;
use std::path::Path;

use obbtree::clash::{RunError, StudyError as EngineStudyError};
use obbtree::collider::{
    CloudError as EngineCloudError, CloudFileError, ShapeError as EngineShapeError,
    VoxelError as EngineVoxelError, VoxelFileError,
};
use obbtree::io::{Problem, ReadError as EngineReadError};
use obbtree::mesh::{MeshError as EngineMeshError, OpenMesh};
use obbtree::motion::MotionError as EngineMotionError;
use obbtree::pose::PoseError as EnginePoseError;
use obbtree::query::{BatchError, DepthError, PointError, RayError as EngineRayError, VolumeError};
use obbtree::robot::{CheckError, RobotError as EngineRobotError, RobotProblem, WorldError};
use obbtree::scene::{SceneError as EngineSceneError, SceneFileError};
use pyo3::PyTypeInfo;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;

create_exception!(obbtree, ObbtreeError, PyValueError, "The base of this package's exceptions.");
create_exception!(obbtree, MeshError, ObbtreeError, "Arrays are no valid mesh.");
create_exception!(
    obbtree,
    PoseError,
    ObbtreeError,
    "Numbers are no rigid motion or no direction, or no translation parts two bodies."
);
create_exception!(obbtree, MotionError, ObbtreeError, "Poses or numbers are no valid motion.");
create_exception!(obbtree, ShapeError, ObbtreeError, "Numbers are no valid shape.");
create_exception!(obbtree, CloudError, ObbtreeError, "Numbers are no valid point cloud.");
create_exception!(obbtree, VoxelError, ObbtreeError, "Numbers are no valid voxels.");
create_exception!(obbtree, RayError, ObbtreeError, "Numbers are no valid ray or segment.");
create_exception!(obbtree, OpenMeshError, ObbtreeError, "A body has no inside: its mesh is open.");
create_exception!(
    obbtree,
    SceneError,
    ObbtreeError,
    "A scene cannot be changed or queried like this."
);
create_exception!(
    obbtree,
    RobotError,
    ObbtreeError,
    "A robot cannot be made or queried like this."
);
create_exception!(obbtree, PlanError, ObbtreeError, "No path was found; says why.");
create_exception!(obbtree, StudyError, ObbtreeError, "A study of clashes cannot be used.");
create_exception!(obbtree, ReadError, ObbtreeError, "A file cannot be read; says which and where.");

/// Functions from an error of the engine to an exception with its text.
macro_rules! exceptions {
    ($($(#[$doc:meta])* $name:ident: $error:ty => $exception:ident;)+) => {$(
        $(#[$doc])*
        pub(crate) fn $name(error: &$error) -> PyErr {
            $exception::new_err(error.to_string())
        }
    )+};
}

exceptions! {
    /// A configuration or a name that is none of the robot's.
    check_error: CheckError => RobotError;
    cloud_error: EngineCloudError => CloudError;
    mesh_error: EngineMeshError => MeshError;
    motion_error: EngineMotionError => MotionError;
    open_mesh: OpenMesh => OpenMeshError;
    pose_error: EnginePoseError => PoseError;
    ray_error: EngineRayError => RayError;
    scene_error: EngineSceneError => SceneError;
    shape_error: EngineShapeError => ShapeError;
    study_error: EngineStudyError => StudyError;
    voxel_error: EngineVoxelError => VoxelError;
    /// A file that cannot be written.
    written: SceneFileError => PyOSError;
}

pub(crate) fn cloud_file_error(error: &CloudFileError) -> PyErr {
    match error {
        CloudFileError::Read(error) => read_error(error),
        _ => CloudError::new_err(error.to_string()),
    }
}

pub(crate) fn voxel_file_error(error: &VoxelFileError) -> PyErr {
    match error {
        VoxelFileError::Read(error) => read_error(error),
        _ => VoxelError::new_err(error.to_string()),
    }
}

pub(crate) fn point_error(error: &PointError) -> PyErr {
    match error {
        PointError::Open(open) => open_mesh(open),
        other => PoseError::new_err(other.to_string()),
    }
}

/// A file that is not there is Python's own exception.
pub(crate) fn read_error(error: &EngineReadError) -> PyErr {
    match &error.problem {
        Problem::Io(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            PyFileNotFoundError::new_err(error.to_string())
        }
        _ => ReadError::new_err(error.to_string()),
    }
}

/// A scene file that is not there is Python's own exception, too.
pub(crate) fn scene_file_error(error: &SceneFileError) -> PyErr {
    match error.field.is_empty() && !error.file.exists() {
        true => PyFileNotFoundError::new_err(error.to_string()),
        false => ReadError::new_err(error.to_string()),
    }
}

/// So is a file of a robot.
pub(crate) fn robot_error(error: &EngineRobotError) -> PyErr {
    match &error.problem {
        RobotProblem::Io(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            PyFileNotFoundError::new_err(error.to_string())
        }
        _ => ReadError::new_err(error.to_string()),
    }
}

/// What a scene refuses is said as a scene says it.
pub(crate) fn world_error(error: &WorldError) -> PyErr {
    match error {
        WorldError::Scene(error) => scene_error(error),
        WorldError::Pose(error) => pose_error(error),
        WorldError::Shape(error) => shape_error(error),
        other => RobotError::new_err(other.to_string()),
    }
}

/// A file that cannot be opened, read or written: Python's own exception.
pub(crate) fn file_error(path: &Path, error: &std::io::Error) -> PyErr {
    let text = format!("{}: {error}", path.display());
    match error.kind() {
        std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        _ => PyOSError::new_err(text),
    }
}

/// What is wrong with what a file says.
pub(crate) fn in_file<E: PyTypeInfo>(path: &Path, error: &impl Display) -> PyErr {
    PyErr::new::<E, _>(format!("{}: {error}", path.display()))
}

/// Of a report of clashes that cannot be read.
pub(crate) fn report_error(error: &impl Display) -> PyErr {
    ReadError::new_err(error.to_string())
}

pub(crate) fn run_error(error: &RunError) -> PyErr {
    match error {
        RunError::Study(error) => study_error(error),
        RunError::Scene(error) => scene_error(error),
        RunError::Batch(error) => batch_error(error),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// A batch is only cancelled by an exception, which is then raised instead.
pub(crate) fn batch_error(error: &BatchError) -> PyErr {
    match error {
        BatchError::Cancelled => PyKeyboardInterrupt::new_err(error.to_string()),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

pub(crate) fn depth_error(error: &DepthError) -> PyErr {
    match error {
        DepthError::Open(open) => open_mesh(open),
        DepthError::NoWayOut | DepthError::NoDirection => PoseError::new_err(error.to_string()),
        _ => ShapeError::new_err(error.to_string()),
    }
}

pub(crate) fn volume_error(error: &VolumeError) -> PyErr {
    match error {
        VolumeError::Open(open) => open_mesh(open),
        VolumeError::NotOriented => OpenMeshError::new_err(error.to_string()),
        _ => ShapeError::new_err(error.to_string()),
    }
}
