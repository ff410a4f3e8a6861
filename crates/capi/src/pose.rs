//! Poses of the C interface: the twelve numbers of `[R | t]`, and the forms in which arrays have
//! them.

use obbtree::Pose;

use crate::answers::answered_in;
use crate::arrays::Array;
use crate::constants::PoseFormat;
use crate::memory;
use crate::status::{Failure, Status, answered};

/// A rigid motion `x -> R x + t` from the frame of a body's mesh to the world: `[R | t]` row by
/// row. The numbers are used exactly as given. `R` may be off a rotation by 1e-4.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CPose {
    /// `R00 R01 R02 t0 R10 R11 R12 t1 R20 R21 R22 t2`
    pub rows: [f64; 12],
}

impl From<&Pose> for CPose {
    fn from(pose: &Pose) -> Self {
        Self { rows: pose.to_rows() }
    }
}

/// The checked pose of an argument.
pub(crate) fn checked(pose: *const CPose, what: &str) -> Result<Pose, Failure> {
    checked_here(pose, what)
}

/// The same where it counts: its numbers stay in registers, and are written once.
#[inline(always)]
pub(crate) fn checked_here(pose: *const CPose, what: &str) -> Result<Pose, Failure> {
    match Pose::from_rows(memory::get(pose, what)?.rows) {
        Ok(pose) => Ok(pose),
        Err(error) => Err(refused(error, what)),
    }
}

#[cold]
fn refused(error: obbtree::pose::PoseError, what: &str) -> Failure {
    Failure::from(error).of(what)
}

/// The checked poses of an array.
pub(crate) fn all_checked(poses: &Array, format: u32, what: &str) -> Result<Vec<Pose>, Failure> {
    match format {
        f if f == PoseFormat::Rows as u32 => each(poses.reals(what)?, Pose::from_rows, what),
        f if f == PoseFormat::Rows4 as u32 => each(poses.reals(what)?, Pose::from_rows4, what),
        f if f == PoseFormat::Columns4 as u32 => {
            each(poses.reals(what)?, Pose::from_columns4, what)
        }
        f if f == PoseFormat::Quaternion as u32 => {
            each(poses.reals(what)?, Pose::from_translation_quaternion, what)
        }
        f => Err(Failure::bad(format!("{f} is no format of poses"))),
    }
}

fn each<const N: usize>(
    rows: Vec<[f64; N]>,
    pose: impl Fn([f64; N]) -> Result<Pose, obbtree::pose::PoseError>,
    what: &str,
) -> Result<Vec<Pose>, Failure> {
    let numbered = rows.into_iter().enumerate();
    numbered
        .map(|(n, row)| pose(row).map_err(|error| Failure::from(error).of(&format!("{what}[{n}]"))))
        .collect()
}

/// Poses from numbers of any format, checked, one to each element of `numbers`: `poses` has room
/// for as many.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_poses_from(numbers: Array, format: u32, poses: *mut CPose) -> Status {
    answered(|| {
        let places = memory::places(poses, numbers.count, 0, "poses")?;
        let found = all_checked(&numbers, format, "numbers")?;
        places.write(found.iter().map(CPose::from));
        Ok(())
    })
}

/// Is it a pose that can be used? `OBBTREE_STATUS_OK`, or the reason why not. All functions check
/// theirs.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_pose_check(pose: *const CPose) -> Status {
    answered(|| checked(pose, "pose").map(drop))
}

/// `composed(x) = outer(inner(x))`, rounded.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_pose_compose(
    outer: *const CPose,
    inner: *const CPose,
    composed: *mut CPose,
) -> Status {
    answered_in(composed, "composed", || {
        let pose = checked(outer, "outer")?.compose(&checked(inner, "inner")?)?;
        Ok(CPose::from(&pose))
    })
}

/// The pose that undoes one, rounded.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_pose_inverse(pose: *const CPose, inverse: *mut CPose) -> Status {
    answered_in(inverse, "inverse", || Ok(CPose::from(&checked(pose, "pose")?.inverse()?)))
}

/// The same pose with the rotation that is nearest to its matrix, rounded.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_pose_renormalized(
    pose: *const CPose,
    renormalized: *mut CPose,
) -> Status {
    answered_in(renormalized, "renormalized", || {
        Ok(CPose::from(&checked(pose, "pose")?.renormalized()))
    })
}
