//! Point clouds and voxels that are changed in place where they are parts of a scene's bodies.

use crate::answers::answered_in;
use crate::arrays::Array;
use crate::changes::GivenPoints;
use crate::memory;
use crate::scenes::{Scene, change};
use crate::status::{Failure, Status, answered};

/// Adds points to a point cloud in place that is a part of a scene's body: part `part` of body
/// `id`, from 0 in the order in which parts were given. Points and radii are as
/// `obbtree_collider_insert_points` takes them, in the part's frame. All questions to the scene
/// hear of it from then on; the pose, groups, margins and attachments of the body stay.
///
/// The cloud is copied first only where something else shares it: a collider's handle that is not
/// freed, another body, a copy of the scene, or a checker in this world. These stay as they are;
/// a checker is told by `obbtree_checker_set_world`. A body or part that is not there, and a part
/// that is no point cloud, are `OBBTREE_STATUS_BAD_SCENE`; nothing is changed if there is an error.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_insert_points(
    scene: *mut Scene,
    id: u32,
    part: u32,
    points: Array,
    radius: f64,
    radii: *const f64,
) -> Status {
    answered(|| {
        let given = GivenPoints::read(points, radius, radii)?;
        change(scene, |scene| {
            let id = scene.numbered(id)?;
            scene.change_cloud(id, part as usize, |cloud| given.insert_into(cloud))?
        })
    })
}

/// Takes points out of a point cloud in place that is a part of a scene's body, as
/// `obbtree_collider_remove_points` does: those of `count` numbers, and puts into `*removed` how
/// many were there. What else there is to say stands at `obbtree_scene_insert_points`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_remove_points(
    scene: *mut Scene,
    id: u32,
    part: u32,
    numbers: *const u32,
    count: usize,
    removed: *mut usize,
) -> Status {
    answered_in(removed, "removed", || {
        let numbers = memory::slice(numbers, count, "numbers")?;
        change(scene, |scene| {
            let id = scene.numbered(id)?;
            let removed = scene.change_cloud(id, part as usize, |cloud| cloud.remove(numbers))?;
            removed.map_err(Failure::from)
        })
    })
}

/// Makes cells of voxels that are a part of a scene's body occupied, or free if `occupied` is 0, in
/// place, as `obbtree_collider_set_cells` does, and puts into `*changed` how many were not so
/// before. A part that is no voxels is `OBBTREE_STATUS_BAD_SCENE`. What else there is to say stands
/// at `obbtree_scene_insert_points`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_cells(
    scene: *mut Scene,
    id: u32,
    part: u32,
    cells: Array,
    occupied: u32,
    changed: *mut usize,
) -> Status {
    answered_in(changed, "changed", || {
        let cells = cells.integers("cells")?;
        change(scene, |scene| {
            let id = scene.numbered(id)?;
            let changed = scene
                .change_voxels(id, part as usize, |voxels| voxels.set(&cells, occupied != 0))?;
            changed.map_err(Failure::from)
        })
    })
}
