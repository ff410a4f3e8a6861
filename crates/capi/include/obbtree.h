/** @file
 * obbtree for C: certain and fast collision queries between triangle meshes and shapes.
 * MIT or Apache-2.0.
 *
 * Every function gives an obbtree_status; where it is not OBBTREE_STATUS_OK, obbtree_last_error()
 * says why and no result is written. Colliders, motions and robots are immutable and may be used
 * by any number of threads at once, scenes while none changes them; each thread needs an
 * obbtree_query and an obbtree_checker of its own. The manual is docs/book.
 *
 * Made by cbindgen from crates/capi/src: do not edit. */

#ifndef OBBTREE_H
#define OBBTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * In place of the number of a link: of a body that is none.
 */
#define OBBTREE_NO_LINK UINT32_MAX

/**
 * The most corners that the common part of two triangles has.
 */
#define OBBTREE_MOST_CORNERS 6

/**
 * In place of the number of a triangle: of a shape, which has none.
 */
#define OBBTREE_NO_TRIANGLE UINT32_MAX

/**
 * In place of the number of a body: there is none.
 */
#define OBBTREE_NO_BODY UINT32_MAX

/**
 * The version of the binary interface: programs work with the library of the version that they
 * were compiled for. It changes when a function, a struct or a constant does; new ones leave it
 * as it is.
 */
#define OBBTREE_ABI_VERSION 0

/**
 * What a function says of itself. Its results are written only if it is `OBBTREE_STATUS_OK`.
 */
typedef enum {
    /**
     * Answered.
     */
    OBBTREE_STATUS_OK = 0,
    /**
     * A pointer that is needed is null.
     */
    OBBTREE_STATUS_NULL_POINTER = 1,
    /**
     * A number that is not among those allowed: a constant, a count, a stride.
     */
    OBBTREE_STATUS_BAD_ARGUMENT = 2,
    /**
     * Vertices and triangles that are no mesh.
     */
    OBBTREE_STATUS_BAD_MESH = 3,
    /**
     * Numbers that are no rigid motion.
     */
    OBBTREE_STATUS_BAD_POSE = 4,
    /**
     * Poses or numbers that are no motion.
     */
    OBBTREE_STATUS_BAD_MOTION = 5,
    /**
     * Numbers that are no shape.
     */
    OBBTREE_STATUS_BAD_SHAPE = 6,
    /**
     * Numbers that are no ray.
     */
    OBBTREE_STATUS_BAD_RAY = 7,
    /**
     * A point that cannot be used.
     */
    OBBTREE_STATUS_BAD_POINT = 8,
    /**
     * An open mesh, where only a closed one has an answer.
     */
    OBBTREE_STATUS_OPEN_MESH = 9,
    /**
     * A file that cannot be read or written.
     */
    OBBTREE_STATUS_FILE = 10,
    /**
     * The caller's callback ended a batch.
     */
    OBBTREE_STATUS_CANCELLED = 11,
    /**
     * The query is in use, by another thread or by the call that this callback is for.
     */
    OBBTREE_STATUS_BUSY = 12,
    /**
     * An error in obbtree itself. The query that was queried is of no more use, and can be freed.
     */
    OBBTREE_STATUS_PANICKED = 13,
    /**
     * The system gave no threads.
     */
    OBBTREE_STATUS_NO_THREADS = 14,
    /**
     * A change of a scene, or of a robot's world, or a question about one, that names what is
     * not there, or cannot be made.
     */
    OBBTREE_STATUS_BAD_SCENE = 15,
    /**
     * A shape, where only a mesh has an answer.
     */
    OBBTREE_STATUS_NOT_A_MESH = 16,
    /**
     * Numbers that are no point cloud, or no depth image.
     */
    OBBTREE_STATUS_BAD_CLOUD = 17,
    /**
     * Numbers that are no voxels.
     */
    OBBTREE_STATUS_BAD_VOXELS = 18,
} obbtree_status;

/**
 * What a sweep finds.
 */
typedef enum {
    /**
     * Proven: at no time do the bodies meet.
     */
    OBBTREE_SWEEP_OUTCOME_FREE = 0,
    /**
     * They meet.
     */
    OBBTREE_SWEEP_OUTCOME_CONTACT = 1,
    /**
     * The bodies graze; neither a contact nor a proof was found.
     */
    OBBTREE_SWEEP_OUTCOME_UNDECIDED = 2,
} obbtree_sweep_outcome;

/**
 * How two placed meshes stand to each other.
 */
typedef enum {
    /**
     * The surfaces do not meet, and nothing of one body is inside the other.
     */
    OBBTREE_RELATION_SEPARATED = 0,
    /**
     * The surfaces meet, but no edge of one goes through a triangle of the other.
     */
    OBBTREE_RELATION_TOUCHING = 1,
    /**
     * An edge of one goes through the inside of a triangle of the other.
     */
    OBBTREE_RELATION_INTERSECTING = 2,
    /**
     * The surfaces do not meet; B, or a component of it, is inside A, nothing of A inside B.
     */
    OBBTREE_RELATION_CONTAINING = 3,
    /**
     * The surfaces do not meet; A, or a component of it, is inside B, nothing of B inside A.
     */
    OBBTREE_RELATION_CONTAINED = 4,
    /**
     * Every triangle of either is a triangle of the other.
     */
    OBBTREE_RELATION_COINCIDENT = 5,
    /**
     * The surfaces do not meet; a component of each is inside the other, as where one is larger
     * than a cavity of the other, and ends within the wall around it.
     */
    OBBTREE_RELATION_OVERLAPPING = 6,
} obbtree_relation;

/**
 * On which side of a closed surface a point is.
 */
typedef enum {
    /**
     * Inside, and not on the surface.
     */
    OBBTREE_SIDE_INSIDE = 0,
    /**
     * On the surface.
     */
    OBBTREE_SIDE_ON_SURFACE = 1,
    /**
     * Outside, and not on the surface.
     */
    OBBTREE_SIDE_OUTSIDE = 2,
} obbtree_side;

/**
 * How a joint moves.
 */
typedef enum {
    /**
     * One number: an angle about the axis, within limits.
     */
    OBBTREE_JOINT_KIND_REVOLUTE = 0,
    /**
     * One number: an angle about the axis.
     */
    OBBTREE_JOINT_KIND_CONTINUOUS = 1,
    /**
     * One number: a way along the axis.
     */
    OBBTREE_JOINT_KIND_PRISMATIC = 2,
    /**
     * Three numbers: x and y in the plane across the axis, and an angle about the axis.
     */
    OBBTREE_JOINT_KIND_PLANAR = 3,
    /**
     * Seven numbers: x y z qx qy qz qw.
     */
    OBBTREE_JOINT_KIND_FLOATING = 4,
} obbtree_joint_kind;

/**
 * The kind of a number in an array.
 */
typedef enum {
    /**
     * `double`
     */
    OBBTREE_SCALAR_F64 = 0,
    /**
     * `float`, which widens exactly.
     */
    OBBTREE_SCALAR_F32 = 1,
    /**
     * `uint32_t`, or `int32_t` that is not negative.
     */
    OBBTREE_SCALAR_U32 = 2,
    /**
     * `uint64_t` or `size_t`.
     */
    OBBTREE_SCALAR_U64 = 3,
    /**
     * `uint16_t`
     */
    OBBTREE_SCALAR_U16 = 4,
    /**
     * `int32_t`, where numbers may be negative.
     */
    OBBTREE_SCALAR_I32 = 5,
} obbtree_scalar;

/**
 * How numbers state a pose.
 */
typedef enum {
    /**
     * 12 numbers: the rows of `[R | t]`, which is an `obbtree_pose`.
     */
    OBBTREE_POSE_FORMAT_ROWS = 0,
    /**
     * 16 numbers: the rows of a 4 x 4 matrix.
     */
    OBBTREE_POSE_FORMAT_ROWS4 = 1,
    /**
     * 16 numbers: the columns of a 4 x 4 matrix, as Eigen and OpenGL have them.
     */
    OBBTREE_POSE_FORMAT_COLUMNS4 = 2,
    /**
     * 7 numbers: `x y z qx qy qz qw`.
     */
    OBBTREE_POSE_FORMAT_QUATERNION = 3,
} obbtree_pose_format;

/**
 * What the numbers of a shape mean, in its frame.
 */
typedef enum {
    /**
     * 4 numbers: centre, radius.
     */
    OBBTREE_SHAPE_KIND_SPHERE = 0,
    /**
     * 7 numbers: the two ends of the axis, radius.
     */
    OBBTREE_SHAPE_KIND_CAPSULE = 1,
    /**
     * 7 numbers: the two ends of the axis, radius. Its ends are flat.
     */
    OBBTREE_SHAPE_KIND_CYLINDER = 2,
    /**
     * 7 numbers: base, apex, radius.
     */
    OBBTREE_SHAPE_KIND_CONE = 3,
    /**
     * 3 numbers: half sides, about the origin.
     */
    OBBTREE_SHAPE_KIND_BOX = 4,
    /**
     * Three numbers a point, any number of points: their convex hull.
     */
    OBBTREE_SHAPE_KIND_HULL = 5,
    /**
     * 9 numbers: three corners.
     */
    OBBTREE_SHAPE_KIND_TRIANGLE = 6,
    /**
     * 9 numbers: three points p, q, r; the solid is behind `(q - p) x (r - p)`.
     */
    OBBTREE_SHAPE_KIND_HALF_SPACE = 7,
    /**
     * 9 numbers: three points.
     */
    OBBTREE_SHAPE_KIND_PLANE = 8,
    /**
     * 8 numbers: the two ends of the axis, the radii there. A cone that is cut off.
     */
    OBBTREE_SHAPE_KIND_FRUSTUM = 9,
} obbtree_shape_kind;

/**
 * How a motion goes from one pose to another.
 */
typedef enum {
    /**
     * The origin of the mesh on a straight line, the rotation evenly about one axis: what OMPL's
     * SE(3) and slerp do.
     */
    OBBTREE_MOTION_KIND_LINEAR = 0,
    /**
     * A turn about an axis of space, with an even advance along it.
     */
    OBBTREE_MOTION_KIND_SCREW = 1,
    /**
     * A straight line; the rotation of the second pose is not looked at.
     */
    OBBTREE_MOTION_KIND_TRANSLATION = 2,
} obbtree_motion_kind;

/**
 * Boxes with sides along the axes, by number, and which of them meet: the broad phase of a scene,
 * for programs that answer what comes after it themselves. Threads may use it as they may use a
 * scene. Owned by the caller, who frees it with `obbtree_broad_phase_free`.
 */
typedef struct obbtree_broad_phase obbtree_broad_phase;

/**
 * A robot in its world, with the memory to answer in. Each thread needs one of its own, from
 * `obbtree_checker_copy`, which shares all that is large: a call with a checker that is in use
 * fails with `OBBTREE_STATUS_BUSY`. Owned by the caller, who frees it with
 * `obbtree_checker_free`. It keeps the robot and the world, whose handles may be freed. Results
 * that a function gives as a pointer belong to the checker and are valid until it is queried again
 * or freed.
 *
 * The world is a scene in the frame of the root link, in which the links are bodies under their
 * names; other bodies keep their numbers. Which pairs are checked, and at which margins, is what
 * that scene says; two bodies that do not move with the robot are not checked. Pairs of links that
 * one joint joins, or that the SRDF disables, are allowed to collide. The scene of
 * `obbtree_checker_world`, changed by the functions of scenes, is taken by
 * `obbtree_checker_change`.
 *
 * Meshes are surfaces, shapes are solid, touching is colliding. Answers are certain for the poses
 * that `obbtree_robot_link_poses` gives.
 *
 * A configuration that is beyond the limits of joints, or has no place, as with a value that is
 * not finite, is not valid; questions that give more than yes or no fail with
 * `OBBTREE_STATUS_BAD_ARGUMENT`, and `obbtree_last_error` names the joint.
 * `obbtree_checker_ignoring_limits` makes a checker that answers beyond limits too.
 */
typedef struct obbtree_checker obbtree_checker;

/**
 * What can be checked: a triangle mesh with its tree, a shape, such as a box or a half-space, a
 * point cloud, or voxels. A mesh is a surface, unless a query asks about solids; shapes and voxels
 * are solid. Immutable: any number of threads may use one at once, without a lock. Owned by the
 * caller, who frees it with `obbtree_collider_free` after all use. Motions and queries keep no
 * collider. `obbtree_collider_share` gives a second handle of the same one at no cost, to be freed
 * by itself.
 *
 * A point cloud may have no point, as a frame in which a sensor saw nothing, and voxels may all be
 * free: they meet nothing, and distances to them are infinite.
 *
 * What only meshes have (triangles, rays, points, files) is `OBBTREE_STATUS_NOT_A_MESH` of a
 * shape, of a point cloud and of voxels.
 */
typedef struct obbtree_collider obbtree_collider;

/**
 * How a body moves from time 0 to time 1. Immutable: any number of threads may use one at once.
 * Owned by the caller, who frees it with `obbtree_motion_free`.
 */
typedef struct obbtree_motion obbtree_motion;

/**
 * A collider at a pose, which was checked when it was given. Any number of threads may ask about
 * it at once, while none moves it. Owned by the caller, who frees it with `obbtree_placed_free`
 * after all use. It shares the collider, whose handle may be freed.
 */
typedef struct obbtree_placed obbtree_placed;

/**
 * What is queried, and the memory to answer in. Each thread needs one of its own: a call with a
 * query that is in use fails with `OBBTREE_STATUS_BUSY`. Owned by the caller, who frees it with
 * `obbtree_query_free`. Results that a function gives as a pointer belong to the query and are
 * valid until it is queried again or freed.
 */
typedef struct obbtree_query obbtree_query;

/**
 * A robot: links and joints. Immutable: any number of threads may use one at once. Owned by the
 * caller, who frees it with `obbtree_robot_free`; checkers of it stay.
 *
 * A configuration is as many numbers as the robot has degrees of freedom: those of the joints
 * that move and mimic none, in the order of the URDF. Angles are in radians, lengths in the
 * URDF's unit, metres by convention. Frames are in that of the root link.
 */
typedef struct obbtree_robot obbtree_robot;

/**
 * Many placed bodies, by name and number, and which pairs of them are checked. Any number of
 * threads may ask at once, each with a query of its own; a change while another call uses the
 * scene fails with `OBBTREE_STATUS_BUSY`, and so does a question during a change. For a thread
 * that wants changes of its own there is `obbtree_scene_copy`. Owned by the caller, who frees it
 * with `obbtree_scene_free` after all use. It shares the bodies and shapes that are added, and
 * these may be freed.
 *
 * A body's number is that of its adding, from 0, and is never given again.
 */
typedef struct obbtree_scene obbtree_scene;

/**
 * A rigid motion `x -> R x + t` from the frame of a body's mesh to the world: `[R | t]` row by
 * row. The numbers are used exactly as given. `R` may be off a rotation by 1e-4.
 */
typedef struct {
    /**
     * `R00 R01 R02 t0 R10 R11 R12 t1 R20 R21 R22 t2`
     */
    double rows[12];
} obbtree_pose;

/**
 * A view of numbers of the caller's: `count` elements of some numbers each (a vertex has three),
 * one after the other, `stride` bytes from one element to the next. It owns nothing, and is read
 * during the call alone.
 */
typedef struct {
    /**
     * The first number of the first element, of any alignment; may be null where `count` is 0.
     */
    const void *data;
    /**
     * How many elements.
     */
    size_t count;
    /**
     * Bytes from the start of one element to the next; 0 for elements without a gap.
     */
    size_t stride;
    /**
     * The kind of number, an `obbtree_scalar`.
     */
    uint32_t scalar;
} obbtree_array;

/**
 * Called now and then with the number of questions answered so far, ascending, by any thread, one
 * at a time. Not 0 ends the batch soon, with `OBBTREE_STATUS_CANCELLED`; it is not called again
 * then. It may ask other queries and batches. It must return: an exception that leaves it ends
 * the process (the C++ wrapper carries them around the call), and a jump leaves threads that wait
 * for ever.
 */
typedef int32_t (*obbtree_on_progress)(void *user, size_t done);

/**
 * How a batch is run. All zeros is the default; so is null.
 */
typedef struct {
    /**
     * How many threads; 0 for as many as the machine has cores, started once for all batches.
     */
    uint32_t threads;
    /**
     * May be null.
     */
    obbtree_on_progress on_progress;
    /**
     * Handed to `on_progress`.
     */
    void *user;
} obbtree_batch_options;

/**
 * What is queried of a distance. All zeros is the narrowest interval; errors below 0, and NaN, are
 * refused.
 */
typedef struct {
    /**
     * `upper - lower` may be this times `lower`,
     */
    double relative_error;
    /**
     * plus this.
     */
    double absolute_error;
} obbtree_distance_options;

/**
 * A distance that is certified: the true one is in `lower ..= upper`.
 */
typedef struct {
    /**
     * The distance is at least this; 0 where the two meet. Of two meshes it is above 0 where
     * they do not, unless an error is allowed; of shapes it is 0 also where no larger number is
     * proven.
     */
    double lower;
    /**
     * And at most this; 0 only where the two meet.
     */
    double upper;
    /**
     * The closest points of A and of B, in the world, rounded; where the two meet some points of
     * them.
     */
    double points[2][3];
    /**
     * The unit vector in the world from A's closest point to B's; zeros unless `lower` is above 0.
     */
    double normal[3];
    /**
     * The triangles that they are on; of a point cloud or voxels the number of the point or voxel;
     * `OBBTREE_NO_TRIANGLE` of a shape.
     */
    uint32_t triangles[2];
    /**
     * 1 if a component of one is inside the other, whose surfaces do not meet.
     */
    uint32_t one_inside;
} obbtree_distance_found;

/**
 * What is queried of a sweep. All zeros is the default; tolerances below 0, and NaN, are refused.
 */
typedef struct {
    /**
     * The time of a first contact is known to within this; 0 for the default, 0.001 of the motion.
     */
    double time_tolerance;
    /**
     * Bodies that come so close may be given up on; 0 for never.
     */
    double distance_tolerance;
    /**
     * Most searches of the trees, or intervals of a robot's motion; 0 for the default, 10,000.
     */
    uint32_t effort;
} obbtree_sweep_options;

/**
 * The answer of a sweep.
 */
typedef struct {
    /**
     * An `obbtree_sweep_outcome`.
     */
    obbtree_sweep_outcome outcome;
    /**
     * 0 of a contact at which the poses do not meet: of translations that touch in passing,
     * where the motion meets after `last_free` and not after `first_contact`, but no pose of
     * rounded numbers was found that does. 1 of every other contact; 0 if there is none.
     */
    uint32_t poses_meet;
    /**
     * Up to this time there is certainly no contact; 1 if the motion is free.
     */
    double last_free;
    /**
     * Where the time of contact is known to be: at this time the two meet. Of an undecided motion,
     * nothing is proven from `last_free` to this time; 1 if the motion is free.
     */
    double first_contact;
    /**
     * Of a free motion a bound that the distance is always above; of an undecided one the distance
     * that was found; 0 of a contact.
     */
    double distance;
    /**
     * The poses of A and B at the contact, or where they graze.
     */
    obbtree_pose poses[2];
    /**
     * Points of A and B there, in the world, rounded, if `has_points` is 1.
     */
    double points[2][3];
    /**
     * The triangles that meet or graze; `OBBTREE_NO_TRIANGLE` of a shape, of a solid inside the
     * other, and of a free motion.
     */
    uint32_t triangles[2];
    /**
     * 1 if `points` are known: of an undecided motion, and of a contact whose poses meet.
     */
    uint32_t has_points;
} obbtree_sweep;

/**
 * Called with the pairs of boxes by the distance of the boxes, the nearest first, which is at
 * least `gap`. `*limit` is infinite at first: pairs whose boxes are farther apart than what a
 * call leaves there are not called with. Not 0 ends the search. It must return, as an
 * `obbtree_on_pair`.
 */
typedef int32_t (*obbtree_on_near)(void *user, uint32_t a, uint32_t b, double gap, double *limit);

/**
 * The answer of a sweep of bodies of a scene, or of a motion of a robot.
 */
typedef struct {
    /**
     * What is known of the motion, and of the two parts that first meet or come close: their
     * poses, triangles and points.
     */
    obbtree_sweep found;
    /**
     * The pair that is first known to meet, or comes close: in the world of a robot a link or an
     * attached body first; `OBBTREE_NO_BODY` twice of a free motion.
     */
    uint32_t bodies[2];
    /**
     * Their parts that do; 0 of a free motion.
     */
    uint32_t parts[2];
} obbtree_scene_sweep_found;

/**
 * How far apart two bodies of a scene, or of the world of a robot, are: the true distance is in
 * `lower ..= upper`.
 */
typedef struct {
    /**
     * The bodies; in the world of a robot a link or an attached body first.
     */
    uint32_t bodies[2];
    /**
     * Their closest parts.
     */
    uint32_t parts[2];
    /**
     * The distance is at least this; of the nearest two, that of all pairs that are checked.
     */
    double lower;
    /**
     * And at most this.
     */
    double upper;
    /**
     * The closest points of the two, in the world, rounded. NaN where a link of a robot is so far
     * away that no pose has its place.
     */
    double points[2][3];
    /**
     * The unit vector in the world from the first body's closest point to the second's; zeros
     * unless `lower` is above 0.
     */
    double normal[3];
} obbtree_scene_distance_found;

/**
 * A place where two bodies of a scene meet.
 */
typedef struct {
    /**
     * The bodies.
     */
    uint32_t bodies[2];
    /**
     * Their parts, in the order in which they were given.
     */
    uint32_t parts[2];
    /**
     * The triangles; of a point cloud or voxels the number of the point or voxel;
     * `OBBTREE_NO_TRIANGLE` of a shape.
     */
    uint32_t triangles[2];
    /**
     * A point of both, in the world, rounded; of the mesh if one of them is a shape. Of a point
     * cloud its point, without the radius; of voxels the centre of one.
     */
    double point[3];
    /**
     * Of two meshes: of length one, from the first body to the second, in the world; zeros else.
     */
    double normal[3];
    /**
     * Of two meshes: how far the second triangle has to move along the normal for the two to no
     * more than touch.
     */
    double local_depth;
} obbtree_scene_contact;

/**
 * How a tree is built. All zeros is the default.
 */
typedef struct {
    /**
     * Not 0: two thirds of the time to build, up to 30 % more time to query.
     */
    uint32_t fast;
    /**
     * Not 0: build on one thread, the caller's.
     */
    uint32_t one_thread;
} obbtree_build_options;

/**
 * How a mesh file is read. All zeros is the default.
 */
typedef struct {
    /**
     * Coordinates are multiplied by this; 0 counts as 1.
     */
    double scale;
    /**
     * And along x, y and z by these, 0 counts as 1. A mirror image has its triangles flipped.
     */
    double axis_scale[3];
    /**
     * Not 0: vertices with equal coordinates are joined.
     */
    uint32_t weld;
    /**
     * Not 0: triangles without area are removed.
     */
    uint32_t drop_degenerate;
    /**
     * Larger meshes are refused; 0 for the most that is supported.
     */
    size_t max_triangles;
} obbtree_file_options;

/**
 * Called with each pair of triangles that meet, their numbers in A's and B's mesh. Not 0 ends the
 * search. It must return: an exception that leaves it ends the process (the C++ wrapper carries
 * them around the call), and a jump leaves the query in use for ever.
 */
typedef int32_t (*obbtree_on_pair)(void *user, uint32_t in_a, uint32_t in_b);

/**
 * A place where two colliders meet: of two meshes, two triangles and what they share; where one is
 * a shape, a point of both; of a point cloud, one of its points; of voxels, the centre of one.
 */
typedef struct {
    /**
     * Their numbers in A's and B's mesh; of a point cloud or voxels that of the point or voxel;
     * `OBBTREE_NO_TRIANGLE` of a shape.
     */
    uint32_t triangles[2];
    /**
     * How many points: 1 of a point, 2 of a segment, 3 to 6 of a polygon.
     */
    uint32_t count;
    /**
     * In the world, in order around what is shared.
     */
    double points[OBBTREE_MOST_CORNERS][3];
    /**
     * Of two meshes: of length one, from A to B, in the world; zeros else.
     */
    double normal[3];
    /**
     * Of two meshes: how far B's triangle has to move along the normal for the two triangles to no
     * more than touch; 0 else.
     */
    double local_depth;
} obbtree_contact;

/**
 * A place of contact of two colliders, for solvers of rigid-body motion. Lengths in the caller's
 * unit, points and vectors in the world.
 */
typedef struct {
    /**
     * The number of its manifold, from 0: those of one have one normal.
     */
    uint32_t manifold;
    /**
     * What the points are on, of A and of B: twice the number of a vertex; the numbers of the two
     * vertices of an edge, the smaller first; or that of a triangle and the largest of 32 bits.
     * The same numbers are the same place a step later.
     */
    uint32_t features[2][2];
    /**
     * A point of A and one of B.
     */
    double points[2][3];
    /**
     * From A to B, of length one.
     */
    double normal[3];
    /**
     * How far the first point is beyond the second along the normal; negative if they are apart.
     */
    double depth;
} obbtree_manifold_point;

/**
 * A pinhole camera without distortion, and how its depths are read. The frame is that of the
 * optics: x to the right, y down, z forward. Pixel (u, v) is column u of row v, both from 0, and
 * its centre has these coordinates; the point that it sees has `z = scale * depth`,
 * `x = (u - cx) / fx * z` and `y = (v - cy) / fy * z`.
 *
 * `nearest` and `farthest` are what other languages call near and far, which are macros in headers
 * of Windows.
 */
typedef struct {
    /**
     * The focal lengths fx and fy, in pixels; not 0.
     */
    double focal[2];
    /**
     * The principal point cx and cy, in pixels.
     */
    double center[2];
    /**
     * A depth times this is a length: 0.001 for images in millimetres. 0 counts as 1.
     */
    double scale;
    /**
     * What has a z below this is not seen.
     */
    double nearest;
    /**
     * What has a z above this is not seen. 0 counts as infinite.
     */
    double farthest;
} obbtree_camera;

/**
 * What of a depth image is taken as solid. All zeros is the default.
 */
typedef struct {
    /**
     * So many pixels a side are taken together, with the least of their depths: fewer triangles,
     * and more that is solid. 0 counts as 1.
     */
    size_t tile;
    /**
     * Not 0: a pixel that shows nothing is solid from the nearest depth of the camera on. Else it
     * is free.
     */
    uint32_t nothing_solid;
} obbtree_unseen;

/**
 * A ray or a segment in the world.
 */
typedef struct {
    /**
     * Where it begins.
     */
    double origin[3];
    /**
     * A ray's direction, of any length; the other end of a segment.
     */
    double to[3];
    /**
     * Not 0: the closed segment from `origin` to `to`.
     */
    uint32_t is_segment;
} obbtree_ray;

/**
 * Where a ray meets a triangle: at the parameter `t`, in lengths of its direction.
 */
typedef struct {
    /**
     * `t` is at least this.
     */
    double lower;
    /**
     * And at most this.
     */
    double upper;
    /**
     * The point in the middle, in the world, rounded.
     */
    double point[3];
    /**
     * The triangle's number.
     */
    uint32_t triangle;
} obbtree_ray_hit;

/**
 * The point of a surface that is closest to a given one.
 */
typedef struct {
    /**
     * The distance is at least this; of `obbtree_signed_distance` negative inside.
     */
    double lower;
    /**
     * And at most this.
     */
    double upper;
    /**
     * The closest point of the surface, in the world, rounded.
     */
    double point[3];
    /**
     * The triangle that it is on.
     */
    uint32_t triangle;
} obbtree_closest;

/**
 * A joint that has values of its own.
 */
typedef struct {
    /**
     * Its name, as long as the robot is there.
     */
    const char *name;
    /**
     * An `obbtree_joint_kind`.
     */
    obbtree_joint_kind kind;
    /**
     * Where its values begin in a configuration.
     */
    uint32_t first_value;
    /**
     * How many values it has.
     */
    uint32_t value_count;
    /**
     * The least value; `-INFINITY` without a limit.
     */
    double lower;
    /**
     * The largest value; `INFINITY` without a limit.
     */
    double upper;
} obbtree_joint;

/**
 * A collider of a body in a scene, and where it is.
 */
typedef struct {
    /**
     * A mesh, a shape, a point cloud or voxels, of which the scene keeps a share.
     */
    const obbtree_collider *collider;
    /**
     * Its place in the frame of the scene's body; null for the frame itself.
     */
    const obbtree_pose *offset;
} obbtree_scene_part;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Does B collide with A at each of its poses, given in an `obbtree_pose_format`? In `collides`
 * one byte for each, 0 or 1, `stride` bytes after each other (0: without a gap). The answers are
 * those of `obbtree_collide`, for any number of threads. `query` says what is queried.
 */
obbtree_status obbtree_batch_collide(obbtree_query *query,
                                     const obbtree_collider *a,
                                     const obbtree_pose *pose_a,
                                     const obbtree_collider *b,
                                     obbtree_array poses_b,
                                     uint32_t format,
                                     const obbtree_batch_options *options,
                                     uint8_t *collides,
                                     size_t stride);

/**
 * Is the distance at most `tolerance` at each pose of B? As `obbtree_batch_collide`.
 */
obbtree_status obbtree_batch_closer_than(obbtree_query *query,
                                         const obbtree_collider *a,
                                         const obbtree_pose *pose_a,
                                         const obbtree_collider *b,
                                         obbtree_array poses_b,
                                         uint32_t format,
                                         double tolerance,
                                         const obbtree_batch_options *options,
                                         uint8_t *closer,
                                         size_t stride);

/**
 * How far apart are the two at each pose of B? As `obbtree_distance_within` without a limit;
 * `queried` may be null. In `distances` one for each pose, `stride` bytes after each other (0:
 * without a gap).
 */
obbtree_status obbtree_batch_distance(obbtree_query *query,
                                      const obbtree_collider *a,
                                      const obbtree_pose *pose_a,
                                      const obbtree_collider *b,
                                      obbtree_array poses_b,
                                      uint32_t format,
                                      const obbtree_distance_options *queried,
                                      const obbtree_batch_options *options,
                                      obbtree_distance_found *distances,
                                      size_t stride);

/**
 * Is each motion of B, from a pose to the one beside it, proven free all the way, while A is at
 * rest? As `obbtree_is_motion_free`; results as of `obbtree_batch_collide`.
 */
obbtree_status obbtree_batch_is_motion_free(obbtree_query *query,
                                            const obbtree_collider *a,
                                            const obbtree_pose *pose_a,
                                            const obbtree_collider *b,
                                            uint32_t kind,
                                            obbtree_array from,
                                            obbtree_array to,
                                            uint32_t format,
                                            const obbtree_sweep_options *sweep_options,
                                            const obbtree_batch_options *options,
                                            uint8_t *is_free,
                                            size_t stride);

/**
 * When does B meet A first along each of its motions? As `obbtree_sweep_motions`; the rest as of
 * `obbtree_batch_is_motion_free`.
 */
obbtree_status obbtree_batch_sweep(obbtree_query *query,
                                   const obbtree_collider *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_collider *b,
                                   uint32_t kind,
                                   obbtree_array from,
                                   obbtree_array to,
                                   uint32_t format,
                                   const obbtree_sweep_options *sweep_options,
                                   const obbtree_batch_options *options,
                                   obbtree_sweep *sweeps,
                                   size_t stride);

/**
 * Does each pair of placed colliders collide? `count` colliders at `a` and at `b`, with as many
 * poses each; results as of `obbtree_batch_collide`.
 */
obbtree_status obbtree_batch_collide_pairs(obbtree_query *query,
                                           const obbtree_collider *const *a,
                                           obbtree_array poses_a,
                                           const obbtree_collider *const *b,
                                           obbtree_array poses_b,
                                           uint32_t format,
                                           const obbtree_batch_options *options,
                                           uint8_t *collides,
                                           size_t stride);

/**
 * A broad phase without boxes. In `*broad_phase` a handle.
 */
obbtree_status obbtree_broad_phase_create(obbtree_broad_phase **broad_phase);

/**
 * Frees a broad phase. Null is nothing.
 */
obbtree_status obbtree_broad_phase_free(obbtree_broad_phase *broad_phase);

/**
 * Puts a box, or moves that of this number: six numbers as `obbtree_collider_bounds` gives them.
 * NaN is refused. The memory grows with the largest number, which is below 2^31.
 */
obbtree_status obbtree_broad_phase_set(obbtree_broad_phase *broad_phase,
                                       uint32_t number,
                                       const double *bounds);

/**
 * Removes the box of a number, if there is one.
 */
obbtree_status obbtree_broad_phase_remove(obbtree_broad_phase *broad_phase, uint32_t number);

/**
 * The numbers of the boxes that meet a given one of six numbers, ascending. Touching counts; NaN
 * is refused. They belong to the query.
 */
obbtree_status obbtree_broad_phase_near(obbtree_query *query,
                                        const obbtree_broad_phase *broad_phase,
                                        const double *bounds,
                                        const uint32_t **numbers,
                                        size_t *count);

/**
 * The pairs of boxes that meet, two numbers each, the smaller one first, ascending. Touching
 * counts. They belong to the query.
 */
obbtree_status obbtree_broad_phase_pairs(obbtree_query *query,
                                         const obbtree_broad_phase *broad_phase,
                                         const uint32_t **pairs,
                                         size_t *count);

/**
 * Calls back with all pairs of boxes as they are now, the nearest first, until the callback ends
 * the search or its limit does: for the nearest pair of what is in the boxes.
 */
obbtree_status obbtree_broad_phase_nearest_first(const obbtree_broad_phase *broad_phase,
                                                 obbtree_on_near on_near,
                                                 void *user);

/**
 * Adds points to a point cloud in place; arguments are those of `obbtree_collider_cloud`. They
 * have the numbers after those given before, and all answers are those of a cloud that is made of
 * all these points, but which of several that meet something is named first. Of equal points one
 * is kept; when it is taken out, one that was added later comes in its place. Nothing is changed
 * if there is an error. A point takes about a
 * microsecond; where another handle, a scene or a checker shares the cloud, which stay as they
 * are, it is copied first. No other thread may use the handle meanwhile.
 */
obbtree_status obbtree_collider_insert_points(obbtree_collider *cloud,
                                              obbtree_array points,
                                              double radius,
                                              const double *radii);

/**
 * Takes the points of `count` numbers out of a point cloud in place, and puts into `*removed` how
 * many were there. The others keep their numbers. It is an error, and nothing is changed, if a
 * number was never given. What else there is to say stands at `obbtree_collider_insert_points`.
 */
obbtree_status obbtree_collider_remove_points(obbtree_collider *cloud,
                                              const uint32_t *numbers,
                                              size_t count,
                                              size_t *removed);

/**
 * Makes cells of voxels occupied, or free if `occupied` is 0, in place, and puts into `*changed`
 * how many were not so before; `cells` has three `int32_t` each. Of an array the number of a cell
 * is that of its entry; else a cell that becomes occupied is given after those before. Of voxels
 * of several sizes, as of an octree, one that a cell becomes free of is halved along each axis,
 * and the half with the cell again, down to the cell; the other halves are given. It is an error,
 * and nothing is changed, of leaves, and where a cell becomes free of a voxel whose side is no
 * power of two. What else there is to say stands at `obbtree_collider_insert_points`.
 */
obbtree_status obbtree_collider_set_cells(obbtree_collider *voxels,
                                          obbtree_array cells,
                                          uint32_t occupied,
                                          size_t *changed);

/**
 * How many different points a cloud, or how many voxels, has.
 */
obbtree_status obbtree_collider_item_count(const obbtree_collider *cloud, size_t *count);

/**
 * Which points of a cloud, or which voxels, are at most `tolerance` from another collider? In
 * `*count` how many there are, each different one once, in the order of their numbers; in `mask`
 * of the first `capacity` of them a byte each, 1 for those that are, else 0. Of each it is what
 * `obbtree_closer_than` says of it alone.
 */
obbtree_status obbtree_points_within(obbtree_query *query,
                                     const obbtree_collider *cloud,
                                     const obbtree_pose *pose,
                                     const obbtree_collider *other,
                                     const obbtree_pose *pose_other,
                                     double tolerance,
                                     uint8_t *mask,
                                     size_t capacity,
                                     size_t *count);

/**
 * Which points of a cloud, or which voxels, are the robot's own: at most `distance` from a link's
 * collision elements, or from what a link carries, in a configuration of `values`? `pose` is that
 * of the cloud in the frame of the root link. See `obbtree_points_within` for the mask.
 */
obbtree_status obbtree_checker_points_near_robot(obbtree_checker *checker,
                                                 const double *values,
                                                 size_t value_count,
                                                 const obbtree_collider *cloud,
                                                 const obbtree_pose *pose,
                                                 double distance,
                                                 uint8_t *mask,
                                                 size_t capacity,
                                                 size_t *count);

/**
 * Which points of a cloud, or which voxels, does the robot come within `margin` of at no
 * configuration within its limits? Those of which that is proven. `pose` is that of the cloud in
 * the frame of the root link. See `obbtree_points_within` for the mask.
 */
obbtree_status obbtree_checker_points_out_of_reach(obbtree_checker *checker,
                                                   const obbtree_collider *cloud,
                                                   const obbtree_pose *pose,
                                                   double margin,
                                                   uint8_t *mask,
                                                   size_t capacity,
                                                   size_t *count);

/**
 * The point cloud, or the voxels, without those of which a mask of `count` bytes says 1, as the
 * functions above fill it; the others keep their numbers. It is an error if there are not as many.
 * In `*rest` a handle.
 */
obbtree_status obbtree_collider_without(const obbtree_collider *cloud,
                                        const uint8_t *mask,
                                        size_t count,
                                        obbtree_collider **rest);

/**
 * Does nothing collide in each configuration? As many numbers an element as the robot has
 * values; in `is_valid` one byte for each, 0 or 1, `stride` bytes after each other (0: without a
 * gap). The answers are those of `obbtree_checker_is_valid`, for any number of threads.
 * `options` may be null. Any number of threads may run batches of one checker.
 */
obbtree_status obbtree_checker_batch_is_valid(const obbtree_checker *checker,
                                              obbtree_array configurations,
                                              const obbtree_batch_options *options,
                                              uint8_t *is_valid,
                                              size_t stride);

/**
 * When does something collide first on each motion, from a configuration to the one beside it? As
 * `obbtree_checker_sweep`: an end beyond limits or without a place is an error, which names the
 * motion, and nothing is written; the rest as of `obbtree_checker_batch_is_valid`.
 */
obbtree_status obbtree_checker_batch_sweep(const obbtree_checker *checker,
                                           obbtree_array from,
                                           obbtree_array to,
                                           const obbtree_sweep_options *sweep_options,
                                           const obbtree_batch_options *options,
                                           obbtree_scene_sweep_found *sweeps,
                                           size_t stride);

/**
 * A copy of the world of a checker, with the links as bodies; these are where the configuration of
 * zeros has them. In `*world` a handle.
 */
obbtree_status obbtree_checker_world(const obbtree_checker *checker, obbtree_scene **world);

/**
 * A copy of the world of a checker with all links, and what they carry, where a configuration of
 * `count` values puts them: for any question that scenes answer. In `*world` a handle.
 */
obbtree_status obbtree_checker_world_at(const obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        obbtree_scene **world);

/**
 * Puts the robot into another world, without its links. What was changed or attached in the old
 * one is gone. A change while the checker is in use fails with `OBBTREE_STATUS_BUSY`; one that
 * fails changes nothing.
 */
obbtree_status obbtree_checker_set_world(obbtree_checker *checker, const obbtree_scene *world);

/**
 * Takes a scene of `obbtree_checker_world` that was changed since: bodies added, moved, removed,
 * enabled, allowed to collide, with other margins, paddings and groups. Links stay where
 * kinematics puts them; a scene without one of them is `OBBTREE_STATUS_BAD_SCENE`. What is known
 * of pairs that stay as they are is kept.
 */
obbtree_status obbtree_checker_change(obbtree_checker *checker, const obbtree_scene *world);

/**
 * The number of a link's body in the checker's world.
 */
obbtree_status obbtree_checker_link_body(const obbtree_checker *checker,
                                         size_t link,
                                         uint32_t *body);

/**
 * The number of the link that a body of the checker's world is; `OBBTREE_NO_LINK` of other bodies.
 */
obbtree_status obbtree_checker_link_of(const obbtree_checker *checker,
                                       uint32_t body,
                                       uint32_t *link);

/**
 * Attaches a body of the world to a link, which carries it from now on: from where it is, by a
 * link that is where a configuration of `value_count` values puts it. The body is checked
 * against all that the link is checked against, but not against the link, what else this
 * carries, and the `touch_count` links of `touch_links`, by name: with these it may collide,
 * also after it is detached.
 */
obbtree_status obbtree_checker_attach(obbtree_checker *checker,
                                      const char *body,
                                      const char *link,
                                      const char *const *touch_links,
                                      size_t touch_count,
                                      const double *values,
                                      size_t value_count);

/**
 * Attaches a body of the world to a link, as `obbtree_checker_attach`, at a pose in the link's
 * frame.
 */
obbtree_status obbtree_checker_attach_at(obbtree_checker *checker,
                                         const char *body,
                                         const char *link,
                                         const char *const *touch_links,
                                         size_t touch_count,
                                         const obbtree_pose *pose);

/**
 * Detaches a body from the link that carries it, if one does: it stays where a configuration has
 * it. Links that it was allowed to touch stay allowed.
 */
obbtree_status obbtree_checker_detach(obbtree_checker *checker,
                                      const char *body,
                                      const double *values,
                                      size_t count);

/**
 * A checker of the same robot in the same world, of which only some joints move: `joint_count` of
 * those that have values, by their places among these. Configurations have the values of these
 * alone, each once and in the order of the robot, whatever their order here; the others are held
 * where `held` has them, limits or not, which has `held_count` values, of all joints. Answers are
 * those of this checker at configurations with the held values. In `*group` a handle.
 */
obbtree_status obbtree_checker_for_group(const obbtree_checker *checker,
                                         const uint32_t *joints,
                                         size_t joint_count,
                                         const double *held,
                                         size_t held_count,
                                         obbtree_checker **group);

/**
 * The robot of a checker: of `obbtree_checker_for_group` one of which only the group's joints have
 * values. It knows no groups. In `*robot` a handle.
 */
obbtree_status obbtree_checker_robot(const obbtree_checker *checker, obbtree_robot **robot);

/**
 * A checker of a robot in a world, of which it keeps a copy; null for a world without other
 * bodies. A body of the world with the name of a link is `OBBTREE_STATUS_BAD_SCENE`. In `*checker`
 * a handle.
 */
obbtree_status obbtree_checker_create(const obbtree_robot *robot,
                                      const obbtree_scene *world,
                                      obbtree_checker **checker);

/**
 * A checker of the same robot in the same world, for another thread; also while this one is in
 * use. In `*copy` a handle.
 */
obbtree_status obbtree_checker_copy(const obbtree_checker *checker, obbtree_checker **copy);

/**
 * A checker of the same robot in the same world that answers about configurations and motions
 * beyond the limits of joints too; also while this one is in use. In `*copy` a handle.
 */
obbtree_status obbtree_checker_ignoring_limits(const obbtree_checker *checker,
                                               obbtree_checker **copy);

/**
 * How many pairs of collision elements are checked. Where none is, every configuration within the
 * limits is valid.
 */
obbtree_status obbtree_checker_pair_count(const obbtree_checker *checker, size_t *count);

/**
 * Frees a checker. Null is nothing. One that is in use stays, with `OBBTREE_STATUS_BUSY`.
 */
obbtree_status obbtree_checker_free(obbtree_checker *checker);

/**
 * Is a configuration of `count` values free: does nothing collide, within the limits? One that
 * has no place is not.
 */
obbtree_status obbtree_checker_is_valid(obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        bool *is_valid);

/**
 * All pairs of bodies that collide in a configuration: two numbers each, which are those of the
 * checker's world, see `obbtree_checker_link_of`. Pairs of links come first, then of links with
 * other bodies, then of attached bodies with others; each ascending. They belong to the checker.
 */
obbtree_status obbtree_checker_pairs(obbtree_checker *checker,
                                     const double *values,
                                     size_t count,
                                     const uint32_t **pairs,
                                     size_t *pair_count);

/**
 * How far apart are the closest two bodies that are checked? Margins do not count. `distance` is
 * not written if `*found` is false: no pair is checked.
 */
obbtree_status obbtree_checker_distance(obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        bool *found,
                                        obbtree_scene_distance_found *distance);

/**
 * The pairs that are checked and at most `threshold` apart, each with its distance and the
 * closest points, in the order of `obbtree_checker_pairs`. Margins do not count. They belong to
 * the checker.
 */
obbtree_status obbtree_checker_distances_within(obbtree_checker *checker,
                                                const double *values,
                                                size_t count,
                                                double threshold,
                                                const obbtree_scene_distance_found **distances,
                                                size_t *distance_count);

/**
 * Where the pairs that collide in a configuration meet, at most `limit` places of each pair, in
 * the frame of the root link; none of a pair that is only within its margin. Bodies are by their
 * numbers in the checker's world. They belong to the checker.
 */
obbtree_status obbtree_checker_contacts(obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        size_t limit,
                                        const obbtree_scene_contact **contacts,
                                        size_t *contact_count);

/**
 * Is every configuration on the straight line of values from one to another proven valid, at all
 * real times? One that grazes something so closely that nothing is proven is not, nor one with an
 * end that is not valid.
 */
obbtree_status obbtree_checker_is_motion_valid(obbtree_checker *checker,
                                               const double *from,
                                               const double *to,
                                               size_t count,
                                               bool *is_valid);

/**
 * Does it show quickly that `obbtree_checker_is_motion_valid`? *True* is proof; after *false* the
 * motion may still be valid. For planners, which have other motions to try.
 */
obbtree_status obbtree_checker_is_motion_clear(obbtree_checker *checker,
                                               const double *from,
                                               const double *to,
                                               size_t count,
                                               bool *is_clear);

/**
 * When does something collide first on the straight line of values from one configuration to
 * another? A motion takes time 1. In `last_valid`, if it is not null, the `count` values of the
 * last configuration up to which the motion is proven free; not written if all of it is.
 * `options` may be null.
 *
 * A pair with a margin is in contact where it is at the margin. The poses are those of the two
 * parts, in the frame of the root link. The distance of a free motion is no more than the least
 * margin of the pairs. The effort counts intervals of time, in which all pairs are tested.
 */
obbtree_status obbtree_checker_sweep(obbtree_checker *checker,
                                     const double *from,
                                     const double *to,
                                     size_t count,
                                     const obbtree_sweep_options *options,
                                     obbtree_scene_sweep_found *sweep,
                                     double *last_valid);

/**
 * A mesh from arrays, which are copied: `vertices` has three `double` or `float` each,
 * `triangles` three vertex indices each, counted from 0. `options` may be null. In `*collider` a
 * handle.
 */
obbtree_status obbtree_collider_create(obbtree_array vertices,
                                       obbtree_array triangles,
                                       const obbtree_build_options *options,
                                       obbtree_collider **collider);

/**
 * The surface of heights over a grid, which are copied: `counts` has the two numbers nx and ny,
 * `spacing` has dx and dy. Height `i ny + j` is at `origin + (i dx, j dy, height)`, each number
 * rounded once, where `origin` has three numbers. A cell is two triangles with the diagonal from
 * (i, j) to (i + 1, j + 1); triangles with a corner whose height is NaN, a hole, are left out.
 * `options` may be null. In `*collider` a handle.
 */
obbtree_status obbtree_collider_height_map(const double *heights,
                                           const size_t *counts,
                                           const double *origin,
                                           const double *spacing,
                                           const obbtree_build_options *options,
                                           obbtree_collider **collider);

/**
 * The mesh of a file (STL, OBJ, PLY, OFF, COLLADA, glTF, GLB), or of a tree file, which is not
 * built anew. `path` is in UTF-8; `options` may be null. In `*collider` a handle.
 */
obbtree_status obbtree_collider_read(const char *path,
                                     const obbtree_file_options *options,
                                     obbtree_collider **collider);

/**
 * The mesh of a file that is in memory. `name` stands for the file in errors, and its ending
 * tells the format where the bytes do not. `options` may be null. In `*collider` a handle.
 */
obbtree_status obbtree_collider_read_bytes(const uint8_t *bytes,
                                           size_t count,
                                           const char *name,
                                           const obbtree_file_options *options,
                                           obbtree_collider **collider);

/**
 * Writes mesh and tree into a tree file, which `obbtree_collider_read` reads without building.
 */
obbtree_status obbtree_collider_write(const obbtree_collider *collider, const char *path);

/**
 * A second handle of the same collider, to be freed by itself. No copy is made.
 */
obbtree_status obbtree_collider_share(const obbtree_collider *collider, obbtree_collider **shared);

/**
 * Frees a handle; the collider goes with its last one. Null is nothing.
 */
obbtree_status obbtree_collider_free(obbtree_collider *collider);

/**
 * The vertices, three numbers each, as long as the collider is there; and how many vertices.
 */
obbtree_status obbtree_collider_vertices(const obbtree_collider *collider,
                                         const double **vertices,
                                         size_t *count);

/**
 * The triangles, three vertex indices each, as long as the collider is there; and how many
 * triangles.
 */
obbtree_status obbtree_collider_triangles(const obbtree_collider *collider,
                                          const uint32_t **triangles,
                                          size_t *count);

/**
 * Is the mesh closed, so that it has an inside? `OBBTREE_STATUS_OPEN_MESH` if not, and
 * `obbtree_last_error` says where it is open.
 */
obbtree_status obbtree_collider_require_closed(const obbtree_collider *collider);

/**
 * Is it a mesh, or something else?
 */
obbtree_status obbtree_collider_is_mesh(const obbtree_collider *collider, bool *is_mesh);

/**
 * A shape of a kind from its numbers, see `obbtree_shape_kind`. In `*collider` a handle.
 */
obbtree_status obbtree_collider_shape(uint32_t kind,
                                      const double *numbers,
                                      size_t count,
                                      obbtree_collider **collider);

/**
 * A point cloud from arrays, which are copied: `points` has three `double` or `float` each. Each
 * is all that is within its radius, a length in the world of at least 0, which is its own of as
 * many `radii`, or `radius` where these are null. In `*collider` a handle.
 */
obbtree_status obbtree_collider_cloud(obbtree_array points,
                                      double radius,
                                      const double *radii,
                                      obbtree_collider **collider);

/**
 * The points of a file (PCD, PLY, columns of text, NPY), all of one radius. Points with a
 * coordinate that is NaN are left out; numbers in answers are those of the file. `path` is in
 * UTF-8. In `*collider` a handle.
 */
obbtree_status obbtree_collider_read_cloud(const char *path,
                                           double radius,
                                           obbtree_collider **collider);

/**
 * A box with its sides along the axes of the world that certainly contains the placed collider: in
 * `bounds` six numbers, the least x, y and z, then the greatest. Planes and half-spaces are
 * unbounded: their numbers are infinite. Of point clouds and voxels without any it is around the
 * origin of their frame.
 */
obbtree_status obbtree_collider_bounds(const obbtree_collider *collider,
                                       const obbtree_pose *pose,
                                       double *bounds);

/**
 * The pairs of triangles that meet, two numbers each, of A and of B, ascending: all, or as many as
 * `obbtree_query_set_limit` says. They belong to the query.
 */
obbtree_status obbtree_pairs(obbtree_query *query,
                             const obbtree_collider *a,
                             const obbtree_pose *pose_a,
                             const obbtree_collider *b,
                             const obbtree_pose *pose_b,
                             const uint32_t **pairs,
                             size_t *count);

/**
 * Calls back with each pair of triangles that meet, in the order of the search, which is the
 * same in every run. The query is in use until this returns. In `*ended` whether the callback
 * ended the search.
 */
obbtree_status obbtree_for_each_pair(obbtree_query *query,
                                     const obbtree_collider *a,
                                     const obbtree_pose *pose_a,
                                     const obbtree_collider *b,
                                     const obbtree_pose *pose_b,
                                     obbtree_on_pair on_pair,
                                     void *user,
                                     bool *ended);

/**
 * Where two colliders meet. Of two meshes, the pairs of triangles that meet, each with what the
 * two share, in the order of `obbtree_pairs`; of a mesh and a shape, the triangles that meet it,
 * ascending, each with one point; of two shapes, one point if they meet. They belong to the query.
 */
obbtree_status obbtree_contacts(obbtree_query *query,
                                const obbtree_collider *a,
                                const obbtree_pose *pose_a,
                                const obbtree_collider *b,
                                const obbtree_pose *pose_b,
                                const obbtree_contact **contacts,
                                size_t *count);

/**
 * What a solver of rigid-body motion needs of two colliders that touch, overlap or are within a
 * margin: the points of one manifold after the other, the deepest first, each manifold of one
 * normal and of at most so many points (4 is what solvers are made for). None where they are
 * farther apart. The margin is at least 0. They belong to the query. Rounded, not certified.
 */
obbtree_status obbtree_manifolds(obbtree_query *query,
                                 const obbtree_collider *a,
                                 const obbtree_pose *pose_a,
                                 const obbtree_collider *b,
                                 const obbtree_pose *pose_b,
                                 double margin,
                                 size_t points,
                                 const obbtree_manifold_point **manifolds,
                                 size_t *count);

/**
 * A translation that frees B: added to that of its pose, it gives a pose that is proven not to
 * collide; short, not always the shortest. Three numbers; not written if `*found` is false.
 */
obbtree_status obbtree_separating_translation(obbtree_query *query,
                                              const obbtree_collider *a,
                                              const obbtree_pose *pose_a,
                                              const obbtree_collider *b,
                                              const obbtree_pose *pose_b,
                                              bool *found,
                                              double *translation);

/**
 * How deep are two solids in each other? The penetration depth is at least `*lower` and at most
 * `*upper`; `translation` (three numbers) added to that of B's pose gives a pose that is proven
 * not to collide. All are 0 if the two do not meet. Narrow for convex colliders. A mesh that is
 * open is `OBBTREE_STATUS_OPEN_MESH`; a plane or half-space `OBBTREE_STATUS_BAD_SHAPE`.
 */
obbtree_status obbtree_depth(obbtree_query *query,
                             const obbtree_collider *a,
                             const obbtree_pose *pose_a,
                             const obbtree_collider *b,
                             const obbtree_pose *pose_b,
                             double *lower,
                             double *upper,
                             double *translation);

/**
 * `obbtree_depth` whose bounds may be `relative_error` times the upper one apart, where both are
 * convex: with cylinders and cones it takes 10 to 100 milliseconds at 0, and 0.1 to 0.7 at 0.001.
 * An error that is negative or NaN is `OBBTREE_STATUS_BAD_ARGUMENT`.
 */
obbtree_status obbtree_depth_within(obbtree_query *query,
                                    const obbtree_collider *a,
                                    const obbtree_pose *pose_a,
                                    const obbtree_collider *b,
                                    const obbtree_pose *pose_b,
                                    double relative_error,
                                    double *lower,
                                    double *upper,
                                    double *translation);

/**
 * `obbtree_depth` along a direction (three numbers, of any length but 0): how far B has to go
 * for the two to come free. Narrow for all but cylinders, cones and frusta beside other shapes
 * or meshes, and where bodies slide on each other nearer than poses are rounded. A half-space may
 * be one of the two; along a direction that leads no way out of it, or a direction of no length,
 * it is `OBBTREE_STATUS_BAD_POSE`.
 */
obbtree_status obbtree_depth_along(obbtree_query *query,
                                   const obbtree_collider *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_collider *b,
                                   const obbtree_pose *pose_b,
                                   const double *direction,
                                   double *lower,
                                   double *upper,
                                   double *translation);

/**
 * The volume that two closed meshes, boxes or hulls have in common, in the cube of the caller's
 * unit: at least `*lower` and at most `*upper`, both 0 if the two do not meet. A mesh that is
 * open or whose triangles do not all look one way is `OBBTREE_STATUS_OPEN_MESH`; a round shape, a
 * plane and a half-space `OBBTREE_STATUS_BAD_SHAPE`.
 */
obbtree_status obbtree_overlap_volume(obbtree_query *query,
                                      const obbtree_collider *a,
                                      const obbtree_pose *pose_a,
                                      const obbtree_collider *b,
                                      const obbtree_pose *pose_b,
                                      double *lower,
                                      double *upper);

/**
 * The pairs of triangles of one mesh that meet otherwise than at common vertices and edges, two
 * numbers each, ascending. They belong to the query.
 */
obbtree_status obbtree_self_intersections(obbtree_query *query,
                                          const obbtree_collider *mesh,
                                          const uint32_t **pairs,
                                          size_t *count);

/**
 * The points that a camera sees, in its frame: of the depth image whose rows are the elements of
 * `depths`, of `width` numbers each, `double`, `float` or `uint16_t`. Pixels whose depth is NaN,
 * infinite, 0 or negative, or whose z is not from `nearest` to `farthest`, show nothing. A point
 * has the number of its pixel, `v width + u`. Each is all that is within its radius, a length in
 * the world of at least 0, which is its own of as many `radii` as pixels, or `radius` where these
 * are null. In `*collider` a handle.
 */
obbtree_status obbtree_collider_depth_cloud(obbtree_array depths,
                                            size_t width,
                                            const obbtree_camera *camera,
                                            double radius,
                                            const double *radii,
                                            obbtree_collider **collider);

/**
 * The space behind what a depth camera sees, in its frame, as a closed mesh: a careful planner
 * takes as solid what it has not seen, with `obbtree_query_set_solid`. `depths` and `width` are
 * those of `obbtree_collider_depth_cloud`.
 *
 * Let a ray be the points `(a z, b z, z)`. Pixel (u, v) has those with a from
 * `(u - 1/2 - cx) / fx` to `(u + 1/2 - cx) / fx`, and b likewise. The solid is all points of its
 * rays from `z = scale * depth` to `farthest`, for every pixel, both included; with a `tile` of
 * `unseen` from the least z of the tile's pixels. A pixel shows nothing if its depth is NaN,
 * infinite, 0 or negative, or its z below `nearest`: it is free, or, with `nothing_solid`, solid
 * from `nearest` on. A pixel whose z is at least `farthest` is free. `unseen` and `options` may be
 * null.
 *
 * `OBBTREE_STATUS_BAD_CLOUD` if a number of the camera is of no use, `farthest` is not finite, or
 * nothing is solid. In `*collider` a handle.
 */
obbtree_status obbtree_collider_behind_depth(obbtree_array depths,
                                             size_t width,
                                             const obbtree_camera *camera,
                                             const obbtree_unseen *unseen,
                                             const obbtree_build_options *options,
                                             obbtree_collider **collider);

/**
 * How far apart are two colliders? Of two meshes the interval is at most four units in the last
 * place wide; where a cylinder, cone or frustum is involved, it is wider.
 */
obbtree_status obbtree_distance(obbtree_query *query,
                                const obbtree_collider *a,
                                const obbtree_pose *pose_a,
                                const obbtree_collider *b,
                                const obbtree_pose *pose_b,
                                obbtree_distance_found *distance);

/**
 * `obbtree_distance` with errors allowed (`options` may be null), and up to a largest distance:
 * `*found` is false if the true one is above `at_most`, and `distance` is not written; one whose
 * interval holds `at_most` may be given.
 * `INFINITY` for no limit.
 */
obbtree_status obbtree_distance_within(obbtree_query *query,
                                       const obbtree_collider *a,
                                       const obbtree_pose *pose_a,
                                       const obbtree_collider *b,
                                       const obbtree_pose *pose_b,
                                       const obbtree_distance_options *options,
                                       double at_most,
                                       bool *found,
                                       obbtree_distance_found *distance);

/**
 * Bounds of the distance of two meshes for about `box_tests` tests of boxes: certain, however few.
 */
obbtree_status obbtree_clearance(obbtree_query *query,
                                 const obbtree_collider *a,
                                 const obbtree_pose *pose_a,
                                 const obbtree_collider *b,
                                 const obbtree_pose *pose_b,
                                 uint64_t box_tests,
                                 double *lower,
                                 double *upper);

/**
 * The pairs of triangles of two meshes that are at most a margin apart, ascending by their
 * numbers: all, or as many as `obbtree_query_set_limit` says, each with its distance, closest
 * points and normal. Which are so close is exact; touching has the distance 0. With a margin that
 * is negative or NaN there are none. They belong to the query.
 */
obbtree_status obbtree_triangles_within(obbtree_query *query,
                                        const obbtree_collider *a,
                                        const obbtree_pose *pose_a,
                                        const obbtree_collider *b,
                                        const obbtree_pose *pose_b,
                                        double margin,
                                        const obbtree_distance_found **distances,
                                        size_t *count);

/**
 * The places where two meshes are closest to each other and at most a margin apart, ascending by
 * distance: of the pairs of `obbtree_triangles_within` those than which no pair around is closer.
 * A round knob over a table has one, a hand around the knob one for each finger. They belong to
 * the query.
 */
obbtree_status obbtree_closest_places_within(obbtree_query *query,
                                             const obbtree_collider *a,
                                             const obbtree_pose *pose_a,
                                             const obbtree_collider *b,
                                             const obbtree_pose *pose_b,
                                             double margin,
                                             const obbtree_distance_found **distances,
                                             size_t *count);

/**
 * A motion from one pose to another, of an `obbtree_motion_kind`. In `*motion` a handle.
 */
obbtree_status obbtree_motion_create(uint32_t kind,
                                     const obbtree_pose *from,
                                     const obbtree_pose *to,
                                     obbtree_motion **motion);

/**
 * A body at rest. In `*motion` a handle.
 */
obbtree_status obbtree_motion_rest(const obbtree_pose *pose, obbtree_motion **motion);

/**
 * A turn by `angle`, in radians, about an axis through `point` along `direction` (three numbers
 * each, in the frame of the mesh), with a way of `advance` along it. In `*motion` a handle.
 */
obbtree_status obbtree_motion_screw_about(const obbtree_pose *from,
                                          const double *point,
                                          const double *direction,
                                          double angle,
                                          double advance,
                                          obbtree_motion **motion);

/**
 * Frees a motion. Null is nothing.
 */
obbtree_status obbtree_motion_free(obbtree_motion *motion);

/**
 * The pose of a motion at a time from 0 to 1; another time is refused.
 */
obbtree_status obbtree_motion_pose_at(const obbtree_motion *motion,
                                      double time,
                                      obbtree_pose *pose);

/**
 * When do two moving colliders meet first, if at all? A motion that is called free is proven so
 * at every real time. `options` may be null.
 */
obbtree_status obbtree_sweep_motions(obbtree_query *query,
                                     const obbtree_collider *a,
                                     const obbtree_motion *motion_a,
                                     const obbtree_collider *b,
                                     const obbtree_motion *motion_b,
                                     const obbtree_sweep_options *options,
                                     obbtree_sweep *sweep);

/**
 * Is a motion proven free all the way? As `obbtree_sweep_motions`, but any contact ends it.
 * `false` means a contact, or that the bodies graze and no proof was found. `options` may be
 * null.
 */
obbtree_status obbtree_is_motion_free(obbtree_query *query,
                                      const obbtree_collider *a,
                                      const obbtree_motion *motion_a,
                                      const obbtree_collider *b,
                                      const obbtree_motion *motion_b,
                                      const obbtree_sweep_options *options,
                                      bool *is_free);

/**
 * A collider at a pose. In `*placed` a handle.
 */
obbtree_status obbtree_placed_create(const obbtree_collider *collider,
                                     const obbtree_pose *pose,
                                     obbtree_placed **placed);

/**
 * Puts it to another pose; a pose that cannot be used changes nothing. No other thread may use
 * the handle meanwhile.
 */
obbtree_status obbtree_placed_move(obbtree_placed *placed, const obbtree_pose *pose);

/**
 * Frees a handle. Null is nothing.
 */
obbtree_status obbtree_placed_free(obbtree_placed *placed);

/**
 * `obbtree_collide` of two placed colliders.
 */
obbtree_status obbtree_placed_collide(obbtree_query *query,
                                      const obbtree_placed *a,
                                      const obbtree_placed *b,
                                      bool *collides);

/**
 * `obbtree_closer_than` of two placed colliders.
 */
obbtree_status obbtree_placed_closer_than(obbtree_query *query,
                                          const obbtree_placed *a,
                                          const obbtree_placed *b,
                                          double tolerance,
                                          bool *closer);

/**
 * `obbtree_distance` of two placed colliders.
 */
obbtree_status obbtree_placed_distance(obbtree_query *query,
                                       const obbtree_placed *a,
                                       const obbtree_placed *b,
                                       obbtree_distance_found *distance);

/**
 * Poses from numbers of any format, checked, one to each element of `numbers`: `poses` has room
 * for as many.
 */
obbtree_status obbtree_poses_from(obbtree_array numbers, uint32_t format, obbtree_pose *poses);

/**
 * Is it a pose that can be used? `OBBTREE_STATUS_OK`, or the reason why not. All functions check
 * theirs.
 */
obbtree_status obbtree_pose_check(const obbtree_pose *pose);

/**
 * `composed(x) = outer(inner(x))`, rounded.
 */
obbtree_status obbtree_pose_compose(const obbtree_pose *outer,
                                    const obbtree_pose *inner,
                                    obbtree_pose *composed);

/**
 * The pose that undoes one, rounded.
 */
obbtree_status obbtree_pose_inverse(const obbtree_pose *pose, obbtree_pose *inverse);

/**
 * The same pose with the rotation that is nearest to its matrix, rounded.
 */
obbtree_status obbtree_pose_renormalized(const obbtree_pose *pose, obbtree_pose *renormalized);

/**
 * A query about surfaces, for all pairs. In `*query` a handle.
 */
obbtree_status obbtree_query_create(obbtree_query **query);

/**
 * Frees a query and its results. Null is nothing. One that is in use stays, with
 * `OBBTREE_STATUS_BUSY`.
 */
obbtree_status obbtree_query_free(obbtree_query *query);

/**
 * Not 0: meshes are solid, so one wholly inside another collides with it. Only closed ones have an
 * inside: see `obbtree_collider_require_closed`.
 */
obbtree_status obbtree_query_set_solid(obbtree_query *query, int32_t solid);

/**
 * Pairs and contacts end after so many: the first that are found, the same in every run.
 * `SIZE_MAX` for all.
 */
obbtree_status obbtree_query_set_limit(obbtree_query *query, size_t pairs);

/**
 * Not 0: the last contact of each pair of bodies is tried first, which is faster along paths of
 * small steps and changes no answer but which of several pairs or points that are right is named:
 * by `obbtree_first_pair`, and by what begins with closest points, as manifolds of deep bodies do.
 */
obbtree_status obbtree_query_set_contact_cache(obbtree_query *query, int32_t cached);

/**
 * Not 0: the work is counted, see `obbtree_query_counts`.
 */
obbtree_status obbtree_query_set_counted(obbtree_query *query, int32_t counted);

/**
 * Tests of pairs of boxes and of pairs of triangles since the query was created, if they are
 * counted.
 */
obbtree_status obbtree_query_counts(obbtree_query *query,
                                    uint64_t *box_tests,
                                    uint64_t *triangle_tests);

/**
 * Do two placed colliders collide? Exact for the numbers given, but for two round shapes of which
 * one is a cylinder, cone or frustum: there *no* is exact, and *yes* is within 1e-7 of the sizes.
 * Touching counts.
 */
obbtree_status obbtree_collide(obbtree_query *query,
                               const obbtree_collider *a,
                               const obbtree_pose *pose_a,
                               const obbtree_collider *b,
                               const obbtree_pose *pose_b,
                               bool *collides);

/**
 * Is there a pair of triangles that meet, and which? In `triangles` two numbers, of A and of B;
 * not written if `*found` is false. Which one of several can depend on the instruction set.
 */
obbtree_status obbtree_first_pair(obbtree_query *query,
                                  const obbtree_collider *a,
                                  const obbtree_pose *pose_a,
                                  const obbtree_collider *b,
                                  const obbtree_pose *pose_b,
                                  bool *found,
                                  uint32_t *triangles);

/**
 * Is the distance of two colliders at most `tolerance`? Exact; exactly the tolerance is yes, a
 * negative one is no, NaN is `OBBTREE_STATUS_BAD_ARGUMENT`.
 */
obbtree_status obbtree_closer_than(obbtree_query *query,
                                   const obbtree_collider *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_collider *b,
                                   const obbtree_pose *pose_b,
                                   double tolerance,
                                   bool *closer);

/**
 * How do two placed meshes stand to each other?
 */
obbtree_status obbtree_classify(obbtree_query *query,
                                const obbtree_collider *a,
                                const obbtree_pose *pose_a,
                                const obbtree_collider *b,
                                const obbtree_pose *pose_b,
                                obbtree_relation *relation);

/**
 * The first triangle that a ray meets, by its exact parameter; `hit` is not written if `*found` is
 * false.
 */
obbtree_status obbtree_closest_hit(const obbtree_collider *mesh,
                                   const obbtree_pose *pose,
                                   const obbtree_ray *ray,
                                   bool *found,
                                   obbtree_ray_hit *hit);

/**
 * Does a ray meet a surface? Exact at edges and corners too.
 */
obbtree_status obbtree_any_hit(const obbtree_collider *mesh,
                               const obbtree_pose *pose,
                               const obbtree_ray *ray,
                               bool *hit);

/**
 * All triangles that a ray meets, each once, by their exact parameters. They belong to the query.
 */
obbtree_status obbtree_all_hits(obbtree_query *query,
                                const obbtree_collider *mesh,
                                const obbtree_pose *pose,
                                const obbtree_ray *ray,
                                const obbtree_ray_hit **hits,
                                size_t *count);

/**
 * The point of a placed surface that is closest to a point of the world, three numbers.
 */
obbtree_status obbtree_closest_point(obbtree_query *query,
                                     const obbtree_collider *mesh,
                                     const obbtree_pose *pose,
                                     const double *point,
                                     obbtree_closest *closest);

/**
 * `obbtree_closest_point` with the distance negative inside of the surface, which must be closed.
 */
obbtree_status obbtree_signed_distance(obbtree_query *query,
                                       const obbtree_collider *mesh,
                                       const obbtree_pose *pose,
                                       const double *point,
                                       obbtree_closest *closest);

/**
 * On which side of a placed surface, which must be closed, is a point of the world? Exact.
 */
obbtree_status obbtree_point_side(obbtree_query *query,
                                  const obbtree_collider *mesh,
                                  const obbtree_pose *pose,
                                  const double *point,
                                  obbtree_side *side);

/**
 * The robot of a URDF file, and of an SRDF file, which says which pairs of links are not checked;
 * `srdf` may be null. An SRDF that names none of the robot's links and joints, and a xacro that
 * was not expanded, are errors; single names that the robot does not have change nothing.
 * `package://NAME/...` in the URDF is looked for as `NAME/...` below each of the `count` folders
 * of `roots`, and besides in the folders above the URDF. In `*robot` a handle.
 */
obbtree_status obbtree_robot_read(const char *urdf,
                                  const char *srdf,
                                  const char *const *roots,
                                  size_t count,
                                  obbtree_robot **robot);

/**
 * Frees a robot. Null is nothing.
 */
obbtree_status obbtree_robot_free(obbtree_robot *robot);

/**
 * How many degrees of freedom a robot has, which are the numbers of a configuration; how many
 * joints have them, and how many links there are.
 */
obbtree_status obbtree_robot_size(const obbtree_robot *robot,
                                  size_t *dof,
                                  size_t *joints,
                                  size_t *links);

/**
 * The joints of a group of the SRDF that have values, by their places among these, ascending: how
 * many, and the first `capacity` of them in `joints`. A group that is not there, or names a link,
 * a joint or a group that does not exist, is `OBBTREE_STATUS_BAD_ARGUMENT`. See
 * `obbtree_checker_for_group`.
 */
obbtree_status obbtree_robot_group(const obbtree_robot *robot,
                                   const char *name,
                                   uint32_t *joints,
                                   size_t capacity,
                                   size_t *count);

/**
 * A joint that has values, by its place among these.
 */
obbtree_status obbtree_robot_joint(const obbtree_robot *robot, size_t number, obbtree_joint *joint);

/**
 * The name of a link, as long as the robot is there.
 */
obbtree_status obbtree_robot_link_name(const obbtree_robot *robot, size_t link, const char **name);

/**
 * Does a configuration place the links, with every value within its joint's limits, themselves
 * included? Those of joints that mimic another do not count; a quaternion without length places
 * nothing.
 */
obbtree_status obbtree_robot_is_within_limits(const obbtree_robot *robot,
                                              const double *values,
                                              size_t count,
                                              bool *is_within);

/**
 * Where a configuration puts the links: `poses` has room for all of them. The poses that answers
 * about the configuration are about. Fails for values that are not finite, or place nothing, as a
 * quaternion without length.
 */
obbtree_status obbtree_robot_link_poses(const obbtree_robot *robot,
                                        const double *values,
                                        size_t count,
                                        obbtree_pose *poses);

/**
 * Adds a body of `count` parts under a name that no other has: enabled, in all groups, attached
 * to nothing. In `*id` its number.
 */
obbtree_status obbtree_scene_add(obbtree_scene *scene,
                                 const char *name,
                                 const obbtree_scene_part *parts,
                                 size_t count,
                                 const obbtree_pose *pose,
                                 uint32_t *id);

/**
 * Makes a body of `count` other parts: a new frame of a sensor in place of the last one. Its name,
 * pose, groups, margins and attachments stay.
 */
obbtree_status obbtree_scene_set_parts(obbtree_scene *scene,
                                       uint32_t id,
                                       const obbtree_scene_part *parts,
                                       size_t count);

/**
 * Removes a body. Bodies that it carried stay where they are, attached to nothing.
 */
obbtree_status obbtree_scene_remove(obbtree_scene *scene, uint32_t id);

/**
 * How many bodies there are, and the numbers of the first `capacity` of them, ascending, in `ids`.
 */
obbtree_status obbtree_scene_ids(const obbtree_scene *scene,
                                 uint32_t *ids,
                                 size_t capacity,
                                 size_t *count);

/**
 * The number of the body of a name.
 */
obbtree_status obbtree_scene_find(const obbtree_scene *scene, const char *name, uint32_t *id);

/**
 * The name of a body: as much of it as fits into `capacity` bytes with a zero byte after it; in
 * `*length` the bytes of the whole name, without the zero byte.
 */
obbtree_status obbtree_scene_name(const obbtree_scene *scene,
                                  uint32_t id,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

/**
 * Moves a body, and what it carries. A body that is carried is from now on carried there.
 */
obbtree_status obbtree_scene_set_pose(obbtree_scene *scene, uint32_t id, const obbtree_pose *pose);

/**
 * Moves `count` bodies at once, and what they carry: all of them, or none if it fails. A body
 * that is carried by another one of them goes to its own pose.
 */
obbtree_status obbtree_scene_set_poses(obbtree_scene *scene,
                                       const uint32_t *ids,
                                       const obbtree_pose *poses,
                                       size_t count);

/**
 * Where a body is.
 */
obbtree_status obbtree_scene_pose(const obbtree_scene *scene, uint32_t id, obbtree_pose *pose);

/**
 * 0: takes a body out of all questions; not 0: back into them.
 */
obbtree_status obbtree_scene_set_enabled(obbtree_scene *scene, uint32_t id, int32_t enabled);

/**
 * The groups that a body is in, a bit each, and those that it is checked with: a pair is
 * checked if each of the two is in a group that the other one is checked with. All bits
 * at first.
 */
obbtree_status obbtree_scene_set_groups(obbtree_scene *scene,
                                        uint32_t id,
                                        uint32_t member,
                                        uint32_t with);

/**
 * A parent carries a body from now on, where it is: it moves with it, and the two are not queried
 * about.
 */
obbtree_status obbtree_scene_attach(obbtree_scene *scene, uint32_t id, uint32_t parent);

/**
 * The body that carries another one; `OBBTREE_NO_BODY` if none does.
 */
obbtree_status obbtree_scene_parent(const obbtree_scene *scene, uint32_t id, uint32_t *parent);

/**
 * Nothing carries a body from now on; it stays where it is.
 */
obbtree_status obbtree_scene_detach(obbtree_scene *scene, uint32_t id);

/**
 * Not 0: two bodies may collide, and are not checked; 0: they are again. By names, which
 * bodies may get later; 0 needs two bodies, or a pair that is allowed, and is
 * `OBBTREE_STATUS_BAD_SCENE` else.
 */
obbtree_status obbtree_scene_allow(obbtree_scene *scene,
                                   const char *a,
                                   const char *b,
                                   int32_t allowed);

/**
 * The distance at which bodies count as colliding, for all pairs without one of their own; 0 at
 * first.
 */
obbtree_status obbtree_scene_set_margin(obbtree_scene *scene, double margin);

/**
 * The distance at which two bodies count as colliding; a negative one takes the pair's own margin
 * away. It belongs to the names, also if other bodies get them later. Names of no bodies are
 * `OBBTREE_STATUS_BAD_SCENE`.
 */
obbtree_status obbtree_scene_set_pair_margin(obbtree_scene *scene,
                                             const char *a,
                                             const char *b,
                                             double margin);

/**
 * Lets a body count as larger by a length on all sides; 0 at first. The margins of its pairs
 * grow by the paddings of both. It goes with the body, not with its name.
 */
obbtree_status obbtree_scene_set_padding(obbtree_scene *scene, uint32_t id, double padding);

/**
 * By how much a body counts as larger.
 */
obbtree_status obbtree_scene_padding(const obbtree_scene *scene, uint32_t id, double *padding);

/**
 * Adds points to a point cloud in place that is a part of a scene's body: part `part` of body
 * `id`, from 0 in the order in which parts were given. Points and radii are as
 * `obbtree_collider_insert_points` takes them, in the part's frame. All questions to the scene
 * hear of it from then on; the pose, groups, margins and attachments of the body stay.
 *
 * The cloud is copied first only where something else shares it: a collider's handle that is not
 * freed, another body, a copy of the scene, or a checker in this world. These stay as they are;
 * a checker is told by `obbtree_checker_set_world`. A body or part that is not there, and a part
 * that is no point cloud, are `OBBTREE_STATUS_BAD_SCENE`; nothing is changed if there is an error.
 */
obbtree_status obbtree_scene_insert_points(obbtree_scene *scene,
                                           uint32_t id,
                                           uint32_t part,
                                           obbtree_array points,
                                           double radius,
                                           const double *radii);

/**
 * Takes points out of a point cloud in place that is a part of a scene's body, as
 * `obbtree_collider_remove_points` does: those of `count` numbers, and puts into `*removed` how
 * many were there. What else there is to say stands at `obbtree_scene_insert_points`.
 */
obbtree_status obbtree_scene_remove_points(obbtree_scene *scene,
                                           uint32_t id,
                                           uint32_t part,
                                           const uint32_t *numbers,
                                           size_t count,
                                           size_t *removed);

/**
 * Makes cells of voxels that are a part of a scene's body occupied, or free if `occupied` is 0, in
 * place, as `obbtree_collider_set_cells` does, and puts into `*changed` how many were not so
 * before. A part that is no voxels is `OBBTREE_STATUS_BAD_SCENE`. What else there is to say stands
 * at `obbtree_scene_insert_points`.
 */
obbtree_status obbtree_scene_set_cells(obbtree_scene *scene,
                                       uint32_t id,
                                       uint32_t part,
                                       obbtree_array cells,
                                       uint32_t occupied,
                                       size_t *changed);

/**
 * Does any pair of bodies collide, or come within its margin? Meshes are surfaces, or solids if
 * the query says so; shapes are solid. Of no pair that is checked none does:
 * `obbtree_scene_require_pairs` tells.
 */
obbtree_status obbtree_scene_collides(obbtree_query *query,
                                      const obbtree_scene *scene,
                                      bool *collides);

/**
 * Does a body collide with another one, or come within its margin? One that is not there, or not
 * enabled, is `OBBTREE_STATUS_BAD_SCENE`.
 */
obbtree_status obbtree_scene_collides_with(obbtree_query *query,
                                           const obbtree_scene *scene,
                                           uint32_t id,
                                           bool *collides);

/**
 * Is any pair of bodies checked? If not the status is `OBBTREE_STATUS_BAD_SCENE`, and
 * `obbtree_last_error()` says why: *no pair collides* says nothing about the bodies then.
 */
obbtree_status obbtree_scene_require_pairs(const obbtree_scene *scene);

/**
 * All pairs of bodies that collide, or come within their margins: two numbers each. They belong
 * to the query.
 */
obbtree_status obbtree_scene_pairs(obbtree_query *query,
                                   const obbtree_scene *scene,
                                   const uint32_t **pairs,
                                   size_t *count);

/**
 * `obbtree_scene_pairs` of one body. One that is not there, or not enabled, is
 * `OBBTREE_STATUS_BAD_SCENE`.
 */
obbtree_status obbtree_scene_pairs_with(obbtree_query *query,
                                        const obbtree_scene *scene,
                                        uint32_t id,
                                        const uint32_t **pairs,
                                        size_t *count);

/**
 * Where the pairs that collide meet: at most `limit` places of each pair; none of bodies that
 * are only within their margin, or one inside the other. They belong to the query.
 */
obbtree_status obbtree_scene_contacts(obbtree_query *query,
                                      const obbtree_scene *scene,
                                      size_t limit,
                                      const obbtree_scene_contact **contacts,
                                      size_t *count);

/**
 * The two bodies that are nearest, of the pairs that are checked; margins do not count. If no
 * pair is checked the status is `OBBTREE_STATUS_BAD_SCENE`, and `obbtree_last_error()` says
 * why.
 */
obbtree_status obbtree_scene_distance(obbtree_query *query,
                                      const obbtree_scene *scene,
                                      obbtree_scene_distance_found *distance);

/**
 * The pairs of bodies that are checked and at most `threshold` apart, each with its distance.
 * Margins do not count. They belong to the query.
 */
obbtree_status obbtree_scene_clearances(obbtree_query *query,
                                        const obbtree_scene *scene,
                                        double threshold,
                                        const obbtree_scene_distance_found **distances,
                                        size_t *count);

/**
 * When do `count` bodies, each on its motion, first meet others or each other? What they carry
 * moves with them, other bodies rest. Margins do not count. `options` may be null. What is called
 * free is so at every real time. It is `OBBTREE_STATUS_BAD_SCENE` to move no body, one twice, or
 * one that is not enabled and carries none that is.
 */
obbtree_status obbtree_scene_sweep(obbtree_query *query,
                                   const obbtree_scene *scene,
                                   const uint32_t *ids,
                                   const obbtree_motion *const *motions,
                                   size_t count,
                                   const obbtree_sweep_options *options,
                                   obbtree_scene_sweep_found *sweep);

/**
 * A scene without bodies. In `*scene` a handle.
 */
obbtree_status obbtree_scene_create(obbtree_scene **scene);

/**
 * The scene of a JSON file and the mesh files that it names. In `*scene` a handle.
 */
obbtree_status obbtree_scene_read(const char *path, obbtree_scene **scene);

/**
 * The scene of a JSON text. Mesh files are looked for beside `path`, which need not exist and
 * stands in errors. In `*scene` a handle.
 */
obbtree_status obbtree_scene_from_json(const char *text, const char *path, obbtree_scene **scene);

/**
 * Writes a scene into a JSON file, with all digits: read again, it has the same answers. Meshes
 * that came from files are named, others are written too; all are if `embed` is not 0.
 */
obbtree_status obbtree_scene_write(const obbtree_scene *scene, const char *path, int32_t embed);

/**
 * A scene of its own with the same bodies under the same numbers; meshes and trees are shared.
 * In `*copy` a handle.
 */
obbtree_status obbtree_scene_copy(const obbtree_scene *scene, obbtree_scene **copy);

/**
 * Frees a scene. Null is nothing.
 */
obbtree_status obbtree_scene_free(obbtree_scene *scene);

/**
 * A short name of a status, such as `bad mesh`; `unknown` for a number that is none. Never freed.
 */
const char *obbtree_status_name(uint32_t status);

/**
 * Why the last call of this thread that failed did: one line, for a person; empty if none did.
 *
 * Owned by obbtree; valid until the next call that fails in this thread, or its end.
 */
const char *obbtree_last_error(void);

/**
 * The ABI version of the library that runs, to be compared with `OBBTREE_ABI_VERSION` of the
 * header.
 */
uint32_t obbtree_abi_version(void);

/**
 * The version of obbtree, such as `0.1.0`. Never freed.
 */
const char *obbtree_version(void);

/**
 * Voxels from the occupied cells of a grid, which are copied: `cells` has three `int32_t` each.
 * Cell (i, j, k) is the solid box from `origin + side (i, j, k)` to `origin + side (i + 1, j + 1,
 * k + 1)`, each number rounded once, where `origin` has three numbers. With `sizes`, as many as
 * cells, each has so many cells a side, and its cell is that of the lowest corner; null where all
 * have one. Numbers in answers are those of the array. In `*collider` a handle.
 */
obbtree_status obbtree_collider_voxels(obbtree_array cells,
                                       const uint32_t *sizes,
                                       const double *origin,
                                       double side,
                                       obbtree_collider **collider);

/**
 * Voxels from a dense array of bytes, 0 for cells that are free: `counts` has the three numbers
 * nx, ny and nz, and entry `(i ny + j) nz + k` is that of cell (i, j, k), see
 * `obbtree_collider_voxels`. Numbers in answers are those of entries. In `*collider` a handle.
 */
obbtree_status obbtree_collider_voxel_array(const uint8_t *occupied,
                                            const size_t *counts,
                                            const double *origin,
                                            double side,
                                            obbtree_collider **collider);

/**
 * Voxels from leaves, which are copied: `centers` has three `double` or `float` each. A leaf is
 * the solid box from `center - half` to `center + half`, each number rounded once; `half` is its
 * own of as many `halves`, or `half` where these are null. In `*collider` a handle.
 */
obbtree_status obbtree_collider_voxel_leaves(obbtree_array centers,
                                             double half,
                                             const double *halves,
                                             obbtree_collider **collider);

/**
 * The octree of a file of OctoMap, `.bt` or `.ot`: the leaves that are occupied, and, if
 * `unknown_is_occupied` is not 0, what is neither occupied nor free, up to the octree's cube of
 * 2^16 cells a side. Numbers in answers are those of leaves in the order of the file, the occupied
 * first. `path` is in UTF-8. In `*collider` a handle.
 */
obbtree_status obbtree_collider_read_voxels(const char *path,
                                            uint32_t unknown_is_occupied,
                                            obbtree_collider **collider);

/**
 * The same of a file that is in memory. `name` stands for the file in errors.
 */
obbtree_status obbtree_collider_read_voxels_bytes(const uint8_t *bytes,
                                                  size_t count,
                                                  const char *name,
                                                  uint32_t unknown_is_occupied,
                                                  obbtree_collider **collider);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OBBTREE_H */
