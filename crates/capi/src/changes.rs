//! Point clouds and voxels that are changed in place, and masks of them.

use obbtree::{Collider as Engine, PointCloud};

use crate::answers::{answered_handle, answered_in};
use crate::arrays::Array;
use crate::checkers::{self, Checker};
use crate::collider::{self, Collider};
use crate::memory;
use crate::pose::{self, CPose};
use crate::query::{self, Query};
use crate::status::{Failure, Status, answered};

/// Adds points to a point cloud in place; arguments are those of `obbtree_collider_cloud`. They
/// have the numbers after those given before, and all answers are those of a cloud that is made of
/// all these points, but which of several that meet something is named first. Of equal points one
/// is kept; when it is taken out, one that was added later comes in its place. Nothing is changed
/// if there is an error. A point takes about a
/// microsecond; where another handle, a scene or a checker shares the cloud, which stay as they
/// are, it is copied first. No other thread may use the handle meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_insert_points(
    cloud: *mut Collider,
    points: Array,
    radius: f64,
    radii: *const f64,
) -> Status {
    answered(|| {
        let given = GivenPoints::read(points, radius, radii)?;
        change(cloud, |engine| {
            let Engine::Points(cloud) = engine else { return Err(no_cloud()) };
            given.insert_into(cloud)
        })
    })
}

/// Takes the points of `count` numbers out of a point cloud in place, and puts into `*removed` how
/// many were there. The others keep their numbers. It is an error, and nothing is changed, if a
/// number was never given. What else there is to say stands at `obbtree_collider_insert_points`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_remove_points(
    cloud: *mut Collider,
    numbers: *const u32,
    count: usize,
    removed: *mut usize,
) -> Status {
    answered_in(removed, "removed", || {
        let numbers = memory::slice(numbers, count, "numbers")?;
        change(cloud, |engine| {
            let Engine::Points(cloud) = engine else { return Err(no_cloud()) };
            Ok(cloud.remove(numbers)?)
        })
    })
}

/// Makes cells of voxels occupied, or free if `occupied` is 0, in place, and puts into `*changed`
/// how many were not so before; `cells` has three `int32_t` each. Of an array the number of a cell
/// is that of its entry; else a cell that becomes occupied is given after those before. Of voxels
/// of several sizes, as of an octree, one that a cell becomes free of is halved along each axis,
/// and the half with the cell again, down to the cell; the other halves are given. It is an error,
/// and nothing is changed, of leaves, and where a cell becomes free of a voxel whose side is no
/// power of two. What else there is to say stands at `obbtree_collider_insert_points`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_set_cells(
    voxels: *mut Collider,
    cells: Array,
    occupied: u32,
    changed: *mut usize,
) -> Status {
    answered_in(changed, "changed", || {
        let cells = cells.integers("cells")?;
        change(voxels, |engine| {
            let Engine::Voxels(voxels) = engine else {
                return Err(Failure::bad("voxels: the collider is none"));
            };
            Ok(voxels.set(&cells, occupied != 0)?)
        })
    })
}

/// Points that a caller adds, with one radius or one for each.
pub(crate) struct GivenPoints<'call> {
    points: Vec<[f64; 3]>,
    radius: f64,
    radii: Option<&'call [f64]>,
}

impl GivenPoints<'_> {
    pub(crate) fn read(points: Array, radius: f64, radii: *const f64) -> Result<Self, Failure> {
        let points = points.reals("points")?;
        let radii = match memory::given(radii, "radii")? {
            None => None,
            Some(_) => Some(memory::slice(radii, points.len(), "radii")?),
        };
        Ok(Self { points, radius, radii })
    }

    pub(crate) fn insert_into(&self, cloud: &mut PointCloud) -> Result<(), Failure> {
        match self.radii {
            None => cloud.insert(&self.points, self.radius)?,
            Some(radii) => cloud.insert(&self.points, radii)?,
        }
        Ok(())
    }
}

/// How many different points a cloud, or how many voxels, has.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_item_count(cloud: *const Collider, count: *mut usize) -> Status {
    answered_in(count, "count", || Ok(items(cloud)?.len()))
}

/// Which points of a cloud, or which voxels, are at most `tolerance` from another collider? In
/// `*count` how many there are, each different one once, in the order of their numbers; in `mask`
/// of the first `capacity` of them a byte each, 1 for those that are, else 0. Of each it is what
/// `obbtree_closer_than` says of it alone.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_points_within(
    query: *mut Query,
    cloud: *const Collider,
    pose: *const CPose,
    other: *const Collider,
    pose_other: *const CPose,
    tolerance: f64,
    mask: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> Status {
    told(mask, capacity, count, || {
        Failure::if_nan(&[(tolerance, "tolerance")])?;
        let (items, other) = (items(cloud)?, collider::get(other, "other")?);
        let (pose, pose_other) =
            (pose::checked(pose, "pose")?, pose::checked(pose_other, "pose_other")?);
        query::ask(query, |state| {
            Ok(state.query.points_within(items, &pose, other, &pose_other, tolerance))
        })
    })
}

/// Which points of a cloud, or which voxels, are the robot's own: at most `distance` from a link's
/// collision elements, or from what a link carries, in a configuration of `values`? `pose` is that
/// of the cloud in the frame of the root link. See `obbtree_points_within` for the mask.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_points_near_robot(
    checker: *mut Checker,
    values: *const f64,
    value_count: usize,
    cloud: *const Collider,
    pose: *const CPose,
    distance: f64,
    mask: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> Status {
    told(mask, capacity, count, || {
        let (items, pose) = (items(cloud)?, pose::checked(pose, "pose")?);
        checkers::look_at(checker, |checker| {
            let values = memory::slice(values, value_count, "values")?;
            Ok(checker.points_near_robot(values, items, &pose, distance)?)
        })
    })
}

/// Which points of a cloud, or which voxels, does the robot come within `margin` of at no
/// configuration within its limits? Those of which that is proven. `pose` is that of the cloud in
/// the frame of the root link. See `obbtree_points_within` for the mask.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_checker_points_out_of_reach(
    checker: *mut Checker,
    cloud: *const Collider,
    pose: *const CPose,
    margin: f64,
    mask: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> Status {
    told(mask, capacity, count, || {
        let (items, pose) = (items(cloud)?, pose::checked(pose, "pose")?);
        checkers::look_at(checker, |checker| Ok(checker.points_out_of_reach(items, &pose, margin)?))
    })
}

/// The point cloud, or the voxels, without those of which a mask of `count` bytes says 1, as the
/// functions above fill it; the others keep their numbers. It is an error if there are not as many.
/// In `*rest` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_without(
    cloud: *const Collider,
    mask: *const u8,
    count: usize,
    rest: *mut *mut Collider,
) -> Status {
    answered_handle(rest, "rest", || {
        let mask: Vec<bool> =
            memory::slice(mask, count, "mask")?.iter().map(|&byte| byte != 0).collect();
        match collider::get(cloud, "cloud")? {
            Engine::Points(cloud) => Ok(Collider::new(cloud.without(&mask)?)),
            Engine::Voxels(voxels) => Ok(Collider::new(voxels.without(&mask)?)),
            _ => Err(no_cloud()),
        }
    })
}

/// Answers a call with a mask: how many entries, and the first of them.
fn told(
    mask: *mut u8,
    capacity: usize,
    count: *mut usize,
    answer: impl FnOnce() -> Result<Vec<bool>, Failure>,
) -> Status {
    answered(|| {
        let count = memory::place(count, "count")?;
        let places = memory::places(mask, capacity, 0, "mask")?;
        let told = answer()?;
        count.write(told.len());
        places.write(told.into_iter().map(u8::from));
        Ok(())
    })
}

/// The points of a cloud, or the cubes of voxels.
fn items<'call>(collider: *const Collider) -> Result<&'call PointCloud, Failure> {
    match collider::get(collider, "cloud")? {
        Engine::Points(cloud) => Ok(cloud),
        Engine::Voxels(voxels) => Ok(voxels.items()),
        _ => Err(no_cloud()),
    }
}

fn no_cloud() -> Failure {
    Failure::bad("cloud: the collider is none")
}

fn change<R>(
    collider: *mut Collider,
    change: impl FnOnce(&mut Engine) -> Result<R, Failure>,
) -> Result<R, Failure> {
    memory::get_mut(collider, "collider")?.part.change(change)
}
