//! The bodies of a scene, in the C interface: what there is, where it is, and which pairs are
//! checked.

use std::ffi::c_char;

use obbtree::scene::{Groups, Part};

use crate::answers::answered_in;
use crate::collider::Collider;
use crate::memory;
use crate::pose::{self, CPose};
use crate::scenes::{Scene, change, look};
use crate::status::{Failure, Status, answered};

/// A collider of a body in a scene, and where it is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScenePart {
    /// A mesh, a shape, a point cloud or voxels, of which the scene keeps a share.
    pub collider: *const Collider,
    /// Its place in the frame of the scene's body; null for the frame itself.
    pub offset: *const CPose,
}

impl ScenePart {
    fn part(&self) -> Result<Part, Failure> {
        let part = memory::get(self.collider, "collider of a part")?.part.clone();
        Ok(if self.offset.is_null() {
            part
        } else {
            part.at(pose::checked(self.offset, "offset")?)
        })
    }
}

/// Adds a body of `count` parts under a name that no other has: enabled, in all groups, attached
/// to nothing. In `*id` its number.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_add(
    scene: *mut Scene,
    name: *const c_char,
    parts: *const ScenePart,
    count: usize,
    pose: *const CPose,
    id: *mut u32,
) -> Status {
    answered_in(id, "id", || {
        let name = memory::text(name, "name")?;
        let pose = pose::checked(pose, "pose")?;
        let parts = memory::slice(parts, count, "parts")?;
        let parts: Vec<Part> = parts.iter().map(ScenePart::part).collect::<Result<_, _>>()?;
        Ok(change(scene, |scene| Ok(scene.add(name, parts, pose)?))?.number())
    })
}

/// Makes a body of `count` other parts: a new frame of a sensor in place of the last one. Its name,
/// pose, groups, margins and attachments stay.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_parts(
    scene: *mut Scene,
    id: u32,
    parts: *const ScenePart,
    count: usize,
) -> Status {
    answered(|| {
        let parts = memory::slice(parts, count, "parts")?;
        let parts: Vec<Part> = parts.iter().map(ScenePart::part).collect::<Result<_, _>>()?;
        change(scene, |scene| Ok(scene.set_parts(scene.numbered(id)?, parts)?))
    })
}

/// Removes a body. Bodies that it carried stay where they are, attached to nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_remove(scene: *mut Scene, id: u32) -> Status {
    answered(|| change(scene, |scene| Ok(scene.remove(scene.numbered(id)?)?)))
}

/// How many bodies there are, and the numbers of the first `capacity` of them, ascending, in `ids`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_ids(
    scene: *const Scene,
    ids: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    answered(|| {
        let count = memory::place(count, "count")?;
        let places = memory::places(ids, capacity, 0, "ids")?;
        look(scene, |scene| {
            count.write(scene.ids().count());
            places.write(scene.ids().map(|id| id.number()));
            Ok(())
        })
    })
}

/// The number of the body of a name.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_find(
    scene: *const Scene,
    name: *const c_char,
    id: *mut u32,
) -> Status {
    answered_in(id, "id", || {
        let name = memory::text(name, "name")?;
        look(scene, |scene| Ok(scene.id(name)?.number()))
    })
}

/// The name of a body: as much of it as fits into `capacity` bytes with a zero byte after it; in
/// `*length` the bytes of the whole name, without the zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_name(
    scene: *const Scene,
    id: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> Status {
    answered(|| {
        look(scene, |scene| {
            memory::write_text(scene.name(scene.numbered(id)?)?, buffer, capacity, length)
        })
    })
}

/// Moves a body, and what it carries. A body that is carried is from now on carried there.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_pose(scene: *mut Scene, id: u32, pose: *const CPose) -> Status {
    answered(|| {
        let pose = pose::checked(pose, "pose")?;
        change(scene, |scene| Ok(scene.set_pose(scene.numbered(id)?, pose)?))
    })
}

/// Moves `count` bodies at once, and what they carry: all of them, or none if it fails. A body
/// that is carried by another one of them goes to its own pose.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_poses(
    scene: *mut Scene,
    ids: *const u32,
    poses: *const CPose,
    count: usize,
) -> Status {
    answered(|| {
        let ids = memory::slice(ids, count, "ids")?;
        let poses = memory::slice(poses, count, "poses")?;
        change(scene, |scene| {
            let both = ids.iter().zip(poses);
            let moves =
                both.map(|(&id, pose)| Ok((scene.numbered(id)?, pose::checked(pose, "a pose")?)));
            let moves = moves.collect::<Result<Vec<_>, Failure>>()?;
            Ok(scene.set_poses(moves)?)
        })
    })
}

/// Where a body is.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_pose(scene: *const Scene, id: u32, pose: *mut CPose) -> Status {
    answered_in(pose, "pose", || {
        look(scene, |scene| Ok(CPose::from(scene.pose(scene.numbered(id)?)?)))
    })
}

/// 0: takes a body out of all questions; not 0: back into them.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_enabled(scene: *mut Scene, id: u32, enabled: i32) -> Status {
    answered(|| change(scene, |scene| Ok(scene.set_enabled(scene.numbered(id)?, enabled != 0)?)))
}

/// The groups that a body is in, a bit each, and those that it is checked with: a pair is
/// checked if each of the two is in a group that the other one is checked with. All bits
/// at first.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_groups(
    scene: *mut Scene,
    id: u32,
    member: u32,
    with: u32,
) -> Status {
    answered(|| {
        change(scene, |scene| Ok(scene.set_groups(scene.numbered(id)?, Groups { member, with })?))
    })
}

/// A parent carries a body from now on, where it is: it moves with it, and the two are not queried
/// about.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_attach(scene: *mut Scene, id: u32, parent: u32) -> Status {
    answered(|| {
        change(scene, |scene| Ok(scene.attach(scene.numbered(id)?, scene.numbered(parent)?)?))
    })
}

/// The body that carries another one; `OBBTREE_NO_BODY` if none does.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_parent(scene: *const Scene, id: u32, parent: *mut u32) -> Status {
    answered_in(parent, "parent", || {
        let found = look(scene, |scene| Ok(scene.parent(scene.numbered(id)?)?))?;
        Ok(found.map_or(OBBTREE_NO_BODY, |parent| parent.number()))
    })
}

/// In place of the number of a body: there is none.
pub const OBBTREE_NO_BODY: u32 = u32::MAX;

/// Nothing carries a body from now on; it stays where it is.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_detach(scene: *mut Scene, id: u32) -> Status {
    answered(|| change(scene, |scene| Ok(scene.detach(scene.numbered(id)?)?)))
}

/// Not 0: two bodies may collide, and are not checked; 0: they are again. By names, which
/// bodies may get later; 0 needs two bodies, or a pair that is allowed, and is
/// `OBBTREE_STATUS_BAD_SCENE` else.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_allow(
    scene: *mut Scene,
    a: *const c_char,
    b: *const c_char,
    allowed: i32,
) -> Status {
    answered(|| {
        let (a, b) = (memory::text(a, "name a")?, memory::text(b, "name b")?);
        change(scene, |scene| {
            match allowed {
                0 => scene.forbid(a, b)?,
                _ => scene.allow(a, b),
            }
            Ok(())
        })
    })
}

/// The distance at which bodies count as colliding, for all pairs without one of their own; 0 at
/// first.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_margin(scene: *mut Scene, margin: f64) -> Status {
    answered(|| change(scene, |scene| Ok(scene.set_margin(margin)?)))
}

/// The distance at which two bodies count as colliding; a negative one takes the pair's own margin
/// away. It belongs to the names, also if other bodies get them later. Names of no bodies are
/// `OBBTREE_STATUS_BAD_SCENE`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_pair_margin(
    scene: *mut Scene,
    a: *const c_char,
    b: *const c_char,
    margin: f64,
) -> Status {
    answered(|| {
        let (a, b) = (memory::text(a, "name a")?, memory::text(b, "name b")?);
        let margin = if margin < 0.0 { None } else { Some(margin) };
        change(scene, |scene| Ok(scene.set_pair_margin(a, b, margin)?))
    })
}

/// Lets a body count as larger by a length on all sides; 0 at first. The margins of its pairs
/// grow by the paddings of both. It goes with the body, not with its name.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_set_padding(scene: *mut Scene, id: u32, padding: f64) -> Status {
    answered(|| change(scene, |scene| Ok(scene.set_padding(scene.numbered(id)?, padding)?)))
}

/// By how much a body counts as larger.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_padding(scene: *const Scene, id: u32, padding: *mut f64) -> Status {
    answered_in(padding, "padding", || look(scene, |scene| Ok(scene.padding(scene.numbered(id)?)?)))
}
