//! The engine for Python: converts arrays and calls; holds no geometry.
//!
//! | file | content |
//! |---|---|
//! | `errors` | the exceptions, with the engine's texts |
//! | `arrays` | numpy in and out: vertices, triangles, points |
//! | `exact`, `parameters` | what would be rounded; names of parameters in errors |
//! | `pose`, `pose_arrays` | the class `Pose`, an argument that is a pose; many poses of any form |
//! | `body` | the class `Body` |
//! | `motion` | the classes `Linear`, `Screw`, `Translation`, and motions of any form |
//! | `shape`, `cloud`, `voxels` | the classes `Shape`, `PointCloud` and `Voxels` |
//! | `coordinates`, `cells` | points and lengths, and cells, as clouds and voxels take them |
//! | `message` | points and octrees of messages of ROS |
//! | `collider` | an argument that is a `Body`, a `Shape`, a `PointCloud` or `Voxels` |
//! | `answers` | what queries answer, as classes |
//! | `interrupt` | Ctrl-C in single calls; long work on other threads |
//! | `warm` | a query for each thread, which keeps its memory |
//! | `two_colliders`, `sweeps`, `one_body` | the queries |
//! | `clash` | clash detection: studies, what they find, their files |
//! | `scene`, `robot` | the classes `Scene`, `Robot` and `Checker`, their queries and batches |
//! | `page` | pages, of the program that another package has |
//! | `run`, `batches` | batches over all cores, with progress and interrupts |
//!
//! The interpreter's lock is released while the engine works. All state is immutable or of one
//! thread, so the module declares that it does not need the lock at all.

mod answers;
mod arrays;
mod batches;
mod body;
mod broad_phase;
mod cells;
mod clash;
mod cloud;
mod collider;
mod coordinates;
mod errors;
mod exact;
mod interrupt;
mod message;
mod motion;
mod one_body;
mod page;
mod parameters;
mod pose;
mod pose_arrays;
mod robot;
mod run;
mod scene;
mod shape;
mod sweeps;
mod two_colliders;
mod voxels;
mod warm;

/// The compiled part of obbtree; use it through the package `obbtree`.
#[pyo3::pymodule(gil_used = false)]
mod _engine {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "as Python names it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::answers::{
        BodyDistance, ClosestPoint, Contact, ContactSummary, DeepestPoint, Depth, Distance,
        Distances, PartContact, RayHit, RayHits, SignedDistance, Sweep,
    };
    #[pymodule_export]
    use crate::batches::{
        classify_batch, closer_than_batch, collide_batch, contacts_batch, distance_batch,
        is_motion_free_batch, pairs_batch, sweep_batch,
    };
    #[pymodule_export]
    use crate::body::Body;
    #[pymodule_export]
    use crate::broad_phase::{BroadPhase, NearestPairs};
    #[pymodule_export]
    use crate::clash::{
        _clash_moves, _clash_question, _clash_slice, Approach, Clash, ClashCluster,
        ClashDifference, ClashReport, ContactTimes, MotionClash, MotionClashReport, Study, clash,
        clash_motion,
    };
    #[pymodule_export]
    use crate::cloud::PointCloud;
    #[pymodule_export]
    use crate::errors::{
        CloudError, MeshError, MotionError, ObbtreeError, OpenMeshError, PlanError, PoseError,
        RayError, ReadError, RobotError, SceneError, ShapeError, StudyError, VoxelError,
    };
    #[pymodule_export]
    use crate::motion::{Linear, Screw, Translation};
    #[pymodule_export]
    use crate::one_body::{
        all_hits, any_hit, closest_hit, closest_hits, closest_point, point_side, points_inside,
        self_intersections, self_intersects, signed_distance, signed_distances,
    };
    #[pymodule_export]
    use crate::pose::Pose;
    #[pymodule_export]
    use crate::pose_arrays::{read_motions, read_poses};
    #[pymodule_export]
    use crate::robot::{Checker, Robot, Trajectory};
    #[pymodule_export]
    use crate::scene::Scene;
    #[pymodule_export]
    use crate::shape::Shape;
    #[pymodule_export]
    use crate::sweeps::{is_motion_free, sweep};
    #[pymodule_export]
    use crate::two_colliders::{
        classify, clearance, closer_than, closest_places_within, collide, contact_summary,
        contacts, depth, distance, first_pair, manifolds, overlap_volume, pairs, points_within,
        triangles_within,
    };
    #[pymodule_export]
    use crate::voxels::Voxels;
}
