//! How far apart colliders are, in the C interface.

use obbtree::query::DistanceOptions;

use crate::answers::{answered_between, answered_if_found, answered_in, answered_list, refilled};
use crate::collider::Collider;
use crate::memory;
use crate::pose::CPose;
use crate::query::{Pair, Query, ask};
use crate::results::Distance;
use crate::status::{Failure, Status};

/// What is queried of a distance. All zeros is the narrowest interval; errors below 0, and NaN, are
/// refused.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct DistanceAsked {
    /// `upper - lower` may be this times `lower`,
    pub relative_error: f64,
    /// plus this.
    pub absolute_error: f64,
}

/// The options of an argument, which may be null, and the largest distance that is told.
pub(crate) fn options(
    queried: *const DistanceAsked,
    at_most: f64,
) -> Result<DistanceOptions, Failure> {
    Failure::if_nan(&[(at_most, "at_most")])?;
    let options = DistanceOptions::default().at_most(at_most);
    let Some(queried) = memory::given(queried, "options")? else { return Ok(options) };
    let DistanceAsked { relative_error, absolute_error } = *queried;
    let errors = [(relative_error, "relative_error"), (absolute_error, "absolute_error")];
    Failure::if_below_zero(&errors)?;
    Ok(options.relative_error(queried.relative_error).absolute_error(queried.absolute_error))
}

/// How far apart are two colliders? Of two meshes the interval is at most four units in the last
/// place wide; where a cylinder, cone or frustum is involved, it is wider.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_distance(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    distance: *mut Distance,
) -> Status {
    answered_in(distance, "distance", || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        let found = ask(query, |state| Ok(state.query.distance(a, pose_a, b, pose_b)))?;
        Ok(Distance::from(&found))
    })
}

/// `obbtree_distance` with errors allowed (`options` may be null), and up to a largest distance:
/// `*found` is false if the true one is above `at_most`, and `distance` is not written; one whose
/// interval holds `at_most` may be given.
/// `INFINITY` for no limit.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_distance_within(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    options: *const DistanceAsked,
    at_most: f64,
    found: *mut bool,
    distance: *mut Distance,
) -> Status {
    answered_if_found(found, distance, "distance", || {
        let options = self::options(options, at_most)?;
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        let answer =
            ask(query, |state| Ok(state.query.distance_within(a, pose_a, b, pose_b, &options)))?;
        Ok(answer.as_ref().map(Distance::from))
    })
}

/// Bounds of the distance of two meshes for about `box_tests` tests of boxes: certain, however few.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_clearance(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    box_tests: u64,
    lower: *mut f64,
    upper: *mut f64,
) -> Status {
    answered_between(lower, upper, || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::of_meshes(a, pose_a, b, pose_b)?;
        let found = ask(query, |state| Ok(state.query.clearance(a, pose_a, b, pose_b, box_tests)))?;
        Ok([found.lower, found.upper])
    })
}

/// The pairs of triangles of two meshes that are at most a margin apart, ascending by their
/// numbers: all, or as many as `obbtree_query_set_limit` says, each with its distance, closest
/// points and normal. Which are so close is exact; touching has the distance 0. With a margin that
/// is negative or NaN there are none. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_triangles_within(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    margin: f64,
    distances: *mut *const Distance,
    count: *mut usize,
) -> Status {
    answered_list(distances, count, ["distances", "count"], || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::of_meshes(a, pose_a, b, pose_b)?;
        ask(query, |state| {
            let found = state.query.triangles_within(a, pose_a, b, pose_b, margin);
            Ok(refilled(&mut state.distances, found.iter().map(Distance::from)))
        })
    })
}

/// The places where two meshes are closest to each other and at most a margin apart, ascending by
/// distance: of the pairs of `obbtree_triangles_within` those than which no pair around is closer.
/// A round knob over a table has one, a hand around the knob one for each finger. They belong to
/// the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_closest_places_within(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    margin: f64,
    distances: *mut *const Distance,
    count: *mut usize,
) -> Status {
    answered_list(distances, count, ["distances", "count"], || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::of_meshes(a, pose_a, b, pose_b)?;
        ask(query, |state| {
            let found = state.query.closest_places_within(a, pose_a, b, pose_b, margin);
            Ok(refilled(&mut state.distances, found.iter().map(Distance::from)))
        })
    })
}
