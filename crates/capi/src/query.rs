//! Queries of the C interface: their options, and the questions with short answers.

use obbtree::Pose;
use obbtree::query::Relation;
use obbtree::scene::SceneQuery;

use crate::answers::{answered_handle, answered_in};
use crate::collider::{self, Collider};
use crate::constants::CRelation;
use crate::memory::{self, Exclusive, Held};
use crate::pose::{self, CPose};
use crate::results::{Contact, Distance, ManifoldPoint, RayHit, SceneContact};
use crate::scene_distance::SceneDistance;
use crate::status::{Failure, Status, answered};

/// What is queried, and the memory to answer in. Each thread needs one of its own: a call with a
/// query that is in use fails with `OBBTREE_STATUS_BUSY`. Owned by the caller, who frees it with
/// `obbtree_query_free`. Results that a function gives as a pointer belong to the query and are
/// valid until it is queried again or freed.
pub struct Query {
    pub(crate) state: Exclusive<State>,
}

impl Held for Query {
    type Value = State;
    fn held(&self) -> &Exclusive<State> {
        &self.state
    }
}

/// What a query holds.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) query: obbtree::Query,
    pub(crate) pairs: Vec<[u32; 2]>,
    pub(crate) numbers: Vec<u32>,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) manifolds: Vec<ManifoldPoint>,
    pub(crate) distances: Vec<Distance>,
    pub(crate) hits: Vec<RayHit>,
    /// For questions about scenes, of the same options; made when one is queried.
    pub(crate) scenes: Option<SceneQuery>,
    pub(crate) scene_contacts: Vec<SceneContact>,
    pub(crate) scene_distances: Vec<SceneDistance>,
}

impl CRelation {
    fn new(relation: Relation) -> Result<Self, Failure> {
        Ok(match relation {
            Relation::Separated => Self::Separated,
            Relation::Touching => Self::Touching,
            Relation::Intersecting => Self::Intersecting,
            Relation::Containing => Self::Containing,
            Relation::Contained => Self::Contained,
            Relation::Coincident => Self::Coincident,
            Relation::Overlapping => Self::Overlapping,
            other => {
                return Err(Failure::new(Status::Panicked, format!("a new relation: {other}")));
            }
        })
    }
}

/// Two placed colliders, or two placed meshes, checked.
pub(crate) struct Pair<C> {
    pub(crate) a: C,
    pub(crate) pose_a: Pose,
    pub(crate) b: C,
    pub(crate) pose_b: Pose,
}

impl Pair<&obbtree::Collider> {
    #[inline(always)] // The poses stay where they are made.
    pub(crate) fn new(
        a: *const Collider,
        pose_a: *const CPose,
        b: *const Collider,
        pose_b: *const CPose,
    ) -> Result<Self, Failure> {
        let (a, b) = (collider::get(a, "collider a")?, collider::get(b, "collider b")?);
        let pose_a = pose::checked_here(pose_a, "pose of a")?;
        let pose_b = pose::checked_here(pose_b, "pose of b")?;
        Ok(Self { a, pose_a, b, pose_b })
    }
}

impl Pair<&obbtree::Body> {
    #[inline(always)]
    pub(crate) fn of_meshes(
        a: *const Collider,
        pose_a: *const CPose,
        b: *const Collider,
        pose_b: *const CPose,
    ) -> Result<Self, Failure> {
        let Pair { a, pose_a, b, pose_b } = Pair::new(a, pose_a, b, pose_b)?;
        let (a, b) = (collider::of_mesh(a, "collider a")?, collider::of_mesh(b, "collider b")?);
        Ok(Self { a, pose_a, b, pose_b })
    }
}

/// Asks with a query's memory.
#[inline]
pub(crate) fn ask<R>(
    query: *mut Query,
    question: impl FnOnce(&mut State) -> Result<R, Failure>,
) -> Result<R, Failure> {
    memory::get(query, "query")?.state.with(question)
}

/// A query about surfaces, for all pairs. In `*query` a handle.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_query_create(query: *mut *mut Query) -> Status {
    answered_handle(query, "query", || {
        Ok(Query { state: Exclusive::new(State::default(), "query") })
    })
}

/// Frees a query and its results. Null is nothing. One that is in use stays, with
/// `OBBTREE_STATUS_BUSY`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_query_free(query: *mut Query) -> Status {
    answered(|| memory::take_back_idle(query, "query"))
}

fn set(query: *mut Query, change: impl FnOnce(obbtree::Query) -> obbtree::Query) -> Status {
    answered(|| {
        ask(query, |state| {
            state.query = change(std::mem::take(&mut state.query));
            state.scenes = None;
            Ok(())
        })
    })
}

/// Not 0: meshes are solid, so one wholly inside another collides with it. Only closed ones have an
/// inside: see `obbtree_collider_require_closed`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_query_set_solid(query: *mut Query, solid: i32) -> Status {
    set(query, |query| query.solid(solid != 0))
}

/// Pairs and contacts end after so many: the first that are found, the same in every run.
/// `SIZE_MAX` for all.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_query_set_limit(query: *mut Query, pairs: usize) -> Status {
    set(query, |query| query.limit(pairs))
}

/// Not 0: the last contact of each pair of bodies is tried first, which is faster along paths of
/// small steps and changes no answer but which of several pairs or points that are right is named:
/// by `obbtree_first_pair`, and by what begins with closest points, as manifolds of deep bodies do.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_query_set_contact_cache(query: *mut Query, cached: i32) -> Status {
    set(query, |query| query.contact_cache(cached != 0))
}

/// Not 0: the work is counted, see `obbtree_query_counts`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_query_set_counted(query: *mut Query, counted: i32) -> Status {
    set(query, |query| query.counted(counted != 0))
}

/// Tests of pairs of boxes and of pairs of triangles since the query was created, if they are
/// counted.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_query_counts(
    query: *mut Query,
    box_tests: *mut u64,
    triangle_tests: *mut u64,
) -> Status {
    answered(|| {
        let (boxes, triangles) = (
            memory::place(box_tests, "box_tests")?,
            memory::place(triangle_tests, "triangle_tests")?,
        );
        let counts = ask(query, |state| Ok(state.query.counts()))?;
        boxes.write(counts.box_tests);
        triangles.write(counts.triangle_tests);
        Ok(())
    })
}

/// Do two placed colliders collide? Exact for the numbers given, but for two round shapes of which
/// one is a cylinder, cone or frustum: there *no* is exact, and *yes* is within 1e-7 of the sizes.
/// Touching counts.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_collide(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    collides: *mut bool,
) -> Status {
    answered_in(collides, "collides", || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        ask(query, |state| Ok(state.query.collide(a, pose_a, b, pose_b)))
    })
}

/// Is there a pair of triangles that meet, and which? In `triangles` two numbers, of A and of B;
/// not written if `*found` is false. Which one of several can depend on the instruction set.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_first_pair(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    found: *mut bool,
    triangles: *mut u32,
) -> Status {
    answered(|| {
        let found = memory::place(found, "found")?;
        let places = memory::places(triangles, 2, 0, "triangles")?;
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::of_meshes(a, pose_a, b, pose_b)?;
        let first = ask(query, |state| Ok(state.query.first_pair(a, pose_a, b, pose_b)))?;
        found.write(first.is_some());
        places.write(first.into_iter().flatten());
        Ok(())
    })
}

/// Is the distance of two colliders at most `tolerance`? Exact; exactly the tolerance is yes, a
/// negative one is no, NaN is `OBBTREE_STATUS_BAD_ARGUMENT`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_closer_than(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    tolerance: f64,
    closer: *mut bool,
) -> Status {
    answered_in(closer, "closer", || {
        Failure::if_nan(&[(tolerance, "tolerance")])?;
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::new(a, pose_a, b, pose_b)?;
        let answer =
            ask(query, |state| Ok(state.query.closer_than(a, pose_a, b, pose_b, tolerance)))?;
        Ok(answer)
    })
}

/// How do two placed meshes stand to each other?
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_classify(
    query: *mut Query,
    a: *const Collider,
    pose_a: *const CPose,
    b: *const Collider,
    pose_b: *const CPose,
    relation: *mut CRelation,
) -> Status {
    answered_in(relation, "relation", || {
        let &Pair { a, ref pose_a, b, ref pose_b } = &Pair::of_meshes(a, pose_a, b, pose_b)?;
        let found = ask(query, |state| Ok(state.query.classify(a, pose_a, b, pose_b)))?;
        CRelation::new(found)
    })
}
