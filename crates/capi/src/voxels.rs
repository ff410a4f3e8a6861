//! Voxels of the C interface: from cells, dense arrays, leaves, and files of OctoMap.

use std::ffi::c_char;

use obbtree::Voxels;
use obbtree::collider::Unknown;

use crate::answers::answered_handle;
use crate::arrays::Array;
use crate::collider::Collider;
use crate::memory;
use crate::status::{Failure, Status};

/// Voxels from the occupied cells of a grid, which are copied: `cells` has three `int32_t` each.
/// Cell (i, j, k) is the solid box from `origin + side (i, j, k)` to `origin + side (i + 1, j + 1,
/// k + 1)`, each number rounded once, where `origin` has three numbers. With `sizes`, as many as
/// cells, each has so many cells a side, and its cell is that of the lowest corner; null where all
/// have one. Numbers in answers are those of the array. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_voxels(
    cells: Array,
    sizes: *const u32,
    origin: *const f64,
    side: f64,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let cells = cells.integers("cells")?;
        let origin = memory::numbers(origin, "origin")?;
        Ok(Collider::new(match memory::given(sizes, "sizes")? {
            None => Voxels::from_cells(&cells, origin, side)?,
            Some(_) => {
                let sizes = memory::slice(sizes, cells.len(), "sizes")?;
                Voxels::with_sizes(&cells, sizes, origin, side)?
            }
        }))
    })
}

/// Voxels from a dense array of bytes, 0 for cells that are free: `counts` has the three numbers
/// nx, ny and nz, and entry `(i ny + j) nz + k` is that of cell (i, j, k), see
/// `obbtree_collider_voxels`. Numbers in answers are those of entries. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_voxel_array(
    occupied: *const u8,
    counts: *const usize,
    origin: *const f64,
    side: f64,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let &[nx, ny, nz] = memory::slice(counts, 3, "counts")? else {
            return Err(Failure::bad("counts are three"));
        };
        let entries = nx.checked_mul(ny).and_then(|count| count.checked_mul(nz));
        let entries = entries.ok_or_else(|| Failure::bad("counts: too many cells"))?;
        let occupied = memory::slice(occupied, entries, "occupied")?;
        let occupied: Vec<bool> = occupied.iter().map(|&entry| entry != 0).collect();
        let origin = memory::numbers(origin, "origin")?;
        Ok(Collider::new(Voxels::from_array(&occupied, [nx, ny, nz], origin, side)?))
    })
}

/// Voxels from leaves, which are copied: `centers` has three `double` or `float` each. A leaf is
/// the solid box from `center - half` to `center + half`, each number rounded once; `half` is its
/// own of as many `halves`, or `half` where these are null. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_voxel_leaves(
    centers: Array,
    half: f64,
    halves: *const f64,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let centers = centers.reals::<3>("centers")?;
        Ok(Collider::new(match memory::given(halves, "halves")? {
            None => Voxels::from_leaves(&centers, half)?,
            Some(_) => {
                Voxels::from_leaves(&centers, memory::slice(halves, centers.len(), "halves")?)?
            }
        }))
    })
}

/// The octree of a file of OctoMap, `.bt` or `.ot`: the leaves that are occupied, and, if
/// `unknown_is_occupied` is not 0, what is neither occupied nor free, up to the octree's cube of
/// 2^16 cells a side. Numbers in answers are those of leaves in the order of the file, the occupied
/// first. `path` is in UTF-8. In `*collider` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_read_voxels(
    path: *const c_char,
    unknown_is_occupied: u32,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let path = memory::text(path, "path")?;
        Ok(Collider::new(Voxels::read(path, unknown(unknown_is_occupied))?))
    })
}

/// The same of a file that is in memory. `name` stands for the file in errors.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collider_read_voxels_bytes(
    bytes: *const u8,
    count: usize,
    name: *const c_char,
    unknown_is_occupied: u32,
    collider: *mut *mut Collider,
) -> Status {
    answered_handle(collider, "collider", || {
        let bytes = memory::slice(bytes, count, "bytes")?;
        let name = memory::text(name, "name")?;
        Ok(Collider::new(Voxels::read_from(bytes, name, unknown(unknown_is_occupied))?))
    })
}

fn unknown(is_occupied: u32) -> Unknown {
    if is_occupied == 0 { Unknown::Free } else { Unknown::Occupied }
}
