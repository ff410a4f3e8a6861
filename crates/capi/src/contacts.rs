//! Where bodies meet, in the C interface: pairs of triangles, what each pair shares, and a way out.

use std::ffi::c_void;
use std::ops::ControlFlow;

use obbtree::query::ManifoldOptions;

use crate::answers::{
    answered_between, answered_depth, answered_in, answered_list, refilled, rows, shown,
};
use crate::collider::{self, Collider};
use crate::memory;
use crate::pose::CPose;
use crate::query::{Pair, Query, State, ask};
use crate::results::{Contact, ManifoldPoint};
use crate::status::{Failure, Status, answered};

/// Called with each pair of triangles that meet, their numbers in A's and B's mesh. Not 0 ends the
/// search. It must return: an exception that leaves it ends the process (the C++ wrapper carries
/// them around the call), and a jump leaves the query in use for ever.
pub type OnPair =
    Option<unsafe extern "C-unwind" fn(user: *mut c_void, in_a: u32, in_b: u32) -> i32>;

/// The pairs of triangles that meet, two numbers each, of A and of B, ascending: all, or as many as
/// `obbtree_query_set_limit` says. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_pairs(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    pairs: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered_list(pairs, count, ["pairs", "count"], || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::of_meshes(a, pose_a, b, pose_b)?;
        ask(query, |state| {
            state.query.pairs_into(a, pose_a, b, pose_b, &mut state.pairs);
            Ok(rows(shown(&state.pairs)))
        })
    })
}

/// Calls back with each pair of triangles that meet, in the order of the search, which is the
/// same in every run. The query is in use until this returns. In `*ended` whether the callback
/// ended the search.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_for_each_pair(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    on_pair: OnPair,
    user: *mut c_void,
    ended: *mut bool,
) -> Status {
    answered_in(ended, "ended", || {
        let on_pair = memory::callback(on_pair, "on_pair")?;
        let Pair { a, pose_a, b, pose_b } = Pair::of_meshes(a, pose_a, b, pose_b)?;
        // The callback may free their handles.
        let (a, b) = (a.clone(), b.clone());
        let flow = ask(query, |state| {
            Ok(state.query.for_each_pair(&a, &pose_a, &b, &pose_b, |[in_a, in_b]| {
                match memory::call_on_pair(on_pair, user, in_a, in_b) {
                    0 => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            }))
        })?;
        Ok(flow.is_break())
    })
}

/// Where two colliders meet. Of two meshes, the pairs of triangles that meet, each with what the
/// two share, in the order of `obbtree_pairs`; of a mesh and a shape, the triangles that meet it,
/// ascending, each with one point; of two shapes, one point if they meet. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_contacts(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    contacts: *mut *const Contact,
    count: *mut usize,
) -> Status {
    answered_list(contacts, count, ["contacts", "count"], || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        ask(query, |state| {
            let found = state.query.contacts(a, pose_a, b, pose_b);
            Ok(refilled(&mut state.contacts, found.iter().map(Contact::from)))
        })
    })
}

/// What a solver of rigid-body motion needs of two colliders that touch, overlap or are within a
/// margin: the points of one manifold after the other, the deepest first, each manifold of one
/// normal and of at most so many points (4 is what solvers are made for). None where they are
/// farther apart. The margin is at least 0. They belong to the query. Rounded, not certified.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_manifolds(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    margin: f64,
    points: usize,
    manifolds: *mut *const ManifoldPoint,
    count: *mut usize,
) -> Status {
    answered_list(manifolds, count, ["manifolds", "count"], || {
        if !(margin >= 0.0) {
            return Err(Failure::bad(format!(
                "the margin is {margin}, not a number of at least 0"
            )));
        }
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        ask(query, |state| {
            let options = ManifoldOptions::default().margin(margin).points(points);
            let found = state.query.manifolds(a, pose_a, b, pose_b, &options);
            Ok(refilled(&mut state.manifolds, ManifoldPoint::all(&found)))
        })
    })
}

/// A translation that frees B: added to that of its pose, it gives a pose that is proven not to
/// collide; short, not always the shortest. Three numbers; not written if `*found` is false.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_separating_translation(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    found: *mut bool,
    translation: *mut f64,
) -> Status {
    answered(|| {
        let found = memory::place(found, "found")?;
        let places = memory::places(translation, 3, 0, "translation")?;
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::of_meshes(a, pose_a, b, pose_b)?;
        let way = ask(query, |state| {
            let contacts = state.query.contacts(a, pose_a, b, pose_b);
            Ok(state.query.separating_translation(a, pose_a, b, pose_b, &contacts))
        })?;
        found.write(way.is_some());
        places.write(way.iter().flat_map(|way| <[f64; 3]>::from(*way)));
        Ok(())
    })
}

/// How deep are two solids in each other? The penetration depth is at least `*lower` and at most
/// `*upper`; `translation` (three numbers) added to that of B's pose gives a pose that is proven
/// not to collide. All are 0 if the two do not meet. Narrow for convex colliders. A mesh that is
/// open is `OBBTREE_STATUS_OPEN_MESH`; a plane or half-space `OBBTREE_STATUS_BAD_SHAPE`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_depth(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    lower: *mut f64,
    upper: *mut f64,
    translation: *mut f64,
) -> Status {
    answered_depth(lower, upper, translation, || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        ask(query, |state| Ok(state.query.depth(a, pose_a, b, pose_b)?))
    })
}

/// `obbtree_depth` whose bounds may be `relative_error` times the upper one apart, where both are
/// convex: with cylinders and cones it takes 10 to 100 milliseconds at 0, and 0.1 to 0.7 at 0.001.
/// An error that is negative or NaN is `OBBTREE_STATUS_BAD_ARGUMENT`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_depth_within(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    relative_error: f64,
    lower: *mut f64,
    upper: *mut f64,
    translation: *mut f64,
) -> Status {
    answered_depth(lower, upper, translation, || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        if relative_error.is_nan() || relative_error < 0.0 {
            return Err(Failure::bad("relative_error is at least 0".to_owned()));
        }
        let within =
            |state: &mut State| state.query.depth_within(a, pose_a, b, pose_b, relative_error);
        ask(query, |state| Ok(within(state)?))
    })
}

/// `obbtree_depth` along a direction (three numbers, of any length but 0): how far B has to go
/// for the two to come free. Narrow for all but cylinders, cones and frusta beside other shapes
/// or meshes, and where bodies slide on each other nearer than poses are rounded. A half-space may
/// be one of the two; along a direction that leads no way out of it, or a direction of no length,
/// it is `OBBTREE_STATUS_BAD_POSE`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_depth_along(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    direction: *const f64,
    lower: *mut f64,
    upper: *mut f64,
    translation: *mut f64,
) -> Status {
    answered_depth(lower, upper, translation, || {
        let direction = memory::numbers::<3>(direction, "direction")?.into();
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        let along = |state: &mut State| state.query.depth_along(a, pose_a, b, pose_b, &direction);
        ask(query, |state| Ok(along(state)?))
    })
}

/// The volume that two closed meshes, boxes or hulls have in common, in the cube of the caller's
/// unit: at least `*lower` and at most `*upper`, both 0 if the two do not meet. A mesh that is
/// open or whose triangles do not all look one way is `OBBTREE_STATUS_OPEN_MESH`; a round shape, a
/// plane and a half-space `OBBTREE_STATUS_BAD_SHAPE`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_overlap_volume(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    lower: *mut f64,
    upper: *mut f64,
) -> Status {
    answered_between(lower, upper, || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        let found = ask(query, |state| Ok(state.query.overlap_volume(a, pose_a, b, pose_b)?))?;
        Ok([found.lower, found.upper])
    })
}

/// The pairs of triangles of one mesh that meet otherwise than at common vertices and edges, two
/// numbers each, ascending. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_self_intersections(
    query: *mut Query,
    mesh: *const Collider,
    pairs: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered_list(pairs, count, ["pairs", "count"], || {
        let body = collider::mesh(mesh, "mesh")?;
        ask(query, |state| {
            state.pairs = state.query.self_intersections(body);
            Ok(rows(shown(&state.pairs)))
        })
    })
}
