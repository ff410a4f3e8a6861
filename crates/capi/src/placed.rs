//! Colliders at poses that are checked once, in the C interface: for programs that ask about the
//! same pose often, and to whom the time of a check counts. `examples/overhead.rs` measures it.

use obbtree::Pose;

use crate::answers::{answered_handle, answered_in, freed};
use crate::collider::{self, Collider};
use crate::memory;
use crate::pose::{self, CPose};
use crate::query::{Query, ask};
use crate::results::Distance;
use crate::status::{Failure, Status, answered};

/// A collider at a pose, which was checked when it was given. Any number of threads may ask about
/// it at once, while none moves it. Owned by the caller, who frees it with `obbtree_placed_free`
/// after all use. It shares the collider, whose handle may be freed.
pub struct Placed {
    collider: obbtree::Collider,
    pose: Pose,
}

/// A collider at a pose. In `*placed` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_placed_create(
    collider: *const Collider,
    pose: *const CPose,
    placed: *mut *mut Placed,
) -> Status {
    answered_handle(placed, "placed", || {
        let collider = collider::get(collider, "collider")?.clone();
        Ok(Placed { collider, pose: pose::checked(pose, "pose")? })
    })
}

/// Puts it to another pose; a pose that cannot be used changes nothing. No other thread may use
/// the handle meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_placed_move(placed: *mut Placed, pose: *const CPose) -> Status {
    answered(|| {
        let place = memory::get_mut(placed, "placed")?;
        place.pose = pose::checked_here(pose, "pose")?;
        Ok(())
    })
}

/// Frees a handle. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_placed_free(placed: *mut Placed) -> Status {
    freed(placed)
}

/// Two colliders at their poses.
#[inline]
fn both<'call>(a: *const Placed, b: *const Placed) -> Result<[&'call Placed; 2], Failure> {
    Ok([memory::get(a, "placed a")?, memory::get(b, "placed b")?])
}

/// `obbtree_collide` of two placed colliders.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_placed_collide(
    query: *mut Query,
    a: *const Placed,
    b: *const Placed,
    collides: *mut bool,
) -> Status {
    answered_in(collides, "collides", || {
        let [a, b] = both(a, b)?;
        ask(query, |state| Ok(state.query.collide(&a.collider, &a.pose, &b.collider, &b.pose)))
    })
}

/// `obbtree_closer_than` of two placed colliders.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_placed_closer_than(
    query: *mut Query,
    a: *const Placed,
    b: *const Placed,
    tolerance: f64,
    closer: *mut bool,
) -> Status {
    answered_in(closer, "closer", || {
        Failure::if_nan(&[(tolerance, "tolerance")])?;
        let [a, b] = both(a, b)?;
        ask(query, |state| {
            Ok(state.query.closer_than(&a.collider, &a.pose, &b.collider, &b.pose, tolerance))
        })
    })
}

/// `obbtree_distance` of two placed colliders.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_placed_distance(
    query: *mut Query,
    a: *const Placed,
    b: *const Placed,
    distance: *mut Distance,
) -> Status {
    answered_in(distance, "distance", || {
        let [a, b] = both(a, b)?;
        let found = ask(query, |state| {
            Ok(state.query.distance(&a.collider, &a.pose, &b.collider, &b.pose))
        })?;
        Ok(Distance::from(&found))
    })
}
