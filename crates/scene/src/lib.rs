//! Scenes: many placed bodies by name, and questions about all pairs of them that count.
//!
//! A [`Scene`] holds bodies made of [`Part`]s, colliders that are shared, each body under a pose;
//! which pairs are checked (groups, allowed collisions, margins); and a tree of boxes that
//! changes with the poses. A [`SceneQuery`] asks: any collision, all pairs, contacts, distances,
//! motions. Answers come by the numbers of bodies, in ascending order. [`read_scene`] and
//! [`write_scene`] keep a scene in a JSON file, so that a query can be repeated elsewhere
//! with the same answer. [`Scene::add_file`] adds the parts of an assembly (glTF, COLLADA, OBJ), of
//! a folder of meshes, or of another scene file.
//!
//! | file | content |
//! |---|---|
//! | `scene`, `placed`, `places`, `pairs`, `masks`, `error` | bodies, their places, and which pairs are checked |
//! | `part` | what bodies are made of, and boxes around it |
//! | `aabb_tree`, `broad_phase` | boxes that change, and which of them meet or are nearest |
//! | `query`, `distance`, `within`, `sweep` | the questions |
//! | `part_pair`, `moving` | the questions about two parts |
//! | `outline` | triangles for drawings |
//! | `file` | scene files |

mod aabb_tree;
mod between;
mod broad_phase;
mod distance;
mod error;
mod exchange;
mod file;
mod masks;
mod moving;
mod outline;
mod pairs;
mod part;
mod part_pair;
mod placed;
mod places;
mod query;
mod scene;
mod sweep;
mod within;

pub use broad_phase::{BroadPhase, NearestPairs};
pub use distance::BodyDistance;
pub use error::SceneError;
#[cfg(feature = "io")]
pub use file::{AddedBodies, FileOptions, read_scene, write_scene};
pub use file::{
    SceneFileError, is_scene_json, scene_from_json, scene_from_json_with, scene_to_json,
    scene_to_json_with,
};
pub use masks::Groups;
pub use part::{Part, Parts};
pub use part_pair::{PartContact, PartMeeting};
pub use placed::BodyId;
pub use query::{PairContacts, SceneCounts, SceneQuery};
pub use scene::Scene;
pub use sweep::PartPair;
pub use within::Within;
