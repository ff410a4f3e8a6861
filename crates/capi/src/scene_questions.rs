//! Questions about scenes, in the C interface. Pairs come by the numbers of their bodies, the
//! smaller one first, ascending.

use obbtree::scene::{BodyId, PartPair, SceneQuery};

use crate::answers::{answered_in, answered_list, refilled, rows};
use crate::memory;
use crate::motions::{self, Motion, Sweep, SweepOptions};
use crate::query::{Query, State, ask};
use crate::results::SceneContact;
use crate::scene_bodies::OBBTREE_NO_BODY;
use crate::scene_distance::{SceneDistance, numbers, places_of};
use crate::scenes::{Scene, look};
use crate::status::{Failure, Status, answered};

/// The answer of a sweep of bodies of a scene, or of a motion of a robot.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneSweepFound {
    /// What is known of the motion, and of the two parts that first meet or come close: their
    /// poses, triangles and points.
    pub found: Sweep,
    /// The pair that is first known to meet, or comes close: in the world of a robot a link or an
    /// attached body first; `OBBTREE_NO_BODY` twice of a free motion.
    pub bodies: [u32; 2],
    /// Their parts that do; 0 of a free motion.
    pub parts: [u32; 2],
}

impl SceneSweepFound {
    pub(crate) fn new(found: &obbtree::motion::Sweep<PartPair>) -> Result<Self, Failure> {
        let pair = found.pair();
        Ok(Self {
            found: Sweep::new(found)?,
            bodies: pair.map_or([OBBTREE_NO_BODY; 2], |pair| numbers(pair.bodies)),
            parts: pair.map_or([0; 2], |pair| places_of(pair.parts)),
        })
    }
}

/// Asks with a query's memory for scenes.
fn ask_scene<R>(
    query: *mut Query,
    scene: *const Scene,
    question: impl FnOnce(&mut SceneQuery, &obbtree::scene::Scene) -> Result<R, Failure>,
) -> Result<R, Failure> {
    look(scene, |scene| ask(query, |state| question(state.of_scenes(), scene)))
}

type BodyPairs = Vec<[BodyId; 2]>;

/// Answers a call with pairs of numbers, which the caller finds in the query.
fn answered_pairs(
    query: *mut Query,
    scene: *const Scene,
    pairs: *mut *const u32,
    count: *mut usize,
    question: impl FnOnce(&mut SceneQuery, &obbtree::scene::Scene) -> Result<BodyPairs, Failure>,
) -> Status {
    answered_list(pairs, count, ["pairs", "count"], || {
        look(scene, |scene| {
            ask(query, |state| {
                let found = question(state.of_scenes(), scene)?;
                Ok(rows(refilled(&mut state.pairs, found.into_iter().map(numbers))))
            })
        })
    })
}

/// Does any pair of bodies collide, or come within its margin? Meshes are surfaces, or solids if
/// the query says so; shapes are solid. Of no pair that is checked none does:
/// `obbtree_scene_require_pairs` tells.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_collides(
    query: *mut Query,
    scene: *const Scene,
    collides: *mut bool,
) -> Status {
    answered_in(collides, "collides", || {
        ask_scene(query, scene, |query, scene| Ok(query.collides(scene)))
    })
}

/// Does a body collide with another one, or come within its margin? One that is not there, or not
/// enabled, is `OBBTREE_STATUS_BAD_SCENE`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_collides_with(
    query: *mut Query,
    scene: *const Scene,
    id: u32,
    collides: *mut bool,
) -> Status {
    answered_in(collides, "collides", || {
        ask_scene(query, scene, |query, scene| Ok(query.collides_with(scene, scene.numbered(id)?)?))
    })
}

/// Is any pair of bodies checked? If not the status is `OBBTREE_STATUS_BAD_SCENE`, and
/// `obbtree_last_error()` says why: *no pair collides* says nothing about the bodies then.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_require_pairs(scene: *const Scene) -> Status {
    answered(|| look(scene, |scene| Ok(scene.require_pairs()?)))
}

/// All pairs of bodies that collide, or come within their margins: two numbers each. They belong
/// to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_pairs(
    query: *mut Query,
    scene: *const Scene,
    pairs: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered_pairs(query, scene, pairs, count, |query, scene| Ok(query.pairs(scene)))
}

/// `obbtree_scene_pairs` of one body. One that is not there, or not enabled, is
/// `OBBTREE_STATUS_BAD_SCENE`.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_pairs_with(
    query: *mut Query,
    scene: *const Scene,
    id: u32,
    pairs: *mut *const u32,
    count: *mut usize,
) -> Status {
    answered_pairs(query, scene, pairs, count, |query, scene| {
        Ok(query.pairs_with(scene, scene.numbered(id)?)?)
    })
}

/// Where the pairs that collide meet: at most `limit` places of each pair; none of bodies that
/// are only within their margin, or one inside the other. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_contacts(
    query: *mut Query,
    scene: *const Scene,
    limit: usize,
    contacts: *mut *const SceneContact,
    count: *mut usize,
) -> Status {
    answered_list(contacts, count, ["contacts", "count"], || {
        look(scene, |scene| {
            ask(query, |state| {
                let found = state.of_scenes().contacts(scene, limit);
                let all = found.iter().flat_map(SceneContact::all);
                Ok(refilled(&mut state.scene_contacts, all))
            })
        })
    })
}

/// The two bodies that are nearest, of the pairs that are checked; margins do not count. If no
/// pair is checked the status is `OBBTREE_STATUS_BAD_SCENE`, and `obbtree_last_error()` says
/// why.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_distance(
    query: *mut Query,
    scene: *const Scene,
    distance: *mut SceneDistance,
) -> Status {
    answered_in(distance, "distance", || {
        let nearest = ask_scene(query, scene, |query, scene| Ok(query.distance(scene)?))?;
        Ok(SceneDistance::from(&nearest))
    })
}

/// The pairs of bodies that are checked and at most `threshold` apart, each with its distance.
/// Margins do not count. They belong to the query.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_clearances(
    query: *mut Query,
    scene: *const Scene,
    threshold: f64,
    distances: *mut *const SceneDistance,
    count: *mut usize,
) -> Status {
    answered_list(distances, count, ["distances", "count"], || {
        look(scene, |scene| {
            ask(query, |state| {
                let found = state.of_scenes().clearances(scene, threshold)?;
                Ok(refilled(&mut state.scene_distances, found.iter().map(SceneDistance::from)))
            })
        })
    })
}

/// When do `count` bodies, each on its motion, first meet others or each other? What they carry
/// moves with them, other bodies rest. Margins do not count. `options` may be null. What is called
/// free is so at every real time. It is `OBBTREE_STATUS_BAD_SCENE` to move no body, one twice, or
/// one that is not enabled and carries none that is.
#[unsafe(no_mangle)]
pub extern "C" fn obbtree_scene_sweep(
    query: *mut Query,
    scene: *const Scene,
    ids: *const u32,
    motions: *const *const Motion,
    count: usize,
    options: *const SweepOptions,
    sweep: *mut SceneSweepFound,
) -> Status {
    answered_in(sweep, "sweep", || {
        let options = motions::options(options)?;
        let ids = memory::slice(ids, count, "ids")?;
        let motions = memory::slice(motions, count, "motions")?;
        let found = ask_scene(query, scene, |query, scene| {
            let mut moves: Vec<(BodyId, &dyn obbtree::motion::Motion)> = Vec::with_capacity(count);
            for (&id, &motion) in ids.iter().zip(motions) {
                moves.push((scene.numbered(id)?, &*memory::get(motion, "motion")?.motion));
            }
            Ok(query.sweep(scene, &moves, &options)?)
        })?;
        SceneSweepFound::new(&found)
    })
}

impl State {
    /// The query about scenes, which asks about meshes as the other does.
    fn of_scenes(&mut self) -> &mut SceneQuery {
        let query = &self.query;
        self.scenes.get_or_insert_with(|| SceneQuery::with_query(query.clone()))
    }
}
