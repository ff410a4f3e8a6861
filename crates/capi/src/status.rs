//! What a call says of itself: a status, and the reason of the last failure of each thread.
//!
//! No panic leaves a call: it becomes [`Status::Panicked`]. What cannot be caught is what the
//! caller promised and did not keep, see `memory`.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use obbtree::collider::{
    CloudError, CloudFileError, ShapeError, UnseenError, VoxelError, VoxelFileError,
};
use obbtree::io::ReadError;
use obbtree::mesh::{MeshError, OpenMesh};
use obbtree::motion::MotionError;
use obbtree::pose::PoseError;
use obbtree::query::{BatchError, DepthError, PointError, RayError, VolumeError};
use obbtree::robot::{CheckError, RobotError, WorldError};
use obbtree::scene::{SceneError, SceneFileError};

/// What a function says of itself. Its results are written only if it is `OBBTREE_STATUS_OK`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Answered.
    Ok = 0,
    /// A pointer that is needed is null.
    NullPointer = 1,
    /// A number that is not among those allowed: a constant, a count, a stride.
    BadArgument = 2,
    /// Vertices and triangles that are no mesh.
    BadMesh = 3,
    /// Numbers that are no rigid motion.
    BadPose = 4,
    /// Poses or numbers that are no motion.
    BadMotion = 5,
    /// Numbers that are no shape.
    BadShape = 6,
    /// Numbers that are no ray.
    BadRay = 7,
    /// A point that cannot be used.
    BadPoint = 8,
    /// An open mesh, where only a closed one has an answer.
    OpenMesh = 9,
    /// A file that cannot be read or written.
    File = 10,
    /// The caller's callback ended a batch.
    Cancelled = 11,
    /// The query is in use, by another thread or by the call that this callback is for.
    Busy = 12,
    /// An error in obbtree itself. The query that was queried is of no more use, and can be freed.
    Panicked = 13,
    /// The system gave no threads.
    NoThreads = 14,
    /// A change of a scene, or of a robot's world, or a question about one, that names what is
    /// not there, or cannot be made.
    BadScene = 15,
    /// A shape, where only a mesh has an answer.
    NotAMesh = 16,
    /// Numbers that are no point cloud, or no depth image.
    BadCloud = 17,
    /// Numbers that are no voxels.
    BadVoxels = 18,
}

impl Status {
    const NAMES: [&CStr; 19] = [
        c"ok",
        c"null pointer",
        c"bad argument",
        c"bad mesh",
        c"bad pose",
        c"bad motion",
        c"bad shape",
        c"bad ray",
        c"bad point",
        c"open mesh",
        c"file",
        c"cancelled",
        c"busy",
        c"panicked",
        c"no threads",
        c"bad scene",
        c"not a mesh",
        c"bad cloud",
        c"bad voxels",
    ];
}

/// A short name of a status, such as `bad mesh`; `unknown` for a number that is none. Never freed.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_status_name(status: u32) -> *const c_char {
    Status::NAMES.get(status as usize).map_or(c"unknown", |name| name).as_ptr()
}

/// Why a call has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    text: String,
}

impl Failure {
    pub(crate) fn new(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    pub(crate) fn bad(text: impl Into<String>) -> Self {
        Self::new(Status::BadArgument, text)
    }

    /// NaN is no limit: an answer about it would be one about nothing.
    #[inline]
    pub(crate) fn if_nan(numbers: &[(f64, &str)]) -> Result<(), Self> {
        match numbers.iter().find(|(number, _)| number.is_nan()) {
            None => Ok(()),
            Some((_, what)) => Err(Self::bad(format!("{what} is NaN"))),
        }
    }

    /// A number of an argument that has to be at least 0; NaN is not.
    pub(crate) fn if_below_zero(numbers: &[(f64, &str)]) -> Result<(), Self> {
        Self::if_nan(numbers)?;
        match numbers.iter().find(|(number, _)| *number < 0.0) {
            None => Ok(()),
            Some((number, what)) => Err(Self::bad(format!("{what} is {number}, below 0"))),
        }
    }

    /// The same, with what it is about before it.
    pub(crate) fn of(self, what: &str) -> Self {
        Self { text: format!("{what}: {}", self.text), ..self }
    }
}

/// Errors whose text is the reason, each with its status.
macro_rules! failures {
    ($($error:ty => $status:expr;)*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                let status: fn(&$error) -> Status = $status;
                Self::new(status(&error), error.to_string())
            }
        })*
    };
}

failures! {
    MeshError => |_| Status::BadMesh;
    PoseError => |_| Status::BadPose;
    MotionError => |_| Status::BadMotion;
    ShapeError => |_| Status::BadShape;
    CloudError => |_| Status::BadCloud;
    CloudFileError => |error| match error {
        CloudFileError::Read(_) => Status::File,
        _ => Status::BadCloud,
    };
    UnseenError => |error| match error {
        UnseenError::Mesh(_) => Status::BadMesh,
        _ => Status::BadCloud,
    };
    VoxelError => |_| Status::BadVoxels;
    VoxelFileError => |error| match error {
        VoxelFileError::Read(_) => Status::File,
        _ => Status::BadVoxels,
    };
    RayError => |_| Status::BadRay;
    OpenMesh => |_| Status::OpenMesh;
    PointError => |error| match error {
        PointError::Open(_) => Status::OpenMesh,
        _ => Status::BadPoint,
    };
    DepthError => |error| match error {
        DepthError::Open(_) => Status::OpenMesh,
        DepthError::NoWayOut | DepthError::NoDirection => Status::BadPose,
        DepthError::Cloud => Status::BadCloud,
        _ => Status::BadShape,
    };
    VolumeError => |error| match error {
        VolumeError::Open(_) | VolumeError::NotOriented => Status::OpenMesh,
        _ => Status::BadShape,
    };
    ReadError => |_| Status::File;
    SceneError => |_| Status::BadScene;
    SceneFileError => |_| Status::File;
    RobotError => |_| Status::File;
    CheckError => |_| Status::BadArgument;
    WorldError => |error| match error {
        WorldError::Pose(_) => Status::BadPose,
        WorldError::Shape(_) => Status::BadShape,
        WorldError::Configuration(_) => Status::BadArgument,
        _ => Status::BadScene,
    };
    BatchError => |error| match error {
        BatchError::Cancelled => Status::Cancelled,
        _ => Status::NoThreads,
    };
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Why the last call of this thread that failed did: one line, for a person; empty if none did.
///
/// Owned by obbtree; valid until the next call that fails in this thread, or its end.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_last_error() -> *const c_char {
    // A thread that ends has none any more, as in a destructor of a thread-local value of C++.
    LAST_ERROR.try_with(|text| text.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

fn keep(text: String) {
    let mut bytes = text.into_bytes();
    bytes.retain(|&byte| byte != 0);
    let text = CString::new(bytes).unwrap_or_default();
    let _ = LAST_ERROR.try_with(|last| last.replace(text));
}

/// Answers a call: its status is what became of it, the reason of a failure is kept.
#[inline]
pub(crate) fn answered(answer: impl FnOnce() -> Result<(), Failure>) -> Status {
    match catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(failure)) => failed(failure),
        Err(_) => {
            failed(Failure::new(Status::Panicked, "a panic inside obbtree: please report it"))
        }
    }
}

#[cold]
fn failed(failure: Failure) -> Status {
    keep(failure.text);
    failure.status
}
